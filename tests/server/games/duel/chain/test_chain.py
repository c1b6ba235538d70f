"""Chains: who may respond to what, the order of resolution, triggers, missing the timing, negation."""

from __future__ import annotations

import pytest

from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule

TYPHOON = "Mystical Space Typhoon"


def links(game: Game) -> list[str]:
    """Return names in the order in which the links were built."""
    return [told.card.name for told in game.happened("activate") if told.card]


def resolved_names(game: Game) -> list[str]:
    """Return names in the order in which the links were resolved."""
    return [told.card.name for told in game.happened("resolved") if told.card]


@rule("CLS-CHAIN-01", "CLS-CHAIN-04", "CLS-CHAIN-05")
def test_links_are_built_in_turns_and_resolved_from_the_top() -> None:
    game = Game(
        Cards(hand=["Pot of Greed"], spells=["Solemn Judgment:set"]),
        Cards(spells=["Solemn Judgment:set", "Mystical Space Typhoon:set"]),
    )
    game.begin_act("activate", "Pot of Greed").respond("Solemn Judgment", seat=1)
    assert game.ask.seat == 0
    game.respond("Solemn Judgment", seat=0).calm()
    assert links(game) == ["Pot of Greed", "Solemn Judgment", "Solemn Judgment"]
    assert resolved_names(game) == ["Solemn Judgment", "Solemn Judgment", "Pot of Greed"]
    assert game.count("hand") == 3


@rule("CLS-CHAIN-02", "CLS-CHAIN-03")
def test_a_player_may_answer_themselves_when_the_other_passes() -> None:
    game = Game(Cards(hand=["Pot of Greed", "Mystical Space Typhoon"]), Cards(spells=["Trap Hole:set"]))
    game.begin_act("activate", "Pot of Greed").respond("Mystical Space Typhoon", "Trap Hole", seat=0).calm()
    assert links(game) == ["Pot of Greed", "Mystical Space Typhoon"]
    assert game.names("graveyard", 1) == ["Trap Hole"]


@rule("GAP-12", "CLS-SPEED-07")
def test_a_counter_trap_is_answered_by_counter_traps_alone() -> None:
    game = Game(
        Cards(hand=["Pot of Greed", "Mystical Space Typhoon"], spells=["Solemn Judgment:set"]),
        Cards(spells=["Solemn Judgment:set"]),
    )
    game.begin_act("activate", "Pot of Greed").respond("Solemn Judgment", seat=1)
    assert game.can("activate", "Solemn Judgment")
    assert not game.can("activate", "Mystical Space Typhoon")


@rule("GAP-12", "CLS-CARD-03")
def test_speed_1_never_answers() -> None:
    game = Game(Cards(hand=["Pot of Greed", "Dark Hole", "Mystical Space Typhoon"], monsters=["Feral Imp"]))
    game.begin_act("activate", "Pot of Greed")
    assert not game.can("activate", "Dark Hole")
    assert game.can("activate", "Mystical Space Typhoon")


@rule("GAP-13")
def test_a_quick_play_spell_is_ready_from_the_hand_in_the_own_turn_only() -> None:
    game = Game(Cards(hand=["Pot of Greed"]), Cards(hand=["Mystical Space Typhoon"]))
    game.begin_act("activate", "Pot of Greed")
    with pytest.raises(Illegal):
        game.respond("Mystical Space Typhoon", seat=1)


@rule("GAP-13")
def test_a_set_quick_play_spell_waits_for_the_next_turn() -> None:
    game = Game(Cards(hand=["Mystical Space Typhoon"]), Cards(spells=["Trap Hole:set"]))
    game.do("set", "Mystical Space Typhoon")
    assert not game.can("activate", "Mystical Space Typhoon")
    game.end_turn().choose("phase:end").respond("Mystical Space Typhoon", seat=0).calm()
    assert game.names("graveyard", 1) == ["Trap Hole"]


@rule("CLS-SPELL-18")
def test_a_quick_play_spell_is_played_from_the_hand_in_the_battle_phase() -> None:
    game = Game(Cards(hand=["Mystical Space Typhoon"]), Cards(spells=["Trap Hole:set"])).phase("battle")
    game.do("activate", "Mystical Space Typhoon")
    assert game.names("graveyard", 1) == ["Trap Hole"]


@rule("GAP-11")
def test_after_a_summon_the_turn_player_is_asked_first() -> None:
    game = Game(
        Cards(hand=["Battle Ox", "Mystical Space Typhoon"]),
        Cards(spells=["Mystical Space Typhoon:set", "Trap Hole:set"]),
    )
    game.begin_act("summon", "Battle Ox")
    asked = []
    while game.ask.kind == "response":
        if any(told.kind == "summoned" for told in game.duel.window):
            asked.append(game.ask.seat)
        game.choose("pass")
    assert asked == [0, 1]


