"""Jar of Greed: one card, if there is one."""

from tests.play import Cards, Game
from tests.rules import rule


def test_draws_a_card() -> None:
    game = Game(Cards(spells=["Jar of Greed:set"]))
    game.do("activate", "Jar of Greed")
    assert game.count("hand") == 2
    assert game.names("graveyard") == ["Jar of Greed"]


@rule("GAP-48")
def test_needs_a_card_in_the_deck() -> None:
    game = Game(Cards(spells=["Jar of Greed:set"], fillers=1))
    assert game.count("deck") == 0
    assert not game.can("activate", "Jar of Greed")


@rule("YGO-STZ-11")
def test_waits_a_turn_after_being_set() -> None:
    game = Game(Cards(hand=["Jar of Greed"]))
    assert not game.can("activate", "Jar of Greed")
    game.do("set", "Jar of Greed")
    assert not game.can("activate", "Jar of Greed")
    game.end_turn().end_turn()
    assert game.can("activate", "Jar of Greed")
