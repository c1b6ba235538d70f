"""How one task waits for another: what an event of trio does for one waiter, at half of its cost."""

from __future__ import annotations

import trio
from trio.lowlevel import Abort, Task


class Waiter:
    """Where one task waits until another wakes it, again and again. To wake nobody does nothing, so whoever
    may be woken before it waits looks first for what it waits for."""

    __slots__ = ("_task",)

    def __init__(self) -> None:
        self._task: Task | None = None

    async def wait(self) -> None:
        """Return when somebody wakes this task, which may be cancelled meanwhile."""
        self._task = trio.lowlevel.current_task()
        await trio.lowlevel.wait_task_rescheduled(self._leave)

    def wake(self) -> None:
        """Let whoever waits go on."""
        if self._task is not None:
            task, self._task = self._task, None
            trio.lowlevel.reschedule(task)

    def _leave(self, _: object) -> Abort:
        self._task = None
        return Abort.SUCCEEDED
