"""Basic marks of the duel screen: plates, brackets, chain markers, arrows, dashed outlines, wedges."""

from __future__ import annotations

import math
from itertools import chain

import pygame

from facedown_client.window.look import (
    BODY_PX,
    Box,
    Canvas,
    Colour,
    Point,
    Theme,
    arc,
    around,
    blit,
    blit_centred,
    draw_cached,
    glow,
    panel,
    shadow,
)

PLATE_FILL = (5, 8, 13, 222)


def draw_floating(
    surface: pygame.Surface, theme: Theme, box: Box, line: Colour | None = None, spread: float = 16
) -> None:
    """Draw the background and shadow of a floating panel. `line` replaces its outline with a stronger one."""
    palette = theme.palette
    shadow(surface, box, theme.px(spread), theme.px(12))
    wide = max(1.5, palette.thin) if line is None else max(2.0, 2 * theme.u)
    panel(surface, box, palette.panel, line or palette.strong, wide, theme.px(12))


def plate(surface: pygame.Surface, theme: Theme, box: Box) -> None:
    """Draw the dark background of a name or of numbers on a card."""
    fill, line = ((0, 0, 0), theme.palette.focus) if theme.palette.contrast else (PLATE_FILL, None)
    panel(surface, box, fill, line, 1, theme.px(4))


def legal(
    surface: pygame.Surface, theme: Theme, box: Box, strength: float = 1.0, *, wedges: bool = True
) -> None:
    """Draw the accent outline, corner wedges and glow of a legal thing. `strength` is that of the pulse."""
    accent, gap, wide = theme.palette.accent, theme.px(3), max(2.0, 2.5 * theme.u)
    outer = enlarge(box, gap)
    if not theme.palette.contrast and strength > 0:
        glow(surface, outer, accent, theme.px(6), 0.85 * strength, theme.px(5))
    panel(surface, outer, None, accent, wide, theme.px(5))
    if wedges:
        _wedges(surface, theme, outer, accent)


def _wedges(surface: pygame.Surface, theme: Theme, box: Box, colour: Colour) -> None:
    """Draw triangles in the two upper corners: a sign besides the colour."""
    side = theme.px(11)
    corner = [(0, 0), (side, 0), (0, side)]
    left = draw_cached(("wedge", colour, side), side, side, lambda canvas: canvas.polygon(colour, corner))
    blit(surface, left, (box[0], box[1]))
    blit(surface, pygame.transform.flip(left, True, False), (box[0] + box[2] - side, box[1]))


def draw_outline(surface: pygame.Surface, theme: Theme, box: Box, colour: Colour, wide: float = 2.5) -> None:
    """Draw a plain outline just outside a card."""
    panel(surface, enlarge(box, theme.px(3)), None, colour, max(2.0, wide * theme.u), theme.px(5))


def draw_selection(surface: pygame.Surface, theme: Theme, box: Box) -> None:
    """Draw the outline of a picked thing: white inside the accent."""
    panel(
        surface, enlarge(box, theme.px(6)), None, theme.palette.accent, max(2.0, 2.5 * theme.u), theme.px(7)
    )
    panel(surface, enlarge(box, theme.px(3)), None, theme.palette.focus, max(3.0, 3 * theme.u), theme.px(5))


def draw_focus(surface: pygame.Surface, theme: Theme, box: Box) -> None:
    """Draw the white outline of the keyboard focus."""
    panel(surface, enlarge(box, theme.px(6)), None, theme.palette.focus, max(2.0, 2 * theme.u), theme.px(8))


