"""Events that visitors create on a server's page: the form, its limits, the restart, the operator's end."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from facedown_server.events.live import creation
from facedown_server.events.live.creation import MAX_VISITOR_PLAYERS, checked_form
from facedown_server.events.live.requests import CreateEvent
from facedown_server.network.wire.frames import EVENT_SUBPROTOCOL
from facedown_server.service.app import Parts
from facedown_server.service.config import Config
from facedown_server.service.operating.control import send_command
from facedown_shared.text import BadInput
from tests.server.events.live.event_room import EventPage, plain
from tests.server.service.test_app import page, run_server
from tests.server.serving import player

FORM = {"name": "Goat Night", "game": "friendly"}


@asynccontextmanager
async def create_page(port: int) -> AsyncIterator[EventPage]:
    """Open the page with the form of a new event."""
    async with player(port=port, subprotocol=EVENT_SUBPROTOCOL) as socket:
        form = EventPage(socket)
        await form.send(do="show", event="", role="create")
        await form.until(lambda: form.parts)
        yield form


async def create(form: EventPage, **fields: str) -> str:
    """Send the form; return the address that opens, or the sentence of the refusal."""
    form.go = ""
    form.said.clear()
    await form.send(do="create", **(FORM | fields))
    await form.until(lambda: form.go or form.said)
    return form.go or form.said[0]


async def lobby_shows(parts: Parts, condition: Callable[[], bool]) -> None:
    """Wait until the tables of a server are as a test wants them."""
    while not condition():
        changed = trio.Event()
        parts.lobby.on_change.append(changed.set)
        await changed.wait()


async def test_an_event_created_on_the_page_outlives_the_server(tmp_path: Path) -> None:
    """Two events at once, each with its organizer; the operator ends one."""
    async with run_server(tmp_path, events=4) as (parts, _said, _stop):
        assert 'href="/e/new"' in await page(parts.port, "/")
        assert "New event" in await page(parts.port, "/e")
        async with create_page(parts.port) as form:
            assert "Create the event" in plain(form.parts["create"])
            first = await create(form, best_of="1", minutes="25", tables="classic", format="Goat 2005")
            second = await create(form, name="League", game="konami")
        assert parts.hub is not None
        night, league = parts.hub.events.values()
        assert first == f"/e/{night.keys.code}/organizer#o={night.keys.organizer}"
        assert second.startswith(f"/e/{league.keys.code}/")
        settings = night.state.settings
        assert (settings.best_of, settings.minutes, settings.screen_format, settings.format) == (
            1, 25, "classic", "Goat 2005",
        )  # fmt: skip
        assert (league.state.settings.best_of, league.state.settings.minutes) == (3, 50)
        listed = await page(parts.port, "/e")
        assert "Goat Night" in listed
        assert "League" in listed
        async with player(port=parts.port, subprotocol=EVENT_SUBPROTOCOL) as socket:
            desk = EventPage(socket)
            await desk.send(do="show", event=night.keys.code, role="organizer", key=night.keys.organizer)
            await desk.type("add Anna, Ben")
            await desk.shows("players", "Ben")
        code = league.keys.code
    async with run_server(tmp_path, events=4) as (parts, _said, _stop):
        assert parts.hub is not None
        assert [len(one.state.players) for one in parts.hub.events.values()] == [2, 0], "in their order"
        config = Config(data=str(tmp_path))
        assert any("League" in line for line in (await send_command(config, "list")).lines)
        assert "League" in (await send_command(config, "close", code.lower())).lines[0]
        assert parts.hub.events[code].state.finished
        assert "(over)" in (await send_command(config, "list")).lines[-1]


async def test_limits_of_a_server_and_of_an_address(tmp_path: Path) -> None:
    """An event that is over makes room for another one."""
    async with run_server(tmp_path, events=2, events_per_address=3) as (parts, _said, _stop):
        assert parts.hub is not None
        async with create_page(parts.port) as form:
            for _number in range(2):
                assert (await create(form)).startswith("/e/")
            assert (
                await create(form) == "This server runs as many events as it may: wait until one has ended."
            )
            await parts.hub.end_event(next(iter(parts.hub.events)))
            assert (await create(form)).startswith("/e/")
            await parts.hub.end_event([*parts.hub.events][1])
            assert "Too many events were created from your address" in await create(form)


async def test_the_operator_ends_an_event_in_the_middle_of_a_round(tmp_path: Path) -> None:
    """Before: the server ended with all its tables, because results were missing."""
    async with run_server(tmp_path, events=2) as (parts, _said, _stop):
        assert parts.hub is not None
        async with create_page(parts.port) as form:
            await create(form, tables="classic")
        (code, event), = parts.hub.events.items()  # fmt: skip
        await event.run_line("add " + ",".join(f"P{number}" for number in range(MAX_VISITOR_PLAYERS)))
        assert "64 players" in (await event.run_line("add One more"))[0]
        await event.run_line("next")
        rooms = parts.lobby.rooms
        await lobby_shows(parts, lambda: len(rooms) == MAX_VISITOR_PLAYERS // 2)
        assert "is over" in (await send_command(Config(data=str(tmp_path)), "close", code)).lines[0]
        assert event.state.finished
        await lobby_shows(parts, lambda: not rooms)


async def test_events_that_ended_make_room_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their logs stay; a server shows only the latest of them."""
    monkeypatch.setattr(creation, "MAX_ENDED_EVENTS", 1)
    async with run_server(tmp_path, events=1, events_per_address=9) as (parts, _said, _stop):
        assert parts.hub is not None
        codes = []
        async with create_page(parts.port) as form:
            for _number in range(4):
                codes.append((await create(form)).split("/")[2])
                await parts.hub.end_event(codes[-1])
        assert [*parts.hub.events] == codes[-2:]


