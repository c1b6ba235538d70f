"""A card that computes for ever ends its own table, not the server.

Scripts are plain Python between two yields: only an exception from outside ends an endless loop in one. A
thread counts the steps of the main thread, and when one of them has used seconds of CPU, a signal handler
raises `Endless` there: in the main thread itself, between two instructions, and only where rules are at work.
They are pure (law 5): they hold no lock, wait for nothing and change nothing but their own duel, which is
given up. Nothing else is ever interrupted, nor is a single call of C that takes for ever.
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
"""CPU seconds of one step; one that gives way to others as it should takes milliseconds."""

CHECK_INTERVAL_S = 0.5
"""Seconds between two looks."""

RULES = (
    "facedown_server.games.duel",
    "facedown_server.games.manual",
    "facedown_server.games.manual.yugioh.half",
    "facedown_server.refereeing.match",
)

SIGNAL: signal.Signals = getattr(signal, "SIGUSR2", signal.SIGFPE)
"""Never sent, only simulated. Windows knows few; of these nothing in Python raises SIGFPE."""


class Endless(Exception):
    """Rules that computed for too long without giving way were ended."""


class Watchdog(trio.abc.Instrument):
    """Watches over the steps of trio's tasks. `cpu` says how many seconds of CPU the process has used."""

    def __init__(self, cpu: Callable[[], float], longest: float = MAX_STEP_CPU_S) -> None:
        """`longest`: CPU seconds that a step may take."""
        self._cpu = cpu
        self._longest = longest
        self._steps = 0
        self._held = -1
        """The step that takes too long."""
        self._over = threading.Event()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch from within trio, in the main thread, until the block ends."""
        before = signal.signal(SIGNAL, self._interrupt)
        trio.lowlevel.add_instrument(self)
        thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()
            trio.lowlevel.remove_instrument(self)
            signal.signal(SIGNAL, before)

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        """One more step begins (called by trio)."""
        self._steps += 1

    def _watch(self) -> None:
        step, since = -1, 0.0
        while not self._over.wait(min(CHECK_INTERVAL_S, self._longest / 2)):
            now = self._cpu()
            if self._steps != step:
                step, since = self._steps, now
            elif now - since > self._longest:
                self._held, since = step, now
                _thread.interrupt_main(SIGNAL)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """In the main thread, wherever it is: unless it has gone on meanwhile, and if these are rules."""
        if self._steps == self._held and any(name.startswith(RULES) for name in _modules(frame)):
            raise Endless(f"rules that used {self._longest:.1f} s of CPU without giving way were ended")


def _modules(frame: FrameType | None) -> Iterator[str]:
    """Names of the modules at work, the innermost first."""
    while frame is not None:
        yield str(frame.f_globals.get("__name__", ""))
        frame = frame.f_back
