"""Graceful Charity: draw three cards, discard two."""

from tests.play import Cards, Game


def test_it_draws_three_and_discards_two() -> None:
    you = Cards(hand=["Graceful Charity"], deck=["Ookazi", "Feral Imp", "Silver Fang", "Great White"])
    game = Game(you).do("activate", "Graceful Charity", "Ookazi", "Feral Imp")
    assert game.names("hand") == ["Silver Fang", "Great White"]
    assert set(game.names("graveyard")) == {"Ookazi", "Feral Imp", "Graceful Charity"}


def test_with_two_cards_left_it_is_refused() -> None:
    assert not Game(Cards(hand=["Graceful Charity"], fillers=3)).can("activate", "Graceful Charity")


def test_the_discarded_cards_are_discarded_by_its_effect() -> None:
    game = Game(Cards(hand=["Graceful Charity"])).do("activate", "Graceful Charity")
    discarded = [told for told in game.happened("move") if told.cause == "discard"]
    assert [told.source for told in discarded] == [game.card("Graceful Charity")] * 2
