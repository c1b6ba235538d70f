"""From clicks to answers: menus, picks, taking back, and one answer for one prompt."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from facedown_client.board.choices import Shape
from facedown_client.board.interaction_state import Menu, MenuLine
from facedown_client.board.layout import Rect
from facedown_client.board.prompt_actions import PromptActions, verb_title
from facedown_client.model import card_catalogue
from facedown_shared.protocol.messages import Answer, AutoPass, Option, Prompt, Refused, ToServer
from facedown_shared.tables.view import Pile
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import Code
from facedown_shared.text.words import LINE, NOTHING, words
from tools import samples

ANCHOR = Rect(10, 10, 60, 90)


def make_actions(prompt: Prompt | None, board: samples.BusyBoard) -> tuple[PromptActions, list[ToServer]]:
    sent: list[ToServer] = []
    made = PromptActions(sent.append)
    made.take_prompt(prompt, board.view(), names=("Wren", "Halvard"))
    return made, sent


def open_pile_title(made: PromptActions) -> str:
    """Return the title of the open pile."""
    return made.doing.pile.title if made.doing.pile else ""


def test_a_card_with_several_options_opens_its_menu() -> None:
    board = samples.BusyBoard()
    made, sent = make_actions(samples.open_prompt(board), board)
    assert made.act_on(board.hand[2], ANCHOR)
    menu = made.doing.menu
    assert menu is not None
    assert [entry.title for entry in menu.entries] == ["Summon", "Activate", "Set"]
    assert [entry.detail for entry in menu.entries][1] == "in a Pendulum Zone"
    assert not sent
    made.take_menu_line(menu.entries[2])
    assert sent == [Answer(7, (5,))]


def test_a_menu_says_each_effect_by_the_line_that_was_told_of_its_card() -> None:
    board = samples.BusyBoard()
    card = board.hand[2]
    code = board.cards[card].code
    card_catalogue.note_sent_cards((), {code: ("Destroy 1 monster.", "Special Summon 1 monster.")})
    options = tuple(
        Option("activate", card, words=words(LINE, code, number, words("its_effect", number + 1)))
        for number in range(2)
    )
    made, _ = make_actions(Prompt(7, "turn", NOTHING, options), board)
    made.act_on(card, ANCHOR)
    menu = made.doing.menu
    assert menu is not None
    assert [entry.detail for entry in menu.entries] == ["Destroy 1 monster.", "Special Summon 1 monster."]


def test_the_menu_of_the_table_stays_when_something_else_is_asked_and_that_of_a_card_does_not() -> None:
    board = samples.BusyBoard()
    made, _ = make_actions(None, board)
    of_table = Menu((MenuLine("Give up this duel", act="concede"),), ANCHOR)
    made.doing.open_menu(of_table)
    made.take_prompt(samples.open_prompt(board), board.view())
    assert made.doing.menu == of_table
    made.act_on(board.hand[2], ANCHOR)
    assert made.doing.menu not in (None, of_table)
    made.take_prompt(Prompt(8, "turn", NOTHING, (Option("phase", text="end"),)), board.view())
    assert made.doing.menu is None


def test_a_menu_begins_with_what_most_would_do_and_shows_its_card() -> None:
    """In any order of the server's; a card that was never pointed at is shown all the same."""
    board = samples.BusyBoard()
    spell = board.hand[0]
    made, sent = make_actions(
        Prompt(2, "turn", NOTHING, (Option("set", spell), Option("activate", spell))), board
    )
    made.act_on(spell, ANCHOR)
    menu = made.doing.menu
    assert menu is not None
    assert [entry.title for entry in menu.entries] == ["Activate", "Set"]
    assert menu.marked == 0
    assert made.doing.preview_card == spell
    made.take_menu_line(menu.entries[0])
    assert sent == [Answer(2, (1,))]


def test_a_card_with_one_option_has_a_menu_of_one_line() -> None:
    board = samples.BusyBoard(chain=True)
    made, sent = make_actions(samples.response_prompt(board), board)
    assert made.act_on(board.tools, ANCHOR)
    assert made.doing.menu is not None
    assert [entry.option for entry in made.doing.menu.entries] == [1]
    assert not sent


