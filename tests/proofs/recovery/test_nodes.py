"""The proof of several servers, in small: planned faults happen, and failures are detected.

That an old owner's writes are detected is tested in `test_write_audit.py`, lost and doubled acts in
`test_matches.py`; here both are checked with a journal in PostgreSQL.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import trio
from click.testing import CliRunner

from facedown_server.runtime.world import Moment
from facedown_server.storage import postgresql_writer
from facedown_server.storage.journal import Journal
from facedown_server.storage.journal_writer import WriterJob, group_jobs
from facedown_server.storage.ownership import FencedAppends
from facedown_server.storage.store import LogRow, StoredLog, StoredTable
from facedown_shared.protocol.messages import Answer, Settings
from proofs.command import prove
from proofs.online.fault_proxy import FaultProxy
from proofs.recovery import nodes
from proofs.recovery.kill_points import FREEZE_AT, OVERTAKEN, FreezingWorld, freeze_signal
from proofs.recovery.matches import RecoveryTally
from proofs.recovery.nodes import KILLED, WOKEN, NodesProof
from tests import postgresql
from tests.postgresql import database_of
from tests.proofs.recovery.test_matches import play_match
from tests.server.serving import read_all


async def test_a_wire_that_does_not_flow_drops_what_is_said_and_breaks_when_it_is_mended() -> None:
    async def echo_bytes(stream: trio.SocketStream) -> None:
        async for data in stream:
            await stream.send_all(data)

    async with trio.open_nursery() as nursery:
        (listener, *_) = await nursery.start(trio.serve_tcp, echo_bytes, 0)
        wire = FaultProxy(listener.socket.getsockname()[1])
        await nursery.start(wire.run)
        async with await trio.open_tcp_stream("127.0.0.1", wire.port) as stream:
            await stream.send_all(b"a")
            assert await stream.receive_some() == b"a"
            wire.is_passing = False
            await stream.send_all(b"b")
            await wire.repair()
            assert await read_all(stream) == b""
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("kind", [*FREEZE_AT])
def test_a_server_freezes_once_when_it_comes_to_the_moment_that_a_signal_has_named(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []
    heard: dict[int, Callable[[int, None], None]] = {}
    monkeypatch.setattr("signal.pthread_kill", lambda thread, number: sent.append(number))
    monkeypatch.setattr("signal.signal", heard.__setitem__)
    world = FreezingWorld()
    world.listen()
    for moment in Moment:
        world.report_moment(moment)
    assert sent == []
    heard[freeze_signal(kind)](freeze_signal(kind), None)
    for moment in (*Moment, *Moment):
        world.report_moment(moment)
    assert sent == [signal.SIGSTOP]
    heard[freeze_signal(kind)](freeze_signal(kind), None)
    heard[signal.SIGCONT](signal.SIGCONT, None)
    for moment in Moment:
        world.report_moment(moment)
    assert sent == [signal.SIGSTOP], "it would stand still for good"


def test_before_the_commit_of_an_act_it_freezes_in_a_transaction_that_has_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[int] = []
    heard: dict[int, Callable[[int, None], None]] = {}
    monkeypatch.setattr("signal.pthread_kill", lambda thread, number: sent.append(number))
    monkeypatch.setattr("signal.signal", heard.__setitem__)
    monkeypatch.setattr(postgresql_writer, "group_jobs", group_jobs)  # restored at the end of the test
    world, appends = FreezingWorld(), FencedAppends()
    world.listen()
    heard[freeze_signal(OVERTAKEN)](freeze_signal(OVERTAKEN), None)
    for append, frozen in ((appends.clocks, 0), (appends.line, 0), (appends.act, 1), (appends.act, 1)):
        vars(postgresql_writer)["group_jobs"]([WriterJob(append)])
        for moment in Moment:
            world.report_moment(moment)
        assert sent == [signal.SIGSTOP] * frozen


async def judge_nodes(
    folder: Path, spoil: Callable[[tuple[LogRow, ...]], tuple[LogRow, ...]]
) -> RecoveryTally:
    """Return what is found of a match that was sent whole, and whose log is corrupted in the database."""
    player, log, server = await play_match()
    tally = RecoveryTally()
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            journal = Journal(database_of(folder))
            await nursery.start(journal.run)
            header = msgspec.structs.replace(log.header, log=f"{log.header.code}-1")
            await journal.store_match(
                header, StoredTable(code=header.code, settings=Settings(), log=header.log)
            )
            rows = spoil(log.rows)
            await journal.append(*(msgspec.structs.replace(row, log=header.log) for row in rows))
            kept: StoredLog = await journal.read_match(header.log)
            await tally.compare(kept, [player], server)
            nursery.cancel_scope.cancel()
    return tally


@postgresql.needed
async def test_what_the_database_has_lost_is_found(tmp_path: Path) -> None:
    tally = await judge_nodes(tmp_path, lambda rows: rows[:-2])
    assert any("is not in the log" in line for line in tally.lost)


@postgresql.needed
async def test_nothing_is_found_where_the_log_told_is_the_journal(tmp_path: Path) -> None:
    assert (await judge_nodes(tmp_path, lambda rows: rows)).is_clean


@postgresql.needed
async def test_a_log_told_that_is_no_prefix_of_the_journal_is_found(tmp_path: Path) -> None:
    """A player was sent an act, and the journal has another one in its place."""
    player, log, server = await play_match()
    tally = RecoveryTally()
    number, (prompt, (answer,)) = max(player.answers.items())
    assert isinstance(answer, Answer)
    other = Answer(number, (len(prompt.options) - 1 - answer.picks[0],))
    player.answers[number] = prompt, (other,)
    player.told.append(player.told[0])
    await tally.compare(log, [player], server)
    assert any("is not in the log" in line for line in tally.lost)
    assert tally.doubled != []


# --- with processes -----------------------------------------------------------------------------------------


@pytest.mark.slow
@postgresql.needed
def test_nothing_is_lost_and_nothing_doubled_when_servers_end_and_freeze(tmp_path: Path) -> None:
    proof = NodesProof(tmp_path, 5, 3, lambda line: None, kinds=(KILLED, WOKEN))
    tally = trio.run(proof.run, 2)
    assert (tally.lost, tally.doubled, proof.stuck, proof.trespasses) == ([], [], [], [])
    assert tally.acts > 0


@pytest.mark.slow
@postgresql.needed
def test_the_whole_proof_fails_when_the_epoch_is_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other defences also keep an old owner from a table: its connection is ended, it is silent, its clients
    are redirected. Only the epoch check keeps it from writing.
    """
    monkeypatch.setattr(nodes, "WRITE_TIMEOUT_S", 60.0)
    monkeypatch.setattr(nodes, "MAX_ATTEMPTS", 20)
    run = CliRunner().invoke(prove, ["recovery", "--nodes", "3", "--kills", "1", "--planted", "no epoch"])
    assert re.search(r"^n\d wrote \d+ of acts to \S+, which n\d had$", run.output, re.MULTILINE)
    assert "written by others 0" not in run.output
    assert run.exit_code == 1
