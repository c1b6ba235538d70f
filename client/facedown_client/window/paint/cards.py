"""Cards on the board: the art, upright plates over it, and every mark of a card.

A card's plates stay upright when it is turned. The stat that counts now is large; a changed number has an
arrow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import pygame

from facedown_client.board import Rect
from facedown_client.model.words.phrases import seen_name
from facedown_client.window.art.emblems import subtype
from facedown_client.window.art.marks import (
    DIRECTIONS,
    attribute,
    card_back,
    has_pips,
    level_star,
    link_arrow,
)
from facedown_client.window.look import (
    MAIN_PX,
    MIN_TEXT_PX,
    PLATE_PX,
    SECOND_PX,
    TINY_PX,
    Box,
    Canvas,
    Colour,
    Point,
    Theme,
    blit,
    blit_centred,
    darken,
    derive,
    draw_cached,
    icon,
    lettering,
    panel,
    write_text,
)
from facedown_client.window.paint import kit, lingering_effects
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.cards.facts import UNKNOWN_STAT_POINTS, Facts
from facedown_shared.tables import VisibleCard
from facedown_shared.text import _
from facedown_shared.text.printed_words import printed_word

LIVING = ("continuous", "equip", "field")
"""Subtypes that stay on the field, named below the card."""


class Plate(NamedTuple):
    """A plate: its box, and the function that draws its content."""

    box: Rect
    write: Callable[[pygame.Surface], None]


MAX_NAME_DEPTH_RATIO = 0.4
"""Largest share of a zone's height that the lines of a name take in larger text."""


def short_name(name: str, facts: Facts) -> str:
    """Return a name without a colour that is shown anyway; for a hero the short name."""
    if facts.is_a("hero"):
        return name.partition(",")[0]
    return _COLOUR.sub("", name) if facts.extra.get("color") else name


_COLOUR = re.compile(r" ?[(\uff08][^()\uff08\uff09]*[)\uff09]$")
"""A colour in Latin or Chinese brackets at the end of a name."""


class Number(NamedTuple):
    """A displayed value: its words, whether it counts now, and -1, 0 or 1 for lowered, as printed, raised."""

    words: str
    counts: bool
    change: int


def plates(shown: DuelFrame, zone: Rect, handle: int) -> Iterator[Plate]:
    """Yield every plate of a card in this zone."""
    seen, facts = shown.visible_card(handle), shown.facts(handle)
    if seen is None:
        return
    if not seen.face_up or facts is None:
        name = facts.name if facts is not None else seen_name(seen, shown.view)
        if name:
            yield set_card_plate(shown, zone, name)
        return
    yield name_plate(shown, zone, short_name(seen_name(seen, shown.view) or facts.name, facts))
    if has_pips(facts) and (seen.attack, seen.defense) == (facts.attack, facts.defense):
        return  # the card's face shows it
    if seen.attack is not None or seen.defense is not None:
        yield number_plate(shown, zone, list(numbers(seen, facts)), seen.defense_position)
    elif seen.scale is not None:
        yield caption_plate(shown, zone, _("Scale {scale}", scale=seen.scale))
    elif (kind := subtype(facts.kinds)) in LIVING and zone.w > shown.layout.card_size(80)[0]:
        yield caption_plate(shown, zone, printed_word(kind))


def draw_plates(surface: pygame.Surface, shown: DuelFrame, zone: Rect, handle: int) -> float:
    """Draw all plates of a card. Returns the y below the first one, its name's."""
    drawn = list(plates(shown, zone, handle))
    for plate in drawn:
        kit.plate(surface, shown.theme, plate.box)
        plate.write(surface)
    return drawn[0].box.bottom if drawn else zone.y


def _box(x: float, y: float, w: float, h: float) -> Rect:
    return Rect(round(x), round(y), round(w), round(h))


# --- names --------------------------------------------------------------------------------------------------


