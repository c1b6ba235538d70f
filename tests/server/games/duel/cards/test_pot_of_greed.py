"""Pot of Greed: two cards, if there are two."""

from tests.play import Cards, Game
from tests.rules import rule


def test_it_draws_two() -> None:
    game = Game(Cards(hand=["Pot of Greed"], deck=["Great White", "Feral Imp", "Silver Fang"]))
    game.do("activate", "Pot of Greed")
    assert game.names("hand") == ["Great White", "Feral Imp", "Silver Fang"]
    assert game.names("graveyard") == ["Pot of Greed"]


@rule("GAP-48")
def test_with_one_card_left_it_is_refused() -> None:
    game = Game(Cards(hand=["Pot of Greed"], fillers=2))
    assert game.count("deck") == 1
    assert not game.can("activate", "Pot of Greed")


def test_destroying_it_in_response_does_not_stop_it() -> None:
    game = Game(Cards(hand=["Pot of Greed"]), Cards(spells=["Mystical Space Typhoon:set"]))
    game.begin_act("activate", "Pot of Greed").respond("Mystical Space Typhoon").to_open()
    assert game.count("hand") == 3
