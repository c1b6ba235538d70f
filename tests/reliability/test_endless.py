"""A row of the fault matrix: a card whose script never ends, in a real process."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import trio

from facedown_server.room.room import APOLOGY
from facedown_server.storage.schema import unpack
from facedown_shared.protocol.messages import Settings
from tests.reliability.processes import HeadlessClient, duel, find_prompted_client, server_process

STUCK = """
import sys
from facedown_server.service import command, lobby_setup
from tests.reliability.test_tables import duel_with

def stuck(fx):
    while True:
        pass
    yield

make = lobby_setup.make_referee
lobby_setup.make_referee = lambda setup, pool, core=None: (
    duel_with(stuck, pool, setup.format) if setup.format == "classic" else make(setup, pool, core)
)
command.MAX_STEP_CPU_S = 1.0
sys.exit(command.run(sys.argv[1:]))
"""
"""A server on which cards of one format never end; its timeout is shorter than the default."""

CLASSIC = Settings(format="classic", pace="off")


def is_ended(one: HeadlessClient) -> bool:
    """Return whether the table was ended with an apology."""
    ended = one.visit.model.ended
    return ended is not None and ended.reason == APOLOGY


async def play(one: HeadlessClient) -> None:
    """Activate what can be activated, otherwise take the first option, until the table ends."""
    while True:
        await one.wait_until(lambda: one.prompt or is_ended(one))
        if one.prompt is None:
            return
        prompt, verbs = one.prompt, [option.verb for option in one.prompt.options]
        index = verbs.index("activate") if "activate" in verbs else 0
        await one.pick(*range(index, index + max(prompt.least, min(prompt.most, 1))))


@pytest.mark.slow
async def test_a_card_that_computes_for_ever_ends_its_table_alone(tmp_path: Path) -> None:
    """Seen to fail without the watchdog: no client at any table received anything more."""
    async with server_process(tmp_path, program=("-c", STUCK)) as (_, port), duel(port) as (first, other):
        before = first.message_counts, other.message_counts
        async with duel(port, CLASSIC) as people:
            async with trio.open_nursery() as nursery:
                for one in people:
                    nursery.start_soon(play, one)
            code = people[0].visit.model.code
        await first.pick()
        await find_prompted_client(first, other)
        assert [one.seated for one in (first, other)] == [heard.seated for heard in before]
        query, result = "SELECT result, record FROM matches WHERE log LIKE ?", ""
        with closing(sqlite3.connect(tmp_path / "facedown.sqlite3")) as kept, trio.fail_after(60):
            while not result:  # stored shortly after the players are told; the server is killed below
                await trio.sleep(0.05)
                ((result, record),) = kept.execute(query, (f"{code}-%",)).fetchall()
    assert result == "broken"
    assert len(unpack(record)) > 0, "its log is kept"
