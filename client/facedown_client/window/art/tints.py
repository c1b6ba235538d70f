"""Colours of a card: its frame by kind, its picture by attribute. Colours only, nothing drawn."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

from facedown_client.window.look import Colour, hexed, mix
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
    "normal": CardFrame(hexed("DDBB62"), hexed("94742B"), hexed("EBD48E")),
    "effect": CardFrame(hexed("D0824A"), hexed("8A4A1C"), hexed("E8A877")),
    "ritual": CardFrame(hexed("5A8FE0"), hexed("2B4C92"), hexed("8FB6F2"), box=hexed("E6EAF4")),
    "fusion": CardFrame(hexed("9A63C8"), hexed("5C3290"), hexed("BE95E2"), box=hexed("EEE4F2")),
    "synchro": CardFrame(hexed("F2F2EE"), hexed("A9ABA8"), hexed("FFFFFF"), box=hexed("F4F4F0")),
    "xyz": CardFrame(
        hexed("3A3D46"), hexed("14151A"), hexed("5B606E"), ink=(248, 248, 248), box=hexed("E8E8EA")
    ),
    "link": CardFrame(hexed("3F86DC"), hexed("103A78"), hexed("74A9EE"), box=hexed("E6EEF6")),
    "token": CardFrame(hexed("A3A8B0"), hexed("5E646E"), hexed("C6CAD0")),
    "spell": CardFrame(hexed("2FAE96"), hexed("116B5B"), hexed("74CDBB"), box=hexed("E7EEE9")),
    "trap": CardFrame(hexed("C24A92"), hexed("7C1F59"), hexed("E18FC0"), box=hexed("F2E6EE")),
    "other": CardFrame(hexed("7E8FA6"), hexed("3E4A5C"), hexed("AEBBCB")),
    "red": CardFrame(hexed("C9584A"), hexed("7A2A22"), hexed("E39A8E")),
    "yellow": CardFrame(hexed("D8B94C"), hexed("8C7320"), hexed("EBD789")),
    "blue": CardFrame(hexed("4A86C9"), hexed("21497A"), hexed("90B8E4")),
}

_ORDER = ("token", "spell", "trap", "fusion", "synchro", "xyz", "link", "ritual", "effect", "normal")

ATTRIBUTES: dict[str, Colour] = {
    "dark": hexed("9A5FC4"),
    "light": hexed("E0C23E"),
    "earth": hexed("AE7B49"),
    "water": hexed("3F8BE0"),
    "fire": hexed("E0583C"),
    "wind": hexed("45AE5C"),
    "divine": hexed("E3B75A"),
    "spell": hexed("2FB39B"),
    "trap": hexed("CC4C98"),
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
    def of(cls, base: Colour) -> Tint:
        """Return all shades of one colour."""
        return cls(
            night=mix(base, BLACK, 0.84),
            deep=mix(base, BLACK, 0.68),
            dim=mix(base, BLACK, 0.38),
            base=base,
            light=mix(base, WHITE, 0.3),
            pale=mix(base, WHITE, 0.66),
        )

    def moved(self, by: float) -> Tint:
        """Return the shades with the hue shifted, in turns of the wheel (-1 to 1)."""
        return Tint.of(_hue_moved(self.base, by))


def _hue_moved(colour: Colour, by: float) -> Colour:
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
    return Tint.of((round(turned[0] * 255), round(turned[1] * 255), round(turned[2] * 255)))
