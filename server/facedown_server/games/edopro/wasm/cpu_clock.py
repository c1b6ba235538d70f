"""CPU time limit of an engine: ends an answer that computes too long, whatever its instructions are.

Fuel is the first limit, and the same on every machine. But some instructions take ten times as long as others
(an exception that is thrown and caught), so fuel alone would let them run for seconds.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MAX_ANSWER_CPU_S = 1.6
"""Maximum CPU seconds of one answer. On a free CPU core a duel is ended within two seconds. CPU time of the
process counts, so a busy machine aborts no duel.
"""
POLL_INTERVAL_S = 0.1
"""Seconds between two checks of a running answer."""
MAX_IDLE_POLLS = 20
"""Number of checks without a running answer after which the thread sleeps until an answer starts."""


def cpu_seconds() -> float:
    """Return the CPU seconds of this process so far."""
    return time.process_time()


class AnswerClock:
    """Watchdog for answers. `end`: called while an answer takes longer than `longest` seconds.

    `now`: returns the CPU seconds of all threads.
    """

    def __init__(
        self,
        end: Callable[[], None],
        longest: float = MAX_ANSWER_CPU_S,
        now: Callable[[], float] = cpu_seconds,
    ) -> None:
        self._end, self._longest, self._now = end, longest, now
        self._lock, self._wanted = threading.Lock(), threading.Event()
        self._thread: threading.Thread | None = None
        self._since: float | None = None
        """Start time of the running answer, or None."""

    @contextmanager
    def watch_answer(self) -> Iterator[None]:
        """Watch the answer that runs in this context."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run_watcher, daemon=True)
            self._thread.start()
        with self._lock:
            self._since = self._now()
        if not self._wanted.is_set():
            self._wanted.set()
        try:
            yield
        finally:
            with self._lock:
                self._since = None

    def end_if_overdue(self) -> float | None:
        """End the running answer if its time is up. Return the seconds left, or None if no answer runs."""
        with self._lock:
            if self._since is None:
                return None
            left = self._since + self._longest - self._now()
            if left <= 0:
                self._end()
            return max(left, 0.0)

    def _run_watcher(self) -> None:
        quiet = 0
        while True:
            left = self.end_if_overdue()
            quiet = 0 if left is not None else quiet + 1
            if quiet > MAX_IDLE_POLLS:
                self._wanted.clear()
                if self._since is None:
                    self._wanted.wait()
                quiet = 0
            time.sleep(POLL_INTERVAL_S if left is None else min(POLL_INTERVAL_S, max(left, 0.01)))
