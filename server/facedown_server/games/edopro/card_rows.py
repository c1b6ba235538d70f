"""Card rows in the core's format, built from card facts. They hold numbers only, no texts."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from facedown_shared.cards.database_bits import ARROWS, ATTRIBUTES, KINDS, RACES
from facedown_shared.cards.facts import Facts


class CoreCard(NamedTuple):
    """A card in the engine's format, with the numbers of the database row."""

    code: int
    alias: int = 0
    setcodes: tuple[int, ...] = ()
    type: int = 0
    level: int = 0
    attribute: int = 0
    race: int = 0
    attack: int = 0
    defense: int = 0
    left: int = 0
    right: int = 0
    arrows: int = 0


TYPES = {word: bit for bit, word in KINDS.items()}
ARROW_BITS = {word: bit for bit, word in ARROWS.items()}
MAX_SET_CODES = 4


def row(facts: Facts) -> CoreCard:
    """Return the core's row for a card."""
    left, right = facts.scales or (0, 0)
    defense = facts.defense or 0
    return CoreCard(
        facts.code, facts.alias, facts.archetypes[:MAX_SET_CODES],
        sum(TYPES.get(word, 0) for word in facts.kinds),
        facts.level or facts.rank or facts.link, bit(ATTRIBUTES, facts.attribute), bit(RACES, facts.race),
        facts.attack or 0, defense, left, right, sum(ARROW_BITS.get(word, 0) for word in facts.arrows),
    )  # fmt: skip


def bit(words: tuple[str, ...], word: str) -> int:
    """Return the bit for a word, or 0 if the word is not listed."""
    return 1 << words.index(word) if word in words else 0


def lowest_word(words: tuple[str, ...], bits: int) -> str:
    """Return the word for the lowest listed bit, or "" if there is none."""
    return next((one for number, one in enumerate(words) if bits >> number & 1), "")


_PACKED = struct.Struct("<II4HIIIQiiIII")


def pack(cards: Iterable[Facts]) -> bytes:
    """Encode the rows of these cards as bytes, sorted by passcode."""
    found = {facts.code: row(facts) for facts in cards}
    return b"".join(_pack_row(found[code]) for code in sorted(found))


def _pack_row(one: CoreCard) -> bytes:
    sets = (*one.setcodes, 0, 0, 0, 0)[:MAX_SET_CODES]
    return _PACKED.pack(one.code, one.alias, *sets, *one[3:])


def unpack(data: bytes) -> Mapping[int, CoreCard]:
    """Decode packed rows into a mapping from passcode to row."""
    found = {}
    for values in _PACKED.iter_unpack(data):
        sets = tuple(code for code in values[2:6] if code)
        found[values[0]] = CoreCard(values[0], values[1], sets, *values[6:])
    return found
