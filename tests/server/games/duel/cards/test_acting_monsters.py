"""Monsters activated in one's own Main Phase: Exiled Force, Time Wizard, Royal Magical Library, Cyber
Dragon …
"""

import pytest

from tests.play import Cards, Game
from tests.rules import rule

LIBRARY = "Royal Magical Library"


# --- Cyber Dragon -------------------------------------------------------------------------------------------


def test_cyber_dragon_comes_by_itself() -> None:
    game = Game(Cards(hand=["Cyber Dragon", "Silver Fang"]), Cards(monsters=["Great White"]))
    game.do("special_summon", "Cyber Dragon", "attack").do("summon", "Silver Fang")
    assert game.names("monster") == ["Cyber Dragon", "Silver Fang"]


@pytest.mark.parametrize(("yours", "theirs"), [([], []), (["Silver Fang"], ["Great White"])])
def test_cyber_dragon_needs_monsters_on_the_other_side_only(yours: list[str], theirs: list[str]) -> None:
    game = Game(Cards(hand=["Cyber Dragon"], monsters=yours), Cards(monsters=theirs))
    assert not game.can("special_summon", "Cyber Dragon")


def test_cyber_dragon_starts_no_chain() -> None:
    game = Game(Cards(hand=["Cyber Dragon"]), Cards(monsters=["Great White"], spells=["Horn of Heaven:set"]))
    game.begin_act("special_summon", "Cyber Dragon", "attack").respond("Horn of Heaven").to_open()
    assert game.names("graveyard") == ["Cyber Dragon"]
    assert [told.card.name for told in game.happened("activate") if told.card] == ["Horn of Heaven"]


# --- Exiled Force -------------------------------------------------------------------------------------------


def test_exiled_force_gives_itself_for_a_monster() -> None:
    game = Game(Cards(monsters=["Exiled Force"]), Cards(monsters=["Summoned Skull"]))
    game.do("activate", "Exiled Force")
    assert game.count("monster") == game.count("monster", 1) == 0


def test_exiled_force_alone_has_no_target() -> None:
    assert not Game(Cards(monsters=["Exiled Force"])).can("activate", "Exiled Force")


def test_exiled_force_is_gone_before_anybody_can_answer() -> None:
    them = Cards(monsters=["Summoned Skull"], spells=["Book of Moon:set"])
    game = Game(Cards(monsters=["Exiled Force"]), them).begin_act("activate", "Exiled Force")
    assert game.names("graveyard") == ["Exiled Force"]


# --- Time Wizard --------------------------------------------------------------------------------------------


def wizard(call: str) -> Game:
    you = Cards(monsters=["Time Wizard", "Summoned Skull"])
    return Game(you, Cards(monsters=["Silver Fang"])).do("activate", "Time Wizard", call)


def coin_result(game: Game) -> str:
    return game.happened("coin")[0].word


def test_time_wizard_called_right_or_wrong() -> None:
    for call in ("heads", "tails"):
        game = wizard(call)
        if coin_result(game) == call:
            assert game.names("graveyard", 1) == ["Silver Fang"]
            assert game.life() == 8000
        else:
            assert sorted(game.names("graveyard")) == ["Summoned Skull", "Time Wizard"]
            assert game.life() == 8000 - 1500
            assert game.names("monster", 1) == ["Silver Fang"]
    assert {coin_result(wizard("heads")) == "heads", coin_result(wizard("tails")) == "tails"} == {True, False}


def test_time_wizard_turns_time_once_a_turn() -> None:
    game = wizard("heads")
    if coin_result(game) != "heads":
        game = wizard("tails")
    assert game.names("monster") == ["Time Wizard", "Summoned Skull"]
    assert not game.can("activate", "Time Wizard")


def test_time_wizard_is_refused_in_the_battle_phase() -> None:
    assert not Game(Cards(monsters=["Time Wizard"])).phase("battle").can("activate", "Time Wizard")


# --- Royal Magical Library ----------------------------------------------------------------------------------


@rule("YGO-CTR-01")
def test_royal_magical_library_draws_for_three_spells() -> None:
    game = Game(Cards(monsters=[LIBRARY], hand=["Ookazi", "Ookazi", "Ookazi"]))
    for count in (1, 2, 3):
        game.do("activate", "Ookazi")
        assert game.card(LIBRARY).counters == {"spell": count}
    held = game.count("hand")
    game.do("activate", LIBRARY)
    assert game.count("hand") == held + 1
    assert game.card(LIBRARY).counters == {}


