"""Marks of what lasts: chips beside a player's plate, an hourglass on a card.

Boxes of what can be pressed are computed here and shared with the scene, so drawing and pointer agree.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from client.board import Rect
from client.window.look import PLATE, icon, panel
from client.window.paint.state import Shown
from client.words.lasting import LastingMark, at_player, marked_cards, title, until

CHIPS = 2
"""As many fit beside a player; of more the last says how many."""


class LastingChip(NamedTuple):
    """One mark beside a player, and what it says."""

    box: Rect
    words: str
    mine: bool


def chips(shown: Shown, seat: int) -> list[LastingChip]:
    """The marks beside a player: on the edge of the plate that looks at the other player."""
    marks = at_player(shown.view, seat)
    if not marks:
        return []
    theme, plate = shown.theme, shown.layout.rail.plates[seat]
    high, gap = theme.px(19), theme.px(5)
    y = plate.bottom - round(high * 0.64) if seat != shown.near else plate.y - high // 2 - theme.px(2)
    count = min(len(marks), CHIPS)
    wide = (plate.w - theme.px(16) - gap * (count - 1)) // count
    left = plate.x + theme.px(8)
    return [
        LastingChip(
            Rect(left + step * (wide + gap), y, wide, high), _words(shown, marks, step),
            marks[step].seat == shown.near,
        )
        for step in range(count)
    ]  # fmt: skip


def _words(shown: Shown, marks: list[LastingMark], step: int) -> str:
    name = title(marks[step], shown.view)
    if len(marks) > CHIPS and step == CHIPS - 1:
        return f"+{len(marks) - step}"
    when = until(marks[step], shown.view) if len(marks) == 1 else ""
    return f"{name} · {when}" if when else name


def draw_chips(surface: pygame.Surface, shown: Shown, seat: int) -> None:
    """Draw the marks beside a player, edged in the colour of whose effect each is."""
    theme, palette = shown.theme, shown.palette
    for chip in chips(shown, seat):
        ink = palette.mine if chip.mine else palette.harm
        panel(surface, chip.box, palette.sunk, ink, max(1.0, 1.2 * theme.u), chip.box.h / 2)
        x, y = chip.box.x + theme.px(11), chip.box.centre[1]
        icon(surface, "hourglass", (x, y), theme.px(11), ink)
        x += theme.px(9)
        room = chip.box.right - theme.px(7) - x
        theme.text(surface, chip.words, (x, y), PLATE, palette.text, bold=True, room=room, least=9)


def draw_mark(surface: pygame.Surface, shown: Shown, box: pygame.Rect, card: int) -> None:
    """An hourglass at the left edge of a card that something is about for a while."""
    if not shown.view.lasting or card not in marked_cards(shown.view):
        return
    theme = shown.theme
    across = max(15, theme.px(17))
    at = (box.left + across * 0.1, box.y + box.h * 0.36)
    panel(surface, (at[0] - across / 2, at[1] - across / 2, across, across), (5, 8, 13), theme.palette.harm,
          max(1.0, 1.3 * theme.u), across / 2)  # fmt: skip
    icon(surface, "hourglass", at, across * 0.6, theme.palette.text)