def brackets(surface: pygame.Surface, theme: Theme, box: Box, colour: Colour) -> None:
    """Draw the four corner brackets of a target."""
    reach = enlarge(box, theme.px(5))
    width, height = round(reach[2]), round(reach[3])
    wide, arm = max(3.0, 3 * theme.u), theme.px(14)

    def draw(canvas: Canvas) -> None:
        edge = wide / 2
        for x, side in ((edge, 1), (width - edge, -1)):
            for y, down in ((edge, 1), (height - edge, -1)):
                canvas.path(colour, [(x + side * arm, y), (x, y), (x, y + down * arm)], wide)

    blit(surface, draw_cached(("brackets", colour, wide, arm), width, height, draw), (reach[0], reach[1]))


def enlarge(box: Box, by: float) -> tuple[float, float, float, float]:
    """Return a box enlarged by `by` on every side."""
    return box[0] - by, box[1] - by, box[2] + 2 * by, box[3] + 2 * by


def draw_dashed(surface: pygame.Surface, theme: Theme, box: Box, colour: Colour, wide: float = 2.5) -> None:
    """Draw a dashed rounded outline: legal to pick, not yet picked."""
    width, height = round(box[2]), round(box[3])
    line, corner = max(2.0, wide * theme.u), theme.px(8)
    points = _outline(width, height, line / 2, corner)
    made = draw_cached(
        ("dashed", colour, line, corner), width, height,
        lambda canvas: _dash(canvas, points, colour, line, theme.px(8), theme.px(6)),
    )  # fmt: skip
    blit(surface, made, (box[0], box[1]))


def _outline(width: float, height: float, inset: float, radius: float) -> list[Point]:
    """Return closely spaced points along a rounded box."""
    corners = (
        (width - radius, radius),
        (width - radius, height - radius),
        (radius, height - radius),
        (radius, radius),
    )
    quarters = [
        arc(corner, radius - inset, step / 4, (step + 1) / 4, 6) for step, corner in enumerate(corners)
    ]
    return [*chain.from_iterable(quarters), quarters[0][0]]


def _dash(canvas: Canvas, points: list[Point], colour: Colour, wide: float, on: float, off: float) -> None:
    """Draw a path as dashes."""
    walked, drawing, stretch = 0.0, True, [points[0]]
    for end in points[1:]:
        start = stretch[-1]
        long = math.hypot(end[0] - start[0], end[1] - start[1])
        while walked + long >= (on if drawing else off):
            part = ((on if drawing else off) - walked) / (long or 1)
            turn = (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)
            if drawing:
                canvas.path(colour, [*stretch, turn], wide)
            start, stretch, walked, drawing = turn, [turn], 0.0, not drawing
            long = math.hypot(end[0] - start[0], end[1] - start[1])
        walked += long
        stretch.append(end)
    if drawing and len(stretch) > 1:
        canvas.path(colour, stretch, wide)


def chain_marker(
    surface: pygame.Surface, theme: Theme, number: int, centre: Point, mine: bool, size: float = 14
) -> None:
    """Draw the numbered hexagon of a Chain Link: white is yours, coral the opponent's."""
    colour = theme.palette.mine if mine else theme.palette.harm
    radius = max(8.5, size * theme.u)
    side = 2 * radius + 6

    def draw(canvas: Canvas) -> None:
        middle = (side / 2, side / 2)
        canvas.polygon((0, 0, 0, 150), around(middle, radius + 2, 6))
        canvas.polygon(colour, around(middle, radius, 6))
        canvas.polygon((10, 14, 21), around(middle, radius - max(2.0, 2.2 * theme.u), 6))

    blit_centred(surface, draw_cached(("chain", colour, round(radius, 1)), side, side, draw), centre)
    points = theme.points(radius * 1.15)
    theme.draw_text(surface, str(number), centre, points, theme.palette.text, bold=True, anchor="cm")


