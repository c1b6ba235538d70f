"""Ultimate Offering: Normal Summons for Life Points, any number of times."""

import pytest

from facedown_shared.text.errors import Illegal
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


OFFERING = "Ultimate Offering"


def begin_chain(trap: str, *spells: str) -> Game:
    """Begin a game in which Ultimate Offering is Chain Link 1, before an opponent with this Set Trap and a
    monster.
    """
    you = Cards(hand=["Silver Fang", "Wall of Illusion"], spells=[OFFERING, *spells], fillers=1)
    game = Game(you, Cards(monsters=["Feral Imp"], spells=[f"{trap}:set"]))
    return game.begin_act("activate", OFFERING)


def summon(game: Game, name: str) -> Game:
    """Pass every window until the monster is chosen, and Summon it to the first zone."""
    return game.calm().choose(name).choose("summon").choose(game.ask.options[0][0])


@rule("GAP-17")
@pytest.mark.parametrize("trap", ["Solemn Judgment", "Horn of Heaven"])
def test_the_summon_after_chain_link_1_can_be_negated(trap: str) -> None:
    game = summon(begin_chain(trap), "Silver Fang").respond(trap).calm()
    assert (game.names("monster"), game.names("graveyard")) == ([], ["Silver Fang"])
    assert [told.amount for told in game.happened("activate")] == [1, 1]


@rule("GAP-17")
def test_the_summon_after_a_later_link_cannot() -> None:
    game = summon(begin_chain("Horn of Heaven").respond(OFFERING, seat=0), "Silver Fang")
    assert (game.names("monster"), len(game.duel.state.chain)) == (["Silver Fang"], 0)
    game = summon(game, "Wall of Illusion").respond("Horn of Heaven").calm()
    assert (game.names("monster"), game.names("graveyard")) == (["Silver Fang"], ["Wall of Illusion"])


@rule("GAP-18")
def test_what_was_used_in_its_chain_is_gone_before_the_summon() -> None:
    game = begin_chain("Trap Hole", "Waboku:set").respond("Waboku", seat=0).calm()
    assert game.names("graveyard") == ["Waboku"]
    assert game.count("monster") == 0


@rule("GAP-11")
def test_after_the_summon_the_opponent_may_answer_it() -> None:
    game = summon(begin_chain("Trap Hole"), "Wall of Illusion").respond("Trap Hole")
    assert game.calm().names("graveyard") == ["Wall of Illusion"]


@rule("GAP-19")
def test_turned_up_its_effect_is_used_with_it_or_after_its_chain() -> None:
    game = Game(Cards(hand=["Silver Fang"], spells=[f"{OFFERING}:set"], fillers=1))
    summon(game.begin_act("activate", OFFERING).respond(OFFERING, seat=0), "Silver Fang")
    assert (game.life(), game.names("monster")) == (7500, ["Silver Fang"])
    assert [told.amount for told in game.happened("activate")] == [1]
    game = Game(Cards(hand=["Silver Fang"], spells=[f"{OFFERING}:set", "Waboku:set"], fillers=1))
    game.begin_act("activate", OFFERING).choose("pass")
    while game.duel.state.chain:
        assert not game.can("activate", OFFERING)
        game.choose("pass")
    game.do("activate", OFFERING)
    assert (game.life(), game.names("monster")) == (7500, ["Silver Fang"])
