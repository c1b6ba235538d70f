"""Figures of many duels, added up, and playing them side by side in processes.

A duel follows from its number and the seed alone, so the figures are the same for any number of processes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields
from typing import Self, TypeVar

import click


@dataclass
class Figures:
    """Sums: numbers, counters, sets and lists. `complaints` describe the failures."""

    duels: int = 0
    complaints: list[str] = field(default_factory=list)

    def add(self, other: Self) -> None:
        """Add the figures of other duels."""
        for one in fields(self):
            mine, more = getattr(self, one.name), getattr(other, one.name)
            setattr(self, one.name, mine | more if isinstance(mine, set) else mine + more)


F = TypeVar("F", bound=Figures)


def play_numbered(one: Callable[[int], F], count: int, jobs: int | None = None) -> Iterator[F]:
    """Yield the figures of each numbered duel, in order. `jobs`: processes; None for one a core."""
    if jobs == 1:
        yield from map(one, range(count))
        return
    with ProcessPoolExecutor(jobs or os.cpu_count() or 1) as processes:
        yield from processes.map(one, range(count), chunksize=2)


def sum_figures(total: F, one: Callable[[int], F], count: int, jobs: int | None, step: int, what: str) -> F:
    """Return the same added to `total`; print complaints at once, and the progress every `step` duels."""
    for part in play_numbered(one, count, jobs) if count else ():
        total.add(part)
        for complaint in part.complaints:
            click.echo(complaint)
        if total.duels % step == 0 and total.duels < count:
            click.echo(f"{total.duels} of {count} {what} …", err=True)
    return total
