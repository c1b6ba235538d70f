"""Flip effects: what each does when it is flipped face-up, and that nothing else triggers it."""

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule

FLIPS = [
    "Armed Ninja",
    "Big Eye",
    "Hane-Hane",
    "Hiro's Shadow Scout",
    "Jigen Bakudan",
    "Magician of Faith",
    "Man-Eater Bug",
    "Mask of Darkness",
    "Morphing Jar",
    "Penguin Soldier",
    "Princess of Tsurugi",
    "The Stern Mystic",
    "Trap Master",
]


def begin_flipped(name: str, *choices: str, you: Cards | None = None, them: Cards | None = None) -> Game:
    you = you or Cards(monsters=[f"{name}:set"])
    return Game(you, them).do("flip_summon", name, *choices)


@pytest.mark.parametrize("name", FLIPS)
def test_summoned_face_up_it_does_nothing(name: str) -> None:
    them = Cards(monsters=["Silver Fang"], spells=["Fissure:set"])
    game = Game(Cards(hand=[name], graveyard=["Fissure", "Waboku"]), them)
    game.begin_act("summon", name).calm()
    assert not game.happened("activate")


@pytest.mark.parametrize("name", FLIPS)
def test_in_the_turn_it_was_set_it_cannot_be_flipped(name: str) -> None:
    game = Game(Cards(hand=[name])).do("set", name)
    assert not game.can("flip_summon", name)


@pytest.mark.parametrize("name", FLIPS)
def test_attacked_it_works_after_damage_calculation(name: str) -> None:
    them = Cards(monsters=["Summoned Skull"], spells=["Fissure:set"], hand=["Fissure"])
    game = Game(Cards(monsters=[f"{name}:set"], graveyard=["Fissure", "Waboku"]), them, first=0)
    game.attack("Summoned Skull", name).to_open()
    used = [told for told in game.happened("activate") if told.card is game.card(name)]
    optional = name == "Penguin Soldier"
    assert len(used) == (0 if optional else 1)


# --- Man-Eater Bug ------------------------------------------------------------------------------------------


def test_man_eater_bug_destroys_a_monster() -> None:
    game = begin_flipped("Man-Eater Bug", "Silver Fang", them=Cards(monsters=["Silver Fang"]))
    assert game.names("graveyard", 1) == ["Silver Fang"]
    assert game.names("monster") == ["Man-Eater Bug"]


def test_man_eater_bug_alone_destroys_itself() -> None:
    assert begin_flipped("Man-Eater Bug").names("graveyard") == ["Man-Eater Bug"]


# --- Hane-Hane and Penguin Soldier --------------------------------------------------------------------------


def test_hane_hane_returns_one_monster() -> None:
    game = begin_flipped("Hane-Hane", "Silver Fang", them=Cards(monsters=["Silver Fang"]))
    assert "Silver Fang" in game.names("hand", 1)
    assert game.count("monster", 1) == 0


def test_hane_hane_returns_a_stolen_monster_to_its_owner() -> None:
    you = Cards(monsters=["Hane-Hane:set"], hand=["Change of Heart"])
    game = Game(you, Cards(monsters=["Silver Fang"])).do("activate", "Change of Heart")
    game.do("flip_summon", "Hane-Hane", "Silver Fang")
    assert "Silver Fang" in game.names("hand", 1)


def test_penguin_soldier_returns_two_monsters() -> None:
    them = Cards(monsters=["Silver Fang", "Great White"])
    game = begin_flipped("Penguin Soldier", "Penguin Soldier", "Silver Fang", "Great White", them=them)
    assert {"Silver Fang", "Great White"}.issubset(game.names("hand", 1))


def test_penguin_soldier_need_not_be_used() -> None:
    game = Game(Cards(monsters=["Penguin Soldier:set"])).begin_act("flip_summon", "Penguin Soldier").calm()
    assert game.can("activate", "Penguin Soldier")
    game.choose("pass").to_open()
    assert not game.happened("activate")