def name_plate(shown: DuelFrame, zone: Rect, name: str) -> Plate:
    """Return the name plate at the top: one line if it fits, else two or three of about equal length."""
    theme = shown.theme
    lines, pixels = _lines_in_depth(theme, PLATE_PX, name, zone.w - theme.px(8), zone.h)
    wide = max(lettering.width(line, pixels, True) for line in lines) + theme.px(9)
    high = pixels * 1.2 * len(lines) + theme.px(3)
    box = _box(zone.x + zone.w / 2 - wide / 2, zone.y + theme.px(3), wide, high)
    return Plate(box, partial(_write_lines, theme=theme, box=box, lines=lines, pixels=pixels))


def _lines_in_depth(
    theme: Theme, size: float, name: str, room: float, deep: float
) -> tuple[list[str], float]:
    """Return a name's lines and type size. Larger text shrinks to the designed size before it covers the
    picture of a card in a zone this deep.
    """
    pixels = theme.type_size(size)
    while True:
        lines, fitting = name_lines(pixels, name, room)
        covers = fitting * 1.2 * len(lines) > deep * MAX_NAME_DEPTH_RATIO
        if not covers or pixels <= max(MIN_TEXT_PX, size * theme.u):
            return lines, fitting
        pixels -= 0.5


def _write_lines(surface: pygame.Surface, theme: Theme, box: Rect, lines: list[str], pixels: float) -> None:
    step = (box.h - 2) / len(lines)
    for number, line in enumerate(lines):
        at = (box.x + box.w / 2, box.y + 1 + step * (number + 0.5))
        write_text(surface, line, at, pixels, theme.palette.text, bold=True, anchor="cm")


def name_lines(pixels: float, name: str, room: float, most: int = 3) -> tuple[list[str], float]:
    """Return a name in at most `most` lines and the largest type size at which it fits."""
    while True:
        lines = _balance_lines(name, pixels, room)
        broken = max(lettering.width(word, pixels, True) for word in name.split() or [""]) > room
        if (len(lines) <= most and not broken) or pixels <= MIN_TEXT_PX:
            break
        pixels = max(MIN_TEXT_PX, pixels - 0.5)
    if broken:  # no line ends within a word
        name = "".join(
            lettering.truncate(piece.rstrip(), pixels, room, True) + " " * piece.endswith(" ")
            for piece in lettering.pieces(name)
        )
        lines = _balance_lines(name, pixels, room)
    if len(lines) > most:
        lines = lettering.wrap(name, pixels, room, True, most)
    return [lettering.truncate(line, pixels, room, True) for line in lines], pixels


def _balance_lines(name: str, pixels: float, room: float) -> list[str]:
    """Return a name in as few lines as fit. Two lines have similar lengths, preferably broken after a colon
    or comma.
    """
    lines = lettering.wrap(name, pixels, room, True)
    words = name.split(" ")
    if len(lines) != 2 or len(words) < 2:
        return lines

    def cost(cut: int) -> float:
        first, second = " ".join(words[:cut]), " ".join(words[cut:])
        wide = max(lettering.width(first, pixels, True), lettering.width(second, pixels, True))
        return wide * (0.8 if first[-1:] in ":,-" else 1.0) + (1000 if wide > room else 0)

    best = min(range(1, len(words)), key=cost)
    return [" ".join(words[:best]), " ".join(words[best:])]


def set_card_plate(shown: DuelFrame, zone: Rect, name: str) -> Plate:
    """Return the plate of a face-down card that the viewer may read: an eye and the name."""
    theme = shown.theme
    eye, room = theme.px(13), zone.w - theme.px(14)
    lines, pixels = _lines_in_depth(theme, TINY_PX, name, room - eye, zone.h)
    wide = max(lettering.width(line, pixels, True) for line in lines) + eye + theme.px(11)
    high = pixels * 1.25 * len(lines) + theme.px(4)
    box = _box(zone.x + zone.w / 2 - wide / 2, zone.bottom - high - theme.px(5), wide, high)

    def write(surface: pygame.Surface) -> None:
        at = (box.x + theme.px(4) + eye / 2, box.centre[1])
        icon(surface, "eye", at, eye, theme.palette.soft)
        left = box.x + eye + theme.px(6)
        inner = Rect(left, box.y + 1, box.right - theme.px(3) - left, box.h - 2)
        _write_lines(surface, theme, inner, lines, pixels)

    return Plate(box, write)


