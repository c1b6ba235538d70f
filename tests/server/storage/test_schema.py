"""Acts of running matches in SQLite: linked to one another, in a table without an index."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sql

from facedown_server.storage import schema
from facedown_server.storage.journal import MAX_CACHE_KIB, Journal, readable
from facedown_server.storage.store import Store, StoreFailed, TableDamaged
from tests.server.storage.test_store import (
    DATABASES,
    HEADER,
    TABLE,
    address,
    connect,
    count,
    make_row,
    on_disk,
    open_store,
    write_old_journal,
)

LOGS = ("a-1", "b-1", "c-1")


async def begin(store: Store, logs: Sequence[str] = LOGS) -> None:
    """Store a match at a table of its own for each log."""
    for log in logs:
        table = msgspec.structs.replace(TABLE, code=log[0], log=log)
        await store.store_match(msgspec.structs.replace(HEADER, log=log, code=log[0]), table)


async def play(store: Store, acts: range, logs: Sequence[str] = LOGS) -> None:
    """Append acts to the matches in turns."""
    for seq in acts:
        for log in logs:
            await store.append(make_row(seq, log))


async def seqs(store: Store, log: str) -> list[int]:
    """Return the numbers of the acts of a match."""
    return [row.seq for row in (await store.read_match(log)).rows]


async def test_a_connection_caches_few_pages(tmp_path: Path) -> None:
    """Seen to fail: SQLite filled its 2,000 KiB with pages that are not read again."""
    async with open_store("sqlite", tmp_path) as store:
        assert isinstance(store, Journal)
        with store.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA cache_size").scalar() == -MAX_CACHE_KIB
    assert MAX_CACHE_KIB <= 512


@on_disk
async def test_matches_that_take_turns_are_read_and_finished_each_by_itself(
    kind: str, tmp_path: Path
) -> None:
    async with open_store(kind, tmp_path) as store:
        await begin(store)
        await play(store, range(1, 31))
        await store.finish_match("b-1", "0 count")
        await play(store, range(31, 41), ("a-1", "c-1"))
    async with open_store(kind, tmp_path) as store:
        await begin(store, ("d-1",))
        await play(store, range(1, 4), ("d-1",))
        await play(store, range(41, 51), ("c-1", "a-1"))
        for log, acts in (("a-1", 50), ("b-1", 30), ("c-1", 50), ("d-1", 3)):
            assert (await store.read_match(log)).rows == tuple(
                make_row(seq, log) for seq in range(1, acts + 1)
            )
        for log in ("a-1", "c-1", "d-1"):
            await store.finish_match(log, "0 count")
            assert (await store.read_match(log)).result == "0 count"
    assert count(kind, tmp_path, "running_acts" if kind == "sqlite" else "acts") == 0


@on_disk
async def test_an_imported_match_replaces_acts_of_a_closed_table(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await store.store_match(HEADER, TABLE)
        await begin(store)
        await play(store, range(1, 6), (HEADER.log, *LOGS))
        await store.delete_table(TABLE.code)
        await store.import_match(HEADER, TABLE)
        assert await seqs(store, HEADER.log) == []
        await play(store, range(1, 3), (HEADER.log,))
        await play(store, range(6, 8))
    async with open_store(kind, tmp_path) as store:
        assert await seqs(store, HEADER.log) == [1, 2]
        assert await seqs(store, "c-1") == list(range(1, 8))


async def test_a_journal_of_the_third_version_goes_on(tmp_path: Path) -> None:
    write_old_journal(tmp_path, 3)
    for seq in (4, 5):
        async with open_store("sqlite", tmp_path) as store:
            (log,) = await store.unfinished_logs()
            await store.append(make_row(seq, log))
            stored = await store.read_match(log)
    assert [row.seq for row in stored.rows] == [1, 2, 3, 4, 5]
    assert [row.body for row in stored.rows[:3]] == ['pick ["first"]', 'pick ["say:3"]', 'pick ["pass"]']
    with connect("sqlite", tmp_path) as database:
        assert schema.journal_version(database) == schema.FILE_SCHEMA_VERSION
        assert not sql.inspect(database).has_table("acts")


async def test_acts_of_the_third_version_are_linked_by_match(tmp_path: Path) -> None:
    """Matches that took turns, with more acts than are copied at a time."""
    write_old_journal(tmp_path, 3)
    with connect("sqlite", tmp_path) as database:
        insert = "INSERT INTO acts VALUES (:log, :seq, 0, 'person', :body, 0, 0, x'')"
        for log in LOGS:
            header = msgspec.json.encode(msgspec.structs.replace(HEADER, log=log))
            values = {"log": log, "header": header}
            database.execute(
                sql.text("INSERT INTO matches (log, header, result) VALUES (:log, :header, '')"), values
            )
            database.execute(sql.text("INSERT INTO clocks VALUES (:log, 0, 0, 0)"), values)
        for seq in range(1, schema.COPY_BATCH_ROWS):
            for log in LOGS:
                database.execute(sql.text(insert), {"log": log, "seq": seq, "body": f"{log} {seq}"})
    async with open_store("sqlite", tmp_path) as store:
        for log in LOGS:
            bodies = [row.body for row in (await store.read_match(log)).rows]
            assert bodies == [f"{log} {seq}" for seq in range(1, schema.COPY_BATCH_ROWS)]


@pytest.mark.parametrize("kind", DATABASES)
async def test_a_copy_has_the_running_matches(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await begin(store)
        await play(store, range(1, 6))
        await store.finish_match("b-1", "0 count")
    (tmp_path / "copy").mkdir()
    target = sql.create_engine(address("sqlite", tmp_path / "copy"))
    with connect(kind, tmp_path) as here, target.begin() as there:
        schema.copy(here, there)
    target.dispose()
    async with open_store("sqlite", tmp_path / "copy") as store:
        assert await store.unfinished_logs() == ["a-1", "c-1"]
        for log in LOGS:
            assert (await store.read_match(log)).rows == tuple(make_row(seq, log) for seq in range(1, 6))
        await store.append(make_row(6, "c-1"))


# --- crashes and damage -------------------------------------------------------------------------------------


async def test_a_torn_write_ahead_log_leaves_all_acts_up_to_some_commit(tmp_path: Path) -> None:
    """As after a loss of power: the log ends anywhere, in the middle of a frame too."""
    async with open_store("sqlite", tmp_path) as store:
        await begin(store)
        await play(store, range(1, 11))
        names = ("log.sqlite3", "log.sqlite3-wal")
        file, wal = [(tmp_path / name).read_bytes() for name in names]
    most = []
    for number, size in enumerate([*range(len(wal) * 3 // 4, len(wal), 1_499), len(wal)]):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name, content in zip(names, (file, wal[:size]), strict=True):
            (folder / name).write_bytes(content)
        async with open_store("sqlite", folder) as store:
            found = {log: await seqs(store, log) for log in LOGS}
            acts = [len(each) for each in found.values()]
            assert found == {log: list(range(1, len(each) + 1)) for log, each in found.items()}
            assert acts == sorted(acts, reverse=True)
            assert max(acts) - min(acts) <= 1, "they took turns"
            most.append(sum(acts))
            for log, each in found.items():
                await store.append(make_row(len(each) + 1, log))
                assert len(await seqs(store, log)) == len(each) + 1
    assert most == sorted(most)
    assert most[0] < most[-1] == 30


def damage_page(folder: Path, act: bytes) -> None:
    """Overwrite the last page of the file that holds this act."""
    path = folder / "log.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    start = data.rindex(act) // PAGE_BYTES * PAGE_BYTES
    data[start : start + PAGE_BYTES] = b"\xff" * PAGE_BYTES
    path.write_bytes(data)


PAGE_BYTES = 4_096


async def test_a_match_on_a_damaged_page_is_damaged_alone(tmp_path: Path) -> None:
    """It is never taken for a shorter one."""
    async with open_store("sqlite", tmp_path) as store:
        await begin(store)
        for log in LOGS:
            await play(store, range(1, 201), (log,))
    with connect("sqlite", tmp_path) as database:
        database.execute(sql.text("UPDATE running_acts SET body = 'a in the middle' WHERE number = 100"))
    damage_page(tmp_path, b"a in the middle")
    async with open_store("sqlite", tmp_path) as store:
        with pytest.raises(StoreFailed):
            await store.read_match("a-1")
        for log in ("b-1", "c-1"):
            assert await seqs(store, log) == list(range(1, 201))
            await store.append(make_row(201, log))
    with connect("sqlite", tmp_path) as database:
        assert readable(database) == (["b", "c"], ["a"])


async def test_a_match_with_all_acts_on_a_damaged_page_does_not_begin_again(tmp_path: Path) -> None:
    async with open_store("sqlite", tmp_path) as store:
        await begin(store)
        await play(store, range(1, 4), ("a-1",))
        await play(store, range(1, 201), ("b-1",))
        await play(store, range(1, 4), ("c-1",))
    with connect("sqlite", tmp_path) as database:
        database.execute(sql.text("UPDATE running_acts SET body = 'at the beginning' WHERE number = 1"))
    damage_page(tmp_path, b"at the beginning")
    async with open_store("sqlite", tmp_path) as store:
        for log in ("a-1", "b-1"):
            with pytest.raises(StoreFailed):
                await store.read_match(log)
        for seq in (1, 4):
            with pytest.raises(StoreFailed):
                await store.append(make_row(seq, "a-1"))
        await store.append(make_row(4, "c-1"))
        assert await seqs(store, "c-1") == [1, 2, 3, 4]


async def test_nothing_is_appended_to_a_damaged_page(tmp_path: Path) -> None:
    """Else the numbers of acts would begin again, and the next start could not read the acts."""
    async with open_store("sqlite", tmp_path) as store:
        await begin(store)
        await play(store, range(1, 101), ("a-1",))
        await play(store, range(1, 101), ("b-1",))
        await store.finish_match("a-1", "0 count")
    damage_page(tmp_path, b'pick ["say:100"]')
    async with open_store("sqlite", tmp_path) as store:
        for log, seq in (("b-1", 101), ("c-1", 1)):
            with pytest.raises(StoreFailed):
                await store.append(make_row(seq, log))
        assert await store.unfinished_logs() == ["b-1", "c-1"]


async def test_a_missing_act_is_damage(tmp_path: Path) -> None:
    async with open_store("sqlite", tmp_path) as store:
        await begin(store)
        await play(store, range(1, 6))
    with connect("sqlite", tmp_path) as database:
        database.execute(sql.text("DELETE FROM running_acts WHERE match = 2 AND seq = 3"))
        database.execute(sql.text("UPDATE running_acts SET previous = number WHERE match = 3 AND seq = 2"))
    async with open_store("sqlite", tmp_path) as store:
        for log in ("b-1", "c-1"):
            with pytest.raises(TableDamaged):
                await store.read_match(log)
        assert await seqs(store, "a-1") == [1, 2, 3, 4, 5]
