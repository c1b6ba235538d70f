"""EDOPro's core, where a host has installed it: how soon a table opens, a duel's memory, its speed, and how
long it blocks the server's loop. Without a core there is nothing to measure, and a line says so.
"""

from __future__ import annotations

import json
import os
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import click
import msgspec
import trio

from benchmarks.baseline import Figure, cpu, measure_parts
from benchmarks.probe import NO_MEMORY
from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.games.edopro.engine_protocol import Begin, DropDuel, PlayRequest
from facedown_server.refereeing.referee import Act, ExternalWork
from facedown_server.table import RandomStreams, Setup
from facedown_shared.tables.formats import MASTER
from proofs.core import real_decks
from proofs.core.duels import Process
from proofs.core.engines import InProcessEngine, ProvidedCore, RecordingEngine, at_hand, place_of
from proofs.core.real_decks import DeckFigures
from proofs.online.server_process import ServerProcess
from proofs.play.player import choose, exhaust

NO_CORE = "No engine is kept here, so nothing of it is measured: `python run.py core` brings one."
OPENINGS_COUNT, COLD_STARTS_COUNT = 20, 3
COURSES_COUNT, ANSWERS_PER_DUEL = 5, 200
"""Duels whose answers are given again and again, and the answers of each."""
MEMORY_DUELS_COUNT, DUELS_PER_STEP = 500, 50
HELD_DUELS_COUNT = 50
"""Duels that are held at once."""
PLAYED_DUELS_COUNT, PROMPTS_PER_DUEL = 4, 400
SLICED_DUELS_COUNT = 24
"""Random decks in whole duels on a server whose loop is measured."""


def figures() -> Iterator[Figure]:
    """Return all figures."""
    if place_of(None) is None:
        click.echo(NO_CORE)
        return
    core = at_hand(None)
    courses = [record_requests(core, number) for number in range(COURSES_COUNT)]
    yield from openings(core)
    yield from memory(core, courses)
    yield from answers(core)
    yield from slices(core)


def record_requests(core: ProvidedCore, number: int) -> list[PlayRequest]:
    """Return the requests of a random duel to the engine, from its beginning on."""
    engine = RecordingEngine(core)
    referee, dice = begin_duel(core, engine, number)
    while referee.result() is None and len(engine.asked) <= ANSWERS_PER_DUEL:
        exhaust(referee.apply(choose(referee.prompts()[0], dice, 1)))
    return engine.asked


def begin_duel(core: ProvidedCore, engine: InProcessEngine, number: int) -> tuple[CoreReferee, RandomStreams]:
    """Return a duel of two random decks at its first prompt, and the random stream of its choices."""
    dice = RandomStreams(f"benchmark {number}".encode().ljust(32, b"."))
    referee = CoreReferee(MASTER, core.pool, engine)
    exhaust(referee.start(Setup(MASTER.name, (core.deck(dice), core.deck(dice)), number % 2), dice))
    return referee, dice


# --- opening ------------------------------------------------------------------------------------------------


def openings(core: ProvidedCore) -> Iterator[Figure]:
    """Return the time to a table's first prompt: with nothing prepared, with the engine compiled, and in a
    running process.
    """
    begin = [first_request(core, number) for number in range(OPENINGS_COUNT)]
    with tempfile.TemporaryDirectory() as empty:
        fresh = [
            _time_opening((*core.files[:2], str(Path(empty, str(number)))), begin[number])
            for number in range(COLD_STARTS_COUNT)
        ]
    started = [_time_opening(core.files, begin[number]) for number in range(COLD_STARTS_COUNT)]
    for name, pairs in (("engine never compiled", fresh), ("process not started", started)):
        passed, computed = (statistics.median(one[number] for one in pairs) for number in (0, 1))
        yield Figure(f"core: a table opens, {name}", passed, "s (goal 3)")
        yield Figure(f"core: a table opens, {name}, computed", computed, "s")
    process, warm = Process(core.files), []
    process.ask(begin[0])
    for number, one in enumerate(begin):
        since = time.perf_counter()
        process.ask(_rename_duel(one, number + 2))
        warm.append(time.perf_counter() - since)
    process.kill()
    yield Figure("core: a table opens, warm", statistics.median(warm) * 1_000, "ms (goal 100)")
    desk = core.desk()
    took = [cpu(partial(desk.handle, one)) for one in begin]
    yield Figure("core: of that, computed by the engine", statistics.median(took) * 1_000, "ms")


def carry_out(referee: CoreReferee, act: Act) -> None:
    """Carry out an act, with all that follows from it until the next prompt."""
    exhaust(referee.apply(act))


def first_request(core: ProvidedCore, number: int) -> Begin:
    """Return the first request of a duel of two random decks."""
    engine = RecordingEngine(core)
    begin_duel(core, engine, number)
    begin = engine.asked[0]
    assert isinstance(begin, Begin)
    return begin


