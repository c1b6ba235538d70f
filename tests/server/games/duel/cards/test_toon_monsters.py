"""Toon monsters: their Summon, their cost, their direct attacks, and their dependence on Toon World."""

import pytest

from tests.play import Cards, Game
from tests.rules import rule

TOONS = [("Toon Mermaid", 0), ("Toon Summoned Skull", 1), ("Blue-Eyes Toon Dragon", 2), ("Manga Ryu-Ran", 2)]


@pytest.mark.parametrize(("toon", "tributes"), TOONS)
def test_comes_from_the_hand_by_tributes_under_toon_world(toon: str, tributes: int) -> None:
    game = Game(Cards(hand=[toon], monsters=["Kuriboh"] * tributes, spells=["Toon World"]))
    game.do("special_summon", toon)
    assert game.names("monster") == [toon]
    assert game.names("graveyard") == ["Kuriboh"] * tributes


@pytest.mark.parametrize(("toon", "tributes"), TOONS)
def test_needs_toon_world_and_every_tribute(toon: str, tributes: int) -> None:
    game = Game(Cards(hand=[toon], monsters=["Kuriboh"] * 2), Cards(spells=["Toon World"]))
    assert not game.can("special_summon", toon)
    assert not game.can("summon", toon)
    if tributes:
        game = Game(Cards(hand=[toon], monsters=["Kuriboh"] * (tributes - 1), spells=["Toon World"]))
        assert not game.can("special_summon", toon)


@pytest.mark.parametrize("toon", [row[0] for row in TOONS])
def test_attacks_directly_for_500_from_the_next_turn_on(toon: str) -> None:
    game = Game(
        Cards(hand=[toon], monsters=["Kuriboh"] * dict(TOONS)[toon], spells=["Toon World"]),
        Cards(monsters=["Mystical Elf:defense"]),
    )
    game.do("special_summon", toon)
    game.phase("battle")
    assert not game.can("attack", toon)
    game.end_turn().end_turn().attack(toon)
    assert game.life(0) == 7500
    assert game.life(1) == 8000 - (game.card(toon).attack or 0)


@pytest.mark.parametrize("toon", [row[0] for row in TOONS])
def test_falls_with_toon_world(toon: str) -> None:
    game = Game(
        Cards(hand=["Mystical Space Typhoon"], monsters=[toon, "Kuriboh"], spells=["Toon World"]),
    )
    game.do("activate", "Mystical Space Typhoon")
    assert game.names("monster") == ["Kuriboh"]
    assert not game.happened("activate")[1:]


def test_stays_when_toon_world_leaves_undestroyed() -> None:
    game = Game(Cards(hand=["Giant Trunade"], monsters=["Toon Mermaid"], spells=["Toon World"]))
    game.do("activate", "Giant Trunade")
    assert game.names("monster") == ["Toon Mermaid"]


def test_facing_a_toon_it_may_attack_only_toons() -> None:
    game = Game(Cards(monsters=["Toon Mermaid"]), Cards(monsters=["Manga Ryu-Ran", "Kuriboh"]))
    game.phase("battle").attack("Toon Mermaid")
    assert game.names("graveyard") == ["Toon Mermaid"]
    assert game.life(0) == 8000 - 500 - (2200 - 1400)


@rule("GAP-16")
def test_the_attack_must_be_paid_for() -> None:
    game = Game(Cards(monsters=["Toon Mermaid"], life=499))
    game.phase("battle")
    assert not game.can("attack", "Toon Mermaid")


@rule("GAP-28")
def test_comes_back_only_after_its_own_summon() -> None:
    game = Game(Cards(hand=["Monster Reborn"], graveyard=["Toon Mermaid"]))
    assert not game.can("activate", "Monster Reborn")


def test_what_soul_exchange_lends_is_tributed_before_a_second_monster_of_yours() -> None:
    you = Cards(
        hand=["Soul Exchange", "Blue-Eyes Toon Dragon"],
        monsters=["Silver Fang", "Feral Imp"],
        spells=["Toon World"],
    )
    game = Game(you, Cards(monsters=["Celtic Guardian"])).do("activate", "Soul Exchange")
    game.do("special_summon", "Blue-Eyes Toon Dragon", "Silver Fang")
    assert game.names("graveyard", 1) == ["Celtic Guardian"]
    assert sorted(game.names("monster")) == ["Blue-Eyes Toon Dragon", "Feral Imp"]
