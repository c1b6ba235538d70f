"""Two-Pronged Attack: all three or none."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule


def test_destroys_two_and_one() -> None:
    game = Game(
        Cards(monsters=["Silver Fang", "Kuriboh"], spells=["Two-Pronged Attack:set"]),
        Cards(monsters=["Summoned Skull"]),
    )
    game.do("activate", "Two-Pronged Attack")
    assert game.count("monster") == 0
    assert game.names("graveyard", 1) == ["Summoned Skull"]


@rule("GAP-48")
@pytest.mark.parametrize(
    ("own", "theirs"), [(["Silver Fang"], ["Kuriboh"]), (["Silver Fang", "Kuriboh"], [])]
)
def test_needs_all_three(own: list[str], theirs: list[str]) -> None:
    game = Game(Cards(monsters=own, spells=["Two-Pronged Attack:set"]), Cards(monsters=theirs))
    assert not game.can("activate", "Two-Pronged Attack")


@rule("GAP-19")
def test_destroys_nothing_when_one_of_them_is_gone() -> None:
    game = Game(
        Cards(monsters=["Silver Fang", "Kuriboh"], spells=["Two-Pronged Attack:set"]),
        Cards(monsters=["Summoned Skull"], spells=["Compulsory Evacuation Device:set"]),
    )
    game.begin_act("activate", "Two-Pronged Attack")
    game.respond("Compulsory Evacuation Device", "Kuriboh").calm()
    assert game.names("monster") == ["Silver Fang"]
    assert game.names("monster", 1) == ["Summoned Skull"]