def caption_plate(shown: DuelFrame, zone: Rect, words: str) -> Plate:
    """Return the plain plate at the lower edge with the kind of a Spell or Trap that stays on the field."""
    theme = shown.theme
    wide = max(theme.width(words, PLATE_PX, True) + theme.px(10), theme.px(66))
    high = theme.px(16)
    box = _box(zone.x + zone.w / 2 - wide / 2, zone.bottom - high - theme.px(4), wide, high)

    def write(surface: pygame.Surface) -> None:
        theme.draw_text(surface, words, box.centre, PLATE_PX, theme.palette.soft, bold=True, anchor="cm")

    return Plate(box, write)


# --- numbers ------------------------------------------------------------------------------------------------


def numbers(seen: VisibleCard, facts: Facts | None) -> Iterator[Number]:
    """Yield ATK and DEF of a card on the field, with the one that counts marked; for a Link Monster ATK and
    its Link Rating.
    """
    for value, printed, counts in (
        (seen.attack, facts.attack if facts else None, not seen.defense_position),
        (seen.defense, facts.defense if facts else None, seen.defense_position),
    ):
        if value is not None:
            usual = value if printed is None or printed == UNKNOWN_STAT_POINTS else printed
            yield Number(str(value), counts, (value > usual) - (value < usual))
    if seen.link:
        yield Number(f"L{seen.link}", False, 0)


def number_plate(shown: DuelFrame, zone: Rect, parts: list[Number], defending: bool) -> Plate:
    """Return the plate with ATK and DEF. The one that counts is large, with its arrow."""
    theme = shown.theme
    gap, mark = theme.px(5), theme.px(9)
    marks = [mark if part.counts and part.change else 0 for part in parts]
    fixed = sum(marks) + gap * (len(parts) - 1) + theme.px(12)
    texts = [theme.width(part.words, _size_of(part), part.counts) for part in parts]
    ratio = min(1.0, max(0.5, (zone.w - fixed) / max(1, sum(texts))))
    widths = [
        theme.width(part.words, _size_of(part) * ratio, part.counts) + more
        for part, more in zip(parts, marks, strict=True)
    ]
    used = sum(widths) + gap * (len(parts) - 1)
    wide = max(used + theme.px(12), min(theme.px(82), zone.w))
    high = max(theme.px(19), round(theme.type_size(MAIN_PX) * ratio * 1.15))
    box = _box(zone.x + zone.w / 2 - wide / 2, zone.bottom - high - theme.px(3), wide, high)

    def write(surface: pygame.Surface) -> None:
        spare = box.w - theme.px(12) - used
        x: float = box.x + theme.px(6)
        for step, (part, width) in enumerate(zip(parts, widths, strict=True)):
            _number(surface, theme, part, x, box.centre[1], width, ratio, arrow_first=defending)
            x += width + gap + (spare if step == 0 else 0)

    return Plate(box, write)


def _size_of(part: Number) -> float:
    """Return the type size of a value: the one that counts is larger."""
    return MAIN_PX if part.counts else PLATE_PX


def _number(
    surface: pygame.Surface,
    theme: Theme,
    part: Number,
    x: float,
    y: float,
    width: float,
    ratio: float,
    *,
    arrow_first: bool,
) -> None:
    palette = theme.palette
    plain = palette.text if part.counts else palette.soft
    ink = {1: palette.good, -1: palette.harm, 0: plain}[part.change]
    if not (part.counts and part.change):
        theme.draw_text(surface, part.words, (x, y), _size_of(part) * ratio, ink, bold=part.counts)
        return
    mark = theme.px(9)
    name = "raised" if part.change > 0 else "lowered"
    at = x + mark / 2 - theme.px(1) if arrow_first else x + width - mark / 2 + theme.px(1)
    icon(surface, name, (at, y), theme.px(7), ink)
    theme.draw_text(
        surface, part.words, (x + (mark if arrow_first else 0), y), MAIN_PX * ratio, ink, bold=True
    )


