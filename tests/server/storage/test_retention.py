"""Old matches: dated when they end, deleted after a setting's days, never while their table is open."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sql
import trio

from facedown_server.storage import retention, schema
from facedown_server.storage.journal import Journal
from facedown_server.storage.retention import delete_old_matches
from facedown_server.storage.store import StoredLog
from tests.server.storage.test_schema import begin, play
from tests.server.storage.test_store import (
    HEADER,
    TABLE,
    change,
    connect,
    count,
    make_row,
    on_disk,
    open_store,
    write_old_journal,
)

DAY_S = 86_400


def finish_dates(kind: str, folder: Path) -> dict[str, int | None]:
    """Return when each match ended."""
    with connect(kind, folder) as database:
        query = sql.select(schema.MATCHES.c.log, schema.MATCHES.c.finished)
        return dict(map(tuple, database.execute(query)))


def now_of(kind: str, folder: Path) -> int:
    with connect(kind, folder) as database:
        return int(database.execute(sql.select(schema.NOW)).scalar_one())


@on_disk
async def test_matches_are_dated_when_they_end(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        await begin(store, ("a-1", "b-1"))
        await play(store, range(1, 4), ("a-1", "b-1"))
        await store.finish_match("a-1", "0 count")
    dates, now = finish_dates(kind, tmp_path), now_of(kind, tmp_path)
    assert dates["b-1"] is None
    assert abs((dates["a-1"] or 0) - now) < 60


@pytest.mark.parametrize("version", [1, 2, 3])
async def test_matches_of_older_journals_get_the_date_of_the_upgrade(version: int, tmp_path: Path) -> None:
    write_old_journal(tmp_path, version)
    with connect("sqlite", tmp_path) as database:
        query = sql.text("SELECT log FROM matches WHERE result <> ''")
        over = set(database.scalars(query))
    async with open_store("sqlite", tmp_path) as store:
        for log in over:
            assert isinstance(await store.read_match(log), StoredLog)
    now, dates = now_of("sqlite", tmp_path), finish_dates("sqlite", tmp_path)
    assert {log for log, date in dates.items() if date is not None} == over
    assert all(abs(date - now) < 60 for date in dates.values() if date is not None)


@on_disk
async def test_a_journal_of_this_version_without_dates_is_completed(kind: str, tmp_path: Path) -> None:
    """A program of the same version may run beside this one, and knows neither the column nor the table."""
    async with open_store(kind, tmp_path) as store:
        await begin(store, ("a-1", "b-1"))
        await store.finish_match("a-1", "0 count")
    change(kind, tmp_path, "DROP INDEX ix_matches_finished")
    change(kind, tmp_path, "ALTER TABLE matches DROP COLUMN finished")
    change(kind, tmp_path, "DROP TABLE restrictions")
    for _ in range(2):
        async with open_store(kind, tmp_path) as store:
            assert (await store.read_match("a-1")).result == "0 count"
        dates = finish_dates(kind, tmp_path)
        assert dates["a-1"]
        assert dates["b-1"] is None
        assert count(kind, tmp_path, "restrictions") == 0


@on_disk
async def test_a_copy_of_a_journal_without_dates_is_whole(kind: str, tmp_path: Path) -> None:
    """`unfinished` of a new version copies the journal of an older one that still runs."""
    async with open_store(kind, tmp_path) as store:
        await begin(store, ("a-1",))
        await store.finish_match("a-1", "0 count")
    change(kind, tmp_path, "DROP INDEX ix_matches_finished")
    change(kind, tmp_path, "ALTER TABLE matches DROP COLUMN finished")
    target = tmp_path / "copy"
    target.mkdir()
    with connect(kind, tmp_path) as source, connect("sqlite", target) as there:
        schema.copy(source, there)
    async with open_store("sqlite", target) as store:
        assert (await store.read_match("a-1")).result == "0 count"


@on_disk
async def test_old_matches_are_deleted_in_small_batches(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH_INTERVAL_S", 0.01)
    old = [f"x{number}-1" for number in range(2 * retention.MAX_BATCH_MATCHES + 3)]
    async with open_store(kind, tmp_path) as store:
        assert isinstance(store, Journal)
        for log in (*old, "open-1", "new-1", "running-1"):
            table = msgspec.structs.replace(TABLE, code=log.partition("-")[0], log=log)
            await store.store_match(msgspec.structs.replace(HEADER, log=log, code=table.code), table)
            await store.append(make_row(1, log))
            if log != "running-1":
                await store.finish_match(log, "0 count")
            if log not in ("open-1", "running-1"):
                await store.delete_table(table.code)
        with connect(kind, tmp_path) as database:
            matches = schema.MATCHES
            ago = sql.update(matches).values(finished=matches.c.finished - 8 * DAY_S)
            database.execute(ago.where(matches.c.log != "new-1"))
        batches, step = list[int](), retention._delete

        def delete(logs: Sequence[str], connection: sql.Connection) -> None:
            batches.append(len(logs))
            step(logs, connection)

        monkeypatch.setattr(retention, "_delete", delete)
        kept = {"open-1", "new-1", "running-1"}
        for days, left in ((9, {*old, *kept}), (7, kept)):
            with trio.move_on_after(2):
                await delete_old_matches(store, days)
            assert set(finish_dates(kind, tmp_path)) == left
        assert batches == [retention.MAX_BATCH_MATCHES] * 2 + [3]
