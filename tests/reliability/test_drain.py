"""Draining a server: its tables are handed over between two acts, and it ends."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path

import pytest
import trio
from msgspec.structs import replace

from facedown_server.service.config import Config
from facedown_server.service.nodes.drain import BALANCE_INTERVAL_S
from facedown_server.service.operating import drain as draining
from facedown_server.service.operating.control import send_command
from facedown_server.service.operating.node_list import node_rows
from facedown_shared.protocol.messages import (
    Clock,
    Concede,
    Consent,
    CreateTable,
    JoinTable,
    ListTables,
    Propose,
    Ready,
    Settings,
    Watch,
)
from facedown_shared.tables.view import View
from facedown_shared.text.errors import BadInput, Code
from proofs.online.server_process import SERVER
from tests import postgresql
from tests.postgresql import database_of
from tests.reliability import processes
from tests.reliability.processes import TOP, HeadlessClient, duel, find_prompted_client, nodes

pytestmark = [postgresql.needed, pytest.mark.slow]

OTHER_RULES = ("-m", "tests.reliability.other_rules")
"""A server by whose rules a duel begins with other Life Points: no log gives the same duel there."""


def command(folder: Path, node: str) -> list[str]:
    """Return the host's command."""
    words = ["drain", "--data", str(folder), "--database", database_of(folder), "--node", node]
    return [sys.executable, "-P", "-m", "facedown_server", *words]


async def drain(folder: Path, node: str, *, cancel: bool = False, wait: bool = True) -> list[str]:
    """Run that command; return its output."""
    config = Config(data=str(folder), database=database_of(folder), node=node)
    said: list[str] = []
    with trio.fail_after(60):
        await draining.drain(config, said.append, cancel=cancel, wait=wait)
    return said


async def poll_drain(folder: Path, node: str, words: str) -> None:
    """Poll until a drain has reached this state."""
    with trio.fail_after(60):
        while not any(words in line for line in await drain(folder, node, wait=False)):
            await trio.lowlevel.checkpoint()


async def test_a_duel_goes_on_at_another_node_and_the_empty_one_ends(tmp_path: Path) -> None:
    """The open prompt is repeated with the same View; spectators still watch; no client receives anything
    else.
    """
    async with (
        nodes(tmp_path, 2) as ((process, port), (_, other_port)),
        duel(port, Settings(pace="off", clock=Clock(600, 0))) as both,
        trio.open_nursery() as nursery,
    ):
        one, _ = both
        host = next(each for each in both if each.visit.model.links)
        link = host.table_link("spectator")
        sid = HeadlessClient("Sid", port, Watch(link.code, link.secret))
        nursery.start_soon(sid.run)
        await sid.wait_until(lambda: sid.visit.model.view)
        views = [each.visit.model.view for each in (*both, sid)]
        prompt, note = one.prompt, one.visit.model.table
        heard = [each.message_counts for each in (*both, sid)]
        told = await trio.run_process(
            command(tmp_path, "n0"), cwd=TOP, check=False, capture_stdout=True, capture_stderr=True
        )
        assert (told.returncode, told.stderr) == (0, b"")
        assert told.stdout.decode().splitlines()[-1] == (
            "All tables are handed over, and the server has stopped."
        )
        assert await process.wait() == 0
        for each, since in zip((*both, sid), heard, strict=True):
            await each.wait_for_return(since, asked=each is one)
            await each.wait_until(partial(_view, each))
            assert each.link.way.here.port == other_port
        assert [each.visit.model.view for each in (*both, sid)] == views
        assert one.prompt == prompt
        assert note is not None
        await one.wait_until(
            lambda: (table := one.visit.model.table) and table.note == note.note and table.ticking >= 0
        )
        await one.pick()
        await find_prompted_client(*both)
        nursery.cancel_scope.cancel()


