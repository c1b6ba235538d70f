"""An event of several workers: it lives at one, its pages find it there, and another takes it over."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from facedown_server.network.wire.frames import EVENT_SUBPROTOCOL
from tests import postgresql
from tests.postgresql import database_of
from tests.reliability.processes import LEASE_S, server_process
from tests.reliability.test_workers import children, fetch_response
from tests.server.events.live.event_room import NEWS_TIMEOUT_S, EventPage
from tests.server.events.live.test_event_kills import keys_of
from tests.server.serving import player

RETRY_DELAY_S = 0.2
pytestmark = [postgresql.needed, pytest.mark.slow]


@asynccontextmanager
async def find_page(path: Path, port: int, role: str, key: str = "") -> AsyncIterator[tuple[EventPage, str]]:
    """Open a page at the worker that has the event, as a page's script does; yield that worker's path too."""
    prefix, keys = "", keys_of(path)
    with trio.move_on_after(NEWS_TIMEOUT_S) as searching:
        while True:
            try:
                async with player(port=port, subprotocol=EVENT_SUBPROTOCOL, path=f"{prefix}/e/x") as socket:
                    page = EventPage(socket)
                    await page.send(do="show", event=keys.code, role=role, key=key)
                    moved = (await page.read()).get("moved", "")
                    if not moved:
                        searching.deadline = float("inf")
                        yield page, prefix
                        return
                    prefix = moved
            except (ConnectionClosed, InvalidHandshake, OSError):
                await trio.sleep(RETRY_DELAY_S)
    raise AssertionError("no worker has the event")


async def test_an_event_lives_at_one_worker_and_another_takes_it_over(tmp_path: Path) -> None:
    path = tmp_path / "night.jsonl"
    own = ("--database", database_of(tmp_path), "--lease-seconds", LEASE_S, "--node", "w", "--workers", "2")
    async with server_process(tmp_path, 0, *own, "--event", str(path)) as (process, port):
        organizer, code = keys_of(path).organizer, keys_of(path).code
        async with find_page(path, port, "organizer", organizer) as (desk, home):
            for line in ("add Anna, Ben", "next", "1 2 0"):
                await desk.type(line)
            await desk.shows("tables", "All tables are done.")
        page = await fetch_response(port, b"GET /e HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert code.encode() in page
        os.kill(children(process)[home.removeprefix("/n/") or "w-1"], signal.SIGKILL)
        async with find_page(path, port, "organizer", organizer) as (desk, _home):
            await desk.shows("tables", "All tables are done.")
            assert "Undone." in await desk.type("undo yes")
            assert "0:2" in await desk.type("1 0 2")
