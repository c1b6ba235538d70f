"""Engine processes that die: their duels are replayed, and only a duel that kills one twice is ended."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest
import trio
import trio.testing

from facedown_server.games.edopro.engine_processes import EngineProcesses, run_processes
from facedown_server.games.edopro.engine_protocol import PASS_ANSWER, Begin, CoreSteps, DropDuel, Reply
from facedown_server.games.edopro.engine_queue import MAX_ANSWERS_BEFORE_START

ENGINE = """
import os, sys
from collections import Counter
from facedown_server.games.edopro import engine_protocol
from facedown_server.games.edopro.engine_protocol import CoreSteps, Reply

heard, given = Counter(), sys.stdin.buffer
size = engine_protocol.FRAME_HEADER_BYTES
while len(head := given.read(size)) == size:
    request = engine_protocol.request(given.read(engine_protocol.size(head)))
    if isinstance(request, Reply) and request.answer == b"kill":
        os._exit(1)
    heard[request.duel] += 1
    said = CoreSteps(request.duel, logs=(str(heard[request.duel]),))
    sys.stdout.buffer.write(engine_protocol.frame(said))
    sys.stdout.buffer.flush()
"""
"""An engine that only counts the requests of each duel, and dies on request."""
SLOW_ENGINE = ENGINE.replace(
    "    heard[", "    if not isinstance(request, Reply):\n        time.sleep(0.02)\n    heard[", 1
).replace("import os, sys", "import os, sys, time")
"""The same, but the start of a duel takes 20 ms, so that an answer can arrive while starts still wait."""

FORWARD_ENGINE = ENGINE.replace(
    "    sys.stdout.buffer.write",
    """    if isinstance(request, Reply) and request.ahead:
        ahead = range(heard[request.duel] + 1, heard[request.duel] + 4)
        said = CoreSteps(
            request.duel, logs=said.logs,
            ahead=tuple(CoreSteps(request.duel, logs=(str(number),)) for number in ahead),
        )
        heard[request.duel] += 3
    sys.stdout.buffer.write""",
    1,
)
"""The same, but after each answer it counts three passes that it was not asked for, if it may."""


def begin(duel: int) -> Begin:
    """Return the request that begins a duel without cards."""
    return Begin(duel, (1, 2, 3, 4), 0, (8000, 8000), 5, ((), ()), ((), ()))


async def ask(processes: EngineProcesses, request: Begin | Reply) -> CoreSteps:
    """Return the answer to a request."""
    for frame in processes.call(request):
        await frame.done()
    return processes.last_response(request.duel)


async def test_a_process_may_be_killed_again_and_again() -> None:
    """It is restarted and receives everything once more, however often it is killed."""
    async with run_processes(EngineProcesses([sys.executable, "-c", ENGINE], 1)) as processes:
        await ask(processes, begin(1))
        for count in range(2, 8):
            pid = processes.children[0].pid
            assert pid > 0
            os.kill(pid, signal.SIGKILL)
            said = await ask(processes, Reply(1, b"go on"))
            assert (said.stopped, said.logs) == ("", (str(count),))


async def test_a_duel_that_kills_its_process_twice_is_ended_alone() -> None:
    async with run_processes(EngineProcesses([sys.executable, "-c", ENGINE], 1)) as processes:
        for duel in (1, 2):
            await ask(processes, begin(duel))
        assert (await ask(processes, Reply(1, b"kill"))).stopped == "fault"
        said = await ask(processes, Reply(2, b"go on"))
        assert (said.stopped, said.logs) == ("", ("2",))


@pytest.mark.skipif(sys.platform == "win32", reason="a file that is open cannot be removed there")
@pytest.mark.parametrize("by", ["removed", "replaced", "written over"])
async def test_a_process_is_started_again_from_files_that_are_gone(tmp_path: Path, by: str) -> None:
    """Seen to fail: the duel was ended, since nothing could be started from a name that no longer existed, or
    was another file's.
    """
    engine = tmp_path / "folder" / "engine.py"
    engine.parent.mkdir()
    engine.write_text(ENGINE)
    started = [sys.executable, "-c", f"exec(open({str(engine)!r}).read())"]
    async with run_processes(EngineProcesses(started, 1, (engine,))) as processes:
        await ask(processes, begin(1))
        if by != "written over":
            engine.unlink()
        if by != "removed":
            engine.write_text("it is none")
        else:
            engine.parent.rmdir()
        pid = processes.children[0].pid
        assert pid > 0
        os.kill(pid, signal.SIGKILL)
        said = await ask(processes, Reply(1, b"go on"))
        assert (said.stopped, said.logs) == ("", ("2",))
        assert engine.read_text() == ENGINE, "it lies there again, for the next start of the server"


async def test_files_that_are_missing_from_the_beginning_end_a_duel_in_words(tmp_path: Path) -> None:
    missing = tmp_path / "engine.py"
    async with run_processes(EngineProcesses([sys.executable, str(missing)], 1, (missing,))) as processes:
        assert (await ask(processes, begin(1))).stopped == "fault"


async def test_answers_do_not_wait_for_the_starts_of_other_duels() -> None:
    """Seen to fail: at seven starts a second, each of 65 ms, a running duel all but stood still."""
    async with run_processes(EngineProcesses([sys.executable, "-c", SLOW_ENGINE], 1)) as processes:
        await ask(processes, begin(1))
        order: list[int] = []

        async def note(request: Begin | Reply) -> None:
            await ask(processes, request)
            order.append(request.duel)

        async with trio.open_nursery() as nursery:
            for duel in range(2, 32):
                nursery.start_soon(note, begin(duel))
            await trio.testing.wait_all_tasks_blocked()
            nursery.start_soon(note, Reply(1, b"go on"))
        assert order.index(1) < 10, "it waits for the start under way, not for all thirty"
        assert set(order) == set(range(1, 32))


async def test_a_start_does_not_wait_for_all_answers_of_a_busy_process() -> None:
    processes = EngineProcesses([sys.executable, "-c", ENGINE], 1)
    for duel in range(40):
        next(processes.call(Reply(duel, b"go on")))
    next(processes.call(begin(99)))
    order = [(await processes._queues[0].next()).request for _ in range(41)]
    assert order[MAX_ANSWERS_BEFORE_START] == begin(99)
    assert [one.duel for one in order if isinstance(one, Reply)] == list(range(40))


async def test_passes_that_must_follow_need_no_request() -> None:
    """The process carries them out with the answer before them; it is asked again only after them."""
    async with run_processes(EngineProcesses([sys.executable, "-c", FORWARD_ENGINE], 1)) as processes:
        await ask(processes, begin(1))
        said = await ask(processes, Reply(1, b"go on"))
        assert said.logs == ("2",)
        for count in (3, 4, 5):
            assert not list(processes.call(Reply(1, PASS_ANSWER))), "nothing has to be awaited"
            assert processes.last_response(1).logs == (str(count),)
        assert (await ask(processes, Reply(1, b"go on"))).logs == ("6",)


async def test_a_process_started_again_has_passed_no_further_than_its_duel() -> None:
    """What the dead process had sent ahead is void, since its successor repeats the duel's own answers."""
    async with run_processes(EngineProcesses([sys.executable, "-c", FORWARD_ENGINE], 1)) as processes:
        for duel in (1, 2):
            await ask(processes, begin(duel))
            assert (await ask(processes, Reply(duel, b"go on"))).logs == ("2",)
        assert (await ask(processes, Reply(1, PASS_ANSWER))).logs == ("3",)
        os.kill(processes.children[0].pid, signal.SIGKILL)
        assert (await ask(processes, begin(3))).logs == ("1",)
        for count in (4, 5, 6, 7):
            assert (await ask(processes, Reply(1, PASS_ANSWER))).logs == (str(count),)
        assert (await ask(processes, Reply(2, PASS_ANSWER))).logs == ("3",)


async def test_a_duel_that_is_over_has_nothing_ahead() -> None:
    async with run_processes(EngineProcesses([sys.executable, "-c", FORWARD_ENGINE], 1)) as processes:
        await ask(processes, begin(1))
        await ask(processes, Reply(1, b"go on"))
        processes.forget_duel(DropDuel(1))
        assert (await ask(processes, begin(2))).logs == ("1",)
        assert list(processes.call(Reply(1, PASS_ANSWER))), "it has to be asked"


async def test_a_duel_may_be_forgotten_in_any_thread() -> None:
    """Garbage collection runs in any. Seen to fail: the process handled no request any more."""
    async with run_processes(EngineProcesses([sys.executable, "-c", ENGINE], 1)) as processes:
        await ask(processes, begin(1))
        await trio.testing.wait_all_tasks_blocked()
        await trio.to_thread.run_sync(processes.forget_duel, DropDuel(1))
        with trio.fail_after(60):
            assert (await ask(processes, begin(2))).logs == ("1",)
            assert (await ask(processes, begin(1))).logs == ("3",), "the drop was the second request"
