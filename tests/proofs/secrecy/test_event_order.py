"""Runs of several servers in virtual time: the same State gives the same bytes at the same moments."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from proofs.secrecy.event_order import run
from proofs.secrecy.first_run import play
from proofs.secrecy.run_settings import random_table

ACTS_COUNT = 12


@pytest.mark.parametrize("number", [0, 1])
def test_a_table_that_goes_between_servers_and_is_watched_through_relays_is_told_the_same_again(
    number: int,
) -> None:
    """Oldest tasks first, and in reverse."""
    one, other = (play(random_table(number, 8, ACTS_COUNT, relays=2, nodes=3)) for _ in range(2))
    assert one.takeovers > 0
    assert one.letters == other.letters


@pytest.mark.parametrize(("number", "first"), [(0, "older"), (1, "newer")])
def test_what_happens_at_one_moment_goes_by_when_tasks_were_begun(number: int, first: str) -> None:
    told: list[str] = []

    async def main() -> None:
        now = trio.Event()

        async def append_later(what: str) -> None:
            await now.wait()
            told.append(what)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(append_later, "older")
            await trio.sleep(1)
            nursery.start_soon(append_later, "newer")
            await trio.sleep(1)
            now.set()

    run(main, random_table(number, 8, nodes=3))
    assert told[0] == first
    told.clear()
    trio.run(main, clock=MockClock(autojump_threshold=0))
    assert sorted(told) == ["newer", "older"]
