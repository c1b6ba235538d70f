"""The link among several servers of one service, one of which lies; the window, the terminal and bots build
on it.
"""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock

from facedown_client.connection.link import LinkState, Status
from facedown_client.connection.visit import Visit
from facedown_shared.network.reconnect import JITTER_RATIO, ReconnectingConnection
from facedown_shared.network.service_route import FAILOVER_SPEEDUP_RATIO, MAX_REDIRECTS
from facedown_shared.protocol.messages import (
    AtTable,
    Chat,
    JoinTable,
    Moved,
    Prompt,
    Resume,
    Seated,
    SeatInfo,
    TableInfo,
    ToClient,
    Watch,
    Whole,
)
from facedown_shared.tables.view import View
from tests.client.connection.test_link import link_to
from tests.client.fakes import Caller, FakeServer, Script

A, B, EVIL = "http://table.test:7373", "http://b.test:2", "http://evil.test:3"
CODE = "ABC-234"
INFO = TableInfo(CODE, "master", 1, "gathering", (SeatInfo(), SeatInfo()))
TRUE, LIE = View(0, "master", turn=1), View(0, "master", turn=99)


def node(*told: ToClient, stays: bool = True) -> Script:
    """Serve clients that request to join with these messages, then fall silent or break off."""

    async def script(server: FakeServer, caller: Caller) -> None:
        await caller.welcome(A, B)
        wish = await caller.receive()
        assert isinstance(wish, JoinTable | Resume | Watch)
        for message in told:
            await caller.send_message(message)
        while stays:
            await caller.receive()

    return script


def table(epoch: int, version: int = 1, view: View = TRUE, seat: int = 0) -> tuple[ToClient, ...]:
    """Return what a server that has the table sends a joining client."""
    seated = Seated(CODE, seat, f"{CODE}.token" if seat >= 0 else "", epoch=epoch)
    return seated, AtTable(INFO), Whole(version, view)


LIES: dict[str, tuple[ToClient, ...]] = {
    "that it has the table still": table(1, 9, LIE),
    "of a table, and not at which epoch": table(1, 9, LIE)[1:],
    "a question, and not at which epoch": (Prompt(9, "turn"),),
    "an epoch of none": table(0, 9, LIE),
    "that the table went back": (Moved(A, CODE, 1), *table(1, 9, LIE)),
    "of an address that nobody named": (Moved(EVIL, CODE, 7), *table(7, 9, LIE)),
}


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("wish", [JoinTable(CODE), Watch(CODE)])
async def test_nothing_that_a_server_lies_is_taken(
    lie: str, wish: JoinTable | Watch, autojump_clock: MockClock
) -> None:
    """A server that had the table before wakes and sends messages of it; the link goes to the next."""
    seat = 0 if isinstance(wish, JoinTable) else -1
    async with trio.open_nursery() as nursery:
        servers = FakeServer(
            nursery, node(*table(2, seat=seat), stays=False), node(*LIES[lie]), node(*table(2, 4, seat=seat))
        )
        link = link_to(servers, wish=wish)
        visit, seen, went = Visit(link), [], []
        nursery.start_soon(visit.run_link)
        with trio.move_on_after(30):
            while True:
                await visit.next()
                seen.append(visit.model.view)
                went.append(link.way.here.host)
        assert servers.dials == 3
        assert LIE not in seen
        assert TRUE in seen
        assert visit.model.prompt is None
        assert set(went) <= {"table.test", "b.test"}
        nursery.cancel_scope.cancel()


async def test_a_table_is_followed_to_another_server(autojump_clock: MockClock) -> None:
    async with trio.open_nursery() as nursery:
        servers = FakeServer(nursery, node(*table(1), Moved(B, CODE, 2)), node(*table(2)))
        link = link_to(servers, wish=JoinTable(CODE))
        visit = Visit(link)
        nursery.start_soon(visit.run_link)
        with trio.move_on_after(5):
            while True:
                await visit.next()
        assert link.way.here.host == "b.test"
        assert visit.model.view == TRUE
        nursery.cancel_scope.cancel()


async def test_one_who_is_at_a_table_that_moves_is_not_told_of_a_lost_connection(
    autojump_clock: MockClock,
) -> None:
    """A message sent during the redirect is sent there; a client without a table yet connects as ever."""

    async def listen(server: FakeServer, caller: Caller) -> None:
        await node(*table(2), stays=False)(server, caller)
        while True:
            await caller.receive()

    async with trio.open_nursery() as nursery:
        servers = FakeServer(nursery, node(*table(1), Moved(B, CODE, 2)), listen)
        link = link_to(servers, wish=JoinTable(CODE))
        visit, states = Visit(link), []
        nursery.start_soon(visit.run_link)
        with trio.move_on_after(5):
            while True:
                heard = await visit.next()
                if isinstance(heard, Moved):
                    assert visit.send(Chat("well played"))
                if isinstance(heard, LinkState):
                    states.append(heard.status)
        moved = [Status.CONNECTING, Status.UP, Status.MOVING, Status.UP]
        assert states == moved
        assert [one for one in servers.callers[-1].said if isinstance(one, Chat)] == [Chat("well played")]
        nursery.cancel_scope.cancel()


async def test_servers_that_send_one_on_in_a_circle_do_not_keep_it_busy(autojump_clock: MockClock) -> None:
    """Each names the other, at the same epoch: attempts soon have the backoff of any failure."""
    async with trio.open_nursery() as nursery:
        circle = [node(Moved((B, A)[number % 2], CODE, 1)) for number in range(4000)]
        servers = FakeServer(nursery, *circle)
        link = link_to(servers, wish=JoinTable(CODE))
        visit = Visit(link)
        nursery.start_soon(visit.run_link)
        with trio.move_on_after(60):
            while True:
                await visit.next()
        least = ReconnectingConnection.min_retry_delay_s * (1 - JITTER_RATIO) / FAILOVER_SPEEDUP_RATIO
        assert MAX_REDIRECTS < servers.dials < MAX_REDIRECTS + 60 / least + 2
        nursery.cancel_scope.cancel()