DIMMED_LIGHT_RATIO = 0.64
"""Brightness of a card that is not legal for the open prompt: 36 % dark."""

DARK_ARROW: Colour = (55, 66, 84)


def spread(shown: DuelFrame, zone: Rect, seen: VisibleCard) -> pygame.Rect:
    """Return the box of a card centred in its zone, sideways in Defense Position."""
    wide, high = shown.layout.card_size()
    if seen.defense_position:
        wide, high = high, wide
    x, y = zone.centre
    return pygame.Rect(round(x - wide / 2), round(y - high / 2), wide, high)


def face_of(shown: DuelFrame, handle: int, width: float = 62) -> pygame.Surface:
    """Return the upright picture of a card as this viewer sees it: its face or its back."""
    size = shown.layout.card_size(width)
    seen, facts = shown.visible_card(handle), shown.facts(handle)
    if seen is None or facts is None or not (seen.face_up or seen.revealed):
        return card_back(size)
    return shown.faces.get(facts, size)


def turned_face(picture: pygame.Surface) -> pygame.Surface:
    """Return a picture turned sideways."""
    return derive(picture, "turned", lambda upright: pygame.transform.rotate(upright, 90))


def dim_picture(picture: pygame.Surface) -> pygame.Surface:
    """Return a darkened picture, for a card that is not legal for the open prompt."""
    return derive(picture, "dimmed", lambda bright: darken(bright, DIMMED_LIGHT_RATIO))


def draw_card(
    surface: pygame.Surface,
    shown: DuelFrame,
    zone: Rect,
    handle: int,
    *,
    dim: bool = False,
    outline: Callable[[pygame.Rect], None] | None = None,
) -> None:
    """Draw a card in its zone with all its marks. `outline` is drawn between its picture and its plates."""
    seen = shown.visible_card(handle)
    if seen is None:
        return
    box, facts = spread(shown, zone, seen), shown.facts(handle)
    _materials_behind(surface, shown, box, seen)
    _shadow(surface, shown.theme, box)
    picture = face_of(shown, handle)
    picture = turned_face(picture) if seen.defense_position else picture
    blit(surface, dim_picture(picture) if dim else picture, box.topleft)
    if outline is not None:
        outline(box)
    if seen.face_up and facts is not None:
        _arrows(surface, shown, box, seen, facts)
    below = draw_plates(surface, shown, zone, handle)
    if seen.face_up and facts is not None:
        _marks(surface, shown, zone, box, seen, below)
    _counters(surface, shown, box, seen)
    lingering_effects.draw_mark(surface, shown, box, handle)


