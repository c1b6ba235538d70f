"""Mirror Force: it destroys all of the attacker's monsters in Attack Position."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def test_destroys_every_attack_position_monster_of_the_attacker() -> None:
    game = Game(
        Cards(monsters=["Battle Ox", "Summoned Skull", "Mystical Elf:defense", "Kuriboh:set"]),
        Cards(monsters=["Silver Fang"], spells=["Mirror Force:set"]),
    )
    game.declare_attack("Battle Ox", "Silver Fang").respond("Mirror Force").calm()
    assert game.names("monster") == ["Mystical Elf", "Kuriboh"]
    assert game.names("monster", 1) == ["Silver Fang"]


def test_only_answers_an_attack() -> None:
    game = Game(Cards(hand=["Battle Ox"]), Cards(spells=["Mirror Force:set"]))
    with pytest.raises(Illegal):
        game.begin_act("summon", "Battle Ox").respond("Mirror Force")


def test_targets_nothing_so_a_changed_attacker_does_not_save_the_others() -> None:
    game = Game(
        Cards(monsters=["Battle Ox", "Summoned Skull"]),
        Cards(spells=["Mirror Force:set", "Compulsory Evacuation Device:set"]),
    )
    game.declare_attack("Battle Ox").respond("Mirror Force")
    game.respond("Compulsory Evacuation Device", "Battle Ox").calm()
    assert game.names("graveyard") == ["Summoned Skull"]


@rule("GAP-07")
def test_it_is_too_late_in_the_damage_step() -> None:
    game = Game(Cards(monsters=["Battle Ox"]), Cards(spells=["Mirror Force:set"]))
    game.attack("Battle Ox")
    assert game.life(1) == 6300
    assert game.names("spell_trap", 1) == ["Mirror Force"]
