"""Dian Keto the Cure Master and Ookazi: Life Points up, Life Points down."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule


def test_dian_keto_gains_1000() -> None:
    you = Cards(hand=["Dian Keto the Cure Master"], life=300)
    assert Game(you).do("activate", "Dian Keto the Cure Master").life() == 1300


def test_ookazi_burns_for_800() -> None:
    assert Game(Cards(hand=["Ookazi"])).do("activate", "Ookazi").life(1) == 7200


@rule("GAP-16")
def test_ookazi_ends_the_duel_at_0() -> None:
    game = Game(Cards(hand=["Ookazi"]), Cards(life=500)).do("activate", "Ookazi")
    assert game.over == "0 lp"
    assert game.life(1) == 0


@rule("CLS-SPELL-01")
@pytest.mark.parametrize("spell", ["Dian Keto the Cure Master", "Ookazi"])
def test_in_the_battle_phase_they_are_refused(spell: str) -> None:
    game = Game(Cards(hand=[spell], monsters=["Feral Imp"])).phase("battle")
    assert not game.can("activate", spell)
