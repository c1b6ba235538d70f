"""What a server with events prints: links, QR codes in a terminal, and why no phone loads a page."""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path
from subprocess import PIPE

import pytest
import trio

from facedown_server.events.live import event_pages
from facedown_server.service.event_setup import event_lines
from facedown_shared.network.qr_codes import qr_lines
from facedown_shared.startup import module_command
from tests.server.events.live.event_room import NEWS_TIMEOUT_S, event_room
from tests.server.service.test_app import page, run_server

REASONS = "No phone has loaded the page yet. Common reasons:"


async def test_a_terminal_gets_the_codes_for_phones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that reads the output gets the links alone."""
    async with run_server(tmp_path, event=[str(tmp_path / "night.jsonl")]) as (parts, said, _stop):
        assert not any("█" in line for line in said)
        assert parts.hub is not None
        (event,) = parts.hub.events.values()
        address = f"http://127.0.0.1:{parts.port}/e/{event.keys.code}"
        monkeypatch.setenv("COLORFGBG", "15;0")
        lines = event_lines(parts.hub, shows_codes=True)
        assert lines[1] == f"Players open {address} or scan:"
        assert lines[2:] == qr_lines(address)
        await event.run_line("set wifi Shop")
        await event.run_line("set wifi-password sesame88")
        monkeypatch.setenv("COLORFGBG", "0;15")
        lines = event_lines(parts.hub, shows_codes=True)
        code = qr_lines("WIFI:T:WPA;S:Shop;P:sesame88;;", is_light=True)
        assert lines[1 : 2 + len(code)] == ["Wi-Fi Shop", *code]


async def test_a_server_open_to_new_events_prints_where(tmp_path: Path) -> None:
    async with run_server(tmp_path, events=2) as (parts, said, _stop):
        assert said[-1].endswith(f":{parts.port}/e/new")


async def test_the_reasons_why_no_phone_loads_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the organizer's page and in the terminal, until a phone has come."""
    monkeypatch.setattr(event_pages, "NO_PHONE_DELAY_S", 0.05)
    async with event_room(tmp_path) as room, room.organizer() as organizer:
        await organizer.shows("attention", REASONS)
        await organizer.shows("attention", f"A firewall on this computer blocks port {room.port}.")
        with trio.fail_after(NEWS_TIMEOUT_S):
            while REASONS not in room.output:  # noqa: ASYNC110
                await trio.sleep(0.01)
        async with room.phone("Anna"):
            await organizer.until(lambda: not organizer.parts["attention"])
            await organizer.shows("head", "1 phone connected")


async def test_the_command_event_alone_runs_a_server_with_the_page(tmp_path: Path) -> None:
    """A real process: it prints where events are created, and answers there."""
    own = {**os.environ, "FACEDOWN_PORT": "0", "FACEDOWN_DATA": str(tmp_path), "FACEDOWN_BIND": "127.0.0.1"}
    command = module_command("facedown_server", "event")
    async with trio.open_nursery() as nursery:
        process = await nursery.start(partial(trio.run_process, command, stdout=PIPE, env=own, check=False))
        said = b""
        with trio.fail_after(NEWS_TIMEOUT_S):
            while (found := re.search(rb"http://127\.0\.0\.1:(\d+)/e/new", said)) is None:
                said += await process.stdout.receive_some(4_096)
        assert 'data-role="create"' in await page(int(found[1]), "/e/new")
        process.terminate()
