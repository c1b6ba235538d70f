"""Backups of a journal during writes, and tables that move from one server's folder to another's."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from stat import S_IMODE
from typing import Any

import msgspec
import pytest
import trio
from msgspec.structs import replace

from facedown_server.runtime.data_folder import PRIVATE_FILE_MODE, lock_folder
from facedown_server.runtime.world import RealWorld
from facedown_server.service.command import run
from facedown_server.service.config import JOURNAL, Config
from facedown_server.service.lobby_setup import open_journal
from facedown_server.service.operating.backup import backup, export_table, import_table
from facedown_server.storage.journal import Journal
from facedown_server.storage.store import KeyUsed, NotOurs, SeatKeys, Store, StoredSeat
from facedown_shared.text.errors import BadInput
from tests import postgresql
from tests.postgresql import database_of
from tests.server.storage.test_ownership import node
from tests.server.storage.test_store import HEADER, LINES, TABLE, make_row


def settings(folder: Path) -> Config:
    """Return settings of a server with this folder."""
    folder.mkdir(exist_ok=True)
    return Config(data=str(folder))


@asynccontextmanager
async def store(config: Config) -> AsyncIterator[Store]:
    """Open the folder's journal."""
    async with open_journal(config, RealWorld()) as journal:
        yield journal


async def fill_journal(config: Config, acts: int = 3, result: str = "") -> None:
    """Store a table with a match and some chat in the folder's journal."""
    async with store(config) as journal:
        await journal.store_match(HEADER, TABLE)
        for seq in range(1, acts + 1):
            await journal.append(make_row(seq))
        for line in LINES:
            await journal.store_chat_line(line)
        if result:
            await journal.finish_match(HEADER.log, result)


async def test_a_copy_made_while_acts_are_written_is_a_whole_journal(tmp_path: Path) -> None:
    config, there = settings(tmp_path / "here"), settings(tmp_path / "there")
    async with store(config) as journal, trio.open_nursery() as nursery:
        await journal.store_match(HEADER, TABLE)
        await journal.append(make_row(1))

        async def write_on() -> None:
            for seq in range(2, 60):
                await journal.append(make_row(seq))

        nursery.start_soon(write_on)
        await trio.to_thread.run_sync(backup, config, there.folder / JOURNAL)
    async with store(there) as copy:
        log = await copy.read_match(HEADER.log)
    assert log.header == HEADER
    assert log.rows == tuple(make_row(seq) for seq in range(1, len(log.rows) + 1))
    assert len(log.rows) >= 1


async def test_what_holds_secrets_is_the_hosts_alone(tmp_path: Path) -> None:
    with lock_folder(tmp_path / "new") as folder:
        assert os.name != "posix" or S_IMODE(folder.stat().st_mode) == 0o700
    config, copies = settings(tmp_path / "here"), (tmp_path / "copy", tmp_path / "table.json")
    await fill_journal(config)
    await trio.to_thread.run_sync(backup, config, copies[0])
    await export_table(config, RealWorld(), TABLE.code, copies[1])
    for path in copies:
        assert os.name != "posix" or S_IMODE(path.stat().st_mode) == PRIVATE_FILE_MODE


def test_what_cannot_be_copied_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no journal"):
        backup(settings(tmp_path / "here"), tmp_path / "copy")
    (tmp_path / "here" / JOURNAL).write_text("no journal at all, but of some length " * 9)
    with pytest.raises(BadInput, match="not a database"):
        backup(settings(tmp_path / "here"), tmp_path / "copy")
    assert [path.name for path in tmp_path.iterdir()] == ["here"]


async def test_a_copy_replaces_no_other_file(tmp_path: Path) -> None:
    config, path = settings(tmp_path / "here"), tmp_path / "copy"
    await fill_journal(config)
    path.write_text("yesterday's")
    with pytest.raises(BadInput, match=r"copy is there already; give the copy another name\.$"):
        await trio.to_thread.run_sync(backup, config, path)
    assert path.read_text() == "yesterday's"


