"""Swords of Revealing Light: it flips the opponent's monsters face-up, and they cannot attack for three
turns.
"""

from tests.play import Cards, Game
from tests.rules import rule

SWORDS = "Swords of Revealing Light"


def begin_after_draw(*theirs: str, mine: tuple[str, ...] = ()) -> Game:
    game = Game(Cards(hand=[SWORDS], monsters=mine), Cards(monsters=theirs))
    return game.do("activate", SWORDS)


def test_face_down_monsters_are_turned_up_and_their_flip_effects_follow() -> None:
    game = begin_after_draw("Man-Eater Bug:set", "Feral Imp:set", mine=("Summoned Skull",))
    assert game.card("Feral Imp").face_up
    assert game.card("Feral Imp").defense_position
    assert any(told.card is game.card("Man-Eater Bug") for told in game.happened("activate"))


def test_the_opponent_cannot_attack_but_you_can() -> None:
    game = begin_after_draw("Great White", mine=("Summoned Skull",)).attack("Summoned Skull", "Great White")
    assert game.names("graveyard", 1) == ["Great White"]
    game = begin_after_draw("Great White").end_turn().phase("battle")
    assert not game.can("attack", "Great White")


def test_it_leaves_at_the_end_of_the_opponents_third_turn() -> None:
    game = begin_after_draw("Great White").to_turn(7).to_open()
    assert game.names("spell_trap") == [SWORDS]
    assert game.end_turn().names("graveyard") == [SWORDS]


def test_it_can_be_activated_against_an_empty_field() -> None:
    assert begin_after_draw().names("spell_trap") == [SWORDS]


def test_in_the_battle_phase_it_is_refused() -> None:
    game = Game(Cards(hand=[SWORDS], monsters=["Feral Imp"])).phase("battle")
    assert not game.can("activate", SWORDS)


@rule("GAP-19")
def test_destroyed_in_response_it_still_shows_what_hides() -> None:
    them = Cards(monsters=["Summoned Skull:set"], spells=["Mystical Space Typhoon:set"])
    game = Game(Cards(hand=[SWORDS]), them)
    game.begin_act("activate", SWORDS).respond("Mystical Space Typhoon").to_open()
    assert game.card("Summoned Skull").face_up
    assert game.names("graveyard") == [SWORDS]


def test_played_again_it_counts_again() -> None:
    game = Game(Cards(hand=[SWORDS, "Giant Trunade"])).do("activate", SWORDS).end_turn().end_turn()
    game.do("activate", "Giant Trunade").do("activate", SWORDS).to_turn(8).to_open()
    assert game.names("spell_trap") == [SWORDS]
