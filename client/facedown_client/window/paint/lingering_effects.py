"""Marks of lingering effects: chips beside a player's plate, an hourglass on a card.

Boxes of pressable marks are computed here and shared with the scene, so drawing and pointer agree.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from facedown_client.board import Rect
from facedown_client.model.words.lingering_effects import (
    LastingMark,
    explanation_lines,
    marked_cards,
    marks_at_player,
    title,
)
from facedown_client.window.look import LIFE_PX, PLATE_PX, icon, panel
from facedown_client.window.paint.state import DuelFrame

MAX_CHIPS = 3
"""Marks beside a player; if there are more effects, the last mark shows how many."""


class LastingChip(NamedTuple):
    """A mark beside a player. The last one may represent several effects."""

    box: Rect
    words: str
    """The card's name, if it fits; else "", or the number of further effects."""
    marks: tuple[LastingMark, ...]
    mine: bool

    def explanation(self, shown: DuelFrame) -> list[str]:
        """Return the lines of the explanation: the card, its effect, its player, and its end."""
        return [line for mark in self.marks for line in explanation_lines(mark, shown.view, shown.names)]


def chips(shown: DuelFrame, seat: int) -> list[LastingChip]:
    """Return the marks beside a player.

    They are in the free part of the plate, right of the Life Points and over the hand's count. A single mark
    shows its card's name, if that fits.
    """
    marks = marks_at_player(shown.view, seat)
    if not marks:
        return []
    theme, plate, life = shown.theme, shown.layout.rail.plates[seat], shown.life_of(seat)
    high, gap, right = theme.px(17), theme.px(4), plate.right - theme.px(12)
    left = plate.x + theme.px(18) + (theme.width(str(life), LIFE_PX, True) if life is not None else 0)
    shares = [tuple(marks[step : step + 1]) for step in range(min(len(marks), MAX_CHIPS))]
    shares[-1] = tuple(marks[len(shares) - 1 :])
    words = [f"+{len(share)}" if len(share) > 1 else "" for share in shares]
    if len(marks) == 1 and _chip_width(shown, name := title(marks[0], shown.view)) <= right - left:
        words = [name]
    found: list[LastingChip] = []
    for share, said in zip(reversed(shares), reversed(words), strict=True):
        wide = _chip_width(shown, said)
        box = Rect(round(right - wide), round(plate.y + plate.h * 0.3), round(wide), high)
        found.append(LastingChip(box, said, share, share[0].seat == shown.near))
        right = box.x - gap
    return found[::-1]


def _chip_width(shown: DuelFrame, words: str) -> float:
    """Return the width of a mark with these words."""
    theme = shown.theme
    return theme.px(21) + (theme.width(words, PLATE_PX, True) + theme.px(5) if words else 0)


def draw_chips(surface: pygame.Surface, shown: DuelFrame, seat: int) -> None:
    """Draw the marks beside a player, edged in the colour of the effect's player."""
    theme, palette = shown.theme, shown.palette
    for chip in chips(shown, seat):
        ink = palette.mine if chip.mine else palette.harm
        panel(surface, chip.box, palette.sunk, ink, max(1.0, 1.2 * theme.u), chip.box.h / 2)
        x, y = chip.box.x + theme.px(10.5), chip.box.centre[1]
        icon(surface, "hourglass", (x, y), theme.px(11), ink)
        theme.draw_text(surface, chip.words, (x + theme.px(8), y), PLATE_PX, palette.text, bold=True)


def draw_mark(surface: pygame.Surface, shown: DuelFrame, box: pygame.Rect, card: int) -> None:
    """Draw an hourglass at the left edge of a card that has a lingering effect."""
    if not shown.view.lasting or card not in marked_cards(shown.view):
        return
    theme = shown.theme
    across = max(15, theme.px(17))
    at = (box.left + across * 0.1, box.y + box.h * 0.36)
    panel(surface, (at[0] - across / 2, at[1] - across / 2, across, across), (5, 8, 13), theme.palette.harm,
          max(1.0, 1.3 * theme.u), across / 2)  # fmt: skip
    icon(surface, "hourglass", at, across * 0.6, theme.palette.text)
