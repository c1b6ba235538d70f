"""Theme of scenes and widgets: colours, type sizes, the unit of length.

A Theme belongs to one window size; a resize makes a new one. Lengths are given as at 1280x720 and returned in
pixels, so no other module of the client knows the size of the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pygame

from facedown_client.window.look import lettering
from facedown_client.window.look.lettering import Colour
from facedown_client.window.look.shapes import Point, blit, gradient, parse_hex, sprite

LIFE_PX, HEADING_PX, CARD_PX, MAIN_PX, BODY_PX, SECOND_PX, PLATE_PX, TINY_PX = 28, 20, 18, 14, 13, 12, 11, 10
"""Type sizes: Life Points, headings, the previewed card's name, names and buttons, rules text and labels,
secondary text, plates and captions, own Set names."""

MIN_TEXT_PX = 8.5
"""Minimum size of an over-long name before it is cut."""

MIN_HIT_PX = 28
"""Minimum width and height of anything clickable, in pixels, in any window."""


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by meaning. `contrast`: black ground, 2 px lines, no glow."""

    ground: Colour
    ground_high: Colour
    ground_low: Colour
    panel: Colour
    raised: Colour
    sunk: Colour
    line: Colour
    strong: Colour
    text: Colour
    soft: Colour
    faint: Colour
    on_accent: Colour
    accent: Colour
    focus: Colour
    mine: Colour
    harm: Colour
    good: Colour
    arrow: Colour
    contrast: bool = False
    thin: float = 1
    """Width of an ordinary outline."""


STANDARD = Palette(
    ground=parse_hex("0C1118"), ground_high=parse_hex("151E2A"), ground_low=parse_hex("070A10"),
    panel=parse_hex("17202C"), raised=parse_hex("212D3D"), sunk=parse_hex("0F1620"), line=parse_hex("2C394B"),
    strong=parse_hex("4A5B73"), text=parse_hex("F0F4F9"), soft=parse_hex("A9B6C7"), faint=parse_hex("77879C"),
    on_accent=parse_hex("1C1503"), accent=parse_hex("FFC24B"), focus=parse_hex("FFFFFF"),
    mine=parse_hex("DCE7F5"),
    harm=parse_hex("FF8670"), good=parse_hex("7FCBFF"), arrow=parse_hex("FF6A3D"),
)  # fmt: skip

