"""The journal on a PostgreSQL server: connections that end, commits in doubt, databases that are refused."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sql
import trio
from structlog.testing import capture_logs

from facedown_server.refereeing.referee import Act, Choice
from facedown_server.room.match.match_log import LogTruncated, MatchLog
from facedown_server.runtime.world import Moment, RealWorld
from facedown_server.service.config import Config
from facedown_server.service.lobby_setup import open_journal
from facedown_server.service.operating.preflight import Mark, check
from facedown_server.storage import postgresql as store_of_postgresql
from facedown_server.storage import postgresql_writer
from facedown_server.storage.journal import Journal
from facedown_server.storage.journal_writer import WriterJob
from facedown_server.storage.postgresql import ACCEPTED
from facedown_server.storage.postgresql_writer import CertainWriter
from facedown_server.storage.schema import UnknownJournalVersion
from facedown_server.storage.store import StoreFailed
from facedown_shared.text.errors import BadInput
from proofs.online.fault_proxy import FaultProxy
from tests import postgresql
from tests.postgresql import Cluster, database_of, shared_cluster
from tests.server.storage.test_store import HEADER, LINES, TABLE, make_row

pytestmark = postgresql.needed

WAIT_TIMEOUT_S = 60.0
"""Seconds after which a test fails."""


@asynccontextmanager
async def open_test_journal(
    address: str, reach: Callable[[Moment], None] = lambda moment: None, *, fresh: bool = True
) -> AsyncIterator[Journal]:
    """Open a journal with a match of one act."""
    with trio.fail_after(4 * WAIT_TIMEOUT_S):
        async with trio.open_nursery() as nursery:
            journal = Journal(address, reach)
            await nursery.start(journal.run)
            if fresh:
                await journal.store_match(HEADER, TABLE)
                await journal.append(make_row(1))
            yield journal
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def open_behind_proxy(
    folder: Path, reach: Callable[[Moment], None] = lambda moment: None
) -> AsyncIterator[tuple[Journal, FaultProxy]]:
    """Open the same with a proxy between it and its database."""
    address = sql.make_url(database_of(folder))
    wire = FaultProxy(shared_cluster().port)
    async with trio.open_nursery() as nursery:
        await nursery.start(wire.run)
        through = address.set(port=wire.port).render_as_string(hide_password=False)
        async with open_test_journal(through, reach) as journal:
            yield journal, wire
        nursery.cancel_scope.cancel()


async def rows_of(journal: Journal) -> list[int]:
    """Return the numbers of the stored acts."""
    return [row.seq for row in (await journal.read_match(HEADER.log)).rows]


async def run_sql(journal: Journal, statement: str) -> None:
    """Run a statement on the writer's own connection."""

    def step(connection: sql.Connection) -> None:
        connection.exec_driver_sql(statement)

    await journal.writer.write(WriterJob(step=step))


def end_connections(address: str) -> None:
    """End every connection to a database, as its administrator can."""
    engine = sql.create_engine(address)
    with engine.connect() as connection:
        connection.execute(
            sql.text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    engine.dispose()


# --- connections ------------------------------------------------------------------------------------------


async def test_a_connection_that_was_ended_costs_nobody_an_act(tmp_path: Path) -> None:
    address = database_of(tmp_path)
    async with open_test_journal(address) as journal:
        end_connections(address)
        await journal.append(make_row(2))
        assert await rows_of(journal) == [1, 2]
        assert journal.failures == 0


async def test_a_database_that_is_away_refuses_acts_and_takes_them_when_it_is_back() -> None:
    """Also after a crash of it: what was sent is stored."""
    with Cluster.run() as own:
        async with open_test_journal(own.database("duels")) as journal:
            for seq, how in ((2, signal.SIGINT), (3, signal.SIGQUIT)):
                await trio.to_thread.run_sync(own.stop, how)
                with pytest.raises(StoreFailed):
                    await journal.append(make_row(seq))
                with pytest.raises(StoreFailed, match="cannot be read"):
                    await journal.read_match(HEADER.log)
                await trio.to_thread.run_sync(own.start)
                await journal.append(make_row(seq))
            assert await rows_of(journal) == [1, 2, 3]


@pytest.mark.parametrize("arrives", [True, False], ids=["the commit arrives", "the commit is lost"])
async def test_what_came_of_a_commit_in_doubt_is_looked_up(tmp_path: Path, arrives: bool) -> None:
    """Seen to fail without the number in the server's row: a stored chat message was refused."""
    doubtful = False

    def reach(moment: Moment) -> None:
        nonlocal doubtful
        if doubtful:
            doubtful, wire.down, wire.up = False, False, arrives

    async with open_behind_proxy(tmp_path, reach) as (journal, wire):
        wire.withheld = trio.Event()
        doubtful = True
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.append, make_row(2))
            nursery.start_soon(journal.store_chat_line, LINES[0])
            nursery.start_soon(journal.store_table, msgspec.structs.replace(TABLE, paused=True))
            await wire.withheld.wait()
            wire.down = wire.up = True
            await wire.break_connections()
        assert await rows_of(journal) == [1, 2]
        table, chat = await journal.table(TABLE.code)
        assert (table.paused, chat) == (True, LINES[:1])


