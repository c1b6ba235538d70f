"""Polymerization: a Fusion Monster out of hand and field."""

from tests.play import Cards, Game
from tests.rules import rule

GAIA = "Gaia the Dragon Champion"
HALVES = ("Gaia The Fierce Knight", "Curse of Dragon")


@rule("YGO-MOVE-15", "YGO-MOVE-16")
def test_materials_from_hand_and_field_make_the_monster() -> None:
    you = Cards(hand=["Polymerization", HALVES[0]], monsters=[HALVES[1]], extra=[GAIA])
    game = Game(you).do("activate", "Polymerization")
    assert game.names("monster") == [GAIA]
    assert set(game.names("graveyard")) == {"Polymerization", *HALVES}
    assert game.card(GAIA).proper


@rule("GAP-48")
def test_without_both_materials_or_the_monster_it_is_refused() -> None:
    lacking = Cards(hand=["Polymerization", HALVES[0]], extra=[GAIA])
    assert not Game(lacking).can("activate", "Polymerization")
    assert not Game(Cards(hand=["Polymerization", *HALVES])).can("activate", "Polymerization")


@rule("GAP-30")
def test_materials_on_the_field_make_room() -> None:
    you = Cards(hand=["Polymerization", HALVES[0]], monsters=[HALVES[1], *["Silver Fang"] * 4], extra=[GAIA])
    assert GAIA in Game(you).do("activate", "Polymerization").names("monster")


@rule("GAP-29")
def test_a_set_monster_is_a_material_too() -> None:
    you = Cards(hand=["Polymerization", HALVES[0]], monsters=[f"{HALVES[1]}:set"], extra=[GAIA])
    assert Game(you).can("activate", "Polymerization")


def test_a_material_returned_to_the_hand_in_response_is_still_one() -> None:
    them = Cards(spells=["Compulsory Evacuation Device:set"])
    you = Cards(hand=["Polymerization", HALVES[0]], monsters=[HALVES[1]], extra=[GAIA])
    game = Game(you, them).begin_act("activate", "Polymerization")
    game.respond("Compulsory Evacuation Device").to_open()
    assert game.names("monster") == [GAIA]


def test_with_a_material_destroyed_in_response_nothing_is_made() -> None:
    them = Cards(spells=["Ring of Destruction:set"])
    you = Cards(hand=["Polymerization", HALVES[0]], monsters=[HALVES[1]], extra=[GAIA])
    game = Game(you, them).begin_act("activate", "Polymerization").respond("Ring of Destruction").to_open()
    assert game.count("monster") == 0
    assert HALVES[0] in game.names("hand")
