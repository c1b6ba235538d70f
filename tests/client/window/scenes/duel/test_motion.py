"""Movement: what moves for what has happened, how long, and that nobody has to wait for it."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest

from client.data.model import Transition
from client.window.look.theme import Look
from client.window.paint.state import Shown
from client.window.scenes.duel import motion
from client.window.scenes.duel.motion import Motion, pulse
from shared.view import View, VisibleEvent
from shared.zones import Place
from tests.client.screens import Play, pressed, surface
from tools import gallery, samples

__all__ = ["surface"]


def moves(moving: Motion) -> bool:
    """Whether anything moves."""
    return moving.busy


def drawn_card(board: samples.Busy) -> tuple[View, View, int]:
    """Two Views: before and after a draw; and the card drawn."""
    before = board.view()
    card = board.card("Dark Magician", face_up=False)
    board.pile("hand", 0, [*board.hand, card])
    return before, board.view(), card


@pytest.fixture
def boards(surface: pygame.Surface) -> tuple[Shown, Shown, int]:
    board = samples.Busy()
    before, after, card = drawn_card(board)
    scene, _ = gallery.scene(after)
    return scene.shown(before), scene.shown(after), card


def told(card: int, kind: str = "move", word: str = "draw") -> VisibleEvent:
    return VisibleEvent(kind, 0, card, 0, 46986414, Place(0, "deck"), Place(0, "hand"), word=word)


def test_a_drawn_card_travels_and_is_hidden_in_its_place(boards: tuple[Shown, Shown, int]) -> None:
    before, after, card = boards
    moving = Motion()
    moving.begin(1.0, before, after, (told(card),))
    assert moving.hidden(1.1) == {card}
    assert moves(moving)
    moving.update(1.0 + motion.SECONDS["draw"] + 0.01)
    assert not moves(moving)
    assert not moving.hidden(2.0)


def test_the_speed_setting_multiplies_and_off_is_nothing(boards: tuple[Shown, Shown, int]) -> None:
    before, after, card = boards
    slow, off = Motion(), Motion()
    slow.begin(0.0, before, after, (told(card),), factor=2.0)
    off.begin(0.0, before, after, (told(card),), factor=0)
    assert slow.tweens[0].seconds == pytest.approx(2 * motion.SECONDS["draw"])
    assert not off.busy


def test_reduced_motion_moves_no_card(boards: tuple[Shown, Shown, int]) -> None:
    before, after, card = boards
    moving = Motion()
    moving.begin(0.0, before, after, (told(card),), reduced=True)
    assert not moving.tweens
    assert pulse(0.3, True) == pulse(0.9, True)


def test_life_points_count_down(boards: tuple[Shown, Shown, int]) -> None:
    before = boards[0]
    hit = samples.Busy().view(tallies={"0:life": 3200, "1:life": 3900})
    scene, _ = gallery.scene(hit)
    moving = Motion()
    moving.begin(0.0, before, scene.shown(hit), (VisibleEvent("life", 0, amount=-2000),))
    start, middle = moving.life(0.0, hit), moving.life(0.1, hit)
    assert start == (5200, 3900)
    assert middle is not None
    assert 3200 < middle[0] < 5200
    assert moving.life(1.0, hit) == (3200, 3900)


@pytest.mark.parametrize("kind", ["flip", "face_down", "position", "attack", "activate", "resolving"])
def test_every_kind_can_be_drawn_at_every_moment(
    boards: tuple[Shown, Shown, int], surface: pygame.Surface, kind: str
) -> None:
    before, after, _ = boards
    board = samples.Busy()
    moving = Motion()
    happening = VisibleEvent(kind, 0, board.aqua, 0, others=(board.dragon,))
    moving.begin(0.0, before, after, (happening, VisibleEvent("shuffle", 0, word="deck")))
    assert moves(moving)
    for step in range(6):
        moving.draw(surface, after, step * 0.08)


def test_the_pulse_stays_between_seventy_and_a_hundred() -> None:
    strengths = [pulse(step / 10, False) for step in range(40)]
    assert min(strengths) >= 0.7
    assert max(strengths) <= 1.0
    assert max(strengths) - min(strengths) > 0.2


def test_a_key_ends_every_movement(surface: pygame.Surface) -> None:
    board = samples.Busy()
    play = Play(surface, board, None)
    before, after, card = drawn_card(board)
    model = play.app.model
    model.view = after
    model.steps.append(Transition(before, after, (told(card),)))
    model.prompt = samples.open_prompt(board)
    play.scene.update(2.0)
    play.scene.faces.settle()
    play.scene.update(2.1)
    assert moves(play.scene.motion)
    assert not play.scene.acting.asked or play.scene.view is after
    play.scene.event(pressed(pygame.K_F9))
    assert not moves(play.scene.motion)
    assert play.scene.acting.asked


def test_a_client_far_behind_jumps(surface: pygame.Surface) -> None:
    board = samples.Busy()
    play = Play(surface, board, None, look=Look(motion=0))
    views = [board.view(turn=number) for number in range(40)]
    for old, new in pairwise(views):
        play.app.model.steps.append(Transition(old, new, ()))
    play.app.model.view = views[-1]
    play.scene.update(2.0)
    assert play.scene.view is views[-1]


def test_a_card_without_a_place_moves_nothing(boards: tuple[Shown, Shown, int]) -> None:
    before, after, _ = boards
    moving = Motion()
    moving.begin(
        0.0,
        before,
        after,
        (VisibleEvent("draw", 1), VisibleEvent("attack", 0, 4711), VisibleEvent("coin", 0)),
    )
    assert not moves(moving)
