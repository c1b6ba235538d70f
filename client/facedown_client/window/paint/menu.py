"""The command menu of a card: actions with details and number keys. Words too long for a line are wrapped."""

from __future__ import annotations

import pygame

from facedown_client.board import Menu, MenuLine, Rect
from facedown_client.window.look import MAIN_PX, SECOND_PX, Canvas, Theme, blit, draw_cached, panel, shadow
from facedown_client.window.paint import hand
from facedown_client.window.paint.state import DuelFrame
from facedown_client.window.widgets import draw_key, key_width

MAX_WIDTH_PX, MAX_DETAIL_WIDTH_PX = 290, 380
MAX_SINGLE_COLUMN_ENTRIES = 9
"""Entries above which a menu has two columns."""


def boxes(shown: DuelFrame, menu: Menu) -> tuple[Rect, list[Rect]]:
    """Return the box of the menu and the box of each entry. The menu is above the card, or below it without
    room.

    A long menu has two columns of the same width.
    """
    theme, screen, anchor = shown.theme, shown.layout.size, anchor_of(shown, menu)
    pad, column = theme.px(4), _width(theme, menu.entries)
    rows = [_entry_height(theme, entry, column) for entry in menu.entries]
    first = _first_column(menu.entries, rows)
    high = max(sum(rows[:first]), sum(rows[first:])) + 2 * pad
    wide = column * (1 + (first < len(rows))) + 2 * pad
    left = round(anchor.x + anchor.w / 2 - wide / 2)
    left = max(theme.px(8), min(screen[0] - wide - theme.px(8), left))
    top = anchor.y - high - theme.px(10)
    if top < theme.px(8):
        top = max(theme.px(8), min(anchor.bottom + theme.px(10), screen[1] - high - theme.px(8)))
    found, x, y = [], left + pad, top + pad
    for number, row in enumerate(rows):
        if number == first:
            x, y = x + column, top + pad
        found.append(Rect(x, y, column, row))
        y += row
    return Rect(left, top, wide, high), found


def _entry_height(theme: Theme, entry: MenuLine, column: int) -> int:
    """Return the height of an entry: that of its lines, and never too low to hit."""
    if entry.heading:
        return theme.px(26)
    title, detail = words_of(theme, entry, column)
    more = theme.line_height(MAIN_PX) * (len(title) - 1) + theme.line_height(SECOND_PX) * max(
        0, len(detail) - 1
    )
    return theme.hit_length(46 if detail else 32) + more


def words_of(theme: Theme, entry: MenuLine, column: int) -> tuple[list[str], list[str]]:
    """Return the lines of an entry's title and of its detail."""
    room = column - _key_width(theme, entry)
    detail = theme.wrap(entry.detail, SECOND_PX, room) if entry.detail else []
    return theme.wrap(entry.title, MAIN_PX, room, bold=True), detail


def _first_column(entries: tuple[MenuLine, ...], rows: list[int]) -> int:
    """Return the number of entries in the first column: all of a short menu, half of a long one."""
    if len(rows) <= MAX_SINGLE_COLUMN_ENTRIES:
        return len(rows)
    half = next(number for number in range(len(rows)) if sum(rows[:number]) * 2 >= sum(rows))
    return half - 1 if entries[half - 1].heading else half


def _width(theme: Theme, entries: tuple[MenuLine, ...]) -> int:
    """Return the width of a column: that of its longest words, within limits."""
    most = MAX_WIDTH_PX if all(not entry.detail for entry in entries) else MAX_DETAIL_WIDTH_PX
    return min(theme.px(most), max(theme.px(188), *(_words_width(theme, entry) for entry in entries)))


def anchor_of(shown: DuelFrame, menu: Menu) -> Rect:
    """Return the box that the menu points to: the card's present box, else the one at which it was opened."""
    return hand.box_of(shown, menu.card) or menu.anchor