def test_an_attack_is_aimed_even_at_a_sole_target() -> None:
    """A click on the attacker declares nothing; the target is answered when the server asks for it."""
    board = samples.BusyBoard()
    prompt = Prompt(1, "turn", NOTHING, (Option("attack", board.talker), Option("phase", text="end")))
    made, sent = make_actions(prompt, board)
    assert made.act_on(board.talker, ANCHOR)
    assert not sent
    assert made.choices.shape is Shape.PICK
    assert made.doing.aiming == board.talker
    assert board.harp in made.choices.by_card
    assert board.elf not in made.choices.by_card
    made.act_on(board.harp, ANCHOR)
    assert sent == [Answer(1, (0,))]
    assert made.doing.aiming == 0
    targets = (Option("attack", board.dragon), Option("attack", board.harp))
    made.take_prompt(Prompt(2, "choice", words("what_does_it_attack", 1), targets, back=True), board.view())
    assert sent[1:] == [Answer(2, (1,))]


def test_an_attack_that_is_aimed_is_taken_back_and_nobody_hears_of_it() -> None:
    board = samples.BusyBoard()
    prompt = Prompt(1, "turn", NOTHING, (Option("attack", board.talker), Option("phase", text="end")))
    made, sent = make_actions(prompt, board)
    made.act_on(board.talker, ANCHOR)
    assert made.escape()
    assert made.choices.prompt is prompt
    assert not sent
    made.take_prompt(prompt, board.view())
    assert board.talker in made.choices.by_card


def test_an_empty_field_is_attacked_directly() -> None:
    board = samples.BusyBoard()
    view = board.view()
    piles = {
        **view.piles,
        "1:monster": Pile(0, (0, 0, 0, 0, 0)),
        "-:extra_monster": Pile(1, (board.talker, 0)),
    }
    sent: list[ToServer] = []
    made = PromptActions(sent.append)
    made.take_prompt(Prompt(1, "turn", NOTHING, (Option("attack", board.talker),)), board.view(piles=piles))
    made.act_on(board.talker, ANCHOR)
    assert made.choices.direct_option == 0
    assert not sent
    made.pick(0)
    assert sent == [Answer(1, (0,))]


def test_a_card_that_is_not_offered_does_nothing() -> None:
    board = samples.BusyBoard(chain=True)
    made, sent = make_actions(samples.response_prompt(board), board)
    assert not made.act_on(board.elf, ANCHOR)
    assert not sent


def test_a_prompt_is_answered_once_until_it_is_refused() -> None:
    board = samples.BusyBoard(chain=True)
    prompt = samples.response_prompt(board)
    made, sent = make_actions(prompt, board)
    made.pick(1)
    made.take_prompt(prompt, board.view())
    assert not made.act_on(board.talker, ANCHOR)
    assert len(sent) == 1
    made.take_prompt(prompt, board.view(), Refused(Code.NOT_OFFERED, ask=prompt.ask, text="Not that."))
    made.pick(2)
    assert sent[1:] == [Answer(8, (2,))]


def test_a_chain_names_the_link_an_activation_would_be() -> None:
    board = samples.BusyBoard(chain=True)
    made, _ = make_actions(None, board)
    made.take_prompt(
        Prompt(1, "response", NOTHING, (Option("activate", board.tools),)), board.view(chain=board.links())
    )
    assert made.menu_line(0).detail == "as Chain Link 3"


def test_leaving_closes_takes_back_and_passes_in_that_order() -> None:
    board = samples.BusyBoard(chain=True)
    made, sent = make_actions(samples.response_prompt(board), board)
    made.open_pile(Place(0, "graveyard"))
    made.escape()
    assert made.doing.pile is None
    assert not sent
    made.escape()
    assert sent == [Answer(8, (3,))]


def test_leaving_the_open_state_does_not_end_the_turn() -> None:
    board = samples.BusyBoard()
    made, sent = make_actions(samples.open_prompt(board), board)
    made.act_on(board.hand[2], ANCHOR)
    assert made.escape()
    assert made.doing.menu is None
    assert not made.escape()
    assert not sent


def test_several_picks_are_confirmed() -> None:
    board = samples.BusyBoard()
    made, sent = make_actions(samples.pick_prompt(board), board)
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
    board = samples.BusyBoard()
    made, sent = make_actions(samples.zone_prompt(board), board)
    assert made.escape()
    assert sent == [Answer(10, (), True)]


def test_none_may_be_chosen_where_none_is_enough() -> None:
    board = samples.BusyBoard()
    made, sent = make_actions(Prompt(3, "choice", NOTHING, (Option("target", board.elf),), 0, 1), board)
    made.pick(0)
    made.pick(0)
    assert made.doing.picked == ()
    assert not made.escape(), "Esc chooses nothing for good"
    assert made.confirm()
    assert sent == [Answer(3, ())]


def test_a_new_prompt_forgets_the_picks_of_the_old() -> None:
    board = samples.BusyBoard()
    made, _ = make_actions(samples.pick_prompt(board), board)
    made.act_on(board.elf, ANCHOR)
    made.take_prompt(samples.zone_prompt(board), board.view())
    assert made.doing.picked == ()