# --- Magician of Faith and Mask of Darkness -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("monster", "wanted", "other"),
    [("Magician of Faith", "Dark Hole", "Waboku"), ("Mask of Darkness", "Waboku", "Dark Hole")],
)
def test_it_takes_back_a_card_of_its_kind_only(monster: str, wanted: str, other: str) -> None:
    you = Cards(monsters=[f"{monster}:set"], graveyard=[wanted, other, wanted])
    game = begin_flipped(monster, wanted, you=you)
    assert wanted in game.names("hand")
    assert sorted(game.names("graveyard")) == sorted([wanted, other])


@pytest.mark.parametrize("monster", ["Magician of Faith", "Mask of Darkness"])
def test_with_nothing_to_take_back_it_is_used_all_the_same(monster: str) -> None:
    game = begin_flipped(monster, them=Cards(graveyard=["Dark Hole", "Waboku"]))
    assert len(game.happened("activate")) == 1
    assert game.count("graveyard", 1) == 2


# --- Armed Ninja and Trap Master ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("monster", "hit", "miss"),
    [("Armed Ninja", "Dark Hole", "Waboku"), ("Trap Master", "Waboku", "Dark Hole")],
)
def test_a_set_card_falls_if_it_is_of_the_kind(monster: str, hit: str, miss: str) -> None:
    assert begin_flipped(monster, them=Cards(spells=[f"{hit}:set"])).names("graveyard", 1) == [hit]
    game = begin_flipped(monster, them=Cards(spells=[f"{miss}:set"]))
    assert game.names("spell_trap", 1) == [miss]
    assert not game.card(miss).face_up
    assert len(game.happened("reveal")) == 1


@pytest.mark.parametrize(
    ("monster", "hidden_from"), [("Armed Ninja", "Royal Decree"), ("Trap Master", "Toon World")]
)
def test_a_face_up_card_of_the_other_kind_is_no_target(monster: str, hidden_from: str) -> None:
    game = begin_flipped(monster, them=Cards(spells=[hidden_from]))
    assert game.names("spell_trap", 1) == [hidden_from]


# --- Big Eye ------------------------------------------------------------------------------------------------

TOP = ["Dark Hole", "Fissure", "Waboku", "Raigeki", "Ookazi"]


def test_big_eye_orders_the_top_five_cards() -> None:
    you = Cards(monsters=["Big Eye:set"], deck=["Sogen", *TOP])
    game = begin_flipped("Big Eye", "Ookazi", "Raigeki", "Waboku", "Fissure", you=you)
    assert game.names("deck")[:5] == TOP[::-1]


def test_big_eye_shows_the_opponent_nothing() -> None:
    you = Cards(monsters=["Big Eye:set"], deck=["Sogen", *TOP])
    game = Game(you).begin_act("flip_summon", "Big Eye").calm()
    assert {game.name_of(key, option) for key, option in game.ask.options} == set(TOP)
    assert all(told.readers & 0b110 == 0 for told in game.happened("reveal"))


def test_big_eye_takes_what_is_left_of_a_small_deck() -> None:
    you = Cards(monsters=["Big Eye:set"], deck=["Sogen", "Dark Hole", "Fissure"], fillers=0)
    assert begin_flipped("Big Eye", "Fissure", you=you).names("deck") == ["Fissure", "Dark Hole"]


# --- Hiro's Shadow Scout, Morphing Jar, Princess of Tsurugi, The Stern Mystic -------------------------------


def test_hiros_shadow_scout_takes_drawn_spells() -> None:
    deck = ["Dark Hole", "Waboku", "Silver Fang"]
    game = Game(Cards(monsters=["Hiro's Shadow Scout:set"]), Cards(hand=["Fissure"], deck=deck))
    held = game.count("hand", 1)
    game.do("flip_summon", "Hiro's Shadow Scout")
    assert game.names("graveyard", 1) == ["Dark Hole"]
    assert "Fissure" in game.names("hand", 1)
    assert game.count("hand", 1) == held + 2


def test_hiros_shadow_scout_beats_an_empty_deck() -> None:
    game = Game(Cards(monsters=["Hiro's Shadow Scout:set"]), Cards(deck=["Sogen"], fillers=0))
    assert game.do("flip_summon", "Hiro's Shadow Scout").over == "0 deckout"


