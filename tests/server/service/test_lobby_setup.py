"""The journal of a server that starts before its database."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from structlog.testing import capture_logs

from facedown_server.runtime.world import RealWorld
from facedown_server.service.config import Config
from facedown_server.service.lobby_setup import open_journal
from facedown_shared.text.errors import BadInput
from tests import postgresql
from tests.postgresql import Cluster

REFUSED = Config(database="postgresql+psycopg://nobody@127.0.0.1:1/none")


async def open_and_close(config: Config, stop: trio.Event | None) -> None:
    """Open a journal, and close it again."""
    async with open_journal(config, RealWorld(), stop):
        pass


@postgresql.needed
async def test_a_server_waits_for_a_database_that_starts_later(tmp_path: Path) -> None:
    """Seen to fail: after a power cut with everything booting at once the server stayed down."""
    with Cluster.run() as own:
        config = Config(database=own.database("duels"))
        await trio.to_thread.run_sync(own.stop)
        with capture_logs() as lines, trio.fail_after(60):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(open_and_close, config, trio.Event())
                await trio.sleep(2)
                await trio.to_thread.run_sync(own.start)
        assert {line["event"] for line in lines[:2]} == {"waiting for the database"}
        assert lines[0]["reason"]
        assert lines[1]["seconds"] == 2 * lines[0]["seconds"]


@postgresql.needed
async def test_waiting_ends_when_the_server_is_stopped() -> None:
    stop = trio.Event()
    stop.set()
    with pytest.RaisesGroup(KeyboardInterrupt), trio.fail_after(60):
        await open_and_close(REFUSED, stop)


@postgresql.needed
@pytest.mark.parametrize(
    ("config", "why"),
    [
        (Config(database="postgresql+psycopg://nobody@nowhere.invalid/none"), "correct the host"),
        (Config(database="postgresql+psycopg://nobody@127.0.0.1:1/none?wrong=1"), "behind the"),
        (Config(database="sqlite:////proc/none/x.sqlite3"), "cannot be stored"),
    ],
)
async def test_what_does_not_pass_by_itself_is_an_error_at_once(config: Config, why: str) -> None:
    with trio.fail_after(60):
        with pytest.RaisesGroup(pytest.RaisesExc(BadInput, match=why)):
            await open_and_close(config, trio.Event())
        if config.is_shared:
            with pytest.RaisesGroup(pytest.RaisesExc(BadInput, match="onnection refused")):
                await open_and_close(REFUSED, None)


@postgresql.needed
async def test_a_wrong_password_is_an_error_at_once() -> None:
    with Cluster.run() as own:
        address = own.database("duels").replace("postgresql+psycopg://", "")
        config = Config(database=f"postgresql+psycopg://stranger:wrong@{address.rpartition('@')[2]}")
        with trio.fail_after(60), pytest.RaisesGroup(BadInput):
            await open_and_close(config, trio.Event())
