"""Cards on the board: art in its place, upright plates over it, and every mark a card can carry.

A card's plates stay upright when it is turned. What counts now is large; a changed number carries its arrow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame

from client.board import Rect
from client.window.art.marks import DIRECTIONS, attribute, card_back, level_star, link_arrow
from client.window.look import (
    SECOND,
    Box,
    Canvas,
    Colour,
    Point,
    Theme,
    darkened,
    derived,
    drawn,
    panel,
    put,
    put_centre,
)
from client.window.paint import kit, plates
from client.window.paint.state import Shown
from shared.cards.facts import Facts
from shared.view import Seen

DIMMED = 0.64
"""How much light a card keeps that is not legal while something is asked: 36 % dark."""

DARK_ARROW: Colour = (55, 66, 84)


class Spread(NamedTuple):
    """Where a card's picture lies in its zone, and whether it is turned."""

    box: pygame.Rect
    turned: bool


def spread(shown: Shown, zone: Rect, seen: Seen) -> Spread:
    """A card in the middle of its zone, turned on its side in Defense Position."""
    wide, high = shown.layout.card()
    if seen.defense_position:
        wide, high = high, wide
    x, y = zone.centre
    return Spread(pygame.Rect(round(x - wide / 2), round(y - high / 2), wide, high), seen.defense_position)


def face_of(shown: Shown, handle: int, width: float = 62) -> pygame.Surface:
    """The upright picture of a card as this viewer sees it: its face, or the back."""
    size = shown.layout.card(width)
    seen, facts = shown.seen(handle), shown.facts(handle)
    if seen is None or facts is None or not (seen.face_up or seen.revealed):
        return card_back(size)
    return shown.faces.get(facts, size)


def turned_face(picture: pygame.Surface) -> pygame.Surface:
    """A picture on its side."""
    return derived(picture, "turned", lambda upright: pygame.transform.rotate(upright, 90))


def dimmed(picture: pygame.Surface) -> pygame.Surface:
    """A picture that is not legal while something is asked."""
    return derived(picture, "dimmed", lambda bright: darkened(bright, DIMMED))


def draw_card(
    surface: pygame.Surface,
    shown: Shown,
    zone: Rect,
    handle: int,
    *,
    dim: bool = False,
    outline: Callable[[pygame.Rect], None] | None = None,
) -> None:
    """One card in its zone with all its marks. `outline` is drawn between its picture and its plates."""
    seen = shown.seen(handle)
    if seen is None:
        return
    box, turned = spread(shown, zone, seen)
    _materials_behind(surface, shown, box, seen)
    _shadow(surface, shown.theme, box)
    picture = face_of(shown, handle)
    picture = turned_face(picture) if turned else picture
    put(surface, dimmed(picture) if dim else picture, box.topleft)
    facts = shown.facts(handle)
    if outline is not None:
        outline(box)
    if seen.face_up and facts is not None:
        _arrows(surface, shown, box, seen, facts)
    plates.draw(surface, shown, zone, handle)
    if seen.face_up and facts is not None:
        _marks(surface, shown, zone, box, seen)
    _counters(surface, shown, box, seen)


def _shadow(surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
    if not theme.palette.contrast:
        drop = max(1, theme.px(2))
        panel(surface, box.move(0, drop).inflate(2, 2), (0, 0, 0, 110), None, 0, theme.px(4))


def _materials_behind(surface: pygame.Surface, shown: Shown, box: pygame.Rect, seen: Seen) -> None:
    """The edges of Xyz Materials beneath their monster, and how many they are."""
    theme = shown.theme
    for step in range(min(len(seen.materials), 3), 0, -1):
        shift = step * max(1, theme.px(3))
        edge = box.move(shift, shift // 2)
        panel(surface, edge, (14, 18, 26), theme.palette.strong, 1, theme.px(3))


def _marks(surface: pygame.Surface, shown: Shown, zone: Rect, box: pygame.Rect, seen: Seen) -> None:
    """What stands beside the picture of a face-up card."""
    theme = shown.theme
    if seen.attack is not None or seen.defense is not None:
        _beside(surface, shown, zone, box, seen)
    if seen.materials:
        at = (box.left - theme.px(8), box.centery)
        kit.badge(surface, theme, str(len(seen.materials)), at, theme.palette.soft)
    if seen.negated:
        _negated(surface, theme, box)


def _beside(surface: pygame.Surface, shown: Shown, zone: Rect, box: pygame.Rect, seen: Seen) -> None:
    """Attribute and Level beside an upright card; on either side of the emblem of a turned one."""
    theme = shown.theme
    across, words = theme.px(13), str(seen.rank or seen.level or "")
    narrow = zone.w < box.w + theme.px(26)
    if seen.defense_position or narrow:
        attribute(surface, seen.attribute, (box.left + theme.px(11), box.centery), across)
        at: Point = (box.right - theme.px(21), box.centery)
    else:
        x = box.right + (zone.right - box.right) / 2
        attribute(surface, seen.attribute, (x, box.y + box.h * 0.4), across)
        at = (x - theme.px(5), box.y + box.h * 0.58)
    if words:
        level_star(surface, at, theme.px(10), rank=bool(seen.rank))
        theme.text(surface, words, (at[0] + theme.px(6), at[1]), SECOND, theme.palette.text, bold=True)


def _arrows(surface: pygame.Surface, shown: Shown, box: pygame.Rect, seen: Seen, facts: Facts) -> None:
    """Link Arrows on the card's edge: its own orange, the rest dark. The other side's point the other way."""
    if not facts.arrows:
        return
    theme = shown.theme
    side = -1 if seen.controller != shown.near else 1
    owned = {DIRECTIONS[arrow] for arrow in facts.arrows if arrow in DIRECTIONS}
    for name, (across, away) in DIRECTIONS.items():
        live = (across * side, away * side) in owned
        at = (box.centerx + across * box.w / 2, box.centery + away * box.h / 2)
        link_arrow(surface, name, at, theme.px(11), theme.palette.arrow if live else DARK_ARROW)


def _counters(surface: pygame.Surface, shown: Shown, box: pygame.Rect, seen: Seen) -> None:
    """Counters: how many, at the card's left lower corner; which they are, the preview says."""
    total = sum(seen.counters.values())
    if total:
        theme = shown.theme
        at = (box.left, box.bottom - theme.px(30))
        kit.badge(surface, theme, f"+{total}", at, theme.palette.good)


def _negated(surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
    """A slashed ring: the card's effects are negated."""
    across, harm = theme.px(22), theme.palette.harm

    def draw(canvas: Canvas) -> None:
        middle, radius = (across / 2, across / 2), across / 2
        canvas.circle((5, 8, 13, 200), middle, radius)
        canvas.circle(harm, middle, radius, 2)
        reach = radius * 0.6
        canvas.path(
            harm, [(middle[0] - reach, middle[1] + reach), (middle[0] + reach, middle[1] - reach)], 2.2
        )

    put_centre(surface, drawn(("negated", harm), across, across, draw), box.center)


def box_of(shown: Shown, zone: Rect, handle: int) -> Box:
    """Where the picture of a card in a zone lies, for outlines and arrows."""
    seen = shown.seen(handle)
    return spread(shown, zone, seen).box if seen is not None else zone
