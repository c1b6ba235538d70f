"""A relay among several servers of one service: it follows its table, and accepts nothing from servers
that lie.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from structlog.testing import capture_logs
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.network.wire.memory_streams import MemoryListener
from facedown_server.runtime.world import SeededWorld
from facedown_server.service.config import Config
from facedown_server.service.relay_server import Relay
from facedown_shared.network.links import TableLink
from facedown_shared.network.reconnect import LOST_CLOSE_TIMEOUT_S
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import (
    AtTable,
    ListTables,
    Moved,
    Nodes,
    Pong,
    Seated,
    SeatInfo,
    TableInfo,
    Tables,
    ToClient,
    Watch,
    Whole,
)
from facedown_shared.tables.view import View
from tests.client.fakes import Caller, FakeServer, Script
from tests.client.hostile_messages import SEATED, hostile_messages
from tests.server.network.relay.chains import Door
from tests.server.tables import Player

A, B, EVIL = "http://a.test:1", "http://b.test:2", "http://evil.test:3"
CODE = "ABC-234"
INFO = TableInfo(CODE, "master", 1, "gathering", (SeatInfo(), SeatInfo()))
LINK = TableLink("a.test", 1, False, CODE, "secret", "watch")
TRUE, LIE = View(-1, "master", turn=1), View(-1, "master", turn=99)


def node(*told: ToClient, stays: bool = True) -> Script:
    """Return the script of a server that sends these messages to a relay that watches, then is silent or
    disconnects.
    """

    async def script(server: FakeServer, caller: Caller) -> None:
        await caller.welcome(A, B)
        assert await caller.receive() == ListTables()
        await caller.send_message(Tables())
        wish = await caller.receive()
        assert isinstance(wish, Watch)
        assert wish.relay
        for message in told:
            await caller.send_message(message)
        while stays:
            await caller.receive()

    return script


def table(epoch: int, version: int = 1, view: View = TRUE) -> tuple[ToClient, ...]:
    """Return what the server that has the table sends a relay that watches."""
    return Seated(CODE, -1, epoch=epoch), AtTable(INFO), Whole(version, view)


@asynccontextmanager
async def relay_of(
    *scripts: Script, followed: tuple[str, ...] = ("b.test",)
) -> AsyncIterator[tuple[FakeServer, Door]]:
    """Run a relay of these servers, in the order in which it connects to them. `followed`: the hosts to which
    the table may move.
    """
    async with trio.open_nursery() as nursery:
        servers = FakeServer(nursery, *scripts)
        relay = Relay(Config(), LINK, "", SeededWorld("relay"), servers.dial, followed)
        door = Door(nursery, MemoryListener(), relay=relay)
        await nursery.start(relay.run, [door.listener])
        await wait_all_tasks_blocked()
        yield servers, door
        nursery.cancel_scope.cancel()


async def come(door: Door, name: str = "Sid") -> Player:
    """Connect a spectator to the relay."""
    player = await door.connect(name)
    await player.do(Watch(CODE, "secret"))
    return player


def hosts(servers: FakeServer) -> list[str]:
    """Return the hosts that the relay connected to, in order."""
    return [address.host for address in servers.dialled if address is not None]


def epochs(player: Player) -> list[int]:
    return [message.epoch for message in player.heard if isinstance(message, Seated)]


async def test_a_relay_follows_its_table_and_late_ones_hear_the_new_epoch(autojump_clock: MockClock) -> None:
    async with relay_of(node(*table(1), Moved(B, CODE, 2)), node(*table(2, 5))) as (servers, door):
        await trio.sleep(1)
        assert hosts(servers) == ["a.test", "b.test"]
        late = await come(door)
        assert epochs(late) == [2]
        assert [message.version for message in late.heard if isinstance(message, Whole)] == [5]


async def test_a_relay_that_comes_to_another_server_first_is_sent_on(autojump_clock: MockClock) -> None:
    async with relay_of(node(Moved(B, CODE, 3)), node(*table(3))) as (servers, door):
        assert hosts(servers) == ["a.test", "b.test"]
        assert epochs(await come(door)) == [3]


async def test_a_relay_waits_while_its_table_changes_hands(autojump_clock: MockClock) -> None:
    async with relay_of(node(*table(1), stays=False), node(Pong(0), Pong(0), *table(2))) as (servers, door):
        await trio.sleep(5)
        assert hosts(servers) == ["a.test", "b.test"], "a waiting client is told now and then"
        assert epochs(await come(door)) == [2]


async def test_those_who_watch_notice_nothing_of_a_move_without_news(autojump_clock: MockClock) -> None:
    async def redirect(server: FakeServer, caller: Caller) -> None:
        await node(*table(1), stays=False)(server, caller)
        with trio.move_on_after(5):
            await caller.receive()
        await caller.send_message(Moved(B, CODE, 2))
        await trio.sleep_forever()

    async with relay_of(redirect, node(*table(2))) as (servers, door):
        sid = await come(door)
        before = len([message for message in sid.heard if isinstance(message, Whole)])
        await trio.sleep(10)
        assert hosts(servers) == ["a.test", "b.test"]
        assert len([message for message in sid.heard if isinstance(message, Whole)]) == before
        assert sid.closed is None


@pytest.mark.parametrize("told", [table(1), ()], ids=["at the table", "at the door"])
async def test_no_goodbye_is_waited_for_of_a_server_that_has_sent_the_relay_on(
    told: tuple[ToClient, ...], autojump_clock: MockClock
) -> None:
    """The server sends the table's new address and nothing after that."""

    async def redirect(server: FakeServer, caller: Caller) -> None:
        await node(*told, Moved(B, CODE, 2), stays=False)(server, caller)
        assert isinstance(caller.socket.stream, trio.StapledStream)
        caller.socket.stream.send_stream.send_all_hook = trio.sleep_forever
        await trio.sleep_forever()

    began = trio.current_time()
    async with relay_of(redirect, node(*table(2))) as (servers, _):
        await trio.sleep_until(began + 3 * LOST_CLOSE_TIMEOUT_S)
        assert hosts(servers) == ["a.test", "b.test"]
        assert trio.current_time() == began + 3 * LOST_CLOSE_TIMEOUT_S


