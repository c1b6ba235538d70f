"""Running a server until a signal, or the end of its input, stops it."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Awaitable, Callable

import trio

SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""What stops a server in good order; the last is Windows' own. `nohup` ignores SIGHUP, and then so does a
server.
"""


async def run_until_stopped(
    run: Callable[..., Awaitable[None]], stop: trio.Event | None = None, *, until_input_ends: bool = False
) -> None:
    """Run something until it ends, or is stopped by a signal (or the end of input)."""
    stop = trio.Event() if stop is None else stop
    async with trio.open_nursery() as nursery:
        await nursery.start(_stop_on_signal, stop)
        if until_input_ends:
            nursery.start_soon(_stop_with_input, stop)

        async def run_and_cancel(task_status: trio.TaskStatus[object] = trio.TASK_STATUS_IGNORED) -> None:
            await run(stop=stop, task_status=task_status)
            nursery.cancel_scope.cancel()

        await nursery.start(run_and_cancel)
        _freeze_garbage()


def _freeze_garbage() -> None:
    """Freeze what a server starts with (cards, scripts, code): the garbage collector skips it then, which
    would delay every table.

    Almost all objects that acts leave are kept (logs, lines of steps), so it collects less often than by
    default: at 20,000 new objects, and at 80,000. The acts that are under way at 300 tables together have
    some thousand objects, which are freed without it.
    """
    gc.unfreeze()  # what loading has left is forgotten first
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 3)


async def _stop_on_signal(
    stop: trio.Event, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    """The first signal stops in good order, a second one at once."""
    known = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    known = [one for one in known if signal.getsignal(one) is not signal.SIG_IGN]
    with trio.open_signal_receiver(*known) as signals:
        task_status.started()
        async for _ in signals:
            if stop.is_set():
                raise KeyboardInterrupt
            stop.set()


async def _stop_with_input(stop: trio.Event) -> None:
    """Stop at the end of standard input. Read raw: a thread left in sys.stdin aborts Python at its exit."""
    while await trio.to_thread.run_sync(os.read, sys.stdin.fileno(), 4096, abandon_on_cancel=True):
        pass
    stop.set()
