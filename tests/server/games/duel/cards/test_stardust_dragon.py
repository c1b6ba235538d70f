"""Stardust Dragon: it is Tributed to negate, and returns."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game

NAME = "Stardust Dragon"


def board(*hand: str) -> Game:
    return Game(
        Cards(hand=list(hand), monsters=["Silver Fang"]), Cards(extra_monster=NAME, monsters=["Kuriboh"])
    )


def test_negates_what_would_destroy() -> None:
    game = board("Dark Hole").begin_act("activate", "Dark Hole").respond(NAME).calm()
    assert game.names("monster") == ["Silver Fang"]
    assert game.names("monster", 1) == ["Kuriboh"]
    assert game.names("graveyard", 1) == [NAME]


def test_does_not_answer_what_destroys_nothing() -> None:
    with pytest.raises(Illegal):
        board("Pot of Greed").begin_act("activate", "Pot of Greed").respond(NAME)


def test_returns_in_the_end_phase() -> None:
    game = board("Dark Hole").begin_act("activate", "Dark Hole").respond(NAME).calm()
    game.choose("phase:end")
    while not game.can("activate", NAME) or game.ask.seat != 1:
        game.choose("pass")
    game.choose(NAME).to_open()
    assert NAME in game.names("monster", 1)


def test_tributed_for_something_else_it_does_not_return() -> None:
    game = Game(Cards(graveyard=[NAME]))
    game.end_turn()
    assert game.names("graveyard") == [NAME]


def test_does_not_answer_a_negation_of_a_card() -> None:
    game = Game(Cards(hand=["Pot of Greed"], extra_monster=NAME), Cards(spells=["Solemn Judgment:set"]))
    with pytest.raises(Illegal):
        game.begin_act("activate", "Pot of Greed").respond("Solemn Judgment").respond(NAME, seat=0)


def test_saves_spells_as_well() -> None:
    game = Game(Cards(hand=["Mystical Space Typhoon"]), Cards(extra_monster=NAME, spells=["Toon World"]))
    game.begin_act("activate", "Mystical Space Typhoon").respond(NAME).calm()
    assert game.names("spell_trap", 1) == ["Toon World"]


def test_is_made_of_a_tuner_and_others() -> None:
    game = Game(Cards(monsters=["Junk Synchron", "Curse of Dragon"], extra=[NAME]))
    game.do("special_summon", NAME)
    assert game.names("monster") == [NAME]
    game = Game(Cards(monsters=["Junk Synchron", "Battle Ox"], extra=[NAME]))
    assert not game.can("special_summon", NAME)


def begin_end_phase_after_tribute() -> Game:
    game = Game(Cards(extra_monster=NAME), Cards(spells=["Ring of Destruction:set"]))
    game.begin_act("phase", "end")
    while game.duel.state.phase != "end":
        game.choose("pass")
    game.respond("Ring of Destruction").respond(NAME, seat=0)
    while not game.can("activate", NAME):
        game.choose("pass")
    return game


def test_given_up_in_the_end_phase_it_returns_in_the_same_one() -> None:
    game = begin_end_phase_after_tribute()
    assert game.duel.state.phase == "end"
    game.choose(NAME).to_open()
    assert game.names("monster") == [NAME]


def test_in_one_end_phase_it_is_asked_once_whether_it_returns() -> None:
    game, asked = begin_end_phase_after_tribute(), 0
    while game.duel.state.phase == "end":
        asked += game.can("activate", NAME)
        game.choose("pass")
    assert asked == 1
    assert game.names("graveyard") == [NAME]