def arrow(
    surface: pygame.Surface, theme: Theme, start: Point, end: Point, colour: Colour, share: float = 1.0
) -> None:
    """Draw a curved arrow with a dark edge from its source up to `share` of its length."""
    points, edge = _curve(start, end), theme.px(16)
    count = max(2, round(len(points) * share))
    points = points[:count]
    left = min(x for x, _ in points) - edge
    top = min(y for _, y in points) - edge
    wide = max(x for x, _ in points) + edge - left
    high = max(y for _, y in points) + edge - top
    moved = [(x - left, y - top) for x, y in points]
    line = max(2.5, 3.4 * theme.u)

    def draw(canvas: Canvas) -> None:
        _arrow(canvas, moved, line, (5, 8, 13), line * 0.9)
        _arrow(canvas, moved, line, colour, 0)

    key = ("arrow", colour, tuple((round(x), round(y)) for x, y in (moved[0], moved[-1])), count, line)
    blit(surface, draw_cached(key, wide, high, draw), (left, top))


def _curve(start: Point, end: Point) -> list[Point]:
    """Return a gentle curve between two points. Steep ones bend to the side of the longer way."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    bend = 0.12 if dx >= 0 else -0.12
    middle = (start[0] + dx / 2 + abs(dy) * bend, start[1] + dy / 2 + abs(dx) * 0.08)
    return [_between(start, middle, end, step / 28) for step in range(29)]


def _between(start: Point, middle: Point, end: Point, t: float) -> Point:
    """Return a point of a quadratic Bézier curve; `t` is 0 at its start and 1 at its end."""
    first, second, third = (1 - t) ** 2, 2 * t * (1 - t), t * t
    x = first * start[0] + second * middle[0] + third * end[0]
    return x, first * start[1] + second * middle[1] + third * end[1]


def _arrow(canvas: Canvas, points: list[Point], line: float, colour: Colour, edge: float) -> None:
    (x1, y1), (x2, y2) = points[-2], points[-1]
    long = math.hypot(x2 - x1, y2 - y1) or 1
    across, away = (x2 - x1) / long, (y2 - y1) / long
    head, half = line * 3.6, line * 2.1
    foot = (x2 - across * head * 0.85, y2 - away * head * 0.85)
    body = [point for point in points if math.hypot(point[0] - x2, point[1] - y2) > head * 0.85]
    canvas.path(colour, [*(body or points[:1]), foot], line + edge)
    tip = (x2 + across * edge * 0.9, y2 + away * edge * 0.9)
    base = (x2 - across * (head + edge * 0.6), y2 - away * (head + edge * 0.6))
    spread = half + edge * 0.8
    canvas.polygon(
        colour,
        [
            tip,
            (base[0] - away * spread, base[1] + across * spread),
            (base[0] + away * spread, base[1] - across * spread),
        ],
    )


def badge(surface: pygame.Surface, theme: Theme, words: str, centre: Point, ink: Colour) -> None:
    """Draw a small number in a disc: Xyz Materials, counters, copies."""
    across = max(17, theme.px(19))
    wide = max(across, theme.width(words, 11, True) + theme.px(10))
    box = (centre[0] - wide / 2, centre[1] - across / 2, wide, across)
    panel(surface, box, (5, 8, 13), ink, max(1.0, 1.3 * theme.u), across / 2)
    theme.draw_text(surface, words, centre, 11, theme.palette.text, bold=True, anchor="cm")


def dim(surface: pygame.Surface, box: Box, share: float) -> None:
    """Darken a part of the screen by `share` of its light."""
    rest = round(255 * (1 - share))
    surface.fill((rest, rest, rest), pygame.Rect(*(round(part) for part in box)), pygame.BLEND_RGB_MULT)


def label(surface: pygame.Surface, theme: Theme, words: str, at: Point) -> None:
    """Draw a short sentence over the board."""
    wide = theme.width(words, BODY_PX, True) + theme.px(24)
    box = (at[0] - wide / 2, at[1] - theme.px(14), wide, theme.px(28))
    panel(surface, box, theme.palette.raised, theme.palette.strong, theme.palette.thin, theme.px(14))
    theme.draw_text(surface, words, at, BODY_PX, bold=True, anchor="cm")