def _words_width(theme: Theme, entry: MenuLine) -> int:
    words = max(theme.width(entry.title, MAIN_PX, True), theme.width(entry.detail, SECOND_PX))
    return words + _key_width(theme, entry) + theme.px(20)


def _key_width(theme: Theme, entry: MenuLine) -> int:
    """Return the width of an entry besides its words: its key and margins."""
    cap = max(theme.px(18), key_width(theme, entry.key)) if entry.key else theme.px(18)
    return cap + theme.px(34)


def draw_menu(surface: pygame.Surface, shown: DuelFrame, share: float = 1.0) -> None:
    """Draw the menu with its caret; `share` is how far it has opened."""
    menu = shown.doing.menu
    if menu is None:
        return
    theme, palette = shown.theme, shown.theme.palette
    sheet, rows = boxes(shown, menu)
    if share < 1:
        shift = round((1 - share) * theme.px(8))
        sheet = sheet._replace(y=sheet.y + shift)
        rows = [row._replace(y=row.y + shift) for row in rows]
    shadow(surface, sheet, theme.px(9), theme.px(8))
    panel(surface, sheet, palette.raised, palette.strong, palette.thin, theme.px(8))
    _caret(surface, shown, sheet, menu)
    for number, (entry, row) in enumerate(zip(menu.entries, rows, strict=True), 1):
        _entry(surface, shown, entry, row, number, marked=number - 1 == menu.marked)


def _caret(surface: pygame.Surface, shown: DuelFrame, sheet: Rect, menu: Menu) -> None:
    """Draw the small triangle that points to the card."""
    palette, side, anchor = shown.palette, shown.theme.px(9), anchor_of(shown, menu)
    x = max(sheet.x + 2 * side, min(sheet.right - 2 * side, anchor.x + anchor.w / 2))

    def draw(canvas: Canvas) -> None:
        canvas.polygon(palette.strong, [(0, 0), (2 * side, 0), (side, side)])
        canvas.polygon(palette.raised, [(1.4, -1), (2 * side - 1.4, -1), (side, side - 1.6)])

    picture = draw_cached(("caret", palette.strong, palette.raised), 2 * side, side, draw)
    if sheet.y < anchor.y:
        blit(surface, picture, (x - side, sheet.bottom - max(1, palette.thin)))
    else:
        blit(surface, pygame.transform.flip(picture, False, True), (x - side, sheet.y - side + 1))


def _entry(
    surface: pygame.Surface, shown: DuelFrame, entry: MenuLine, row: Rect, number: int, *, marked: bool
) -> None:
    theme, palette = shown.theme, shown.theme.palette
    if entry.heading:
        at = (row.x + theme.px(12), row.centre[1] + theme.px(2))
        theme.draw_text(surface, entry.title, at, SECOND_PX, palette.soft, room=row.w - theme.px(20))
        surface.fill(palette.line, (row.x + theme.px(6), row.y + 1, row.w - theme.px(12), 1))
        return
    live, lit = entry.is_enabled, marked and entry.is_enabled
    ink, soft = (palette.text, palette.soft) if live else (palette.faint, palette.faint)
    if lit:
        panel(surface, row, palette.accent, None, 0, theme.px(6))
        ink = soft = palette.on_accent
    x, y = row.x + theme.px(12), row.centre[1]
    cap = entry.key or (str(number) if number <= 9 else "")
    half = key_width(theme, cap) / 2 if cap else 0
    end = row.right - theme.px(10) - half
    title, detail = words_of(theme, entry, row.w)
    top = y - (theme.line_height(MAIN_PX) * len(title) + theme.line_height(SECOND_PX) * len(detail)) / 2
    theme.draw_lines(surface, title, (x, top), MAIN_PX, ink, bold=live)
    theme.draw_lines(surface, detail, (x, top + theme.line_height(MAIN_PX) * len(title)), SECOND_PX, soft)
    if cap:
        draw_key(surface, theme, cap, (end, y), on_accent=lit, faint=not live)
