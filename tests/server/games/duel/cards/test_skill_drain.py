"""Skill Drain: effects of monsters on the field are negated."""

from tests.play import Cards, Game
from tests.rules import rule


def test_a_flip_effect_is_negated() -> None:
    game = Game(
        Cards(monsters=["Man-Eater Bug:set"]), Cards(monsters=["Silver Fang"], spells=["Skill Drain"])
    )
    game.do("flip_summon", "Man-Eater Bug", "Silver Fang")
    assert game.names("monster") == ["Man-Eater Bug"]
    assert game.names("monster", 1) == ["Silver Fang"]


@rule("GAP-16")
def test_its_activation_costs_1000() -> None:
    game = Game(Cards(spells=["Skill Drain:set"]))
    game.do("activate", "Skill Drain")
    assert game.life(0) == 7000
    game = Game(Cards(spells=["Skill Drain:set"], life=999))
    assert not game.can("activate", "Skill Drain")


def test_an_effect_in_the_graveyard_works() -> None:
    game = Game(
        Cards(monsters=["Sangan"], hand=["Dark Hole"], deck=["Kuriboh", "Kuriboh"]),
        Cards(spells=["Skill Drain"]),
    )
    game.do("activate", "Dark Hole", "Kuriboh")
    assert "Kuriboh" in game.names("hand")


def test_a_monster_that_tributed_itself_escapes() -> None:
    game = Game(
        Cards(hand=["Dark Hole"], monsters=["Silver Fang"]),
        Cards(extra_monster="Stardust Dragon", spells=["Skill Drain"]),
    )
    game.begin_act("activate", "Dark Hole").respond("Stardust Dragon").calm()
    assert game.names("monster") == ["Silver Fang"]


def test_it_is_older_than_a_negator_turned_up_under_it() -> None:
    you = Cards(hand=["Book of Moon", "Ookazi"], monsters=["Jinzo"])
    game = Game(you, Cards(spells=["Skill Drain:set"]))
    game.do("activate", "Book of Moon")
    game.begin_act("activate", "Ookazi").respond("Skill Drain").to_open()
    game.do("flip_summon", "Jinzo")
    assert game.card("Jinzo").negated
    assert not game.card("Skill Drain").negated
