"""One connection to a service, made again whenever it is lost: dial, hello, pings, redirects, backoff.

A client's link and a relay's connection to the server above are of this kind. They add what they ask for
after the welcome, and what they do with each message.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.trio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from facedown_shared.network.connection_errors import ConnectionLost, Fatal, explain
from facedown_shared.network.links import TableLink
from facedown_shared.network.service_route import Redirected, ServiceRoute
from facedown_shared.protocol.codec import MAX_SERVER_MESSAGE_BYTES, decode_from_server, encode
from facedown_shared.protocol.messages import (
    PROTOCOL_VERSION,
    SUBPROTOCOL,
    FromServer,
    Hello,
    Nodes,
    Ping,
    Pong,
    Refused,
    Seated,
    Tables,
    ToServer,
    Welcome,
)
from facedown_shared.text.errors import Code, FacedownError, MalformedMessage
from facedown_shared.text.language import _

CONNECT_TIMEOUT_S = 10.0
"""Seconds a server has to answer the door."""

CLOSE_TIMEOUT_S = 2.0
LOST_CLOSE_TIMEOUT_S = 0.02
"""Seconds for which the close frame of a server is waited for that has gone silent or redirected us."""

READ_AFTER_LOSS_S = 0.5
"""Seconds for which what a server said is still read after it takes nothing any more."""

JITTER_RATIO = 0.3
MAX_DOUBLINGS = 16
"""Doublings of the delay between two attempts."""

PASSING = (Code.TOO_FAST, Code.SERVER_FULL, Code.TABLE_FULL, Code.BROKEN)
"""Refusals that may be different in a while."""

_HUSHED = logging.getLogger("facedown.websockets")
"""Its owner reports why a connection has ended; the library would print it to the terminal, too."""
_HUSHED.addHandler(logging.NullHandler())
_HUSHED.propagate = False

_FAILURES = (
    OSError, WebSocketException, trio.BrokenResourceError, trio.ClosedResourceError, MalformedMessage
)  # fmt: skip
_ENDINGS = (ConnectionClosed, MalformedMessage, ConnectionLost, Redirected, trio.TooSlowError)

Kind = TypeVar("Kind", Welcome, Tables, Seated)
Dial = Callable[[TableLink], Awaitable[trio.abc.Stream]]
"""Makes the stream to an address."""


class ReconnectingConnection:
    """`address`: where the service was first found. `dial` makes the stream to speak over, instead of TCP.
    `jitter` draws a number between -1 and 1."""

    min_retry_delay_s, max_retry_delay_s = 0.5, 15.0
    ping_interval_s, silence_timeout_s = 5.0, math.inf
    """Seconds between two pings, and without a message after which the connection is lost; shorter where
    there is another server to go to."""
    keepalive_interval_s: float | None = 20.0
    """Seconds between two pings of the websocket."""

    def __init__(self, address: TableLink, dial: Dial | None, jitter: Callable[[], float]) -> None:
        self.way = ServiceRoute(address)
        self.welcome: Welcome | None = None
        """How the server introduced itself last."""
        self.is_up = self.is_known = False
        """Whether there is a connection, and whether there ever was: then one that is lost is made again."""
        self._dial, self._jitter = dial, jitter
        self._queue, self._queued = trio.open_memory_channel[ToServer](math.inf)
        self._closed = trio.Event()
        self._hurry = trio.Event()
        """Set to retry without further delay."""
        self._redial = trio.Event()
        """Set when another connection is wanted at once."""

    # --- what each kind of connection adds ------------------------------------------------------------------

    def _hello(self) -> Hello:
        """Return the first message."""
        raise NotImplementedError

    def _ping(self) -> Ping:
        return Ping()

    async def _begin(self) -> None:
        """Another attempt begins."""

    async def _enter(self, socket: ClientConnection) -> None:
        """After the welcome: ask for the table, and set `is_up`. Raises ConnectionLost, Fatal, Redirected."""
        raise NotImplementedError

    async def _hear(self, socket: ClientConnection, data: bytes, message: FromServer) -> None:
        """Handle a message.

        Raises Redirected and ConnectionLost, like ServiceRoute.check.
        """
        raise NotImplementedError

    def _down(self, reason: str) -> None:
        """A connection is over that was up."""

    async def _wait(self, failure: ConnectionLost, delay_s: float) -> None:
        """Wait for the next attempt."""
        with trio.move_on_after(delay_s):
            await self._hurry.wait()

    # --- for its owner --------------------------------------------------------------------------------------

    @property
    def is_closing(self) -> bool:
        """Whether no further connection is wanted."""
        return self._closed.is_set()

    def close(self) -> None:
        """End after what was already sent has gone out."""
        if not self.is_closing:
            self._closed.set()
            self._hurry.set()
            self._queue.close()

    def try_now(self) -> None:
        """Do not wait for the next attempt."""
        self._hurry.set()

    async def keep_up(self) -> None:
        """Connect again and again until closed. Raises Fatal, and ConnectionLost where there never was a
        connection."""
        tries = 0
        while not self.is_closing:
            await self._begin()
            try:
                failure = await self._connect()
            finally:
                was_up = self._put_down()
            if was_up and failure is not None:
                self._down("moved" if isinstance(failure, Redirected) else _name(failure))
            if failure is None or isinstance(failure, Redirected) or self._closed.is_set():
                continue
            if not isinstance(failure, ConnectionLost) or not (was_up or self.is_known):
                raise failure
            self.way.try_another()
            tries = 1 if was_up else tries + 1
            self._hurry = trio.Event()
            await self._wait(failure, self._delay(tries))

    def _delay(self, tries: int) -> float:
        """Longer each time, and never the same for all who lost the same server."""
        delay = self.min_retry_delay_s * 2.0 ** min(tries - 1, MAX_DOUBLINGS)
        return min(self.max_retry_delay_s, delay) / self.way.haste * (1 + JITTER_RATIO * self._jitter())

    def _put_down(self) -> bool:
        """Drop what was not sent, but for what waits for the first welcome ever; whether it was up."""
        while self.welcome is not None and self._queued.statistics().current_buffer_used:
            self._queued.receive_nowait()
        was_up, self.is_up = self.is_up, False
        return was_up

    # --- one connection -------------------------------------------------------------------------------------

    async def _connect(self) -> Redirected | FacedownError | None:
        """One connection, from dialling to its end; why it has ended, None where it was closed on purpose."""
        try:
            stream = await self._dial(self.way.here) if self._dial else None
            async with connect(
                self.way.here.socket, stream=stream, subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None, proxy=None, open_timeout=self.way.patience(CONNECT_TIMEOUT_S),
                ping_interval=self.keepalive_interval_s, ping_timeout=60, close_timeout=CLOSE_TIMEOUT_S,
                max_size=MAX_SERVER_MESSAGE_BYTES, max_queue=None, logger=_HUSHED,
            ) as socket:  # fmt: skip
                try:
                    await self._converse(socket)
                except (Redirected, trio.TooSlowError):
                    socket.close_timeout = LOST_CLOSE_TIMEOUT_S  # it is not awaited, or will not come
                    raise
        except (Redirected, Fatal, ConnectionLost) as ending:
            return ending
        except trio.TooSlowError:
            sentence = _("{netloc} accepted the connection but does not answer.", netloc=self.way.here.netloc)
            return ConnectionLost(Code.UNREACHABLE, sentence)
        except _FAILURES as error:
            failure = explain(error, self.way.here)
            failure.__cause__ = error
            return failure
        return None

    async def _converse(self, socket: ClientConnection) -> None:
        self._redial = trio.Event()
        with trio.fail_after(self.way.patience(CONNECT_TIMEOUT_S)):
            await socket.send(encode(self._hello()))
            welcome = await self._answer(socket, Welcome)
            if welcome.protocol != PROTOCOL_VERSION:
                raise MalformedMessage("", Code.OLD_PROTOCOL)
            self.welcome = welcome
            self.way.welcomed(welcome.nodes)
            await self._enter(socket)
        self.is_known = True
        endings: list[Exception] = []
        async with trio.open_nursery() as nursery:

            async def until_it_ends(part: Callable[[ClientConnection], Awaitable[None]]) -> None:
                try:
                    await part(socket)
                except _ENDINGS as error:
                    endings.append(error)
                nursery.cancel_scope.cancel()

            for part in (self._write, self._read, self._beat, self._until_redialled):
                nursery.start_soon(until_it_ends, part)
        if endings:
            raise endings[0]

    async def _answer(self, socket: ClientConnection, kind: type[Kind]) -> Kind:
        """Return the answer of this kind.

        Raises ConnectionLost or Fatal with the words of a refusal.
        """
        while True:
            _data, message = await self._receive(socket)
            self.way.check(message)
            if isinstance(message, kind):
                return message
            if isinstance(message, Refused):
                failure = ConnectionLost if message.code in PASSING else Fatal
                raise failure(message.code, message.words or message.text)
            if not isinstance(message, Tables | Nodes | Pong):  # a server that takes long sends a Pong
                raise MalformedMessage(_("The server did not complete the handshake."))

    async def _receive(self, socket: ClientConnection) -> tuple[bytes, FromServer]:
        data = await socket.recv()
        if isinstance(data, str):
            raise MalformedMessage(_("The server sent text instead of binary messages."))
        return data, decode_from_server(data)

    async def _write(self, socket: ClientConnection) -> None:
        async for message in self._queued:
            try:
                await socket.send(encode(message))
            except ConnectionClosed:  # what was said before that is still read: it may be where the table is
                await trio.sleep(READ_AFTER_LOSS_S)
                raise

    async def _read(self, socket: ClientConnection) -> None:
        while True:
            with trio.fail_after(self.way.silence(self.silence_timeout_s)):
                data, message = await self._receive(socket)
            await self._hear(socket, data, message)

    async def _beat(self, _socket: ClientConnection) -> None:
        """Ask for an echo now and then, so that silence means a lost connection."""
        while not self.is_closing:
            self._queue.send_nowait(self._ping())
            await trio.sleep(self.way.between(self.ping_interval_s))
        await trio.sleep_forever()  # what was sent has still to go out

    async def _until_redialled(self, _socket: ClientConnection) -> None:
        """End this connection for a newer one. Raises Redirected."""
        await self._redial.wait()
        raise Redirected


def _name(failure: Exception) -> str:
    return type(failure.__cause__ or failure).__name__
