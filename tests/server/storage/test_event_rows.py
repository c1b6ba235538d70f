"""Events in the journal: what was appended is read back, once and in order, and by its owner alone."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sql
import trio

from facedown_server.storage import schema
from facedown_server.storage.event_rows import EventRows, FinishedMatch, StoredEvent, owned_code
from facedown_server.storage.journal import Journal
from facedown_server.storage.store import EventKey, NotOurs, Store, StoreFailed, TableDamaged
from tests import postgresql
from tests.server.storage.test_ownership import do, node
from tests.server.storage.test_store import (
    HEADER,
    TABLE,
    change,
    connect,
    count,
    on_disk,
    open_store,
    write_old_journal,
)

EVENT = StoredEvent("EVE-222", "Goat Night", b"keys", ('{"first":1}', '{"second":2}'))


def rows_of(store: Store) -> EventRows:
    """Return the events of a store."""
    assert isinstance(store, Journal)
    return EventRows(store)


def owned_by(events: EventRows) -> list[str]:
    """Return the events of a node."""
    return list(events.owned_codes or ())


@on_disk
async def test_what_is_appended_is_read_back_once_and_in_order(kind: str, tmp_path: Path) -> None:
    async with open_store(kind, tmp_path) as store:
        events = rows_of(store)
        await events.create(EVENT)
        await events.append(EVENT.code, 2, "third", "fourth")
        with pytest.raises(StoreFailed):
            await events.append(EVENT.code, 3, "another fourth")
        with pytest.raises(StoreFailed):
            await events.create(msgspec.structs.replace(EVENT, code="EVE-333"))
    async with open_store(kind, tmp_path) as store:
        events = rows_of(store)
        stored = await events.read(EVENT.code)
        assert stored == msgspec.structs.replace(EVENT, rows=(*EVENT.rows, "third", "fourth"))
        assert await events.read_rows(EVENT.code, 3) == ["fourth"]
        assert await events.find(EVENT.rows[0]) == EVENT.code
        assert await events.find("another event") == ""
        assert await events.recent_codes(60) == [EVENT.code]
        with pytest.raises(TableDamaged, match="no event"):
            await events.read("NONE-22")


@on_disk
async def test_a_journal_without_events_is_completed_and_one_with_them_is_copied(
    kind: str, tmp_path: Path
) -> None:
    """A program of the same version may lack these tables, and ignores them."""
    async with open_store(kind, tmp_path) as store:
        await store.store_match(HEADER, TABLE)
    for table in ("event_matches", "event_rows", "events"):
        change(kind, tmp_path, f"DROP TABLE {table}")
    async with open_store(kind, tmp_path) as store:
        assert await store.tables() == [TABLE.code]
        await rows_of(store).create(EVENT)
    target = tmp_path / "copy"
    target.mkdir()
    with connect(kind, tmp_path) as source, connect("sqlite", target) as there:
        schema.copy(source, there)
    async with open_store("sqlite", target) as store:
        assert await rows_of(store).read(EVENT.code) == EVENT


@pytest.mark.parametrize("version", [1, 2, 3])
async def test_a_journal_of_an_older_version_takes_events(version: int, tmp_path: Path) -> None:
    write_old_journal(tmp_path, version)
    async with open_store("sqlite", tmp_path) as store:
        await rows_of(store).create(EVENT)
    async with open_store("sqlite", tmp_path) as store:
        assert await rows_of(store).read(EVENT.code) == EVENT
        assert await store.tables()


async def test_an_event_of_a_newer_version_is_not_opened(tmp_path: Path) -> None:
    async with open_store("sqlite", tmp_path) as store:
        await rows_of(store).create(EVENT)
    change("sqlite", tmp_path, "UPDATE events SET version = 2")
    async with open_store("sqlite", tmp_path) as store:
        with pytest.raises(TableDamaged, match="newer version: update facedown"):
            await rows_of(store).read(EVENT.code)


@on_disk
async def test_a_finished_match_is_found_under_its_key(kind: str, tmp_path: Path) -> None:
    """The first one that ended with a result counts; one that was closed has none."""
    async with open_store(kind, tmp_path) as store:
        for number, result in ((1, "closed"), (2, "1 concede"), (3, "0 count"), (4, "")):
            header = msgspec.structs.replace(
                HEADER, log=f"{TABLE.code}-{number}", event=EventKey(EVENT.code, 3, 7)
            )
            await store.store_match(header, msgspec.structs.replace(TABLE, log=header.log))
            assert (await store.header(header.log)).event == EventKey(EVENT.code, 3, 7)
            if result:
                await store.finish_match(header.log, result)
        found = await rows_of(store).finished_matches(EVENT.code)
        assert found == [FinishedMatch(3, 7, f"{TABLE.code}-2", "1 concede")]
        assert await rows_of(store).finished_matches("EVE-333") == []
        assert isinstance(store, Journal)
        for statement in schema.forget_match_statements(store.engine.dialect, f"{TABLE.code}-2"):
            await store.write_statements(TABLE.code, statement)
    assert count(kind, tmp_path, "event_matches") == 3


@postgresql.needed
async def test_only_the_owner_of_an_event_appends(tmp_path: Path) -> None:
    async with node(tmp_path, "old") as (old, _), node(tmp_path, "new") as (new, _):
        before, after = EventRows(old), EventRows(new)
        await before.create(EVENT)
        assert (owned_by(before), owned_by(after)) == ([EVENT.code], [])
        with pytest.raises(NotOurs):
            await after.append(EVENT.code, 2, "of another node")
        (place,) = await after.places()
        assert (place.code, place.name, place.node, place.address) == (
            EVENT.code, EVENT.name, "old", "http://old.example",
        )  # fmt: skip
        owned = owned_code(EVENT.code)
        give = f"UPDATE owners SET node = 'new', epoch = epoch + 1 WHERE code = '{owned}'"  # noqa: S608
        await trio.to_thread.run_sync(do, tmp_path, give)
        with pytest.raises(NotOurs):
            await before.append(EVENT.code, 2, "of the old owner")
        assert owned_by(before) == []
        assert (await after.read(EVENT.code)).rows == EVENT.rows


@postgresql.needed
async def test_an_event_whose_node_has_gone_has_no_place(tmp_path: Path) -> None:
    async with node(tmp_path, "old") as (old, member), node(tmp_path, "new") as (new, _):
        await EventRows(old).create(EVENT)
        await trio.to_thread.run_sync(member.resign)
        (place,) = await EventRows(new).places()
        assert (place.node, place.address) == ("", "")


def test_tables_of_events_are_no_part_of_the_version() -> None:
    """So an older server opens the journal, and leaves them as they are."""
    engine = sql.create_engine("sqlite://")
    with engine.begin() as connection:
        schema.prepare(connection)
        for name in ("event_matches", "event_rows", "events"):
            connection.exec_driver_sql(f"DROP TABLE {name}")
        assert schema.journal_version(connection) == schema.FILE_SCHEMA_VERSION
