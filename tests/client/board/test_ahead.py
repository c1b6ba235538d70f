"""What is said ahead is answered as it is asked, with what is offered, and never beyond its declaration."""

from __future__ import annotations

from client.board.acting import Acting
from client.board.ahead import OPPONENT, Ahead, SaidAhead
from client.board.choices import Shape
from shared.protocol.messages import Answer, Option, Prompt, ToServer
from shared.words import NOTHING, words
from shared.zones import Place
from tools import samples

BOARD = samples.Busy()
FIRST, SECOND, THIRD = (
    Option("activate", card, words=words("plain", "Its effect."))
    for card in (BOARD.elf, BOARD.aqua, BOARD.bug)
)
PASS = Option("pass")


def effects(ask: int, *options: Option) -> Prompt:
    return Prompt(ask, "trigger", words("choose_next_effect"), options)


def ordering(*options: Option) -> tuple[Acting, list[ToServer]]:
    sent: list[ToServer] = []
    made = Acting(sent.append)
    made.take(effects(1, *options), BOARD.view())
    assert made.choices.shape is Shape.ORDER
    return made, sent


def test_an_order_is_given_once_and_answered_one_by_one() -> None:
    made, sent = ordering(PASS, FIRST, SECOND, THIRD)
    made.put(3, 0)
    assert made.row() == (3, 1, 2)
    assert made.confirm()
    made.take(effects(2, PASS, FIRST, SECOND), BOARD.view())
    made.take(effects(3, PASS, SECOND), BOARD.view())
    assert sent == [Answer(1, (3,)), Answer(2, (1,)), Answer(3, (1,))]
    assert not made.asked


def test_what_is_left_out_is_let_pass_and_nothing_else() -> None:
    made, sent = ordering(PASS, FIRST, SECOND)
    made.leave_out(2)
    made.confirm()
    made.take(effects(2, PASS, SECOND), BOARD.view())
    assert sent == [Answer(1, (1,)), Answer(2, (0,))]
    made, sent = ordering(PASS, FIRST, SECOND)
    made.leave_out(2)
    made.confirm()
    made.take(effects(2, PASS, SECOND, THIRD), BOARD.view())
    assert made.asked, "a third effect has come that nobody has spoken of"
    assert len(sent) == 1


def test_effects_that_must_be_used_are_not_left_out() -> None:
    made, sent = ordering(FIRST, SECOND)
    made.leave_out(0)
    assert made.doing.picked == (0, 1)
    made.confirm()
    made.take(Prompt(2, "trigger", words("choose_next_effect"), (PASS, THIRD)), BOARD.view())
    assert made.asked, "the order was of other effects"
    assert sent == [Answer(1, (0,))]


def test_cards_are_stacked_in_an_order_too() -> None:
    sent: list[ToServer] = []
    made = Acting(sent.append)
    options = tuple(Option("order", card) for card in (BOARD.elf, BOARD.aqua, BOARD.bug))
    asks = words("which_goes_to_graveyard")
    made.take(Prompt(1, "choice", asks, options), BOARD.view())
    assert made.choices.shape is Shape.ORDER
    made.put(0, 2)
    made.confirm()
    made.take(Prompt(2, "choice", asks, (options[0], options[2])), BOARD.view())
    assert sent == [Answer(1, (1,)), Answer(2, (1,))]


def test_taking_a_choice_back_takes_back_what_was_said_ahead() -> None:
    made, sent = ordering(PASS, FIRST, SECOND)
    made.confirm()
    target = Prompt(
        2, "choice", NOTHING, (Option("target", BOARD.harp), Option("target", BOARD.dragon)), back=True
    )
    made.take(target, BOARD.view())
    assert made.back()
    made.take(effects(3, PASS, SECOND, FIRST), BOARD.view())
    assert made.asked
    assert sent == [Answer(1, (1,)), Answer(2, (), True)]


def part(ask: int, *options: Option) -> Prompt:
    """A prompt of a declaration: it can be taken back."""
    return Prompt(ask, "choice", NOTHING, options, back=True)


def test_a_drop_answers_zone_position_and_target_where_they_are_offered() -> None:
    ahead = Ahead()
    zone = Place(0, "monster", 1)
    ahead.say(SaidAhead(target=BOARD.harp, place=zone, position="defense"))
    tributes = part(1, Option("tribute", BOARD.elf), Option("tribute", BOARD.harp))
    assert ahead.answer(tributes, ordered=False) is None, "what is paid is chosen by hand"
    zones = part(2, Option("zone", place=Place(0, "monster", 3)), Option("zone", place=zone))
    assert ahead.answer(zones, ordered=False) == 1
    positions = part(3, Option("position", text="attack"), Option("position", text="defense"))
    assert ahead.answer(positions, ordered=False) == 1
    targets = part(4, Option("target", BOARD.dragon), Option("target", BOARD.harp))
    assert ahead.answer(targets, ordered=False) == 1
    assert ahead.answer(targets, ordered=False) is None, "each is said once"


def test_what_a_drop_settled_is_of_its_declaration_alone() -> None:
    """A zone that was never asked for is not taken for a monster that an effect brings out later."""
    ahead, zone = Ahead(), Place(0, "monster", 1)
    ahead.say(SaidAhead(place=zone, target=BOARD.harp))
    later = Prompt(
        1, "choice", NOTHING, (Option("zone", place=Place(0, "monster", 3)), Option("zone", place=zone))
    )
    assert ahead.answer(later, ordered=False) is None
    targets = part(2, Option("target", BOARD.dragon), Option("target", BOARD.harp))
    assert ahead.answer(targets, ordered=False) is None


def test_what_begins_anew_forgets_what_was_said() -> None:
    ahead = Ahead()
    ahead.say(SaidAhead(target=OPPONENT))
    assert ahead.answer(Prompt(1, "turn", NOTHING, (Option("phase", text="end"),)), ordered=False) is None
    direct = part(2, Option("attack", BOARD.harp), Option("direct"))
    assert ahead.answer(direct, ordered=False) is None
    ahead.say(SaidAhead(target=OPPONENT))
    assert ahead.answer(direct, ordered=False) == 1
