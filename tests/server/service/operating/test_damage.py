"""Journals that are empty, torn, damaged or another program's, and what happens to them.

`check` changes nothing, and reports what a start does.
"""

from __future__ import annotations

import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio

from facedown_server.runtime.data_folder import lock_folder
from facedown_server.runtime.world import RealWorld
from facedown_server.service.command import run
from facedown_server.service.config import JOURNAL, Config
from facedown_server.service.lobby_setup import open_journal
from facedown_server.service.operating.backup import backup
from facedown_server.service.operating.preflight import Finding, Mark, check
from facedown_server.storage.store import ChatLine, StoredTable
from facedown_shared.protocol.messages import Said, Settings
from facedown_shared.text.errors import BadInput
from tests.server.service.test_app import run_server

PAGE_BYTES = 4_096
"""Bytes of a page of the journal."""

CODES = ("ABC-234", "DEF-567", "GHJ-892")


def config(folder: Path) -> Config:
    """Return settings of a server on loopback with this folder."""
    return Config(bind=("127.0.0.1",), port=0, data=str(folder))


async def fill_journal(folder: Path) -> None:
    """Write three tables with chat, over some dozen pages."""
    async with open_journal(config(folder), RealWorld()) as store:
        for code in CODES:
            await store.store_table(StoredTable(code=code, settings=Settings()))
            for seq in range(30):
                await store.store_chat_line(ChatLine(code, seq, Said("Anna", f"{seq} " * 60, 0)))


def check_folder(folder: Path) -> list[Finding]:
    """Return the findings of `check`."""
    return check(config(folder), datetime.now(UTC))


def journal_finding(folder: Path) -> Finding:
    """Return its finding about the journal."""
    return next(found for found in check_folder(folder) if found.sentence.startswith("The journal "))


