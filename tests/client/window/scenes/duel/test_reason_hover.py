"""A card that cannot be played shows why: under a resting pointer, when it is pressed, by a key."""

from __future__ import annotations

import pygame
import pytest

from facedown_client.window.paint import dialogs, hand, reasons
from facedown_client.window.scenes.duel.reason_hover import HOVER_DELAY_S
from facedown_shared.protocol.messages import Option, Prompt, Reason, Reasons, Why
from facedown_shared.tables import Place
from facedown_shared.text.words import NOTHING
from tests.client.screens import Play, click, mouse_move, surface
from tools import samples

__all__ = ["surface"]


def open_turn(surface: pygame.Surface) -> tuple[Play, int, tuple[float, float]]:
    """Return a turn in which the first card of the hand cannot be played, that card, and where it is."""
    board = samples.BusyBoard()
    play = Play(surface, board, Prompt(3, "turn", NOTHING, (Option("phase", text="end"),)))
    box = hand.box_of(play.scene.board_frame(), board.hand[0])
    assert box is not None
    return play, board.hand[0], box.centre


def hover_text(play: Play, card: int) -> list[str]:
    """Feed the server's answer, and return the text over the card then."""
    play.app.model.reasons = Reasons(card, (Reason("activate", "no_target"),))
    play.scene.update(play.scene.now + 0.05)
    play.scene.draw(play.surface)
    found = reasons.box(play.scene.board_frame())
    return found[1] if found is not None else []


def test_a_resting_pointer_is_told_why(surface: pygame.Surface) -> None:
    play, card, at = open_turn(surface)
    play.scene.event(mouse_move(at))
    play.scene.update(play.scene.now + 0.01)
    assert not play.sent, "nobody asks in passing"
    assert play.scene.next_change(play.scene.now) <= play.scene.now + HOVER_DELAY_S
    play.scene.update(play.scene.now + HOVER_DELAY_S + 0.01)
    assert play.sent == [Why(card)]
    assert hover_text(play, card) == ["Activate: It has nothing legal to choose."]
    play.scene.event(mouse_move((700.0, 300.0)))
    play.scene.update(play.scene.now + 0.01)
    assert reasons.box(play.scene.board_frame()) is None


def test_a_press_and_a_key_ask_at_once(surface: pygame.Surface) -> None:
    play, card, at = open_turn(surface)
    click(play.scene, at)
    assert play.sent == [Why(card)]
    assert hover_text(play, card)
    play, card, at = open_turn(surface)
    play.scene.acting.doing.point_at(card, keys=True)
    play.press(pygame.K_q)
    assert play.sent == [Why(card)]
    assert hover_text(play, card)


def test_a_pointer_that_was_there_before_asks_nothing(surface: pygame.Surface) -> None:
    """After a new prompt or a press, only a pointer that returns to the card shows a reason."""
    play, card, at = open_turn(surface)
    play.scene.event(mouse_move(at))
    play.scene.update(play.scene.now + 0.01)
    play.ask(Prompt(4, "turn", NOTHING, (Option("phase", text="end"),)))
    play.scene.update(play.scene.now + 5 * HOVER_DELAY_S)
    assert not play.sent
    play.scene.event(mouse_move((700.0, 300.0)))
    play.scene.update(play.scene.now + 0.01)
    play.scene.event(mouse_move(at))
    play.scene.update(play.scene.now + 0.01)
    play.press(pygame.K_F1, pygame.K_ESCAPE)
    play.scene.update(play.scene.now + 5 * HOVER_DELAY_S)
    assert not play.sent
    play.scene.event(mouse_move((700.0, 300.0)))
    play.scene.update(play.scene.now + 0.01)
    play.scene.event(mouse_move(at))
    play.scene.update(play.scene.now + 0.01)
    play.scene.update(play.scene.now + HOVER_DELAY_S)
    assert play.sent == [Why(card)]


def test_what_was_asked_by_a_press_is_gone_when_the_pointer_moves_on(surface: pygame.Surface) -> None:
    play, card, at = open_turn(surface)
    play.scene.event(mouse_move(at))
    play.scene.update(play.scene.now + 0.01)
    click(play.scene, at)
    assert hover_text(play, card)
    play.scene.event(mouse_move((700.0, 300.0)))
    play.scene.update(play.scene.now + 0.01)
    assert reasons.box(play.scene.board_frame()) is None
    play.scene.event(mouse_move(at))
    play.scene.update(play.scene.now + 0.01)
    assert reasons.box(play.scene.board_frame()) is None, "coming back is another wish"


def test_a_card_that_can_be_played_is_not_asked_about(surface: pygame.Surface) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, samples.open_prompt(board))
    box = hand.box_of(play.scene.board_frame(), board.hand[0])
    assert box is not None
    play.scene.event(mouse_move(box.centre))
    for _ in range(3):
        play.scene.update(play.scene.now + HOVER_DELAY_S)
    assert not play.sent


@pytest.mark.parametrize("way", ["pointer", "press", "key"])
def test_a_card_of_the_open_extra_deck_shows_why_beside_itself(surface: pygame.Surface, way: str) -> None:
    board = samples.BusyBoard()
    play = Play(surface, board, Prompt(3, "turn", NOTHING, (Option("phase", text="end"),)))
    play.press(pygame.K_F3)
    cell = dialogs.pile_sheet(play.scene.board_frame()).cells[0]
    assert board.view().place_of(cell.card) == Place(0, "extra_deck", 0)
    play.scene.update(play.scene.now + 1.0)
    play.scene.event(mouse_move(cell.box.centre))
    play.scene.update(play.scene.now + 0.01)
    if way == "press":
        click(play.scene, cell.box.centre)
    elif way == "key":
        play.press(pygame.K_q)
    else:
        play.scene.update(play.scene.now + HOVER_DELAY_S)
    assert play.sent == [Why(cell.card)]
    assert hover_text(play, cell.card) == ["Activate: It has nothing legal to choose."]
    found = reasons.box(play.scene.board_frame())
    assert found is not None
    assert abs(found[0].centre[0] - cell.box.centre[0]) < 1, "over the card, not over its pile"


def test_an_opponents_list_explains_nothing(surface: pygame.Surface) -> None:
    play = Play(surface, samples.BusyBoard(), Prompt(3, "turn", NOTHING, (Option("phase", text="end"),)))
    play.press(pygame.K_F5)
    cell = dialogs.pile_sheet(play.scene.board_frame()).cells[0]
    play.scene.update(play.scene.now + 1.0)
    play.scene.event(mouse_move(cell.box.centre))
    play.scene.update(play.scene.now + 0.01)
    play.scene.update(play.scene.now + HOVER_DELAY_S)
    click(play.scene, cell.box.centre)
    assert not play.sent