def test_morphing_jar_gives_both_five_new_cards() -> None:
    game = begin_flipped("Morphing Jar", them=Cards(hand=["Fissure", "Fissure"]))
    assert game.count("hand") == game.count("hand", 1) == 5
    assert "Fissure" in game.names("graveyard", 1)


def test_morphing_jar_discards_your_hand_too() -> None:
    game = Game(Cards(monsters=["Morphing Jar:set"], hand=["Silver Fang"]))
    game.do("flip_summon", "Morphing Jar")
    assert "Silver Fang" in game.names("graveyard")


@rule("GAP-23")
def test_morphing_jar_with_two_empty_decks_is_a_draw() -> None:
    you = Cards(monsters=["Morphing Jar:set"], fillers=2)
    assert begin_flipped("Morphing Jar", you=you, them=Cards(fillers=2)).over == "draw deckout"


def test_princess_of_tsurugi_burns_for_every_spell_and_trap() -> None:
    them = Cards(spells=["Waboku:set", "Toon World"], field_spell="Sogen")
    assert begin_flipped("Princess of Tsurugi", them=them).life(1) == 6500


def test_princess_of_tsurugi_does_not_count_your_own() -> None:
    you = Cards(monsters=["Princess of Tsurugi:set"], spells=["Waboku:set"])
    assert begin_flipped("Princess of Tsurugi", you=you).life(1) == 8000


def test_the_stern_mystic_sees_what_lies_face_down() -> None:
    game = begin_flipped(
        "The Stern Mystic", them=Cards(monsters=["Man-Eater Bug:set"], spells=["Waboku:set"])
    )
    seen = [told.card.name for told in game.happened("reveal") if told.card]
    assert sorted(seen) == ["Man-Eater Bug", "Waboku"]


def test_the_stern_mystic_sets_off_no_flip_effect() -> None:
    game = begin_flipped("The Stern Mystic", them=Cards(monsters=["Man-Eater Bug:set"]))
    assert not game.card("Man-Eater Bug").face_up
    assert game.names("monster") == ["The Stern Mystic"]


# --- Jigen Bakudan ------------------------------------------------------------------------------------------


def test_jigen_bakudan_goes_off_in_your_next_standby_phase() -> None:
    you = Cards(monsters=["Jigen Bakudan:set", "Summoned Skull"])
    game = begin_flipped("Jigen Bakudan", you=you)
    game.end_turn()
    assert game.life(1) == 8000
    game.end_turn()
    assert game.life(1) == 8000 - 1250
    assert sorted(game.names("graveyard")) == ["Jigen Bakudan", "Summoned Skull"]


def test_jigen_bakudan_turned_down_again_does_not_go_off() -> None:
    you = Cards(monsters=["Jigen Bakudan:set", "Summoned Skull"], hand=["Book of Moon"])
    game = begin_flipped("Jigen Bakudan", you=you).do("activate", "Book of Moon", "Jigen Bakudan")
    game.end_turn().end_turn()
    assert game.life(1) == 8000


def test_jigen_bakudan_goes_off_only_once() -> None:
    game = begin_flipped("Jigen Bakudan").end_turn().end_turn().end_turn().end_turn()
    assert game.life(1) == 8000
    assert len([told for told in game.happened("activate") if told.card is game.card("Jigen Bakudan")]) == 2


@rule("GAP-15")
def test_jigen_bakudan_destroys_and_hurts_in_one_moment() -> None:
    you = Cards(monsters=["Jigen Bakudan:set", "Summoned Skull"], hand=["Malevolent Nuzzler"])
    game = begin_flipped("Jigen Bakudan", you=you).do("activate", "Malevolent Nuzzler", "Summoned Skull")
    game.end_turn().to_turn(4).calm()
    assert game.choose("Malevolent Nuzzler").to_open().names("deck")[0] == "Malevolent Nuzzler"
    assert game.life(1) == 8000 - (2500 + 700) // 2


def test_what_is_not_set_cannot_be_flipped() -> None:
    with pytest.raises(Illegal):
        begin_flipped("Man-Eater Bug", you=Cards(monsters=["Man-Eater Bug"]))
