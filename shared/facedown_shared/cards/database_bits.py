"""The bits of a card database and our word for each: kinds, Attributes, Types, Link Arrows. Data alone."""

from __future__ import annotations

KINDS = {
    0x1: "monster", 0x2: "spell", 0x4: "trap", 0x10: "normal", 0x20: "effect", 0x40: "fusion", 0x80: "ritual",
    0x200: "spirit", 0x400: "union", 0x800: "gemini", 0x1000: "tuner", 0x2000: "synchro", 0x4000: "token",
    0x10000: "quickplay", 0x20000: "continuous", 0x40000: "equip", 0x80000: "field", 0x100000: "counter",
    0x200000: "flip", 0x400000: "toon", 0x800000: "xyz", 0x1000000: "pendulum",
    0x2000000: "special_summon_only", 0x4000000: "link",
}  # fmt: skip
"""Kinds by their bit of a card's type in the database (icons: CLS-SPELL-02)."""

ATTRIBUTES = ("earth", "water", "fire", "wind", "light", "dark", "divine")
"""Words of the bits, from the lowest bit on."""

RACES = (
    "warrior", "spellcaster", "fairy", "fiend", "zombie", "machine", "aqua", "pyro", "rock", "winged_beast",
    "plant", "insect", "thunder", "dragon", "beast", "beast_warrior", "dinosaur", "fish", "sea_serpent",
    "reptile", "psychic", "divine_beast", "creator_god", "wyrm", "cyberse", "illusion",
)  # fmt: skip
"""Words of the bits, from the lowest bit on."""

ARROWS = {
    0x1: "bottom_left", 0x2: "bottom", 0x4: "bottom_right", 0x8: "left", 0x20: "right", 0x40: "top_left",
    0x80: "top", 0x100: "top_right",
}  # fmt: skip
"""Arrows by their bit of a Link Monster's "defense" in the database."""
