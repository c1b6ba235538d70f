"""Answers given ahead are sent when their prompt comes, if offered, and never beyond their declaration."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from facedown_client.board.answer_planner import DIRECT_ATTACK_TARGET_INDEX, AnswerPlanner, PlannedAnswers
from facedown_client.board.choices import Shape
from facedown_client.board.prompt_actions import PromptActions
from facedown_shared.protocol.messages import Answer, Option, Prompt, Refused, ToServer
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import Code
from facedown_shared.text.words import NOTHING, words
from tools import samples

BOARD = samples.BusyBoard()
FIRST, SECOND, THIRD = (
    Option("activate", card, words=words("plain", "Its effect."))
    for card in (BOARD.elf, BOARD.aqua, BOARD.bug)
)
PASS = Option("pass")
TURN = Prompt(9, "turn", NOTHING, (FIRST,))


def effects(ask: int, *options: Option) -> Prompt:
    return Prompt(ask, "trigger", words("choose_next_effect"), options)


def order_prompt(*options: Option) -> tuple[PromptActions, list[ToServer]]:
    sent: list[ToServer] = []
    made = PromptActions(sent.append)
    made.take_prompt(effects(1, *options), BOARD.view())
    assert made.choices.shape is Shape.ORDER
    return made, sent


def test_an_order_is_given_once_and_answered_one_by_one() -> None:
    made, sent = order_prompt(PASS, FIRST, SECOND, THIRD)
    made.move_in_order(3, 0)
    assert list(made.doing.picked) == [3, 1, 2]
    assert made.confirm()
    made.take_prompt(effects(2, PASS, FIRST, SECOND), BOARD.view())
    made.take_prompt(effects(3, PASS, SECOND), BOARD.view())
    assert sent == [Answer(1, (3,)), Answer(2, (1,)), Answer(3, (1,))]
    assert not made.is_asked


def test_what_is_left_out_is_let_pass_and_nothing_else() -> None:
    made, sent = order_prompt(PASS, FIRST, SECOND)
    made.toggle_in_order(2)
    made.confirm()
    made.take_prompt(effects(2, PASS, SECOND), BOARD.view())
    assert sent == [Answer(1, (1,)), Answer(2, (0,))]
    made, sent = order_prompt(PASS, FIRST, SECOND)
    made.toggle_in_order(2)
    made.confirm()
    made.take_prompt(effects(2, PASS, SECOND, THIRD), BOARD.view())
    assert made.is_asked, "a third effect has come that nobody has spoken of"
    assert len(sent) == 1


def test_effects_that_must_be_used_are_not_left_out() -> None:
    made, sent = order_prompt(FIRST, SECOND)
    made.toggle_in_order(0)
    assert made.doing.picked == (0, 1)
    made.confirm()
    made.take_prompt(Prompt(2, "trigger", words("choose_next_effect"), (PASS, THIRD)), BOARD.view())
    assert made.is_asked, "the order was of other effects"
    assert sent == [Answer(1, (0,))]


def test_cards_are_stacked_in_an_order_too() -> None:
    sent: list[ToServer] = []
    made = PromptActions(sent.append)
    options = tuple(Option("order", card) for card in (BOARD.elf, BOARD.aqua, BOARD.bug))
    asks = words("which_goes_to_graveyard")
    made.take_prompt(Prompt(1, "choice", asks, options), BOARD.view())
    assert made.choices.shape is Shape.ORDER
    made.move_in_order(0, 2)
    made.confirm()
    made.take_prompt(Prompt(2, "choice", asks, (options[0], options[2])), BOARD.view())
    assert sent == [Answer(1, (1,)), Answer(2, (1,))]


def test_taking_a_choice_back_takes_back_what_was_said_ahead() -> None:
    made, sent = order_prompt(PASS, FIRST, SECOND)
    made.confirm()
    target = Prompt(
        2, "choice", NOTHING, (Option("target", BOARD.harp), Option("target", BOARD.dragon)), back=True
    )
    made.take_prompt(target, BOARD.view())
    assert made.undo_choice()
    made.take_prompt(effects(3, PASS, SECOND, FIRST), BOARD.view())
    assert made.is_asked
    assert sent == [Answer(1, (1,)), Answer(2, (), True)]


def part(ask: int, *options: Option) -> Prompt:
    """Return a prompt of a declaration: it can be taken back."""
    return Prompt(ask, "choice", NOTHING, options, back=True)


def test_a_drop_answers_zone_position_and_target_where_they_are_offered() -> None:
    ahead = AnswerPlanner()
    zone = Place(0, "monster", 1)
    ahead.note_answer(TURN, PlannedAnswers(target=BOARD.harp, place=zone, position="defense"))
    tributes = part(1, Option("tribute", BOARD.elf), Option("tribute", BOARD.harp))
    assert ahead.planned_option(tributes, in_turn=False) is None, "what is paid is chosen by hand"
    zones = part(2, Option("zone", place=Place(0, "monster", 3)), Option("zone", place=zone))
    assert ahead.planned_option(zones, in_turn=False) == 1
    positions = part(3, Option("position", text="attack"), Option("position", text="defense"))
    assert ahead.planned_option(positions, in_turn=False) == 1
    targets = part(4, Option("target", BOARD.dragon), Option("target", BOARD.harp))
    assert ahead.planned_option(targets, in_turn=False) == 1
    assert ahead.planned_option(targets, in_turn=False) is None, "each is said once"


def test_what_a_drop_settled_is_of_its_declaration_alone() -> None:
    """A zone that was never asked for is not used for a monster that an effect Summons later."""
    ahead, zone = AnswerPlanner(), Place(0, "monster", 1)
    ahead.note_answer(TURN, PlannedAnswers(place=zone, target=BOARD.harp))
    later = Prompt(
        1, "choice", NOTHING, (Option("zone", place=Place(0, "monster", 3)), Option("zone", place=zone))
    )
    assert ahead.planned_option(later, in_turn=False) is None
    targets = part(2, Option("target", BOARD.dragon), Option("target", BOARD.harp))
    assert ahead.planned_option(targets, in_turn=False) is None


def test_where_no_choice_is_taken_back_a_prompt_belongs_to_the_card_that_it_names() -> None:
    """EDOPro's core asks after the declaration, and takes nothing back."""
    sent: list[ToServer] = []
    made = PromptActions(sent.append)
    attack = Option("attack", BOARD.elf, targets=(BOARD.harp, BOARD.dragon))
    made.take_prompt(Prompt(1, "turn", NOTHING, (attack, Option("phase", text="end"))), BOARD.view())
    made.answer(0)
    made.answer(1)
    targets = (Option("attack", BOARD.harp), Option("attack", BOARD.dragon), Option("done"))
    made.take_prompt(Prompt(2, "choice", NOTHING, targets, card=BOARD.elf), BOARD.view())
    assert sent == [Answer(1, (0,)), Answer(2, (1,))]
    for card in (0, BOARD.aqua):
        ahead = AnswerPlanner()
        ahead.note_answer(TURN, PlannedAnswers(target=BOARD.harp, card=BOARD.elf))
        assert ahead.planned_option(Prompt(3, "choice", NOTHING, targets, card=card), in_turn=False) is None


