"""Inbox of a table's task, and the alarms of all tables.

A waiting table costs nothing: it has no timer and no extra task. One task rings all alarms, and a table whose
alarm rings checks itself whether anything is due.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

import trio

from facedown_server.network.crowd.guest import Guest
from facedown_server.runtime.wakeup import Waiter
from facedown_server.storage.store import StoreFailed
from facedown_shared.text import FacedownError

MAX_STALE_ALARMS = 64
"""Stale alarms tolerated before the heap is compacted, besides one per table."""


@dataclass(slots=True)
class Input:
    """One job for a table's task. `done` is set when it has been handled; `refused` is the error that refused
    it.
    """

    do: Callable[[], Awaitable[None]]
    guest: Guest | None = None
    """The sender, who gets the refusal, or the news that the table was closed before."""
    ask: int = -1
    """The number of the prompt that the message answers."""
    done: Waiter = field(default_factory=Waiter)
    refused: FacedownError | StoreFailed | None = None


class Inbox:
    """First-in, first-out queue of one table's inputs. One task reads from it.

    While the reader waits for an input, another task may take its place (`acquire`), which saves two switches
    of tasks. What comes in meanwhile waits until it gives the place back (`release`).
    """

    __slots__ = ("_alarms", "_inputs", "_is_held", "_reader", "_was_woken", "set_for")

    def __init__(self, alarms: Alarms) -> None:
        self._alarms = alarms
        self._inputs: deque[Input] = deque()
        self._reader = Waiter()
        self._is_held = self._was_woken = False
        """Whether another task has the reader's place, and whether the reader is to be woken after it."""
        self.set_for = math.inf
        """The time of the next alarm: the requested time or earlier."""

    def __len__(self) -> int:
        return len(self._inputs)

    def append(self, entry: Input) -> None:
        """Append an input."""
        self._inputs.append(entry)
        self.wake_reader()

    def wake_reader(self) -> None:
        """Wake the task that waits in `next_input`, once no other task has its place."""
        if self._is_held:
            self._was_woken = True
        else:
            self._reader.wake()

    def acquire(self) -> bool:
        """Take the reader's place; return False unless the reader waits and no input does."""
        if self._is_held or self._inputs or not self._reader.has_waiter:
            return False
        self._is_held = True
        return True

    def release(self, until: float) -> None:
        """Give the reader its place back. It wakes at the time `until` or earlier: at once if that has
        come, or if anything has come in meanwhile.
        """
        self._is_held = False
        if self._was_woken or until <= trio.current_time():
            self._was_woken = False
            self._reader.wake()
        else:
            self._alarms.set_alarm(self, until)

    async def next_input(self, until: float) -> Input | None:
        """Wait for the next input and return it.

        Returns None at the time `until` or earlier: then check again what is due.
        """
        if self._inputs or until <= trio.current_time():
            await trio.lowlevel.checkpoint()  # other tasks run first
        else:
            self._alarms.set_alarm(self, until)
            await self._reader.wait()
        return self.next_waiting()

    def next_waiting(self) -> Input | None:
        """Return the next input, or None if the inbox is empty."""
        return self._inputs.popleft() if self._inputs else None

    def close(self) -> None:
        """Close the inbox: no more inputs are read from it."""
        self._alarms.forget(self)


class Alarms:
    """Alarm clock for all tables: wakes each at the time it has set. `run` is the task that does this."""

    def __init__(self) -> None:
        self._times: list[tuple[float, int, Inbox]] = []
        """Heap of alarm times. Stale entries stay in it for a while."""
        self._count = 0
        self._meant = 0
        """Inboxes whose alarm is set."""
        self._sleep = trio.CancelScope()

    def __len__(self) -> int:
        return len(self._times)

    def set_alarm(self, inbox: Inbox, time: float) -> None:
        """Wake this inbox at `time`, by trio's clock, or earlier."""
        if time >= inbox.set_for:
            return
        self._meant += inbox.set_for == math.inf
        inbox.set_for = time
        self._count += 1
        if len(self._times) > 2 * self._meant + MAX_STALE_ALARMS:
            self._times = [each for each in self._times if each[0] == each[2].set_for]
            heapify(self._times)
        heappush(self._times, (time, self._count, inbox))
        if time < self._sleep.deadline:
            self._sleep.deadline = time

    def forget(self, inbox: Inbox) -> None:
        """Cancel the alarm of this inbox."""
        self._meant -= inbox.set_for < math.inf
        inbox.set_for = math.inf

    async def run(self) -> None:
        """Wake the tables that are due, until cancelled."""
        while True:
            self._wake_due(trio.current_time())
            with trio.CancelScope(deadline=self._times[0][0] if self._times else math.inf) as self._sleep:
                await trio.sleep_forever()

    def _wake_due(self, now: float) -> None:
        while self._times and self._times[0][0] <= now:
            time, _, inbox = heappop(self._times)
            if time == inbox.set_for:
                self.forget(inbox)
                inbox.wake_reader()


async def order_all(orders: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """Carry out orders at several tables at once: none waits for a busy table.

    Raises StoreFailed after all are done, if any table could not be stored.
    """
    failures: list[StoreFailed] = []

    async def carry_out(order: Callable[[], Awaitable[None]]) -> None:
        try:
            await order()
        except StoreFailed as failed:
            failures.append(failed)

    async with trio.open_nursery() as nursery:
        for order in orders:
            nursery.start_soon(carry_out, order)
    if failures:
        raise failures[0]