@rule("GAP-19", "CLS-SPELL-03")
def test_a_normal_spell_works_although_it_is_destroyed_meanwhile() -> None:
    game = Game(Cards(hand=["Pot of Greed"]), Cards(spells=["Mystical Space Typhoon:set"]))
    game.begin_act("activate", "Pot of Greed").respond("Mystical Space Typhoon").calm()
    assert game.count("hand") == 3
    assert game.names("graveyard") == ["Pot of Greed"]


@rule("GAP-19", "CLS-SPELL-15")
def test_a_field_spell_destroyed_in_its_chain_does_nothing() -> None:
    game = Game(
        Cards(hand=["Yami"], monsters=["Summoned Skull"]), Cards(spells=["Mystical Space Typhoon:set"])
    )
    game.begin_act("activate", "Yami").respond("Mystical Space Typhoon").calm()
    assert game.card("Summoned Skull").attack == 2500
    assert game.names("graveyard") == ["Yami"]


@rule("GAP-19")
def test_an_equip_spell_whose_target_left_goes_to_the_graveyard() -> None:
    game = Game(
        Cards(hand=["Axe of Despair"], spells=["Call of the Haunted:set"], graveyard=["Feral Imp"]),
        Cards(spells=["Mystical Space Typhoon:set"]),
    )
    game.do("activate", "Call of the Haunted").begin_act("activate", "Axe of Despair")
    game.respond("Mystical Space Typhoon", "Call of the Haunted").calm()
    assert sorted(game.names("graveyard")) == ["Axe of Despair", "Call of the Haunted", "Feral Imp"]
    assert not game.happened("equip")


@rule("GAP-18", "CLS-TRAP-03")
def test_a_negated_activation_does_nothing_and_goes_to_the_graveyard() -> None:
    game = Game(Cards(hand=["Yami"], monsters=["Summoned Skull"]), Cards(spells=["Solemn Judgment:set"]))
    game.begin_act("activate", "Yami").respond("Solemn Judgment").calm()
    assert game.card("Summoned Skull").attack == 2500
    assert game.names("graveyard") == ["Yami"]
    assert [told.word for told in game.happened("resolved")] == ["", "activation"]


@rule("GAP-14")
def test_triggers_of_one_moment_make_one_chain_the_turn_players_first() -> None:
    game = Game(
        Cards(hand=["Dark Hole"], monsters=["Sangan"], deck=["Battle Ox", "Feral Imp"]),
        Cards(monsters=["Sangan"], deck=["Silver Fang"]),
    )
    game.begin_act("activate", "Dark Hole")
    while not game.happened("resolved"):
        game.choose("pass")
    game.to_open()
    built = [(told.amount, told.seat) for told in game.happened("activate")]
    assert built == [(1, 0), (1, 0), (2, 1)]
    assert resolved_names(game)[1:] == ["Sangan", "Sangan"]


@rule("GAP-14")
def test_the_owner_of_two_triggers_orders_them() -> None:
    mine = Cards(
        hand=["Dark Hole"], monsters=["Man-Eater Bug:set", "Sangan"], deck=["Battle Ox", "Feral Imp"]
    )
    game = Game(mine, Cards(monsters=["Sangan"], deck=["Silver Fang"]))
    game.do("activate", "Dark Hole")
    assert [told.seat for told in game.happened("activate")] == [0, 0, 1]


@rule("GAP-48")
def test_what_could_do_nothing_is_not_offered() -> None:
    assert not Game(Cards(hand=["Dark Hole"])).can("activate", "Dark Hole")
    assert not Game(Cards(hand=["Pot of Greed"], fillers=2)).can("activate", "Pot of Greed")
    assert not Game(Cards(hand=["Monster Reborn"])).can("activate", "Monster Reborn")
    assert not Game(Cards(hand=["Axe of Despair"], monsters=["Feral Imp:set"])).can(
        "activate", "Axe of Despair"
    )


@rule("GAP-49", "GAP-16")
def test_half_of_an_odd_number_is_kept_rounded_up() -> None:
    game = Game(Cards(hand=["Pot of Greed"]), Cards(spells=["Solemn Judgment:set"], life=5001))
    game.begin_act("activate", "Pot of Greed").respond("Solemn Judgment").calm()
    assert game.life(1) == 2501


@rule("GAP-49")
def test_paying_half_of_one_never_loses() -> None:
    game = Game(Cards(hand=["Pot of Greed"]), Cards(spells=["Solemn Judgment:set"], life=1))
    game.begin_act("activate", "Pot of Greed").respond("Solemn Judgment").calm()
    assert (game.life(1), game.over) == (1, "")


