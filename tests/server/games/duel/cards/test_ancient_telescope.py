"""Ancient Telescope: up to five cards of the opponent's Deck, for your eyes only."""

from tests.play import Cards, Game
from tests.rules import rule

TOP = ["Great White", "Feral Imp", "Umi", "Silver Fang"]


@rule("VIS-27")
def test_only_its_player_sees_the_cards() -> None:
    game = Game(Cards(hand=["Ancient Telescope"]), Cards(deck=TOP))
    game.do("activate", "Ancient Telescope", "3")
    shown = game.happened("reveal")
    assert [told.card.name for told in shown if told.card] == ["Great White", "Feral Imp", "Umi"]
    assert all(told.readers & 0b111 == 0b001 for told in shown)


def test_the_deck_stays_as_it_was() -> None:
    game = Game(Cards(hand=["Ancient Telescope"]), Cards(deck=TOP))
    before = game.names("deck", 1)
    assert game.do("activate", "Ancient Telescope", "5").names("deck", 1) == before
    assert not any(card.revealed for card in game.duel.cards_at("deck", 1))


def test_an_empty_deck_is_nothing_to_look_at() -> None:
    game = Game(Cards(hand=["Ancient Telescope"]), Cards(fillers=0))
    assert game.count("deck", 1) == 0
    assert not game.can("activate", "Ancient Telescope")


def test_no_more_can_be_named_than_there_are() -> None:
    game = Game(Cards(hand=["Ancient Telescope"]), Cards(fillers=2))
    game.begin_act("activate", "Ancient Telescope")
    game.calm()
    assert [option.amount for _, option in game.ask.options] == [1, 2]
