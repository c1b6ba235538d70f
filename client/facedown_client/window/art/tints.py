"""Colours of a card: its frame by kind, its picture by attribute. Colours only, nothing drawn."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

from facedown_client.window.look import Colour, mix, parse_hex
from facedown_shared.cards.facts import Facts

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
CREAM = (242, 232, 216)


@dataclass(frozen=True, slots=True)
class CardFrame:
    """Frame colours of a kind of card: above, below, the name's box, the ink on it, the box for numbers."""

    high: Colour
    low: Colour
    title: Colour
    ink: Colour = (16, 14, 8)
    box: Colour = CREAM


FRAMES: dict[str, CardFrame] = {
    "normal": CardFrame(parse_hex("DDBB62"), parse_hex("94742B"), parse_hex("EBD48E")),
    "effect": CardFrame(parse_hex("D0824A"), parse_hex("8A4A1C"), parse_hex("E8A877")),
    "ritual": CardFrame(
        parse_hex("5A8FE0"), parse_hex("2B4C92"), parse_hex("8FB6F2"), box=parse_hex("E6EAF4")
    ),
    "fusion": CardFrame(
        parse_hex("9A63C8"), parse_hex("5C3290"), parse_hex("BE95E2"), box=parse_hex("EEE4F2")
    ),
    "synchro": CardFrame(
        parse_hex("F2F2EE"), parse_hex("A9ABA8"), parse_hex("FFFFFF"), box=parse_hex("F4F4F0")
    ),
    "xyz": CardFrame(
        parse_hex("3A3D46"),
        parse_hex("14151A"),
        parse_hex("5B606E"),
        ink=(248, 248, 248),
        box=parse_hex("E8E8EA"),
    ),
    "link": CardFrame(parse_hex("3F86DC"), parse_hex("103A78"), parse_hex("74A9EE"), box=parse_hex("E6EEF6")),
    "token": CardFrame(parse_hex("A3A8B0"), parse_hex("5E646E"), parse_hex("C6CAD0")),
    "spell": CardFrame(
        parse_hex("2FAE96"), parse_hex("116B5B"), parse_hex("74CDBB"), box=parse_hex("E7EEE9")
    ),
    "trap": CardFrame(parse_hex("C24A92"), parse_hex("7C1F59"), parse_hex("E18FC0"), box=parse_hex("F2E6EE")),
    "other": CardFrame(parse_hex("7E8FA6"), parse_hex("3E4A5C"), parse_hex("AEBBCB")),
    "red": CardFrame(parse_hex("C9584A"), parse_hex("7A2A22"), parse_hex("E39A8E")),
    "yellow": CardFrame(parse_hex("D8B94C"), parse_hex("8C7320"), parse_hex("EBD789")),
    "blue": CardFrame(parse_hex("4A86C9"), parse_hex("21497A"), parse_hex("90B8E4")),
}

_ORDER = ("token", "spell", "trap", "fusion", "synchro", "xyz", "link", "ritual", "effect", "normal")

ATTRIBUTES: dict[str, Colour] = {
    "dark": parse_hex("9A5FC4"),
    "light": parse_hex("E0C23E"),
    "earth": parse_hex("AE7B49"),
    "water": parse_hex("3F8BE0"),
    "fire": parse_hex("E0583C"),
    "wind": parse_hex("45AE5C"),
    "divine": parse_hex("E3B75A"),
    "spell": parse_hex("2FB39B"),
    "trap": parse_hex("CC4C98"),
}


def frame_kind(facts: Facts) -> str:
    """Return the key in FRAMES for a card."""
    colour = str(facts.extra.get("color", facts.extra.get("colour", ""))).lower()
    if colour in ("red", "yellow", "blue"):
        return colour
    kinds = set(facts.kinds)
    return next((kind for kind in _ORDER if kind in kinds), "effect" if facts.is_monster else "other")


@dataclass(frozen=True, slots=True)
class Tint:
    """Colours of one picture, from the darkest to the palest."""

    night: Colour
    deep: Colour
    dim: Colour
    base: Colour
    light: Colour
    pale: Colour

    @classmethod
    def for_colour(cls, base: Colour) -> Tint:
        """Return all shades of one colour."""
        return cls(
            night=mix(base, BLACK, 0.84),
            deep=mix(base, BLACK, 0.68),
            dim=mix(base, BLACK, 0.38),
            base=base,
            light=mix(base, WHITE, 0.3),
            pale=mix(base, WHITE, 0.66),
        )

    def with_hue_shift(self, by: float) -> Tint:
        """Return the shades with the hue shifted, in turns of the wheel (-1 to 1)."""
        return Tint.for_colour(_shift_hue(self.base, by))

    def with_grey(self, share: float) -> Tint:
        """Return the shades with a share of grey, of the same brightness."""
        grey = round(sum(self.base[:3]) / 3)
        return Tint.for_colour(mix(self.base, (grey, grey, grey), share))


def _shift_hue(colour: Colour, by: float) -> Colour:
    """Return a colour with its hue shifted, in turns of the wheel."""
    hue, light, full = colorsys.rgb_to_hls(*(part / 255 for part in colour[:3]))
    red, green, blue = colorsys.hls_to_rgb((hue + by) % 1, light, full)
    return round(red * 255), round(green * 255), round(blue * 255)


def tint(facts: Facts, lean: float = 0.0) -> Tint:
    """Return the shades of a card's picture; `lean` (-1 to 1) shifts the hue slightly."""
    key = "spell" if facts.is_spell else "trap" if facts.is_trap else facts.attribute
    base = ATTRIBUTES.get(key) or FRAMES[frame_kind(facts)].high
    red, green, blue = (part / 255 for part in base)
    hue, light, full = colorsys.rgb_to_hls(red, green, blue)
    turned = colorsys.hls_to_rgb((hue + 0.022 * lean) % 1, light * (1 + 0.05 * lean), full)
    return Tint.for_colour((round(turned[0] * 255), round(turned[1] * 255), round(turned[2] * 255)))
