"""The banner of a new turn: a band over the middle of the board that says whose turn it is, and goes again.

Its arrows point to the player whose turn it is, so that its colour is not its only sign.
"""

from __future__ import annotations

import pygame

from facedown_client.board import Rect
from facedown_client.model.words.phrases import PlayerNames, capital, possessive
from facedown_client.window.look import BODY_PX, LIFE_PX, Canvas, Point, blit, draw_cached, fade, panel
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.tables import Seat
from facedown_shared.text import _

HEIGHT_PX = 84
ARROW_PX = 22
ENTRY_RATIO, EXIT_RATIO = 0.1, 0.85
"""Shares of the banner's time at which it has come in, and begins to go."""


def banner_box(shown: DuelFrame) -> Rect:
    """Return the box of the banner: the whole width of the mat."""
    mat, high = shown.layout.mat, shown.theme.px(HEIGHT_PX * max(1.0, shown.theme.look.text_scale))
    return Rect(mat.x, round(mat.y + (mat.h - high) / 2), mat.w, high)


def banner_words(shown: DuelFrame, seat: Seat, turn: int) -> tuple[str, str]:
    """Return whose turn it is, and its number."""
    whose = possessive(seat, PlayerNames.for_reader(shown.view.viewer, shown.names))
    return capital(_("{whose} turn", whose=whose)), _("Turn {turn}", turn=turn)


def draw_banner(surface: pygame.Surface, shown: DuelFrame, seat: Seat, turn: int, share: float) -> None:
    """Draw the banner of a turn at a share of its time, 0 to 1."""
    box = banner_box(shown)
    seen = min(1.0, share / ENTRY_RATIO, (1 - share) / (1 - EXIT_RATIO))
    if seen >= 1:
        _draw_band(surface, shown, box, seat, turn)
    elif seen > 0:
        layer = pygame.Surface((box.w, box.h), pygame.SRCALPHA)
        _draw_band(layer, shown, Rect(0, 0, box.w, box.h), seat, turn)
        blit(surface, fade(layer, seen), box[:2])


def _draw_band(surface: pygame.Surface, shown: DuelFrame, box: Rect, seat: Seat, turn: int) -> None:
    theme, palette = shown.theme, shown.palette
    ink = palette.accent if seat == shown.near else palette.harm
    ground = (0, 0, 0) if palette.contrast else (*palette.sunk[:3], 238)
    panel(surface, box, ground, None, 0, 0)
    line = max(2, theme.px(2))
    for edge in (box.y, box.bottom - line):
        surface.fill(ink, (box.x, edge, box.w, line))
    title, number = banner_words(shown, seat, turn)
    x, y = box.centre
    room = box.w - theme.px(2 * ARROW_PX + 120)
    spot = theme.draw_text(
        surface, title, (x, y - box.h * 0.13), LIFE_PX, ink, bold=True, anchor="cm", room=room, least=14
    )
    theme.draw_text(surface, number, (x, y + box.h * 0.27), BODY_PX, palette.text, anchor="cm", room=room)
    for left in (spot.left - theme.px(2 * ARROW_PX), spot.right + theme.px(ARROW_PX)):
        _draw_arrow(surface, shown, (left, y - box.h * 0.13), down=seat == shown.near)


def _draw_arrow(surface: pygame.Surface, shown: DuelFrame, at: Point, *, down: bool) -> None:
    """Draw two chevrons that point down, to the player at the window, or up."""
    side = shown.theme.px(ARROW_PX)
    ink = shown.palette.accent if down else shown.palette.harm

    def draw(canvas: Canvas) -> None:
        for step in (0.15, 0.5):
            tip, edge = (step + 0.35, step) if down else (1 - step - 0.35, 1 - step)
            corners = [(0.1 * side, edge * side), (0.5 * side, tip * side), (0.9 * side, edge * side)]
            canvas.path(ink, corners, max(2.0, side * 0.12))

    picture = draw_cached(("turn_arrow", ink, down), side, side, draw)
    blit(surface, picture, (at[0], at[1] - side / 2))
