"""One task waits for another."""

from __future__ import annotations

import trio
from trio.testing import wait_all_tasks_blocked

from facedown_server.runtime.wakeup import Waiter


async def test_a_task_is_woken_once_and_not_when_it_has_stopped_waiting() -> None:
    waiter, woken = Waiter(), list[str]()

    async def wait(name: str) -> None:
        await waiter.wait()
        woken.append(name)

    async with trio.open_nursery() as nursery:
        with trio.CancelScope() as scope:
            scope.cancel()
            await wait("first")
        waiter.wake()
        nursery.start_soon(wait, "other")
        await wait_all_tasks_blocked()
        assert woken == []
        waiter.wake()
        waiter.wake()
    assert woken == ["other"]
