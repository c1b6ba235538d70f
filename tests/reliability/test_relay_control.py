"""A host and relays over real sockets: a rogue one, many from one address, and an honest one beside them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TypeVar

import trio
from websockets.trio.client import ClientConnection

from facedown_server.network.crowd.relay_quotas import MAX_REPEATS, REPEAT_GRACE_S
from facedown_shared.cards.facts import edition
from facedown_shared.network import links
from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import (
    PROTOCOL_VERSION,
    Chat,
    ControlRelay,
    Crowd,
    Dismissed,
    Ended,
    FromServer,
    Hello,
    Kick,
    Refused,
    Seated,
    ToServer,
    Watch,
    Welcome,
)
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.reliability.processes import WAIT_TIMEOUT_S, HeadlessClient, duel, server_process
from tests.reliability.test_relays import link_in, onlooker, relay_process, relays_behind
from tests.server.serving import player

STRANGER = "127.0.0.2"
"""Another address of this computer."""

Message = TypeVar("Message", bound=FromServer)


class RawRelay:
    """A connection that sends what a test wants a relay to send."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def send(self, *messages: ToServer) -> None:
        for message in messages:
            await self._socket.send(encode(message))

    async def receive(self, *kinds: type[Message]) -> Message:
        """Return the next message of one of these kinds."""
        with trio.fail_after(WAIT_TIMEOUT_S):
            while True:
                data = await self._socket.recv()
                assert isinstance(data, bytes)
                message = decode_from_server(data)
                if isinstance(message, kinds):
                    return message


@asynccontextmanager
async def connect_raw_relay(port: int, link: str, address: str = STRANGER) -> AsyncIterator[RawRelay]:
    """Connect a relay without our client that asks to watch by this link; its handshake has been answered."""
    stream = await trio.open_tcp_stream("127.0.0.1", port, local_address=address)
    async with player(stream, port) as socket:
        one, found = RawRelay(socket), links.parse_link(link)
        await one.send(Hello("relay", PROTOCOL_VERSION, "a test", edition()))
        await one.receive(Welcome)
        await one.send(Watch(found.code, found.secret, relay=True))
        yield one


def crowd(*people: str, first: int = 1) -> Crowd:
    return Crowd(tuple(enumerate(people, first)))


def host_of(both: tuple[HeadlessClient, HeadlessClient]) -> HeadlessClient:
    return next(one for one in both if one.visit.model.is_host)


def links_of(host: HeadlessClient) -> tuple[str, str]:
    """Return the links for spectators and for relays."""
    found = host.visit.model.links
    return found["spectator"][0][1], found["relay"][0][1]


async def test_a_rogue_relay_is_muted_and_banned_once_it_repeats_a_kicked_name(tmp_path: Path) -> None:
    async with server_process(tmp_path) as (_, port), duel(port) as both:
        host = host_of(both)
        watch, _ = links_of(host)
        async with connect_raw_relay(port, watch) as rogue:
            await rogue.receive(Seated)
            await rogue.send(crowd("Eve", "Lou"))
            await host.wait_until(lambda: relays_behind(host) == {"Eve", "Lou"})
            await host.wait_until(lambda: [row.watching for row in host.visit.model.relays] == [2])
            host.visit.send(ControlRelay(1, "mute"))
            await host.wait_until(lambda: host.visit.model.relays[0].muted)
            await rogue.send(Chat("hear me", 2))
            assert await rogue.receive(Refused) == Refused(Code.NOT_ALLOWED, words("relay_is_muted"), 2)
            assert not [said for said in host.visit.model.chat if said.name]

            host.visit.send(Kick("Eve"))
            await host.wait_until(lambda: relays_behind(host) == {"Lou"})
            while (await rogue.receive(Dismissed)).numbers != (1,):
                pass
            await rogue.send(crowd("Eve", first=3))
            while (await rogue.receive(Dismissed)).numbers != (3,):
                pass
            await trio.sleep(REPEAT_GRACE_S + 0.2)
            for number in range(MAX_REPEATS):
                await rogue.send(crowd("eve", first=4 + number))
            assert (await rogue.receive(Ended)).reason == words("relay_repeats_barred")
            await host.wait_until(lambda: not host.visit.model.relays)
            assert relays_behind(host) == set()
        async with connect_raw_relay(port, watch) as again:
            assert await again.receive(Refused, Seated) == Refused(
                Code.NOT_ALLOWED, words("sent_away_by_host")
            )


async def test_relays_of_one_stranger_lock_out_no_honest_one(tmp_path: Path) -> None:
    async with (
        server_process(tmp_path) as (_, port),
        duel(port) as both,
        trio.open_nursery() as nursery,
        AsyncExitStack() as stack,
    ):
        host = host_of(both)
        watch, relay = links_of(host)
        strangers = [await stack.enter_async_context(connect_raw_relay(port, watch)) for _ in range(16)]
        answers = [await one.receive(Seated, Refused) for one in strangers]
        full = Refused(Code.TABLE_FULL, words("no_room_for_relays"))
        assert [isinstance(answer, Seated) for answer in answers] == [True] * 4 + [False] * 12
        assert answers[4:] == [full] * 12
        for one in strangers[:4]:
            for first in (1, 201):
                await one.send(crowd(*(f"Bot {number}" for number in range(first, first + 200)), first=first))
        for one in strangers[:4]:
            while not (gone := await one.receive(Dismissed)).numbers:
                pass
            assert gone == Dismissed(tuple(range(201, 401)), words("no_room_for_spectators"))
        await host.wait_until(lambda: [row.watching for row in host.visit.model.relays] == [200] * 4)

        invited = await stack.enter_async_context(relay_process(relay))
        stranger = await stack.enter_async_context(relay_process(watch))
        assert not any(links.parse_link(relay).secret in line for line in invited if "#watch=" in line)
        assert any("#relay=" in line for line in invited)
        people = [
            onlooker(nursery, name, link_in(lines)) for name, lines in (("Fay", invited), ("Sid", stranger))
        ]
        for person in people:
            await person.wait_until(lambda person=person: person.visit.model.view)  # type: ignore[misc]
        await host.wait_until(lambda: host.visit.model.table and host.visit.model.table.crowd == 802)
        assert [row.by_link for row in host.visit.model.relays] == [False] * 4 + [True, False]

        host.visit.send(ControlRelay(1, "ban"))
        for one in strangers[:4]:
            assert (await one.receive(Ended)).reason == words("relay_sent_away")
        await host.wait_until(lambda: relays_behind(host) == {"Fay", "Sid"})
        host.visit.send(ControlRelay(6, "disconnect"))
        await people[1].wait_until(lambda: people[1].visit.model.ended)
        assert people[0].visit.model.ended is None
        nursery.cancel_scope.cancel()
