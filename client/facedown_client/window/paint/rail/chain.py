"""The Chain as a list: the link that resolves first on top, as many links as fit.

The boxes of the links are computed here and shared with the scene.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from facedown_client.board import Rect
from facedown_client.model.words.phrases import card_words
from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, icon, panel
from facedown_client.window.paint.kit import chain_marker
from facedown_client.window.paint.rail.asked import question, waits_box
from facedown_client.window.paint.rail.tools import free_room
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.tables import VisibleLink
from facedown_shared.text import _

LINK_LEFT_PX, ARROW_WIDTH_PX = 44, 20
"""Left edge of a Chain Link's words, and the width of the arrow before its target."""


class LinkRoom(NamedTuple):
    """Size of a Chain Link in the list."""

    names: int
    """Lines for the card's name; a name that needs more becomes one line, drawn small."""
    aims: int
    """Lines for the target or the result; more become one line; 0 for none."""
    inset: int
    """Design pixels above and below the lines."""
    gap: int
    """Design pixels between two links."""


ROOMS = (
    LinkRoom(names=9, aims=9, inset=4, gap=4),
    LinkRoom(names=1, aims=1, inset=4, gap=4),
    LinkRoom(names=1, aims=0, inset=2, gap=2),
)
"""Sizes from the largest to the smallest; the first in which all links fit is used."""


class LinkBox(NamedTuple):
    """A Chain Link in the rail: its box and its lines."""

    number: int
    link: VisibleLink
    box: Rect
    name: list[str]
    words: list[str]


def chain_boxes(shown: DuelFrame) -> list[LinkBox]:
    """Return the Chain Links that fit, the one that resolves first on top."""
    theme, box, asked = shown.theme, free_room(shown), question(shown)
    below = asked.box if asked is not None else waits_box(shown)
    top, bottom = box.y + theme.px(26), below.y - theme.px(12) if below is not None else box.bottom
    if not shown.view.chain or bottom - top < theme.px(48):
        return []
    tried = [_link_rows(shown, box._replace(y=top), room) for room in ROOMS]
    rows = next((rows for rows in tried if rows[-1].box.bottom <= bottom), tried[-1])
    return [row for row in rows if row is rows[0] or row.box.bottom <= bottom]


def _link_rows(shown: DuelFrame, box: Rect, room: LinkRoom) -> list[LinkBox]:
    """Return every Chain Link from the top of this box down, in one of the sizes `ROOMS`."""
    theme, top, rows = shown.theme, box.y, list[LinkBox]()
    for number, link in [*enumerate(shown.view.chain, 1)][::-1]:
        name, words = _link_words(shown, link, box.w, room)
        high = (
            theme.line_height(BODY_PX) * len(name)
            + theme.line_height(SECOND_PX) * len(words)
            + theme.px(2 * room.inset)
        )
        rows.append(LinkBox(number, link, Rect(box.x, top, box.w, high), name, words))
        top += high + theme.px(room.gap)
    return rows


def chain_detail(shown: DuelFrame) -> str:
    """Return the words beside the heading: that the Chain resolves from the top, or how many links do not
    fit.
    """
    rows = chain_boxes(shown)
    hidden = rows[-1].number - 1 if rows else 0
    return _("and {count} more below", count=hidden) if hidden else _("resolves from the top")


def _link_words(
    shown: DuelFrame, link: VisibleLink, wide: int, most: LinkRoom
) -> tuple[list[str], list[str]]:  # fmt: skip
    """Return the lines of a Chain Link's card, and of its target or result. Too many lines become one, drawn
    small.
    """
    theme, facts = shown.theme, shown.facts_of(link.code)
    room = wide - theme.px(LINK_LEFT_PX + 8)
    targets = ", ".join(card_words(handle, shown.view) for handle in link.targets) or str(link.words)
    words = _("negated") if link.negated else targets
    arrow = theme.px(ARROW_WIDTH_PX) if link.targets and not link.negated else 0
    card = facts.name if facts else _("A card")
    name, aim = theme.wrap(card, BODY_PX, room, bold=True), theme.wrap(words, SECOND_PX, room - arrow)
    aim = (aim if len(aim) <= most.aims else [words][: most.aims]) if words else []
    return name if len(name) <= most.names else [card], aim


def draw_chain(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the Chain under its heading."""
    rows, theme, box = chain_boxes(shown), shown.theme, free_room(shown)
    if not rows:
        return
    y = box.y + theme.px(12)
    spot = theme.draw_text(surface, _("Chain"), (box.x, y), MAIN_PX, bold=True)
    room, at = box.w - spot.w - theme.px(8), (box.right, y)
    words = chain_detail(shown)
    theme.draw_text(surface, words, at, SECOND_PX, shown.palette.soft, anchor="rm", room=room, least=9)
    for row in rows:
        _chain_row(surface, shown, row)


def _chain_row(surface: pygame.Surface, shown: DuelFrame, row: LinkBox) -> None:
    theme, palette, box, link = shown.theme, shown.theme.palette, row.box, row.link
    border = palette.strong if row.number == len(shown.view.chain) else palette.line
    panel(surface, box, palette.panel, border, palette.thin, theme.px(8))
    radius, at = min(13, 13 * box.h / theme.px(26)), (box.x + theme.px(22), box.centre[1])
    chain_marker(surface, theme, row.number, at, link.seat == shown.near, radius)
    high = theme.line_height(BODY_PX) * len(row.name) + theme.line_height(SECOND_PX) * len(row.words)
    x, y = box.x + theme.px(LINK_LEFT_PX), box.y + (box.h - high) / 2
    soft, right = palette.harm if link.negated else palette.soft, box.right - theme.px(8)
    for line in row.name:
        ink = soft if link.negated and not row.words else palette.text
        theme.draw_text(surface, line, (x, y), BODY_PX, ink, bold=True, anchor="lt", room=right - x, least=10)
        y += theme.line_height(BODY_PX)
    if row.words and link.targets and not link.negated:
        icon(surface, "arrow", (x + theme.px(7), y + theme.line_height(SECOND_PX) / 2), theme.px(13), soft)
        x += theme.px(ARROW_WIDTH_PX)
    for line in row.words:
        theme.draw_text(surface, line, (x, y), SECOND_PX, soft, anchor="lt", room=right - x, least=9)
        y += theme.line_height(SECOND_PX)
