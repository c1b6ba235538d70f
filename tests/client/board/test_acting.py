"""From clicks to answers: menus, picks, taking back, and one answer for one prompt."""

from __future__ import annotations

import msgspec

from client.board.acting import Acting, verb_title
from client.board.layout import Rect
from shared.errors import Code
from shared.protocol.messages import Answer, AutoPass, Option, Prompt, Refused, ToServer
from shared.words import NOTHING, words
from shared.zones import Place
from tools import samples

ANCHOR = Rect(10, 10, 60, 90)


def acting(prompt: Prompt | None, board: samples.Busy) -> tuple[Acting, list[ToServer]]:
    sent: list[ToServer] = []
    made = Acting(sent.append)
    made.take(prompt, board.view())
    return made, sent


def opened(made: Acting) -> str:
    """The title of the open pile."""
    return made.doing.pile.title if made.doing.pile else ""


def test_a_card_with_several_options_opens_its_menu() -> None:
    board = samples.Busy()
    made, sent = acting(samples.open_prompt(board), board)
    assert made.act_on(board.hand[2], ANCHOR)
    menu = made.doing.menu
    assert menu is not None
    assert [entry.title for entry in menu.entries] == ["Summon", "Set", "Activate"]
    assert [entry.detail for entry in menu.entries][2] == "in a Pendulum Zone"
    assert not sent
    made.take_entry(menu.entries[1])
    assert sent == [Answer(7, (5,))]


def test_a_card_with_one_option_has_a_menu_of_one_line() -> None:
    board = samples.Busy(chain=True)
    made, sent = acting(samples.response_prompt(board), board)
    assert made.act_on(board.tools, ANCHOR)
    assert made.doing.menu is not None
    assert [entry.option for entry in made.doing.menu.entries] == [1]
    assert not sent


def test_an_attack_needs_no_menu() -> None:
    board = samples.Busy()
    prompt = Prompt(1, "turn", NOTHING, (Option("attack", board.talker), Option("phase", text="end")))
    made, sent = acting(prompt, board)
    assert made.act_on(board.talker, ANCHOR)
    assert sent == [Answer(1, (0,))]


def test_a_card_that_is_not_offered_does_nothing() -> None:
    board = samples.Busy(chain=True)
    made, sent = acting(samples.response_prompt(board), board)
    assert not made.act_on(board.elf, ANCHOR)
    assert not sent


def test_a_prompt_is_answered_once_until_it_is_refused() -> None:
    board = samples.Busy(chain=True)
    prompt = samples.response_prompt(board)
    made, sent = acting(prompt, board)
    made.pick(1)
    made.take(prompt, board.view())
    assert not made.act_on(board.talker, ANCHOR)
    assert len(sent) == 1
    made.take(prompt, board.view(), Refused(Code.NOT_OFFERED, ask=prompt.ask, text="Not that."))
    made.pick(2)
    assert sent[1:] == [Answer(8, (2,))]


def test_a_chain_names_the_link_an_activation_would_be() -> None:
    board = samples.Busy(chain=True)
    made, _ = acting(None, board)
    made.take(
        Prompt(1, "response", NOTHING, (Option("activate", board.tools),)), board.view(chain=board.links())
    )
    assert made.entry(0).detail == "as Chain Link 3"


def test_leaving_closes_takes_back_and_passes_in_that_order() -> None:
    board = samples.Busy(chain=True)
    made, sent = acting(samples.response_prompt(board), board)
    made.open_pile(Place(0, "graveyard"))
    made.leave()
    assert made.doing.pile is None
    assert not sent
    made.leave()
    assert sent == [Answer(8, (3,))]


def test_leaving_the_open_state_does_not_end_the_turn() -> None:
    board = samples.Busy()
    made, sent = acting(samples.open_prompt(board), board)
    made.act_on(board.hand[2], ANCHOR)
    assert made.leave()
    assert made.doing.menu is None
    assert not made.leave()
    assert not sent


def test_several_picks_are_confirmed() -> None:
    board = samples.Busy()
    made, sent = acting(samples.pick_prompt(board), board)
    made.act_on(board.elf, ANCHOR)
    assert not made.confirm()
    made.act_on(board.aqua, ANCHOR)
    made.act_on(board.bug, ANCHOR)
    assert made.doing.picked == (0, 1)
    made.act_on(board.elf, ANCHOR)
    made.act_on(board.bug, ANCHOR)
    assert made.confirm()
    assert sent == [Answer(13, (1, 2))]


def test_back_takes_the_last_choice_back() -> None:
    board = samples.Busy()
    made, sent = acting(samples.zone_prompt(board), board)
    assert made.leave()
    assert sent == [Answer(10, (), True)]


def test_none_may_be_chosen_where_none_is_enough() -> None:
    board = samples.Busy()
    made, sent = acting(Prompt(3, "choice", NOTHING, (Option("target", board.elf),), 0, 1), board)
    made.pick(0)
    made.pick(0)
    assert made.doing.picked == ()
    assert made.leave()
    assert sent == [Answer(3, ())]


def test_a_new_prompt_forgets_the_picks_of_the_old() -> None:
    board = samples.Busy()
    made, _ = acting(samples.pick_prompt(board), board)
    made.act_on(board.elf, ANCHOR)
    made.take(samples.zone_prompt(board), board.view())
    assert made.doing.picked == ()


def test_piles_open_and_close_and_hands_do_not() -> None:
    board = samples.Busy()
    made, _ = acting(None, board)
    assert made.open_pile(Place(1, "graveyard", 2))
    assert opened(made) == "Halvard's Graveyard" or opened(made) == "Player 2's Graveyard"
    made.open_pile(Place(1, "graveyard"))
    assert opened(made) == ""
    assert not made.open_pile(Place(0, "hand"))
    assert not made.open_pile(Place(0, "monster", 1))


def test_when_to_be_asked_is_told_the_server() -> None:
    board = samples.Busy()
    made, sent = acting(None, board)
    made.ask_me("never")
    assert sent == [AutoPass("never")]


def test_a_verb_nobody_named_is_written_as_it_is() -> None:
    assert verb_title(Option("give_gift")) == "Give gift"
    assert verb_title(Option("no", words=words("do_not_attack"))) == "Do not attack"


def test_another_prompt_of_the_same_number_is_shown() -> None:
    """After a reconnect it may ask something else: hidden, it would wait for ever."""
    board = samples.Busy()
    prompt = samples.open_prompt(board)
    made, _ = acting(prompt, board)
    made.answer(5)
    made.take(prompt, board.view())
    assert not made.asked
    made.take(msgspec.structs.replace(prompt, options=prompt.options[1:]), board.view())
    assert made.asked
