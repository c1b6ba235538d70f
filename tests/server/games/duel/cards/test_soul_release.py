"""Soul Release: up to five cards of the Graveyards are banished."""

from tests.play import Cards, Game
from tests.rules import rule


@rule("YGO-BAN-03")
def test_chosen_cards_of_both_graveyards_are_banished_face_up() -> None:
    you = Cards(hand=["Soul Release"], graveyard=["Feral Imp", "Umi"])
    game = Game(you, Cards(graveyard=["Silver Fang"])).do("activate", "Soul Release", "Umi", "Silver Fang")
    assert game.names("banished") == ["Umi"]
    assert game.names("banished", 1) == ["Silver Fang"]
    assert all(card.face_up for card in game.duel.cards_at("banished", 0))
    assert "Feral Imp" in game.names("graveyard")


def test_with_empty_graveyards_it_is_refused() -> None:
    assert not Game(Cards(hand=["Soul Release"])).can("activate", "Soul Release")


def test_no_more_than_five_may_be_chosen() -> None:
    game = Game(Cards(hand=["Soul Release"], graveyard=["Feral Imp"] * 6))
    game.choose(game.offered("activate", "Soul Release")[0][0])
    game.choose(game.ask.options[0][0])
    assert (game.ask.least, game.ask.most) == (1, 5)


@rule("GAP-19")
def test_a_target_that_left_the_graveyard_is_not_banished() -> None:
    them = Cards(graveyard=["Silver Fang", "Umi"], spells=["Call of the Haunted:set"])
    game = Game(Cards(hand=["Soul Release"]), them)
    game.begin_act("activate", "Soul Release", "Silver Fang", "Umi").respond("Call of the Haunted").to_open()
    assert game.names("monster", 1) == ["Silver Fang"]
    assert game.names("banished", 1) == ["Umi"]


def test_what_leaves_together_is_banished_from_the_top_of_the_graveyard_on() -> None:
    game = Game(Cards(hand=["Soul Release"], graveyard=["Kuriboh", "Feral Imp", "Silver Fang"]))
    game.do("activate", "Soul Release", "Kuriboh", "Silver Fang", "Feral Imp")
    assert game.names("banished") == ["Silver Fang", "Feral Imp", "Kuriboh"]
