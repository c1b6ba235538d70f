"""Whose writes count: an old owner's are refused as soon as a table has another owner."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sql
import trio

from facedown_server.runtime.world import Moment
from facedown_server.service.nodes import membership
from facedown_server.service.nodes.membership import Membership, TablePlace
from facedown_server.storage import ownership
from facedown_server.storage.journal import Journal
from facedown_server.storage.ownership import FencedAppends, Ownership
from facedown_server.storage.schema import SCHEMA_VERSION, UnknownJournalVersion
from facedown_server.storage.store import NotOurs, SeatKeys, StoredSeat, StoreFailed
from tests import postgresql
from tests.postgresql import database_of
from tests.server.storage.test_store import HEADER, LINES, TABLE, make_row

pytestmark = postgresql.needed

OTHER = msgspec.structs.replace(TABLE, code="ZZZ-999", log="ZZZ-999-1")


@asynccontextmanager
async def node(
    folder: Path, name: str, reach: Callable[[Moment], None] = lambda moment: None
) -> AsyncIterator[tuple[Journal, Membership]]:
    """Open the journal of one node, and its membership, with a lease of its own."""
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            journal = Journal(database_of(folder), reach, node=name)
            await nursery.start(journal.run)
            member = Membership(journal.engine, name, f"http://{name}.example", "1", 60.0)
            await trio.to_thread.run_sync(member.renew, b"")
            yield journal, member
            await trio.to_thread.run_sync(member.close)
            nursery.cancel_scope.cancel()


THROW_OFF = (
    "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE application_name = 'facedown/dead'"
)
"""Ends the connections of the node "dead", and waits until they are gone."""


async def rows_of(journal: Journal) -> list[int]:
    """Return the numbers of the stored acts."""
    return [row.seq for row in (await journal.read_match(HEADER.log)).rows]


def hand_over(folder: Path, name: str) -> None:
    """Make this node the owner of table ABC-234, at the next epoch, as a takeover does."""
    do(folder, f"UPDATE owners SET node = '{name}', epoch = epoch + 1 WHERE code = 'ABC-234'")  # noqa: S608


def do(folder: Path, statement: str) -> None:
    """Run a statement without any node."""
    engine = sql.create_engine(database_of(folder))
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


async def test_every_write_of_an_old_owner_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    async with node(tmp_path, "old") as (old, _), node(tmp_path, "new"):
        await old.store_match(HEADER, TABLE)
        await old.append(make_row(1))
        await old.store_chat_line(LINES[0])
        await trio.to_thread.run_sync(hand_over, tmp_path, "new")
        for write in (
            old.append(make_row(2)), old.append(make_row(2), make_row(3)),
            old.store_clocks(HEADER.log, 1, (1.0, 2.0)),
            old.store_chat_line(LINES[1]), old.store_table(msgspec.structs.replace(TABLE, paused=True)),
                old.delete_table(TABLE.code),
            old.update_header(msgspec.structs.replace(HEADER, opening=b"x")), old.finish_match(HEADER.log,
                "0 count"),
        ):  # fmt: skip
            with pytest.raises(NotOurs):
                await write
        found = await old.read_match(HEADER.log)
        assert (found.header, found.rows, found.clocks, found.result) == (
            HEADER, (make_row(1),), make_row(1).clocks, ""
        )  # fmt: skip
        assert await old.table(TABLE.code) == (TABLE, LINES[:1])


async def test_each_row_of_a_batch_answers_for_itself(tmp_path: Path) -> None:
    """One of two tables is another node's: the acts at the other are written all the same."""
    async with node(tmp_path, "old") as (old, _), node(tmp_path, "new"):
        await old.store_match(HEADER, TABLE)
        await old.store_match(msgspec.structs.replace(HEADER, log="ZZZ-999-1", code="ZZZ-999"), OTHER)
        await trio.to_thread.run_sync(hand_over, tmp_path, "new")
        refused: list[str] = []

        async def append(log: str, seq: int) -> None:
            try:
                await old.append(make_row(seq, log))
            except NotOurs:
                refused.append(log)

        async with trio.open_nursery() as nursery:
            for seq in (1, 2, 3):
                nursery.start_soon(append, OTHER.log, seq)
            nursery.start_soon(append, HEADER.log, 1)
        assert refused == [HEADER.log]
        assert [row.seq for row in (await old.read_match(OTHER.log)).rows] == [1, 2, 3]
        assert await rows_of(old) == []


