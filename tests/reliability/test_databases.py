"""Rows of the fault matrix: a duel whose journal is in PostgreSQL, which stops and restarts."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
import trio

from facedown_shared.protocol.messages import Answer
from tests import postgresql
from tests.postgresql import Cluster
from tests.reliability.processes import duel, find_prompted_client, server_process

pytestmark = postgresql.needed


@pytest.mark.slow
async def test_a_duel_goes_on_when_its_database_is_back(tmp_path: Path) -> None:
    """PostgreSQL is killed, as if it had crashed, with an answer on its way; and then the server is killed as
    well.
    """
    with Cluster.run() as own:
        address = own.database("duels")
        async with server_process(tmp_path, 0, "--database", address) as (process, port), duel(port) as both:
            first, other = both
            before = first.visit.model.view
            await trio.to_thread.run_sync(own.stop, signal.SIGQUIT)
            assert first.prompt is not None
            first.visit.send(Answer(first.prompt.ask, (0,)))
            await trio.to_thread.run_sync(own.start)
            one = first
            while (
                one is first and one.visit.model.view == before
            ):  # a declaration is visible once it is complete
                await first.wait_until(lambda: first.prompt)
                await one.pick()
                one = await find_prompted_client(first, other)
            after, heard = one.visit.model.view, one.message_counts
            process.kill()
            await process.wait()
            async with server_process(tmp_path, port, "--database", address):
                await one.wait_for_return(heard, asked=True)
                assert one.visit.model.view == after
