"""Smooth vector shapes as small cached pictures. Decides no colour, and scales nothing up.

Shapes are drawn three times too large and scaled down once. All pictures are premultiplied, so that soft
edges and overlays stay clean: `blit` is the only right way to blit them.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from weakref import ref

import pygame

Colour = tuple[int, int, int] | tuple[int, int, int, int]
Point = tuple[float, float]
Box = pygame.Rect | tuple[float, float, float, float]

OVERSAMPLE_RATIO = 3

MAX_CACHED_BYTES = 25_000_000
"""Limit of cached bytes before the least recently used pictures are dropped: three windows of 1920x1080. With
two, the panels of one dialog in such a window are drawn again for each picture.
"""


class Pictures:
    """Cache of pictures by their keys, up to `most` bytes.

    Thread-safe, since card faces are drawn in a thread: while one thread makes a picture the other does not
    wait.
    """

    def __init__(self, most: int) -> None:
        self.most, self.bytes = most, 0
        self._kept: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: tuple[object, ...]) -> pygame.Surface | None:
        """Return the picture with this key, if it is cached."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def add(self, key: tuple[object, ...], made: pygame.Surface) -> pygame.Surface:
        """Cache a picture and return it, or the one that another thread has cached with this key."""
        with self._lock:
            if key in self._kept:
                return self._kept[key]
            self._kept[key] = made
            self.bytes += _size_bytes(made)
            while self.bytes > self.most and len(self._kept) > 1:
                _, gone = self._kept.popitem(last=False)
                self.bytes -= _size_bytes(gone)
        return made

    def get(self, key: tuple[object, ...], make: Callable[[], pygame.Surface]) -> pygame.Surface:
        """Return the picture with this key; make it if it is missing."""
        return self.find(key) or self.add(key, make())


def _size_bytes(picture: pygame.Surface) -> int:
    return picture.get_pitch() * picture.get_height()


_sprites = Pictures(MAX_CACHED_BYTES)


def blit(surface: pygame.Surface, picture: pygame.Surface, at: tuple[float, float]) -> pygame.Rect:
    """Blit a premultiplied picture with its top left corner here."""
    return surface.blit(picture, (round(at[0]), round(at[1])), special_flags=pygame.BLEND_PREMULTIPLIED)


def blit_centred(surface: pygame.Surface, picture: pygame.Surface, at: tuple[float, float]) -> pygame.Rect:
    """Blit a premultiplied picture around this point."""
    return blit(surface, picture, (at[0] - picture.get_width() / 2, at[1] - picture.get_height() / 2))


@contextmanager
def clip(surface: pygame.Surface, box: pygame.Rect) -> Iterator[None]:
    """Restrict drawing to a box within the context."""
    before = surface.get_clip()
    surface.set_clip(box.clip(before))
    yield
    surface.set_clip(before)


def _multiply(picture: pygame.Surface, colour: Colour) -> pygame.Surface:
    copy = picture.copy()
    copy.fill(colour, special_flags=pygame.BLEND_RGBA_MULT)
    return copy


def fade(picture: pygame.Surface, share: float) -> pygame.Surface:
    """Return a premultiplied picture with its opacity scaled by `share`."""
    part = max(0, min(255, round(255 * share)))
    return _multiply(picture, (part, part, part, part))


def darken(picture: pygame.Surface, share: float) -> pygame.Surface:
    """Return a premultiplied picture with its colours scaled by `share`, at the same opacity."""
    part = max(0, min(255, round(255 * share)))
    return _multiply(picture, (part, part, part, 255))


