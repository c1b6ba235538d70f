"""Card Destruction: both hands are discarded, and as many cards drawn."""

from tests.play import Cards, Game
from tests.rules import rule


def test_both_players_get_new_hands() -> None:
    you = Cards(hand=["Card Destruction", "Ookazi"], deck=["Feral Imp"])
    game = Game(you, Cards(hand=["Silver Fang", "Great White"], deck=["Umi", "Yami", "Sogen"]))
    game.do("activate", "Card Destruction")
    assert set(game.names("graveyard")) == {"Card Destruction", "Ookazi", "Feral Imp"}
    assert game.names("hand") == ["Mystical Elf"] * 2
    assert game.names("hand", 1) == ["Umi", "Yami"]


@rule("GAP-48")
def test_with_a_deck_too_small_for_ones_own_hand_it_is_refused() -> None:
    you = Cards(hand=["Card Destruction", "Silver Fang", "Great White"], fillers=2)
    assert not Game(you).can("activate", "Card Destruction")


@rule("GAP-23")
def test_an_opponent_whose_deck_is_too_small_has_lost() -> None:
    them = Cards(hand=["Silver Fang", "Great White"], fillers=1)
    game = Game(Cards(hand=["Card Destruction"]), them).do("activate", "Card Destruction")
    assert game.over == "0 deckout"


def test_with_no_other_card_in_either_hand_it_is_refused() -> None:
    game = Game(Cards(hand=["Card Destruction"])).do("set", "Mystical Elf")
    assert not game.can("activate", "Card Destruction")


def test_it_works_on_the_opponents_hand_alone() -> None:
    game = Game(Cards(hand=["Card Destruction"]), Cards(hand=["Great White"])).do("set", "Mystical Elf")
    game.do("activate", "Card Destruction")
    assert game.names("graveyard", 1) == ["Great White"]
    assert game.count("hand") == 0


@rule("GAP-23")
def test_when_both_decks_run_out_it_is_a_draw() -> None:
    you = Cards(hand=["Card Destruction", "Ookazi"], spells=["Jar of Greed:set"], fillers=3)
    them = Cards(hand=["Umi"], spells=["Jar of Greed:set", "Jar of Greed:set"], fillers=2)
    game = Game(you, them).begin_act("activate", "Card Destruction")
    for seat in (1, 0, 1):
        game.respond("Jar of Greed", seat=seat)
    assert game.calm().over == "draw deckout"