async def test_a_node_that_joins_gets_tables(tmp_path: Path) -> None:
    """Seen to fail: after all nodes were restarted, 14 of 18 tables stayed at the last one."""
    own = ("--database", database_of(tmp_path), "--lease-seconds", processes.LEASE_S)
    config = Config(data=str(tmp_path), database=database_of(tmp_path), node="n0")

    def tables() -> list[int]:
        return [row.tables for row in node_rows(config)]

    async with processes.server_process(tmp_path, 0, *own, "--node", "n0") as (_, port), duel(port) as both:
        opened = await send_command(config, "open", count=8)
        async with processes.server_process(tmp_path, 0, *own, "--node", "n1") as (_, other_port):
            for _ in range(200):
                if min(balanced := await trio.to_thread.run_sync(tables)) >= 3 and sum(balanced) == 9:
                    break
                await trio.sleep(0.2)
            await trio.sleep(3 * BALANCE_INTERVAL_S)
            balanced = await trio.to_thread.run_sync(tables)
            assert sum(balanced) == 9
            assert 3 <= balanced[1] <= 5, "they do not go to and fro"
            listed = (await send_command(config, "list")).rows
            there = [row["code"] for row in listed if row["node"] == "n1"]
            assert {row["code"] for row in opened.rows} >= {*there}, "tables without a match go first"
            late = HeadlessClient("Late", other_port, JoinTable(there[0]))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(late.run)
                await late.wait_until(lambda: late.visit.model.is_player)
                nursery.cancel_scope.cancel()
        await find_prompted_client(*both)


async def test_an_operators_commands_reach_every_node_from_any_machine(tmp_path: Path) -> None:
    """Seen to fail: commands worked on the node's own machine only, and each node listed its own tables."""
    own = ("--database", database_of(tmp_path))
    config = Config(data=str(tmp_path / "operator"), database=database_of(tmp_path), node="n1")
    async with (
        processes.server_process(tmp_path / "0", 0, *own, "--node", "n0"),
        processes.server_process(tmp_path / "1", 0, *own, "--node", "n1") as (process, _),
    ):
        opened = await send_command(config, "open", count=2)
        assert [row["node"] for row in opened.rows] == ["n1", "n1"]
        assert [row["node"] for row in (await send_command(replace(config, node=""), "open")).rows] == ["n0"]
        listed = await send_command(replace(config, node="n0"), "list")
        assert [row["node"] for row in listed.rows] == ["n0", "n1", "n1"]
        assert len(listed.lines) == 3
        code = opened.rows[0]["code"]
        assert (await send_command(replace(config, node="n0"), "close", code)).rows == (
            {"code": code, "node": "n1"},
        )
        with pytest.raises(BadInput, match=f"There is no table {code}"):
            await send_command(config, "close", code)
        listed_lines = (await send_command(config, "list")).lines
        assert [line.partition(": ")[0] for line in listed_lines] == ["n0", "n1"], "each line names its node"
        assert (await send_command(config, "say", "", "Hello")).lines == (
            "n0: Said at 1 table.", "n1: Said at 1 table.",
        )  # fmt: skip
        with pytest.raises(BadInput, match="No server named n7 runs on this database"):
            await send_command(replace(config, node="n7"), "drain")
        said: list[str] = []
        with trio.fail_after(60):
            await draining.drain(config, said.append, cancel=False, wait=True)
            assert await process.wait() == 0
        assert said[-1] == "All tables are handed over, and the server has stopped."
        assert [row["node"] for row in (await send_command(config, "list")).rows] == ["n0", "n0"]


async def test_a_proposal_and_its_number_go_along(tmp_path: Path) -> None:
    """An earlier proposal can be answered by its number; a yes to a replaced one is still refused."""
    async with nodes(tmp_path, 2) as ((process, port), (_, other_port)), duel(port) as both:
        one, other = both
        one.visit.send(Propose("pause"))
        await other.wait_until(lambda: other.visit.model.table and other.visit.model.table.proposal)
        before = other.visit.model.table
        assert before is not None
        heard = [each.message_counts for each in both]
        await drain(tmp_path, "n0")
        assert await process.wait() == 0
        for each, since in zip(both, heard, strict=True):
            await each.wait_for_return(since)
            assert each.link.way.here.port == other_port
        await other.wait_until(lambda: other.visit.model.table and other.visit.model.table.proposal)
        after = other.visit.model.table
        assert after is not None
        assert (after.proposal, after.proposal_number, after.terms) == (
            before.proposal, before.proposal_number, before.terms
        )  # fmt: skip
        one.visit.send(Propose("draw"))
        await other.wait_until(
            lambda: other.visit.model.table and other.visit.model.table.proposal != after.proposal
        )
        other.visit.send(Consent(True, before.proposal_number))
        await other.wait_until(lambda: other.visit.model.refusal)
        assert other.visit.model.refusal is not None
        assert other.visit.model.refusal.code is Code.OUTDATED
        replaced = other.visit.model.table
        assert replaced is not None
        assert (replaced.stage, replaced.proposal_number) == ("duel", before.proposal_number + 1)
        other.visit.send(Consent(True))
        await one.wait_until(lambda: one.visit.model.table and one.visit.model.table.stage == "over")


