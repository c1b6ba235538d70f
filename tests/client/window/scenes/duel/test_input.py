"""The duel scene by keys alone, and where keys and pointer do the same: dialogs, piles, modes, talking."""

from __future__ import annotations

from itertools import islice

import pygame

from facedown_client.window.paint import dialogs, ordering, rail
from facedown_client.window.redraw_schedule import IDLE_POLL_RATE_HZ
from facedown_client.window.scenes.duel.mode_switch import HOLD_DELAY_S, UNDO_S
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_client.window.scenes.duel.widgets import TermPress
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.protocol.messages import (
    Answer,
    AutoPass,
    CardsFound,
    Chat,
    FoundCard,
    Option,
    Prompt,
    SearchCards,
)
from facedown_shared.tables.zones import Place
from facedown_shared.text.words import NOTHING, words
from tests.client.screens import (
    Play,
    click,
    key_down,
    key_up,
    mouse_down,
    mouse_move,
    mouse_up,
    surface,
    text_input,
)
from tools import samples

__all__ = ["surface"]


def titles(scene: DuelScene) -> list[str]:
    """Return the lines of the open menu."""
    opened = scene.acting.doing.menu
    return [entry.title for entry in opened.entries] if opened else []


def test_a_phase_by_pointer_and_by_key(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    boxes = {phase: box for phase, _, box in rail.phase_boxes(play.scene.board_frame())}
    click(play.scene, boxes["main2"].centre)
    assert not play.sent
    click(play.scene, boxes["battle"].centre)
    assert play.sent == [Answer(7, (11,))]
    other = Play(surface, board, samples.open_prompt(board))
    other.press(pygame.K_e)
    assert other.sent == [Answer(7, (12,))]


def test_a_phase_says_what_it_is_and_what_a_press_does(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    plain = surface.copy()

    def phase_lines(phase: str) -> list[str]:
        boxes = {name: box for name, _, box in rail.phase_boxes(play.scene.board_frame())}
        play.scene.event(mouse_move(boxes[phase].centre))
        play.scene.draw(surface)
        found = play.scene.widgets.explained_press
        return found.told if found is not None else []

    assert phase_lines("battle")[0] == "Battle Phase"
    assert phase_lines("battle")[2] == "Click here, or press B, to go there."
    assert surface.get_buffer().raw != plain.get_buffer().raw, "it stands on the screen"
    assert phase_lines("main1")[2] == "This is the current phase."
    assert phase_lines("draw")[2] == "You cannot go there now."
    assert len(phase_lines("battle")) > len(phase_lines("draw")), "what the mark means is said where it is"
    play.scene.event(mouse_move((640, 300)))
    by_keys = []
    for _ in range(40):
        play.press(pygame.K_TAB)
        by_keys += [found.told[0]] if (found := play.scene.widgets.explained_press) is not None else []
    assert {*by_keys} == {"Battle Phase", "End Phase"}, "the keyboard finds those that can be gone to"


def test_a_dialog_of_cards_by_double_click_and_by_keys(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.cards_prompt(board))
    cell = dialogs.cards_sheet(play.scene.board_frame()).cells[1]
    click(play.scene, cell.box.centre)
    click(play.scene, cell.box.centre)
    assert play.sent == [Answer(9, (cell.option,))]
    for keys in (
        (pygame.K_TAB, pygame.K_TAB, pygame.K_RETURN, pygame.K_RETURN),
        (pygame.K_2, pygame.K_RETURN),
    ):
        other = Play(surface, board, samples.cards_prompt(board))
        other.press(*keys)
        assert other.sent == [Answer(9, (1,))]


def test_a_dialog_can_be_searched_and_seen_through(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.cards_prompt(board))
    entry = play.scene.widgets.search
    click(play.scene, entry.rect.center)
    play.scene.event(text_input("kuri"))
    play.scene.draw(surface)
    assert len(dialogs.cards_sheet(play.scene.board_frame()).cells) == 1
    assert play.scene.widgets.is_typing
    play.press(pygame.K_ESCAPE)
    assert not play.sent, "Esc leaves the line before it takes back"
    play.scene.widgets.group.give_focus(None)
    play.scene.event(key_down(pygame.K_SPACE))
    assert [play.scene.acting.doing.peek] == [True]
    play.scene.draw(surface)
    play.scene.event(key_up(pygame.K_SPACE))
    assert [play.scene.acting.doing.peek] == [False]


def test_a_position_and_a_question_by_keys_and_pointer(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.position_prompt(board))
    play.press(pygame.K_2)
    assert play.sent == [Answer(11, (1,))]
    play = Play(surface, board, samples.position_prompt(board))
    index, box = dialogs.position_box(play.scene.board_frame()).options[2]
    click(play.scene, box.centre)
    assert play.sent == [Answer(11, (index,))]
    for key, pick in ((pygame.K_RETURN, 1), (pygame.K_y, 1), (pygame.K_n, 0)):
        play = Play(surface, board, samples.yes_prompt(board))
        play.press(key)
        assert play.sent == [Answer(12, (pick,))]
    play = Play(surface, board, samples.words_prompt(board))
    play.press(pygame.K_5)
    assert play.sent == [Answer(14, (4,))]


def test_a_whole_turn_with_the_keyboard_alone(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    play.press(pygame.K_TAB, pygame.K_TAB, pygame.K_TAB)
    assert play.scene.acting.doing.hover == board.hand[2]
    assert play.scene.acting.doing.preview == board.cards[board.hand[2]].code
    play.press(pygame.K_RETURN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RETURN)
    assert play.sent == [Answer(7, (5,))]
    play.ask(samples.zone_prompt(board))
    play.press(pygame.K_RIGHT, pygame.K_TAB, pygame.K_RETURN)
    play.ask(samples.yes_prompt(board))
    play.press(pygame.K_RETURN)
    play.ask(samples.pick_prompt(board))
    play.press(pygame.K_1, pygame.K_3, pygame.K_RETURN)
    assert play.sent[1:] == [Answer(10, (0,)), Answer(12, (1,)), Answer(13, (0, 2))]


def test_arrows_go_from_zone_to_zone(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    doing = play.scene.acting.doing
    doing.spot = Place(0, "monster", 0)
    play.press(pygame.K_RIGHT)
    assert doing.spot == Place(0, "monster", 1)
    play.press(pygame.K_UP, pygame.K_UP)
    assert doing.spot == Place(1, "monster", 3)
    play.press(pygame.K_LEFT, pygame.K_LEFT)
    assert doing.spot is not None
    assert doing.keyboard


def test_piles_by_pointer_and_function_keys(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    rect = play.scene.layout.rect(Place(1, "graveyard"))
    assert rect is not None
    click(play.scene, rect.centre)
    opened = play.scene.acting.doing.pile
    assert opened is not None
    assert opened.title == "Halvard's Graveyard"
    assert len(dialogs.pile_sheet(play.scene.board_frame()).cells) == 6
    play.scene.draw(surface)
    play.press(pygame.K_ESCAPE)
    play.press(pygame.K_F1)
    assert play.scene.acting.doing.pile is not None
    play.press(pygame.K_F1)
    play.scene.acting.doing.spot = Place(-1, "extra_monster", 1)
    play.press(pygame.K_F4)
    assert len(dialogs.pile_sheet(play.scene.board_frame()).cells) == 2


def test_a_card_in_a_pile_can_be_activated_there(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    card = board.grave[0]
    options = (Option("activate", card, text="Banish it"), Option("activate", card, text="Return it"))
    play = Play(surface, board, Prompt(20, "turn", NOTHING, options))
    play.press(pygame.K_F1)
    cell = next(cell for cell in dialogs.pile_sheet(play.scene.board_frame()).cells if cell.card == card)
    click(play.scene, cell.box.centre)
    assert titles(play.scene) == ["Activate", "Activate"]
    play.press(pygame.K_2)
    assert play.sent == [Answer(20, (1,))]


def test_when_to_be_asked_by_button_key_and_holding(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, None)
    click(play.scene, (play.scene.layout.rail.toggle.x + 10, play.scene.layout.rail.toggle.centre[1]))
    play.press(pygame.K_s)
    play.scene.update(play.scene.now + UNDO_S)
    assert play.sent == [AutoPass("always"), AutoPass("never")], "a tap is meant for good"
    play.scene.event(key_down(pygame.K_d))
    play.scene.event(key_down(pygame.K_d))
    hold(play, 2 * HOLD_DELAY_S)
    play.scene.event(key_up(pygame.K_d))
    holding = [AutoPass("able", held=True), AutoPass("never")]
    assert play.sent[2:] == holding, "holding lasts as long as it is held"


def hold(play: Play, seconds: float) -> None:
    """Let time pass in frames, as while a key is down."""
    until = play.scene.now + seconds
    while play.scene.now < until:
        play.scene.update(min(until, play.scene.now + 1 / IDLE_POLL_RATE_HZ))


def asked_to_respond(surface: pygame.Surface) -> Play:
    """Return a duel in which the server asks for a response."""
    play = Play(surface, samples.BusyBoard(chain=True), None)
    play.ask(samples.response_prompt(samples.BusyBoard(chain=True)))
    return play


def test_a_tap_never_passes_the_open_response_and_can_be_undone(surface: pygame.Surface) -> None:
    play = asked_to_respond(surface)
    play.press(pygame.K_s)
    play.scene.update(play.scene.now + 60)
    play.scene.draw(surface)
    assert play.sent == [], "the open prompt stays, however long the player thinks"
    play.press(pygame.K_a)
    assert play.sent[-1] == AutoPass("always"), "asking more often costs nothing, and begins at once"
    play.press(pygame.K_s)
    play.scene.update(play.scene.now + 1)
    play.scene.draw(surface)
    (note,) = {play.scene.board_frame().mode_note}
    assert "never asked" in note
    undo = next(one for one in play.scene.group.widgets if getattr(one, "label", "") == "Undo")
    click(play.scene, undo.rect.center)
    play.scene.update(play.scene.now + 60)
    assert play.scene.acting.doing.mode == "always"
    play.press(pygame.K_s, pygame.K_u)
    play.ask(None)
    play.scene.update(play.scene.now + 60)
    assert play.sent[-1] == AutoPass("always"), "nothing was turned off"
    assert play.scene.board_frame().mode_note == ""


def test_a_changed_mode_begins_with_the_next_prompt(surface: pygame.Surface) -> None:
    play = asked_to_respond(surface)
    click(play.scene, (play.scene.layout.rail.toggle.right - 10, play.scene.layout.rail.toggle.centre[1]))
    play.scene.update(play.scene.now + UNDO_S)
    assert (play.scene.acting.doing.mode, play.sent) == ("never", [])
    play.ask(None)
    assert play.sent == [AutoPass("never")]


def test_never_holds_only_while_its_key_is_down(surface: pygame.Surface) -> None:
    play = asked_to_respond(surface)
    play.scene.event(key_down(pygame.K_s))
    hold(play, HOLD_DELAY_S / 2)
    assert play.sent == []
    hold(play, HOLD_DELAY_S)
    assert play.sent == [AutoPass("never", held=True)]
    assert "as long as the key is held" in play.scene.board_frame().mode_note
    play.scene.event(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert play.sent[1:] == [AutoPass("smart")], "a window without the keyboard does not see the key go up"


def test_a_tap_in_a_frame_that_stalls_is_no_hold(surface: pygame.Surface) -> None:
    play = asked_to_respond(surface)
    play.scene.event(key_down(pygame.K_s))
    play.scene.update(play.scene.now + 2 * HOLD_DELAY_S)
    assert play.sent == [], "the key may have gone up meanwhile"
    play.scene.event(key_up(pygame.K_s))
    assert "From now on" in play.scene.board_frame().mode_note
    play.press(pygame.K_u)
    play.scene.event(key_down(pygame.K_a))
    play.scene.update(play.scene.now + 2 * HOLD_DELAY_S)
    play.scene.event(key_up(pygame.K_a))
    assert play.sent == [AutoPass("always", held=True), AutoPass("always")], "asked more often for good"


def test_a_key_that_is_down_is_looked_at_again_soon(surface: pygame.Surface) -> None:
    play = asked_to_respond(surface)
    play.scene.event(key_down(pygame.K_s))
    for _ in range(20):
        play.scene.update(play.scene.next_change(play.scene.now))
    assert play.sent == [AutoPass("never", held=True)]


def test_talking(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    play.press(pygame.K_t)
    for letter in "sea":
        play.scene.event(text_input(letter))
    play.press(pygame.K_s, pygame.K_RETURN)
    assert play.sent == [Chat("sea")]
    assert play.scene.widgets.chat.text == ""


def test_reading_a_card_large(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.response_prompt(samples.BusyBoard(chain=True)))
    play.scene.acting.show_card(board.talker)
    play.press(pygame.K_SPACE)
    assert [play.scene.acting.doing.reading] == [True]
    play.press(pygame.K_ESCAPE)
    assert [play.scene.acting.doing.reading] == [False]
    assert not play.sent, "closing it does not pass"


def test_effects_are_put_in_an_order_by_dragging(surface: pygame.Surface) -> None:
    """The third card is dragged to the first step, one is left out by a click; Enter gives the order."""
    board = samples.BusyBoard()
    play = Play(surface, board, samples.order_prompt(board))
    cells = ordering.sheet(play.scene.board_frame()).cells
    assert [index for index, _ in cells] == [1, 2, 3]
    first, last = cells[0][1].centre, cells[2][1].centre
    play.scene.event(mouse_down(last))
    for at in ((last[0] - 20, last[1]), first):
        play.scene.event(mouse_move(at))
    play.scene.draw(surface)
    assert ordering.row(play.scene.board_frame()) == (3, 1, 2)
    play.scene.event(mouse_up(first))
    click(play.scene, ordering.sheet(play.scene.board_frame()).cells[2][1].centre)
    play.scene.draw(surface)
    play.press(pygame.K_RETURN)
    assert play.sent == [Answer(16, (3,))]
    play.ask(Prompt(17, "trigger", words("choose_next_effect"), samples.order_prompt(board).options[:3]))
    assert play.sent[1:] == [Answer(17, (1,))]


def test_effects_are_put_in_an_order_by_keys(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.order_prompt(board))
    play.press(pygame.K_3)
    play.scene.event(key_down(pygame.K_LEFT, pygame.KMOD_SHIFT))
    play.scene.event(key_down(pygame.K_LEFT, pygame.KMOD_SHIFT))
    play.press(pygame.K_RIGHT, pygame.K_DELETE)
    assert ordering.row(play.scene.board_frame()) == (3, 2, 1)
    play.press(pygame.K_RETURN)
    assert play.sent == [Answer(16, (3,))]
    other = Play(surface, board, samples.order_prompt(board))
    other.press(pygame.K_3, pygame.K_DELETE, pygame.K_ESCAPE)
    assert not other.sent, "Esc lets nothing pass for good"
    assert other.scene.acting.doing.picked == (1, 2, 3), "it begins the order again"
    other = Play(surface, board, samples.order_prompt(board))
    other.press(pygame.K_n)
    assert other.sent == [Answer(16, (0,))]


def test_a_name_is_typed_read_and_declared(surface: pygame.Surface) -> None:
    """The line to type in has the keys; Tab goes from card to card, and what is printed stands beside."""
    board = samples.BusyBoard()
    asked = Prompt(9, "choice", words("declare_a_name"), declare=True)
    play = Play(surface, board, asked)
    model, scene = play.scene.app.model, play.scene
    assert scene.widgets.is_typing
    assert play.sent == [SearchCards(9)]
    codes = [facts.code for facts in islice(bundled_pool(), 2)]
    model.handle_message(CardsFound(9, "", tuple(FoundCard(code, str(code)) for code in codes)))
    scene.event(text_input("dark"))
    play.ask(asked)
    assert play.sent[1:] == [SearchCards(9, "dark")]
    assert len(dialogs.cards_sheet(scene.board_frame()).cells) == 2, "what is listed is what was found"
    model.handle_message(CardsFound(9, "dark", (FoundCard(codes[1], "Dark"),)))
    play.ask(asked)
    (cell,) = dialogs.cards_sheet(scene.board_frame()).cells
    assert scene.widgets.search.text == "dark", "what was typed stays"
    assert scene.widgets.is_typing
    click(scene, cell.box.centre)
    play.ask(asked)
    assert scene.acting.doing.preview == codes[1]
    assert len(play.sent) == 2
    play.press(pygame.K_RETURN)
    assert play.sent[2:] == [Answer(9, code=codes[1])]
    model.handle_message(CardsFound(9, "da"))
    play.ask(asked)
    assert len(play.sent) == 3, "nothing more is searched or declared"


def test_a_term_of_the_prompt_is_explained_under_the_pointer(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.zone_prompt(board))
    boxes = {term.title: box for box, term in rail.term_boxes(play.scene.board_frame())}
    assert "Attack Position" in boxes
    plain = surface.copy()
    play.scene.event(mouse_move(boxes["Attack Position"].centre))
    play.scene.draw(surface)
    found = play.scene.widgets.explained_press
    assert found is not None
    assert found.told[0] == "Attack Position"
    assert found.told[1].startswith("An upright monster")
    assert surface.get_buffer().raw != plain.get_buffer().raw, "it stands on the screen"
    click(play.scene, boxes["Attack Position"].centre)
    assert not play.sent, "a press on a term answers nothing"


def test_terms_take_no_focus_from_the_answers(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.response_prompt(board))
    for _ in range(30):
        play.press(pygame.K_TAB)
        assert not isinstance(play.scene.widgets.group.focus, TermPress)
