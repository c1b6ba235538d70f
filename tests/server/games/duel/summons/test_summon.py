"""Summoning and Setting: how many, with what Tributes, where, in what position."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.words import Rule
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.held import hold_for


@rule("YGO-MOVE-05", "YGO-MOVE-08", "CLS-SUM-02")
def test_a_level_4_is_summoned_in_attack() -> None:
    game = Game(Cards(hand=["Celtic Guardian"])).do("summon", "Celtic Guardian", zone="0:monster:2")
    card = game.card("Celtic Guardian")
    assert str(card.place) == "0:monster:2"
    assert (card.face_up, card.defense_position) == (True, False)


@rule("CLS-SUM-03", "YGO-POS-05", "CLS-CARD-05")
def test_set_is_face_down_in_defense_and_no_summon() -> None:
    game = Game(Cards(hand=["Celtic Guardian"])).do("set", "Celtic Guardian")
    card = game.card("Celtic Guardian")
    assert (card.face_up, card.defense_position) == (False, True)
    assert not game.happened("summoned")


@rule("YGO-MOVE-09", "CLS-SUM-01", "CLS-TURN-15")
@pytest.mark.parametrize("first", ["summon", "set"])
def test_one_normal_summon_or_set_a_turn(first: str) -> None:
    game = Game(Cards(hand=["Celtic Guardian", "Silver Fang"])).do(first, "Celtic Guardian")
    assert not game.can("summon", "Silver Fang")
    assert not game.can("set", "Silver Fang")
    assert not game.phase("battle").phase("main2").can("summon", "Silver Fang")


@rule("YGO-MOVE-09")
def test_a_rule_may_grant_one_more() -> None:
    game = Game(Cards(hand=["Celtic Guardian", "Silver Fang"])).do("summon", "Celtic Guardian")
    hold_for(game, Rule.EXTRA_SUMMONS, 0, 1)
    assert game.can("summon", "Silver Fang")


@rule("YGO-MOVE-06", "CLS-SUM-07", "CLS-SUM-10")
def test_level_6_takes_one_tribute_and_the_normal_summon() -> None:
    game = Game(Cards(hand=["Summoned Skull", "Silver Fang"], monsters=["Feral Imp", "Celtic Guardian"]))
    game.do("summon", "Summoned Skull", "Celtic Guardian")
    assert game.names("graveyard") == ["Celtic Guardian"]
    assert sorted(game.names("monster")) == ["Feral Imp", "Summoned Skull"]
    assert not game.can("summon", "Silver Fang")


@rule("YGO-MOVE-07", "CLS-SUM-08", "CLS-SUM-09")
def test_level_8_takes_two() -> None:
    hand = ["Blue-Eyes White Dragon"]
    one = Game(Cards(hand=hand, monsters=["Feral Imp"]))
    assert not one.can("summon", "Blue-Eyes White Dragon")
    assert not one.can("set", "Blue-Eyes White Dragon")
    two = Game(Cards(hand=hand, monsters=["Feral Imp", "Silver Fang"])).do("set", "Blue-Eyes White Dragon")
    assert sorted(two.names("graveyard")) == ["Feral Imp", "Silver Fang"]


@rule("CLS-SUM-06", "GAP-32")
def test_only_own_monsters_on_the_field_are_tributes() -> None:
    game = Game(Cards(hand=["Summoned Skull", "Feral Imp"]), Cards(monsters=["Silver Fang"]))
    assert not game.can("summon", "Summoned Skull")


@rule("YGO-MMZ-02", "CLS-MAT-04", "GAP-30")
def test_five_monsters_leave_no_room_but_for_a_tribute_summon() -> None:
    game = Game(Cards(hand=["Celtic Guardian", "Summoned Skull"], monsters=["Feral Imp"] * 5))
    assert not game.can("summon", "Celtic Guardian")
    assert not game.can("set", "Celtic Guardian")
    assert game.do("summon", "Summoned Skull", "Feral Imp").count("monster") == 5


@rule("YGO-TOK-04", "YGO-TOK-11", "YGO-TOK-10")
def test_a_token_can_be_tributed_and_is_gone() -> None:
    game = Game(Cards(hand=["Summoned Skull"], monsters=["Sheep Token"]))
    token = game.card("Sheep Token")
    game.do("summon", "Summoned Skull")
    assert game.names("monster") == ["Summoned Skull"]
    assert token.place.zone == "nowhere"
    assert game.count("graveyard") == 0


@rule("YGO-POS-07", "CLS-SUM-12", "CLS-SUM-13")
def test_a_flip_summon_turns_to_attack_and_is_a_summon() -> None:
    game = Game(Cards(monsters=["Mystical Elf:set"])).do("flip_summon", "Mystical Elf")
    elf = game.card("Mystical Elf")
    assert (elf.face_up, elf.defense_position) == (True, False)
    assert [told.word for told in game.happened("summoned")] == ["flip"]


@rule("GAP-17", "YGO-POS-07")
def test_a_negated_flip_summon_has_no_flip_effect() -> None:
    theirs = Cards(monsters=["Summoned Skull"], spells=["Solemn Judgment:set"])
    game = Game(Cards(monsters=["Man-Eater Bug:set"]), theirs)
    game.begin_act("flip_summon", "Man-Eater Bug").respond("Solemn Judgment").to_open()
    assert game.names("graveyard") == ["Man-Eater Bug"]
    assert game.names("monster", 1) == ["Summoned Skull"]


@rule("CLS-SUM-15", "GAP-10", "CLS-SUM-05")
def test_no_flip_summon_in_the_turn_of_the_set() -> None:
    game = Game(Cards(hand=["Mystical Elf"])).do("set", "Mystical Elf")
    assert not game.can("flip_summon", "Mystical Elf")
    assert game.end_turn().end_turn().can("flip_summon", "Mystical Elf")


@rule("CLS-SUM-16", "CLS-SUM-11")
def test_flip_summons_are_not_counted() -> None:
    game = Game(Cards(hand=["Celtic Guardian"], monsters=["Mystical Elf:set", "Feral Imp:set"]))
    game.do("flip_summon", "Mystical Elf").do("flip_summon", "Feral Imp").do("summon", "Celtic Guardian")
    assert game.count("monster") == 3


@rule("CLS-SUM-17", "CLS-TURN-12")
def test_a_flip_summon_uses_the_position_change() -> None:
    game = Game(Cards(monsters=["Mystical Elf:set"])).do("flip_summon", "Mystical Elf")
    assert not game.can("change_position", "Mystical Elf")


@rule("YGO-POS-06", "CLS-TURN-10", "CLS-TURN-11")
def test_position_changes_once_a_turn_and_not_in_the_turn_of_the_summon() -> None:
    game = Game(Cards(hand=["Silver Fang"], monsters=["Celtic Guardian"])).do("summon", "Silver Fang")
    assert not game.can("change_position", "Silver Fang")
    game.do("change_position", "Celtic Guardian")
    assert game.card("Celtic Guardian").defense_position
    assert not game.phase("battle").phase("main2").can("change_position", "Celtic Guardian")
    game.end_turn().end_turn()
    assert game.can("change_position", "Silver Fang")
    assert game.can("change_position", "Celtic Guardian")


@rule("CLS-RIT-02", "YGO-MOVE-40", "YGO-MOVE-14")
def test_ritual_and_fusion_monsters_are_never_normal_summoned() -> None:
    monsters = ["Feral Imp", "Silver Fang"]
    game = Game(Cards(hand=["Black Luster Soldier"], extra=["Gaia the Dragon Champion"], monsters=monsters))
    assert not game.can("summon", "Black Luster Soldier")
    assert not game.can("set", "Black Luster Soldier")
    assert not game.can("special_summon")


@rule("YGO-MOVE-15", "YGO-MOVE-16", "CLS-FUS-05")
def test_a_fusion_summon_from_hand_and_field() -> None:
    hand = ["Polymerization", "Curse of Dragon"]
    game = Game(Cards(hand=hand, monsters=["Gaia The Fierce Knight"], extra=["Gaia the Dragon Champion"]))
    game.do("activate", "Polymerization")
    assert game.names("monster") == ["Gaia the Dragon Champion"]
    assert sorted(game.names("graveyard")) == ["Curse of Dragon", "Gaia The Fierce Knight", "Polymerization"]
    assert game.count("extra_deck") == 0


@rule("CLS-FUS-01", "GAP-48")
def test_no_fusion_without_all_materials() -> None:
    game = Game(Cards(hand=["Polymerization", "Curse of Dragon"], extra=["Gaia the Dragon Champion"]))
    assert not game.can("activate", "Polymerization")


@rule("YGO-MOVE-11")
def test_special_summons_have_no_limit_in_a_turn() -> None:
    graves = ["Feral Imp", "Silver Fang", "Battle Ox", "Great White"]
    game = Game(Cards(hand=["Monster Reborn"] * 3, graveyard=graves))
    for name in graves[:3]:
        game.do("activate", "Monster Reborn", name)
    assert (game.names("monster"), game.duel.state.turn) == (graves[:3], 2)


@rule("CLS-FUS-09")
def test_a_fusion_summon_leaves_the_normal_summon() -> None:
    hand = ["Polymerization", "Curse of Dragon", "Gaia The Fierce Knight", "Celtic Guardian"]
    game = Game(Cards(hand=hand, extra=["Gaia the Dragon Champion"])).do("activate", "Polymerization")
    assert game.can("summon", "Celtic Guardian")


@rule("GAP-17")
def test_a_negated_summon_has_used_the_turns_own() -> None:
    game = Game(Cards(hand=["Celtic Guardian", "Silver Fang"]), Cards(spells=["Solemn Judgment:set"]))
    game.begin_act("summon", "Celtic Guardian").respond("Solemn Judgment").to_open()
    assert game.names("graveyard") == ["Celtic Guardian"]
    assert not game.happened("summoned")
    assert not game.can("summon", "Silver Fang")
    assert game.life(1) == 4000


@rule("YGO-MMZ-07", "YGO-EMZ-14")
def test_nobody_moves_a_monster_without_an_effect() -> None:
    names = {"Celtic Guardian", "Gaia the Dragon Champion"}
    game = Game(Cards(monsters=["Celtic Guardian"], extra_monster="Gaia the Dragon Champion"))
    verbs = {option.verb for key, option in game.ask.options if game.name_of(key, option) in names}
    assert verbs == {"change_position"}


@rule("CLS-SET-04", "YGO-STZ-11", "CLS-TRAP-01")
def test_a_trap_is_set_first_and_waits_for_the_next_turn() -> None:
    game = Game(Cards(hand=["Call of the Haunted"], graveyard=["Feral Imp"]))
    assert not game.can("activate", "Call of the Haunted")
    game.do("set", "Call of the Haunted")
    assert not game.can("activate", "Call of the Haunted")
    game.end_turn().choose("phase:end").respond("Call of the Haunted", seat=0).to_open()
    assert game.names("monster") == ["Feral Imp"]


@rule("YGO-STZ-02", "YGO-STZ-03", "YGO-FZ-04")
def test_five_cards_fill_the_spell_and_trap_zone_but_not_the_field_zone() -> None:
    game = Game(Cards(hand=["Pot of Greed", "Trap Hole", "Yami"], spells=["Trap Hole:set"] * 5))
    for name in ("Pot of Greed", "Trap Hole"):
        assert not game.can("activate", name)
        assert not game.can("set", name)
    assert game.can("activate", "Yami")
    assert game.can("set", "Yami")


@rule("YGO-FZ-01", "YGO-FZ-08", "YGO-STZ-06")
def test_a_field_spell_lies_in_the_field_zone_alone() -> None:
    game = Game(Cards(hand=["Yami"])).do("set", "Yami")
    assert str(game.card("Yami").place) == "0:field:0"
    assert not game.card("Yami").face_up
