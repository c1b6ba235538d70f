"""Field Spells: which monsters they strengthen and weaken, and how one replaces another."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule

FIELDS = [
    ("Yami", "Feral Imp", 200),
    ("Yami", "Happy Lover", -200),
    ("Umi", "Great White", 200),
    ("Umi", "X-Head Cannon", -200),
    ("Mountain", "Koumori Dragon", 200),
    ("Mountain", "Skull Red Bird", 200),
    ("Sogen", "Celtic Guardian", 200),
    ("Sogen", "Battle Ox", 200),
]


@rule("CLS-SPELL-09")
@pytest.mark.parametrize(("spell", "monster", "change"), FIELDS)
def test_monsters_of_both_players_change(spell: str, monster: str, change: int) -> None:
    game = Game(Cards(hand=[spell], monsters=[monster]), Cards(monsters=[monster])).do("activate", spell)
    for seat in (0, 1):
        card = game.card(monster, seat)
        assert card.attack == (card.facts.attack or 0) + change
        assert card.defense == (card.facts.defense or 0) + change


@pytest.mark.parametrize("spell", ["Yami", "Umi", "Mountain", "Sogen"])
def test_other_monsters_stay_as_they_are(spell: str) -> None:
    game = Game(Cards(hand=[spell], monsters=["Giant Soldier of Stone"])).do("activate", spell)
    assert game.card("Giant Soldier of Stone").attack == 1300


@rule("CLS-SPELL-17")
@pytest.mark.parametrize("spell", ["Yami", "Umi", "Mountain", "Sogen"])
def test_in_the_opponents_turn_it_is_refused(spell: str) -> None:
    game = Game(Cards(field_spell=f"{spell}:set"), first=0)
    game.begin_act("set", "Mystical Elf")
    assert not game.can("activate", spell)


@rule("YGO-FZ-03")
@pytest.mark.parametrize("spell", ["Yami", "Umi", "Mountain"])
def test_a_new_one_sends_the_old_one_away(spell: str) -> None:
    game = Game(Cards(hand=[spell], field_spell="Sogen", monsters=["Celtic Guardian"]))
    assert game.card("Celtic Guardian").attack == 1600
    game.do("activate", spell)
    assert game.names("graveyard") == ["Sogen"]
    assert game.card("Celtic Guardian").attack == 1400


@rule("CLS-SPELL-11")
def test_set_it_does_nothing() -> None:
    game = Game(Cards(field_spell="Sogen:set", monsters=["Celtic Guardian"]))
    assert game.card("Celtic Guardian").attack == 1400
