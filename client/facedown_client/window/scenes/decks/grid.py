"""A part of a deck as a grid of pictures, as large as fits; cards are chosen by pointer or arrow keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import pygame

from facedown_client.model import card_catalogue
from facedown_client.window.art import Faces
from facedown_client.window.look import PLATE_PX, SECOND_PX, Box, Theme, blit, write_text
from facedown_client.window.paint import kit
from facedown_client.window.paint.cards import name_lines
from facedown_client.window.widgets import Widget, key_name

CARD_HEIGHT_RATIO = 86 / 59
MAX_CROWDING_RATIO = 1.35
"""Ratio of a row's cards to its width above which there are two rows."""
MIN_ROW_OFFSET_RATIO = 0.3
"""Least offset of the second of two overlapping rows, in card heights, so that names stay readable."""
STEPS = {"LEFT": -1, "RIGHT": 1}


def card_under(widgets: Iterable[Widget]) -> int:
    """Return the passcode of the card under the pointer in these grids; 0 for none."""
    at = pygame.mouse.get_pos()
    for widget in widgets:
        if isinstance(widget, CardGrid) and widget.hovered and (index := widget.index_at(at)) >= 0:
            return widget.cards[index]
    return 0


class CardGrid(Widget):
    """Grid of cards in rows.

    `widest` is the largest width of a card. `overlap` squeezes the cards into one row, or into two rows that
    overlap, so that every name stays readable. Cards with words below them never overlap in two rows.
    """

    outlined = False

    def __init__(
        self, box: Box, cards: Sequence[int], faces: Faces, on_choose: Callable[[int], object],
        on_act: Callable[[int], object], *, chosen: int = -1, wrong: frozenset[int] = frozenset(),
        widest: int = 62, overlap: bool = False, gap: int = 6, caption: str = "", name: str = "",
        two_rows: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(box)
        self.name = name
        """Name of the grid for the scene. Users see the caption and the number of cards."""
        self.label = f"{caption}, {len(cards)}" if caption else ""
        self.lifted = -1
        """Index of the card that is dragged from here."""
        self.picked: frozenset[int] = frozenset()
        """Indices of the marked cards."""
        self.fresh: frozenset[int] = frozenset()
        """Indices of the newly added cards."""
        self.limits: Mapping[int, int] = {}
        """Number on each card: the copies that a banlist allows, or the card's cost."""
        self.words: Sequence[str] = ()
        """Words below each card."""
        self.places: Sequence[int] = range(len(cards))
        """Index of each card in its part of the deck."""
        self.copies: Sequence[int] = ()
        """Copies that each card stands for, where copies are one picture."""
        self.named = False
        """Whether names are plates over the pictures, which stay readable on small cards."""
        self._names: dict[int, tuple[list[str], float]] = {}
        """Lines and type size of each name, since fitting them takes longer than drawing them."""
        self.cards, self.faces = tuple(cards), faces
        self.on_choose, self.on_act = on_choose, on_act
        self.chosen = chosen if chosen < len(self.cards) else -1
        self.wrong, self.gap, self.overlap, self.two_rows = wrong, gap, overlap, two_rows
        self.columns, self.wide = self._fit_columns(widest)
        self.high = round(self.wide * CARD_HEIGHT_RATIO)

    def _fit_columns(self, widest: int) -> tuple[int, int]:
        """Return (columns, card width) at which all cards fit, as large as possible."""
        count = max(1, len(self.cards))
        if self.overlap:
            wide = min(widest, int(self.rect.h / CARD_HEIGHT_RATIO))
            if not self.two_rows or count * wide <= self.rect.w * MAX_CROWDING_RATIO:
                return count, wide
            return -(-count // 2), min(
                widest, int(self.rect.h / CARD_HEIGHT_RATIO / (1 + MIN_ROW_OFFSET_RATIO))
            )
        for wide in range(widest, 12, -1):
            columns = max(1, (self.rect.w + self.gap) // (wide + self.gap))
            rows = -(-count // columns)
            if rows * (round(wide * CARD_HEIGHT_RATIO) + self.gap) - self.gap <= self.rect.h:
                return columns, wide
        return max(1, (self.rect.w + self.gap) // (12 + self.gap)), 12

    def box_of(self, index: int) -> pygame.Rect:
        """Return the box of a card."""
        if self.overlap:
            step = min(self.wide + self.gap, (self.rect.w - self.wide) / max(1, self.columns - 1))
            row, column = divmod(index, self.columns)
            top = self.rect.y + row * (self.rect.h - self.high)
            return pygame.Rect(self.rect.x + round(column * step), top, self.wide, self.high)
        row, column = divmod(index, self.columns)
        across, down = column * (self.wide + self.gap), row * (self.high + self.gap)
        return pygame.Rect(self.rect.x + across, self.rect.y + down, self.wide, self.high)

    def index_at(self, at: tuple[int, int]) -> int:
        """Return the index of the card at a point, the uppermost where cards overlap; -1 for none."""
        hit = [index for index in range(len(self.cards)) if self.box_of(index).collidepoint(at)]
        return hit[-1] if hit else -1

    def place_of(self, index: int) -> int:
        """Return the index in the deck's part of a card here; -1 for none."""
        return self.places[index] if 0 <= index < len(self.places) else -1

    def press(self, at: tuple[int, int] | None = None) -> None:
        """Choose the card at a point (a click), or act on the chosen one (Enter).

        `on_choose` gets an index, `on_act` a passcode.
        """
        if at is None:
            if 0 <= self.chosen < len(self.cards):
                self.on_act(self.cards[self.chosen])
        elif (index := self.index_at(at)) >= 0:
            self._choose(index)

    def _choose(self, index: int) -> None:
        self.chosen = index
        self.on_choose(index)

    def key(self, event: pygame.event.Event) -> bool:
        name = key_name(event)
        step = {**STEPS, "UP": -self.columns, "DOWN": self.columns}.get(name)
        if step is not None and self.cards:
            self._choose(max(0, min(len(self.cards) - 1, self.chosen + step)))
            return True
        if name in ("Del", "BACKSPACE"):
            self.press()
            return True
        return super().key(event)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw every card; a problem card gets a dashed outline, the chosen one a plain one."""
        for index, code in enumerate(self.cards):
            box, facts = self.box_of(index), card_catalogue.find_facts(code)
            if facts is None:
                surface.fill(theme.palette.sunk, box)
                theme.draw_text(surface, str(code), box.center, SECOND_PX, anchor="cm", room=box.w, least=8.5)
            elif self.named:
                blit(surface, self.faces.get(facts, box.size), box.topleft)
                self._draw_name(surface, theme, index, facts.name)
            else:
                surface.blit(self.faces.get(facts, box.size, "hand"), box)
            if index in self.fresh:
                kit.draw_outline(surface, theme, box, theme.palette.accent)
            if index in self.picked:
                kit.draw_selection(surface, theme, box)
            if self.lifted >= 0 and self.place_of(index) == self.lifted:
                kit.dim(surface, box, 0.7)
            if code in self.wrong:
                kit.draw_dashed(surface, theme, box, theme.palette.harm)
            if index < len(self.copies) and self.copies[index] > 1:
                at = (box.right - theme.px(11), box.bottom - theme.px(11))
                kit.badge(
                    surface, theme, f"\N{MULTIPLICATION SIGN}{self.copies[index]}", at, theme.palette.focus
                )
            if code in self.limits:
                at = (box.right - theme.px(9), box.bottom - theme.px(11))
                ink = theme.palette.harm if code in self.wrong else theme.palette.focus
                kit.badge(surface, theme, str(self.limits[code]), at, ink)
            if index < len(self.words):
                at = (box.centerx, box.bottom + theme.px(9))
                theme.draw_text(
                    surface, self.words[index], at, PLATE_PX, theme.palette.soft, anchor="cm", room=box.w,
                    least=8,
                )  # fmt: skip
        if 0 <= self.chosen < len(self.cards) and self.focused:
            kit.draw_selection(surface, theme, self.box_of(self.chosen))

    def _draw_name(self, surface: pygame.Surface, theme: Theme, index: int, name: str) -> None:
        """Draw a card's name over the part of its picture that the next card does not cover."""
        box = self.box_of(index)
        after = (
            self.box_of(index + 1).x
            if self.overlap and index % self.columns + 1 < self.columns
            else box.right
        )
        wide = max(theme.px(24), min(box.w, after - box.x)) - theme.px(2)
        if index not in self._names:
            self._names[index] = name_lines(theme.type_size(PLATE_PX), name, wide - theme.px(3))
        lines, pixels = self._names[index]
        step = pixels * 1.2
        plate = pygame.Rect(
            box.x + theme.px(1), box.y + theme.px(2), wide, round(step * len(lines)) + theme.px(3)
        )
        kit.plate(surface, theme, plate)
        for number, line in enumerate(lines):
            at = (plate.centerx, plate.y + theme.px(2) + step * (number + 0.5))
            write_text(surface, line, at, pixels, theme.palette.text, bold=True, anchor="cm")