LIES: dict[str, tuple[ToClient, ...]] = {
    "that it has the table still": table(1, 9, LIE),
    "of a table, and not at which epoch": table(1, 9, LIE)[1:],
    "an epoch of none": table(0, 9, LIE),
    "that the table went back": (Moved(A, CODE, 1), *table(1, 9, LIE)),
    "of an address that nobody named": (Moved(EVIL, CODE, 7), *table(7, 9, LIE)),
    "of one that was named, and is no more": (Nodes((A,)), Moved(B, CODE, 7), *table(7, 9, LIE)),
}


@pytest.mark.parametrize("lie", LIES)
async def test_nothing_that_a_server_lies_goes_on(lie: str, autojump_clock: MockClock) -> None:
    """A former owner of the table wakes and sends its state; the relay goes to the next."""
    honest = node(*table(2), stays=False)
    servers = [honest, node(*LIES[lie]), node(*table(2, 4))]
    async with relay_of(*servers) as (there, door):
        sid = await come(door)
        await trio.sleep(30)
        assert there.dials == 3
        assert "evil.test" not in hosts(there)
        late = await come(door, "Zoe")
        for player in (sid, late):
            assert all(message.view == TRUE for message in player.heard if isinstance(message, Whole))
        assert epochs(late) == [2]


async def test_a_silent_server_is_left_for_another_within_two_seconds(autojump_clock: MockClock) -> None:
    async def freeze(server: FakeServer, caller: Caller) -> None:
        await node(*table(1), stays=False)(server, caller)
        await trio.sleep_forever()

    async with relay_of(freeze, node(*table(2))) as (servers, _door):
        await trio.sleep(2)
        assert hosts(servers) == ["a.test", "b.test"]


async def test_a_table_is_followed_only_to_hosts_that_the_relays_operator_named(
    autojump_clock: MockClock,
) -> None:
    """Seen to fail: the server above listed any address, and the relay connected to it."""
    leaves = node(*table(1), Moved(B, CODE, 2))
    async with relay_of(leaves, node(*table(1)), followed=()) as (servers, _door):
        await trio.sleep(30)
        assert hosts(servers) == ["a.test", "a.test"]


NONSENSE: dict[str, bytes | str] = {
    "no MessagePack": b"\xc1", "an unknown message": b"\x81\xa1m\xa1x", "a patch of nothing": b"\x92\x01\x05",
    "a number for a text": b"\x82\xa1m\xa5ended\xa6reason\x05", "a text frame": "hello",
    "too long a list": b"\x93\x02\x90\xdd\xff\xff\xff\xff",
}  # fmt: skip


@pytest.mark.parametrize("nonsense", NONSENSE)
async def test_nonsense_of_the_server_above_ends_one_connection(
    nonsense: str, autojump_clock: MockClock
) -> None:
    """Seen to fail: the relay ended."""

    async def raves(server: FakeServer, caller: Caller) -> None:
        await node(*table(1), stays=False)(server, caller)
        await caller.socket.send(NONSENSE[nonsense])
        await trio.sleep_forever()

    with capture_logs() as lines:
        async with relay_of(raves, raves, raves, node(*table(1, 5))) as (servers, door):
            sid = await come(door)
            await trio.sleep(10)
            assert servers.dials == 4
            assert sid.closed is None
            assert [
                message.version for message in (await come(door, "Zoe")).heard if isinstance(message, Whole)
            ] == [5]
    reasons = [line["reason"] for line in lines if line["event"] == "upstream connection lost"]
    assert len(reasons) == 3
    assert all(reason.endswith(".") for reason in reasons), reasons


async def test_no_message_that_can_be_decoded_ends_a_relay(autojump_clock: MockClock) -> None:
    async with relay_of(node(*table(1)), node(*table(1))) as (_servers, door):
        assert door.relay is not None
        there = door.relay.table
        for number, message in enumerate(hostile_messages()):
            for each in (*SEATED, message):
                if not isinstance(each, Seated):
                    there.handle_upstream(encode(each), each)
            if number % 50 == 0:
                peer = f"192.0.2.{number % 199 + 1}"
                late = await door.connect(f"Zoe {number}", peer=peer, reads=False)
                await late.do(Watch(CODE, "secret"))
        assert number > 2_000
        assert door.relay.upstream.is_up


async def test_a_page_that_answers_for_the_server_ends_no_relay(autojump_clock: MockClock) -> None:
    """Seen to fail: the error page of a proxy ended the relay."""

    async def breaks_off(server: FakeServer, caller: Caller) -> None:
        await node(*table(1), stays=False)(server, caller)

    async with relay_of(breaks_off) as (servers, door):
        sid = await come(door)
        honest = servers.dial

        async def page(address: TableLink | None = None) -> trio.abc.Stream:
            ours, theirs = trio.testing.memory_stream_pair()
            await theirs.send_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            servers.dialled.append(address)
            return ours

        assert door.relay is not None
        door.relay.upstream._dial = page
        await trio.sleep(5)
        assert len(servers.dialled) > 2
        assert sid.closed is None
        door.relay.upstream._dial = honest
