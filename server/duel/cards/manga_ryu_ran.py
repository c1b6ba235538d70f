"""Manga Ryu-Ran: a Toon for two Tributes."""

from server.duel.script import toon

NAME = "Manga Ryu-Ran"

toon(NAME, tributes_needed=2)
