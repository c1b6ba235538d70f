"""A box with a few quiet lines: why a card cannot be played, or what a phase is."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from facedown_client.board import Rect
from facedown_client.window.look import SECOND_PX, panel, shadow
from facedown_client.window.paint import dialogs
from facedown_client.window.paint.board import place_box
from facedown_client.window.paint.state import DuelFrame

MAX_WIDTH_PX = 300


def box(shown: DuelFrame) -> tuple[Rect, list[str]] | None:
    """Return the box of the lines and the lines, or None if there are none."""
    anchor = _anchor(shown, shown.doing.wonders) if shown.doing.wonders else None
    if anchor is None or not shown.reasons:
        return None
    return box_beside(shown, anchor, shown.reasons)


def _anchor(shown: DuelFrame, card: int) -> Rect | None:
    """Return the box of a card: in the open list, else on the board or in the hand."""
    if shown.doing.pile is None:
        return place_box(shown, card)
    return next((cell.box for cell in dialogs.pile_sheet(shown).cells if cell.card == card), None)


def box_beside(
    shown: DuelFrame, anchor: Rect, sentences: Sequence[str], *, below: bool = False
) -> tuple[Rect, list[str]]:
    """Return the box of such lines and the lines: over the anchor, else below it."""
    theme, screen = shown.theme, shown.layout.size
    lines = [part for words in sentences for part in theme.wrap(words, SECOND_PX, theme.px(MAX_WIDTH_PX))]
    wide = max(theme.width(line, SECOND_PX) for line in lines) + theme.px(24)
    high = theme.line_height(SECOND_PX) * len(lines) + theme.px(14)
    left = max(theme.px(8), min(screen[0] - wide - theme.px(8), round(anchor.x + anchor.w / 2 - wide / 2)))
    top = anchor.y - high - theme.px(8)
    if below or top < theme.px(8):
        top = anchor.bottom + theme.px(8)
    return Rect(left, top, wide, high), lines


def draw_reasons(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the lines in grey."""
    if (found := box(shown)) is not None:
        draw_lines(surface, shown, *found)


def draw_lines(surface: pygame.Surface, shown: DuelFrame, where: Rect, lines: list[str]) -> None:
    """Draw lines in their box."""
    theme, palette = shown.theme, shown.palette
    shadow(surface, where, theme.px(8), theme.px(8))
    panel(surface, where, palette.raised, palette.line, palette.thin, theme.px(8))
    theme.draw_lines(surface, lines, (where.x + theme.px(12), where.y + theme.px(6)), SECOND_PX, palette.soft)
