"""Several servers on one database: a duel goes on when its server ends, freezes or loses the database."""

from __future__ import annotations

import signal
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sql
import trio

from facedown_client.connection.replay_download import download_replay
from facedown_client.connection.return_places import new_key
from facedown_shared.network import links
from facedown_shared.protocol.messages import Concede, CreateTable, JoinTable, ListTables, Settings, Watch
from facedown_shared.replay import parse_replay
from tests import postgresql
from tests.postgresql import Cluster
from tests.reliability.processes import HeadlessClient, duel, find_prompted_client, nodes

pytestmark = [postgresql.needed, pytest.mark.slow]

LONG_LEASE_S = 6.0
"""Long enough that a node on a busy machine renews in time once the database is back."""


def is_at(somebody: HeadlessClient, port: int) -> bool:
    """Return whether a client's table is at the server with this port."""
    return somebody.link.way.here.port == port


async def test_a_duel_goes_on_at_another_node_when_its_own_is_killed(tmp_path: Path) -> None:
    async with nodes(tmp_path, 2) as ((process, port), (_, other_port)), duel(port) as both:
        await trio.lowlevel.checkpoint()
        one, _ = both
        before, heard = one.visit.model.view, one.message_counts
        process.kill()
        await process.wait()
        await one.wait_for_return(heard, asked=True)
        assert one.visit.model.view == before
        assert one.link.way.here.port == other_port
        await one.pick()
        await find_prompted_client(*both)


async def test_a_public_replay_is_fetched_while_the_node_that_played_it_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it was made already or has yet to be: the log and the replay are in the database."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    async with nodes(tmp_path, 3) as ((process, port), *others):
        async with duel(port) as (one, other):
            one.visit.send(Concede(match=True))
            await other.wait_until(lambda: other.model.replay)
            assert other.model.replay is not None
            secret = other.model.replay.secret
            found = list[bytes]()

            async def fetch(there: int) -> None:
                link = links.parse_link(links.replay_link(f"http://127.0.0.1:{there}", secret))
                found.append((await download_replay(link, "Sid")).read_bytes())

            async with trio.open_nursery() as nursery:
                for _, there in others:
                    nursery.start_soon(fetch, there)
                process.kill()
        await process.wait()
        for _, there in others:
            await fetch(there)
        assert len(found) == 4
        assert len({*found}) == 1
        assert parse_replay(found[0]).head.names == ("Anna", "Ben")


async def test_a_frozen_node_finds_its_table_elsewhere_when_it_wakes(tmp_path: Path) -> None:
    """Its pending write is rejected, and its clients get the messages of the table's new owner node, with a
    higher epoch.
    """
    async with nodes(tmp_path, 2) as ((process, port), _), duel(port) as both:
        one, other = both
        before, heard, seen = one.visit.model.view, one.message_counts, other.message_counts
        process.send_signal(signal.SIGSTOP)
        await one.wait_for_return(heard, asked=True)
        await other.wait_for_return(seen)
        assert one.visit.model.view == before
        await one.pick()
        then = await find_prompted_client(*both)
        process.send_signal(signal.SIGCONT)
        code = one.visit.model.code
        async with trio.open_nursery() as nursery:
            late = HeadlessClient("Sid", port, Watch(code, _secret(both)))
            nursery.start_soon(late.run)
            await late.wait_until(lambda: late.visit.model.view)
            assert late.link.way._epochs[code] > 1
            nursery.cancel_scope.cancel()
        await then.pick()
        await find_prompted_client(*both)


def _secret(people: tuple[HeadlessClient, HeadlessClient]) -> str:
    """Return the secret of the link for spectators, which the host has."""
    host = next(one for one in people if one.visit.model.links)
    return host.table_link("spectator").secret


async def test_a_wish_for_a_table_that_nobody_answered_is_that_table_at_another_node(tmp_path: Path) -> None:
    """The node was killed once the table was stored: its player sends the request to the next one, with the
    same key.
    """
    wish = CreateTable(Settings(), key=new_key())
    async with nodes(tmp_path, 2) as ((process, port), (_, other_port)), trio.open_nursery() as nursery:
        first = HeadlessClient("Anna", port, wish)
        async with trio.open_nursery() as passing:
            passing.start_soon(first.run)
            await first.wait_until(lambda: first.visit.model.code)
            passing.cancel_scope.cancel()
        process.kill()
        await process.wait()
        again = HeadlessClient("Anna", other_port, wish)
        nursery.start_soon(again.run)
        await again.wait_until(lambda: again.visit.model.code)
        assert again.visit.model.code == first.visit.model.code
        assert again.visit.model.seat == first.visit.model.seat
        nursery.cancel_scope.cancel()


async def test_every_node_lists_all_tables_and_leads_to_each(tmp_path: Path) -> None:
    async with nodes(tmp_path, 3) as found, trio.open_nursery() as nursery:
        ports = [port for _, port in found]
        host = HeadlessClient("Anna", ports[0], CreateTable(Settings(listed=True)))
        nursery.start_soon(host.run)
        await host.wait_until(lambda: host.visit.model.code)
        code = host.visit.model.code
        looking = HeadlessClient("Sid", ports[2], ListTables())
        nursery.start_soon(looking.run)
        await looking.wait_until(lambda: code in [row.code for row in looking.visit.model.rows])
        guest = HeadlessClient("Ben", ports[1], JoinTable(code))
        nursery.start_soon(guest.run)
        await guest.wait_until(lambda: guest.visit.model.table)
        assert guest.link.way.here.port == ports[0]
        nobody = HeadlessClient("Eve", ports[1], JoinTable("ZZZ-ZZZ"))
        nursery.start_soon(nobody.run)
        await nobody.wait_until(lambda: nobody.visit.model.refusal)
        nursery.cancel_scope.cancel()


async def test_after_an_outage_of_the_database_tables_stay_where_they_are(tmp_path: Path) -> None:
    """All leases have expired when it is back: otherwise the first node to check would take everything
    over.
    """
    with Cluster.run() as own:
        two = nodes(tmp_path, 2, lease=str(LONG_LEASE_S), address=own.database("duels"))
        async with two as (_, (_, other)), duel(other) as both:
            one = both[0]
            await trio.to_thread.run_sync(own.stop)
            await trio.sleep(1.5 * LONG_LEASE_S)
            await trio.to_thread.run_sync(own.start)
            await one.wait_until(lambda: one.prompt)
            await one.pick()
            await find_prompted_client(*both)
            for somebody in both:
                await somebody.wait_until(partial(is_at, somebody, other))
            engine = sql.create_engine(own.address("duels"))
            with engine.connect() as connection:
                assert connection.execute(sql.text("SELECT node, epoch FROM owners")).all() == [("n1", 1)]
            engine.dispose()


async def test_a_node_that_is_stopped_hands_its_tables_over(tmp_path: Path) -> None:
    async with nodes(tmp_path, 2) as ((process, port), (_, other)), duel(port) as both:
        one, _ = both
        heard = one.message_counts
        process.terminate()
        await one.wait_for_return(heard, asked=True)
        assert one.link.way.here.port == other
        assert await process.wait() == 0
