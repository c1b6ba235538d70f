"""The one connection of a relay to the server above it, or to another relay: made anew whenever it is lost.

It says who it is, asks whether the table is open to all, and watches it. Whatever then comes is handed to the
table as it came. One that says nothing for a few seconds is lost, and tried again. Where the other end is one
of several servers, the table is followed to the one that has it, never to an address that was not named, and
nothing is taken from one that had it before.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from typing import TypeVar

import structlog
import trio
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.trio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from facedown_server.network.crowd.names import MAX_NAME_LETTERS, clean
from facedown_server.network.relay.relayed_table import RelayedTable
from facedown_server.runtime.world import World
from facedown_shared.cards.facts import edition
from facedown_shared.network.connection_errors import ConnectionLost, Fatal, explain
from facedown_shared.network.links import TableLink
from facedown_shared.network.service_route import Redirected, ServiceRoute
from facedown_shared.protocol.codec import MAX_SERVER_MESSAGE_BYTES, decode_from_server, encode
from facedown_shared.protocol.messages import (
    PROTOCOL_VERSION,
    SUBPROTOCOL,
    Ended,
    FromServer,
    Hello,
    ListTables,
    Nodes,
    Ping,
    Pong,
    Refused,
    Seated,
    Tables,
    ToServer,
    Watch,
    Welcome,
)
from facedown_shared.text.errors import Code, FacedownError, MalformedMessage
from facedown_shared.text.language import _
from facedown_shared.text.words import NOTHING, Words

log = structlog.get_logger(__name__)

NAME = "relay"
CONNECT_TIMEOUT_S = 10.0
"""Seconds the other end has to answer the door."""
HEARTBEAT_INTERVAL_S, SILENCE_TIMEOUT_S = 1.0, 4.0
"""Seconds between two pings, and without a word after which the connection is lost."""
CLOSE_TIMEOUT_S = 0.02
"""Seconds for which the goodbye of a server is waited for that has gone silent or sent us on."""

MIN_RETRY_DELAY_S, MAX_RETRY_DELAY_S = 0.25, 8.0
PASSING = (Code.TOO_FAST, Code.SERVER_FULL, Code.TABLE_FULL, Code.BROKEN)
"""Refusals that may be different in a while."""

_TROUBLE = (OSError, WebSocketException, trio.BrokenResourceError, trio.ClosedResourceError, MalformedMessage)

Kind = TypeVar("Kind", Welcome, Tables, Seated)
Dial = Callable[[TableLink], Awaitable[trio.abc.Stream]]
"""Makes the stream to an address."""


class Upstream:
    """Watches a table for as long as it is there. `dial` gives the stream to speak over instead of TCP.
    `name`: under which the table's host sees us among the relays."""

    def __init__(
        self, link: TableLink, password: str, table: RelayedTable, world: World, dial: Dial | None = None,
        name: str = "",
    ) -> None:  # fmt: skip
        self.welcome: Welcome | None = None
        """How the other end introduced itself last."""
        self.is_up = False
        self.lost = 0
        """How often the connection was lost."""
        self.way = ServiceRoute(link.service)
        """Where the table is."""
        self._name = (clean(name, MAX_NAME_LETTERS) if name else "") or NAME
        """What the table's host sees of us."""
        self._wish = Watch(link.code, link.secret, password, relay=True)
        self._table, self._world, self._dial = table, world, dial
        self._queue, self._queued = trio.open_memory_channel[ToServer](math.inf)
        self._known = False
        """Whether the table was ever seen."""

    def send(self, message: ToServer) -> None:
        """Send without waiting; while there is no connection, nothing."""
        if self.is_up:
            self._queue.send_nowait(message)

    async def run(self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> Words:
        """Watch until the table is over for us, and why that is. Started once it is seen.

        Raises Lost or Fatal where it cannot be seen in the first place.
        """
        tries = 0
        while True:
            try:
                return await self._converse(task_status)
            except Redirected:
                self._down("moved")
            except FacedownError as failure:
                was_up = self._down(type(failure.__cause__ or failure).__name__)
                if not self._known:
                    raise
                if isinstance(failure, Fatal):
                    return failure.words
                self.way.try_another()
                tries = 1 if was_up else tries + 1
                await trio.sleep(self._wait(tries))

    def _down(self, reason: str) -> bool:
        """The connection is over; whether the table was seen over it."""
        was_up, self.is_up = self.is_up, False
        self._empty_queue()
        if was_up:
            self.lost += 1
            log.warning("the table above is lost", reason=reason)
            self._table.interrupted()
        return was_up

    def _wait(self, tries: int) -> float:
        """Longer each time, and never the same for all who lost the same server."""
        wait = min(MAX_RETRY_DELAY_S, MIN_RETRY_DELAY_S * 2.0 ** min(tries - 1, 16)) / self.way.haste
        return wait * (0.7 + 0.6 * self._world.entropy(1)[0] / 255)

    def _empty_queue(self) -> None:
        while self._queued.statistics().current_buffer_used:
            self._queued.receive_nowait()

    async def _converse(self, task_status: trio.TaskStatus[None]) -> Words:
        """One connection, from dialling to its end. Raises Lost or Fatal."""
        try:
            stream = await self._dial(self.way.here) if self._dial else None
            async with connect(
                self.way.here.socket, stream=stream, subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None, proxy=None, open_timeout=self.way.patience(CONNECT_TIMEOUT_S),
                ping_interval=None, close_timeout=1, max_size=MAX_SERVER_MESSAGE_BYTES, max_queue=None,
            ) as socket:  # fmt: skip
                try:
                    return await self._speak(socket, task_status)
                except (Redirected, trio.TooSlowError):
                    socket.close_timeout = CLOSE_TIMEOUT_S  # nobody waits for it, or it will not come
                    raise
        except _TROUBLE as error:
            raise explain(error, self.way.here) from error
        except trio.TooSlowError as error:
            raise explain(TimeoutError(), self.way.here) from error

    async def _speak(self, socket: ClientConnection, task_status: trio.TaskStatus[None]) -> Words:
        with trio.fail_after(self.way.patience(CONNECT_TIMEOUT_S)):
            seated = await self._introduce(socket)
        if not self._known:
            self._known = True
            task_status.started()
        self.is_up = True
        self._table.arrived(seated)
        log.info("the table above is seen", table=seated.code)
        ends: list[Words | Exception] = []
        async with trio.open_nursery() as nursery:

            async def until_it_ends(part: Callable[[], Awaitable[Words]]) -> None:
                try:
                    ends.append(await part())
                except (
                    ConnectionClosed,
                    MalformedMessage,
                    ConnectionLost,
                    Redirected,
                    trio.TooSlowError,
                ) as error:
                    ends.append(error)
                nursery.cancel_scope.cancel()

            nursery.start_soon(until_it_ends, lambda: self._read(socket))
            nursery.start_soon(until_it_ends, lambda: self._write(socket))
            nursery.start_soon(self._beat)
        if isinstance(ends[0], Exception):
            raise ends[0]
        return ends[0]

    async def _introduce(self, socket: ClientConnection) -> Seated:
        """Hello, whether the table is open to all, and the wish to watch it."""
        await socket.send(encode(Hello(self._name, PROTOCOL_VERSION, "facedown relay", edition())))
        self.welcome = await self._answer(socket, Welcome)
        self.way.welcomed(self.welcome.nodes)
        await socket.send(encode(ListTables()))
        rows = (await self._answer(socket, Tables)).rows
        self._table.is_open = any(row.code == self._wish.code for row in rows)
        await socket.send(encode(self._wish))
        return await self._answer(socket, Seated)

    async def _answer(self, socket: ClientConnection, kind: type[Kind]) -> Kind:
        """The answer of this kind. Raises Lost or Fatal with the words of a refusal."""
        while True:
            _data, message = await self._receive(socket)
            self.way.check(message)
            if isinstance(message, kind):
                return message
            if isinstance(message, Refused):
                failure = ConnectionLost if message.code in PASSING else Fatal
                raise failure(message.code, message.words or message.text)
            if not isinstance(message, Tables | Nodes | Pong):  # whoever waits long hears a Pong now and then
                raise MalformedMessage(_("The server did not introduce itself."))

    async def _read(self, socket: ClientConnection) -> Words:
        while True:
            with trio.fail_after(self.way.silence(SILENCE_TIMEOUT_S)):
                data, message = await self._receive(socket)
            self.way.check(message)
            if isinstance(message, Ended):
                self.is_up = False
                return message.reason
            if not isinstance(message, Pong | Tables | Nodes):
                self._table.take(data, message)

    async def _write(self, socket: ClientConnection) -> Words:
        async for message in self._queued:
            await socket.send(encode(message))
        return NOTHING

    async def _beat(self) -> None:
        """Say something now and then, so that the other end answers."""
        while True:
            self._queue.send_nowait(Ping())
            await trio.sleep(self.way.between(HEARTBEAT_INTERVAL_S))

    async def _receive(self, socket: ClientConnection) -> tuple[bytes, FromServer]:
        data = await socket.recv()
        if isinstance(data, str):
            raise MalformedMessage(_("The server sent text where only bytes are spoken."))
        return data, decode_from_server(data)
