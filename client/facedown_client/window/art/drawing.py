"""Drawing of a card's face at a given size, in one of three styles, from its facts: premultiplied pictures.

"board": frame and picture only (the board draws numbers over it); "hand": name, picture, numbers and type;
"wide": the picture across the preview pane. Text is drawn at its final size, never scaled. The player's own
pictures, `<passcode>.png`, then `.jpg`, are only read, never downloaded.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import pygame

from facedown_client.model.card_catalogue import PICTURE_ENDINGS
from facedown_client.window.art.emblems import subtype
from facedown_client.window.art.marks import (
    LEVEL,
    RANK,
    draw_attribute,
    draw_cost,
    draw_numbers,
    draw_pips,
    draw_star,
    has_pips,
)
from facedown_client.window.art.scenery import scenery
from facedown_client.window.art.tints import FRAMES, CardFrame, frame_kind, tint
from facedown_client.window.look import (
    Box,
    Canvas,
    Colour,
    blit,
    darken,
    gradient,
    lettering,
    mix,
    sprite,
    write_text,
)
from facedown_shared.cards.facts import UNKNOWN_STAT_POINTS, Facts
from facedown_shared.text.printed_words import printed_word

ART = (0.12, 0.185, 0.76, 0.515)
"""Box of the picture on a whole card (x, y, width, height as shares), for faces with the picture only."""


def find_picture(folders: Iterable[Path], facts: Facts) -> pygame.Surface | None:
    """Return the player's own picture for a card; None if it is missing or broken."""
    for folder in folders:
        for code in dict.fromkeys((facts.code, facts.original)):
            for ending in PICTURE_ENDINGS:
                path = folder / f"{code}{ending}"
                if path.is_file():
                    with suppress(OSError, pygame.error):
                        return pygame.image.load(path)
    return None


def is_whole_card(picture: pygame.Surface) -> bool:
    """Return whether a picture shows a card with its frame, judged by its shape."""
    wide, high = picture.get_size()
    return 0.6 < wide / max(1, high) < 0.78


def art_of(picture: pygame.Surface) -> pygame.Surface:
    """Return the inner picture of a whole card, or the picture itself."""
    if not is_whole_card(picture):
        return picture
    wide, high = picture.get_size()
    x, y, w, h = ART
    return picture.subsurface((round(x * wide), round(y * high), round(w * wide), round(h * high)))


