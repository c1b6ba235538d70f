"""Castle Walls and Reinforcements: 500 for a turn, in the Damage Step too."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule

CASES = [("Castle Walls", 1200, 1300), ("Reinforcements", 1700, 800)]


@pytest.mark.parametrize(("name", "attack", "defense"), CASES)
def test_raises_a_monster_until_the_end_of_the_turn(name: str, attack: int, defense: int) -> None:
    game = Game(Cards(monsters=["Silver Fang"], spells=[f"{name}:set"]))
    game.do("activate", name)
    fang = game.card("Silver Fang")
    assert (fang.attack, fang.defense) == (attack, defense)
    game.end_turn()
    assert (fang.attack, fang.defense) == (1200, 800)


@pytest.mark.parametrize("name", ["Castle Walls", "Reinforcements"])
def test_needs_a_face_up_monster(name: str) -> None:
    game = Game(Cards(monsters=["Silver Fang:set"], spells=[f"{name}:set"]))
    assert not game.can("activate", name)


@rule("GAP-07")
def test_reinforcements_wins_a_battle_from_within_the_damage_step() -> None:
    game = Game(
        Cards(monsters=["Celtic Guardian"]), Cards(monsters=["Silver Fang"], spells=["Reinforcements:set"])
    )
    game.declare_attack("Celtic Guardian", "Silver Fang")
    while game.duel.step != "start":
        game.choose("pass")
    game.respond("Reinforcements", "Silver Fang").calm()
    assert game.names("graveyard") == ["Celtic Guardian"]
    assert game.life(0) == 7700


@rule("GAP-07")
def test_castle_walls_saves_a_defender() -> None:
    game = Game(
        Cards(monsters=["Feral Imp"]), Cards(monsters=["Silver Fang:defense"], spells=["Castle Walls:set"])
    )
    game.declare_attack("Feral Imp", "Silver Fang").respond("Castle Walls", "Silver Fang").calm()
    assert game.names("monster", 1) == ["Silver Fang"]
    assert game.life(0) == 8000
