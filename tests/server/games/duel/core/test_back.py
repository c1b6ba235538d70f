"""Going back within an unfinished declaration: nothing has happened, and no other viewer can tell."""

from __future__ import annotations

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def board() -> Game:
    """Return a board for a Tribute Summon with a choice of Tributes and of zones."""
    return Game(
        Cards(hand=["Summoned Skull", "Mystical Space Typhoon"], monsters=["Feral Imp", "Silver Fang"]),
        Cards(spells=["Trap Hole:set", "Scapegoat:set"]),
    )


def key(game: Game, verb: str, card: str) -> str:
    return game.offered(verb, card)[0][0]


@rule("GAP-33")
def test_a_tribute_summon_can_be_taken_back_step_by_step() -> None:
    game = board()
    game.choose(key(game, "summon", "Summoned Skull")).choose("Feral Imp")
    assert {option.verb for _, option in game.ask.options} == {"zone"}
    places = {str(option.place) for _, option in game.ask.options}
    assert places == {f"0:monster:{slot}" for slot in (0, 2, 3, 4)}, "the Tribute's zone among them"
    assert game.back().can("tribute", "Silver Fang")
    assert game.back().can("summon", "Summoned Skull")
    assert sorted(game.names("monster")) == ["Feral Imp", "Silver Fang"]
    assert game.names("graveyard") == []


def test_after_going_back_another_choice_counts() -> None:
    game = board()
    game.choose(key(game, "summon", "Summoned Skull")).choose("Feral Imp").back().choose("Silver Fang")
    game.choose(game.ask.options[0][0]).calm()
    assert game.names("graveyard") == ["Silver Fang"]


def test_nobody_else_sees_an_unfinished_declaration() -> None:
    game = board()
    before = [game.view(viewer) for viewer in (1, -1)]
    told = len(game.told)
    game.choose(key(game, "activate", "Mystical Space Typhoon"))
    assert game.ask.back
    game.choose(game.ask.options[0][0])
    assert [game.view(viewer) for viewer in (1, -1)] == before
    game.back().back()
    assert [game.view(viewer) for viewer in (1, -1)] == before
    assert len(game.told) == told


def test_a_response_can_be_taken_back_too() -> None:
    game = Game(
        Cards(hand=["Pot of Greed"], spells=["Trap Hole:set", "Axe of Despair:set"]),
        Cards(spells=["Mystical Space Typhoon:set"]),
    )
    game.begin_act("activate", "Pot of Greed")
    before = game.view(0)
    game.choose(key(game, "activate", "Mystical Space Typhoon"))
    assert game.ask.back
    assert game.view(0) == before
    game.back()
    assert game.can("activate", "Mystical Space Typhoon")
    game.calm()
    assert game.names("spell_trap", 1) == ["Mystical Space Typhoon"]


def test_an_attack_is_taken_back_before_its_target_is_chosen() -> None:
    game = Game(Cards(monsters=["Battle Ox"]), Cards(monsters=["Feral Imp", "Silver Fang"])).phase("battle")
    game.choose(key(game, "attack", "Battle Ox")).back()
    assert game.can("attack", "Battle Ox")
    assert not game.happened("attack")


def test_what_is_done_is_done() -> None:
    game = board().do("summon", "Summoned Skull", "Feral Imp")
    with pytest.raises(Illegal, match="no choice to undo"):
        game.back()
