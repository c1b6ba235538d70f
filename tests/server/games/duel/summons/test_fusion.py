"""Fusion and Ritual Summons from boards with many cards: how many sets of materials a prompt tries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from facedown_server.games.duel.summons import material_choice
from tests.play import Cards, Game

FUSION = ["Polymerization"] * 40 + ["Time Wizard"] * 20 + ["Baby Dragon"] * 20
DRAGONS = ["Thousand Dragon"] * 40
RITUAL = ["Black Luster Ritual"] * 20 + ["Black Luster Soldier"] * 20 + ["Blue-Eyes White Dragon"] * 40
XYZ = ["Number 39: Utopia"] * 5


@pytest.mark.parametrize(
    "board",
    [
        Cards(hand=FUSION, extra=DRAGONS),
        Cards(hand=FUSION, extra=DRAGONS, monsters=["Celtic Guardian"] * 5, extra_monster=XYZ[0]),
        Cards(hand=RITUAL),
        Cards(hand=RITUAL, monsters=XYZ),
    ],
    ids=["fusion", "fusion without a zone", "ritual", "ritual without a zone"],
)
def test_copies_are_tried_once(monkeypatch: pytest.MonkeyPatch, board: Cards) -> None:
    """Seen to fail: one prompt tried 400 pairs and more for each pair of a Spell and a monster, and took up
    to 47 s in which no other table was served."""
    tries = 0
    search: Callable[..., bool] = material_choice._search

    def count_try(*arguments: Any) -> bool:
        nonlocal tries
        tries += 1
        return search(*arguments)

    game = Game(board)
    monkeypatch.setattr(material_choice, "_search", count_try)
    offered = [option.verb for _, option in game.ask.options]
    has_free_zone = not board.monsters
    assert ("activate" in offered) is has_free_zone
    assert tries < 100