def test_what_begins_again_forgets_what_was_said() -> None:
    ahead = AnswerPlanner()
    ahead.note_answer(TURN, PlannedAnswers(target=DIRECT_ATTACK_TARGET_INDEX))
    assert (
        ahead.planned_option(Prompt(1, "turn", NOTHING, (Option("phase", text="end"),)), in_turn=False)
        is None
    )
    direct = part(2, Option("attack", BOARD.harp), Option("direct"))
    assert ahead.planned_option(direct, in_turn=False) is None
    ahead.note_answer(TURN, PlannedAnswers(target=DIRECT_ATTACK_TARGET_INDEX))
    assert ahead.planned_option(direct, in_turn=False) == 1


# --- spared, and taking back --------------------------------------------------------------------------------


def player_without_zone_prompts() -> tuple[PromptActions, list[ToServer]]:
    """Return a player who is not asked for zones on which nothing depends."""
    sent: list[ToServer] = []
    return PromptActions(sent.append, asks_zones=lambda: False), sent


def zones(ask: int, *places: Place) -> Prompt:
    return part(ask, *(Option("zone", place=place) for place in places))


ROW = tuple(Place(0, "spell_trap", slot) for slot in range(5))


def test_a_zone_on_which_nothing_hangs_is_the_next_from_the_middle() -> None:
    made, sent = player_without_zone_prompts()
    made.take_prompt(zones(1, *ROW), BOARD.view())
    assert sent == [Answer(1, (2,))]
    made.take_prompt(zones(2, ROW[0], ROW[4]), BOARD.view())
    assert sent[1:] == [Answer(2, (0,))]


