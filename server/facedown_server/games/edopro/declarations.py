"""Card names that may be declared. The core's condition is a small program that runs on printed numbers.

The program is evaluated for all cards of an edition at once, column by column, so that a condition takes
milliseconds. Its results are cached. A condition is public and does not depend on the duel.
"""

from __future__ import annotations

import operator
from array import array
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from typing import Any, TypeGuard

from facedown_server.games.edopro import card_rows
from facedown_server.games.edopro.card_rows import CoreCard
from facedown_shared.cards.database_bits import ATTRIBUTES, KINDS, RACES
from facedown_shared.cards.facts import Pool
from facedown_shared.text import NOTHING, Words, words

OPCODE_FLAG = 0x4000000000000000
ALIASES_OPCODE, TOKENS_OPCODE = OPCODE_FLAG + (0x14 << 32), OPCODE_FLAG + (0x15 << 32)
TOKEN_TYPE_BITS = 0x4001
WORD_MASK = (1 << 64) - 1
EXTRA_DECK_TYPES_MASK = 0x4802040
"""Fusion, Synchro, Xyz and Link: the types that a condition treats as Extra Deck cards."""
MAX_CONDITIONS = 32
"""Number of conditions to cache. Each takes one byte per card."""

PAIRS: dict[int, Callable[[int, int], int]] = {
    0x00: lambda one, two: one + two, 0x01: lambda one, two: one - two, 0x02: lambda one, two: one * two,
    0x03: lambda one, two: one // two if two else 0, 0x04: lambda one, two: bool(one and two),
    0x05: lambda one, two: bool(one or two), 0x08: lambda one, two: one & two,
    0x09: lambda one, two: one | two, 0x11: lambda one, two: one ^ two,
    0x12: lambda one, two: one << (two & 63), 0x13: lambda one, two: one >> (two & 63),
}  # fmt: skip
SINGLES: dict[int, Callable[[int], int]] = {
    0x06: lambda one: -one, 0x07: lambda one: not one, 0x10: lambda one: ~one,
}  # fmt: skip
AND_OPCODE, OR_OPCODE, NOT_OPCODE = 0x04, 0x05, 0x07
LOGIC: dict[int, Callable[[int, int], int]] = {AND_OPCODE: operator.and_, OR_OPCODE: operator.or_}
FLIPPED = bytes([1, 0, *range(2, 256)])
IS_CODE_OPCODE, IS_OF_ARCHETYPE_OPCODE, IS_TYPE_OPCODE, IS_RACE_OPCODE, IS_ATTRIBUTE_OPCODE = TESTS = range(
    0x100, 0x105
)
"""Opcodes that test a card's own number against the top of the stack."""
VALUES = {0x105: "codes", 0x107: "types", 0x108: "races", 0x109: "attributes"}
ANY_TYPE_MASK = 0x7
"""Monster, Spell and Trap."""

Column = int | Sequence[int]
"""A number that all cards share, or one number per card. The result of a test has one byte per card, 0 or
1.
"""


def operation(word: int) -> int:
    """Return the opcode of a word of a condition, or -1 for a plain number."""
    return (word - OPCODE_FLAG) >> 32 if word >= OPCODE_FLAG else -1


def has_archetype(setcodes: Sequence[int], archetype: int) -> bool:
    """Return whether a card with these set codes belongs to an archetype."""
    return any(own & 0xFFF == archetype & 0xFFF and own & archetype == archetype & 0xFFFF for own in setcodes)


class AdmittedCards(Collection[int]):
    """Passcodes that satisfy a condition."""

    def __init__(self, codes: Sequence[int], mask: bytes) -> None:
        self._codes, self._mask = codes, mask

    def __contains__(self, code: object) -> bool:
        if not isinstance(code, int):
            return False
        at = bisect_left(self._codes, code)
        return at < len(self._codes) and self._codes[at] == code and bool(self._mask[at])

    def __iter__(self) -> Iterator[int]:
        return (code for code, is_admitted in zip(self._codes, self._mask, strict=True) if is_admitted)

    def __len__(self) -> int:
        return self._mask.count(1)


