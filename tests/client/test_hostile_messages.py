"""No message that can be decoded ends a client: neither the terminal nor the window."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from facedown_client.connection import return_places
from facedown_client.connection.link import Link
from facedown_client.connection.return_places import Returns
from facedown_client.connection.visit import Visit
from facedown_client.data import deck_entries
from facedown_client.model.model import Model
from facedown_client.terminal.terminal import Terminal
from facedown_client.window.display import MainWindow
from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import (
    AtTable,
    Ended,
    LineText,
    Option,
    Prompt,
    ReplayKept,
    SaveLine,
    Seated,
    TableInfo,
    Tables,
)
from facedown_shared.text.errors import MalformedMessage
from tests.client.hostile_messages import PROPER, SEATED, TABLE, hostile_messages
from tests.client.house import ADDRESS
from tests.client.window.test_app import run_client

SHOWN_BY_WINDOW_COUNT = 250
"""Messages that the window draws: a frame of each takes a while."""


def test_a_hostile_message_does_not_end_the_terminal() -> None:
    shown = 0
    for message in hostile_messages():
        model = Model()
        terminal = Terminal(model)
        for each in (*SEATED, message, AtTable(TABLE)):
            model.handle_message(each)
            terminal.message_lines(each)
        shown += 1
    assert shown > 2_000


def test_a_hostile_message_does_not_end_the_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    messages = [*hostile_messages()]
    random.Random(7).shuffle(messages)

    async def show() -> None:
        async with run_client(MainWindow()) as player:
            app = player.app
            app.deck = deck_entries.ready("master")[0]
            for message in messages[:SHOWN_BY_WINDOW_COUNT]:
                for each in (*SEATED, message):
                    app.model.handle_message(each)
                    app._handle_message(each)
                await player.run_frames(2)
                app.model.handle_message(Ended())
                app._handle_message(Ended())
                await player.run_frames(1)
                while app.screens.overlays:
                    app.screens.close()

    trio.run(show, clock=MockClock(autojump_threshold=0))


@pytest.mark.parametrize("code", ["../../x", "A\0B", "X;touch OWNED;#", "a b", "$(x)", "x" * 25])
def test_a_code_that_is_unsafe_in_a_file_name_or_a_command_is_rejected(code: str) -> None:

    row = PROPER[1]
    assert isinstance(row, Tables)
    table = TableInfo(code, "master", 1, "duel", TABLE.seats)
    for message in (Seated(code, 0), Seated("AB2-CDE", 0, f"{code} "), AtTable(table)):
        with pytest.raises(MalformedMessage):
            decode_from_server(encode(message))


def test_a_suggestion_that_is_no_option_is_rejected() -> None:
    """Seen to fail: the window ended."""
    for usual in ((2,), (-1,)):
        with pytest.raises(ValueError, match="indices of options"):
            Prompt(1, "choice", options=(Option("yes"), Option("no")), usual=usual)


async def test_a_line_of_play_that_was_not_requested_is_dropped() -> None:
    visit = Visit(Link(ADDRESS, "Anna"))
    visit._send.send_nowait(LineText("a line", "text"))
    assert visit.pump() == []
    visit.send(SaveLine())
    for _ in range(2):
        visit._send.send_nowait(LineText("a line", "text"))
    assert visit.pump() == [LineText("a line", "text")]


def test_a_damaged_link_of_the_server_ends_no_client() -> None:
    model = Model()
    terminal = Terminal(model)
    lines: list[str] = []
    for each in (
        Seated("AB2-CDE", 0, "t", {"spectator": (("here", "http://["),)}),
        *SEATED[1:],
        ReplayKept("s", 30),
    ):
        model.handle_message(each)
        lines += terminal.message_lines(each)
    assert any("/replay#replay=s" in line for line in lines)


def test_only_so_many_records_of_matches_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(return_places, "MAX_RECORD_FILES", 3)
    returns = Returns(tmp_path / "returns")
    kept = [returns.store_record(f"AB2-CD{number}", b"{}") for number in range(5)]
    assert {path.name for path in (tmp_path / "records").iterdir()} == {
        path.name for path in kept[-3:] if path
    }
