"""End the table of a card script that never ends, not the server.

Scripts are plain Python between two yields: only an exception from outside ends an endless loop in one. A
thread counts the steps of the main thread. When one step has used too many CPU seconds, a signal handler
raises `Endless` in the main thread, between two instructions, and only while rules run. Rules are pure (law
5): they hold no lock, wait for nothing and change only their own duel, which is abandoned. No other code is
ever interrupted, nor is a single call of C that never returns.
"""

from __future__ import annotations

import _thread
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import trio

MAX_STEP_CPU_S = 5.0
"""CPU seconds that one step may take; a normal step takes milliseconds."""

CHECK_INTERVAL_S = 0.5
"""Seconds between two checks."""

RULES = (
    "facedown_server.games.duel",
    "facedown_server.games.manual",
    "facedown_server.games.manual.yugioh.half",
    "facedown_server.refereeing.match",
)

SIGNAL: signal.Signals = getattr(signal, "SIGUSR2", signal.SIGFPE)
"""Never sent, only simulated. Windows knows few signals; Python raises no SIGFPE itself."""


class Endless(Exception):
    """Raised in rules that computed for too long without yielding."""


class Watchdog(trio.abc.Instrument):
    """Monitor of the steps of trio's tasks. `cpu` returns the CPU seconds of the process."""

    def __init__(self, cpu: Callable[[], float], longest: float = MAX_STEP_CPU_S) -> None:
        """Create a watchdog. `longest`: CPU seconds that a step may take."""
        self._cpu = cpu
        self._longest = longest
        self._steps = 0
        self._held = -1
        """The number of the step that takes too long."""
        self._over = threading.Event()

    @contextmanager
    def monitor_thread(self) -> Iterator[None]:
        """Monitor the main thread until the block ends; enter it within trio."""
        before = signal.signal(SIGNAL, self._interrupt)
        trio.lowlevel.add_instrument(self)
        thread = threading.Thread(target=self._monitor, name="watchdog", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()
            trio.lowlevel.remove_instrument(self)
            signal.signal(SIGNAL, before)

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        """Count one more step (called by trio)."""
        self._steps += 1

    def _monitor(self) -> None:
        step, since = -1, 0.0
        while not self._over.wait(min(CHECK_INTERVAL_S, self._longest / 2)):
            now = self._cpu()
            if self._steps != step:
                step, since = self._steps, now
            elif now - since > self._longest:
                self._held, since = step, now
                _thread.interrupt_main(SIGNAL)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """Raise Endless in the main thread, unless the step has ended meanwhile or no rules run."""
        if self._steps == self._held and any(name.startswith(RULES) for name in _modules(frame)):
            raise Endless(f"rules that used {self._longest:.1f} s of CPU without giving way were ended")


def _modules(frame: FrameType | None) -> Iterator[str]:
    """Return the names of the running modules, the innermost first."""
    while frame is not None:
        yield str(frame.f_globals.get("__name__", ""))
        frame = frame.f_back