def test_zones_of_two_kinds_are_asked_for_and_all_are_where_the_player_wants_to() -> None:
    made, sent = player_without_zone_prompts()
    made.take_prompt(zones(1, Place(0, "monster", 2), Place(-1, "extra_monster", 0)), BOARD.view())
    assert made.is_asked
    careful = PromptActions(sent.append)
    careful.take_prompt(zones(1, *ROW), BOARD.view())
    assert careful.is_asked
    assert not sent


def test_the_zone_of_a_drop_goes_before_the_next_free_one() -> None:
    made, sent = player_without_zone_prompts()
    made.take_prompt(TURN, BOARD.view())
    made.declare(0, PlannedAnswers(place=ROW[4]))
    made.take_prompt(zones(10, *ROW), BOARD.view())
    assert sent[1:] == [Answer(10, (4,))]


def test_a_refused_zone_is_asked_for() -> None:
    made, sent = player_without_zone_prompts()
    prompt = zones(1, *ROW)
    made.take_prompt(prompt, BOARD.view())
    made.take_prompt(prompt, BOARD.view(), Refused(Code.NOT_OFFERED, ask=1))
    assert made.is_asked
    assert len(sent) == 1


def test_going_back_does_not_end_at_a_zone_that_was_never_asked_for() -> None:
    made, sent = player_without_zone_prompts()
    made.take_prompt(TURN, BOARD.view())
    made.answer(0)
    made.take_prompt(zones(10, *ROW), BOARD.view())
    made.take_prompt(
        part(11, Option("position", text="attack"), Option("position", text="defense")), BOARD.view()
    )
    assert made.undo_choice()
    made.take_prompt(zones(12, *ROW), BOARD.view())
    assert sent[2:] == [Answer(11, (), True), Answer(12, (), True)]
    made.take_prompt(TURN, BOARD.view())
    assert made.is_asked


def graveyard_order(ask: int, *cards: int) -> Prompt:
    """Return the prompt for the next card that goes to the Graveyard."""
    options = tuple(Option("order", card) for card in cards)
    return Prompt(ask, "choice", words("which_goes_to_graveyard"), options)


@pytest.mark.parametrize("asks", [False, True])
def test_the_order_of_cards_that_go_to_the_graveyard_together_is_asked_where_the_player_wants_to(
    asks: bool,
) -> None:
    sent: list[ToServer] = []
    made = PromptActions(sent.append, asks_orders=lambda: asks)
    made.take_prompt(graveyard_order(1, BOARD.elf, BOARD.aqua), BOARD.view())
    assert (sent, made.is_asked) == (([], True) if asks else ([Answer(1, (0,))], False))


# --- several at once ----------------------------------------------------------------------------------------

ELF, AQUA, BUG = (Option("choose", card) for card in (BOARD.elf, BOARD.aqua, BOARD.bug))
DONE = Option("done")
ATTACK, DEFENSE = (Option("position", BOARD.elf, text=word) for word in ("attack", "defense"))