async def test_a_damaged_file_of_a_visitors_event_does_not_stop_the_server(tmp_path: Path) -> None:
    """Before: the server did not start."""
    async with run_server(tmp_path, events=2) as (parts, _said, _stop), create_page(parts.port) as form:
        await create(form)
    (tmp_path / "events" / "broken.jsonl").write_text("no event\n")
    async with run_server(tmp_path, events=2) as (parts, _said, _stop):
        assert parts.hub is not None
        assert len(parts.hub.events) == 1


async def test_without_leave_no_page_creates_an_event(tmp_path: Path) -> None:
    event = str(tmp_path / "night.jsonl")
    async with run_server(tmp_path, event=[event]) as (parts, _said, _stop):
        assert "/e/new" not in await page(parts.port, "/")
        assert "404" in await page(parts.port, "/e/new")
        for request in ({"do": "show", "event": "", "role": "create"}, {"do": "create", **FORM}):
            async with player(port=parts.port, subprotocol=EVENT_SUBPROTOCOL) as socket:
                stranger = EventPage(socket)
                await stranger.send(**request)
                assert await stranger.closed()
        assert parts.hub is not None
        assert len(parts.hub.events) == 1


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": "  "}, "Type the name of the event."),
        ({"name": "x" * 61}, "The name may have 60 letters."),
        ({"game": "chess"}, "Choose whose points and times count."),
        ({"best_of": "2"}, "A match is best of 1, 3 or 5."),
        ({"minutes": "forty"}, "The minutes of a round are a number from 1 to 240."),
        ({"minutes": "241"}, "The minutes of a round are a number from 1 to 240."),
        ({"tables": "chess"}, "Choose cards on the table or a format on screen."),
        ({"format": "x" * 41}, "Format or ban list may have 40 letters."),
        ({"wifi_name": "x" * 33}, "The name of a Wi-Fi has at most 32 letters."),
        ({"wifi_password": "sesame88"}, "Type the name of the Wi-Fi too, or leave out its password."),
        ({"wifi_name": "Shop", "wifi_password": "short"}, "The password of a Wi-Fi has 8 to 63 letters."),
    ],
)
def test_each_typing_error_gets_one_sentence(fields: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        checked_form(CreateEvent(**(FORM | fields)))
    assert str(refused.value) == sentence
