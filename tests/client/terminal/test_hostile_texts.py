"""Texts of others in a real terminal: of a server, of files, of file names. None of them acts on it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread

import pytest
import trio
from msgspec.structs import replace

from facedown_client.commands.command import main
from facedown_shared.protocol.messages import (
    AtTable,
    DeckReport,
    Ended,
    LobbyRow,
    Nodes,
    Option,
    Printed,
    Prompt,
    Refused,
    Said,
    Seated,
    SeatInfo,
    TableInfo,
    Tables,
    Talk,
    ToClient,
    Welcome,
    Whole,
)
from facedown_shared.replay import Head
from facedown_shared.replay.writing import ReplayWriter
from facedown_shared.tables.view import VisibleEvent
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.client.fakes import Caller, FakeServer
from tests.client.ptys import terminal
from tests.client.views import ELF, small_board

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not there")

ESCAPES = "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b1A\x90q\x9c\x08\x7f\x00\r"
EVIL = f"{ESCAPES}\u202egnp\u2066\u2028\u200b\u061c\ufeff\x85EVIL"
"""A title, a cleared screen, colours, the cursor, C1 controls, controls that reverse and hide text; then
a word.
"""

SEATS = (SeatInfo(f"Wren{EVIL}", True), SeatInfo(f"Halvard{EVIL}", True))
TABLE = TableInfo(
    "AB2-CDE", "master", 1, "duel", SEATS, (f"Sid{EVIL}",), f"Wren{EVIL}", 1,
    note=words("plain", EVIL), banlist=EVIL,
)  # fmt: skip
VIEW = replace(small_board(), facts={1: replace(ELF, name=f"Elf{EVIL}", text=EVIL, kinds=("monster", EVIL))})
OPTIONS = (Option("activate", card=1, words=words(EVIL, EVIL)), Option(EVIL, text=EVIL))


def hostile_messages(kind: str) -> list[ToClient]:
    """Return hostile messages of a server to a spectator, or to a client that requests a list."""
    if kind == "refused":
        return [Refused(Code.OLD_PROTOCOL, text=f"Get version {EVIL}.")]
    if kind == "list":
        return [
            Tables((LobbyRow("AB2-CDE", f"Wren{EVIL}", f"master{EVIL}", 1, f"duel{EVIL}", banlist=EVIL),)),
            Refused(Code.NO_SUCH_TABLE, words("plain", EVIL)),
        ]
    links: dict[str, tuple[tuple[str, str], ...]] = {
        "spectator": ((EVIL, f"http://a.example/t/AB2-CDE#watch={EVIL}"),)
    }
    return [
        Seated("AB2-CDE", 0, "AB2-CDE.t", links=links, pace=EVIL),
        Printed((replace(ELF, code=9, name=EVIL, text=EVIL),), {9: (EVIL,)}),
        AtTable(TABLE), Whole(1, VIEW), Talk((Said(EVIL, EVIL, 1),)),
        Prompt(3, "turn", words("plain", EVIL), OPTIONS), Said(f"Halvard{EVIL}", f"hello{EVIL}", 1),
        Said("", EVIL), DeckReport(False, (words("plain", EVIL),), 1, 2, (EVIL,)),
        Refused(Code.NOT_ALLOWED, words("plain", EVIL)), Refused(Code.NOT_ALLOWED, words(EVIL, EVIL)),
        Nodes((f"http://{EVIL}/",)), AtTable(replace(TABLE, proposal=f"mode 1 {EVIL}", stage="over")),
        Ended(words("plain", EVIL)),
    ]  # fmt: skip


@contextmanager
def server(kind: str) -> Iterator[int]:
    """Run a hostile server on a port of this computer."""
    opened: list[int] = []
    stop = trio.Event()
    token: list[trio.lowlevel.TrioToken] = []

    async def speak(_: FakeServer, caller: Caller) -> None:
        hello = await caller.receive()
        await caller.send_message(
            Welcome(getattr(hello, "name", "") + EVIL, EVIL, formats=(EVIL,), core=EVIL)
        )
        await caller.receive()
        for message in hostile_messages(kind):
            await caller.send_message(message)
        await trio.sleep_forever()

    async def run() -> None:
        token.append(trio.lowlevel.current_trio_token())
        async with trio.open_nursery() as nursery:
            fake = FakeServer(nursery)
            listeners = await nursery.start(
                partial(trio.serve_tcp, partial(fake.serve, script=speak), 0, host="127.0.0.1")
            )
            opened.append(listeners[0].socket.getsockname()[1])
            await stop.wait()
            nursery.cancel_scope.cancel()

    thread = Thread(target=partial(trio.run, run))
    thread.start()
    try:
        while not opened:
            thread.join(0.02)
        yield opened[0]
    finally:
        token[0].run_sync_soon(stop.set)
        thread.join()


def acting_characters(seen: str) -> set[str]:
    """Return the characters that act on a terminal, except the ends of lines."""
    return {letter for letter in seen.replace("\r\n", "") if not letter.isprintable()}


@pytest.mark.parametrize(("kind", "seen"), [("table", 25), ("list", 3), ("refused", 1)])
def test_no_text_of_a_server_acts_on_a_terminal(tmp_path: Path, kind: str, seen: int) -> None:
    """Seen to fail: the screen was cleared and the title set by an opponent's chat."""
    with server(kind) as port:
        link = f"http://127.0.0.1:{port}" + "/t/AB2-CDE#seat=abcdefghijklmnopqrst" * (kind == "table")
        home = {"FACEDOWN_HOME": str(tmp_path), "TERM": "dumb"}
        with terminal("join", link, "--text", "--name", "Ann", env=home) as screen:
            screen.until("EVIL")
            screen.type("\x04" * (kind == "list"))  # of the others, that is the end
            screen.wait_for_end()
            assert screen.seen.count("EVIL") >= seen
            assert acting_characters(screen.seen) == set()
            assert "Traceback" not in screen.seen