class DeclarableCards:
    """Columns of the printed numbers of an edition's cards, with a cache of the cards that satisfy
    conditions.
    """

    def __init__(self, cards: Iterable[CoreCard]) -> None:
        ordered = sorted(cards, key=lambda row: row.code)
        sets: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.codes = array("Q", (row.code for row in ordered))
        self.types = array("Q", (row.type for row in ordered))
        self.races = array("Q", (row.race for row in ordered))
        self.attributes = array("Q", (row.attribute for row in ordered))
        self.setcodes = [sets.setdefault(row.setcodes, row.setcodes) for row in ordered]
        self.has_alias = bytes(bool(row.alias) for row in ordered)
        self._admitted: OrderedDict[tuple[int, ...], AdmittedCards] = OrderedDict()

    def admitted_cards(self, program: Sequence[int]) -> Generator[None, None, AdmittedCards]:
        """Return the cards that satisfy a condition. Yields between steps of a few milliseconds."""
        key = tuple(program)
        if (found := self._admitted.get(key)) is None:
            column = yield from self._evaluate(key)
            found = AdmittedCards(self.codes, self._mask(key, column))
            self._admitted[key] = found
            if len(self._admitted) > MAX_CONDITIONS:
                self._admitted.popitem(last=False)
        else:
            self._admitted.move_to_end(key)
        return found

    def _mask(self, program: tuple[int, ...], column: Column) -> bytes:
        aliases, tokens = ALIASES_OPCODE in program, TOKENS_OPCODE in program
        return bytes(
            bool(value) and (aliases or not alias) and (tokens or kind & TOKEN_TYPE_BITS != TOKEN_TYPE_BITS)
            for value, alias, kind in zip(self._each(column), self.has_alias, self.types, strict=True)
        )

    def _each(self, column: Column) -> Iterable[int]:
        return repeat(column, len(self.codes)) if isinstance(column, int) else column

    def _evaluate(self, program: tuple[int, ...]) -> Generator[None, None, Column]:
        """Run the program on all cards. Returns 0 unless the program leaves exactly one value."""
        stack: list[Column] = []
        for word in program:
            number = operation(word)
            if number in PAIRS and len(stack) > 1:
                two, one = stack.pop(), stack.pop()
                stack.append(self._join_columns(number, one, two))
            elif number in SINGLES and stack:
                stack.append(self._change_column(number, stack.pop()))
            elif number in TESTS and stack:
                stack.append(self._test_cards(number, stack.pop()))
            elif number in VALUES:
                stack.append(getattr(self, VALUES[number]))
            elif word not in (ALIASES_OPCODE, TOKENS_OPCODE):
                stack.append(word)
            yield
        return stack[0] if len(stack) == 1 else 0

    def _join_columns(self, number: int, one: Column, two: Column) -> Column:
        if isinstance(one, bytes) and isinstance(two, bytes) and number in LOGIC:
            both = LOGIC[number](int.from_bytes(one, "little"), int.from_bytes(two, "little"))
            return both.to_bytes(len(self.codes), "little")
        join = PAIRS[number]
        if isinstance(one, int) and isinstance(two, int):
            return int(join(one, two)) & WORD_MASK
        return [int(join(a, b)) & WORD_MASK for a, b in zip(self._each(one), self._each(two), strict=True)]

    def _change_column(self, number: int, one: Column) -> Column:
        if isinstance(one, bytes) and number == NOT_OPCODE:
            return one.translate(FLIPPED)
        change = SINGLES[number]
        values = [int(change(value)) & WORD_MASK for value in ((one,) if isinstance(one, int) else one)]
        return values[0] if isinstance(one, int) else values

    def _test_cards(self, number: int, wanted: Column) -> bytes:
        """Test each card; return one byte per card, 1 if the card passes."""
        if not isinstance(wanted, int):
            return bytes(map(self._test(number), self._own(number), wanted))
        if number == IS_CODE_OPCODE:
            marks, at = bytearray(len(self.codes)), bisect_left(self.codes, wanted)
            if at < len(marks) and self.codes[at] == wanted:
                marks[at] = 1
            return bytes(marks)
        if number == IS_OF_ARCHETYPE_OPCODE:
            members = {own: has_archetype(own, wanted) for own in {*self.setcodes}}
            return bytes([members[own] for own in self.setcodes])
        return bytes([own & wanted != 0 for own in self._own(number)])

    def _test(self, number: int) -> Callable[[Any, int], bool]:
        if number == IS_OF_ARCHETYPE_OPCODE:
            return has_archetype
        return (
            (lambda own, one: own == one) if number == IS_CODE_OPCODE else (lambda own, one: own & one != 0)
        )

    def _own(self, number: int) -> Sequence[Any]:
        columns: dict[int, Sequence[Any]] = {
            IS_CODE_OPCODE: self.codes,
            IS_OF_ARCHETYPE_OPCODE: self.setcodes,
            IS_TYPE_OPCODE: self.types,
            IS_RACE_OPCODE: self.races,
            IS_ATTRIBUTE_OPCODE: self.attributes,
        }
        return columns[number]


