"""Runs in virtual time that can be compared, also where several servers are one service.

On one server nothing may depend on the order of what happens at one moment, so runs take it as trio does, by
chance. Between servers it does: which of two first reads what a third has just written. Nothing of a table
decides that, and in the world outside no two moments are the same. There both runs take things in one order:
of tasks as they were begun, or the other way round.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from unittest.mock import patch

import trio
from trio._core import _run as scheduler
from trio.testing import MockClock

from proofs.secrecy.run_settings import RandomTable


class _Order:
    """Replaces the random generator by which trio shuffles the runnable tasks."""

    def __init__(self, *, newest_first: bool) -> None:
        self._newest_first = newest_first

    def shuffle(self, tasks: list[object]) -> None:
        """Leave them as they are, oldest first, or reverse them: trio takes them from the end."""
        if not self._newest_first:
            tasks.reverse()


@contextmanager
def _sort_tasks(*, newest_first: bool) -> Iterator[None]:
    """Sort tasks by the time of their start, as trio does where it runs under Hypothesis."""
    with (
        patch.object(scheduler, "_ALLOW_DETERMINISTIC_SCHEDULING", new=True),
        patch.object(scheduler, "_r", _Order(newest_first=newest_first)),
    ):
        yield


def run(main: Callable[[], Awaitable[object]], setting: RandomTable) -> None:
    """Run it in virtual time. Every other table of several servers takes things the other way round."""
    order = _sort_tasks(newest_first=setting.number % 2 == 1) if setting.nodes else nullcontext()
    with order:
        trio.run(main, clock=MockClock(autojump_threshold=0))
