"""Toon Mermaid: a Toon for nothing."""

from server.duel.script import toon

NAME = "Toon Mermaid"

toon(NAME, tributes_needed=0)