@lru_cache(maxsize=8)
def declarable_cards(pool: Pool) -> DeclarableCards:
    """Return the columns for the cards of a pool. The result is cached."""
    return DeclarableCards(map(card_rows.row, pool))


# --- in words -----------------------------------------------------------------------------------------------

_JOINING = {AND_OPCODE: "condition_and", OR_OPCODE: "condition_or"}
OTHER = words("condition_other")
MAX_PARTS = 9
"""Maximum number of parts in the description of a condition. A longer condition gets no description."""


def condition(program: Sequence[int]) -> Words:
    """Describe a condition in words. Returns NOTHING if any card may be declared."""
    stack: list[int | Words] = []
    for each in program:
        number = operation(each)
        if number in _JOINING and len(stack) > 1:
            two, one = stack.pop(), stack.pop()
            stack.append(_describe_join(number, one, two))
        elif number == NOT_OPCODE and stack:
            stack.append(
                words("condition_not", said) if (said := stack.pop()) and is_described(said) else OTHER
            )
        elif number in TESTS and stack and isinstance(wanted := stack[-1], int):
            stack[-1] = _describe_test(number, wanted)
        elif number == -1:
            stack.append(each)
        elif each not in (ALIASES_OPCODE, TOKENS_OPCODE):
            return OTHER
        if stack and is_described(said := stack[-1]) and _parts(said) > MAX_PARTS:
            return OTHER  # stop before the nesting exceeds the limit of sentences
    if not stack or stack == [1]:
        return NOTHING
    said = stack[0]
    return said if len(stack) == 1 and is_described(said) else OTHER


def is_described(part: int | Words) -> TypeGuard[Words]:
    """Return whether a part of a condition is described in words."""
    return isinstance(part, Words)


def _describe_join(number: int, one: int | Words, two: int | Words) -> Words:
    if not is_described(one) or not is_described(two):
        return OTHER
    if NOTHING not in (one, two):
        return words(_JOINING[number], one, two)
    return (one or two) if number == AND_OPCODE else NOTHING


def _describe_test(number: int, value: int) -> Words:
    if number == IS_CODE_OPCODE:
        return words("condition_card", value)
    if number == IS_TYPE_OPCODE and value & ANY_TYPE_MASK == ANY_TYPE_MASK:
        return NOTHING
    if number == IS_TYPE_OPCODE and value == EXTRA_DECK_TYPES_MASK:
        return words("condition_extra_deck")
    if value & (value - 1):
        return OTHER
    said = {
        IS_TYPE_OPCODE: KINDS.get(value, ""), IS_RACE_OPCODE: card_rows.lowest_word(RACES, value),
        IS_ATTRIBUTE_OPCODE: card_rows.lowest_word(ATTRIBUTES, value),
    }.get(number, "")  # fmt: skip
    return words("condition_printed", said) if said else OTHER


def _parts(said: Words) -> int:
    return 1 + sum(_parts(value) for value in said.values if isinstance(value, Words))
