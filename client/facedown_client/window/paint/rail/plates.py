"""A player's plate: name, remaining time, Life Points, hand size.

The layout defines its boxes; nothing here can be pressed.
"""

from __future__ import annotations

import math

import pygame

from facedown_client.board import Rect
from facedown_client.window.look import LIFE_PX, MAIN_PX, PLATE_PX, SECOND_PX, glow, icon, panel
from facedown_client.window.paint.state import DuelFrame
from facedown_client.window.widgets import disc as draw_disc
from facedown_shared.manual.games import terms_of
from facedown_shared.protocol.messages import SeatInfo
from facedown_shared.text import _


def draw_plate(surface: pygame.Surface, shown: DuelFrame, seat: int) -> None:
    theme, palette = shown.theme, shown.theme.palette
    box = shown.layout.rail.plates[seat]
    turn = shown.view.turn_player == seat
    if turn and not palette.contrast:
        glow(surface, box, palette.accent, theme.px(5), 0.5, theme.px(8))
    line = palette.accent if turn else palette.line
    panel(surface, box, palette.panel, line, max(2.0, 2 * theme.u) if turn else palette.thin, theme.px(8))
    x, right = box.x + theme.px(13), box.right - theme.px(13)
    _name(surface, shown, seat, x, right, box.y + box.h * 0.215)
    _life(surface, shown, seat, x, right, box)


def _name(surface: pygame.Surface, shown: DuelFrame, seat: int, x: float, right: float, y: float) -> None:
    theme, palette, name, table = shown.theme, shown.palette, shown.names[seat], shown.table
    info = table.seats[seat] if table else SeatInfo()
    colour = palette.accent if shown.view.turn_player == seat else palette.soft
    draw_disc(surface, theme, name, (x + theme.px(9), y), theme.px(18), colour)
    end = _clock(surface, shown, seat, right, y) if shown.clocks[seat] > 0 else right
    end -= theme.px(6) if info.wins else 0
    for __ in range(info.wins):
        icon(surface, "diamond", (end - theme.px(5), y), theme.px(10), palette.accent)
        end -= theme.px(11)
    alone = table is not None and table.alone
    away = bool(info.name) and not info.present and not alone
    left, ink = x + theme.px(25), palette.faint if away else palette.text
    words, absence = _("{name} (away)", name=name) if away else name, shown.absences[seat]
    if away and absence is not None:
        words = _("{name} (away, {span} left)", name=name, span=clock_words(absence))
    theme.draw_text(
        surface, words, (left, y), MAIN_PX, ink, bold=True, room=end - left - theme.px(5), least=10
    )


def _clock(surface: pygame.Surface, shown: DuelFrame, seat: int, right: float, y: float) -> float:
    """Draw the remaining time. Returns the x at which it begins."""
    theme, palette = shown.theme, shown.theme.palette
    left = shown.clocks[seat]
    ticking = shown.table is not None and shown.table.ticking == seat
    ink = palette.harm if left <= 30 else palette.text if ticking else palette.soft
    spot = theme.draw_text(surface, clock_words(left), (right, y), MAIN_PX, ink, bold=ticking, anchor="rm")
    x = right - max(spot.w, theme.width("00:00", MAIN_PX)) - theme.px(8)
    icon(surface, "clock", (x, y), theme.px(12), ink)
    return x - theme.px(10)


def displayed_seconds(seconds: float) -> float:
    """Return seconds as they are shown: whole ones, below ten seconds with tenths."""
    return float(math.ceil(seconds)) if seconds >= 10 else max(0.0, round(seconds, 1))


def seconds_until_change(seconds: float) -> float:
    """Return for how many seconds a running clock's text stays the same."""
    if seconds <= 0:
        return math.inf
    return seconds - math.ceil(seconds) + 1 if seconds > 10 else max(0.02, seconds + 0.05 - round(seconds, 1))


def clock_words(seconds: float) -> str:
    """Return the text of a clock: "4:15"; below ten seconds with tenths."""
    displayed = displayed_seconds(seconds)
    return f"{displayed:.1f}" if seconds < 10 else f"{int(displayed) // 60}:{int(displayed) % 60:02d}"


def _life(surface: pygame.Surface, shown: DuelFrame, seat: int, x: float, right: float, box: Rect) -> None:
    theme, palette, life = shown.theme, shown.palette, shown.life_of(seat)
    y, count = box.y + box.h * 0.55, shown.view.pile(seat, "hand").count
    hand = _("Hand {count}", count=count) if shown.has_hands else ""
    points = shown.points_of(seat)
    if box.w >= theme.px(170):
        drop = theme.type_size(SECOND_PX) * 0.75 if points and life is not None else theme.px(6)
        theme.draw_text(surface, hand, (right, y + drop), SECOND_PX, palette.soft, anchor="rm")
    if life is None:
        return
    left = theme.draw_text(surface, str(life), (x, y), LIFE_PX, bold=True).right + theme.px(6)
    if points:  # above the hand's size, so that both have room in larger text
        at, room = (right, y - theme.type_size(PLATE_PX) * 0.75), right - left
        theme.draw_text(
            surface, points, at, PLATE_PX, palette.soft, bold=True, anchor="rm", room=room, least=8.5
        )
    else:
        words, room = _(terms_of(shown.view.table).points), right - left - theme.width(hand, SECOND_PX)
        at = (left, y + theme.px(5))
        theme.draw_text(surface, words, at, PLATE_PX, palette.soft, bold=True, room=room, least=8.5)
    _draw_bar(surface, shown, seat, life, Rect(round(x), box.y, round(right - x), box.h))


def _draw_bar(surface: pygame.Surface, shown: DuelFrame, seat: int, life: int, box: Rect) -> None:
    """Draw the bar of the Life Points at the lower edge of a plate."""
    theme, palette, x, right = shown.theme, shown.palette, box.x, box.right
    top, wide, high = box.bottom - theme.px(19), right - x, max(6, theme.px(7))
    panel(surface, (x, top, wide, high), palette.sunk, palette.line, 1, high / 2)
    share = max(0.0, min(1.0, life / shown.full_life))
    if share > 0:
        fill = palette.accent if seat == shown.near else palette.mine
        panel(surface, (x, top, max(high, wide * share), high), fill, None, 0, high / 2)
    for step in (1, 2, 3):
        surface.fill(palette.ground, (round(x + wide * step / 4), top, max(1, theme.px(1)), high))