async def test_every_write_is_one_round_trip_and_its_commit(tmp_path: Path) -> None:
    """The ownership is checked together with the write. Of each write: what the driver waits for."""
    other = msgspec.structs.replace(HEADER, log="ABC-234-2")
    with (tmp_path / "trace").open("w+") as trace:
        async with open_test_journal(database_of(tmp_path)) as journal:
            assert isinstance(journal.writer, CertainWriter)
            for write in (
                partial(journal.append, make_row(2), make_row(3)), partial(journal.store_chat_line, LINES[0]),
                partial(journal.store_clocks, HEADER.log, 3, (1.0, 2.0)), partial(journal.store_table, TABLE),
                partial(journal.update_header, HEADER), partial(journal.store_match, other, TABLE),
                partial(journal.check_writable), partial(journal.finish_match, HEADER.log, "0 count"),
                partial(journal.delete_table, TABLE.code),
            ):  # fmt: skip
                trace.truncate(0)
                journal.writer._driver.pgconn.trace(trace.fileno())
                await write()
                journal.writer._driver.pgconn.untrace()
                assert awaited_messages(tmp_path / "trace") == ["Sync", "Query"], write


def awaited_messages(trace: Path) -> list[str]:
    """Return the messages of a driver for whose answer it waits."""
    lines = [line.split("\t") for line in trace.read_text().splitlines()]
    sent = [words[3].strip() for words in lines if words[1:2] == ["F"]]
    return [word for word in sent if word in ("Sync", "Query")]


HANGING = (
    (
        "CREATE FUNCTION hang() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$"
    ),
    (
        "CREATE CONSTRAINT TRIGGER hang AFTER INSERT ON acts DEFERRABLE INITIALLY DEFERRED "
        "FOR EACH ROW EXECUTE FUNCTION hang()"
    ),
)
"""A commit of acts waits in the database while another session holds a lock."""
WAITING = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
)


async def commit_late(
    folder: Path, before: Callable[[], None] = lambda: None, *, hangs: bool = True
) -> tuple[bool, list[int]]:
    """Return whether an act was taken, and the stored acts, where a connection is lost while its process
    hangs in the commit; if it cannot be ended, it commits after all once the writer checks the outcome.
    `before` is called with the first connection open.
    """
    async with open_behind_proxy(folder) as (journal, wire):
        for statement in HANGING:
            await run_sql(journal, statement)
        before()
        engine = sql.create_engine(database_of(folder), isolation_level="AUTOCOMMIT")
        taken: list[bool] = []

        async def append() -> None:
            try:
                await journal.append(make_row(2))
            except StoreFailed:
                taken.append(False)
            else:
                taken.append(True)

        def wait(holder: sql.Connection, count: int) -> None:
            """Wait until so many wait for a lock."""
            for _ in range(300):
                if holder.scalar(sql.text(WAITING)) >= count:
                    return
                holder.execute(sql.text("SELECT pg_sleep(0.1)"))
            raise AssertionError("nobody waits")

        with engine.connect() as holder:
            holder.execute(sql.text("SELECT pg_advisory_lock(1)"))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(append)
                await trio.to_thread.run_sync(wait, holder, 1)
                await wire.break_connections()
                if hangs:
                    await trio.to_thread.run_sync(wait, holder, 2)  # the new connection waits, too
                    assert not taken
                holder.execute(sql.text("SELECT pg_advisory_unlock(1)"))
        engine.dispose()
        return taken[0], await rows_of(journal)


