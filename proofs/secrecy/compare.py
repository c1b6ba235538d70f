"""Two alike runs side by side: every byte one viewer class was sent, its number, order, length and time.

The class of a seat is sent what its player and all without a seat are sent: all that is compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

import msgspec

from facedown_shared.cards.facts import Pool
from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.tables import Seat
from proofs.figures import Figures
from proofs.secrecy.actions import SAME_TIME_S, SEATS
from proofs.secrecy.emitted_messages import ELSEWHERE, LISTED, names
from proofs.secrecy.first_run import Script
from proofs.secrecy.server_harness import Letter
from proofs.secrecy.twin_run import Twin
from proofs.secrecy.witness import Picture

FILES = "/browser/"
MAX_LAST_STEPS = 6
MAX_CARDS = 8
MAX_VALUE_LETTERS = 600
"""Letters of a value that is printed."""


@dataclass(frozen=True, slots=True)
class Difference:
    """When a viewer could tell two alike runs apart, how, and what led to it."""

    time: float
    words: str


@dataclass
class SecrecyFigures(Figures):
    """Figures of some duels and their twins. Of twins of an equal truth nothing else is counted."""

    twins: int = 0
    empty: int = 0
    """Twins whose truth was equal: they count for nothing."""
    short: int = 0
    """Twins that were alike only until a person could not do what they did in the first run."""
    frames: int = 0
    size: int = 0
    in_browser: int = 0
    """Bytes of these that went to a browser. The files of its client are compared like all else, and not
    counted: they are many, and the same for all.
    """
    takeovers: int = 0
    """How often a table went to another server, in the first runs."""
    same: int = 0
    """How many clients were sent the same prompt and handles when they reconnected after their server had
    stopped, with no act meanwhile.
    """
    hidden: Counter[str] = field(default_factory=Counter)
    """Kinds of piles that held other cards at some moment that was compared, by twins."""
    names: Counter[str] = field(default_factory=Counter)
    """What was compared, in the words of `emitted_messages.py`."""

    @property
    def is_clean(self) -> bool:
        """Whether no runs could be told apart, enough was compared, and all of it is listed."""
        return not self.complaints and self.twins > self.empty and not self.unlisted_sentences

    @property
    def unlisted_sentences(self) -> list[str]:
        """What was sent and is on no list."""
        return sorted(set(self.names) - LISTED)

    @property
    def unseen(self) -> list[str]:
        """What is on the list and was never sent, though it could have been."""
        return sorted(LISTED - set(self.names) - set(ELSEWHERE))

    def __str__(self) -> str:
        hidden = ", ".join(f"{name} {count}" for name, count in sorted(self.hidden.items()))
        unlisted = (
            f"sent and not listed: {', '.join(self.unlisted_sentences)}\n" if self.unlisted_sentences else ""
        )
        return (
            f"{unlisted}listed and never sent here: {', '.join(self.unseen) or 'nothing'}\n"
            f"twins in which other cards lay hidden: {hidden}\n"
            f"takeovers {self.takeovers}; back where their server had gone, and shown the same: {self.same}\n"
            f"twins of an equal truth, not counted: {self.empty}; alike only for a part: {self.short}\n"
            f"duels {self.duels}, twins {self.twins}, frames {self.frames}, bytes {self.size} "
            f"({self.in_browser} to browsers), "
            f"differences {len(self.complaints)}"
        )


def compare(script: Script, twin: Twin, viewer: Seat) -> tuple[SecrecyFigures, Difference | None]:
    """Compare what one viewer class was sent until the runs are no longer alike."""
    until = twin.cut + SAME_TIME_S
    figures = SecrecyFigures(
        twins=1, short=twin.cut < twin.until, hidden=_differing_piles(script, twin, until)
    )
    difference = None
    first, second = (
        _letters_by_reader(script.letters, viewer, until),
        _letters_by_reader(twin.letters, viewer, until),
    )
    for who in dict.fromkeys([*first, *second]):
        for index, pair in enumerate(zip_longest(first.get(who, ()), second.get(who, ()))):
            if not _is_same(*pair):
                found = _difference(script, twin, viewer, who, index, pair)
                if difference is None or found.time < difference.time:
                    difference = found
                break
            figures.frames += 1
            if not pair[0].sort.startswith(FILES):
                figures.size += len(pair[0].data)
                figures.in_browser += len(pair[0].data) * (who.partition(" ")[0] in script.setting.browsers)
            figures.names.update(names(pair[0]))
    return figures if figures.hidden else SecrecyFigures(empty=1), difference


def _letters_by_reader(letters: Sequence[Letter], viewer: Seat, until: float) -> dict[str, list[Letter]]:
    """Return what each reader of this class was sent by then."""
    others = [name for seat, name in enumerate(SEATS) if seat != viewer]
    found: dict[str, list[Letter]] = {}
    for letter in letters:
        if letter.who.partition(" ")[0] not in others and letter.time <= until:
            found.setdefault(letter.who, []).append(letter)
    return found


def _is_same(one: Letter | None, other: Letter | None) -> bool:
    if one is None or other is None:
        return False
    return (one.sort, one.data) == (other.sort, other.data) and abs(one.time - other.time) < SAME_TIME_S


# --- what differed ------------------------------------------------------------------------------------------


def _differing_piles(script: Script, twin: Twin, until: float) -> Counter[str]:
    """Return kinds of piles that did not hold the same, up to then, each once."""
    pictures = zip(script.notes.pictures, twin.notes.pictures, strict=False)
    return Counter({
        pile.partition(":")[2]
        for one, other in pictures if one[0] <= until and other[0] <= until
        for pile in _describe_difference(one[1], other[1])
    })  # fmt: skip


def _describe_difference(one: Picture, other: Picture) -> list[str]:
    return [pile for pile in one if one[pile] != other.get(pile)]


def _difference(
    script: Script, twin: Twin, viewer: Seat, who: str, index: int, pair: tuple[Letter | None, Letter | None]
) -> Difference:
    time = min(letter.time for letter in pair if letter)
    steps = [step for step in script.steps if step.time <= time + SAME_TIME_S][-MAX_LAST_STEPS:]
    done = "\n".join(f"    {step}" for step in steps)
    first, second = _words(*pair)
    seen_by = f"seat {viewer}" if viewer >= 0 else "a spectator"
    return Difference(
        time,
        f"duel {script.setting.number}: {seen_by} can tell two alike duels apart by what {who} was sent,\n"
        f"  frame {index} at {time:.3f} s, after\n{done}\n"
        f"  hidden in the first and in the second: {_describe_hidden(script, twin, time)}\n"
        f"  first:  {first}\n  second: {second}",
    )


def _describe_hidden(script: Script, twin: Twin, time: float) -> str:
    """Return the cards in which the two truths differ at that time."""
    one = [picture for when, picture in script.notes.pictures if when <= time + SAME_TIME_S]
    other = [picture for when, picture in twin.notes.pictures if when <= time + SAME_TIME_S]
    if not one or not other:
        return "nothing was dealt yet"
    apart, pool = _describe_difference(one[-1], other[-1]), script.setting.pool
    words = [f"{pile} {_cards(one[-1][pile], other[-1].get(pile, ()), pool)}" for pile in apart]
    return "; ".join(words) or "nothing now"


def _cards(one: Sequence[int], other: Sequence[int], pool: Pool) -> str:
    """Return the cards that are in one place here and in the other there; of a long list only their
    number.
    """
    pairs = [pair for pair in zip_longest(one, other, fillvalue=0) if pair[0] != pair[1]]
    if len(pairs) > MAX_CARDS:
        return f"{len(pairs)} cards"
    names = [[facts.name if (facts := pool.get(code)) else "nothing" for code in pair] for pair in pairs]
    return ", ".join(" / ".join(pair) for pair in names)


def _words(one: Letter | None, other: Letter | None) -> tuple[str, str]:
    """Return two letters, or their difference, as text."""
    if one is None or other is None:
        return _letter(one), _letter(other)
    if one.data == other.data:
        return f"{one.sort} at {one.time:.6f}", f"{other.sort} at {other.time:.6f}"
    if one.sort != "binary" or other.sort != "binary":
        return _letter(one), _letter(other)
    pairs = list(_parts("", _plain_data(one.data), _plain_data(other.data)))
    return "; ".join(f"{p} {a}" for p, a, _ in pairs), "; ".join(f"{p} {b}" for p, _, b in pairs)


def _letter(letter: Letter | None) -> str:
    if letter is None:
        return "nothing"
    what = _plain_data(letter.data) if letter.sort == "binary" else letter.data
    return f"{letter.time:.3f} {letter.sort} {what!r}"[:MAX_VALUE_LETTERS]


def _plain_data(data: bytes) -> object:
    plain: object = msgspec.to_builtins(decode_from_server(data), str_keys=True)
    return plain


def _parts(path: str, one: object, other: object) -> Iterator[tuple[str, str, str]]:
    """Return the innermost parts of two values that differ, each with its path."""
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            yield from _parts(f"{path}.{key}", one.get(key), other.get(key))
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for index, pair in enumerate(zip(one, other, strict=True)):
            yield from _parts(f"{path}[{index}]", *pair)
    else:
        yield path.lstrip("."), repr(one)[:MAX_VALUE_LETTERS], repr(other)[:MAX_VALUE_LETTERS]