@rule("CLS-SPELL-05", "YGO-MOVE-57")
def test_an_equip_spell_falls_with_its_monster() -> None:
    game = Game(Cards(hand=["Axe of Despair", "Dark Hole"], monsters=["Feral Imp"]))
    game.do("activate", "Axe of Despair")
    assert game.card("Feral Imp").attack == 2300
    game.do("activate", "Dark Hole").to_open()
    assert sorted(game.names("graveyard")) == ["Axe of Despair", "Dark Hole", "Feral Imp"]
    fallen = [told for told in game.happened("move") if told.card and told.card.name == "Axe of Despair"][-1]
    assert fallen.word == "destroy"


@rule("CLS-SPELL-07", "CLS-SPELL-06")
def test_two_equips_both_count_and_reach_the_other_side() -> None:
    game = Game(Cards(hand=["Axe of Despair", "Axe of Despair"]), Cards(monsters=["Feral Imp"]))
    game.do("activate", "Axe of Despair").do("activate", "Axe of Despair")
    assert game.card("Feral Imp", 1).attack == 3300
    assert game.count("spell_trap") == 2


@rule("YGO-FZ-02", "CLS-SPELL-09")
def test_a_field_spell_counts_for_both_sides() -> None:
    game = Game(
        Cards(hand=["Yami"], monsters=["Summoned Skull"]), Cards(monsters=["Feral Imp", "Happy Lover"])
    )
    game.do("activate", "Yami")
    assert game.card("Summoned Skull").attack == 2700
    assert game.card("Feral Imp", 1).attack == 1500
    assert game.card("Happy Lover", 1).attack == 600


@rule("YGO-FZ-03", "CF-18")
def test_a_new_field_spell_sends_the_old_one_without_destroying_it() -> None:
    game = Game(Cards(hand=["Yami"], field_spell="Yami")).do("activate", "Yami")
    assert game.names("graveyard") == ["Yami"]
    assert [told.word for told in game.happened("move") if told.goal and told.goal.zone == "graveyard"] == [
        "rule"
    ]


@rule("CF-17", "CLS-SPELL-13", "CLS-MAT-02")
@pytest.mark.parametrize(("rules", "left"), [("master", 1), ("MR1", 0), ("classic", 0)])
def test_the_other_sides_field_spell(rules: str, left: int) -> None:
    game = Game(Cards(hand=["Yami"]), Cards(field_spell="Yami"), rules=rules).do("activate", "Yami")
    assert game.count("field_zone", 0) == 1
    assert game.count("field_zone", 1) == left


@rule("CF-17", "GAP-18")
@pytest.mark.parametrize("rules", ["MR1", "classic"])
def test_a_negated_field_spell_leaves_the_other_sides_where_it_is(rules: str) -> None:
    them = Cards(field_spell="Umi", hand=["Ookazi"], spells=["Magic Jammer:set"])
    game = Game(Cards(hand=["Yami"]), them, rules=rules)
    game.begin_act("activate", "Yami").respond("Magic Jammer").to_open()
    assert (game.names("field_zone", 0), game.names("field_zone", 1)) == ([], ["Umi"])


@rule("CF-18", "CLS-SPELL-14")
def test_in_classic_an_own_field_spell_must_go_first() -> None:
    game = Game(Cards(hand=["Yami"], field_spell="Yami"), rules="classic")
    assert not game.can("activate", "Yami")
    assert not game.can("set", "Yami")


@rule("CLS-SPELL-11", "CLS-CARD-04", "YGO-STZ-10")
def test_a_set_field_spell_does_nothing() -> None:
    game = Game(Cards(hand=["Yami"], monsters=["Summoned Skull"])).do("set", "Yami")
    assert game.card("Summoned Skull").attack == 2500
    game.do("activate", "Yami")
    assert game.card("Summoned Skull").attack == 2700


def test_a_duel_that_ends_within_a_link_tells_that_link() -> None:
    game = Game(Cards(hand=["Ookazi"]), Cards(life=500)).do("activate", "Ookazi")
    assert game.over == "0 lp"
    assert resolved_names(game) == ["Ookazi"]


@rule("GAP-16")
def test_who_loses_by_paying_has_activated_all_the_same() -> None:
    game = Game(Cards(hand=["Toon World"], life=1000)).do("activate", "Toon World")
    assert game.over == "1 lp"
    assert (links(game), resolved_names(game)) == (["Toon World"], [])


def test_an_activation_with_one_target_says_what_that_may_be() -> None:
    """The very cards that are offered once it is begun; none for an effect without a target."""
    own, theirs = Cards(hand=[TYPHOON, "Ookazi"], spells=["Waboku:set"]), Cards(spells=["Waboku:set"])
    game = Game(own, theirs)
    ((key, option),) = game.offered("activate", TYPHOON)
    ((_, plain),) = game.offered("activate", "Ookazi")
    assert (len(option.targets), plain.targets) == (2, ())
    game.choose(key)
    while game.ask.options[0][1].verb == "zone":
        game.choose(game.ask.options[0][0])
    assert {offer.card for _, offer in game.ask.options} == {*option.targets}