@pytest.fixture
def _simulate_unkillable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a process of a lost connection that cannot be ended, as when it is stuck in a sync of its
    disk.
    """
    monkeypatch.setattr(postgresql_writer, "END_BACKEND", "SELECT %s::int, %s::timestamptz")
    monkeypatch.setattr(postgresql_writer, "ALONE", "SELECT %s::text")  # what it has locked as well


@pytest.mark.usefixtures("_simulate_unkillable")
async def test_a_process_that_commits_after_its_connection_was_lost_is_waited_for(tmp_path: Path) -> None:
    """Its transaction locks the server's row until it has ended, one way or the other."""
    assert await commit_late(tmp_path) == (True, [1, 2])


@pytest.mark.usefixtures("_simulate_unkillable")
async def test_to_look_without_taking_the_row_would_deny_an_act_that_exists(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mistake that locking the row prevents."""
    looking = "SELECT session, batch FROM writers WHERE name = %s"
    assert await commit_late(tmp_path, lambda: monkeypatch.setattr(postgresql_writer, "TAKE", looking)) == (
        False, [1, 2]
    )  # fmt: skip


async def test_an_act_whose_process_was_ended_in_its_commit_is_written_again(tmp_path: Path) -> None:
    """Normally the process can be ended: nothing was committed, so the new one writes it again."""
    assert await commit_late(tmp_path, hangs=False) == (True, [1, 2])


async def test_what_is_in_doubt_waits_until_the_database_can_be_asked(tmp_path: Path) -> None:
    doubtful = False

    def reach(moment: Moment) -> None:
        nonlocal doubtful
        if doubtful:
            doubtful, wire.down = False, False

    async with open_behind_proxy(tmp_path, reach) as (journal, wire):
        wire.withheld = trio.Event()
        doubtful = True
        told = trio.Event()

        async def append() -> None:
            await journal.append(make_row(2))
            told.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(append)
            await wire.withheld.wait()
            there, wire.target = wire.target, 1  # no server listens there
            await wire.break_connections()
            with pytest.raises(StoreFailed):
                await journal.append(make_row(3))
            assert not told.is_set()
            wire.target, wire.down = there, True
        assert told.is_set()
        assert await rows_of(journal) == [1, 2]


async def test_an_old_connection_writes_nothing_once_there_is_a_new_one(tmp_path: Path) -> None:
    """The new one increased the counter in its row. Seen to fail without `session` in COUNT_UP."""
    address = database_of(tmp_path)
    async with open_test_journal(address) as journal:
        old = CertainWriter(journal.engine, lambda moment: None)
        old._session, old._number = 0, 99
        with journal.engine.connect() as connection, pytest.raises(Exception, match="in its place"):
            old._transact(connection, [WriterJob(journal._appends.act, *_values(2, journal))])
        assert await rows_of(journal) == [1]


def _values(seq: int, journal: Journal) -> list[tuple[str | int | float | bytes, ...]]:
    assert journal.ownership is not None, "a journal in PostgreSQL knows whose its tables are"
    row, held = make_row(seq), journal.ownership.values_for(TABLE.code)
    return [(row.log, row.seq, row.seat, row.origin, row.body, *row.clocks, row.digest, *held)]


async def test_the_loop_goes_on_while_the_database_keeps_an_act_waiting(tmp_path: Path) -> None:
    address = database_of(tmp_path)
    async with open_test_journal(address) as journal:
        engine = sql.create_engine(address)
        with engine.begin() as other:
            other.execute(sql.text("LOCK TABLE acts"))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(journal.append, make_row(2))
                for _ in range(500):  # many more turns than the writer waits for
                    await trio.lowlevel.checkpoint()
                other.commit()
        engine.dispose()
        assert await rows_of(journal) == [1, 2]


async def test_another_server_on_the_same_tables_is_refused(tmp_path: Path) -> None:
    address = database_of(tmp_path)
    async with open_test_journal(address) as journal:
        with pytest.RaisesGroup(
            pytest.RaisesExc(UnknownJournalVersion, match="another server called facedown runs")
        ):
            async with trio.open_nursery() as nursery:
                await nursery.start(Journal(address).run)
        await journal.append(make_row(2))
    async with open_test_journal(address, fresh=False) as journal:
        assert await rows_of(journal) == [1, 2]


async def test_a_transaction_that_could_not_be_serialized_is_carried_out_again(tmp_path: Path) -> None:
    """Whatever isolation level the host has set: with ours a lone writer never fails. A failure all the same
    (a deadlock, another's lock) is retried alone.
    """
    import psycopg

    address, failing = database_of(tmp_path), 0

    def reach(moment: Moment) -> None:
        nonlocal failing
        if failing:
            failing -= 1
            raise psycopg.errors.SerializationFailure("could not serialize access")

    engine = sql.create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        name = engine.url.database
        connection.exec_driver_sql(
            f"ALTER DATABASE {name} SET default_transaction_isolation = 'serializable'"
        )
    engine.dispose()
    async with open_test_journal(address, reach) as journal:
        failing = 1
        await journal.append(make_row(2))
        assert await rows_of(journal) == [1, 2]
        levels: list[object] = []

        def look(used: sql.Connection) -> Callable[[], None]:
            driver: Any = used.connection.driver_connection
            told = driver.execute("SHOW transaction_isolation")
            return lambda: levels.extend(told.fetchone())

        await journal.writer.write(WriterJob(step=look))
        assert levels == ["read committed"]


async def test_a_full_disk_of_the_database_is_said_once_and_loses_nothing() -> None:
    """Files of the writer's process may not grow any more; those of PostgreSQL's own log are preallocated."""
    with Cluster.run("--wal-segsize=1") as own:
        async with open_test_journal(own.database("duels")) as journal:
            assert isinstance(journal.writer, CertainWriter)
            assert journal.writer._backend is not None
            backend = journal.writer._backend[0]
            own.limit_files(backend, 1 << 20)
            large = "".join(sha(number) for number in range(60_000))
            with capture_logs() as lines:
                for _ in range(2):
                    with pytest.raises(StoreFailed, match="File too large"):
                        await journal.append(msgspec.structs.replace(make_row(2), body=large))
                await journal.append(make_row(2))
            assert [line["event"] for line in lines] == [
                "the journal cannot be written", "the journal can be written again"
            ]  # fmt: skip
            assert await rows_of(journal) == [1, 2]


def sha(number: int) -> str:
    """Return text that cannot be compressed."""
    import hashlib

    return hashlib.sha256(str(number).encode()).hexdigest()


async def test_a_log_that_ends_before_what_was_told_is_not_served(tmp_path: Path) -> None:
    async with open_test_journal(database_of(tmp_path)) as journal:
        ledger = MatchLog(HEADER.log, journal)
        ledger.acts = 1
        await ledger.append([(Act(0, Choice(("say:2",))), b"")], (1.0, 1.0))
        await run_sql(journal, "DELETE FROM acts WHERE seq = 2")
        await run_sql(journal, "INSERT INTO acts SELECT log, 3, seat, origin, body, 0, 0, '' FROM acts")
        await run_sql(journal, "DELETE FROM acts WHERE seq = 3")
        await run_sql(journal, "ALTER TABLE acts ADD CHECK (seq < 3)")
        with pytest.raises(LogTruncated, match="not kept any more"):
            await ledger.append([(Act(0, Choice(("say:3",))), b"")], (1.0, 1.0))


# --- databases that are refused ---------------------------------------------------------------------------


async def start_on(address: str, **more: str) -> str:
    """Return why no server starts on a database; "" if one does."""
    config = msgspec.convert({"database": address, **more}, Config)
    why = ""
    try:
        async with open_journal(config, RealWorld()):
            pass
    except* BadInput as refused:
        why = str(refused.exceptions[0])
    return why


FORGETFUL = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}


async def test_a_database_that_may_forget_is_refused_unless_the_host_accepts_it_in_words() -> None:
    with Cluster.run(**FORGETFUL) as own:
        address = own.database("duels")
        why = await start_on(address)
        for name in FORGETFUL:
            assert f"its {name} is off" in why
        assert f"--accept-loss '{ACCEPTED}'" in why
        found = [str(finding) for finding in check(Config(database=address), RealWorld().wall())]
        assert any("its fsync is off" in line for line in found)
        assert await start_on(address, accept_loss=ACCEPTED) == ""


async def test_a_standby_that_nobody_waits_for_is_refused() -> None:
    with Cluster.run() as own:
        address = own.database("duels")
        assert await start_on(address) == ""
        with own.follow_wal():
            assert "it has a standby that it does not wait for" in await start_on(address)


async def test_a_database_that_was_taken_over_is_refused_until_the_host_accepts_it() -> None:
    """By a running server too: it cannot know what the new database lacks."""
    with Cluster.run() as own:
        address = own.database("duels")
        async with open_test_journal(address) as journal:
            await trio.to_thread.run_sync(own.promote)
            with pytest.raises(StoreFailed, match="timeline 2; it was 1"):
                await journal.append(make_row(2))
            with pytest.raises(StoreFailed, match="timeline 2; it was 1"):
                await journal.read_match(HEADER.log)
        assert "timeline 2; it was 1" in await start_on(address)
        assert await start_on(address, accept_loss=ACCEPTED) == ""
        assert await start_on(address) == ""
    with Cluster.run() as other:
        copy = other.database("duels")
        engine = sql.create_engine(copy)
        with engine.begin() as connection:
            connection.exec_driver_sql("CREATE TABLE cluster (system varchar(20), timeline bigint)")
            connection.exec_driver_sql("INSERT INTO cluster VALUES ('1234', 1)")
        engine.dispose()
        assert "of which this is a copy" in await start_on(copy)


async def test_without_the_driver_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    why = await start_on("postgresql://nobody@127.0.0.1/duels")
    assert why.endswith("pip install 'facedown[postgresql]'.")
    findings = check(Config(database="postgresql://nobody@127.0.0.1/duels"), RealWorld().wall())
    assert [finding for finding in findings if finding.mark is Mark.WRONG and "pip install" in str(finding)]


SPOILED = {
    "CREATE DATABASE spoiled ENCODING 'LATIN1' TEMPLATE template0": "is LATIN1.* createdb -E UTF8",
    "CREATE DATABASE spoiled ENCODING 'SQL_ASCII' TEMPLATE template0": "its encoding is SQL_ASCII",
    "SELECT 'no such database'": "database .spoiled. does not exist",
}


@pytest.mark.parametrize("made", SPOILED)
async def test_a_database_that_cannot_keep_duels_is_refused_in_a_sentence(made: str) -> None:
    engine = sql.create_engine(shared_cluster().address(), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("DROP DATABASE IF EXISTS spoiled")
        connection.exec_driver_sql(made)
        why = await start_on(shared_cluster().address("spoiled"))
        connection.exec_driver_sql("DROP DATABASE IF EXISTS spoiled")
    engine.dispose()
    assert re.search(SPOILED[made], why)
    assert "\n" not in why


async def test_a_wrong_password_is_refused_in_a_sentence_that_does_not_hold_it() -> None:
    with Cluster.run() as own:
        address = sql.make_url(own.database("duels")).set(username="poor", password="hunter2")
        engine = sql.create_engine(own.address(), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.exec_driver_sql("CREATE ROLE poor LOGIN PASSWORD 'another'")
        engine.dispose()
        own.ask_for_passwords()
        why = await start_on(address.render_as_string(hide_password=False))
    assert 'password authentication failed for user "poor"; correct the name or the password' in why
    assert "hunter2" not in why


async def test_a_server_that_is_too_old_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_of_postgresql, "MIN_POSTGRESQL_VERSION", 99)
    assert re.search(r"it is PostgreSQL \d+; this needs 99 or newer", await start_on(database_of(tmp_path)))


async def test_an_address_whose_port_is_no_number_is_refused_in_a_sentence() -> None:
    assert "the port in its address is no number" in await start_on("postgresql://nobody@127.0.0.1:x/duels")
