"""Expensive messages of many connections are processed one at a time, and others in between."""

from __future__ import annotations

from itertools import pairwise

import trio

from facedown_server.network.crowd.turnstile import DEAR_TOKENS, Turnstile


async def test_others_get_their_turn_between_dear_messages() -> None:
    turnstile, done = Turnstile(), list[str]()

    async def run_costly(number: int) -> None:
        await turnstile.wait_for_turn(DEAR_TOKENS)
        done.append(f"dear {number}")

    async def run_other() -> None:
        while done.count("other") < 60:
            await trio.lowlevel.checkpoint()
            done.append("other")

    async with trio.open_nursery() as nursery:
        for number in range(12):
            nursery.start_soon(run_costly, number)
        nursery.start_soon(run_other)
    dears = [index for index, each in enumerate(done) if each != "other"]
    assert len(dears) == 12
    assert all(after - before > 1 for before, after in pairwise(dears)), done


async def test_cheap_messages_wait_for_nobody() -> None:
    turnstile = Turnstile()
    async with turnstile._one:
        with trio.fail_after(1):
            await turnstile.wait_for_turn(DEAR_TOKENS - 1)
