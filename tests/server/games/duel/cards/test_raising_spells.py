"""Rush Recklessly and The Reliable Guardian: 700 points for a turn."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule

SPELLS = ["Rush Recklessly", "The Reliable Guardian"]


@pytest.mark.parametrize(("spell", "attack", "defense"), [(SPELLS[0], 700, 0), (SPELLS[1], 0, 700)])
def test_it_lasts_for_the_turn(spell: str, attack: int, defense: int) -> None:
    game = Game(Cards(hand=[spell], monsters=["Celtic Guardian"])).do("activate", spell)
    card = game.card("Celtic Guardian")
    assert (card.attack, card.defense) == (1400 + attack, 1200 + defense)
    game.end_turn()
    assert (card.attack, card.defense) == (1400, 1200)


@pytest.mark.parametrize("spell", SPELLS)
def test_without_a_face_up_monster_it_is_refused(spell: str) -> None:
    assert not Game(Cards(hand=[spell], monsters=["Celtic Guardian:set"])).can("activate", spell)


@rule("GAP-07")
def test_rush_recklessly_turns_a_battle_in_the_damage_step() -> None:
    you = Cards(hand=["Rush Recklessly"], monsters=["Celtic Guardian"])
    game = Game(you, Cards(monsters=["La Jinn the Mystical Genie of the Lamp"]))
    game.declare_attack("Celtic Guardian")
    while not game.duel.step:
        game.choose("pass")
    game.respond("Rush Recklessly", "Celtic Guardian", seat=0).calm()
    assert game.life(1) == 8000 - 300


@rule("GAP-07")
def test_the_reliable_guardian_saves_a_defender() -> None:
    them = Cards(monsters=["Celtic Guardian:defense"], spells=["The Reliable Guardian:set"])
    game = Game(Cards(monsters=["Neo the Magic Swordsman"]), them)
    game.declare_attack("Neo the Magic Swordsman").respond("The Reliable Guardian", "Celtic Guardian").calm()
    assert game.names("monster", 1) == ["Celtic Guardian"]
    assert game.life() == 8000 - 200


def test_a_link_monster_has_no_defense_to_raise() -> None:
    game = Game(Cards(hand=SPELLS, extra_monster="Link Spider"))
    assert game.can("activate", "Rush Recklessly")
    assert not game.can("activate", "The Reliable Guardian")


def test_turned_face_down_the_monster_loses_what_it_gained() -> None:
    you = Cards(hand=["Rush Recklessly", "Book of Moon", "Stop Defense"])
    game = Game(you, Cards(monsters=["Celtic Guardian"])).do("activate", "Rush Recklessly")
    game.do("activate", "Book of Moon").do("activate", "Stop Defense")
    assert game.card("Celtic Guardian").attack == 1400
