"""Public replays in a shared database: every node has them, and neither secret is stored."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sql
import trio

from facedown_server.runtime.world import RealWorld
from facedown_server.storage.journal import Journal
from facedown_server.storage.postgresql import REPLAYS
from facedown_server.storage.replay_archive import MAX_REPLAY_BYTES, ReplayArchive
from facedown_server.storage.replay_table import ReplayTable
from tests import postgresql
from tests.server.storage.test_store import connect, open_store

pytestmark = postgresql.needed


async def test_each_node_has_the_replays_of_all(tmp_path: Path) -> None:
    async with open_store("postgresql", tmp_path) as store:
        assert isinstance(store, Journal)
        world = RealWorld()
        a, b = (
            ReplayTable(store.engine, name, world, ReplayArchive(tmp_path / name, 30, world)) for name in "ab"
        )
        kept = await a.store_pending("log-1")
        assert kept is not None
        secret, key = kept
        assert await b.get(secret) == b""
        assert await b.pending_replays() == []
        (promised,) = await b.pending_replays(secret)
        assert [promised] == await a.pending_replays()
        assert promised.log == "log-1"
        await b.store_replay(promised, b"frames")
        assert (await a.get(secret), await b.get(secret)) == (b"frames", b"frames")
        await a.store_replay(promised, b"others")
        assert await b.get(secret) == b"frames"
        assert await a.get(key) == b""
        with connect("postgresql", tmp_path) as database:
            (row,) = database.execute(sql.select(REPLAYS)).all()
            assert not {secret, key} & set(map(str, row))
        assert not await b.delete_replay(secret)
        assert await b.delete_replay(key)
        assert not await a.delete_replay(key)
        assert await a.get(secret) == b""


async def test_old_replays_and_those_too_large_go(tmp_path: Path) -> None:
    async with open_store("postgresql", tmp_path) as store:
        assert isinstance(store, Journal)
        world = RealWorld()
        files = ReplayArchive(tmp_path / "replays", 30, world)
        table = ReplayTable(store.engine, "a", world, files)
        one, other = await table.store_pending("a-1"), await table.store_pending("b-1")
        assert one is not None
        assert other is not None
        (promised,) = await table.pending_replays(one[0])
        await table.store_replay(promised, b"frames")
        (promised,) = await table.pending_replays(other[0])
        await table.store_replay(promised, bytes(MAX_REPLAY_BYTES + 1))
        assert await table.pending_replays() == []
        assert await table.get(other[0]) == b""
        with connect("postgresql", tmp_path) as database:
            database.execute(sql.update(REPLAYS).values(made=REPLAYS.c.made - 31 * 86_400))
        assert await table.get(one[0]) == b""
        later = ReplayTable(store.engine, "a", world, files)
        assert await later.store_pending("c-1") is not None
        with connect("postgresql", tmp_path) as database:
            assert database.scalars(sql.select(REPLAYS.c.log)).all() == ["c-1"]


async def test_replays_of_this_nodes_folder_are_still_found(tmp_path: Path) -> None:
    async with open_store("postgresql", tmp_path) as store:
        assert isinstance(store, Journal)
        world = RealWorld()
        files = ReplayArchive(tmp_path / "replays", 30, world)
        kept = await files.store_pending("a-1")
        assert kept is not None
        (promised,) = await files.pending_replays(kept[0])
        await files.store_replay(promised, b"frames")
        table = ReplayTable(store.engine, "a", world, files)
        assert await table.get(kept[0]) == b"frames"
        assert await table.delete_replay(kept[1])
        assert await table.get(kept[0]) == b""


async def test_without_the_database_there_is_no_replay_and_no_crash(tmp_path: Path) -> None:
    world = RealWorld()
    nowhere = sql.create_engine("postgresql+psycopg://nobody@127.0.0.1:1/none")
    table = ReplayTable(nowhere, "a", world, ReplayArchive(tmp_path, 30, world))
    with trio.fail_after(60):
        assert await table.store_pending("a-1") is None
        assert await table.pending_replays() == []
        assert await table.get("x") == b""
        assert not await table.delete_replay("x")
