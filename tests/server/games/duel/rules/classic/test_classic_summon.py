"""Format classic: Normal, Tribute and Flip Summons, Setting, Special Summons, control of monsters."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.core.words import YOU
from facedown_server.games.duel.script import special_summon
from facedown_server.table.sight import readers
from facedown_shared.text.errors import Illegal
from tests.play import Cards
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, lend
from tests.server.games.duel.rules.classic.laid_out import classic, read

FIVE = ["Battle Ox", "Uraby", "Silver Fang", "Neo the Magic Swordsman", "Mystic Clown"]


# --- Normal Summon and Set ----------------------------------------------------------------------------------


@rule("CLS-SUM-01", "CLS-TURN-09")
@pytest.mark.parametrize("first", ["summon", "set"])
@pytest.mark.parametrize("second", ["summon", "set"])
def test_one_summon_or_set_from_the_hand_a_turn(first: str, second: str) -> None:
    game = classic(Cards(hand=["Feral Imp", "Battle Ox"])).do(first, "Feral Imp")
    assert not game.can(second, "Battle Ox")
    assert game.end_turn().end_turn().can(second, "Battle Ox")


@rule("CLS-SUM-02", "CLS-CARD-06", "CLS-SUM-04")
def test_a_normal_summon_lays_the_monster_face_up_in_attack_position() -> None:
    game = classic(Cards(hand=["Feral Imp"], monsters=["Battle Ox"]))
    game.do("summon", "Feral Imp", zone="0:monster:3")
    imp = game.card("Feral Imp")
    assert (str(imp.place), imp.face_up, imp.defense_position) == ("0:monster:3", True, False)
    assert {option.verb for _, option in classic(Cards(hand=["Feral Imp"])).offered(card="Feral Imp")} == {
        "summon", "set"
    }  # fmt: skip


@rule("CLS-SUM-03", "CLS-CARD-04", "CLS-CARD-06")
def test_a_set_monster_lies_sideways_and_only_its_position_is_told() -> None:
    game = classic(Cards(hand=["Man-Eater Bug"]), Cards(monsters=["Battle Ox"])).do("set", "Man-Eater Bug")
    seen = game.view(1)
    (back,) = [seen.cards[handle] for handle in seen.pile(0, "monster").handles if handle]
    assert (back.code, back.face_up, back.defense_position) == (0, False, True)
    assert read(game, 0, 0, "monster") == ["Man-Eater Bug"]
    assert game.names("monster", 1) == ["Battle Ox"]


@rule("CLS-CARD-05", "CLS-MAT-03")
def test_setting_a_monster_is_no_summon() -> None:
    theirs = Cards(spells=["Trap Hole:set", "Horn of Heaven:set"], monsters=["Battle Ox"])
    game = classic(Cards(hand=["Mystic Clown"]), theirs).begin_act("set", "Mystic Clown")
    while game.ask.kind == "response":
        assert not game.can("activate")
        game.choose("pass")
    assert not game.happened("summoned")


@rule("CLS-SUM-06", "CLS-SUM-07", "CLS-CARD-15")
@pytest.mark.parametrize("name", ["Curse of Dragon", "Summoned Skull"])
def test_level_5_and_6_need_one_own_monster_on_the_field(name: str) -> None:
    game = classic(Cards(hand=[name, "Feral Imp"]), Cards(monsters=["Uraby"]))
    assert not game.can("summon", name)
    game = classic(Cards(hand=[name], monsters=["Battle Ox"]), Cards(monsters=["Uraby"])).do("summon", name)
    assert (game.names("monster"), game.names("graveyard")) == ([name], ["Battle Ox"])
    assert game.names("monster", 1) == ["Uraby"]


@rule("CLS-SUM-08")
def test_level_7_and_higher_need_two_tributes() -> None:
    assert not classic(Cards(hand=["Dark Magician"], monsters=["Battle Ox"])).can("summon", "Dark Magician")
    game = classic(Cards(hand=["Blue-Eyes White Dragon"], monsters=["Battle Ox", "Uraby:set"]))
    game.do("summon", "Blue-Eyes White Dragon")
    assert sorted(game.names("graveyard")) == ["Battle Ox", "Uraby"]


@rule("CLS-SUM-09")
def test_setting_a_high_level_monster_needs_the_same_tributes() -> None:
    assert not classic(Cards(hand=["Curse of Dragon"])).can("set", "Curse of Dragon")
    game = classic(Cards(hand=["Curse of Dragon"], monsters=["Battle Ox"])).do("set", "Curse of Dragon")
    assert (game.names("graveyard"), game.card("Curse of Dragon").face_up) == (["Battle Ox"], False)


@rule("CLS-SUM-10")
def test_a_tribute_summon_uses_up_the_normal_summon() -> None:
    game = classic(Cards(hand=["Curse of Dragon", "Feral Imp"], monsters=["Battle Ox"]))
    game.do("summon", "Curse of Dragon")
    assert not game.can("summon", "Feral Imp")
    assert not game.can("set", "Feral Imp")


@rule("CLS-MAT-04")
def test_a_full_zone_takes_a_tribute_summon_only() -> None:
    game = classic(Cards(hand=["Feral Imp", "Curse of Dragon"], monsters=FIVE))
    assert not game.can("summon", "Feral Imp")
    assert not game.can("set", "Feral Imp")
    assert game.do("summon", "Curse of Dragon", "Uraby").count("monster") == 5


# --- Flip and Special Summons -------------------------------------------------------------------------------


@rule("CLS-SUM-05", "CLS-SUM-12", "CLS-SUM-15")
def test_a_set_monster_may_be_flip_summoned_from_the_next_own_turn_on() -> None:
    game = classic(Cards(hand=["Feral Imp"])).do("set", "Feral Imp")
    assert not game.phase("battle").phase("main2").can("flip_summon", "Feral Imp")
    game.end_turn().end_turn().do("flip_summon", "Feral Imp")
    imp = game.card("Feral Imp")
    assert (imp.face_up, imp.defense_position, read(game, 1, 0, "monster")) == (True, False, ["Feral Imp"])


@rule("CLS-SUM-13", "CLS-CARD-05")
def test_what_answers_a_summon_answers_the_flip_summon() -> None:
    game = classic(Cards(monsters=["Mystic Clown:set"]), Cards(spells=["Trap Hole:set"]))
    game.begin_act("flip_summon", "Mystic Clown").respond("Trap Hole").calm()
    assert game.names("graveyard") == ["Mystic Clown"]


@rule("CLS-SUM-14", "CLS-EFF-02")
def test_turned_up_by_an_attack_or_a_spell_the_flip_effect_comes_without_a_flip_summon() -> None:
    theirs = Cards(monsters=["Hane-Hane:set"], spells=["Trap Hole:set"])
    game = classic(Cards(hand=["Swords of Revealing Light"], monsters=["Battle Ox"]), theirs)
    game.do("activate", "Swords of Revealing Light")
    assert game.happened("flip")
    assert [told.card.name for told in game.happened("activate") if told.card][-1] == "Hane-Hane"
    assert not game.happened("summoned")
    game = classic(Cards(monsters=["Battle Ox"]), theirs).attack("Battle Ox")
    assert [told.card.name for told in game.happened("activate") if told.card] == ["Hane-Hane"]
    assert not game.happened("summoned")


@rule("CLS-SUM-16", "CLS-SUM-11")
def test_any_number_of_flip_summons_beside_the_normal_summon() -> None:
    game = classic(Cards(hand=["Feral Imp"], monsters=["Battle Ox:set", "Uraby:set"]))
    game.do("flip_summon", "Battle Ox").do("summon", "Feral Imp").do("flip_summon", "Uraby")
    assert [told.word for told in game.happened("summoned")] == ["flip", "normal", "flip"]


@rule("CLS-SUM-17")
def test_a_flip_summon_is_the_position_change_of_the_turn() -> None:
    game = classic(Cards(monsters=["Battle Ox:set"])).do("flip_summon", "Battle Ox")
    assert not game.can("change_position", "Battle Ox")


@rule("CLS-SUM-18", "CLS-SUM-19", "CLS-SUM-11")
def test_special_summons_by_spell_and_trap_may_be_repeated_in_a_turn() -> None:
    mine = Cards(
        hand=["Monster Reborn", "Premature Burial", "Feral Imp", "Trap Hole"],
        spells=["Call of the Haunted:set"], graveyard=["Battle Ox", "Uraby", "Summoned Skull"],
    )  # fmt: skip
    game = classic(mine).do("activate", "Monster Reborn", "Battle Ox")
    assert game.can("activate", "Premature Burial")
    game.do("activate", "Premature Burial", "Uraby").do("activate", "Call of the Haunted")
    assert game.can("summon", "Feral Imp"), "they are not the Normal Summon of the turn"
    assert game.can("set", "Trap Hole")
    game.do("summon", "Feral Imp")
    assert not game.can("set", "Feral Imp")
    assert sorted(game.names("monster")) == ["Battle Ox", "Feral Imp", "Summoned Skull", "Uraby"]
    assert [told.word for told in game.happened("summoned")] == ["special", "special", "special", "normal"]
    assert game.names("graveyard") == ["Monster Reborn"]
    assert "Trap Hole" in game.names("hand")
    assert game.life(0) == 7200, "Premature Burial was paid for"


@rule("CF-43")
@pytest.mark.parametrize(("position", "sideways"), [("attack", False), ("defense", True)])
def test_the_position_of_a_special_summon_is_chosen(position: str, sideways: bool) -> None:
    game = classic(Cards(hand=["Monster Reborn"], graveyard=["Battle Ox"]))
    game.do("activate", "Monster Reborn", position)
    assert (game.card("Battle Ox").face_up, game.card("Battle Ox").defense_position) == (True, sideways)


@rule("GAP-42", "GAP-54")
@pytest.mark.parametrize(
    ("rules", "offered"),
    [("classic", True), ("MR1", True), ("GOAT", True), ("master", False), ("MR3", False), ("MR4", False)],
)
def test_who_has_summoned_may_use_a_cost_effect_before_the_answer(rules: str, offered: bool) -> None:
    theirs = Cards(monsters=["Battle Ox"], spells=["Bottomless Trap Hole:set"])
    game = classic(Cards(hand=["Breaker the Magical Warrior", "Exiled Force"]), theirs, rules=rules)
    game.begin_act("summon", "Exiled Force")
    while game.ask.kind == "response" and not game.happened("summoned"):
        game.choose("pass")
    assert (game.ask.seat == 0 and game.can("activate", "Exiled Force")) is offered
    if offered:
        game.respond("Exiled Force", seat=0).to_open()
        assert game.names("graveyard", 1) == ["Battle Ox"]


# --- control ------------------------------------------------------------------------------------------------


@rule("CLS-CTRL-01", "CLS-CTRL-05")
def test_a_taken_monster_lies_on_your_side_and_serves_you() -> None:
    game = classic(Cards(hand=["Change of Heart", "Curse of Dragon"]), Cards(monsters=["Battle Ox"]))
    game.do("activate", "Change of Heart")
    assert (game.names("monster"), game.count("monster", 1)) == (["Battle Ox"], 0)
    assert game.can("change_position", "Battle Ox")
    assert game.can("summon", "Curse of Dragon")
    assert game.attack("Battle Ox").life(1) == 6300


@rule("CLS-CTRL-02", "GAP-47", "CF-40")
def test_a_taken_set_flip_monster_works_for_you() -> None:
    game = classic(Cards(hand=["Change of Heart"]), Cards(monsters=["Man-Eater Bug:set", "Battle Ox"]))
    game.do("activate", "Change of Heart", "Man-Eater Bug")
    bug = game.card("Man-Eater Bug")
    assert (bug.controller, bug.face_up, readers(game.duel.state, bug) & 0b11) == (0, False, 0b11)
    game.do("flip_summon", "Man-Eater Bug", "Battle Ox")
    assert game.names("graveyard", 1) == ["Battle Ox"]


@rule("CLS-CTRL-03", "CF-39", "GAP-34")
def test_no_control_is_taken_with_a_full_monster_zone() -> None:
    game = classic(Cards(hand=["Change of Heart"], monsters=FIVE), Cards(monsters=["Feral Imp"]))
    assert not game.can("activate", "Change of Heart")
    game = classic(
        Cards(hand=["Change of Heart", "Sangan"], monsters=FIVE[1:]), Cards(monsters=["Feral Imp"])
    )
    assert not game.do("activate", "Change of Heart").can("summon", "Sangan")


@rule("CLS-CTRL-03", "CF-39")
def test_a_zone_that_fills_up_before_the_spell_works_keeps_the_monster_away() -> None:
    mine = Cards(
        hand=["Change of Heart"], monsters=FIVE[:4], spells=["Call of the Haunted:set"], graveyard=["Sangan"]
    )
    theirs = Cards(monsters=["Feral Imp"], spells=["Waboku:set"])
    game = classic(mine, theirs).begin_act("activate", "Change of Heart")
    game.respond("Call of the Haunted", seat=0).to_open()
    assert (game.count("monster"), game.names("monster", 1)) == (5, ["Feral Imp"])


@rule("CF-39", "GAP-44", "CF-32")
def test_control_that_finds_no_room_at_home_destroys_the_monster() -> None:
    theirs = Cards(
        monsters=["Feral Imp", *FIVE[1:]], spells=["Call of the Haunted:set"], graveyard=["Battle Ox"]
    )
    game = classic(Cards(hand=["Change of Heart"]), theirs).do("activate", "Change of Heart", "Feral Imp")
    game.choose("phase:end").respond("Call of the Haunted").to_turn(3)
    imp = game.card("Feral Imp", 1)
    assert (imp.zone, game.count("monster", 1)) == ("graveyard", 5)
    gone = [told for told in game.happened("move") if told.card is imp][-1]
    assert (gone.cause, gone.word) == ("rule", "destroy")


@rule("CLS-CTRL-04", "CLS-MAT-10", "CLS-SET-02")
def test_equips_stay_with_their_player_and_work_across_the_fields() -> None:
    mine = Cards(
        hand=["Axe of Despair", "Waboku", "Change of Heart", "Jar of Greed"], spells=["Trap Hole:set"] * 3
    )
    game = classic(mine, Cards(monsters=["Battle Ox"])).do("activate", "Axe of Despair")
    assert (game.card("Battle Ox").attack, game.count("spell_trap")) == (2700, 4)
    game.do("activate", "Change of Heart")
    assert (game.card("Battle Ox").controller, game.card("Battle Ox").attack) == (0, 2700)
    assert not game.do("set", "Waboku").can("set", "Jar of Greed")


@rule("CLS-CTRL-06")
def test_a_tributed_borrowed_monster_goes_to_its_owners_graveyard() -> None:
    game = classic(Cards(hand=["Change of Heart", "Curse of Dragon"]), Cards(monsters=["Battle Ox"]))
    game.do("activate", "Change of Heart").do("summon", "Curse of Dragon")
    assert (game.names("graveyard", 1), game.names("graveyard")) == (["Battle Ox"], ["Change of Heart"])


@rule("CLS-CTRL-07")
def test_control_goes_back_in_the_end_phase_and_the_position_stays() -> None:
    game = classic(Cards(hand=["Change of Heart"]), Cards(monsters=["Battle Ox"]))
    game.do("activate", "Change of Heart").do("change_position", "Battle Ox").end_turn()
    ox = game.card("Battle Ox")
    assert (ox.controller, ox.defense_position, ox.face_up) == (1, True, True)


@rule("CLS-SUM-04", "CF-03")
def test_nothing_but_attack_or_a_set_is_offered_for_a_normal_summon() -> None:
    game = classic(Cards(hand=["Feral Imp"])).begin_act("summon", "Feral Imp")
    with pytest.raises(Illegal):
        game.choose("defense")
    assert str(game.card("Feral Imp").place).startswith("0:monster")


# --- Special Summons and control, each kind -----------------------------------------------------------------


@rule("CLS-SUM-18")
@pytest.mark.parametrize("way", ["fusion", "ritual", "spell", "trap", "monster"])
def test_fusion_ritual_spell_trap_and_monster_effects_summon_specially(way: str) -> None:
    def body(fx: Fx) -> Body:
        yield special_summon(fx.cards("hand", YOU, lambda card: card.name == "Feral Imp"))

    mine = Cards(
        hand=["Polymerization", "Curse of Dragon", "Black Luster Ritual", "Black Luster Soldier", "Feral Imp",
              "Monster Reborn", "Gaia The Fierce Knight", "Battle Ox"],
        monsters=[BEARER], graveyard=["Uraby"], spells=["Call of the Haunted:set"],
        extra=["Gaia the Dragon Champion"],
    )  # fmt: skip
    card, comes = {
        "fusion": ("Polymerization", "Gaia the Dragon Champion"),
        "ritual": ("Black Luster Ritual", "Black Luster Soldier"),
        "spell": ("Monster Reborn", "Uraby"),
        "trap": ("Call of the Haunted", "Uraby"),
        "monster": (BEARER, "Feral Imp"),
    }[way]
    game = lend(classic(mine), body).do("activate", card)
    assert comes in game.names("monster")
    assert not {told.word for told in game.happened("summoned")} & {"normal", "flip"}
    assert game.can("summon", "Battle Ox") or game.can("summon", "Feral Imp"), "no Normal Summon was used"


@rule("CLS-CTRL-05")
def test_a_taken_monster_defends_you() -> None:
    theirs = Cards(monsters=["Battle Ox", "Summoned Skull"])
    game = (
        classic(Cards(hand=["Snatch Steal"]), theirs).do("activate", "Snatch Steal", "Battle Ox").end_turn()
    )
    game.phase("battle")
    assert not game.can("direct")
    game.attack("Summoned Skull", "Battle Ox")
    assert (game.life(0), game.names("graveyard", 1)[:1]) == (8000 - 800, ["Battle Ox"])


@rule("GAP-34", "CLS-CTRL-01")
@pytest.mark.parametrize("rules", ["classic", "master"])
def test_the_taker_chooses_the_zone_of_a_taken_monster(rules: str) -> None:
    game = classic(Cards(hand=["Change of Heart"]), Cards(monsters=["Battle Ox"]), rules=rules)
    game.do("activate", "Change of Heart", zone="0:monster:3")
    assert str(game.card("Battle Ox").place) == "0:monster:3"
