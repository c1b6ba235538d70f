"""Base scripts run for the first duels of some options; later duels begin from a copy of what they leave."""

from __future__ import annotations

import copy
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from facedown_server.games.edopro.edition import Edition, store_edition
from facedown_server.games.edopro.engine_protocol import Begin
from facedown_server.games.edopro.wasm.base_scripts import MAX_MODELS, BaseScripts
from facedown_server.games.edopro.wasm.snapshots import BLOCK_BYTES, PAGE_BYTES, read_pages, write_parts
from facedown_server.table.random_streams import RandomStreams
from proofs.play.player import choose
from tests.server.games.edopro import mini
from tests.server.games.edopro.wasm.test_snapshots import PlainMemory

if TYPE_CHECKING:
    from facedown_server.games.edopro.wasm.engine import Engine

BASE, BASE_SCRIPT = "base.lua", b"Numbers = {}\nfor i = 1, 2000 do Numbers[i] = tostring(i) .. '.' end"
ANSWERS_COUNT = 60

SEED_OFFSET_BYTES, SECOND_SEED_OFFSET_BYTES, LIFE_OFFSET_BYTES = 100, 2 * PAGE_BYTES - 16, BLOCK_BYTES + 8
"""Where FakeInstance writes: the second seed stands on two pages, the Life Points in another block."""


class FakeInstance:
    """Instance that writes seed and options into its memory, and counts the scripts that it has run."""

    def __init__(self, residue: bytes = b"", log: str = "") -> None:
        self.logs: list[tuple[int, str]] = []
        self.memory, self.handle, self.scripts_count = PlainMemory(1), 0, 0
        self.memory.write(50, b"a new instance's")
        self._residue, self._log = residue, log

    def create(self, seed: Sequence[int], flags: int, life: Sequence[int], hand: int) -> None:
        self.memory.grow(2)
        for address in (SEED_OFFSET_BYTES, SECOND_SEED_OFFSET_BYTES):
            self.memory.write(address, struct.pack("<4Q", *seed))
        self.memory.write(LIFE_OFFSET_BYTES, struct.pack("<III", *life, flags))
        self.memory.write(50, bytes(16) + self._residue)
        self.handle = 4711

    def load(self, name: str) -> bool:
        self.scripts_count += 1
        self.memory.write(200, name.encode())
        if self._log:
            self.logs.append((0, self._log))
        return True

    def read_pages(self, before: Sequence[bytes]) -> tuple[bytes, ...]:
        return read_pages(self.memory, before)

    def adopt(self, handle: int, pages: int, parts: Sequence[tuple[int, bytes]]) -> None:
        write_parts(self.memory, pages, parts)
        self.handle = handle


def begin(number: int, life: int = 8000) -> Begin:
    """Return a request with a seed of its own."""
    return Begin(number, (number, 2, 3, 4 + number), 0x500, (life, life), 5, ((), ()), ((), ()))


def create(
    scripts: BaseScripts, number: int, instance: FakeInstance | None = None, life: int = 8000
) -> FakeInstance:
    """Create a duel and return its instance."""
    instance = instance or FakeInstance()
    scripts.create(instance, begin(number, life))
    return instance


def test_the_third_duel_runs_no_script_and_has_the_memory_that_they_leave() -> None:
    scripts = BaseScripts(("base.lua",), can_copy=True)
    counts = [create(scripts, number).scripts_count for number in (1, 2)]
    third, run = create(scripts, 3), create(BaseScripts(("base.lua",), can_copy=False), 3)
    assert (counts, third.scripts_count, run.scripts_count) == ([1, 1], 0, 1)
    assert (third.memory.data, third.handle) == (run.memory.data, run.handle)


def test_two_duels_of_the_same_seed_prove_nothing() -> None:
    scripts = BaseScripts(("base.lua",), can_copy=True)
    assert [create(scripts, number).scripts_count for number in (1, 1, 1, 2, 3)] == [1, 1, 1, 1, 0]


def test_every_duel_runs_the_scripts_of_an_engine_that_leaves_different_memory() -> None:
    scripts = BaseScripts(("base.lua",), can_copy=True)
    left = [create(scripts, number, FakeInstance(residue=bytes([number]))) for number in range(1, 6)]
    assert [instance.scripts_count for instance in left] == [1] * 5


def test_every_duel_runs_scripts_that_log_something_so_that_each_log_has_it() -> None:
    scripts = BaseScripts(("base.lua",), can_copy=True)
    logged = [create(scripts, number, FakeInstance(log="deprecated")).logs for number in range(1, 5)]
    assert logged == [[(0, "deprecated")]] * 4


def test_other_options_have_a_model_of_their_own_and_the_oldest_is_dropped() -> None:
    scripts = BaseScripts(("base.lua",), can_copy=True)
    for life in range(8000, 8000 + MAX_MODELS):
        assert [create(scripts, number, life=life).scripts_count for number in (1, 2, 3)] == [1, 1, 0]
    assert create(scripts, 4, life=8000).scripts_count == 0
    assert create(scripts, 4, life=4000).scripts_count == 1
    assert create(scripts, 5, life=8001).scripts_count == 0
    assert create(scripts, 5, life=8000).scripts_count == 1, "the first of nine options was dropped"


@pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine")
def test_duels_that_begin_from_a_copy_have_the_same_stream(tmp_path: Path) -> None:
    engine = mini.compiled_engine(mini.find_engine())
    without = copy.copy(engine)
    without.can_snapshot = False
    assert engine.can_snapshot, "otherwise both play the same way"
    assert play(engine, tmp_path) == play(without, tmp_path)


def play(compiled: Engine, folder: Path) -> list[tuple[str, str]]:
    """Play four random duels with a base script, and return all requests and responses."""
    from facedown_server.games.edopro.wasm.engine_worker import Desk

    scripts = mini.SCRIPTS | {BASE: BASE_SCRIPT}
    edition = Edition(store_edition(folder, scripts.items(), mini.CARDS))
    engine = mini.InProcessEngine.of(Desk(compiled, edition, (BASE,)))
    for number in range(1, 5):
        referee, dice = mini.begin(engine, number), RandomStreams(bytes([number]) * 32)
        for _ in range(ANSWERS_COUNT):
            if referee.result() is None:
                mini.exhaust(referee.apply(choose(referee.prompts()[0], dice, 1)))
    return engine.heard
