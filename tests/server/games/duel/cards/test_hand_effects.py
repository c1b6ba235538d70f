"""Ash Blossom, Effect Veiler and Kuriboh: what a card in the hand can respond to."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule

ASH = "Ash Blossom & Joyous Spring"


# --- Ash Blossom --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spell", ["Pot of Greed", "Graceful Charity", "Card Destruction"])
def test_ash_blossom_stops_a_draw(spell: str) -> None:
    game = Game(Cards(hand=[spell, "Fissure"]), Cards(hand=[ASH]))
    deck = game.count("deck")
    game.begin_act("activate", spell).respond(ASH).to_open()
    assert game.count("deck") == deck
    assert game.names("graveyard", 1) == [ASH]


def test_ash_blossom_stops_a_search() -> None:
    game = Game(Cards(monsters=["Sangan"], hand=["Dark Hole"]), Cards(hand=[ASH]))
    game.begin_act("activate", "Dark Hole").respond(ASH).to_open()
    assert not game.happened("shuffle")


def test_ash_blossom_lets_what_leaves_the_deck_alone_pass() -> None:
    game = Game(Cards(hand=["Dark Hole"]), Cards(monsters=["Silver Fang"], hand=[ASH]))
    with pytest.raises(Illegal):
        game.begin_act("activate", "Dark Hole").respond(ASH)


@rule("GAP-07")
def test_ash_blossom_negates_an_effect_and_no_activation_so_not_in_the_damage_step() -> None:
    game = Game(Cards(monsters=["Sangan"]), Cards(hand=[ASH], monsters=["Summoned Skull"])).end_turn()
    game.phase("battle").declare_attack("Summoned Skull", "Sangan")
    with pytest.raises(Illegal):
        game.respond(ASH, seat=1)


@rule("GAP-21")
def test_ash_blossom_works_once_a_turn_for_all_copies() -> None:
    game = Game(Cards(hand=["Pot of Greed", "Pot of Greed"]), Cards(hand=[ASH, ASH]))
    game.begin_act("activate", "Pot of Greed").respond(ASH).to_open()
    with pytest.raises(Illegal):
        game.begin_act("activate", "Pot of Greed").respond(ASH)


def test_ash_blossom_negates_the_effect_and_not_the_cost() -> None:
    game = Game(Cards(hand=["Pot of Desires"], fillers=20), Cards(hand=[ASH]))
    game.begin_act("activate", "Pot of Desires").respond(ASH).to_open()
    assert game.count("banished") == 10
    assert "Pot of Desires" in game.names("graveyard")


def test_ash_blossom_stops_last_will_only_where_it_would_summon_at_once() -> None:
    you = Cards(hand=["Last Will"], monsters=["Exiled Force"], deck=["Silver Fang", "Silver Fang"])
    game = Game(you, Cards(hand=[ASH], monsters=["Summoned Skull"]))
    game.begin_act("activate", "Last Will")
    assert not game.can("activate", ASH)
    late = Game(you, Cards(hand=[ASH], monsters=["Summoned Skull"])).do("activate", "Exiled Force")
    late.begin_act("activate", "Last Will").respond(ASH).to_open()
    assert late.count("monster") == 0


# --- Effect Veiler ------------------------------------------------------------------------------------------


def test_effect_veiler_negates_a_monster_for_this_turn() -> None:
    game = Game(Cards(monsters=["Exiled Force", "Muka Muka"]), Cards(hand=["Effect Veiler", "Fissure"]))
    game.begin_act("change_position", "Exiled Force").respond("Effect Veiler", "Muka Muka").to_open()
    assert game.card("Muka Muka").attack == 600
    game.end_turn()
    assert (game.card("Muka Muka").attack or 0) > 600


def test_effect_veiler_answers_an_activation_and_it_fails() -> None:
    you = Cards(monsters=["Time Wizard"])
    game = Game(you, Cards(monsters=["Silver Fang"], hand=["Effect Veiler"]))
    game.begin_act("activate", "Time Wizard").respond("Effect Veiler").to_open()
    assert not game.happened("coin")
    assert game.names("graveyard", 1) == ["Effect Veiler"]


def test_effect_veiler_is_refused_in_your_own_turn() -> None:
    game = Game(Cards(hand=["Effect Veiler"]), Cards(monsters=["Muka Muka"]))
    assert not game.can("activate", "Effect Veiler")


def test_effect_veiler_is_refused_in_the_battle_phase() -> None:
    game = Game(Cards(monsters=["Muka Muka"]), Cards(hand=["Effect Veiler"])).phase("battle")
    with pytest.raises(Illegal):
        game.declare_attack("Muka Muka").respond("Effect Veiler")


def test_effect_veiler_needs_an_effect_monster() -> None:
    game = Game(Cards(monsters=["Silver Fang"]), Cards(hand=["Effect Veiler"]))
    with pytest.raises(Illegal):
        game.begin_act("change_position", "Silver Fang").respond("Effect Veiler")


# --- Kuriboh ------------------------------------------------------------------------------------------------


@rule("GAP-07")
def test_kuriboh_takes_the_damage_of_a_direct_attack() -> None:
    game = Game(Cards(monsters=["Summoned Skull"]), Cards(hand=["Kuriboh"]))
    game.declare_attack("Summoned Skull").respond("Kuriboh").calm()
    assert game.life(1) == 8000
    assert game.names("graveyard", 1) == ["Kuriboh"]


def test_kuriboh_saves_no_monster() -> None:
    game = Game(Cards(monsters=["Summoned Skull"]), Cards(monsters=["Silver Fang"], hand=["Kuriboh"]))
    game.declare_attack("Summoned Skull", "Silver Fang").respond("Kuriboh").calm()
    assert game.life(1) == 8000
    assert "Silver Fang" in game.names("graveyard", 1)


def test_kuriboh_helps_for_one_battle_only() -> None:
    game = Game(Cards(monsters=["Summoned Skull", "Silver Fang"]), Cards(hand=["Kuriboh"]))
    game.declare_attack("Summoned Skull").respond("Kuriboh").calm()
    assert game.attack("Silver Fang").life(1) == 6800


@pytest.mark.parametrize("defender", ["Silver Fang:defense", "Blue-Eyes White Dragon"])
def test_kuriboh_is_refused_where_no_damage_comes(defender: str) -> None:
    game = Game(Cards(monsters=["Summoned Skull"]), Cards(monsters=[defender], hand=["Kuriboh"]))
    with pytest.raises(Illegal):
        game.declare_attack("Summoned Skull", defender.split(":")[0]).respond("Kuriboh")


def test_kuriboh_is_refused_when_your_own_attack_hurts_you() -> None:
    you = Cards(monsters=["Silver Fang"], hand=["Kuriboh"])
    game = Game(you, Cards(monsters=["Summoned Skull"]))
    with pytest.raises(Illegal):
        game.declare_attack("Silver Fang", "Summoned Skull").respond("Kuriboh", seat=0)
