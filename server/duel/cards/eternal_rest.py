"""Eternal Rest: destroys what wears equipment."""

from server.duel.script import EITHER, destroys_all

NAME = "Eternal Rest"

destroys_all(
    NAME,
    "Destroy all monsters on the field that are equipped with a card.",
    lambda fx: fx.monsters(EITHER, lambda card: bool(card.equips)),
)