async def test_an_export_replaces_a_file_only_when_it_may(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seen to fail: it was overwritten without a warning, and kept its readable mode."""
    here, path = settings(tmp_path / "here"), tmp_path / "table.json"
    await fill_journal(here)
    path.write_text("yesterday's")
    path.chmod(0o644)
    words = ["export", HEADER.code, str(path), "--data", str(here.folder)]
    assert await trio.to_thread.run_sync(run, words) == 2
    assert (
        "table.json is there already; give another name, or --yes to replace it." in capsys.readouterr().err
    )
    assert path.read_text() == "yesterday's"
    assert await trio.to_thread.run_sync(run, [*words, "--yes"]) == 0
    told = capsys.readouterr().out
    assert f"holds table {HEADER.code}" in told
    assert "It is still stored here as well" in told
    assert path.read_text().startswith("{")
    assert os.name != "posix" or S_IMODE(path.stat().st_mode) == PRIVATE_FILE_MODE
    async with store(here) as journal:
        assert await journal.tables() == [HEADER.code]


@pytest.mark.parametrize(("answer", "code"), [("y\n", 0), ("n\n", 2)])
async def test_somebody_at_the_keyboard_is_asked(
    tmp_path: Path, answer: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, path = settings(tmp_path / "here"), tmp_path / "table.json"
    await fill_journal(here)
    path.write_text("yesterday's")
    typed = io.StringIO(answer)
    monkeypatch.setattr(typed, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stdin", typed)
    words = ["export", HEADER.code, str(path), "--data", str(here.folder)]
    assert await trio.to_thread.run_sync(run, words) == code
    assert (path.read_text() == "yesterday's") == bool(code)


@pytest.mark.parametrize("result", ["", "0 lp"])
async def test_a_table_goes_to_another_folder_as_it_was(tmp_path: Path, result: str) -> None:
    here, there = settings(tmp_path / "here"), settings(tmp_path / "there")
    await fill_journal(here, result=result)
    await export_table(here, RealWorld(), HEADER.code.lower(), tmp_path / "table.json")
    assert await import_table(there, RealWorld(), tmp_path / "table.json") == (HEADER.code, "")
    async with store(here) as one, store(there) as other:
        assert await other.table(HEADER.code) == await one.table(HEADER.code)
        assert await other.read_match(HEADER.log) == await one.read_match(HEADER.log)
        assert await other.unfinished_logs() == ([] if result else [HEADER.log])


@postgresql.needed
async def test_an_imported_table_goes_to_a_running_node(tmp_path: Path) -> None:
    """Seen to fail: it belonged to a node that did not run, until another node was killed."""
    here = settings(tmp_path / "here")
    await fill_journal(here)
    await export_table(here, RealWorld(), HEADER.code, tmp_path / "table.json")
    there = Config(database=database_of(tmp_path), data=str(tmp_path))
    async with node(tmp_path, "one"), node(tmp_path, "two") as (_, two):
        to_two = replace(there, node="two")
        assert await import_table(to_two, RealWorld(), tmp_path / "table.json") == (HEADER.code, "two")
        found = await trio.to_thread.run_sync(two.renew, b"")
        assert [*found.mine] == [HEADER.code]
        with pytest.raises(BadInput, match="already stored here"):
            await import_table(there, RealWorld(), tmp_path / "table.json")


@pytest.mark.parametrize(
    "damage",
    [
        lambda found: found["log"]["rows"].pop(0),
        lambda found: found["log"]["rows"].append(found["log"]["rows"][0]),
        lambda found: found["table"].update(terms=2**64 - 1),
        lambda found: found["table"].update(proposals=-1),
    ],
    ids=["gap", "twice", "terms", "proposals"],
)
async def test_a_table_that_cannot_continue_is_refused_and_not_stored(
    tmp_path: Path, damage: Callable[[dict[str, Any]], object]
) -> None:
    """Seen to fail: acts without an order were refused only when the table was stored already."""
    here, there, file = settings(tmp_path / "here"), settings(tmp_path / "there"), tmp_path / "table.json"
    await fill_journal(here)
    await export_table(here, RealWorld(), HEADER.code, file)
    found = json.loads(file.read_text())
    damage(found)
    file.write_text(json.dumps(found))
    with pytest.raises(BadInput, match="not a table written by"):
        await import_table(there, RealWorld(), file)
    async with store(there) as journal:
        assert await journal.tables() == []


async def test_a_table_is_not_taken_in_twice(tmp_path: Path) -> None:
    here = settings(tmp_path / "here")
    await fill_journal(here)
    await export_table(here, RealWorld(), HEADER.code, tmp_path / "table.json")
    with pytest.raises(BadInput, match=f"A table {HEADER.code} is already stored here"):
        await import_table(here, RealWorld(), tmp_path / "table.json")


@pytest.mark.parametrize("database", ["", pytest.param("postgresql", marks=postgresql.needed)])
async def test_a_table_that_was_closed_here_comes_back_from_its_file(tmp_path: Path, database: str) -> None:
    """Where servers share a database its epoch counts on, so that no late server takes itself for its
    owner.
    """
    here = settings(tmp_path / "here")
    if database:
        here = msgspec.structs.replace(here, database=database_of(tmp_path))
    await fill_journal(here)
    await export_table(here, RealWorld(), HEADER.code, tmp_path / "table.json")
    async with store(here) as journal:
        kept, log = await journal.table(HEADER.code), await journal.read_match(HEADER.log)
        await journal.append(make_row(4))
        await journal.delete_table(HEADER.code)
    for _ in range(2):
        assert await import_table(here, RealWorld(), tmp_path / "table.json") == (HEADER.code, "")
        async with store(here) as journal:
            assert isinstance(journal, Journal)
            assert (await journal.table(HEADER.code), await journal.read_match(HEADER.log)) == (kept, log)
            if journal.ownership is not None:
                # Opened, resumed by export, the journal above and the import, each time one more.
                epochs = journal.ownership.epochs
                assert epochs[HEADER.code] > 1
                before, journal.ownership.epochs = epochs, {HEADER.code: 1}
                with pytest.raises(NotOurs):
                    await journal.append(make_row(5))
                journal.ownership.epochs = before
            await journal.delete_table(HEADER.code)


@postgresql.needed
async def test_two_tables_opened_with_one_key_are_both_imported_into_postgresql(tmp_path: Path) -> None:
    """A file of SQLite may hold both: there the key is not unique. Afterwards the key finds the first.

    Seen to fail: "duplicate key value violates unique constraint openers_pkey".
    """
    here, there = settings(tmp_path / "here"), settings(tmp_path / "there")
    there = msgspec.structs.replace(there, database=database_of(tmp_path))
    seats = tuple(StoredSeat(name, SeatKeys(b"a", b"b", own=b"key")) for name in ("Anna", "Anna"))
    codes = (TABLE.code, "ABC-235")
    async with store(here) as journal:
        for code in codes:
            await journal.store_table(msgspec.structs.replace(TABLE, code=code, log="", seats=seats))
    for code in codes:
        await export_table(here, RealWorld(), code, tmp_path / code)
        assert await import_table(there, RealWorld(), tmp_path / code) == (code, "")
    async with store(there) as journal:
        assert await journal.tables() == list(codes)
        assert await journal.find_opened_table(b"key") == codes[0]
        with pytest.raises(KeyUsed):
            await journal.store_table(msgspec.structs.replace(TABLE, code="ABC-236", log="", seats=seats))


async def test_a_running_server_keeps_its_tables_to_itself(tmp_path: Path) -> None:
    here = settings(tmp_path / "here")
    await fill_journal(here)
    with lock_folder(here.folder), pytest.raises(BadInput, match=r"^A server runs on .*; stop it first"):
        await export_table(here, RealWorld(), HEADER.code, tmp_path / "table.json")


async def test_a_table_that_is_not_there_names_those_that_are(tmp_path: Path) -> None:
    here = settings(tmp_path / "here")
    await fill_journal(here)
    with pytest.raises(BadInput, match=f"Stored here: {HEADER.code}"):
        await export_table(here, RealWorld(), "ABC-999", tmp_path / "table.json")


@pytest.mark.parametrize("data", [b"", b"{}", b"[1]", b"\xff\xfe", b'{"facedown": 1, "table": {}}'])
async def test_another_file_is_refused_in_a_sentence(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "table.json").write_bytes(data)
    with pytest.raises(BadInput, match="is not a table"):
        await import_table(settings(tmp_path / "here"), RealWorld(), tmp_path / "table.json")


STRANGE: dict[str, Callable[[Any], object]] = {
    "code": lambda told: told["table"].update(code="../../../x"),
    "format": lambda told: told["table"]["settings"].update(format="../x"),
    "format of the match": lambda told: told["log"]["header"]["settings"].update(format="chess"),
    "name": lambda told: told["log"]["header"].update(names=["\x1b[2JAnna", "Ben"]),
    "no secret": lambda told: told["table"].update(opponents=""),
    "same secret": lambda told: told["table"].update(opponents="s"),
    "log": lambda told: told["table"].update(log="ABC-234-../x"),
    "another log": lambda told: told["log"]["header"].update(log="ABC-234-2"),
    "row of another log": lambda told: told["log"]["rows"][0].update(log="ABC-999-1"),
    "chat of another table": lambda told: told["chat"][0].update(table="ABC-999"),
}
"""Changes to a table's file after which no server could have written it."""


@pytest.mark.parametrize("change", STRANGE)
async def test_a_table_that_no_server_could_have_opened_is_refused(tmp_path: Path, change: str) -> None:
    """A stranger's file once made the server end at every start."""
    here, path = settings(tmp_path / "here"), tmp_path / "table.json"
    await fill_journal(here)
    await export_table(here, RealWorld(), HEADER.code, path)
    told = json.loads(path.read_text())
    STRANGE[change](told)
    path.write_text(json.dumps(told))
    with pytest.raises(BadInput, match="is not a table"):
        await import_table(settings(tmp_path / "there"), RealWorld(), path)


async def test_the_commands_print_json_for_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seen to fail: check, backup, export, import and unfinished had no --json."""
    config = settings(tmp_path / "here")
    async with store(config) as journal:
        await journal.store_match(HEADER, TABLE)
    own, copy, table = ["--json", "--data", config.data], str(tmp_path / "copy"), str(tmp_path / "table")

    async def rows_of(*words: str, code: int = 0) -> list[dict[str, Any]]:
        assert await trio.to_thread.run_sync(run, [*words, *own]) == code
        return [msgspec.json.decode(line) for line in capsys.readouterr().out.splitlines()]

    (backed_up,) = await rows_of("backup", copy)
    assert backed_up == {"file": copy, "bytes": (await trio.Path(copy).stat()).st_size}
    assert await rows_of("export", HEADER.code, table) == [{"code": HEADER.code, "file": table}]
    (verdict,) = await rows_of("unfinished", code=1)
    assert verdict["code"] == HEADER.code
    assert verdict["why"]
    marks = {row["mark"] for row in await rows_of("check", "--port", "0")}
    assert "good" in marks
    own[-1] = str(tmp_path / "there")
    assert await rows_of("import", table) == [{"code": HEADER.code, "node": None}]


async def test_the_commands_say_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here = settings(tmp_path / "here")
    await fill_journal(here)
    data = ("--data", str(here.folder))
    assert await trio.to_thread.run_sync(run, ["backup", str(tmp_path / "copy"), *data]) == 0
    assert "copy holds" in capsys.readouterr().out
    assert await trio.to_thread.run_sync(run, ["export", HEADER.code, str(tmp_path / "t.json"), *data]) == 0
    new = ("--data", str(settings(tmp_path / "there").folder))
    assert await trio.to_thread.run_sync(run, ["import", str(tmp_path / "t.json"), *new]) == 0
    assert f"Table {HEADER.code} is stored here now" in capsys.readouterr().out
    assert await trio.to_thread.run_sync(run, ["import", str(tmp_path / "t.json"), *new]) == 2
    assert "is already stored here" in capsys.readouterr().err
