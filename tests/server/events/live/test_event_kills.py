"""Real processes that are killed in the middle of an event: what a page was shown is there afterwards."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import trio

from facedown_server.events.event_access import open_file
from facedown_server.events.live.event_keys import SUFFIX, EventKeys
from facedown_server.events.rules.acts import MatchFinished
from facedown_server.network.wire.frames import EVENT_SUBPROTOCOL
from facedown_shared.protocol.messages import Concede, Ready, Resume
from tests.reliability.processes import HeadlessClient, find_prompted_client, server_process
from tests.server.events.live.event_room import EventPage
from tests.server.service.test_event_tables import wait_for_both
from tests.server.serving import player

KILLS = range(3)
FIRST_NAMES = ("Anna", "Ben", "Chiara", "Dominik")


def keys_of(path: Path) -> EventKeys:
    """Return the keys of the event in this file."""
    return msgspec.json.decode(path.with_name(path.name + SUFFIX).read_bytes(), type=EventKeys)


@asynccontextmanager
async def open_page(path: Path, port: int, role: str, key: str = "") -> AsyncIterator[EventPage]:
    """Open a page of the event in this file."""
    async with player(port=port, subprotocol=EVENT_SUBPROTOCOL) as socket:
        page = EventPage(socket)
        await page.send(do="show", event=keys_of(path).code, role=role, key=key)
        yield page


@pytest.mark.slow
async def test_a_killed_server_has_stored_what_its_pages_showed(tmp_path: Path) -> None:
    """In each process a player registers, a round is paired and all results entered; then it is killed."""
    path, links = tmp_path / "night.jsonl", list[str]()
    for kill in KILLS:
        async with server_process(tmp_path, 0, "--event", str(path)) as (process, port):
            async with (
                open_page(path, port, "organizer", keys_of(path).organizer) as desk,
                open_page(path, port, "player") as phone,
            ):
                for known in links:
                    async with open_page(path, port, "player", known) as returned:
                        await returned.shows("head", "Late")
                if not kill:
                    await desk.type(f"add {','.join(FIRST_NAMES)}")
                await phone.send(do="join", name=f"Late {kill}")
                await phone.shows("head", f"Late {kill}")
                links.append(phone.key)
                await desk.type("next")
                for table in range(1, (len(FIRST_NAMES) + len(links)) // 2 + 1):
                    assert "2:0" in await desk.type(f"{table} 2 0")
                await desk.shows("tables", "All tables are done.")
                process.kill()
            await process.wait()
        state = open_file(path).course.state
        assert len(state.rounds) == kill + 1
        assert all(played.is_complete for played in state.rounds)
        assert len(state.players) == len(FIRST_NAMES) + len(links)


@pytest.mark.slow
async def test_a_match_that_ended_as_the_server_was_killed_counts_once(tmp_path: Path) -> None:
    """A match is stored before its players see its end; the event's row may be missing then."""
    path = tmp_path / "night.jsonl"
    async with server_process(tmp_path, 0, "--event", str(path)) as (process, port):
        keys = keys_of(path)
        async with (
            open_page(path, port, "organizer", keys.organizer) as desk,
            open_page(path, port, "player") as phone,
            trio.open_nursery() as nursery,
        ):
            await phone.send(do="join", name="Anna")
            await phone.shows("head", "Anna")
            for line in ("set tables classic", "set best-of 1", "add Ben", "next"):
                await desk.type(line)
            await phone.shows("table", "To the table")
            code = keys.table_code(1, 1)
            both = []
            for number in (1, 2):
                both.append(HeadlessClient("anyone", port, Resume(f"{code}.{keys.seat_key(1, 1, number)}")))
                nursery.start_soon(both[-1].run)
            for one in both:
                await wait_for_both(one)
                one.visit.send(Ready())
            await (await find_prompted_client(*both)).pick()
            await find_prompted_client(*both)
            both[0].visit.send(Concede(match=True))
            await both[1].wait_until(lambda: both[1].model.table and both[1].model.table.stage == "over")
            process.kill()
            nursery.cancel_scope.cancel()
        await process.wait()
    for _ in range(2):
        async with (
            server_process(tmp_path, 0, "--event", str(path)) as (_process, port),
            open_page(path, port, "organizer", keys.organizer) as desk,
        ):
            await desk.shows("tables", "All tables are done.")
    rows = open_file(path).course.rows
    assert sum(isinstance(row.act, MatchFinished) for row in rows) == 1
    (table,) = open_file(path).course.state.rounds[0].pairings
    assert table.result is not None
    assert table.result.outcome == ("two" if table.one == 1 else "one")
