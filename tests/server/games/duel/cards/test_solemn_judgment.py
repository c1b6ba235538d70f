"""Solemn Judgment: half of one's Life Points, against Summons and cards."""

from tests.play import Cards, Game
from tests.rules import rule


@rule("GAP-17")
def test_negates_a_summon() -> None:
    game = Game(Cards(hand=["Battle Ox"]), Cards(spells=["Solemn Judgment:set"]))
    game.begin_act("summon", "Battle Ox").respond("Solemn Judgment").calm()
    assert game.names("graveyard") == ["Battle Ox"]
    assert game.life(1) == 4000
    assert not game.can("summon")


@rule("GAP-18")
def test_negates_a_card() -> None:
    game = Game(Cards(hand=["Pot of Greed"]), Cards(spells=["Solemn Judgment:set"]))
    game.begin_act("activate", "Pot of Greed").respond("Solemn Judgment").calm()
    assert game.count("hand") == 1
    assert game.names("graveyard") == ["Pot of Greed"]


@rule("GAP-49")
def test_half_of_an_odd_number_keeps_the_larger_half() -> None:
    game = Game(Cards(hand=["Pot of Greed"]), Cards(spells=["Solemn Judgment:set"], life=5001))
    game.begin_act("activate", "Pot of Greed").respond("Solemn Judgment").calm()
    assert game.life(1) == 2501


def test_does_not_answer_a_monster_effect() -> None:
    game = Game(Cards(monsters=["Man-Eater Bug:set"]), Cards(spells=["Solemn Judgment:set"]))
    game.begin_act("flip_summon", "Man-Eater Bug")
    while game.ask.kind.name == "RESPONSE":
        assert not game.duel.state.chain or not game.can("activate", "Solemn Judgment")
        game.choose("pass")
    assert game.names("graveyard") == ["Man-Eater Bug"]


def test_a_negated_card_counts_as_never_on_the_field() -> None:
    game = Game(
        Cards(hand=["Axe of Despair"], monsters=["Silver Fang", "Kuriboh"]),
        Cards(spells=["Solemn Judgment:set"]),
    )
    game.begin_act("activate", "Axe of Despair").respond("Solemn Judgment").calm()
    assert game.names("graveyard") == ["Axe of Despair"]
    assert game.ask.kind.name == "TURN"
