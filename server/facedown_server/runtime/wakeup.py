"""An event for one waiter, at half the cost of trio's."""

from __future__ import annotations

import trio
from trio.lowlevel import Abort, Task


class Waiter:
    """Signal that one task waits for, repeatedly, until another task wakes it.

    A wake without a waiter does nothing: a task that may be woken before it waits must check its condition
    first.
    """

    __slots__ = ("_task",)

    def __init__(self) -> None:
        self._task: Task | None = None

    @property
    def has_waiter(self) -> bool:
        """True while a task waits."""
        return self._task is not None

    async def wait(self) -> None:
        """Wait until another task wakes this one. A cancellation point."""
        self._task = trio.lowlevel.current_task()
        await trio.lowlevel.wait_task_rescheduled(self._abort)

    def wake(self) -> None:
        """Wake the waiting task, if there is one."""
        if self._task is not None:
            task, self._task = self._task, None
            trio.lowlevel.reschedule(task)

    def _abort(self, _: object) -> Abort:
        self._task = None
        return Abort.SUCCEEDED