def mix(first: Sequence[int], second: Sequence[int], share: float) -> tuple[int, int, int]:
    """Return a colour `share` of the way from the first to the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first[:3], second[:3], strict=True))
    return red, green, blue


def parse_hex(text: str) -> tuple[int, int, int]:
    """Return a colour from six hexadecimal digits."""
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


class Canvas:
    """Picture under construction, in final pixels (fractions allowed)."""

    def __init__(self, width: float, height: float, oversample: int = OVERSAMPLE_RATIO) -> None:
        self.size = (max(1, math.ceil(width)), max(1, math.ceil(height)))
        self.by = oversample
        self.sheet = pygame.Surface((self.size[0] * oversample, self.size[1] * oversample), pygame.SRCALPHA)

    def _draw_layer(self, colour: Colour, draw: Callable[[pygame.Surface], object]) -> None:
        """Draw an opaque colour directly, and a translucent one through a separate layer."""
        if len(colour) == 3 or colour[3] == 255:
            draw(self.sheet)
            return
        layer = pygame.Surface(self.sheet.get_size(), pygame.SRCALPHA)
        draw(layer)
        layer.set_alpha(colour[3])
        self.sheet.blit(layer, (0, 0))

    def polygon(self, colour: Colour, points: Iterable[Point], width: float = 0) -> None:
        """Draw a filled polygon, or its outline."""
        spots = [(x * self.by, y * self.by) for x, y in points]
        if width:
            self._draw_layer(colour, lambda sheet: self._stroke(sheet, colour[:3], [*spots, spots[0]], width))
        else:
            self._draw_layer(colour, lambda sheet: pygame.draw.polygon(sheet, colour[:3], spots))

    def path(self, colour: Colour, points: Iterable[Point], width: float) -> None:
        """Draw an open line with round ends and joints."""
        spots = [(x * self.by, y * self.by) for x, y in points]
        self._draw_layer(colour, lambda sheet: self._stroke(sheet, colour[:3], spots, width))

    def _stroke(
        self, sheet: pygame.Surface, colour: Sequence[int], spots: Sequence[Point], width: float
    ) -> None:
        half = width * self.by / 2
        for (x1, y1), (x2, y2) in pairwise(spots):
            long = math.hypot(x2 - x1, y2 - y1) or 1
            dx, dy = (y1 - y2) / long * half, (x2 - x1) / long * half
            pygame.draw.polygon(
                sheet,
                colour[:3],
                [(x1 + dx, y1 + dy), (x2 + dx, y2 + dy), (x2 - dx, y2 - dy), (x1 - dx, y1 - dy)],
            )
        for spot in spots:
            pygame.draw.circle(sheet, colour[:3], spot, half)

    def circle(self, colour: Colour, centre: Point, radius: float, width: float = 0) -> None:
        """Draw a disc, or a ring of this width inside the radius."""
        spot = (centre[0] * self.by, centre[1] * self.by)
        thick = max(1, round(width * self.by)) if width else 0
        self._draw_layer(
            colour, lambda sheet: pygame.draw.circle(sheet, colour[:3], spot, radius * self.by, thick)
        )

    def box(self, colour: Colour, rect: Box, radius: float = 0, width: float = 0) -> None:
        """Draw a rounded box, or its outline of this width inside."""
        x, y, w, h = (round(part * self.by) for part in rect)
        thick = max(1, round(width * self.by)) if width else 0
        corner = round(radius * self.by)
        self._draw_layer(
            colour,
            lambda sheet: pygame.draw.rect(sheet, colour[:3], (x, y, w, h), thick, border_radius=corner),
        )

    def cut_hole(self, draw: Callable[[Canvas], None]) -> None:
        """Cut a hole: whatever `draw` paints becomes transparent."""
        hole = Canvas(*self.size, oversample=self.by)
        draw(hole)
        self.sheet.blit(hole.sheet, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)

    def finish(self) -> pygame.Surface:
        """Return the finished picture, premultiplied, at its final size."""
        if self.by == 1:
            return self.sheet.premul_alpha()
        return pygame.transform.smoothscale(self.sheet.premul_alpha(), self.size)


def sprite(key: tuple[object, ...], make: Callable[[], pygame.Surface]) -> pygame.Surface:
    """Return the cached picture with this key; make it at the first call."""
    return _sprites.get(key, make)


def derive(
    picture: pygame.Surface, what: object, make: Callable[[pygame.Surface], pygame.Surface]
) -> pygame.Surface:
    """Return a cached picture that is made from another (turned, dimmed)."""
    return sprite((ref(picture), what), lambda: make(picture))


def draw_cached(
    key: tuple[object, ...], width: float, height: float, draw: Callable[[Canvas], None]
) -> pygame.Surface:
    """Return a cached picture drawn on a canvas of this size."""

    def make() -> pygame.Surface:
        canvas = Canvas(width, height)
        draw(canvas)
        return canvas.finish()

    return sprite((*key, round(width, 2), round(height, 2)), make)


def premultiply(colour: Colour) -> tuple[int, int, int, int]:
    """Return a colour in premultiplied form."""
    alpha = colour[3] if len(colour) == 4 else 255
    red, green, blue = (part * alpha // 255 for part in colour[:3])
    return red, green, blue, alpha


def _panel(
    w: int, h: int, fill: Colour | None, line: Colour | None, width: float, radius: float
) -> pygame.Surface:
    """Return a rounded box of four drawn corners, with plain fills between them."""
    corner = math.ceil(max(radius, width)) + 1
    if 2 * corner >= min(w, h):
        canvas = Canvas(w, h)
        _box(canvas, (0, 0, w, h), fill, line, width, radius)
        return canvas.finish()
    small = Canvas(2 * corner, 2 * corner)
    _box(small, (0, 0, 2 * corner, 2 * corner), fill, line, width, radius)
    part = small.finish()
    made = pygame.Surface((w, h), pygame.SRCALPHA)
    # Scaling down rounds colours: fill the middle with the resulting colour, to avoid a seam.
    made.fill(part.get_at((corner, corner)) if fill else (0, 0, 0, 0))
    for left, x in ((0, 0), (corner, w - corner)):
        for top, y in ((0, 0), (corner, h - corner)):
            made.fill((0, 0, 0, 0), (x, y, corner, corner))
            made.blit(part, (x, y), (left, top, corner, corner), special_flags=pygame.BLEND_PREMULTIPLIED)
    if line:
        _edges(made, part, corner)
    return made


def _edges(made: pygame.Surface, part: pygame.Surface, corner: int) -> None:
    """Draw the four straight edges of a panel by extending its corner picture."""
    w, h = made.get_size()
    for y, top in ((0, 0), (h - corner, corner)):
        for row in range(corner):
            made.fill(part.get_at((corner, top + row)), (corner, y + row, w - 2 * corner, 1))
    for x, left in ((0, 0), (w - corner, corner)):
        for column in range(corner):
            made.fill(part.get_at((left + column, corner)), (x + column, corner, 1, h - 2 * corner))


def veil(surface: pygame.Surface, colour: Colour, box: pygame.Rect) -> None:
    """Cover a part of the screen with a translucent colour, without a picture of that size."""
    red, green, blue, alpha = premultiply(colour)
    surface.fill((255 - alpha,) * 3, box, pygame.BLEND_RGB_MULT)
    surface.fill((red, green, blue), box, pygame.BLEND_RGB_ADD)


def _box(
    canvas: Canvas,
    rect: Box,
    fill: Colour | None,
    line: Colour | None,
    width: float,
    radius: float,
) -> None:
    if fill:
        canvas.box(fill, rect, radius)
    if line:
        canvas.box(line, rect, radius, width)


def panel(
    surface: pygame.Surface,
    rect: Box,
    fill: Colour | None = None,
    line: Colour | None = None,
    width: float = 1,
    radius: float = 8,
) -> None:
    """Draw a rounded box with a smooth outline inside it."""
    x, y = round(rect[0]), round(rect[1])
    w, h = round(rect[0] + rect[2]) - x, round(rect[1] + rect[3]) - y
    if w < 1 or h < 1:
        return
    key = ("panel", w, h, fill, line, width, radius)
    blit(surface, sprite(key, lambda: _panel(w, h, fill, line, width, radius)), (x, y))


def glow(
    surface: pygame.Surface,
    rect: Box,
    colour: Colour,
    spread: float,
    strength: float = 1.0,
    radius: float = 8,
) -> None:
    """Draw a soft light around a box (nothing inside it)."""
    w, h, reach = round(rect[2]), round(rect[3]), max(2, round(spread))
    level = round(strength * 16)
    if level <= 0 or w < 1 or h < 1:
        return
    key = ("glow", w, h, tuple(colour), reach, level, radius)
    picture = sprite(key, lambda: _glow(w, h, colour, reach, level / 16, radius))
    blit(surface, picture, (rect[0] - 2 * reach, rect[1] - 2 * reach))


def _glow(w: int, h: int, colour: Colour, reach: int, strength: float, radius: float) -> pygame.Surface:
    sheet = pygame.Surface((w + 4 * reach, h + 4 * reach), pygame.SRCALPHA)
    box = pygame.Rect(2 * reach, 2 * reach, w, h)
    pygame.draw.rect(
        sheet, premultiply(colour), box.inflate(reach, reach), border_radius=round(radius + reach)
    )
    soft = _blur(sheet, reach)
    pygame.draw.rect(soft, (0, 0, 0, 0), box.inflate(-2, -2), border_radius=round(radius))
    return fade(soft, strength * 0.75)


def _blur(sheet: pygame.Surface, reach: int) -> pygame.Surface:
    """Return a picture blurred by this reach.

    Wide blurs are computed from fewer pixels, with the same look in a fraction of the time: the shadow of a
    dialog at 1920x1080 took 90 ms.
    """
    by = max(1, min(4, reach // 4))
    if by == 1:
        return pygame.transform.gaussian_blur(sheet, reach, repeat_edge_pixels=False)
    wide, high = sheet.get_size()
    small = pygame.transform.smoothscale(sheet, (max(1, wide // by), max(1, high // by)))
    soft = pygame.transform.gaussian_blur(small, max(1, reach // by), repeat_edge_pixels=False)
    return pygame.transform.smoothscale(soft, (wide, high))


def shadow(surface: pygame.Surface, rect: Box, spread: float, radius: float = 8) -> None:
    """Draw a soft dark edge below a floating box."""
    glow(surface, (rect[0], rect[1] + spread / 3, rect[2], rect[3]), (0, 0, 0), spread, 1.0, radius)


def gradient(size: tuple[int, int], stops: Sequence[tuple[float, Colour]]) -> pygame.Surface:
    """Return an opaque vertical gradient through (share of the height, colour) stops."""
    high = size[1]
    column = pygame.Surface((1, high))
    for row in range(high):
        share = row / max(1, high - 1)
        after = next((index for index, stop in enumerate(stops) if stop[0] >= share), len(stops) - 1)
        before = max(0, after - 1)
        (start, first), (end, second) = stops[before], stops[after]
        part = 0.0 if end <= start else (share - start) / (end - start)
        column.set_at((0, row), mix(first, second, max(0.0, min(1.0, part))))
    return pygame.transform.scale(column, size)


def around(centre: Point, radius: float, count: int, turn: float = 0.0) -> list[Point]:
    """Return `count` points on a circle; the first points up, `turn` in radians clockwise."""
    return [_on_circle(centre, radius, turn + math.tau * step / count) for step in range(count)]


def arc(centre: Point, radius: float, start: float, end: float, steps: int = 24) -> list[Point]:
    """Return points along a circle from one angle to another, in turns clockwise from the top."""
    shares = (start + (end - start) * step / steps for step in range(steps + 1))
    return [_on_circle(centre, radius, math.tau * share) for share in shares]


def _on_circle(centre: Point, radius: float, angle: float) -> Point:
    """Return the point at an angle in radians, clockwise from the top."""
    return centre[0] + radius * math.sin(angle), centre[1] - radius * math.cos(angle)


def star(centre: Point, outer: float, inner: float, count: int, turn: float = 0.0) -> list[Point]:
    """Return the outline of a star with `count` points."""
    tips = around(centre, outer, count, turn)
    dips = around(centre, inner, count, turn + math.pi / count)
    return [point for pair in zip(tips, dips, strict=True) for point in pair]