def _shadow(surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
    if not theme.palette.contrast:
        drop = max(1, theme.px(2))
        panel(surface, box.move(0, drop).inflate(2, 2), (0, 0, 0, 110), None, 0, theme.px(4))


def _materials_behind(surface: pygame.Surface, shown: DuelFrame, box: pygame.Rect, seen: VisibleCard) -> None:
    """Draw the edges of Xyz Materials beneath their monster, and their count."""
    theme = shown.theme
    for step in range(min(len(seen.materials), 3), 0, -1):
        shift = step * max(1, theme.px(3))
        edge = box.move(shift, shift // 2)
        panel(surface, edge, (14, 18, 26), theme.palette.strong, 1, theme.px(3))


def _marks(
    surface: pygame.Surface, shown: DuelFrame, zone: Rect, box: pygame.Rect, seen: VisibleCard, top: float
) -> None:
    """Draw the marks beside the picture of a face-up card, whose name ends at `top`."""
    theme = shown.theme
    if seen.attack is not None or seen.defense is not None:
        _draw_attribute_and_level(surface, shown, zone, box, seen, top)
    if seen.materials:
        at = (box.left - theme.px(8), box.centery)
        kit.badge(surface, theme, str(len(seen.materials)), at, theme.palette.soft)
    if seen.negated:
        _draw_negated(surface, theme, box)


def find_mark_spots(
    theme: Theme, zone: Rect, box: pygame.Rect, top: float, *, turned: bool
) -> tuple[Point, Point, bool]:
    """Return the centres of a card's Attribute and of its Level's star, and whether they are on its picture.

    They are beside an upright card, or on both sides of the emblem of a turned one, and below the name, which
    ends at `top`.
    """
    least = top + theme.px(8)
    if turned or zone.w < box.w + theme.px(26):
        y = max(box.centery, least)
        return (box.left + theme.px(11), y), (box.right - theme.px(21), y), True
    x = box.right + (zone.right - box.right) / 2
    y = max(box.y + box.h * 0.4, least)
    return (x, y), (x - theme.px(5), max(box.y + box.h * 0.58, y + theme.px(15))), False


def _draw_attribute_and_level(
    surface: pygame.Surface, shown: DuelFrame, zone: Rect, box: pygame.Rect, seen: VisibleCard, top: float
) -> None:
    """Draw Attribute and Level where `find_mark_spots` puts them; on the picture with a plate below them."""
    theme, words = shown.theme, str(seen.rank or seen.level or "")
    first, at, on_picture = find_mark_spots(theme, zone, box, top, turned=seen.defense_position)
    attribute(surface, seen.attribute, first, theme.px(13))
    if words:
        if on_picture:
            wide, high = theme.width(words, SECOND_PX, True) + theme.px(17), theme.px(15)
            kit.plate(surface, theme, (at[0] - theme.px(8), at[1] - high / 2, wide, high))
        level_star(surface, at, theme.px(10), rank=bool(seen.rank))
        theme.draw_text(
            surface, words, (at[0] + theme.px(6), at[1]), SECOND_PX, theme.palette.text, bold=True
        )


def _arrows(
    surface: pygame.Surface, shown: DuelFrame, box: pygame.Rect, seen: VisibleCard, facts: Facts
) -> None:
    """Draw the Link Arrows on the card's edge: its own orange, the rest dark. On an opponent's card they
    point the opposite way.
    """
    side = -1 if seen.controller != shown.near else 1
    owned = {DIRECTIONS[arrow] for arrow in facts.arrows if arrow in DIRECTIONS}
    for name, (across, away) in DIRECTIONS.items() if owned else ():
        colour = shown.palette.arrow if (across * side, away * side) in owned else DARK_ARROW
        at = (box.centerx + across * box.w / 2, box.centery + away * box.h / 2)
        link_arrow(surface, name, at, shown.theme.px(11), colour)


def _counters(surface: pygame.Surface, shown: DuelFrame, box: pygame.Rect, seen: VisibleCard) -> None:
    """Draw the number of counters at the card's lower left corner. The preview lists their names."""
    total = sum(seen.counters.values())
    if total:
        at = (box.left, box.bottom - shown.theme.px(30))
        kit.badge(surface, shown.theme, f"+{total}", at, shown.palette.good)


def _draw_negated(surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
    """Draw a slashed ring on a card whose effects are negated."""
    across, harm = theme.px(22), theme.palette.harm

    def draw(canvas: Canvas) -> None:
        middle, radius = (across / 2, across / 2), across / 2
        canvas.circle((5, 8, 13, 200), middle, radius)
        canvas.circle(harm, middle, radius, 2)
        reach = radius * 0.6
        canvas.path(
            harm, [(middle[0] - reach, middle[1] + reach), (middle[0] + reach, middle[1] - reach)], 2.2
        )

    blit_centred(surface, draw_cached(("negated", harm), across, across, draw), box.center)


def box_of(shown: DuelFrame, zone: Rect, handle: int) -> Box:
    """Return the box of the picture of a card in a zone, for outlines and arrows."""
    seen = shown.visible_card(handle)
    return spread(shown, zone, seen) if seen is not None else zone