async def start_server(folder: Path) -> list[str] | None:
    """Start a server; return the codes that it sets aside; None when it refuses in a sentence."""
    try:
        async with run_server(folder) as (parts, _, _):
            while len(parts.lobby.recovery):
                await trio.lowlevel.checkpoint()
            return sorted(parts.lobby.recovery.aside)
    except ExceptionGroup as group:
        only: Exception = group
        while isinstance(only, ExceptionGroup):
            (only,) = only.exceptions
        assert isinstance(only, BadInput)
        assert "cannot be stored in" in str(only)
        return None


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the bytes of a whole journal."""
    folder = tmp_path_factory.mktemp("whole")
    trio.run(fill_journal, folder)
    return (folder / JOURNAL).read_bytes()


@pytest.mark.parametrize("page", [0, 1, 2, 3, 6, 12, 15, 17])
async def test_a_damaged_journal_opens_as_check_says(whole: bytes, tmp_path: Path, page: int) -> None:
    """Seen to fail: check called it damaged, and it started with what it could read; where the list of tables
    could not be read, the start ended with a traceback."""
    journal = tmp_path / JOURNAL
    journal.write_bytes(
        whole[: page * PAGE_BYTES]
        + bytes(range(256)) * (PAGE_BYTES // 256)
        + whole[(page + 1) * PAGE_BYTES :]
    )
    said = journal_finding(tmp_path)
    assert said.mark is Mark.WRONG
    aside = await start_server(tmp_path)
    if aside is None:
        assert said.sentence.startswith("The journal cannot be opened: ")
    else:
        assert "damaged in part" in said.sentence
        assert f"{3 - len(aside)} of 3 tables can be read" in said.sentence
        assert all((code in said.sentence) == (code in aside) for code in CODES)


@pytest.mark.parametrize("size", [0, 1, 100, PAGE_BYTES, 9 * PAGE_BYTES])
async def test_a_torn_journal_is_copied_by_nobody_and_opens_as_check_says(
    whole: bytes, tmp_path: Path, size: int
) -> None:
    """Seen to fail: the copy of an empty one ended with ZeroDivisionError."""
    (tmp_path / JOURNAL).write_bytes(whole[:size])
    with pytest.raises(BadInput, match=r"could not be copied to .*\.$"):
        await trio.to_thread.run_sync(backup, config(tmp_path), tmp_path / "copy")
    assert not any("copy" in name for name in stateof(tmp_path))
    said, aside = journal_finding(tmp_path), await start_server(tmp_path)
    if size in (0, 1):
        assert (said.mark, aside) == (Mark.GOOD, [])
    else:
        assert said.mark is Mark.WRONG
        assert ("cannot be opened" in said.sentence) == (aside is None)


FOREIGN = {
    "another program's": "CREATE TABLE notes (text TEXT)",
    "one with a table of the same name": "CREATE TABLE schema (version INTEGER, name TEXT)",
    "one that has matches": "CREATE TABLE matches (id INTEGER, home TEXT, away TEXT)",
    "a part of ours": "CREATE TABLE schema (version INTEGER NOT NULL)",
}


@pytest.mark.parametrize("statement", FOREIGN.values(), ids=FOREIGN)
async def test_another_programs_database_is_left_as_it_is(tmp_path: Path, statement: str) -> None:
    """Seen to fail: it was taken for an empty journal, and tables were put into it."""
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as database, database:
        database.execute(statement)
    before = (tmp_path / JOURNAL).read_bytes()
    with pytest.raises(BadInput, match="database of another program"):
        await trio.to_thread.run_sync(backup, config(tmp_path), tmp_path / "copy")
    assert "cannot be opened: it is a database of another program" in journal_finding(tmp_path).sentence
    assert await start_server(tmp_path) is None
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as database:
        assert len(database.execute("SELECT name FROM sqlite_master").fetchall()) == 1
    assert before[100:] == (tmp_path / JOURNAL).read_bytes()[100:], "only the header may say how it is locked"


def test_the_command_says_it_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / JOURNAL).touch()
    assert run(["backup", str(tmp_path / "copy"), "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert said == f"Error: {tmp_path / JOURNAL} could not be copied to {tmp_path / 'copy'}: it is empty."


@pytest.mark.parametrize("crashed", [False, True])
def test_check_changes_nothing(whole: bytes, tmp_path: Path, crashed: bool) -> None:
    """Seen to fail: it made the folder, a lock and an index, and merged the write-ahead log beside the
    journal.
    """
    folder = tmp_path / "new"
    assert all(found.mark is Mark.GOOD for found in check_folder(folder / "deep"))
    assert not folder.exists()
    folder.mkdir(mode=0o755)
    (folder / JOURNAL).write_bytes(whole)
    if crashed:
        subprocess.run([sys.executable, "-c", CRASH, str(folder / JOURNAL)], check=True)
        assert (folder / f"{JOURNAL}-wal").stat().st_size
    before = stateof(folder)
    assert journal_finding(folder).mark is Mark.GOOD
    after = stateof(folder)
    before.pop(f"{JOURNAL}-shm", None)  # SQLite's shared memory, which stores nothing of its own
    after.pop(f"{JOURNAL}-shm", None)
    assert after == before


CRASH = """
import os, sqlite3, sys
journal = sqlite3.connect(sys.argv[1])
journal.execute("PRAGMA journal_mode=WAL")
journal.execute("UPDATE schema SET version = version + 1")
journal.execute("UPDATE schema SET version = version - 1")
journal.commit()
os._exit(0)
"""


def stateof(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Return every file with its bytes and mode, and the folder's mode."""
    files = {path.name: (path.read_bytes(), path.stat().st_mode) for path in folder.iterdir()}
    return files | {"": (b"", folder.stat().st_mode)}


def test_a_full_disk_is_wrong(tmp_path: Path) -> None:
    """Seen to fail: nothing was written where a server ran, and only four thousand bytes where none did."""
    for run_there in (False, True):
        with lock_folder(tmp_path) if run_there else nullcontext(), limit_file_size(4_096):
            (said,) = [found for found in check_folder(tmp_path) if found.mark is Mark.WRONG]
        assert said.sentence.startswith(f"Nothing can be written in {tmp_path}: ")


@contextmanager
def limit_file_size(size: int) -> Iterator[None]:
    """Limit the size of files of this process."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