def scale_to_cover(picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """Return a picture scaled and cropped to fill a size, undistorted and opaque."""
    wide, high = picture.get_size()
    scale = max(size[0] / wide, size[1] / high)
    whole = (max(size[0], round(wide * scale)), max(size[1], round(high * scale)))
    scaled = pygame.transform.smoothscale(_to_32_bits(picture), whole)
    left, top = (whole[0] - size[0]) // 2, (whole[1] - size[1]) // 3
    made = pygame.Surface(size, pygame.SRCALPHA)
    made.fill((0, 0, 0, 255))
    made.blit(scaled, (-left, -top))
    return made


def _to_32_bits(picture: pygame.Surface) -> pygame.Surface:
    """Return a picture with 32 bits a pixel, which scaling needs."""
    if picture.get_bitsize() in (24, 32):
        return picture
    made = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    made.blit(picture, (0, 0))
    return made


MAX_STARS = 13
"""Limit of drawn stars: no card has a higher Level or Rank, but a server could send any number."""

EDGE: Colour = (4, 6, 10)

SHOWN_KINDS = (
    "pendulum", "tuner", "fusion", "synchro", "xyz", "link", "ritual", "flip", "toon", "spirit", "union",
    "gemini", "token", "effect", "normal",
)  # fmt: skip
"""Kinds that a hand card names beside its race: the first one that applies."""


def face(
    facts: Facts,
    size: tuple[int, int],
    style: str,
    contrast: bool = False,
    picture: pygame.Surface | None = None,
) -> pygame.Surface:
    """Return a card's face, with the player's own picture if given, else the drawn one."""
    if picture is not None and style == "hand" and is_whole_card(picture):
        return scale_to_cover(picture, size).premul_alpha()
    if style == "hand":
        return _draw_hand_row(facts, size, picture)
    return _draw_frame(facts, size, style, contrast, picture)


def stand_in(facts: Facts, size: tuple[int, int], style: str) -> pygame.Surface:
    """Return a quick placeholder face: the frame and the colour of the picture."""
    kind, colour = frame_kind(facts), tint(facts).deep

    def make() -> pygame.Surface:
        canvas = Canvas(*size, oversample=1)
        frame, edge = FRAMES[kind], max(2, size[0] // 20)
        canvas.box(EDGE, (0, 0, *size), 3)
        canvas.box(frame.high, (1, 1, size[0] - 2, size[1] - 2), 3)
        canvas.box(colour, (edge, edge, size[0] - 2 * edge, size[1] - 2 * edge))
        return canvas.finish()

    return sprite(("stand in", kind, colour, size, style), make)


def art(facts: Facts, size: tuple[int, int], picture: pygame.Surface | None) -> pygame.Surface:
    """Return the picture alone: the player's own, or the drawn one."""
    return scenery(facts, size) if picture is None else scale_to_cover(art_of(picture), size)


def _frame_fill(facts: Facts, size: tuple[int, int]) -> pygame.Surface:
    """Return the frame's gradient; a Pendulum card has a Spell's colour below."""
    frame = FRAMES[frame_kind(facts)]
    if "pendulum" in facts.kinds:
        spell = FRAMES["spell"]
        return gradient(size, [(0.0, frame.high), (0.45, frame.high), (0.72, spell.high), (1.0, spell.low)])
    return gradient(size, [(0.0, frame.high), (1.0, frame.low)])


def _round_corners(picture: pygame.Surface, radius: float) -> pygame.Surface:
    """Return a picture with round corners, premultiplied."""
    mask = Canvas(*picture.get_size())
    mask.box((255, 255, 255), (0, 0, *picture.get_size()), radius)
    made = pygame.Surface(picture.get_size(), pygame.SRCALPHA)
    made.blit(picture, (0, 0))
    made.blit(mask.finish(), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return made


def _blank(facts: Facts, size: tuple[int, int], edge: float, radius: float) -> pygame.Surface:
    """Return an empty card: dark edge and frame."""
    canvas = Canvas(*size)
    canvas.box(EDGE, (0, 0, *size), radius)
    made = canvas.finish()
    inner = (max(1, round(size[0] - 2 * edge)), max(1, round(size[1] - 2 * edge)))
    blit(made, _round_corners(_frame_fill(facts, inner), max(1.0, radius - edge)), (edge, edge))
    return made


def _draw_frame(
    facts: Facts, size: tuple[int, int], style: str, contrast: bool, picture: pygame.Surface | None
) -> pygame.Surface:
    wide = size[0]
    edge = 1 if style == "board" else 0
    radius = max(2.0, wide * (0.045 if style == "board" else 0.03))
    border = max(2, round(wide * 0.042)) if style == "board" else max(4, round(wide * 0.02))
    made = _blank(facts, size, edge, radius)
    inset = edge + border
    room = (size[0] - 2 * inset, size[1] - 2 * inset)
    drawn = art(facts, room, picture)
    if contrast and style == "board":
        drawn = darken(drawn, 0.55)
    blit(made, _round_corners(drawn, max(1.0, radius - border)), (inset, inset))
    if has_pips(facts):
        _draw_printed(made, facts, style, inset)
    if style == "wide":
        _stars(made, facts, (inset, inset, *room), wide / 16)
    return made


def _draw_printed(made: pygame.Surface, facts: Facts, style: str, inset: float) -> None:
    """Draw another game's printed values on the picture; on the board they keep clear of the name above."""
    wide, high = made.get_size()
    unit = max(6.0, wide / (9 if style == "board" else 16))
    if style == "board":
        draw_pips(made, facts, (inset + 1, high - inset - 1), unit, upright=True)
        draw_numbers(made, facts, wide - inset - 1, high - inset - 1, unit)
    else:
        draw_pips(made, facts, (inset + 2, inset + 2), unit)
        draw_cost(made, facts, wide - inset - 2, inset + 2, unit)


def _stars(made: pygame.Surface, facts: Facts, box: tuple[float, float, float, float], across: float) -> None:
    """Draw Level or Rank stars on a dark chip in the upper right corner of the picture."""
    count = min(facts.level or facts.rank, MAX_STARS)
    if count <= 0:
        return
    x, y, w, _ = box
    pad = across * 0.2
    across = min(across, (w - 2 * pad) / count)
    wide, high = count * across + 2 * pad, across + 2 * pad
    canvas = Canvas(wide, high)
    canvas.box((0, 0, 0, 200), (0, 0, wide, high), across * 0.25)
    for step in range(count):
        centre = (pad + across * (step + 0.5), high / 2 + across * 0.04)
        draw_star(canvas, centre, across * 0.94, RANK if facts.rank else LEVEL)
    blit(made, canvas.finish(), (x + w - wide - across * 0.2, y + across * 0.2))


def _draw_hand_row(facts: Facts, size: tuple[int, int], picture: pygame.Surface | None) -> pygame.Surface:
    wide, high = size
    frame, unit = FRAMES[frame_kind(facts)], wide / 96
    made = _blank(facts, size, max(1, round(1.5 * unit)), 5 * unit)
    margin = round(6 * unit)
    across = wide - 2 * margin
    lines, text_size = _name_lines(facts.name, across - 6 * unit, 11 * unit)
    title_high = round((19 if len(lines) == 1 else 29) * unit)
    _box(made, frame.title, (margin, margin, across, title_high), 2.5 * unit)
    step = text_size * 1.14
    base = margin + title_high / 2 - step * (len(lines) - 1) / 2 + text_size * lettering.CAP_HEIGHT_EM / 2
    for number, words in enumerate(lines):
        at = (margin + 3.5 * unit, base + number * step)
        write_text(made, words, at, text_size, frame.ink, bold=True, anchor="lb")
    numbers_high = round(31 * unit)
    art_top = margin + title_high + round(3 * unit)
    art_room = (across, max(8, high - margin - numbers_high - round(3 * unit) - art_top))
    _box(made, EDGE, (margin - unit, art_top - unit, across + 2 * unit, art_room[1] + 2 * unit), 1.5 * unit)
    blit(made, art(facts, art_room, picture).premul_alpha(), (margin, art_top))
    _stars(made, facts, (margin, art_top, *art_room), 9.2 * unit)
    _sign(made, facts, (margin, art_top), unit)
    _numbers(made, facts, frame, (margin, high - margin - numbers_high, across, numbers_high), unit)
    return made


def _name_lines(name: str, room: float, size: float) -> tuple[list[str], float]:
    """Return a name on one line if it fits slightly smaller, else on two."""
    for share in (1.0, 0.93):
        if lettering.width(name, size * share, True) <= room:
            return [name], size * share
    for share in (0.93, 0.86, 0.78, 0.7):
        lines = lettering.wrap(name, size * share, room, True)
        if len(lines) <= 2 and " ".join(lines) == name:
            return lines, size * share
    return lettering.wrap(name, size * 0.78, room, True, 2), size * 0.78


def _box(made: pygame.Surface, colour: Colour, box: Box, radius: float) -> None:
    canvas = Canvas(box[2], box[3])
    canvas.box(colour, (0, 0, box[2], box[3]), radius)
    blit(made, canvas.finish(), (box[0], box[1]))


def _sign(made: pygame.Surface, facts: Facts, corner: tuple[float, float], unit: float) -> None:
    """Draw the attribute's disc (or a Spell's or Trap's) in the upper left corner of the picture.

    Cards of other games show their own sign there.
    """
    if has_pips(facts):
        draw_pips(made, facts, (corner[0] + unit, corner[1] + unit), 8 * unit)
        draw_cost(made, facts, made.get_width() - corner[0] - unit, corner[1] + unit, 8 * unit)
        return
    name = "spell" if facts.is_spell else "trap" if facts.is_trap else facts.attribute
    side = 16 * unit
    canvas = Canvas(side, side)
    draw_attribute(canvas, name, (side / 2, side / 2), 13 * unit)
    blit(made, canvas.finish(), (corner[0] + unit, corner[1] + unit))


def number_words(value: int | None) -> str:
    """Return ATK or DEF as printed."""
    return "?" if value == UNKNOWN_STAT_POINTS else "" if value is None else str(value)


def type_words(facts: Facts) -> str:
    """Return a hand card's type line: "Plant · Pendulum"."""
    kind = next((kind for kind in SHOWN_KINDS if kind in facts.kinds), "")
    if not facts.race and not facts.is_monster:
        return " · ".join(map(printed_word, facts.kinds[1:3] or facts.kinds))
    return " · ".join(printed_word(word) for word in (facts.race, kind) if word)


def _numbers(
    made: pygame.Surface, facts: Facts, frame: CardFrame, box: tuple[int, int, int, int], unit: float
) -> None:
    x, y, w, _ = box
    _box(made, frame.box, box, 2.5 * unit)
    ink: Colour = (16, 16, 18)
    soft = mix(ink, frame.box, 0.42)
    small = 9.5 * unit
    if facts.is_spell or facts.is_trap:
        title, below = printed_word(subtype(facts.kinds)), printed_word("spell" if facts.is_spell else "trap")
        write_text(made, title, (x + w / 2, y + 15 * unit), 12.5 * unit, ink, bold=True, anchor="cb")
        write_text(made, below, (x + w / 2, y + 26.5 * unit), small, soft, anchor="cb")
        return
    right, points = (f"LINK-{facts.link}", 10.5) if facts.link else (number_words(facts.defense), 14.5)
    base = y + 15.5 * unit
    write_text(made, right, (x + w - 4 * unit, base), points * unit, soft, bold=True, anchor="rb")
    write_text(
        made, number_words(facts.attack), (x + 4 * unit, base), 14.5 * unit, ink, bold=True, anchor="lb"
    )
    words = type_words(facts)
    if lettering.width(words, 8 * unit) > w - 4 * unit:
        words = words.partition(" · ")[0]
    words, size = lettering.fit(words, small, w - 4 * unit, False, 8 * unit)
    write_text(made, words, (x + w / 2, y + 27 * unit), size, soft, anchor="cb")