def test_royal_magical_library_holds_three_counters_at_most() -> None:
    game = Game(Cards(monsters=[LIBRARY], hand=["Ookazi"] * 4))
    for _ in range(4):
        game.do("activate", "Ookazi")
    assert game.card(LIBRARY).counters == {"spell": 3}


def test_royal_magical_library_with_two_counters_draws_nothing() -> None:
    game = Game(Cards(monsters=[LIBRARY], hand=["Ookazi", "Ookazi"]))
    game.do("activate", "Ookazi").do("activate", "Ookazi")
    assert not game.can("activate", LIBRARY)


def test_royal_magical_library_counts_the_opponents_spells() -> None:
    game = Game(Cards(hand=["Ookazi"]), Cards(monsters=[LIBRARY])).do("activate", "Ookazi")
    assert game.card(LIBRARY).counters == {"spell": 1}


def test_royal_magical_library_counts_no_negated_activation_and_no_trap() -> None:
    you = Cards(monsters=[LIBRARY], hand=["Ookazi", "Ookazi"])
    game = Game(you, Cards(spells=["Magic Jammer:set"], hand=["Fissure"]))
    game.begin_act("activate", "Ookazi").respond("Magic Jammer").to_open()
    assert game.card(LIBRARY).counters == {}
    assert game.do("activate", "Ookazi").card(LIBRARY).counters == {"spell": 1}


def test_royal_magical_library_does_not_count_the_spell_that_raised_it() -> None:
    game = Game(Cards(hand=["Monster Reborn"], graveyard=[LIBRARY])).do("activate", "Monster Reborn")
    assert game.card(LIBRARY).counters == {}


def test_royal_magical_library_loses_its_counters_when_it_is_negated() -> None:
    you = Cards(monsters=[LIBRARY], hand=["Ookazi"], spells=["Skill Drain:set"])
    game = Game(you).do("activate", "Ookazi").do("activate", "Skill Drain")
    assert game.card(LIBRARY).counters == {}


def test_royal_magical_library_reads_a_spell_that_frees_it_from_its_negation() -> None:
    """What counts is whether its effect applies when the Spell has resolved."""
    game = Game(Cards(monsters=[LIBRARY], hand=["Heavy Storm"]), Cards(spells=["Skill Drain"]))
    game.do("activate", "Heavy Storm")
    assert game.card(LIBRARY).counters == {"spell": 1}


def test_royal_magical_library_reads_nothing_while_it_is_negated() -> None:
    game = Game(Cards(monsters=[LIBRARY], hand=["Ookazi"]), Cards(spells=["Skill Drain"]))
    assert game.do("activate", "Ookazi").card(LIBRARY).counters == {}


def test_royal_magical_library_reads_the_spell_that_ends_the_duel() -> None:
    game = Game(Cards(hand=["Ookazi"]), Cards(monsters=[LIBRARY], life=800)).do("activate", "Ookazi")
    assert game.over == "0 lp"
    assert game.card(LIBRARY).counters == {"spell": 1}


# --- Plaguespreader Zombie ----------------------------------------------------------------------------------

ZOMBIE = "Plaguespreader Zombie"


def begin_revived(*hand: str) -> Game:
    game = Game(Cards(hand=["Fissure", *hand], graveyard=[ZOMBIE]))
    return game.do("activate", ZOMBIE, "Fissure", "attack")


def test_plaguespreader_zombie_rises_for_a_card_of_the_hand() -> None:
    game = begin_revived()
    assert game.names("monster") == [ZOMBIE]
    assert game.names("deck")[0] == "Fissure"


def test_plaguespreader_zombie_needs_a_hand() -> None:
    game = Game(Cards(graveyard=[ZOMBIE])).do("set", "Mystical Elf")
    assert not game.can("activate", ZOMBIE)


def test_plaguespreader_zombie_leaving_the_field_is_banished() -> None:
    game = begin_revived("Dark Hole").do("activate", "Dark Hole")
    assert game.names("banished") == [ZOMBIE]


def test_plaguespreader_zombie_returned_to_the_hand_is_banished_as_well() -> None:
    game = Game(Cards(hand=["Fissure"], graveyard=[ZOMBIE], spells=["Compulsory Evacuation Device:set"]))
    game.do("activate", ZOMBIE, "Fissure", "attack").do("activate", "Compulsory Evacuation Device")
    assert game.names("banished") == [ZOMBIE]


def test_plaguespreader_zombie_summoned_by_hand_goes_to_the_graveyard() -> None:
    game = Game(Cards(monsters=[ZOMBIE], hand=["Dark Hole"])).do("activate", "Dark Hole")
    assert ZOMBIE in game.names("graveyard")
