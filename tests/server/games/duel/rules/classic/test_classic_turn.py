"""Format classic: turns, phases, and what each of them allows."""

from __future__ import annotations

import pytest

from facedown_server.refereeing.referee import PromptKind
from facedown_shared.tables.zones import CLASSES
from tests.play import Cards
from tests.rules import rule
from tests.server.games.duel.rules.classic.laid_out import classic, phases, read


@rule("CLS-TURN-01", "CLS-TURN-17", "CLS-TURN-18")
def test_turns_of_six_phases_alternate_until_somebody_wins() -> None:
    game = classic(Cards(monsters=["Battle Ox"])).phase("battle").phase("main2").end_turn()
    assert phases(game) == ["draw", "standby", "main1", "battle", "main2", "end"]
    assert phases(game, 1)[-3:] == ["draw", "standby", "main1"]
    assert (game.duel.state.turn_player, game.over) == (1, "")
    game.end_turn()
    assert (game.duel.state.turn, game.duel.state.turn_player) == (4, 0)


@rule("CLS-TURN-02", "CLS-SPELL-01", "CLS-SET-03")
def test_what_a_phase_does_not_allow_is_not_offered() -> None:
    game = classic(Cards(hand=["Pot of Greed", "Feral Imp"], monsters=["Battle Ox"]))
    for verb in ("activate", "set"):
        assert game.can(verb, "Pot of Greed")
    assert not game.can("attack")
    game.phase("battle")
    for verb in ("activate", "set", "summon", "change_position"):
        assert not game.can(verb)
    assert game.can("attack", "Battle Ox")


@rule("CLS-TURN-04", "CLS-TURN-13", "CLS-BATTLE-01")
def test_the_battle_phase_may_be_left_out_and_main_2_with_it() -> None:
    game = classic(Cards(monsters=["Battle Ox"]))
    assert [option.text for _, option in game.offered("phase")] == ["battle", "end"]
    assert phases(game.end_turn()) == ["draw", "standby", "main1", "end"]


@rule("CLS-TURN-05")
def test_one_card_is_drawn_from_the_top_and_no_player_can_decline() -> None:
    game = classic(Cards(hand=["Sangan"], deck=["Feral Imp", "Silver Fang"]))
    assert game.names("hand") == ["Sangan", "Feral Imp"]
    assert game.names("deck")[0] == "Silver Fang"


@rule("CLS-TURN-06", "CLS-WIN-05")
def test_who_cannot_draw_in_the_draw_phase_loses() -> None:
    game = classic(Cards(fillers=0))
    assert game.over == "1 deckout"
    assert game.duel.state.phase == "draw"


@rule("CLS-WIN-05")
def test_an_empty_deck_loses_nothing_until_a_draw_is_due() -> None:
    game = classic(Cards(fillers=1, monsters=["Battle Ox"])).phase("battle")
    assert (game.count("deck"), game.over) == (0, "")
    assert game.to_turn(3).to_turn(4).over == "1 deckout"


@rule("CLS-TURN-07", "CF-22")
def test_the_starting_player_draws_too() -> None:
    game = classic(Cards(hand=["Feral Imp"] * 5), first=0, skip_first_turn=False).to_open()
    assert (game.duel.state.turn, game.count("hand")) == (1, 6)


@rule("CLS-TURN-08", "CLS-SPELL-04")
def test_an_upkeep_is_dealt_with_before_main_phase_1() -> None:
    game = classic(Cards(spells=["Messenger of Peace"]), skip_first_turn=False).to_turn(2)
    while game.ask.kind is not PromptKind.CHOICE:
        game.choose("pass")
    assert (game.ask.seat, game.duel.state.phase) == (0, "standby")
    game.answer_question(True).to_open()
    assert (game.life(), game.count("spell_trap"), game.duel.state.phase) == (7900, 1, "main1")


@rule("CLS-SPELL-04")
def test_a_continuous_spell_whose_upkeep_is_not_paid_goes() -> None:
    game = classic(Cards(spells=["Messenger of Peace"]), skip_first_turn=False).to_turn(2)
    while game.ask.kind is not PromptKind.CHOICE:
        game.choose("pass")
    game.answer_question(False).to_open()
    assert (game.life(), game.names("graveyard")) == (8000, ["Messenger of Peace"])


@rule("CLS-TURN-09", "CLS-SET-01")
def test_main_1_allows_one_summon_and_many_spells_and_traps() -> None:
    game = classic(Cards(hand=["Feral Imp", "Pot of Greed", "Ookazi", "Waboku", "Trap Hole", "Silver Fang"]))
    game.do("summon", "Feral Imp").do("activate", "Pot of Greed").do("activate", "Ookazi")
    game.do("set", "Waboku").do("set", "Trap Hole")
    assert game.count("spell_trap") == 2
    assert not game.can("summon", "Silver Fang")
    assert not game.can("set", "Silver Fang")


