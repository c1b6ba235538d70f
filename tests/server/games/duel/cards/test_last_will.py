"""Last Will: when a monster of yours is sent to the Graveyard, a weak one is Special Summoned from the
Deck.
"""

import pytest

from facedown_server.refereeing.referee import PromptKind
from tests.play import Cards, Game
from tests.rules import rule

DECK = ["Ookazi", "Summoned Skull", "Feral Imp"]


def begin_destroyed() -> Game:
    game = Game(Cards(hand=["Last Will", "Dark Hole"], deck=DECK, monsters=["Silver Fang"]))
    return game.do("activate", "Dark Hole")


def test_after_a_fall_a_weak_monster_comes_from_the_deck() -> None:
    game = begin_destroyed().do("activate", "Last Will", "yes", "Feral Imp")
    assert game.names("monster") == ["Feral Imp"]


def test_activated_before_the_fall_it_waits_for_it() -> None:
    game = Game(Cards(hand=["Last Will", "Dark Hole"], deck=DECK, monsters=["Silver Fang"]))
    game.do("activate", "Last Will")
    assert not game.can("activate", "Last Will")
    game.do("activate", "Dark Hole").do("activate", "Last Will", "Feral Imp")
    assert game.names("monster") == ["Feral Imp"]
    assert not game.can("activate", "Last Will")


def test_it_starts_no_chain() -> None:
    game = begin_destroyed().do("activate", "Last Will", "no")
    activated = len(game.happened("activate"))
    game.do("activate", "Last Will", "Feral Imp")
    assert len(game.happened("activate")) == activated


def test_strong_monsters_are_not_offered() -> None:
    game = begin_destroyed().begin_act("activate", "Last Will").calm().answer_question(True)
    names = {game.name_of(key, option) for key, option in game.ask.options}
    assert names == {"Feral Imp", "Mystical Elf"}


def test_what_goes_to_the_opponents_graveyard_does_not_count() -> None:
    them = Cards(monsters=["Great White"])
    you = Cards(hand=["Last Will", "Change of Heart", "Dark Hole"], deck=DECK)
    game = Game(you, them).do("activate", "Change of Heart").do("activate", "Dark Hole")
    game.do("activate", "Last Will")
    assert not game.can("activate", "Last Will")


def test_the_permit_ends_with_the_turn() -> None:
    game = begin_destroyed().do("activate", "Last Will", "no").end_turn().end_turn()
    assert not game.can("activate", "Last Will")


def test_in_the_opponents_turn_it_is_refused() -> None:
    game = Game(Cards(spells=["Last Will:set"]), Cards(monsters=["Feral Imp"]), first=0)
    game.begin_act("change_position", "Feral Imp")
    assert not game.can("activate", "Last Will")


def test_a_fall_while_it_waits_on_the_chain_leaves_only_the_permit() -> None:
    you = Cards(hand=["Last Will"], deck=DECK, monsters=["Silver Fang"])
    game = Game(you, Cards(monsters=["Battle Ox", "Battle Ox"], spells=["Two-Pronged Attack:set"]))
    game.begin_act("activate", "Last Will").respond("Two-Pronged Attack").calm()
    assert game.count("monster") == 0
    game.do("activate", "Last Will", "Feral Imp")
    assert game.names("monster") == ["Feral Imp"]


FALLEN = Cards(hand=["Last Will"], deck=DECK, monsters=["Feral Imp"], spells=["Ookazi:set"])


def begin_destroyed_in_battle(*theirs: str) -> Game:
    """Return a game in which Last Will has resolved, and a monster has been destroyed by battle."""
    game = Game(FALLEN, Cards(monsters=["Summoned Skull"], spells=theirs)).do("activate", "Last Will")
    return game.attack("Feral Imp", "Summoned Skull").to_open()


@rule("GAP-11")
@pytest.mark.parametrize("trap", ["Torrential Tribute:set", "Bottomless Trap Hole:set"])
def test_in_the_battle_phase_its_summon_may_be_answered_as_well(trap: str) -> None:
    game = begin_destroyed_in_battle(trap)
    assert game.duel.state.phase == "battle"
    game.begin_act("activate", "Last Will", "Feral Imp")
    asked = [game.ask.seat]
    while game.ask.kind is not PromptKind.TURN:
        game.choose(*(game.ask.default or (game.ask.options[0][0],)))
        asked.append(game.ask.seat)
    assert 1 in asked


def test_it_is_used_in_any_window_of_the_turn_without_a_chain() -> None:
    game = begin_destroyed_in_battle().begin_act("phase", "end")
    assert (game.ask.seat, game.can("activate", "Last Will")) == (0, True)
    assert "Feral Imp" in game.respond("Last Will", "Feral Imp", seat=0).calm().names("monster")


def test_it_is_not_used_while_a_chain_is_on() -> None:
    game = begin_destroyed_in_battle().begin_act("phase", "main2").calm().begin_act("activate", "Ookazi")
    while game.duel.state.chain:
        assert not game.can("activate", "Last Will")
        game.choose("pass")
    assert game.to_open().can("activate", "Last Will")
