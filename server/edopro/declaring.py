"""Which names may be declared: the core's condition as a small program of its own, run on printed facts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from server.edopro import rows
from server.edopro.rows import CoreCard
from shared.cards.facts import Facts

WORDS = 0x4000000000000000
ALIASES, TOKENS = WORDS + (0x14 << 32), WORDS + (0x15 << 32)
TOKEN = 0x4001
MASK = (1 << 64) - 1

_PAIRS: dict[int, Callable[[int, int], int]] = {
    0x00: lambda one, two: one + two, 0x01: lambda one, two: one - two, 0x02: lambda one, two: one * two,
    0x03: lambda one, two: one // two if two else 0, 0x04: lambda one, two: bool(one and two),
    0x05: lambda one, two: bool(one or two), 0x08: lambda one, two: one & two,
    0x09: lambda one, two: one | two, 0x11: lambda one, two: one ^ two,
    0x12: lambda one, two: one << (two & 63), 0x13: lambda one, two: one >> (two & 63),
}  # fmt: skip
_SINGLE: dict[int, Callable[[int], int]] = {
    0x06: lambda one: -one, 0x07: lambda one: not one, 0x10: lambda one: ~one,
}  # fmt: skip
_ASKS: dict[int, Callable[[int, CoreCard], int]] = {
    0x100: lambda one, row: row.code == one, 0x101: lambda one, row: belongs(row, one),
    0x102: lambda one, row: bool(row.type & one), 0x103: lambda one, row: bool(row.race & one),
    0x104: lambda one, row: bool(row.attribute & one),
}  # fmt: skip
_GIVES: dict[int, Callable[[CoreCard], int]] = {
    0x105: lambda row: row.code, 0x107: lambda row: row.type, 0x108: lambda row: row.race,
    0x109: lambda row: row.attribute,
}  # fmt: skip


def belongs(row: CoreCard, archetype: int) -> bool:
    """Whether a card belongs to an archetype."""
    return any(
        own & 0xFFF == archetype & 0xFFF and own & archetype == archetype & 0xFFFF for own in row.setcodes
    )


def fits(facts: Facts, program: Sequence[int]) -> bool:
    """Whether a card may be declared under this condition."""
    row, stack = rows.row(facts), list[int]()
    for word in program:
        number = (word - WORDS) >> 32 if word >= WORDS else -1
        if number in _PAIRS and len(stack) > 1:
            two, one = stack.pop(), stack.pop()
            stack.append(int(_PAIRS[number](one, two)))
        elif number in _SINGLE and stack:
            stack.append(int(_SINGLE[number](stack.pop())))
        elif number in _ASKS and stack:
            stack.append(int(_ASKS[number](stack.pop(), row)))
        elif number in _GIVES:
            stack.append(_GIVES[number](row))
        elif word not in (ALIASES, TOKENS):
            stack.append(word)
    if len(stack) != 1 or not stack[0]:
        return False
    return (ALIASES in program or not row.alias) and (TOKENS in program or row.type & TOKEN != TOKEN)
