"""Monsters with continuous effects: Jinzo, Lord of D., Milus Radiant, Muka Muka, Maha Vailo and others."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import FILLER, Cards, Game
from tests.rules import rule

# --- Jinzo --------------------------------------------------------------------------------------------------


def test_jinzo_lets_nobody_activate_traps() -> None:
    game = Game(Cards(monsters=["Jinzo"], spells=["Waboku:set"]), Cards(spells=["Jar of Greed:set"]))
    assert not game.can("activate", "Waboku")
    with pytest.raises(Illegal):
        game.begin_act("change_position", "Jinzo").respond("Jar of Greed")


def test_jinzo_negates_traps_on_the_field() -> None:
    game = Game(
        Cards(hand=["Jinzo"], monsters=["Silver Fang"]), Cards(spells=["Royal Decree", "Gravity Bind"])
    )
    game.do("summon", "Jinzo")
    assert game.card("Gravity Bind").negated
    assert game.card("Royal Decree").negated
    assert game.phase("battle").can("attack", "Jinzo")


def test_jinzo_does_not_stop_what_answers_its_own_summon() -> None:
    game = Game(Cards(hand=["Jinzo"], monsters=["Silver Fang"]), Cards(spells=["Solemn Judgment:set"]))
    game.begin_act("summon", "Jinzo").respond("Solemn Judgment").to_open()
    assert "Jinzo" in game.names("graveyard")


def test_jinzo_comes_too_fast_for_a_trap_hole() -> None:
    game = Game(Cards(hand=["Jinzo"], monsters=["Silver Fang"]), Cards(spells=["Trap Hole:set"]))
    with pytest.raises(Illegal):
        game.begin_act("summon", "Jinzo").respond("Trap Hole")


def test_jinzo_called_back_by_a_trap_outlives_it() -> None:
    game = Game(
        Cards(spells=["Call of the Haunted:set"], graveyard=["Jinzo"], hand=["Mystical Space Typhoon"])
    )
    game.do("activate", "Call of the Haunted")
    assert game.card("Call of the Haunted").negated
    game.do("activate", "Mystical Space Typhoon")
    assert game.names("monster") == ["Jinzo"]


def test_jinzo_leaves_spells_alone() -> None:
    game = Game(Cards(monsters=["Jinzo"], hand=["Pot of Greed"])).do("activate", "Pot of Greed")
    assert game.names("graveyard") == ["Pot of Greed"]


# --- Lord of D. ---------------------------------------------------------------------------------------------


def test_lord_of_d_shields_dragons_of_both_players() -> None:
    you = Cards(hand=["Change of Heart", "Block Attack"], monsters=["Lord of D."])
    game = Game(you, Cards(monsters=["Koumori Dragon"]))
    assert not game.can("activate", "Change of Heart")
    assert not game.can("activate", "Block Attack")


def test_lord_of_d_does_not_shield_himself() -> None:
    game = Game(Cards(hand=["Change of Heart"]), Cards(monsters=["Lord of D.", "Koumori Dragon"]))
    game.do("activate", "Change of Heart")
    assert game.names("monster") == ["Lord of D."]


def test_lord_of_d_stops_nothing_that_does_not_target() -> None:
    game = Game(Cards(hand=["Raigeki"]), Cards(monsters=["Lord of D.", "Koumori Dragon"]))
    assert game.do("activate", "Raigeki").count("monster", 1) == 0


# --- values -------------------------------------------------------------------------------------------------


def test_milus_radiant_raises_earth_and_lowers_wind() -> None:
    game = Game(
        Cards(monsters=["Milus Radiant", "Silver Fang"]), Cards(monsters=["Speed Warrior", "Feral Imp"])
    )
    values = {name: game.card(name).attack for name in ("Milus Radiant", "Silver Fang", "Speed Warrior")}
    assert values == {"Milus Radiant": 800, "Silver Fang": 1700, "Speed Warrior": 500}
    assert game.card("Feral Imp").attack == 1300


def test_milus_radiant_gone_its_change_is_gone() -> None:
    game = Game(Cards(monsters=["Milus Radiant", "Silver Fang"], hand=["Book of Moon"]))
    game.do("activate", "Book of Moon", "Milus Radiant")
    assert game.card("Silver Fang").attack == 1200


def test_milus_radiant_face_down_does_nothing() -> None:
    assert Game(Cards(monsters=["Milus Radiant:set", "Silver Fang"])).card("Silver Fang").attack == 1200


def test_muka_muka_grows_with_your_hand() -> None:
    game = Game(Cards(monsters=["Muka Muka"], hand=["Pot of Greed"]))
    card, held = game.card("Muka Muka"), game.count("hand")
    assert (card.attack, card.defense) == (600 + 300 * held, 300 + 300 * held)
    game.do("activate", "Pot of Greed")
    assert card.attack == 600 + 300 * (held + 1)


def test_muka_muka_does_not_count_the_opponents_hand() -> None:
    game = Game(Cards(fillers=10), Cards(monsters=["Muka Muka"], hand=["Fissure", "Fissure"]))
    assert game.card("Muka Muka").attack == 1200


def test_maha_vailo_gains_500_beyond_each_equip() -> None:
    you = Cards(monsters=["Maha Vailo"], hand=["Book of Secret Arts", "Axe of Despair"])
    game = Game(you).do("activate", "Book of Secret Arts").do("activate", "Axe of Despair")
    assert game.card("Maha Vailo").attack == 1550 + 300 + 1000 + 2 * 500


def test_maha_vailo_counts_no_equip_on_others() -> None:
    you = Cards(monsters=["Maha Vailo", "Silver Fang"], hand=["Axe of Despair"])
    game = Game(you).do("activate", "Axe of Despair", "Silver Fang")
    assert game.card("Maha Vailo").attack == 1550


def test_maha_vailo_loses_it_with_the_equip() -> None:
    you = Cards(monsters=["Maha Vailo"], hand=["Axe of Despair", "Mystical Space Typhoon"])
    game = Game(you).do("activate", "Axe of Despair").do("activate", "Mystical Space Typhoon")
    assert game.card("Maha Vailo").attack == 1550


# --- Mad Sword Beast and Asura Priest -----------------------------------------------------------------------


def test_mad_sword_beast_pierces() -> None:
    game = Game(Cards(monsters=["Mad Sword Beast"]), Cards(monsters=["Silver Fang:defense"]))
    assert game.attack("Mad Sword Beast", "Silver Fang").life(1) == 7400


def test_mad_sword_beast_defending_pierces_nobody() -> None:
    game = Game(Cards(monsters=["Summoned Skull"]), Cards(monsters=["Mad Sword Beast:defense"]))
    game.attack("Summoned Skull", "Mad Sword Beast")
    assert game.life(0) == game.life(1) == 8000


def test_mad_sword_beast_negated_pierces_nobody() -> None:
    them = Cards(monsters=["Silver Fang:defense"], spells=["Skill Drain"])
    assert (
        Game(Cards(monsters=["Mad Sword Beast"]), them).attack("Mad Sword Beast", "Silver Fang").life(1)
        == 8000
    )


def test_asura_priest_attacks_every_monster_once() -> None:
    game = Game(Cards(monsters=["Asura Priest"]), Cards(monsters=["Silver Fang", "Feral Imp"]))
    game.attack("Asura Priest", "Silver Fang")
    assert not game.can("direct")
    game.attack("Asura Priest", "Feral Imp")
    assert game.life(1) == 8000 - 500 - 400
    assert not game.can("attack", "Asura Priest")


def test_asura_priest_attacks_no_monster_twice() -> None:
    them = Cards(monsters=["Giant Soldier of Stone:defense", "Feral Imp"])
    game = Game(Cards(monsters=["Asura Priest"]), them)
    game.attack("Asura Priest", "Giant Soldier of Stone")
    game.attack("Asura Priest")
    assert game.names("graveyard", 1) == ["Feral Imp"]
    assert not game.can("attack", "Asura Priest")


def test_asura_priest_attacks_directly_but_once() -> None:
    game = Game(Cards(monsters=["Asura Priest"])).attack("Asura Priest")
    assert game.life(1) == 6300
    assert not game.can("attack", "Asura Priest")


def test_asura_priest_returns_in_the_turn_of_its_summon_only() -> None:
    game = Game(Cards(hand=["Asura Priest"])).do("summon", "Asura Priest").end_turn()
    assert "Asura Priest" in game.names("hand")
    game = Game(Cards(monsters=["Asura Priest"])).end_turn()
    assert game.names("monster") == ["Asura Priest"]


def test_asura_priest_cannot_be_special_summoned() -> None:
    game = Game(Cards(hand=["Monster Reborn"], graveyard=["Asura Priest"]))
    assert not game.can("activate", "Monster Reborn")


# --- Kaiser Sea Horse ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", ["attack", "set"])
def test_kaiser_sea_horse_is_two_tributes_for_light(position: str) -> None:
    you = Cards(hand=["Blue-Eyes White Dragon"], monsters=[f"Kaiser Sea Horse:{position}"])
    game = Game(you).do("summon", "Blue-Eyes White Dragon")
    assert game.names("monster") == ["Blue-Eyes White Dragon"]


def test_kaiser_sea_horse_is_one_tribute_for_others() -> None:
    game = Game(Cards(hand=["Dark Magician", "Jinzo"], monsters=["Kaiser Sea Horse"]))
    assert not game.can("summon", "Dark Magician")
    assert game.can("summon", "Jinzo")


def test_kaiser_sea_horse_negated_is_one_tribute() -> None:
    you = Cards(hand=["Blue-Eyes White Dragon"], monsters=["Kaiser Sea Horse"], spells=["Skill Drain"])
    assert not Game(you).can("summon", "Blue-Eyes White Dragon")


# --- Exodia -------------------------------------------------------------------------------------------------

LIMBS = [f"{side} {limb} of the Forbidden One" for side in ("Left", "Right") for limb in ("Arm", "Leg")]


@rule("CLS-WIN-06", "GAP-46")
def test_exodia_complete_wins() -> None:
    game = Game(
        Cards(hand=["Exodia the Forbidden One", "Pot of Greed", *LIMBS[:3]], deck=["Fissure", LIMBS[3]])
    )
    assert not game.over
    assert game.do("activate", "Pot of Greed").over == "0 exodia"


def test_exodia_without_a_limb_does_not_win() -> None:
    hand = ["Exodia the Forbidden One", *LIMBS[:3], LIMBS[0]]
    assert not Game(Cards(hand=hand, graveyard=[LIMBS[3]])).over


def test_the_effect_that_completes_exodia_is_carried_out_first() -> None:
    hand, deck = ["Graceful Charity", *LIMBS[:2]], [FILLER, *LIMBS[2:], "Exodia the Forbidden One"]
    lost = Game(Cards(hand=hand, deck=deck)).begin_act("activate", "Graceful Charity").calm()
    lost.choose(LIMBS[0], LIMBS[1])
    assert not lost.over
    kept = Game(Cards(hand=[*hand, FILLER], deck=deck)).begin_act("activate", "Graceful Charity").calm()
    assert kept.choose(FILLER, FILLER).over == "0 exodia"


def test_exodia_in_both_hands_at_once_is_a_draw() -> None:
    parts = ["Exodia the Forbidden One", *LIMBS]
    assert Game(Cards(hand=parts), Cards(hand=parts)).over == "draw exodia"


@rule("GAP-17")
def test_a_monster_whose_summon_can_be_negated_is_reached_by_nothing_yet() -> None:
    them = Cards(spells=["Solemn Judgment:set"])
    game = Game(Cards(monsters=["Milus Radiant"], hand=["Silver Fang"]), them)
    game.begin_act("summon", "Silver Fang")
    while game.ask.seat != 1:
        game.choose("pass")
    assert game.card("Silver Fang").attack == 1200
    assert game.calm().card("Silver Fang").attack == 1700
