"""Change of Heart: an opposing monster until the End Phase."""

from tests.play import Cards, Game
from tests.rules import rule


@rule("CLS-CTRL-01", "CLS-CTRL-05")
def test_it_attacks_for_you_and_goes_home() -> None:
    game = Game(Cards(hand=["Change of Heart"]), Cards(monsters=["Summoned Skull"]))
    game.do("activate", "Change of Heart").attack("Summoned Skull")
    assert game.life(1) == 5500
    game.end_turn()
    assert game.names("monster", 1) == ["Summoned Skull"]
    assert game.count("monster") == 0


@rule("CF-39", "CLS-CTRL-03")
def test_with_a_full_field_it_is_refused() -> None:
    you = Cards(hand=["Change of Heart"], monsters=["Silver Fang"] * 5)
    assert not Game(you, Cards(monsters=["Summoned Skull"])).can("activate", "Change of Heart")


def test_your_own_monster_is_no_target() -> None:
    game = Game(Cards(hand=["Change of Heart"], monsters=["Feral Imp"]))
    assert not game.can("activate", "Change of Heart")


@rule("YGO-GY-06", "CLS-CTRL-06")
def test_tributed_it_goes_to_its_owners_graveyard() -> None:
    game = Game(Cards(hand=["Change of Heart", "Swordstalker"]), Cards(monsters=["Feral Imp"]))
    game.do("activate", "Change of Heart").do("summon", "Swordstalker")
    assert game.names("graveyard", 1) == ["Feral Imp"]


@rule("CLS-CTRL-02")
def test_a_set_monster_flipped_by_you_works_for_you() -> None:
    game = Game(Cards(hand=["Change of Heart"]), Cards(monsters=["Man-Eater Bug:set", "Summoned Skull"]))
    game.do("activate", "Change of Heart", "Man-Eater Bug").do(
        "flip_summon", "Man-Eater Bug", "Summoned Skull"
    )
    assert game.names("graveyard", 1) == ["Summoned Skull"]


@rule("CF-32")
def test_with_no_zone_to_go_home_to_it_is_destroyed() -> None:
    them = Cards(
        monsters=["Feral Imp", *["Silver Fang"] * 4],
        graveyard=["Great White"],
        spells=["Call of the Haunted:set"],
    )
    game = Game(Cards(hand=["Change of Heart"]), them).do("activate", "Change of Heart", "Feral Imp")
    game.begin_act("phase", "end").respond("Call of the Haunted").to_turn(3)
    assert "Feral Imp" in game.names("graveyard", 1)
    assert [told.word for told in game.happened("move") if told.card is game.card("Feral Imp")][
        -1
    ] == "destroy"