async def test_a_draining_node_opens_no_table_and_says_where_to_go(tmp_path: Path) -> None:
    """One table stays, since the other node cannot run it: so the drain goes on, and it can be cancelled."""
    async with (
        nodes(tmp_path, programs=(SERVER, OTHER_RULES)) as ((process, port), (_, other_port)),
        duel(port) as both,
        trio.open_nursery() as nursery,
    ):
        code = both[0].visit.model.code
        assert await drain(tmp_path, "n0", wait=False) == ["1 table is left, 0 handed over."]
        late = HeadlessClient("Sid", port, CreateTable(Settings()))
        nursery.start_soon(late.run)
        refusal = await _refusal(late)
        assert refusal[0] == Code.NOT_NOW
        assert f"Open it at http://127.0.0.1:{other_port}." in refusal[1]
        stays = f"{code} stays until its match has ended: Its log does not come out as it was played"
        await poll_drain(tmp_path, "n0", stays)
        await both[0].pick()
        await find_prompted_client(*both)
        assert {each.link.way.here.port for each in both} == {port}
        said = await drain(tmp_path, "n0", cancel=True)
        assert said == ["1 table stays here; tables can be opened again."]
        again = HeadlessClient("Sue", port, CreateTable(Settings(listed=True)))
        nursery.start_soon(again.run)
        await again.wait_until(lambda: again.visit.model.code)
        assert process.returncode is None
        nursery.cancel_scope.cancel()


def _is_at(client: HeadlessClient, port: int) -> bool:
    return client.link.way.here.port == port


async def test_what_no_other_node_can_run_goes_without_its_match_once_that_is_over(tmp_path: Path) -> None:
    """Neither player is disconnected: both sit at the table at the other node, and may play again there."""
    async with (
        nodes(tmp_path, programs=(SERVER, OTHER_RULES)) as ((process, port), (_, other_port)),
        duel(port) as both,
    ):
        one, other = both
        await poll_drain(tmp_path, "n0", "stays")
        heard = [each.message_counts for each in both]
        one.visit.send(Concede(match=True))
        await other.wait_until(lambda: other.visit.model.table and other.visit.model.table.stage == "over")
        for each, since in zip(both, heard, strict=True):
            await each.wait_for_return(since)
            await each.wait_until(partial(_is_at, each, other_port))
        assert await process.wait() == 0
        for each in both:
            each.visit.send(Ready())
        await find_prompted_client(*both)


async def test_a_table_where_nobody_plays_yet_goes_too_and_is_listed_there(tmp_path: Path) -> None:
    async with (
        nodes(tmp_path, 2) as ((process, port), (_, other_port)),
        trio.open_nursery() as nursery,
    ):
        anna = HeadlessClient("Anna", port, CreateTable(Settings(listed=True)))
        looking = HeadlessClient("Sid", other_port, ListTables())
        for each in (anna, looking):
            nursery.start_soon(each.run)
        await anna.wait_until(lambda: anna.visit.model.code)
        code = anna.visit.model.code
        await looking.wait_until(lambda: code in [row.code for row in looking.visit.model.rows])
        heard = anna.message_counts
        await drain(tmp_path, "n0")
        assert await process.wait() == 0
        await anna.wait_for_return(heard)
        await looking.wait_until(lambda: [row.code for row in looking.visit.model.rows] == [code])
        ben = HeadlessClient("Ben", other_port, JoinTable(code))
        nursery.start_soon(ben.run)
        await ben.wait_until(lambda: ben.visit.model.table)
        nursery.cancel_scope.cancel()


async def test_without_another_server_a_drain_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with nodes(tmp_path, 1) as ((process, _),):
        with pytest.raises(BadInput, match="No other server can take the tables"):
            await drain(tmp_path, "n0")
        assert process.returncode is None


def _view(somebody: HeadlessClient) -> View | None:
    return somebody.visit.model.view


async def _refusal(somebody: HeadlessClient) -> tuple[Code, str]:
    await somebody.wait_until(lambda: somebody.visit.model.refusal)
    found = somebody.visit.model.refusal
    assert found is not None
    return Code(found.code), str(found.words)
