"""Equip Spells that only change numbers: which monsters, by how much, and when they are destroyed."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule

EQUIPS = [
    ("Book of Secret Arts", "Neo the Magic Swordsman", 300, 300, "Celtic Guardian"),
    ("Dark Energy", "Ryu-Kishin", 300, 300, "Celtic Guardian"),
    ("Dragon Treasure", "Koumori Dragon", 300, 300, "Celtic Guardian"),
    ("Invigoration", "Celtic Guardian", 400, -200, "Feral Imp"),
    ("Sword of Dark Destruction", "Feral Imp", 400, -200, "Celtic Guardian"),
]


@pytest.mark.parametrize(("spell", "monster", "attack", "defense", "_"), EQUIPS)
def test_the_monster_changes(spell: str, monster: str, attack: int, defense: int, _: str) -> None:
    game = Game(Cards(hand=[spell], monsters=[monster])).do("activate", spell)
    card = game.card(monster)
    assert card.attack == (card.facts.attack or 0) + attack
    assert card.defense == (card.facts.defense or 0) + defense
    assert game.card(spell).equipped_to is card


@rule("YGO-MOVE-56", "CLS-SPELL-06")
@pytest.mark.parametrize(("spell", "monster", "_", "__", "other"), EQUIPS)
def test_another_monster_or_a_face_down_one_is_refused(
    spell: str, monster: str, _: int, __: int, other: str
) -> None:
    game = Game(Cards(hand=[spell], monsters=[other, f"{monster}:set"]))
    assert not game.can("activate", spell)


@rule("YGO-MOVE-57")
@pytest.mark.parametrize(("spell", "monster", "_", "__", "other"), EQUIPS)
def test_turned_face_down_the_monster_loses_it(spell: str, monster: str, _: int, __: int, other: str) -> None:
    game = Game(Cards(hand=[spell, "Book of Moon"], monsters=[monster])).do("activate", spell)
    game.do("activate", "Book of Moon")
    assert spell in game.names("graveyard")
    assert game.card(monster).equips == ()


@rule("GAP-19")
def test_a_monster_gone_at_resolution_is_not_equipped() -> None:
    them = Cards(spells=["Compulsory Evacuation Device:set"])
    game = Game(Cards(hand=["Dark Energy"], monsters=["Ryu-Kishin"]), them)
    game.begin_act("activate", "Dark Energy").respond("Compulsory Evacuation Device").calm()
    assert "Ryu-Kishin" in game.names("hand")
    assert "Dark Energy" in game.names("graveyard")


@rule("CLS-SPELL-07")
def test_two_equips_add_up() -> None:
    game = Game(Cards(hand=["Invigoration", "Axe of Despair"], monsters=["Celtic Guardian"]))
    game.do("activate", "Invigoration").do("activate", "Axe of Despair")
    assert (game.card("Celtic Guardian").attack, game.card("Celtic Guardian").defense) == (2800, 1000)