def _time_opening(files: tuple[str, str, str], begin: Begin) -> tuple[float, float]:
    """Return the seconds until the first prompt of a process that is started: wall time, and CPU time."""
    since, before = time.perf_counter(), os.times()
    process = Process(files)
    process.ask(begin)
    passed = time.perf_counter() - since
    process.kill()
    after = os.times()
    return passed, sum(after[2:4]) - sum(before[2:4])


def _rename_duel(request: PlayRequest, duel: int) -> PlayRequest:
    """Return the same for another duel."""
    return msgspec.structs.replace(request, duel=duel)


# --- memory -------------------------------------------------------------------------------------------------


def memory(core: ProvidedCore, courses: Sequence[Sequence[PlayRequest]]) -> Iterator[Figure]:
    """Return the memory of an engine process: for a duel, and after many of them."""
    process = Process(core.files)
    process.ask(courses[0][0])
    if not resident(process.pid):
        click.echo(NO_MEMORY)
        process.kill()
        return
    before = resident(process.pid)
    for number in range(HELD_DUELS_COUNT):
        for request in courses[number % COURSES_COUNT]:
            process.ask(_rename_duel(request, number + 2))
    yield Figure(
        "core: memory of a duel", (resident(process.pid) - before) / HELD_DUELS_COUNT / 1024, "MiB (goal 5)"
    )
    for number in range(HELD_DUELS_COUNT):
        process.ask(DropDuel(number + 2))
    curve = []
    for number in range(MEMORY_DUELS_COUNT):
        for request in courses[number % COURSES_COUNT]:
            process.ask(_rename_duel(request, number + 1000))
        process.ask(DropDuel(number + 1000))
        if (number + 1) % DUELS_PER_STEP == 0:
            curve.append(resident(process.pid) / 1024)
    process.kill()
    click.echo(
        f"core: MiB of the process, every {DUELS_PER_STEP} duels: {' '.join(f'{one:.1f}' for one in curve)}"
    )
    yield Figure(f"core: memory of the process after {DUELS_PER_STEP} duels", curve[0], "MiB")
    yield Figure(f"core: memory of the process after {MEMORY_DUELS_COUNT} duels", curve[-1], "MiB")


def resident(pid: int) -> float:
    """Return the KiB that a process holds, 0 where this system does not report it."""
    statm = Path(f"/proc/{pid}/statm")
    if not statm.exists():
        return 0.0
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1024


# --- speed --------------------------------------------------------------------------------------------------


class CountingEngine(InProcessEngine):
    """Counts the engine's requests."""

    asked = 0

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        """Send a request, and count it."""
        self.asked += 1
        return super().call(request)


def answers(core: ProvidedCore) -> Iterator[Figure]:
    """Return the answers a second of a core, engine, mirror and our queries together."""
    numbers = iter(range(1_000_000))

    def play() -> dict[str, float]:
        took, done = 0.0, 0
        for number in islice(numbers, PLAYED_DUELS_COUNT):
            engine = CountingEngine(core)
            referee, dice = begin_duel(core, engine, number)
            for _ in range(PROMPTS_PER_DUEL):
                if referee.result() is not None:
                    break
                act = choose(referee.prompts()[0], dice, 1)
                took += cpu(partial(carry_out, referee, act))
            done += engine.asked - 1
        return {"an answer": took / done}

    units, stick = measure_parts(play)
    unit = units["an answer"]
    yield Figure("core: answers a second, with the mirror", 1 / unit, "answers/s (goal 1,500)", unit / stick)


# --- the loop -----------------------------------------------------------------------------------------------


def slices(core: ProvidedCore) -> Iterator[Figure]:
    """Return the steps of a server's loop while bots play whole duels over sockets."""
    decks = real_decks.pair_decks(real_decks.random_decks(SLICED_DUELS_COUNT, core, 1))
    with tempfile.TemporaryDirectory(prefix="facedown-bench-") as folder:
        file = Path(folder, "slices.json")
        trio.run(_measure_slices, Path(folder, "data"), file, decks)
        count, sizes, longest = json.loads(file.read_text(encoding="utf-8"))
    yield Figure("core: steps of the server's loop", count, "steps")
    for computed, passed, collected, task, calls in longest[:8]:
        click.echo(
            f"core: {computed * 1000:.1f} ms computed, {passed * 1000:.1f} passed, {collected * 1000:.1f} of "
            f"garbage: {task}: {' < '.join(reversed(calls))}"
        )
    held = sum(number for size, number in sizes if size >= 10)
    worst: list[Any] = max(longest, default=[0.0, 0.0])
    yield Figure("core: of them 10 ms or more", held, "steps (goal 0)")
    yield Figure("core: the longest, computed", worst[0] * 1_000, "ms (goal 10)")


async def _measure_slices(data: Path, file: Path, decks: Sequence[real_decks.Pair]) -> None:
    server = ServerProcess(data)
    os.environ["FACEDOWN_HOME"] = str(place_of(None))
    async with server.run("-m", "benchmarks.slices", str(file)) as process:
        played = DeckFigures()
        await real_decks.play_concurrently(server, decks, played, 1)
        for complaint in played.complaints:
            click.echo(f"core: {complaint}")
        process.terminate()
        await process.wait()