CONTRAST = replace(
    STANDARD,
    ground=(0, 0, 0), ground_high=(0, 0, 0), ground_low=(0, 0, 0), panel=(0, 0, 0),
    raised=parse_hex("101010"),
    sunk=(0, 0, 0), line=parse_hex("8C96A6"), strong=(255, 255, 255), text=(255, 255, 255),
    soft=parse_hex("F0F0F0"),
    faint=parse_hex("C8CED8"), on_accent=(0, 0, 0), accent=parse_hex("FFE14D"), mine=(255, 255, 255),
    harm=parse_hex("FF9C8A"), good=parse_hex("8FD3FF"), contrast=True, thin=2,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Look:
    """Player's settings of the visual style: held by the app, the same in every scene."""

    contrast: bool = False
    text_scale: float = 1.0
    motion: float = 1.0
    """Factor of all durations: 1 as designed, 0.5 twice as fast, 0 off."""
    reduced: bool = False
    """True if motion is reduced: short fades only, no pulse."""
    language: str = ""
    """Language of texts: a change causes a new layout."""

    def theme(self, size: tuple[int, int]) -> Theme:
        """Return the theme of a window of this size."""
        return Theme(size, self)


@dataclass(frozen=True)
class Theme:
    """Colours, lengths and text at one window size."""

    size: tuple[int, int]
    look: Look = field(default_factory=Look)

    @property
    def palette(self) -> Palette:
        """Return the colours in use."""
        return CONTRAST if self.look.contrast else STANDARD

    @property
    def u(self) -> float:
        """Return the unit of length: pixels per pixel of the 1280x720 design."""
        return max(0.5, min(self.size[0] / 1280, self.size[1] / 720))

    def px(self, length: float) -> int:
        """Return a design length in whole pixels, at least 1."""
        return max(1, round(length * self.u)) if length > 0 else round(length * self.u)

    def hit_length(self, length: float) -> int:
        """Return the length of something clickable: as designed, but at least 28 pixels."""
        return max(MIN_HIT_PX, self.px(length))

    def type_size(self, size: float) -> float:
        """Return a type size in pixels. It shrinks with the window to a minimum of 11 (or its own size)."""
        scaled = size * self.u * self.look.text_scale
        return max(round(scaled * 4) / 4, min(size, PLATE_PX))

    def points(self, pixels: float) -> float:
        """Return the design type size that gives this size in pixels (for words inside drawn marks)."""
        return pixels / (self.u * self.look.text_scale)

    def line_height(self, size: float) -> int:
        """Return the distance between two lines of text of this size."""
        return round(self.type_size(size) * lettering.LINE_HEIGHT_EM)

    def width(self, words: str, size: float, bold: bool = False) -> int:
        """Return the width of a line of text."""
        return round(lettering.width(words, self.type_size(size), bold))

    def wrap(
        self, words: str, size: float, room: float, bold: bool = False, lines: int | None = None
    ) -> list[str]:
        """Break text into lines no wider than `room`."""
        return lettering.wrap(words, self.type_size(size), room, bold, lines)

    def draw_text(
        self,
        surface: pygame.Surface,
        words: str,
        at: tuple[float, float],
        size: float,
        colour: Colour | None = None,
        *,
        bold: bool = False,
        anchor: str = "lm",
        room: float | None = None,
        least: float | None = None,
    ) -> pygame.Rect:
        """Draw one line of text and return its rectangle.

        `anchor` is two letters: l, c or r for the horizontal position of the point, then t (top of the line),
        m (the middle of the capitals) or b (the baseline). With `room` words shrink to `least` and are then
        cut.
        """
        pixels = self.type_size(size)
        if room is not None:
            smallest = None if least is None else min(pixels, max(least, MIN_TEXT_PX))
            words, pixels = lettering.fit(words, pixels, room, bold, smallest)
        return write_text(surface, words, at, pixels, colour or self.palette.text, bold=bold, anchor=anchor)

    def draw_lines(
        self,
        surface: pygame.Surface,
        lines: list[str],
        at: tuple[float, float],
        size: float,
        colour: Colour | None = None,
        *,
        bold: bool = False,
    ) -> None:
        """Draw several lines, one below the other."""
        for number, line in enumerate(lines):
            at_line = (at[0], at[1] + number * self.line_height(size))
            self.draw_text(surface, line, at_line, size, colour, bold=bold, anchor="lt")

    def draw_two_inks(
        self, surface: pygame.Surface, lines: Sequence[tuple[str, bool]], at: tuple[float, float],
        size: float, inks: tuple[Colour, Colour],
    ) -> None:  # fmt: skip
        """Draw several lines, one below the other, each in the first ink (False) or the second (True)."""
        for number, (words, second) in enumerate(lines):
            spot = (at[0], at[1] + number * self.line_height(size))
            self.draw_text(surface, words, spot, size, inks[second], anchor="lt")

    def fill_background(self, surface: pygame.Surface) -> None:
        """Fill the window with the background."""
        palette, size = self.palette, surface.get_size()
        stops = [(0.0, palette.ground_high), (0.5, palette.ground), (1.0, palette.ground_low)]
        surface.blit(sprite(("ground", size, palette.contrast), lambda: gradient(size, stops)), (0, 0))


def write_text(
    surface: pygame.Surface, words: str, at: Point, pixels: float, colour: Colour, *, bold: bool = False,
    anchor: str = "lm",
) -> pygame.Rect:  # fmt: skip
    """Draw one line of text of this size in pixels at a point; `anchor` as for Theme.text."""
    picture = lettering.picture(words, pixels, colour, bold)
    across = {"l": 0.0, "c": picture.get_width() / 2, "r": float(picture.get_width())}[anchor[0]]
    base = lettering.baseline(pixels)
    drop = {"t": 0.0, "b": float(base), "m": base - pixels * lettering.CAP_HEIGHT_EM / 2}[anchor[1]]
    return blit(surface, picture, (at[0] - across, at[1] - drop))
