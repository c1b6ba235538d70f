"""Snapshots of an instance at rest: its memory and our few values of its duel, to go back to an answer.

At rest no call is on the instance's stack, so its memory is all of its state if the module has no mutable
global but the stack pointer (`count_mutable_globals`). Snapshots of one line share the pages that did not
change between them, and their total size is limited: if it is exceeded, every second one is dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple, Protocol

from facedown_server.games.edopro.engine_protocol import Begin

PAGE_BYTES = 4096
"""Size of the parts of memory that snapshots share."""
BLOCK_BYTES = 65536
"""Size of the parts of memory that are read at once. Memory grows by as many bytes."""
MAX_LINE_SNAPSHOT_BYTES = 32 * 1024 * 1024
"""Maximum size of all snapshots of a line."""
MIN_INTERVAL_ANSWERS = 8
"""Answers between two snapshots of a short line. The interval doubles whenever the size is exceeded."""
_ZERO_PAGE, _ZERO_BLOCK = bytes(PAGE_BYTES), bytes(BLOCK_BYTES)
_PAGES_PER_BLOCK = BLOCK_BYTES // PAGE_BYTES


class ReadableMemory(Protocol):
    """Memory of an instance."""

    @property
    def size(self) -> int:
        """Present size in bytes."""

    def read(self, start: int, size: int) -> bytes:
        """Read bytes."""


class WritableMemory(ReadableMemory, Protocol):
    """Memory of an instance that can be overwritten."""

    def write(self, start: int, data: bytes) -> None:
        """Write bytes."""

    def grow(self, pages: int) -> None:
        """Add pages of 64 KiB."""


class DuelSnapshot(NamedTuple):
    """State of a duel in the core after an answer."""

    handle: int
    """Address of the duel in the instance's memory."""
    pages: tuple[bytes, ...]
    changed: bool
    fresh: bool
    told: dict[tuple[int, int], bytes]


class SnapshotDuel(Protocol):
    """A duel in the core that snapshots can be taken of."""

    def snapshot(self, before: Sequence[bytes]) -> DuelSnapshot:
        """Return a snapshot of the duel at rest, which shares unchanged pages with `before`."""


def read_pages(memory: ReadableMemory, before: Sequence[bytes] = ()) -> tuple[bytes, ...]:
    """Return the pages of a memory. A page that equals the one of `before` is the same object."""
    pages: list[bytes] = []
    for start in range(0, memory.size, BLOCK_BYTES):
        block = memory.read(start, BLOCK_BYTES)
        if block == _ZERO_BLOCK:
            pages += [_ZERO_PAGE] * _PAGES_PER_BLOCK
            continue
        for place in range(0, BLOCK_BYTES, PAGE_BYTES):
            page, number = block[place : place + PAGE_BYTES], len(pages)
            old = before[number] if number < len(before) else _ZERO_PAGE
            pages.append(old if page == old else _ZERO_PAGE if page == _ZERO_PAGE else page)
    return tuple(pages)


def write_pages(memory: WritableMemory, pages: Sequence[bytes]) -> None:
    """Give the memory of a new instance the content of a snapshot."""
    _grow(memory, len(pages))
    for number in range(0, len(pages), _PAGES_PER_BLOCK):
        block, start = b"".join(pages[number : number + _PAGES_PER_BLOCK]), number * PAGE_BYTES
        if memory.read(start, BLOCK_BYTES) != block:
            memory.write(start, block)


def write_parts(memory: WritableMemory, pages: int, parts: Sequence[tuple[int, bytes]]) -> None:
    """Give the memory of a new instance this size, and write parts of it, each with its address."""
    _grow(memory, pages)
    for start, data in parts:
        memory.write(start, data)


def _grow(memory: WritableMemory, pages: int) -> None:
    if (missing := pages * PAGE_BYTES - memory.size) > 0:
        memory.grow(missing // BLOCK_BYTES)


class LineSnapshots:
    """The snapshots of one line, and the answers that led to them."""

    def __init__(self, begin: Begin) -> None:
        self._begin = begin
        self._answers: list[bytes] = []
        """The answers that the duel has carried out."""
        self._taken: dict[int, DuelSnapshot] = {}
        """Number of answers -> the snapshot after them."""
        self._interval = MIN_INTERVAL_ANSWERS
        self.size = 0
        """Size of all pages in bytes."""

    @property
    def places(self) -> tuple[int, ...]:
        """The numbers of answers after which there is a snapshot."""
        return tuple(sorted(self._taken))

    def note_start(self, duel: SnapshotDuel) -> None:
        """Take a snapshot of a duel that has just begun."""
        self._take(duel)

    def note_answer(self, answer: bytes, duel: SnapshotDuel) -> None:
        """Note an answer that a duel has carried out, and take a snapshot if one is due."""
        self._answers.append(answer)
        if len(self._answers) % self._interval == 0:
            self._take(duel)

    def nearest(self, begin: Begin, answers: Sequence[bytes]) -> tuple[int, DuelSnapshot] | None:
        """Return the latest snapshot on the way of these answers and its number of answers; None if there is
        none. All later ones are dropped: the line goes on otherwise.
        """
        same = begin == self._begin
        pairs = zip(self._answers, answers, strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        self._taken = {at: one for at, one in self._taken.items() if same and at <= shared}
        self.size = self._total_bytes()
        if not self._taken:
            return None
        at = max(self._taken)
        del self._answers[at:]
        return at, self._taken[at]

    def clear(self) -> None:
        """Drop all snapshots. The line is run again from its start then."""
        self._taken.clear()
        self.size = 0

    def _take(self, duel: SnapshotDuel) -> None:
        before = self._taken[max(self._taken)].pages if self._taken else ()
        self._taken[len(self._answers)] = duel.snapshot(before)
        self.size = self._total_bytes()
        while self.size > MAX_LINE_SNAPSHOT_BYTES and len(self._taken) > 1:
            self._interval *= 2
            self._taken = {at: one for at, one in self._taken.items() if at % self._interval == 0}
            self.size = self._total_bytes()

    def _total_bytes(self) -> int:
        pages = {id(page) for one in self._taken.values() for page in one.pages}
        return len(pages) * PAGE_BYTES