def summons(ask: int, *options: Option) -> Prompt:
    """Return the server's prompts, one by one."""
    return Prompt(ask, "choice", words("choose_to_pendulum_summon"), options, back=True)


def empty_board() -> View:
    """Return a board with room for three monsters."""
    view = BOARD.view()
    pile = view.pile(0, "monster")
    handles = (*pile.handles[:2], 0, 0, 0)
    return replace(view, piles={**view.piles, "0:monster": replace(pile, handles=handles)})


def test_all_that_come_together_are_marked_at_once() -> None:
    made, sent = player_without_zone_prompts()
    made.take_prompt(summons(1, ELF, AQUA, BUG), empty_board())
    assert made.choices.is_multiple
    assert (made.choices.prompt and made.choices.prompt.most) == 3
    made.pick(2)
    made.pick(0)
    assert made.confirm()
    made.take_prompt(part(2, ATTACK, DEFENSE), empty_board())
    made.answer(1)
    made.take_prompt(summons(3, DONE, ELF, AQUA), empty_board())
    made.take_prompt(part(4, ATTACK, DEFENSE), empty_board())
    made.answer(0)
    made.take_prompt(summons(5, DONE, AQUA), empty_board())
    assert sent == [Answer(1, (2,)), Answer(2, (1,)), Answer(3, (1,)), Answer(4, (0,)), Answer(5, (0,))]


def test_the_way_back_leads_from_question_to_question_and_then_to_the_marks() -> None:
    made, sent = player_without_zone_prompts()
    made.take_prompt(summons(1, ELF, AQUA, BUG), empty_board())
    made.pick(0)
    made.pick(1)
    made.confirm()
    made.take_prompt(part(2, ATTACK, DEFENSE), empty_board())
    made.answer(0)
    made.take_prompt(summons(3, DONE, AQUA, BUG), empty_board())
    made.take_prompt(part(4, ATTACK, DEFENSE), empty_board())
    sent.clear()
    made.undo_choice()
    made.take_prompt(summons(5, DONE, AQUA, BUG), empty_board())
    assert sent == [Answer(4, (), True), Answer(5, (), True)]
    made.take_prompt(part(6, ATTACK, DEFENSE), empty_board())
    made.answer(1)
    made.take_prompt(summons(7, DONE, AQUA, BUG), empty_board())
    assert sent[2:] == [Answer(6, (1,)), Answer(7, (1,))], "the second is still to come"
    made.take_prompt(part(8, ATTACK, DEFENSE), empty_board())
    made.undo_choice()
    made.take_prompt(summons(9, DONE, AQUA, BUG), empty_board())
    made.take_prompt(part(10, ATTACK, DEFENSE), empty_board())
    made.undo_choice()
    made.take_prompt(summons(11, ELF, AQUA, BUG), empty_board())
    assert made.choices.is_multiple
    sent.clear()
    assert made.undo_choice()
    assert sent == [Answer(11, (), True)]


def test_one_is_chosen_as_ever_where_there_is_room_for_one() -> None:
    made, sent = player_without_zone_prompts()
    view = BOARD.view()
    pile = view.pile(0, "monster")
    full = replace(view, piles={**view.piles, "0:monster": replace(pile, handles=(*([BOARD.talker] * 4), 0))})
    made.take_prompt(summons(1, ELF, AQUA), full)
    assert not made.choices.is_multiple
    made.pick(1)
    assert sent == [Answer(1, (1,))]


def test_what_the_server_does_not_offer_any_more_is_asked_for_again() -> None:
    made, sent = player_without_zone_prompts()
    made.take_prompt(summons(1, ELF, AQUA, BUG), empty_board())
    for index in (0, 1, 2):
        made.pick(index)
    made.confirm()
    made.take_prompt(summons(2, DONE, BUG, Option("choose", BOARD.harp)), empty_board())
    assert made.is_asked
    assert made.choices.is_complete(()), "none of them is an answer, too"
    assert made.confirm()
    assert sent == [Answer(1, (0,)), Answer(2, (0,))]
