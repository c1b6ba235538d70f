"""The rows of the companion for play with cards on paper: Life, throws and turns, and nothing about cards."""

from __future__ import annotations

from facedown_shared.manual.game import Game, PileEntry
from facedown_shared.protocol.gestures import ChangeLife, EndTurn, RollDice, TossCoins
from facedown_shared.text import gettext_noop

COMPANION = Game(
    name="companion",
    cells={},
    names={},
    positions={},
    piles=(
        PileEntry("", ChangeLife, gettext_noop("Life…"), ("text",)),
        PileEntry("", EndTurn, gettext_noop("End the turn")),
        PileEntry("", TossCoins, gettext_noop("Toss a coin")),
        PileEntry("", RollDice, gettext_noop("Roll a die")),
    ),
)
