"""The store in memory and in a database, through the same interface."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path

import msgspec
import pytest
import sqlalchemy
import trio

from facedown_server.room.people.seats import digest, owns, redeem
from facedown_server.storage import password_hash, schema
from facedown_server.storage.journal import Journal
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.personal_data import find_chat
from facedown_server.storage.store import (
    ChatLine,
    Header,
    LogRow,
    NotOurs,
    SeatKeys,
    Store,
    StoredSeat,
    StoredTable,
    StoreFailed,
    TableDamaged,
)
from facedown_shared.protocol.messages import Clock, Said, Settings
from tests import postgresql
from tests.postgresql import database_of

HEADER = Header(
    log="ABC-234-1", code="ABC-234", settings=Settings(best_of=3, clock=Clock(300, 5)), engine="1",
    fingerprint="f", secret=bytes(range(32)), decks=("#main\n1\n", "#main\n2\n"), names=("Anna", "Bén"),
    opening=b"\x00\xff", made="2026-01-01T00:00:00+00:00",
)  # fmt: skip
TABLE = StoredTable(
    code="ABC-234", settings=HEADER.settings, opponents="o", spectators="s", barred=("eve",), log=HEADER.log,
    terms=7, proposals=3,
    seats=(
        StoredSeat("Anna", SeatKeys(b"a", b"b"), "#main\n1\n", "able"),
        StoredSeat("Bén", SeatKeys(b"", b"c"), left=True),
    ),
)  # fmt: skip
LINES = (
    ChatLine("ABC-234", 1, Said("Anna", "Hallo ö", 0)),
    ChatLine("ABC-234", 2, Said("Sid", "psst"), among=True),
)


TOKENS = ("897-Z5Y.FireTVUGGagp7gAlR_VKXxcQrJgAHCUN", "897-Z5Y.KYc4_cNX-up78mTjaw8WR54qN4SQokLH")
"""What the players of the stored journal of version 1 could reconnect with."""

SECOND_TOKENS = ("XS5-KUH.ge3Jd7By-T5qEW1b2EKu-MORB7WLxyKD", "XS5-KUH.SpugGgvl4CotFByoX3zLyXR-OuQpnqcE")
"""The same of version 2."""


def make_row(seq: int, log: str = HEADER.log) -> LogRow:
    return LogRow(log, seq, seq % 2, "person", f'pick ["say:{seq}"]', (300.0 - seq, 299.125), bytes([seq]))


@asynccontextmanager
async def open_store(kind: str, folder: Path) -> AsyncIterator[Store]:
    if kind == "memory":
        yield MemoryStore()
        return
    async with trio.open_nursery() as nursery:
        journal = Journal(address(kind, folder))
        await nursery.start(journal.run)
        yield journal
        nursery.cancel_scope.cancel()


def address(kind: str, folder: Path) -> str:
    """Return the address of a test's journal, in a database of this kind."""
    return database_of(folder) if kind == "postgresql" else f"sqlite:///{folder / 'log.sqlite3'}"


DATABASES = ("sqlite", pytest.param("postgresql", marks=postgresql.needed))
on_disk = pytest.mark.parametrize("kind", DATABASES)
every = pytest.mark.parametrize("kind", ["memory", *DATABASES])


