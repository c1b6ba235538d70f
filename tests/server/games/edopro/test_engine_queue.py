"""The order of requests to an engine process: duels of heavy work delay no others."""

from __future__ import annotations

import trio
from trio.testing import MockClock

from facedown_server.games.edopro.engine_protocol import Reply
from facedown_server.games.edopro.engine_queue import PLAYED_WINDOW_S, EngineJob, JobQueue

HEAVY_DUEL_INDEX, LIGHT_DUEL_INDEX = 1, 2


async def play(
    queue: JobQueue, duel: int, worked_s: float, seconds: float, rest_s: float = 0.0
) -> list[float]:
    """Send answers of a duel for a time, one after the other; return how long each of them waited."""
    waits: list[float] = []
    with trio.move_on_after(seconds):
        while True:
            job = EngineJob(Reply(duel, b""))
            job.worked_s = worked_s
            begun = trio.current_time()
            queue.put(job)
            await job.done.wait()
            waits.append(trio.current_time() - begun - worked_s)
            await trio.sleep(rest_s)
    return waits


async def work(queue: JobQueue) -> None:
    """Handle requests as a process does, one at a time."""
    while True:
        job = await queue.next()
        await trio.sleep(job.worked_s)
        queue.note_work(job.request.duel, job.worked_s)
        job.done.set()


async def test_heavy_duels_take_a_tenth_of_the_process(autojump_clock: MockClock) -> None:
    """Seen to fail: two tables whose every prompt took a second made all acts of others wait three."""
    queue, waits = JobQueue(), list[float]()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(work, queue)
        for duel in (HEAVY_DUEL_INDEX, 11, 12):
            nursery.start_soon(play, queue, duel, 1.0, 100.0)
        await trio.sleep(20)
        waits = await play(queue, LIGHT_DUEL_INDEX, 0.004, 80.0, rest_s=0.5)
        nursery.cancel_scope.cancel()
    later = sorted(waits[10:])
    assert len(later) > 100
    assert later[-1] <= 2.0, "it waits for two requests at most: one heavy, one of a duel that was heavy"
    assert later[int(0.7 * len(later))] < 0.001


async def test_heavy_duels_that_rest_for_a_minute_stay_heavy(autojump_clock: MockClock) -> None:
    """Seen to fail: ten such duels rested until they were light, then held the process for ten seconds."""
    queue = JobQueue()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(work, queue)
        for duel in range(20, 30):
            nursery.start_soon(play, queue, duel, 1.0, 1.0)
        await trio.sleep(90)
        nursery.start_soon(play, queue, LIGHT_DUEL_INDEX, 0.004, 5.0, 0.5)
        await trio.sleep(5)
        for duel in range(20, 30):
            nursery.start_soon(play, queue, duel, 1.0, 1.0)
        waits = await play(queue, LIGHT_DUEL_INDEX, 0.004, 20.0, rest_s=0.5)
        nursery.cancel_scope.cancel()
    assert max(waits) < 1.1, "it waits for one heavy request at most"


async def test_heavy_duels_have_their_share_beside_light_ones(autojump_clock: MockClock) -> None:
    queue = JobQueue()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(work, queue)
        for duel in range(20, 60):
            nursery.start_soon(play, queue, duel, 0.005, 200.0, 1.0)
        waits = await play(queue, HEAVY_DUEL_INDEX, 1.0, 200.0)
        nursery.cancel_scope.cancel()
    assert 10 <= len(waits) <= 30
    assert max(waits) < 12.0


async def test_a_heavy_duel_alone_has_the_whole_process(autojump_clock: MockClock) -> None:
    queue = JobQueue()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(work, queue)
        await play(queue, LIGHT_DUEL_INDEX, 0.004, 1.0, rest_s=0.5)
        await trio.sleep(PLAYED_WINDOW_S)
        waits = await play(queue, HEAVY_DUEL_INDEX, 1.0, 30.0)
        nursery.cancel_scope.cancel()
    assert len(waits) >= 29
    assert set(waits) == {0.0}
