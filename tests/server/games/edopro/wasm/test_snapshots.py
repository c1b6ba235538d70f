"""Snapshots of an instance: pages shared between them, their limit, and the modules that allow them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from facedown_server.games.edopro.engine_protocol import Begin
from facedown_server.games.edopro.wasm import snapshots
from facedown_server.games.edopro.wasm.exnref import MAGIC, NotTranslatable
from facedown_server.games.edopro.wasm.mutable_globals import count_mutable_globals
from facedown_server.games.edopro.wasm.snapshots import (
    BLOCK_BYTES,
    MIN_INTERVAL_ANSWERS,
    PAGE_BYTES,
    DuelSnapshot,
    LineSnapshots,
    read_pages,
    write_pages,
)

BEGIN = Begin(1, (1, 2, 3, 4), 0, (8000, 8000), 5, ((), ()), ((), ()), rewinds=True)


class PlainMemory:
    """Memory of two blocks that can grow."""

    def __init__(self, blocks: int = 2) -> None:
        self.data = bytearray(blocks * BLOCK_BYTES)

    @property
    def size(self) -> int:
        return len(self.data)

    def read(self, start: int, size: int) -> bytes:
        return bytes(self.data[start : start + size])

    def write(self, start: int, data: bytes) -> None:
        self.data[start : start + len(data)] = data

    def grow(self, pages: int) -> None:
        self.data += bytes(pages * BLOCK_BYTES)


class CountingDuel:
    """A duel of which each snapshot has one page of its own."""

    def __init__(self) -> None:
        self.memory, self.count = PlainMemory(), 0

    def snapshot(self, before: Sequence[bytes]) -> DuelSnapshot:
        self.count += 1
        self.memory.write(PAGE_BYTES, self.count.to_bytes(4, "little"))
        return DuelSnapshot(8, read_pages(self.memory, before), False, True, {})


def test_a_memory_is_written_as_it_was_read() -> None:
    memory, other = PlainMemory(3), PlainMemory(1)
    memory.write(10, b"first")
    memory.write(2 * BLOCK_BYTES + 5, b"last")
    other.write(20, b"left over")
    write_pages(other, read_pages(memory))
    assert other.data == memory.data


def test_pages_that_did_not_change_are_shared() -> None:
    memory = PlainMemory()
    memory.write(0, b"same")
    memory.write(PAGE_BYTES, b"old")
    before = read_pages(memory)
    memory.write(PAGE_BYTES, b"new")
    after = read_pages(memory, before)
    assert after[0] is before[0]
    assert after[1] != before[1]
    assert len({id(page) for page in (*before, *after)}) == 4, "two old, one new, one of zeros"


def line_of(answers: int) -> tuple[LineSnapshots, list[bytes]]:
    line, duel = LineSnapshots(BEGIN), CountingDuel()
    line.note_start(duel)
    given = [number.to_bytes(4, "little") for number in range(answers)]
    for answer in given:
        line.note_answer(answer, duel)
    return line, given


def test_the_nearest_snapshot_before_another_answer_is_found() -> None:
    line, given = line_of(5 * MIN_INTERVAL_ANSWERS)
    found = line.nearest(BEGIN, given[: 3 * MIN_INTERVAL_ANSWERS + 2])
    assert found is not None
    assert found[0] == 3 * MIN_INTERVAL_ANSWERS
    assert max(line.places) == found[0], "the later ones are of a line that is void"
    other = [*given[: MIN_INTERVAL_ANSWERS - 1], b"other"]
    found = line.nearest(BEGIN, other)
    assert found is not None
    assert found[0] == 0


def test_another_duel_has_no_snapshot() -> None:
    line, given = line_of(MIN_INTERVAL_ANSWERS)
    assert line.nearest(Begin(1, (9, 2, 3, 4), 0, (8000, 8000), 5, ((), ()), ((), ())), given) is None
    assert line.size == 0


def test_the_size_is_limited_and_the_interval_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "MAX_LINE_SNAPSHOT_BYTES", 12 * PAGE_BYTES)
    line, _ = line_of(40 * MIN_INTERVAL_ANSWERS)
    assert line.size <= 12 * PAGE_BYTES
    steps = {after - before for before, after in zip(line.places, line.places[1:], strict=False)}
    assert len(steps) == 1, "they stay even"
    assert steps.pop() > MIN_INTERVAL_ANSWERS


def module(*globals_: bytes) -> bytes:
    """Return a module that has these globals alone."""
    body = bytes([len(globals_)]) + b"".join(globals_)
    return MAGIC + bytes([6, len(body)]) + body


STACK_POINTER = bytes([0x7F, 1, 0x41, 0xB0, 0x9D, 7, 0x0B])
CONSTANT = bytes([0x7E, 0, 0x42, 5, 0x0B])


def test_only_mutable_globals_count() -> None:
    assert count_mutable_globals(module(STACK_POINTER)) == 1
    assert count_mutable_globals(module(STACK_POINTER, CONSTANT)) == 1
    assert count_mutable_globals(module(STACK_POINTER, STACK_POINTER)) == 2
    assert count_mutable_globals(MAGIC) == 0


def test_a_global_that_starts_with_an_unknown_instruction_is_refused() -> None:
    with pytest.raises(NotTranslatable, match="unknown instruction"):
        count_mutable_globals(module(bytes([0x7F, 1, 0x23, 0, 0x0B])))