async def take_over_in_mid_commit(folder: Path) -> tuple[bool, list[int]]:
    """Take a table over while its owner has written and not yet committed. Return whether the takeover was
    over before that commit, and the acts that exist when it is over.
    """
    held = trio.Event()
    over: list[bool] = []
    loop: list[trio.lowlevel.TrioToken] = []
    going = False

    def reach(moment: Moment) -> None:
        if going:
            trio.from_thread.run_sync(held.set, trio_token=loop[0])
            over.append(trio.from_thread.run(wait_a_little, trio_token=loop[0]))

    async def wait_a_little() -> bool:
        """Return whether the takeover ends while the owner's transaction is open: it has half a second."""
        with trio.move_on_after(0.5):
            await taken.wait()
        return taken.is_set()

    taken = trio.Event()
    async with node(folder, "old", reach) as (old, _), node(folder, "new") as (new, _):
        loop.append(trio.lowlevel.current_trio_token())
        await old.store_match(HEADER, TABLE)
        going = True
        seen: list[int] = []

        async def take() -> None:
            await held.wait()
            await trio.to_thread.run_sync(hand_over, folder, "new")
            seen.extend(await rows_of(new))
            taken.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(take)
            await old.append(make_row(1))
            await taken.wait()
        going = False
    return over[0], seen


async def test_a_takeover_waits_for_what_is_being_committed(tmp_path: Path) -> None:
    """The new owner reads every act that the old owner may send."""
    assert await take_over_in_mid_commit(tmp_path) == (False, [1])


async def test_a_plain_comparison_would_lose_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """The mistake that FOR SHARE prevents: an act is committed that the new owner does not read."""
    monkeypatch.setattr(ownership, "HELD", ownership.HELD.replace(" FOR SHARE", ""))
    assert "FOR SHARE" not in FencedAppends().act.text
    assert await take_over_in_mid_commit(tmp_path) == (True, [])


async def test_a_closed_table_is_nobodys_and_not_opened_again_by_mistake(tmp_path: Path) -> None:
    async with node(tmp_path, "old") as (old, _), node(tmp_path, "new") as (new, _):
        await old.store_table(TABLE)
        await old.delete_table(TABLE.code)
        for journal in (old, new):
            with pytest.raises(StoreFailed):
                await journal.store_table(TABLE)
        assert await new.tables() == []


async def test_who_opens_a_table_with_one_key_at_two_nodes_has_one_table(tmp_path: Path) -> None:
    """Also where both nodes get the request at the same time; and another table once it is closed."""
    key = b"k" * 32
    seats = (StoredSeat(keys=SeatKeys(own=key)), StoredSeat())
    first, second = (
        msgspec.structs.replace(TABLE, code=code, log="", seats=seats) for code in ("AAA-222", "BBB-333")
    )
    async with node(tmp_path, "one") as (one, _), node(tmp_path, "two") as (two, _):
        await one.store_table(first)
        await one.store_table(msgspec.structs.replace(first, paused=True))
        with pytest.raises(StoreFailed):
            await two.store_table(second)
        assert await two.tables() == []
        assert await two.find_opened_table(key) == first.code
        await one.delete_table(first.code)
        assert await one.find_opened_table(key) == ""
        await two.store_table(second)
        assert await one.find_opened_table(key) == second.code


async def test_a_server_of_the_same_name_takes_its_tables_up_at_the_next_epoch(tmp_path: Path) -> None:
    async with node(tmp_path, "old") as (old, _):
        await old.store_match(HEADER, TABLE)
        assert old.ownership is not None
        assert old.ownership.epochs == {TABLE.code: 1}
    async with node(tmp_path, "old") as (again, _):
        assert again.ownership is not None
        assert again.ownership.epochs == {TABLE.code: 2}
        await again.append(make_row(1))


async def test_tables_of_the_dead_are_spread_evenly_over_the_living_at_the_next_epoch(tmp_path: Path) -> None:
    codes = [f"AAA-{number}" for number in range(222, 231)]
    async with (
        node(tmp_path, "dead") as (dead, gone),
        node(tmp_path, "one") as (_, one),
        node(tmp_path, "two") as (_, two),
    ):
        for code in codes:
            await dead.store_table(msgspec.structs.replace(TABLE, code=code, log=""))
        assert await trio.to_thread.run_sync(one.take_over) == 0
        await trio.to_thread.run_sync(gone.resign)
        assert await trio.to_thread.run_sync(one.take_over) == len(codes)
        first = (await trio.to_thread.run_sync(one.renew, b"")).mine
        other = (await trio.to_thread.run_sync(two.renew, b"")).mine
        assert sorted([*first, *other]) == codes
        assert abs(len(first) - len(other)) == 1
        assert {*first.values(), *other.values()} == {2}
        code = next(iter(first))
        places = await trio.to_thread.run_sync(two.locate_tables, [code, "ZZZ-ZZZ"])
        assert places == {code: TablePlace(2, "one", "http://one.example", alive=True)}