def test_in_a_terminal_with_keys_only_our_own_sequences_are_written(tmp_path: Path) -> None:
    with server("table") as port:
        link = f"http://127.0.0.1:{port}/t/AB2-CDE#seat=abcdefghijklmnopqrst"
        with terminal(
            "join", link, "--text", "--name", "Ann", env={"FACEDOWN_HOME": str(tmp_path)}
        ) as screen:
            screen.until("EVIL")
            screen.type("bo")
            screen.wait_for_end()
            assert screen.seen.count("EVIL") >= 25
            assert (
                acting_characters(screen.seen.replace("\x1b[J", "").replace("\r", "").replace("\n", ""))
                == set()
            )


def replay_file(path: Path) -> Path:
    """Return a replay with such names and cards, written by hand."""
    writer = ReplayWriter()
    view = replace(VIEW, result="")
    writer.add(view, (VisibleEvent("draw", seat=0),), whole=True)
    writer.add(replace(view, result=f"0 {EVIL}"), (VisibleEvent("result", word=f"0 {EVIL}"),))
    head = Head(names=(f"Wren{EVIL}", EVIL), decks=(EVIL, EVIL), format=EVIL, made=EVIL, sides=(0,))
    path.write_bytes(writer.file_bytes(head))
    return path


def test_no_file_acts_on_a_terminal(tmp_path: Path) -> None:
    home = {"FACEDOWN_HOME": str(tmp_path), "TERM": "dumb"}
    name = "x\x1b[2J\u202egnp\x07EVIL"
    deck = tmp_path / f"{name}.ydk"
    deck.write_text(f"#created by {EVIL}\n#main\n{EVIL}\n")
    line = tmp_path / f"{name}.duel"
    line.write_text(f"{EVIL}\n")
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / f"{name}.ydk").write_text("#main\n" + "97590747\n" * 3)
    replay = replay_file(tmp_path / f"{name}.replay")
    quoted = 0
    for command in (
        ("replay", str(replay), "--text"), ("replay", str(replay), "--share"),
        ("replay", str(deck), "--text"), ("replay", f"no/{name}.replay", "--text"), ("decks",),
        ("verify", str(replay)), (name,),
        ("solo", "--text", "--deck", str(deck)), ("solo", "--text", "--line", str(line)),
        ("join", f"http://127.0.0.1:1/{name}", "--text"), ("solo", f"--{name}"),
    ):  # fmt: skip
        with terminal(*command, env=home, folder=tmp_path) as screen:
            screen.type("y\n\x04")
            screen.wait_for_end()
            assert acting_characters(screen.seen) == set(), command
            assert "Traceback" not in screen.seen
            quoted += "EVIL" in screen.seen
    assert quoted >= 7, "what comes from outside is quoted, and harmless"


def test_what_a_command_line_repeats_is_filtered(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([EVIL])
    printed = capsys.readouterr()
    assert "EVIL" in printed.err
    assert acting_characters((printed.out + printed.err).replace("\n", "")) == set()