@rule("CLS-TURN-10", "CLS-TURN-12", "CLS-TURN-15")
def test_one_position_change_a_monster_in_both_main_phases_together() -> None:
    game = classic(Cards(monsters=["Battle Ox", "Feral Imp"])).do("change_position", "Battle Ox")
    assert game.card("Battle Ox", 0).defense_position
    game.phase("battle").phase("main2")
    assert not game.can("change_position", "Battle Ox")
    assert game.can("change_position", "Feral Imp")


@rule("CLS-TURN-11")
@pytest.mark.parametrize(
    ("verb", "card"), [("summon", "Feral Imp"), ("set", "Feral Imp"), ("activate", "Monster Reborn")]
)
def test_no_position_change_in_the_turn_of_arrival(verb: str, card: str) -> None:
    mine = Cards(hand=[card], graveyard=[] if card == "Feral Imp" else ["Feral Imp"])
    game = classic(mine).do(verb, card)
    assert game.names("monster") == ["Feral Imp"]
    assert not game.can("change_position", "Feral Imp")
    assert not game.can("flip_summon", "Feral Imp")


@rule("CLS-TURN-12")
def test_an_effect_changes_a_position_that_its_player_cannot_change_again() -> None:
    game = classic(Cards(monsters=["Battle Ox"], spells=["Book of Moon:set"]))
    game.do("change_position", "Battle Ox").do("activate", "Book of Moon")
    assert not game.card("Battle Ox").face_up
    assert not game.can("change_position", "Battle Ox")
    assert not game.can("flip_summon", "Battle Ox")


@rule("CLS-TURN-14")
def test_the_starting_player_has_no_battle_phase_in_the_first_turn() -> None:
    game = classic(Cards(monsters=["Battle Ox"]), first=0, skip_first_turn=False).to_open()
    assert [option.text for _, option in game.offered("phase")] == ["end"]


@rule("CLS-TURN-15", "CLS-SUM-01")
def test_a_normal_summon_in_main_1_leaves_none_for_main_2() -> None:
    game = classic(Cards(hand=["Feral Imp", "Silver Fang", "Waboku"])).do("summon", "Feral Imp")
    game.phase("battle").phase("main2")
    assert not game.can("summon", "Silver Fang")
    assert game.can("set", "Waboku")


@rule("CLS-TURN-15")
def test_main_2_allows_what_main_1_does_within_the_same_limits() -> None:
    mine = Cards(hand=["Feral Imp", "Ookazi", "Jar of Greed", "Trap Hole"], spells=["Waboku:set"] * 4)
    game = classic(mine).phase("battle").phase("main2").do("summon", "Feral Imp")
    assert game.names("monster") == ["Feral Imp"]
    assert game.do("activate", "Ookazi").life(1) == 7200
    assert not game.do("set", "Jar of Greed").can("set", "Trap Hole"), "five lie there"


@rule("CLS-TURN-16", "CF-38")
def test_in_the_end_phase_the_hand_is_cut_to_six() -> None:
    game = classic(Cards(hand=["Feral Imp"] * 7)).phase("end")
    assert (game.duel.state.phase, game.ask.least, game.ask.most) == ("end", 2, 2)
    game.choose(*(key for key, _ in game.ask.options[:2])).to_open()
    assert (game.count("hand"), game.count("graveyard")) == (6, 2)
    for viewer in CLASSES:
        assert read(game, viewer, 0, "graveyard") == ["Feral Imp"] * 2


@rule("CF-38")
def test_the_hand_is_cut_after_all_else_of_the_end_phase() -> None:
    mine = Cards(hand=["Change of Heart", *["Feral Imp"] * 7])
    game = classic(mine, Cards(monsters=["Battle Ox"])).do("activate", "Change of Heart")
    assert game.names("monster") == ["Battle Ox"]
    game.phase("end").calm()
    while game.ask.most < 2:
        game.choose(game.ask.options[0][0])
    assert (game.ask.least, game.ask.most, game.duel.state.phase) == (2, 2, "end")
    assert game.names("monster", 1) == ["Battle Ox"], "home before the discard"
    game.choose(*(key for key, _ in game.ask.options[:2]))
    while game.duel.state.turn == 2:
        assert game.ask.kind is PromptKind.RESPONSE, "only what may answer the discard follows"
        game.choose("pass")