def test_piles_open_and_close_and_hands_do_not() -> None:
    board = samples.BusyBoard()
    made, _ = make_actions(None, board)
    assert made.open_pile(Place(1, "graveyard", 2))
    assert open_pile_title(made) == "Halvard's Graveyard"
    made.open_pile(Place(1, "graveyard"))
    assert open_pile_title(made) == ""
    assert not made.open_pile(Place(0, "hand"))
    assert not made.open_pile(Place(0, "monster", 1))


def test_when_to_be_asked_is_told_the_server() -> None:
    board = samples.BusyBoard()
    made, sent = make_actions(None, board)
    made.set_prompt_mode("never")
    assert sent == [AutoPass("never")]


def test_a_verb_nobody_named_is_written_as_it_is() -> None:
    assert verb_title(Option("give_gift")) == "Give gift"
    assert verb_title(Option("no", words=words("do_not_attack"))) == "Do not attack"


def test_another_prompt_of_the_same_number_is_shown() -> None:
    """After a reconnect it may be another prompt: hidden, it would wait for ever."""
    board = samples.BusyBoard()
    prompt = samples.open_prompt(board)
    made, _ = make_actions(prompt, board)
    made.answer(5)
    made.take_prompt(prompt, board.view())
    assert not made.is_asked
    made.take_prompt(msgspec.structs.replace(prompt, options=prompt.options[1:]), board.view())
    assert made.is_asked


@pytest.mark.parametrize("prompt", [samples.trigger_prompt, samples.yes_prompt])
def test_esc_does_not_answer_a_question(prompt: Callable[[samples.BusyBoard], Prompt]) -> None:
    """An optional effect that is passed is not offered again."""
    board = samples.BusyBoard()
    asked = prompt(board)
    made, sent = make_actions(asked, board)
    assert not made.escape()
    assert not sent
    assert made.answer_question(yes=True)
    assert sent == [Answer(asked.ask, (1,))]
    made, sent = make_actions(asked, board)
    assert made.answer_question(yes=False)
    assert sent == [Answer(asked.ask, (0,))]


def test_esc_lets_pass_where_nothing_else_can_be_answered() -> None:
    board = samples.BusyBoard()
    made, sent = make_actions(Prompt(4, "trigger", NOTHING, (Option("pass"),)), board)
    assert made.escape()
    assert sent == [Answer(4, (0,))]


def test_what_was_picked_is_picked_still_when_the_same_is_asked_again() -> None:
    """The connection was lost meanwhile: the prompt is repeated, as another value that is equal."""
    board = samples.BusyBoard()
    prompt = Prompt(3, "choice", NOTHING, tuple(Option("discard", card) for card in board.hand[:3]), 2, 2)
    made, sent = make_actions(prompt, board)
    made.pick(1)
    made.doing.set_search("elf")
    made.take_prompt(None, board.view())
    assert not made.doing.picked
    made.take_prompt(msgspec.structs.replace(prompt), board.view())
    assert (made.doing.picked, made.doing.search) == ((1,), "elf")
    made.pick(2)
    assert made.confirm()
    assert sent == [Answer(3, (1, 2))]


def test_nothing_stays_picked_when_something_else_is_asked_meanwhile_or_under_another_number() -> None:
    board = samples.BusyBoard()
    prompt = Prompt(3, "choice", NOTHING, tuple(Option("discard", card) for card in board.hand[:3]), 2, 2)
    for other in (Prompt(4, "turn", NOTHING, (Option("phase", text="end"),)), None):
        made, _ = make_actions(prompt, board)
        made.pick(1)
        made.take_prompt(None, board.view())
        if other is not None:
            made.take_prompt(other, board.view())
            made.take_prompt(None, board.view())
        again = prompt if other is not None else msgspec.structs.replace(prompt, ask=5)
        made.take_prompt(again, board.view())
        assert made.doing.picked == ()


def test_an_attack_that_is_being_aimed_is_aimed_still_when_the_same_is_asked_again() -> None:
    board = samples.BusyBoard()
    attacker = board.hand[0]
    prompt = Prompt(3, "turn", NOTHING, (Option("attack", attacker, targets=(board.hand[1],)),))
    made, sent = make_actions(prompt, board)
    made.answer(0)
    assert made.doing.aiming == attacker
    made.take_prompt(None, board.view())
    assert made.doing.aiming == 0
    made.take_prompt(msgspec.structs.replace(prompt), board.view())
    assert made.doing.aiming == attacker
    made.answer(0)
    assert sent == [Answer(3, (0,))]
