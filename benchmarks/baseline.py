"""The baseline by which every figure is divided: a fixed piece of plain Python work, timed in the same run.

Machines are shared and noisy. A ratio to this baseline carries over to another one; seconds do not.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import click

ROUNDS_COUNT = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured figure: its name, value and unit, and how many baselines one unit of work costs."""

    name: str
    value: float
    unit: str
    baselines: float = 0.0

    def __str__(self) -> str:
        ratio = f"  ({self.baselines:8.3f} baselines each)" if self.baselines else ""
        return f"{self.name:<58}{self.value:>12,.1f} {self.unit:<16}{ratio}"


def baseline() -> None:
    """Make ten thousand dict writes and reads: about a millisecond of CPython."""
    table: dict[int, int] = {}
    for number in range(5_000):
        table[number * 7 % 1_009] = table.get(number % 1_009, 0) + 1


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of one call."""
    start = time.process_time()
    work()
    return time.process_time() - start


def run_twenty() -> None:
    """Run the baseline twenty times, enough to time."""
    for _ in range(20):
        baseline()


def measure_parts(
    work: Callable[[], Mapping[str, float]], rounds: int = ROUNDS_COUNT
) -> tuple[dict[str, float], float]:
    """Return the median CPU seconds per unit of each part, and the median baseline, measured in turns.

    `work` returns the CPU seconds of a unit of each part.
    """
    units: list[Mapping[str, float]] = []
    sticks: list[float] = []
    for number in range(rounds):
        click.echo(f"round {number + 1} of {rounds}", err=True)
        sticks.append(cpu(run_twenty) / 20)
        units.append(work())
    parts = {part: statistics.median(each[part] for each in units) for part in units[0]}
    return parts, statistics.median(sticks)


def measure_interleaved(work: Callable[[], int], rounds: int = ROUNDS_COUNT) -> tuple[float, float]:
    """Return the median CPU seconds per unit of work, and the median baseline, measured in turns.

    `work` returns how many units it did.
    """

    def once() -> dict[str, float]:
        start = time.process_time()
        done = work()
        return {"work": (time.process_time() - start) / max(done, 1)}

    parts, stick = measure_parts(once, rounds)
    return parts["work"], stick
