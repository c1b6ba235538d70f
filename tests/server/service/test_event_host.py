"""The events of a server in its journal, and the files that the keyboard goes on with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from facedown_server.events.event_access import create_file, open_file
from facedown_server.events.live.event_keys import SUFFIX
from facedown_server.events.rules.acts import EventLogRow, PlayerRegistered
from facedown_server.runtime.world import RealWorld
from facedown_server.service.app import Parts
from facedown_shared.text import BadInput
from tests.server.service.test_app import run_server

FILE = "night.jsonl"


@asynccontextmanager
async def server(folder: Path, *files: str) -> AsyncIterator[Parts]:
    """Run a server with events in these files."""
    async with run_server(folder, event=[str(folder / name) for name in files]) as (parts, _said, _stop):
        yield parts


def names(parts: Parts) -> list[str]:
    """Return the players of the only event."""
    assert parts.hub is not None
    (event,) = parts.hub.events.values()
    return [player.name for player in event.state.players.values()]


async def add(parts: Parts, name: str) -> None:
    """Register a player at the organizer's page."""
    assert parts.hub is not None
    (event,) = parts.hub.events.values()
    await event.run_line(f"add {name}")


def keyboard(path: Path, *lines: str) -> None:
    """Type lines at the keyboard, outside of any task."""
    file = open_file(path)
    for line in lines:
        act = PlayerRegistered(file.course.next_player, line)
        file.append(EventLogRow(1.0, "organizer", act))


async def test_an_event_goes_on_at_the_keyboard_and_back_on_the_server(tmp_path: Path) -> None:
    async with server(tmp_path, FILE) as parts:
        await add(parts, "Anna")
    keyboard(tmp_path / FILE, "Ben")
    async with server(tmp_path, FILE) as parts:
        assert names(parts) == ["Anna", "Ben"]
        await add(parts, "Chiara")
    assert [one.name for one in open_file(tmp_path / FILE).course.state.players.values()] == [
        "Anna", "Ben", "Chiara",
    ]  # fmt: skip


async def test_a_file_from_before_the_journal_is_imported_with_its_links(tmp_path: Path) -> None:
    create_file(RealWorld(), tmp_path / FILE, "Goat Night", "konami", {})
    keyboard(tmp_path / FILE, "Anna", "Ben")
    async with server(tmp_path, FILE) as parts:
        assert parts.hub is not None
        (code,) = parts.hub.events
        links = parts.hub.organizer_links()
        assert names(parts) == ["Anna", "Ben"]
    (tmp_path / "facedown.sqlite3").unlink()
    async with server(tmp_path, FILE) as parts:  # a new journal: file and links hold all
        assert parts.hub is not None
        assert [*parts.hub.events] == [code]
        assert parts.hub.organizer_links()[0][1].partition("#")[2] == links[0][1].partition("#")[2]


async def test_a_moved_file_is_the_same_event_and_a_damaged_copy_is_completed(tmp_path: Path) -> None:
    async with server(tmp_path, FILE) as parts:
        await add(parts, "Anna")
    file = tmp_path / FILE
    first, *_ = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.unlink()
    (tmp_path / f"{FILE}{SUFFIX}").unlink()
    moved = tmp_path / "moved.jsonl"
    moved.write_text(first + '{"at_s"', encoding="utf-8")  # a crash before the rest was written
    async with server(tmp_path, moved.name) as parts:
        assert names(parts) == ["Anna"]
    assert len(open_file(moved).course.state.players) == 1
    assert moved.with_name(moved.name + SUFFIX).exists()


async def test_a_file_that_went_on_differently_is_refused(tmp_path: Path) -> None:
    async with server(tmp_path, FILE) as parts:
        await add(parts, "Anna")
    lines = (tmp_path / FILE).read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / FILE).write_text(lines[0], encoding="utf-8")
    keyboard(tmp_path / FILE, "Zoe")
    with pytest.raises(BaseExceptionGroup) as raised:
        async with server(tmp_path, FILE):
            pass
    refused: BaseException = raised.value
    while isinstance(refused, BaseExceptionGroup):
        (refused,) = refused.exceptions
    assert isinstance(refused, BadInput)
    assert "Remove the file" in str(refused)


async def test_an_event_that_no_setting_names_stays_in_the_journal(tmp_path: Path) -> None:
    async with server(tmp_path, FILE) as parts:
        await add(parts, "Anna")
    async with server(tmp_path, "other.jsonl") as parts:
        assert names(parts) == []
    async with server(tmp_path) as parts:
        assert parts.hub is None
