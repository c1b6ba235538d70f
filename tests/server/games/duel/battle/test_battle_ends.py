"""Battles that end before damage calculation, and values that change their outcome."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.battle import damage_step
from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.core.words import EffectKind, Rule
from facedown_server.games.duel.script import DamageStepUse, destroy
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.held import hold
from tests.server.games.duel.lent import BEARER, do_nothing, lend

SKULL = "Summoned Skull"


def begin_attack(part: str, *, victim: str = SKULL) -> Game:
    """Begin an attack of Summoned Skull on Battle Ox; in this part of the Damage Step the defender destroys
    `victim`.
    """

    def body(fx: Fx) -> Body:
        yield destroy([card for card in fx.monsters() if card.name == victim])

    game = Game(Cards(monsters=[SKULL]), Cards(monsters=["Battle Ox", BEARER]))
    lend(
        game, body, kind=EffectKind.QUICK, speed=2, damage_step=DamageStepUse.ALWAYS,
        when=lambda fx: fx.duel.step == part and fx.you == 1,
    )  # fmt: skip
    return game.declare_attack(SKULL, "Battle Ox").respond(BEARER).calm()


@rule("GAP-07")
@pytest.mark.parametrize("part", ["start", "before"])
def test_without_the_attacker_no_damage_is_calculated(part: str) -> None:
    game = begin_attack(part)
    assert game.names("graveyard") == [SKULL]
    assert game.names("monster", 1) == ["Battle Ox", BEARER]
    assert game.life(1) == 8000


@rule("GAP-07")
@pytest.mark.parametrize("part", ["start", "before"])
def test_without_the_target_no_damage_is_calculated_and_there_is_no_replay(part: str) -> None:
    game = begin_attack(part, victim="Battle Ox")
    assert game.life(1) == 8000
    assert game.names("monster", 1) == [BEARER]
    assert not game.can("attack", SKULL)


@rule("GAP-08")
def test_a_monster_that_may_no_longer_attack_gets_no_replay() -> None:
    game = Game(Cards(monsters=[SKULL]), Cards(monsters=["Battle Ox"], spells=["Scapegoat:set"]))
    game.declare_attack(SKULL, "Battle Ox")
    hold(game, Rule.NO_ATTACK, SKULL)
    game.respond("Scapegoat").to_open()
    assert game.count("monster", 1) == 5
    assert game.life(1) == 8000


def test_a_monster_destroyed_by_battle_uses_no_effect_while_it_still_lies_there() -> None:
    game = Game(Cards(monsters=[SKULL]), Cards(monsters=[BEARER]))
    lend(
        game, do_nothing, kind=EffectKind.QUICK, speed=2, damage_step=DamageStepUse.ALWAYS,
        when=lambda fx: fx.duel.step == "after",
    )  # fmt: skip
    game.attack(SKULL, BEARER)
    assert not game.happened("activate")


def test_without_an_attack_no_battle_damage_is_foreseen() -> None:
    game = Game(Cards(monsters=[SKULL]), Cards(monsters=["Battle Ox"]))
    assert damage_step.foreseen_damage(game.duel, 1) == 0
    game.declare_attack(SKULL, "Battle Ox")
    assert damage_step.foreseen_damage(game.duel, 1) == 2500 - 1700
    assert damage_step.foreseen_damage(game.duel, 0) == 0


def test_a_value_that_is_set_counts_over_what_raises_it() -> None:
    game = Game(Cards(monsters=[SKULL]), Cards(monsters=["Battle Ox:defense"]))
    hold(game, Rule.DEFENSE, "Battle Ox", 5000)
    hold(game, Rule.SET_DEFENSE, "Battle Ox", 300)
    assert game.card("Battle Ox").defense == 300
    assert game.attack(SKULL, "Battle Ox").names("graveyard", 1) == ["Battle Ox"]


def test_an_attribute_and_a_type_given_by_an_effect_are_what_others_look_at() -> None:
    game = Game(Cards(hand=["Umi"], monsters=["Battle Ox"]))
    hold(game, Rule.ATTRIBUTE, "Battle Ox", "water")
    hold(game, Rule.RACE, "Battle Ox", "aqua")
    game.do("activate", "Umi")
    ox = game.card("Battle Ox")
    assert (ox.attribute, ox.race, ox.attack) == ("water", "aqua", 1900)
