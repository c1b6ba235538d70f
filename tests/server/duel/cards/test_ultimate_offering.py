"""Ultimate Offering: Normal Summons for Life Points, as often as one likes."""

import pytest

from shared.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule


def board(*hand: str, life: int = 8000) -> Game:
    return Game(Cards(hand=list(hand), spells=["Ultimate Offering"], fillers=1, life=life))


def test_summons_beyond_the_one_of_the_turn() -> None:
    game = board("Silver Fang", "Battle Ox", "Kuriboh")
    game.do("summon", "Silver Fang").do("activate", "Ultimate Offering", "Battle Ox", "summon")
    game.do("activate", "Ultimate Offering", "Kuriboh", "summon")
    assert game.names("monster") == ["Silver Fang", "Battle Ox", "Kuriboh"]
    assert game.life(0) == 7000


def test_the_summon_of_the_turn_is_not_used_up() -> None:
    game = board("Silver Fang", "Battle Ox")
    game.do("activate", "Ultimate Offering", "Battle Ox", "set")
    assert not game.card("Battle Ox").face_up
    assert game.can("summon", "Silver Fang")


@rule("GAP-48")
def test_needs_a_monster_to_summon_and_life_to_pay() -> None:
    assert not Game(Cards(spells=["Ultimate Offering"], hand=["Dark Hole"], deck=["Dark Hole"])).can(
        "activate", "Ultimate Offering"
    )
    assert not board("Silver Fang", life=499).can("activate", "Ultimate Offering")


def test_in_the_opponents_turn_only_in_their_battle_phase() -> None:
    game = Game(Cards(monsters=["Battle Ox"]), Cards(hand=["Mystical Elf"], spells=["Ultimate Offering"]))
    game.declare_attack("Battle Ox").respond("Ultimate Offering").calm().choose("Mystical Elf").choose(
        "set"
    ).to_open()
    assert game.names("monster", 1) == ["Mystical Elf"]
    game = Game(Cards(hand=["Pot of Greed"]), Cards(hand=["Mystical Elf"], spells=["Ultimate Offering"]))
    with pytest.raises(Illegal):
        game.begin_act("activate", "Pot of Greed").respond("Ultimate Offering")


def test_a_tribute_summon_takes_its_tribute() -> None:
    game = Game(
        Cards(hand=["Summoned Skull"], monsters=["Silver Fang"], spells=["Ultimate Offering"], fillers=1)
    )
    game.do("activate", "Ultimate Offering", "Summoned Skull", "summon")
    assert game.names("monster") == ["Summoned Skull"]
    assert game.names("graveyard") == ["Silver Fang"]


@rule("GAP-17")
def test_a_summon_within_an_effect_cannot_be_negated() -> None:
    game = Game(
        Cards(hand=["Silver Fang"], spells=["Ultimate Offering"], fillers=1),
        Cards(spells=["Solemn Judgment:set"]),
    )
    game.begin_act("activate", "Ultimate Offering")
    with pytest.raises(Illegal):
        game.respond("Solemn Judgment")
    assert game.names("monster") == ["Silver Fang"]