async def test_a_node_whose_connections_are_gone_is_seen_before_its_lease_ends(tmp_path: Path) -> None:
    async with node(tmp_path, "one") as (_, one), node(tmp_path, "dead") as (dead, _):
        await dead.store_table(msgspec.structs.replace(TABLE, code="AAA-222", log=""))
        assert await seen_connections(one) == (True, True)
        await trio.to_thread.run_sync(do, tmp_path, THROW_OFF)
        assert await seen_connections(one) == (False, False)


async def seen_connections(member: Membership) -> tuple[bool, bool]:
    """Return whether the node "dead" has connections, as another sees in the list of nodes, and when it asks
    where table AAA-222 is. Its lease holds.
    """
    row = next(row for row in (await trio.to_thread.run_sync(member.renew, b"")).nodes if row.name == "dead")
    place = (await trio.to_thread.run_sync(member.locate_tables, ["AAA-222"]))["AAA-222"]
    assert row.alive
    assert place.alive
    return row.connected, place.connected


async def test_a_frozen_owner_does_not_hold_a_takeover_up(tmp_path: Path) -> None:
    """It is in an open transaction with a lock on a table's row: its connection is ended."""
    frozen, woken = trio.Event(), trio.Event()
    loop: list[trio.lowlevel.TrioToken] = []
    going = False

    def reach(moment: Moment) -> None:
        if going and not frozen.is_set():
            trio.from_thread.run_sync(frozen.set, trio_token=loop[0])
            trio.from_thread.run(woken.wait, trio_token=loop[0])

    async with node(tmp_path, "old", reach) as (old, gone), node(tmp_path, "new") as (new, member):
        loop.append(trio.lowlevel.current_trio_token())
        await old.store_match(HEADER, TABLE)
        await trio.to_thread.run_sync(gone.resign)
        going = True
        refused: list[bool] = []

        async def append() -> None:
            with pytest.raises(NotOurs):
                await old.append(make_row(1))
            refused.append(True)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(append)
            await frozen.wait()
            assert await trio.to_thread.run_sync(member.take_over) == 1
            assert new.ownership is not None
            new.ownership.epochs[TABLE.code] = 2
            assert await rows_of(new) == []
            woken.set()
        assert refused == [True]
        await new.append(make_row(1))


async def test_a_takeover_leaves_the_connections_of_a_new_life_alone(tmp_path: Path) -> None:
    """Seen to fail: a server that was killed and restarted ended at its start, as its tables went to another
    one meanwhile.
    """
    async with node(tmp_path, "new") as (_, member):
        async with node(tmp_path, "old") as (old, gone):
            await old.store_match(HEADER, TABLE)
            await trio.to_thread.run_sync(gone.resign)
        again = Journal(database_of(tmp_path), node="old")
        with again.engine.connect() as connection:
            assert await trio.to_thread.run_sync(member.take_over) == 1
            assert connection.scalar(sql.text("SELECT 1")) == 1
        again.engine.dispose()


async def test_a_start_whose_connection_is_ended_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That happens where the tables of its earlier run are being taken over just then."""
    begin, times = Ownership.reclaim_tables, list[int]()

    def cut_off(self: Ownership, connection: sql.Connection) -> None:
        times.append(1)
        if len(times) == 1:
            backend = connection.scalar(sql.text("SELECT pg_backend_pid()"))
            do(tmp_path, f"SELECT pg_terminate_backend({backend}, 5000)")
        begin(self, connection)

    monkeypatch.setattr(Ownership, "reclaim_tables", cut_off)
    async with node(tmp_path, "one") as (journal, _):
        await journal.store_match(HEADER, TABLE)
        await journal.append(make_row(1))
    assert len(times) == 2


async def test_no_server_starts_beside_one_that_keeps_duels_in_another_shape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The refusal names that node; the server starts once it has ended. Nothing was changed meanwhile."""
    monkeypatch.setattr(membership, "SCHEMA_VERSION", SCHEMA_VERSION - 1)
    async with node(tmp_path, "old") as (journal, old):
        why = rf"server old runs .* in another shape \({SCHEMA_VERSION - 1}; this version: {SCHEMA_VERSION}\)"
        with pytest.raises(UnknownJournalVersion, match=why):
            await Journal(database_of(tmp_path), node="new").run()
        assert await journal.list_tables() == []
        await trio.to_thread.run_sync(old.resign)
        monkeypatch.undo()
        async with node(tmp_path, "new"), node(tmp_path, "newer"):
            pass
