"""Robbin' Goblin: battle damage takes a card from the opponent's hand."""

from tests.play import Cards, Game
from tests.rules import rule


def test_battle_damage_costs_a_card() -> None:
    game = Game(Cards(monsters=["Silver Fang"], spells=["Robbin' Goblin"]), Cards(hand=["Kuriboh"] * 2))
    game.attack("Silver Fang")
    assert game.count("hand", 1) + game.count("graveyard", 1) == 2
    assert game.names("graveyard", 1) == ["Kuriboh"]


def test_nothing_is_robbed_without_damage() -> None:
    game = Game(
        Cards(monsters=["Silver Fang"], spells=["Robbin' Goblin"]),
        Cards(hand=["Kuriboh"], monsters=["Kuriboh:defense"]),
    )
    game.attack("Silver Fang", "Kuriboh")
    assert game.count("hand", 1) == 1
    assert game.names("graveyard", 1) == ["Kuriboh"]


def test_damage_to_its_own_player_costs_nothing() -> None:
    game = Game(Cards(monsters=["Silver Fang"]), Cards(hand=["Kuriboh"], spells=["Robbin' Goblin"]))
    game.attack("Silver Fang")
    assert game.count("hand", 1) == 1
    assert game.life(1) == 6800


@rule("YGO-STZ-10")
def test_it_must_be_activated_first() -> None:
    game = Game(Cards(monsters=["Silver Fang"], spells=["Robbin' Goblin:set"]), Cards(hand=["Kuriboh"]))
    game.attack("Silver Fang")
    assert game.count("hand", 1) == 1


@rule("GAP-07")
def test_jinzo_destroyed_by_battle_stops_it_no_more() -> None:
    you = Cards(monsters=["Blue-Eyes White Dragon"], spells=["Robbin' Goblin"])
    game = Game(you, Cards(hand=["Silver Fang"], monsters=["Jinzo"]))
    game.attack("Blue-Eyes White Dragon", "Jinzo")
    assert set(game.names("graveyard", 1)) == {"Silver Fang", "Jinzo"}
