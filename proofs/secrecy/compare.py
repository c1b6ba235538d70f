"""Two alike runs side by side: every byte one viewer class was sent, its number, order, length and time.

The class of a seat is sent what its player and everybody without a seat is sent: all that is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

import msgspec

from proofs.secrecy.deeds import SAME, SEATS, Step
from proofs.secrecy.emitted import names
from proofs.secrecy.first import Script
from proofs.secrecy.server_harness import Letter
from proofs.secrecy.twin import Twin
from proofs.secrecy.witness import Picture
from shared.cards.facts import Pool
from shared.protocol.codec import decode_from_server
from shared.zones import Seat

LAST_STEPS = 6
MOST_CARDS = 8
LONGEST = 600
"""Letters of a value that is shown to a person."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a viewer could tell two alike runs apart, and what led to it."""

    number: int
    viewer: Seat
    who: str
    index: int
    time: float
    first: str
    second: str
    steps: tuple[Step, ...]
    hidden: str

    def __str__(self) -> str:
        seen_by = f"seat {self.viewer}" if self.viewer >= 0 else "a spectator"
        done = "\n".join(f"    {step}" for step in self.steps)
        return (
            f"duel {self.number}: {seen_by} can tell two alike duels apart by what {self.who} was sent,\n"
            f"  frame {self.index} at {self.time:.3f} s, after\n{done}\n"
            f"  hidden in the first and in the second: {self.hidden}\n"
            f"  first:  {self.first}\n  second: {self.second}"
        )


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of one twin: whether its truth differed (and where), frames and bytes, a difference."""

    hidden: frozenset[str] = frozenset()
    """Kinds of piles in which other cards lay at some moment that was compared."""
    frames: int = 0
    size: int = 0
    seconds: float = 0.0
    names: Counter[str] = field(default_factory=Counter)
    """What was compared, in the words of `emitted.py`."""
    difference: Difference | None = None

    @property
    def counts(self) -> bool:
        """Whether this was a twin at all: an equal truth proves nothing."""
        return bool(self.hidden)


def compare(script: Script, twin: Twin, viewer: Seat) -> Compared:
    """Compare what one viewer class was sent until the runs are alike no more."""
    until = twin.cut + SAME
    hidden = _hidden(script, twin, until)
    frames = size = 0
    difference = None
    named: Counter[str] = Counter()
    first, second = _by_reader(script.letters, viewer, until), _by_reader(twin.letters, viewer, until)
    for who in dict.fromkeys([*first, *second]):
        for index, pair in enumerate(zip_longest(first.get(who, ()), second.get(who, ()))):
            if not _same(*pair):
                found = _difference(script, twin, viewer, who, index, pair)
                if difference is None or found.time < difference.time:
                    difference = found
                break
            frames, size = frames + 1, size + len(pair[0].data)
            named.update(names(pair[0]))
    return Compared(hidden, frames, size, min(until, script.end), named, difference)


def _by_reader(letters: Sequence[Letter], viewer: Seat, until: float) -> dict[str, list[Letter]]:
    """What each reader of this class was sent by then."""
    others = [name for seat, name in enumerate(SEATS) if seat != viewer]
    found: dict[str, list[Letter]] = {}
    for letter in letters:
        if letter.who.partition(" ")[0] not in others and letter.time <= until:
            found.setdefault(letter.who, []).append(letter)
    return found


def _same(one: Letter | None, other: Letter | None) -> bool:
    if one is None or other is None:
        return False
    return (one.sort, one.data) == (other.sort, other.data) and abs(one.time - other.time) < SAME


# --- what differed ------------------------------------------------------------------------------------------


def _hidden(script: Script, twin: Twin, until: float) -> frozenset[str]:
    """Kinds of piles that did not hold the same, up to then."""
    pictures = zip(script.notes.pictures, twin.notes.pictures, strict=False)
    return frozenset(
        pile.partition(":")[2]
        for one, other in pictures if one[0] <= until and other[0] <= until
        for pile in _apart(one[1], other[1])
    )  # fmt: skip


def _apart(one: Picture, other: Picture) -> list[str]:
    return [pile for pile in one if one[pile] != other.get(pile)]


def _difference(
    script: Script, twin: Twin, viewer: Seat, who: str, index: int, pair: tuple[Letter | None, Letter | None]
) -> Difference:
    time = min(letter.time for letter in pair if letter)
    steps = [step for step in script.steps if step.time <= time + SAME][-LAST_STEPS:]
    first, second = _words(*pair)
    return Difference(
        script.setting.number, viewer, who, index, time, first, second, tuple(steps),
        _hidden_words(script, twin, time),
    )  # fmt: skip


def _hidden_words(script: Script, twin: Twin, time: float) -> str:
    """The cards in which the two truths differ at that time."""
    one = [picture for when, picture in script.notes.pictures if when <= time + SAME]
    other = [picture for when, picture in twin.notes.pictures if when <= time + SAME]
    if not one or not other:
        return "nothing was dealt yet"
    apart, pool = _apart(one[-1], other[-1]), script.setting.pool
    words = [f"{pile} {_cards(one[-1][pile], other[-1].get(pile, ()), pool)}" for pile in apart]
    return "; ".join(words) or "nothing now"


def _cards(one: Sequence[int], other: Sequence[int], pool: Pool) -> str:
    """The cards that lie in one place here and in the other there; of a long list only how many."""
    pairs = [pair for pair in zip_longest(one, other, fillvalue=0) if pair[0] != pair[1]]
    if len(pairs) > MOST_CARDS:
        return f"{len(pairs)} cards"
    names = [[facts.name if (facts := pool.get(code)) else "nothing" for code in pair] for pair in pairs]
    return ", ".join(" / ".join(pair) for pair in names)


def _words(one: Letter | None, other: Letter | None) -> tuple[str, str]:
    """Two letters, or what of them differs, for a person to read."""
    if one is None or other is None:
        return _letter(one), _letter(other)
    if one.data == other.data:
        return f"{one.sort} at {one.time:.6f}", f"{other.sort} at {other.time:.6f}"
    if one.sort != "binary" or other.sort != "binary":
        return _letter(one), _letter(other)
    pairs = list(_parts("", _plain(one.data), _plain(other.data)))
    return "; ".join(f"{p} {a}" for p, a, _ in pairs), "; ".join(f"{p} {b}" for p, _, b in pairs)


def _letter(letter: Letter | None) -> str:
    if letter is None:
        return "nothing"
    what = _plain(letter.data) if letter.sort == "binary" else letter.data
    return f"{letter.time:.3f} {letter.sort} {what!r}"[:LONGEST]


def _plain(data: bytes) -> object:
    message = decode_from_server(data)
    plain: object = msgspec.to_builtins(message, str_keys=True)
    return plain


def _parts(path: str, one: object, other: object) -> Iterator[tuple[str, str, str]]:
    """The innermost parts of two values that differ, each with its path."""
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            yield from _parts(f"{path}.{key}", one.get(key), other.get(key))
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for index, pair in enumerate(zip(one, other, strict=True)):
            yield from _parts(f"{path}[{index}]", *pair)
    else:
        yield path.lstrip("."), repr(one)[:LONGEST], repr(other)[:LONGEST]
