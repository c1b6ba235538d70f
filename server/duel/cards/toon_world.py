"""Toon World: 1000 Life Points for a world that Toons need."""

from server.duel.script import pay, takes_effect

NAME = "Toon World"

takes_effect(NAME, "Pay 1000 LP to activate this card.", cost=pay(1000))