@every
async def test_what_is_kept_is_read_back(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await store.store_match(HEADER, TABLE)
        rows = [make_row(seq) for seq in (1, 2, 3)]
        for row in rows:
            await store.append(row)
        log = await store.read_match(HEADER.log)
    assert (log.header, log.rows, log.result) == (HEADER, tuple(rows), "")


@every
async def test_a_table_is_kept_as_it_was_last(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await store.store_table(TABLE)
        later = msgspec.structs.replace(TABLE, paused=True, host=1)
        await store.store_table(msgspec.structs.replace(TABLE, code="ZZZ-999"))
        await store.store_table(later)
        for line in LINES:
            await store.store_chat_line(line)
        assert await store.tables() == ["ABC-234", "ZZZ-999"]
        assert await store.table("ABC-234") == (later, LINES)


@every
async def test_a_closed_table_is_forgotten_with_its_chat_not_its_match(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await store.store_match(HEADER, TABLE)
        await store.append(make_row(1))
        await store.store_chat_line(LINES[0])
        await store.delete_table(TABLE.code)
        assert await store.tables() == []
        with pytest.raises(StoreFailed):
            await store.table(TABLE.code)
        assert (await store.read_match(HEADER.log)).rows == (make_row(1),)
        if kind == "postgresql":
            with pytest.raises(NotOurs):  # a server that missed the change cannot open the table again
                await store.store_table(TABLE)
        else:
            await store.store_table(TABLE)
            assert await store.table(TABLE.code) == (TABLE, ())


@every
async def test_shares_are_added_to_the_header_of_a_match(kind: str, tmp_path: Path) -> None:
    pledged = msgspec.structs.replace(HEADER, shares=(), seals=(b"a" * 32, b"b" * 32), opening=b"")
    shared = msgspec.structs.replace(pledged, shares=(b"c" * 32, b"d" * 32), opening=b"e")
    async with open_store(kind, tmp_path) as store:
        await store.store_match(pledged, TABLE)
        assert await store.header(HEADER.log) == pledged
        await store.update_header(shared)
    if kind != "memory":
        async with open_store(kind, tmp_path) as store:
            assert (await store.read_match(HEADER.log)).header == shared


@every
async def test_a_match_that_begins_is_its_tables_match(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await store.store_table(msgspec.structs.replace(TABLE, log=""))
        await store.store_match(HEADER, TABLE)
        assert (await store.table(TABLE.code))[0].log == HEADER.log


@every
async def test_clocks_are_those_of_the_last_act_or_noted_after_it(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await store.store_match(HEADER, TABLE)
        await store.append(make_row(1))
        await store.store_clocks(HEADER.log, 1, (250.0, 240.0))
        assert (await store.read_match(HEADER.log)).clocks == (250.0, 240.0)
        await store.append(make_row(2))
        assert (await store.read_match(HEADER.log)).clocks == make_row(2).clocks


@every
async def test_what_is_over_is_not_unfinished(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        for name in ("x", "b", "a"):
            await store.store_match(_make_header(name), TABLE)
        await store.finish_match("b", "0 conceded")
        assert await store.unfinished_logs() == ["x", "a"]
        assert (await store.read_match("b")).result == "0 conceded"


@every
async def test_no_act_is_written_twice(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await store.store_match(HEADER, TABLE)
        await store.append(make_row(1))
        with pytest.raises(StoreFailed):
            await store.append(make_row(1))
        with pytest.raises(StoreFailed):
            await store.store_match(HEADER, TABLE)
        assert len((await store.read_match(HEADER.log)).rows) == 1


@every
async def test_a_log_nobody_began_cannot_be_read(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        with pytest.raises(StoreFailed):
            await store.read_match("nothing")


@on_disk
async def test_a_finished_match_is_one_compact_record(kind: str, tmp_path: Path) -> None:
    rows = tuple(make_row(seq) for seq in range(1, 200))
    async with open_store(kind, tmp_path) as store:
        await store.store_match(HEADER, TABLE)
        for row in rows:
            await store.append(row)
        await store.finish_match(HEADER.log, "0 count")
        log = await store.read_match(HEADER.log)
    assert (log.header, log.rows, log.clocks, log.result) == (HEADER, rows, rows[-1].clocks, "0 count")
    acts = "running_acts" if kind == "sqlite" else "acts"
    assert count(kind, tmp_path, acts) == count(kind, tmp_path, "clocks") == 0


@on_disk
async def test_a_damaged_match_is_damaged_alone(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        for name in ("a", "b"):
            await store.store_match(_make_header(name), msgspec.structs.replace(TABLE, code=name, log=name))
            await store.finish_match(name, "0 count")
        change(kind, tmp_path, "UPDATE matches SET record = :nothing WHERE log = 'a'")
        change(kind, tmp_path, "UPDATE tables SET body = :nothing WHERE code = 'a'")
        with pytest.raises(TableDamaged):
            await store.read_match("a")
        with pytest.raises(TableDamaged):
            await store.table("a")
        assert (await store.read_match("b")).result == "0 count"
        assert (await store.table("b"))[0].log == "b"


@on_disk
@pytest.mark.parametrize("seqs", ["seq = 2", "seq = 3", "seq > 0"])
async def test_a_damaged_line_of_chat_is_damaged_alone(
    kind: str, seqs: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seen to fail: its running duel was set aside."""
    lines = tuple(ChatLine(TABLE.code, seq, Said("Wren", f"line {seq}", 0)) for seq in (1, 2, 3))
    async with open_store(kind, tmp_path) as store:
        await store.store_table(TABLE)
        for line in lines:
            await store.store_chat_line(line)
        change(kind, tmp_path, f"UPDATE chat SET body = :nothing WHERE {seqs}")  # noqa: S608
        table, chat = await store.table(TABLE.code)
        assert table == TABLE
        assert [line.seq for line in chat] == [1, 2, 3], "the next line takes a free number"
        damaged = {2} if seqs == "seq = 2" else {3} if seqs == "seq = 3" else {1, 2, 3}
        assert isinstance(store, Journal)
        left = [line for line in lines if line.seq not in damaged]
        assert [line for line in chat if line.said.line] == left
        assert capsys.readouterr().out.count("a line of chat cannot be read") == len(damaged)
        assert find_chat(store.engine, "Wren") == left


@every
async def test_a_look_at_all_tables_tells_whose_match_runs(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await store.store_match(HEADER, TABLE)
        over, idle = (
            msgspec.structs.replace(TABLE, code=code, log=log) for code, log in (("a", "a"), ("b", ""))
        )
        await store.store_match(_make_header("a"), over)
        await store.finish_match("a", "0 count")
        await store.store_table(idle)
        assert await store.list_tables() == [("ABC-234", TABLE, HEADER), ("a", over, None), ("b", idle, None)]


@on_disk
async def test_a_look_at_all_tables_leaves_out_what_is_damaged(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        for name in ("a", "b", "c"):
            await store.store_match(_make_header(name), msgspec.structs.replace(TABLE, code=name, log=name))
        change(kind, tmp_path, "UPDATE tables SET body = :nothing WHERE code = 'a'")
        change(kind, tmp_path, "UPDATE matches SET header = :nothing WHERE log = 'b'")
        found = await store.list_tables()
    assert [(code, table is None, header is None) for code, table, header in found] == [
        ("a", True, True), ("b", False, True), ("c", False, False)
    ]  # fmt: skip


@on_disk
async def test_one_bad_job_of_a_batch_fails_alone(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await store.store_match(HEADER, TABLE)
        await store.append(make_row(1))
        logs = (HEADER.log, "a", "b")
        for log in logs[1:]:
            await store.store_match(_make_header(log), TABLE)
        failed: list[str] = []

        async def append(log: str) -> None:
            try:
                await store.append(make_row(1, log))
            except StoreFailed:
                failed.append(log)

        async with trio.open_nursery() as nursery:
            for log in logs:
                nursery.start_soon(append, log)
        assert failed == [HEADER.log]
        for log in logs:
            assert (await store.read_match(log)).rows == (make_row(1, log),)


@on_disk
async def test_a_closed_journal_says_so(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await store.store_match(HEADER, TABLE)
    with pytest.raises(StoreFailed):
        await store.append(make_row(1))


@on_disk
async def test_a_journal_goes_on_where_another_process_left_it(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await store.store_match(HEADER, TABLE)
        await store.append(make_row(1))
    async with open_store(kind, tmp_path) as store:
        await store.append(make_row(2))
        assert [row.seq for row in (await store.read_match(HEADER.log)).rows] == [1, 2]


WRITER = """
import sys, trio
from facedown_server.storage.journal import Journal
from facedown_server.storage.store import LogRow
from tests.server.storage.test_store import HEADER, TABLE
async def main():
    async with trio.open_nursery() as nursery:
        journal = Journal(sys.argv[1])
        await nursery.start(journal.run)
        await journal.store_match(HEADER, TABLE)
        for seq in range(1, 1_000_000):
            await journal.append(LogRow(HEADER.log, seq, 0, "person", "back", (0.0, 0.0), b""))
            print(seq, flush=True)
trio.run(main)
"""


@on_disk
def test_what_was_acknowledged_survives_a_killed_process(kind: str, tmp_path: Path) -> None:
    top = Path(__file__).parents[3]
    writer = subprocess.Popen(
        [sys.executable, "-P", "-c", WRITER, address(kind, tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=top,
        env={**os.environ, "PYTHONPATH": str(top)},
    )
    with writer:
        assert writer.stdout is not None
        told = [writer.stdout.readline() for _ in range(200)]
        writer.kill()
        told += writer.stdout.read().split("\n")[:-1]

    async def stored_seqs() -> list[int]:
        async with open_store(kind, tmp_path) as store:
            return [row.seq for row in (await store.read_match(HEADER.log)).rows]

    rows = trio.run(stored_seqs)
    assert rows == list(range(1, len(rows) + 1))
    assert len(rows) >= max(int(line) for line in told if line)


def _make_header(log: str) -> Header:
    return msgspec.structs.replace(HEADER, log=log)


@contextmanager
def connect(kind: str, folder: Path) -> Iterator[sqlalchemy.Connection]:
    engine = sqlalchemy.create_engine(address(kind, folder))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def count(kind: str, folder: Path, table: str) -> int:
    with connect(kind, folder) as database:
        return int(database.scalar(sqlalchemy.text(f"SELECT COUNT(*) FROM {table}")))  # noqa: S608 - names of ours


def all_bytes(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


def change(kind: str, folder: Path, statement: str) -> None:
    """Change a journal from outside. `:nothing` stands for meaningless bytes."""
    with connect(kind, folder) as database:
        database.execute(sqlalchemy.text(statement), {"nothing": b"\0"} if ":nothing" in statement else {})


# --- journals of other versions -----------------------------------------------------------------------------


def write_old_journal(folder: Path, version: int) -> None:
    """Write a journal as that version did, from a small file stored for this."""
    text = (Path(__file__).parent / "journals" / f"version{version}.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(folder / "log.sqlite3")) as database:
        database.executescript(text)


async def test_a_journal_of_the_first_version_is_taken_over(tmp_path: Path) -> None:
    write_old_journal(tmp_path, 1)
    async with open_store("sqlite", tmp_path) as store:
        (code,) = await store.tables()
        table, chat = await store.table(code)
        (log,) = await store.unfinished_logs()
        running, over = await store.read_match(log), await store.read_match("7U2-6DH-af2cfe4067ad")
    assert (table.code, table.log, chat) == ("897-Z5Y", log, ())
    assert [seat.name for seat in table.seats] == ["Anna", "Ben"]
    assert table.seats[0].deck == running.header.decks[0]
    for seat, token in zip(table.seats, TOKENS, strict=True):
        assert redeem(seat.keys, token) is not None
    assert (len(running.rows), running.rows[0].body, running.clocks) == (
        17,
        'pick ["second"]',
        (299.798, 300.0),
    )
    assert (over.result, over.rows[-1].body) == ("1 concede", "concede match")


async def test_seats_of_the_second_version_open_to_their_tokens_and_have_no_key(tmp_path: Path) -> None:
    write_old_journal(tmp_path, 2)
    async with open_store("sqlite", tmp_path) as store:
        (code,) = await store.tables()
        table, (line,) = await store.table(code)
        assert (code, line.said.text) == ("XS5-KUH", "hello")
        for seat, token in zip(table.seats, SECOND_TOKENS, strict=True):
            assert redeem(seat.keys, token) is not None
            assert seat.keys.own == b""
            assert not owns(seat.keys, "")
        keyed = msgspec.structs.replace(table.seats[0].keys, own=digest("k" * 32))
        seats = (msgspec.structs.replace(table.seats[0], keys=keyed), table.seats[1])
        await store.store_table(msgspec.structs.replace(table, seats=seats))
    async with open_store("sqlite", tmp_path) as store:
        kept, _ = await store.table("XS5-KUH")
        assert owns(kept.seats[0].keys, "k" * 32)
    assert b"k" * 32 not in all_bytes(tmp_path)


@pytest.mark.parametrize(("address", "kind"), [("postgresql://", "BYTEA"), ("sqlite://", "BLOB")])
def test_every_database_is_brought_up_to_date_in_its_own_words(address: str, kind: str) -> None:
    said = schema.add_column_statement(schema.MATCHES.c.record, sqlalchemy.make_url(address).get_dialect()())
    assert said == f"ALTER TABLE matches ADD COLUMN record {kind}"


async def test_it_is_taken_over_once(tmp_path: Path) -> None:
    write_old_journal(tmp_path, 1)
    for _ in range(2):
        async with open_store("sqlite", tmp_path) as store:
            assert await store.tables() == ["897-Z5Y"]


async def test_passwords_are_not_kept_in_clear_and_open_all_the_same(tmp_path: Path) -> None:
    write_old_journal(tmp_path, 1)
    async with open_store("sqlite", tmp_path) as store:
        table, _ = await store.table("897-Z5Y")
    assert password_hash.opens(table.lock, "swordfish")
    assert not password_hash.opens(table.lock, "Swordfish")
    assert b"swordfish" not in all_bytes(tmp_path)


async def test_half_a_change_of_version_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("in the middle of it")

    write_old_journal(tmp_path, 1)
    with monkeypatch.context() as broken, pytest.RaisesGroup(ValueError):
        broken.setattr(schema, "compaction_statements", fail)
        async with open_store("sqlite", tmp_path):
            pass
    assert count("sqlite", tmp_path, "keys") == 4
    async with open_store("sqlite", tmp_path) as store:
        assert await store.tables() == ["897-Z5Y"]


@on_disk
async def test_a_journal_of_a_newer_version_is_refused_in_words(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path):
        pass
    change(kind, tmp_path, "UPDATE schema SET version = 99")
    with pytest.RaisesGroup(pytest.RaisesExc(schema.UnknownJournalVersion, match="newer version")):
        async with open_store(kind, tmp_path):
            pass
