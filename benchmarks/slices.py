"""How long a server's loop is blocked at a time: every step of every task, the longest ones with their
stacks.

    python -m benchmarks.slices FILE serve …      a server as `server` is, that writes FILE at its end

A step counts by its thread's CPU time (others may have had the core meanwhile), and beside it by the
clock. Its stack is sampled by another thread while it lasts, and pauses of the garbage collector are
listed separately.
"""

from __future__ import annotations

import gc
import json
import sys
import threading
import time
import traceback
from collections import Counter
from functools import partial
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import trio

MIN_LONG_STEP_S = 0.004
"""Seconds from which a step is sampled."""
SAMPLE_INTERVAL_S = 0.002
MAX_STACK_FRAMES = 12
"""Calls of a stack that are listed."""
MAX_STEPS_KEPT = 20
STARTING = "facedown_server.service.command."
"""Names of the tasks that start a server, before it listens."""


class Slice(NamedTuple):
    """One step of a task: its seconds of CPU and of wall time, among them those of the garbage collector, and
    its sampled stack, outermost first.
    """

    computed: float
    passed: float
    collected: float
    task: str
    calls: list[str]


class Slices(trio.abc.Instrument):
    """Records the steps of all tasks of a loop."""

    def __init__(self) -> None:
        self.count = 0
        self.sizes: Counter[int] = Counter()
        """How many steps took so many whole milliseconds of CPU."""
        self.longest: list[Slice] = []
        self._began = self._computed = self._collected = self._collecting = 0.0
        self._number = 0
        """The number of the running step, 0 between two."""
        self._seen: tuple[int, list[str]] = (0, [])
        self._thread = threading.get_ident()
        gc.callbacks.append(self._collector)
        threading.Thread(target=self._look, daemon=True).start()

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        self.count += 1
        self._collected = 0.0
        self._computed, self._began = time.thread_time(), time.perf_counter()
        self._number = self.count

    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        number, self._number = self._number, 0
        if task.name.startswith(STARTING):
            return
        passed, computed = time.perf_counter() - self._began, time.thread_time() - self._computed
        self.sizes[int(computed * 1000)] += 1
        if max(computed, passed) > MIN_LONG_STEP_S:
            seen, calls = self._seen
            one = Slice(computed, passed, self._collected, task.name, calls if seen == number else [])
            self.longest = sorted([*self.longest, one], reverse=True)[:MAX_STEPS_KEPT]

    def _collector(self, phase: str, _: dict[str, int]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._collecting = now
        elif threading.get_ident() == self._thread:
            self._collected += now - self._collecting

    def _look(self) -> None:
        while True:
            time.sleep(SAMPLE_INTERVAL_S)
            number = self._number
            if number and self._seen[0] != number and time.perf_counter() - self._began > MIN_LONG_STEP_S:
                frame = sys._current_frames().get(self._thread)
                if number == self._number:
                    self._seen = (number, _calls(frame))


def _calls(frame: FrameType | None) -> list[str]:
    found = traceback.extract_stack(frame)[-MAX_STACK_FRAMES:]
    return [
        f"{Path(one.filename).parent.name}/{Path(one.filename).name}:{one.lineno} {one.name}" for one in found
    ]


def main() -> None:
    """Run the server with its loop measured."""
    from facedown_server.service import command

    file, sys.argv[1:] = Path(sys.argv[1]), sys.argv[2:]
    slices = Slices()
    vars(trio)["run"] = partial(trio.run, instruments=[slices])  # as the command calls it
    try:
        command.main()
    finally:
        file.write_text(
            json.dumps([slices.count, sorted(slices.sizes.items()), slices.longest]), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
