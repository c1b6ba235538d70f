"""Which regular expressions may take more time than their text is long: found by looking.

A pattern is read by Python's own parser and turned into the positions at which it can stand in a text, each
with the letters it accepts there and the positions that may follow. It is risky when some run of letters can
be read in two ways (nested repeats: time doubles with every letter) or divided between two repeats in more
than one way (adjoining repeats: time grows with a power of the length), and a failure may come afterwards.
Searching counts as a repeat of anything before the pattern. (Weber and Seidl 1991: EDA and IDA of automata.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

parser: Any = import_module("re._parser")

END = "end of text"
"""Accepted where a pattern has $; no run of letters has it."""
COMMON = tuple("aZ0_ \n\t-+.,:/'\"`#([{<é×\u200b\u4e00")
"""Letters of every kind, besides those a pattern names."""
MAX_BOUNDED_REPEATS = 6
"""Repeats of at most so many are no repeats: their cost is bounded."""

CATEGORIES: dict[str, Callable[[str], bool]] = {
    "CATEGORY_DIGIT": str.isdecimal, "CATEGORY_SPACE": str.isspace,
    "CATEGORY_WORD": lambda letter: letter.isalnum() or letter == "_",
}  # fmt: skip


@dataclass
class Part:
    """A piece of a pattern: where it can begin and end, and whether it may be empty."""

    first: dict[int, int] = field(default_factory=dict)
    """Positions, each with the number of ways to reach it."""
    last: dict[int, int] = field(default_factory=dict)
    empty: bool = False


class Automaton:
    """The positions of a pattern. `search`: it may begin anywhere; `whole`: it must end at the text's end."""

    def __init__(self, pattern: str, flags: int = 0, *, search: bool = True, whole: bool = False) -> None:
        self.letters: list[frozenset[str]] = []
        self.follow: list[dict[int, int]] = []
        tree = parser.parse(pattern, flags)
        self._flags = tree.state.flags
        self._search = search and not self._is_anchored(tree)
        self._alphabet = frozenset((*COMMON, *_named_letters(tree, bool(self._flags & re.IGNORECASE))))
        part = self._sequence(tree)
        if self._search:
            part = self._concatenate(self._repeat(self._letter(self._alphabet)), part)
        self.accepting = set() if whole else set(part.last)

    def risks(self) -> Iterator[str]:
        """Its risks, in words."""
        loops = _components(self.follow)
        if self._has_two_ways(loops):
            yield "the same letters can be read in two ways again and again (nested repeats)"
        elif self._is_ambiguous_loop(loops):
            yield "two repeats can take the same letters (adjoining repeats, or a search)"

    # --- from tree to positions -----------------------------------------------------------------------------

    def _is_anchored(self, tree: Any) -> bool:
        """Return whether it can only begin where the text begins."""
        return bool(tree.data) and str(tree.data[0][0]) == "AT" and not (
            self._flags & re.MULTILINE and str(tree.data[0][1]) == "AT_BEGINNING"
        )  # fmt: skip

    def _letter(self, accepted: Iterable[str]) -> Part:
        self.letters.append(frozenset(accepted))
        self.follow.append({})
        at = len(self.letters) - 1
        return Part({at: 1}, {at: 1})

    def _sequence(self, items: Iterable[tuple[Any, Any]]) -> Part:
        part = Part(empty=True)
        for what, value in items:
            part = self._concatenate(part, self._item(str(what), value))
        return part

    def _item(self, what: str, value: Any) -> Part:
        match what:
            case "SUBPATTERN":
                return self._sequence(value[3])
            case "ATOMIC_GROUP":
                return self._sequence(value)
            case "BRANCH":
                return _alternate([self._sequence(branch) for branch in value[1]])
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                return self._repeat_counted(*value)
            case "ASSERT" | "ASSERT_NOT":
                return Part(empty=True)
            case "AT":
                return self._anchor(str(value))
            case "GROUPREF":
                return self._letter(self._alphabet)
            case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN":
                return self._letter(
                    letter for letter in self._alphabet if self._can_match(what, value, letter)
                )
        raise AssertionError(f"a pattern with {what}: say here what it does")

    def _anchor(self, where: str) -> Part:
        if where in ("AT_END", "AT_END_STRING"):
            return self._letter((END,))
        if where == "AT_BEGINNING" and self._search:
            return (
                _alternate([self._letter("\n"), Part(empty=True)]) if not self.letters else self._letter("\n")
            )
        return Part(empty=True)

    def _can_match(self, what: str, value: Any, letter: str) -> bool:
        folded = {letter, letter.lower(), letter.upper()} if self._flags & re.IGNORECASE else {letter}
        match what:
            case "ANY":
                return bool(self._flags & re.DOTALL) or letter != "\n"
            case "LITERAL":
                return chr(value) in folded
            case "NOT_LITERAL":
                return chr(value) not in folded
            case "RANGE":
                return any(value[0] <= ord(one) <= value[1] for one in folded if len(one) == 1)
            case "CATEGORY":
                name = str(value)
                return CATEGORIES[name.replace("_NOT_", "_")](letter) != ("_NOT_" in name)
        negated = str(value[0][0]) == "NEGATE"
        return any(self._can_match(str(op), arg, letter) for op, arg in value[negated:]) != negated

    def _repeat_counted(self, least: int, most: Any, items: Any) -> Part:
        part = Part(empty=True)
        for _ in range(min(least, 2)):
            part = self._concatenate(part, self._sequence(items))
        if most > MAX_BOUNDED_REPEATS:
            return self._concatenate(part, self._repeat(self._sequence(items)))
        rest = Part(empty=True)
        for _ in range(most - min(least, 2)):
            inner = self._concatenate(self._sequence(items), rest)
            rest = Part(inner.first, inner.last, True)
        return self._concatenate(part, rest)

    def _repeat(self, part: Part) -> Part:
        self._link(part, part)
        return Part(part.first, part.last, True)

    def _concatenate(self, one: Part, other: Part) -> Part:
        self._link(one, other)
        first = _sum(one.first, other.first) if one.empty else one.first
        last = _sum(other.last, one.last) if other.empty else other.last
        return Part(first, last, one.empty and other.empty)

    def _link(self, one: Part, other: Part) -> None:
        for before, ways in one.last.items():
            for after, more in other.first.items():
                self.follow[before][after] = self.follow[before].get(after, 0) + ways * more

    # --- risks ----------------------------------------------------------------------------------------------

    def _has_two_ways(self, loops: list[int]) -> bool:
        """Return whether from some position the same letters lead back to it in two ways (EDA)."""
        size = len(self.letters)
        inside = [[after for after in self.follow[at] if loops[after] == loops[at]] for at in range(size)]
        risky = [at for at in range(size) if loops[at] >= 0 and at not in self.accepting]
        if any(self.follow[at][after] > 1 for at in risky for after in inside[at]):
            return True
        pairs = [
            {
                two * size + other: 1
                for two in inside[at // size] for other in inside[at % size]
                if self.letters[two] & self.letters[other]
            }
            for at in range(size * size)
        ]  # fmt: skip
        rounds = _components(pairs)
        same = {rounds[at * size + at] for at in risky} - {-1}
        return any(rounds[at] in same for at in range(size * size) if at // size != at % size)

    def _is_ambiguous_loop(self, loops: list[int]) -> bool:
        """Return whether some run of letters leads from one repeat back to it, to another and back to that
        (IDA).
        """
        turning = [at for at, loop in enumerate(loops) if loop >= 0]
        return any(
            self._is_shared(one, other, loops)
            for one in turning for other in turning
            if one != other and other not in self.accepting
        )  # fmt: skip

    def _is_shared(self, one: int, other: int, loops: list[int]) -> bool:
        waiting, seen = [(one, one, other)], set[tuple[int, int, int]]()
        while waiting:
            first, second, third = waiting.pop()
            for a in self.follow[first]:
                for c in self.follow[third]:
                    if loops[a] != loops[one] or loops[c] != loops[other]:
                        continue
                    common = self.letters[a] & self.letters[c]
                    for b in self.follow[second] if common else ():
                        if common & self.letters[b] and (a, b, c) not in seen:
                            seen.add((a, b, c))
                            waiting.append((a, b, c))
            if (one, other, other) in seen:
                return True
        return False


def _alternate(parts: list[Part]) -> Part:
    first, last = dict[int, int](), dict[int, int]()
    for part in parts:
        first, last = _sum(first, part.first), _sum(last, part.last)
    return Part(first, last, any(part.empty for part in parts))


def _sum(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    return {at: one.get(at, 0) + other.get(at, 0) for at in {**one, **other}}


def _named_letters(tree: Any, fold: bool) -> Iterator[str]:
    """Return the letters a pattern names, and those beside its ranges."""
    for what, value in tree:
        match str(what):
            case "LITERAL" | "NOT_LITERAL":
                yield from {chr(value), *((chr(value).lower(), chr(value).upper()) if fold else ())}
            case "RANGE":
                yield from map(chr, (value[0], value[1], value[1] + 1))
            case "IN":
                yield from _named_letters(value, fold)
            case "SUBPATTERN" | "ASSERT" | "ASSERT_NOT" | "ATOMIC_GROUP":
                yield from _named_letters(value[-1] if isinstance(value, tuple) else value, fold)
            case "BRANCH":
                for branch in value[1]:
                    yield from _named_letters(branch, fold)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                yield from _named_letters(value[2], fold)


def _components(follow: list[dict[int, int]]) -> list[int]:
    """Return the number of the component of each position; -1 for none. (Tarjan 1972, without recursion.)"""
    low, on, order, stack, found = {}, set[int](), dict[int, int](), list[int](), [-1] * len(follow)
    for root in range(len(follow)):
        work = [(root, iter(follow[root]))] if root not in order else []
        while work:
            at, after = work[-1]
            if at not in order:
                order[at] = low[at] = len(order)
                stack.append(at)
                on.add(at)
            fresh = next((one for one in after if one not in order or _lower(low, order, at, one, on)), None)
            if fresh is not None:
                work.append((fresh, iter(follow[fresh])))
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[at])
            if low[at] == order[at]:
                _take_off(at, stack, on, found, follow)
    return found


def _lower(low: dict[int, int], order: dict[int, int], at: int, one: int, on: set[int]) -> bool:
    """Lower how far back this position can reach by one seen before; return False: that one is never
    fresh.
    """
    if one in on:
        low[at] = min(low[at], order[one])
    return False


def _take_off(
    at: int, stack: list[int], on: set[int], found: list[int], follow: list[dict[int, int]]
) -> None:
    members: list[int] = []
    while not members or members[-1] != at:
        members.append(stack.pop())
        on.discard(members[-1])
    if len(members) > 1 or at in follow[at]:
        for member in members:
            found[member] = at
