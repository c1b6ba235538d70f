"""Monsters with Trigger Effects: on Summons, battles, phases, and events of their own."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule

# --- Sangan and Witch of the Black Forest -------------------------------------------------------------------

DECK = ["Sogen", "Kuriboh", "Summoned Skull", "Giant Soldier of Stone"]


@pytest.mark.parametrize(
    ("monster", "offered"),
    [
        ("Sangan", {"Kuriboh", "Giant Soldier of Stone", "Mystical Elf"}),
        ("Witch of the Black Forest", {"Kuriboh", "Summoned Skull"}),
    ],
)
def test_it_fetches_a_weak_monster_from_the_deck(monster: str, offered: set[str]) -> None:
    game = Game(Cards(monsters=[monster], hand=["Dark Hole"], deck=DECK))
    game.begin_act("activate", "Dark Hole").calm()
    assert {game.name_of(key, option) for key, option in game.ask.options} == offered
    game.choose("Kuriboh").to_open()
    assert "Kuriboh" in game.names("hand")
    assert [told.card.name for told in game.happened("reveal") if told.card] == ["Kuriboh"]


@pytest.mark.parametrize("monster", ["Sangan", "Witch of the Black Forest"])
def test_from_the_hand_it_fetches_nothing(monster: str) -> None:
    game = Game(Cards(hand=[monster, "Card Destruction"])).do("activate", "Card Destruction")
    assert monster in game.names("graveyard")
    assert not game.happened("shuffle")


@rule("GAP-21")
@pytest.mark.parametrize("monster", ["Sangan", "Witch of the Black Forest"])
def test_it_fetches_once_a_turn(monster: str) -> None:
    game = Game(Cards(monsters=[monster, monster], hand=["Dark Hole"], deck=DECK))
    game.do("activate", "Dark Hole", "Kuriboh")
    assert len(game.happened("shuffle")) == 1


@pytest.mark.parametrize("monster", ["Sangan", "Witch of the Black Forest"])
def test_what_it_fetched_cannot_be_activated_this_turn(monster: str) -> None:
    you = Cards(monsters=[monster], deck=["Kuriboh"])
    game = Game(you, Cards(monsters=["Summoned Skull", "Silver Fang"]), first=0)
    game.declare_attack("Summoned Skull", monster).calm()
    game.choose("Kuriboh").calm()
    with pytest.raises(Illegal):
        game.declare_attack("Silver Fang").respond("Kuriboh", seat=0)


def test_what_sangan_fetched_triggers_nothing_in_that_turn() -> None:
    deck = ["Kuriboh", "Sonic Bird", "Black Luster Ritual"]
    game = Game(Cards(hand=["Dark Hole"], monsters=["Sangan"], deck=deck))
    game.do("activate", "Dark Hole", "Sonic Bird").do("summon", "Sonic Bird")
    assert game.names("deck")[0] == "Black Luster Ritual"
    assert "Sonic Bird" not in [told.card.name for told in game.happened("activate") if told.card]


def test_sangan_as_a_tribute_fetches_too() -> None:
    game = Game(Cards(hand=["Summoned Skull"], monsters=["Sangan"], deck=DECK))
    game.do("summon", "Summoned Skull", "Kuriboh")
    assert "Kuriboh" in game.names("hand")


# --- Gearfried ----------------------------------------------------------------------------------------------


def test_gearfried_destroys_his_equip() -> None:
    game = Game(Cards(hand=["Axe of Despair"], monsters=["Gearfried the Iron Knight"]))
    game.do("activate", "Axe of Despair")
    assert "Axe of Despair" in game.names("graveyard")
    assert game.card("Gearfried the Iron Knight").attack == 1800


def test_gearfried_leaves_equips_of_others() -> None:
    game = Game(Cards(hand=["Axe of Despair"], monsters=["Gearfried the Iron Knight", "Silver Fang"]))
    game.do("activate", "Axe of Despair", "Silver Fang")
    assert game.names("spell_trap") == ["Axe of Despair"]


def test_gearfried_frees_himself_of_a_thief() -> None:
    game = Game(Cards(hand=["Snatch Steal"]), Cards(monsters=["Gearfried the Iron Knight"]))
    game.do("activate", "Snatch Steal")
    assert game.names("monster", 1) == ["Gearfried the Iron Knight"]


# --- Breaker ------------------------------------------------------------------------------------------------

BREAKER = "Breaker the Magical Warrior"


def test_breaker_trades_his_counter_for_a_card() -> None:
    game = Game(Cards(hand=[BREAKER]), Cards(spells=["Waboku:set"])).do("summon", BREAKER)
    assert game.card(BREAKER).attack == 1900
    game.do("activate", BREAKER)
    assert game.card(BREAKER).attack == 1600
    assert game.names("graveyard", 1) == ["Waboku"]


@rule("YGO-CTR-03")
def test_breaker_turned_face_down_loses_his_counter() -> None:
    game = Game(Cards(hand=[BREAKER, "Book of Moon"])).do("summon", BREAKER).do("activate", "Book of Moon")
    assert game.card(BREAKER).counters == {}


def test_breaker_without_a_counter_breaks_nothing() -> None:
    game = Game(Cards(monsters=[BREAKER]), Cards(spells=["Waboku:set"]))
    assert not game.can("activate", BREAKER)


def test_breaker_special_summoned_has_no_counter() -> None:
    game = Game(Cards(hand=["Monster Reborn"], graveyard=[BREAKER])).do("activate", "Monster Reborn")
    assert game.card(BREAKER).counters == {}


# --- Junk Synchron, Sonic Bird, Mysterious Puppeteer --------------------------------------------------------


def test_junk_synchron_calls_a_small_monster_without_effects() -> None:
    game = Game(Cards(hand=["Junk Synchron"], graveyard=["Muka Muka"]))
    game.begin_act("summon", "Junk Synchron").calm()
    game.choose("Junk Synchron").to_open()
    card = game.card("Muka Muka")
    assert game.names("monster") == ["Junk Synchron", "Muka Muka"]
    assert (card.defense_position, card.negated) == (True, True)
    assert card.attack == 600


def test_junk_synchron_calls_nothing_big() -> None:
    game = Game(Cards(hand=["Junk Synchron"], graveyard=["Sangan", "Dark Hole"]))
    game.begin_act("summon", "Junk Synchron").calm()
    assert not game.can("activate", "Junk Synchron")


def test_junk_synchron_set_and_flipped_calls_nobody() -> None:
    game = Game(Cards(monsters=["Junk Synchron:set"], graveyard=["Muka Muka"]))
    game.begin_act("flip_summon", "Junk Synchron").calm()
    assert not game.can("activate", "Junk Synchron")


@pytest.mark.parametrize(("verb", "where"), [("summon", "hand"), ("flip_summon", "monsters")])
def test_sonic_bird_brings_a_ritual_spell(verb: str, where: str) -> None:
    deck = ["Sogen", "Fissure", "Black Luster Ritual"]
    you = (
        Cards(hand=["Sonic Bird"], deck=deck)
        if where == "hand"
        else Cards(monsters=["Sonic Bird:set"], deck=deck)
    )
    game = Game(you).begin_act(verb, "Sonic Bird").calm()
    game.choose("Sonic Bird").calm()
    game.choose("Black Luster Ritual").to_open()
    assert "Black Luster Ritual" in game.names("hand")


def test_sonic_bird_without_a_ritual_spell_is_silent() -> None:
    game = (
        Game(Cards(hand=["Sonic Bird"], deck=["Sogen", "Fissure"])).begin_act("summon", "Sonic Bird").calm()
    )
    assert not game.can("activate", "Sonic Bird")


def test_sonic_bird_special_summoned_brings_nothing() -> None:
    you = Cards(hand=["Monster Reborn"], graveyard=["Sonic Bird"], deck=["Sogen", "Black Luster Ritual"])
    game = Game(you).begin_act("activate", "Monster Reborn").calm()
    assert not game.can("activate", "Sonic Bird")


def test_mysterious_puppeteer_is_paid_for_every_summon_by_hand() -> None:
    you = Cards(monsters=["Mysterious Puppeteer", "Man-Eater Bug:set"], hand=["Silver Fang"])
    game = Game(you, Cards(monsters=["Great White"])).do("summon", "Silver Fang")
    assert game.life() == 8500
    assert game.do("flip_summon", "Man-Eater Bug", "Great White").life() == 9000


def test_mysterious_puppeteer_is_not_paid_for_himself_nor_for_special_summons() -> None:
    you = Cards(hand=["Mysterious Puppeteer", "Monster Reborn"], graveyard=["Silver Fang"])
    game = Game(you).do("summon", "Mysterious Puppeteer").do("activate", "Monster Reborn")
    assert game.life() == 8000


def test_mysterious_puppeteer_is_paid_for_the_opponents_summons() -> None:
    game = Game(Cards(hand=["Silver Fang"]), Cards(monsters=["Mysterious Puppeteer"])).do(
        "summon", "Silver Fang"
    )
    assert game.life(1) == 8500


# --- battle: Wall of Illusion, White Magical Hat, Dream Clown -----------------------------------------------


def test_wall_of_illusion_returns_its_attacker() -> None:
    game = Game(Cards(monsters=["Summoned Skull"]), Cards(monsters=["Wall of Illusion:set"]))
    game.attack("Summoned Skull", "Wall of Illusion")
    assert "Summoned Skull" in game.names("hand")
    assert game.names("graveyard", 1) == ["Wall of Illusion"]


def test_wall_of_illusion_returns_nothing_it_attacked() -> None:
    game = Game(Cards(monsters=["Wall of Illusion"]), Cards(monsters=["Giant Soldier of Stone:defense"]))
    game.attack("Wall of Illusion", "Giant Soldier of Stone")
    assert game.names("monster", 1) == ["Giant Soldier of Stone"]


def test_wall_of_illusion_returns_nothing_that_battle_destroyed() -> None:
    game = Game(Cards(monsters=["Man-Eater Bug"]), Cards(monsters=["Wall of Illusion"]))
    game.attack("Man-Eater Bug", "Wall of Illusion")
    assert game.names("graveyard") == ["Man-Eater Bug"]


def test_white_magical_hat_takes_a_card() -> None:
    game = Game(Cards(monsters=["White Magical Hat"]), Cards(hand=["Fissure", "Waboku"]))
    game.attack("White Magical Hat")
    assert game.count("hand", 1) == game.count("graveyard", 1) == 1


def test_white_magical_hat_takes_nothing_without_damage() -> None:
    game = Game(Cards(monsters=["White Magical Hat"]), Cards(monsters=["Kuriboh:defense"], hand=["Fissure"]))
    assert game.attack("White Magical Hat", "Kuriboh").count("hand", 1) == 1


def test_white_magical_hat_takes_nothing_when_damage_is_yours() -> None:
    game = Game(Cards(monsters=["White Magical Hat"]), Cards(monsters=["Summoned Skull"], hand=["Fissure"]))
    assert game.attack("White Magical Hat", "Summoned Skull").count("hand", 1) == 1


def test_dream_clown_destroys_when_it_turns_to_defend() -> None:
    game = Game(Cards(monsters=["Dream Clown"]), Cards(monsters=["Silver Fang", "Great White"]))
    game.do("change_position", "Dream Clown", "Great White")
    assert game.names("monster", 1) == ["Silver Fang"]


def test_dream_clown_does_nothing_turning_to_attack() -> None:
    game = Game(Cards(monsters=["Dream Clown:defense"]), Cards(monsters=["Silver Fang"]))
    assert game.do("change_position", "Dream Clown").count("monster", 1) == 1


def test_dream_clown_turned_by_an_effect_destroys_too() -> None:
    game = Game(Cards(hand=["Block Attack"], monsters=["Silver Fang"]), Cards(monsters=["Dream Clown"]))
    game.do("activate", "Block Attack")
    assert sorted(game.names("graveyard")) == ["Block Attack", "Silver Fang"]


# --- phases: The Wicked Worm Beast, Karate Man, Speed Warrior -----------------------------------------------


def test_the_wicked_worm_beast_returns_in_your_end_phase() -> None:
    assert "The Wicked Worm Beast" in Game(Cards(monsters=["The Wicked Worm Beast"])).end_turn().names("hand")


def test_the_wicked_worm_beast_stays_in_the_opponents_end_phase() -> None:
    them = Cards(monsters=["The Wicked Worm Beast"])
    game = Game(Cards(), them, first=0, skip_first_turn=False).end_turn()
    assert game.names("monster", 1) == ["The Wicked Worm Beast"]


def test_the_wicked_worm_beast_face_down_stays() -> None:
    game = Game(Cards(monsters=["The Wicked Worm Beast:set"])).end_turn()
    assert game.names("monster") == ["The Wicked Worm Beast"]


def test_karate_man_doubles_and_falls() -> None:
    game = Game(Cards(monsters=["Karate Man"])).do("activate", "Karate Man")
    assert game.card("Karate Man").attack == 2000
    assert game.end_turn().names("graveyard") == ["Karate Man"]


def test_karate_man_doubles_once_a_turn_and_need_not() -> None:
    game = Game(Cards(monsters=["Karate Man"])).do("activate", "Karate Man")
    assert not game.can("activate", "Karate Man")
    assert Game(Cards(monsters=["Karate Man"])).end_turn().names("monster") == ["Karate Man"]


def test_karate_man_turned_face_down_survives() -> None:
    game = Game(Cards(monsters=["Karate Man"], hand=["Book of Moon"])).do("activate", "Karate Man")
    game.do("activate", "Book of Moon").end_turn()
    assert game.names("monster") == ["Karate Man"]


def test_speed_warrior_doubles_in_the_turn_of_his_summon() -> None:
    game = Game(Cards(hand=["Speed Warrior"])).do("summon", "Speed Warrior")
    assert not game.can("activate", "Speed Warrior")
    game.phase("battle").do("activate", "Speed Warrior")
    assert game.attack("Speed Warrior").life(1) == 6200
    game.phase("main2")
    assert game.card("Speed Warrior").attack == 900


def test_what_raises_speed_warrior_before_is_swallowed_and_what_comes_later_counts() -> None:
    game = Game(Cards(hand=["Speed Warrior", "Sogen", "Rush Recklessly"])).do("activate", "Sogen")
    game.do("summon", "Speed Warrior").phase("battle").do("activate", "Speed Warrior")
    assert game.card("Speed Warrior").attack == 1800
    game.do("activate", "Rush Recklessly")
    assert game.attack("Speed Warrior").life(1) == 8000 - 2500
    game.phase("main2")
    assert game.card("Speed Warrior").attack == 900 + 200 + 700


def test_speed_warrior_doubles_in_no_later_turn() -> None:
    game = Game(Cards(monsters=["Speed Warrior"])).phase("battle")
    assert not game.can("activate", "Speed Warrior")


def test_speed_warrior_doubles_once_and_not_in_the_damage_step() -> None:
    game = Game(Cards(hand=["Speed Warrior"])).do("summon", "Speed Warrior").phase("battle")
    game.do("activate", "Speed Warrior")
    with pytest.raises(Illegal):
        game.declare_attack("Speed Warrior").respond("Speed Warrior", seat=0)
