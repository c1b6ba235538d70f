"""Hane-Hane: its Flip effect returns a monster to the hand."""

from server.duel.script import flip_bounces

NAME = "Hane-Hane"

flip_bounces(NAME, "FLIP: Target 1 monster on the field; return it to its owner's hand.")
