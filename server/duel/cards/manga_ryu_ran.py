"""Manga Ryu-Ran: a Toon for two Tributes."""

from server.duel.script import toon

NAME = "Manga Ryu-Ran"

toon(NAME, tributes=2)
