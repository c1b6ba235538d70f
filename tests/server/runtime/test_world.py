"""Worlds: the real one advances, two seeded ones are the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import trio
from trio.testing import MockClock

from facedown_server.runtime.world import RealWorld, SeededWorld, World


async def test_a_seeded_world_lives_in_virtual_time(autojump_clock: MockClock) -> None:
    world: World = SeededWorld()
    before, day = world.now(), world.wall()
    await trio.sleep(3_600)
    assert world.now() - before == 3_600
    assert world.wall() - day == timedelta(hours=1)


def test_seeded_worlds_draw_the_same_and_never_twice() -> None:
    first, second = SeededWorld("seed"), SeededWorld("seed")
    drawn = [first.entropy(16) for _ in range(100)]
    assert drawn == [second.entropy(16) for _ in range(100)]
    assert len(set(drawn)) == 100
    assert SeededWorld("other").entropy(16) not in drawn


def test_a_seeded_world_can_have_a_clock_of_its_own() -> None:
    assert SeededWorld(clock=lambda: 60.0).wall() == datetime(2026, 1, 1, 0, 1, tzinfo=UTC)


async def test_the_real_world_is_real() -> None:
    world: World = RealWorld()
    assert world.now() <= world.now()
    assert world.wall().tzinfo is UTC
    assert world.entropy(16) != world.entropy(16)
    assert len(world.entropy(5)) == 5
