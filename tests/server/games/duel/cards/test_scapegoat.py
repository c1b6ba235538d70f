"""Scapegoat: four Sheep, and no other Summon in that turn."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule


@rule("YGO-TOK-01", "YGO-TOK-03")
def test_four_tokens_come_in_defense_position() -> None:
    game = Game(Cards(hand=["Scapegoat"])).do("activate", "Scapegoat")
    tokens = game.duel.cards_at("monster", 0)
    assert [(card.name, card.attack, card.defense_position) for card in tokens] == [
        ("Sheep Token", 0, True)
    ] * 4


@rule("GAP-48")
def test_with_three_free_zones_it_is_refused() -> None:
    you = Cards(hand=["Scapegoat"], monsters=["Feral Imp", "Silver Fang"])
    assert not Game(you).can("activate", "Scapegoat")


@rule("GAP-53")
def test_after_a_summon_it_is_refused_after_a_set_it_is_not() -> None:
    assert not Game(Cards(hand=["Scapegoat"])).do("summon", "Mystical Elf").can("activate", "Scapegoat")
    assert Game(Cards(hand=["Scapegoat"])).do("set", "Mystical Elf").can("activate", "Scapegoat")


def test_no_other_summon_follows_in_that_turn() -> None:
    you = Cards(hand=["Scapegoat", "Monster Reborn"], graveyard=["Feral Imp"], monsters=["Silver Fang:set"])
    game = Game(you).do("activate", "Scapegoat")
    assert not game.can("summon", "Mystical Elf")
    assert not game.can("flip_summon", "Silver Fang")
    assert not game.can("activate", "Monster Reborn")
    assert game.end_turn().end_turn().can("flip_summon", "Silver Fang")


def test_sheep_are_no_tributes_for_a_summon_but_for_a_cost() -> None:
    you = Cards(hand=["Swordstalker", "Axe of Despair", "Heavy Storm"], spells=["Scapegoat:set"])
    game = Game(you, first=0, skip_first_turn=False).to_turn(2)
    game.respond("Scapegoat", seat=0).to_turn(3).to_open()
    assert not game.can("summon", "Swordstalker")
    game.do("activate", "Axe of Despair", "Sheep Token").do("activate", "Heavy Storm", "Axe of Despair")
    assert game.names("deck")[0] == "Axe of Despair"


def test_a_second_one_cannot_be_chained_to_the_first() -> None:
    game = Game(Cards(spells=["Scapegoat:set", "Scapegoat:set"]), Cards(spells=["Jar of Greed:set"]))
    game.begin_act("activate", "Scapegoat").respond("Jar of Greed")
    assert not (game.ask.seat == 0 and game.can("activate", "Scapegoat"))


@rule("GAP-18")
def test_a_negated_activation_forbids_no_summon() -> None:
    game = Game(Cards(hand=["Scapegoat", "Silver Fang"]), Cards(spells=["Solemn Judgment:set"]))
    game.begin_act("activate", "Scapegoat").respond("Solemn Judgment").calm()
    assert game.can("summon", "Silver Fang")


FUSION = ("Polymerization", "Flame Manipulator", "Masaki the Legendary Swordsman")
RITUAL = ("Black Illusion Ritual", "Relinquished", "Morphing Jar")


@rule("GAP-48")
@pytest.mark.parametrize(("spell", "rest"), [(FUSION[0], FUSION[1:]), (RITUAL[0], RITUAL[1:])])
def test_no_spell_that_would_summon_is_activated_in_that_turn(spell: str, rest: tuple[str, ...]) -> None:
    you = Cards(hand=["Scapegoat", spell, *rest], extra=["Flame Swordsman"])
    assert Game(you).can("activate", spell)
    assert not Game(you).do("activate", "Scapegoat").can("activate", spell)


@rule("GAP-19")
@pytest.mark.parametrize(("spell", "rest"), [(FUSION[0], FUSION[1:]), (RITUAL[0], RITUAL[1:])])
def test_chained_to_such_a_spell_it_keeps_the_materials_in_the_hand(
    spell: str, rest: tuple[str, ...]
) -> None:
    you = Cards(hand=["Scapegoat", spell, *rest], extra=["Flame Swordsman"])
    game = Game(you).begin_act("activate", spell).respond("Scapegoat", seat=0).to_open()
    assert set(rest) <= set(game.names("hand"))
    assert game.names("graveyard") == [spell, "Scapegoat"]
    assert game.names("monster") == ["Sheep Token"] * 4
