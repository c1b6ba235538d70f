"""A connection to a service that reconnects whenever it is lost: dial, hello, pings, redirects, backoff.

A client's link and a relay's connection to the server above are subclasses. They add their requests after the
welcome, and the handling of each message.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import TypeVar

import trio
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.trio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from facedown_shared.network.connection_errors import ConnectionLost, Fatal, PortClosed, explain
from facedown_shared.network.dialing import Dialer, trusted_authorities
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
from facedown_shared.text import Code, FacedownError, MalformedMessage, UnknownMessage, _

CONNECT_TIMEOUT_S = 10.0
"""Seconds for a server to accept a connection and complete the handshake."""

CLOSE_TIMEOUT_S = 2.0
LOST_CLOSE_TIMEOUT_S = 0.02
"""Seconds to wait for the close frame of a server that is silent or has redirected us."""

READ_AFTER_LOSS_S = 0.5
"""Seconds for which messages are still read after sending to the server has failed."""

MAX_UNREAD_MESSAGES = 256
"""Messages that may wait to be handled. While there are more, the connection is not read."""

JITTER_RATIO = 0.3
MAX_DOUBLINGS, MAX_REFUSED_DOUBLINGS = 16, 1
"""Maximum doublings of the retry delay; and while connections are refused, so that clients are back soon
after the server listens again.
"""

PASSING = (Code.TOO_FAST, Code.SERVER_FULL, Code.TABLE_FULL, Code.BROKEN)
"""Codes of refusals after which a retry may succeed."""

_HUSHED = logging.getLogger("facedown.websockets")
"""Logger of the websockets library, silenced: the owner of a connection reports why it has ended."""
_HUSHED.addHandler(logging.NullHandler())
_HUSHED.propagate = False

_FAILURES = (
    OSError, WebSocketException, trio.BrokenResourceError, trio.ClosedResourceError, MalformedMessage
)  # fmt: skip
_ENDINGS = (ConnectionClosed, MalformedMessage, ConnectionLost, Redirected, trio.TooSlowError)


class _Connect(connect):
    """The library's connection, without its HTTP redirects: a server could name any address in one."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Return the error itself."""
        return exc


Kind = TypeVar("Kind", Welcome, Tables, Seated)
Dial = Callable[[TableLink], Awaitable[trio.abc.Stream]]
"""Function that opens the stream to an address."""


class ReconnectingConnection:
    """Connection to a service that is made again whenever it is lost.

    `address`: where the service was first found. `dial` opens the stream to use instead of TCP. `jitter`
    returns a random number between -1 and 1. `hosts`: the other hosts on which nodes are followed; None: all.
    """

    min_retry_delay_s, max_retry_delay_s = 0.5, 15.0
    ping_interval_s, silence_timeout_s = 5.0, math.inf
    """Seconds between two pings, and seconds without a message after which the connection counts as lost.

    Both are shorter if the service has another node.
    """
    keepalive_interval_s: float | None = 20.0
    """Seconds between two pings of the websocket."""

    def __init__(
        self, address: TableLink, dial: Dial | None, jitter: Callable[[], float],
        hosts: Collection[str] | None = None,
    ) -> None:  # fmt: skip
        self.way = ServiceRoute(address, hosts)
        self.welcome: Welcome | None = None
        """The server's last Welcome."""
        self.is_up = self.is_known = False
        """True while connected, and True once there ever was a connection: from then on a lost one is made
        again.
        """
        self._dial, self._jitter = dial or Dialer(address).open, jitter
        self._queue, self._queued = trio.open_memory_channel[ToServer](math.inf)
        self._closed = trio.Event()
        self._hurry = trio.Event()
        """Event that starts the next attempt without further delay."""
        self._redial = trio.Event()
        """Event that ends this connection for a new one."""

    # --- overridden by subclasses ---------------------------------------------------------------------------

    def _hello(self) -> Hello:
        """Return the Hello to send first."""
        raise NotImplementedError

    def _ping(self) -> Ping:
        return Ping()

    async def _prepare_attempt(self) -> None:
        """Prepare for another attempt to connect."""

    async def _enter(self, socket: ClientConnection) -> None:
        """Request the table after the welcome, and set `is_up`.

        Raises ConnectionLost, Fatal or Redirected if the server refuses, fails or redirects.
        """
        raise NotImplementedError

    async def _handle_message(self, socket: ClientConnection, data: bytes, message: FromServer) -> None:
        """Handle a message.

        Raises Redirected and ConnectionLost, like ServiceRoute.check.
        """
        raise NotImplementedError

    def _handle_disconnect(self, reason: str) -> None:
        """Note that an established connection has ended."""

    async def _wait_before_retry(self, failure: ConnectionLost, delay_s: float) -> None:
        """Wait `delay_s` for the next attempt, or until `retry_now`."""
        with trio.move_on_after(delay_s):
            await self._hurry.wait()

    # --- for the owner of the connection --------------------------------------------------------------------

    @property
    def is_closing(self) -> bool:
        """True once `close` was called."""
        return self._closed.is_set()

    def close(self) -> None:
        """Close the connection after all queued messages were sent."""
        if not self.is_closing:
            self._closed.set()
            self._hurry.set()
            self._queue.close()

    def retry_now(self) -> None:
        """Start the next attempt without further delay."""
        self._hurry.set()

    async def stay_connected(self) -> None:
        """Connect and reconnect until closed.

        Raises Fatal, and ConnectionLost if there never was a connection.
        """
        tries = 0
        while not self.is_closing:
            await self._prepare_attempt()
            try:
                failure = await self._connect()
            finally:
                was_up = self._mark_down()
            if was_up and failure is not None:
                self._handle_disconnect("moved" if isinstance(failure, Redirected) else str(failure))
            if failure is None or isinstance(failure, Redirected) or self._closed.is_set():
                continue
            if not isinstance(failure, ConnectionLost) or not (was_up or self.is_known):
                raise failure
            self.way.switch_node()
            tries = 1 if was_up and failure.code is not Code.BROKEN else tries + 1
            if isinstance(failure, PortClosed):
                tries = min(tries, 1 + MAX_REFUSED_DOUBLINGS)
            self._hurry = trio.Event()
            await self._wait_before_retry(failure, self._delay(tries))

    def _delay(self, tries: int) -> float:
        """Return the delay before the next attempt: exponential backoff with jitter.

        The jitter keeps clients that lost the same server from reconnecting at once.
        """
        delay = self.min_retry_delay_s * 2.0 ** min(tries - 1, MAX_DOUBLINGS)
        return (
            min(self.max_retry_delay_s, delay) / self.way.delay_divisor * (1 + JITTER_RATIO * self._jitter())
        )

    def _mark_down(self) -> bool:
        """Mark the connection as down; return whether it was up.

        Unsent messages are dropped, unless there never was a welcome.
        """
        while self.welcome is not None and self._queued.statistics().current_buffer_used:
            self._queued.receive_nowait()
        was_up, self.is_up = self.is_up, False
        return was_up

    # --- one connection -------------------------------------------------------------------------------------

    async def _connect(self) -> Redirected | FacedownError | None:
        """Run one connection from dialling to its end. Return why it ended, None if it was closed on
        purpose.
        """
        try:
            tls = trusted_authorities() if self.way.here.secure else None
            async with _Connect(
                self.way.here.socket, ssl=tls, stream=await self._open_stream(), logger=_HUSHED,
                subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None, proxy=None,
                open_timeout=self.way.connect_timeout(CONNECT_TIMEOUT_S), close_timeout=CLOSE_TIMEOUT_S,
                ping_interval=self.keepalive_interval_s, ping_timeout=60,
                max_size=MAX_SERVER_MESSAGE_BYTES, max_queue=MAX_UNREAD_MESSAGES,
            ) as socket:  # fmt: skip
                try:
                    await self._converse(socket)
                except (Redirected, trio.TooSlowError):
                    socket.close_timeout = (
                        LOST_CLOSE_TIMEOUT_S  # the server's close frame is not needed, or will not come
                    )
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

    async def _open_stream(self) -> trio.abc.Stream:
        """Open the stream to the node in use. A node that may not be dialled is dropped.

        Raises ConnectionLost or an OSError.
        """
        with trio.move_on_after(self.way.connect_timeout(CONNECT_TIMEOUT_S)):
            try:
                return await self._dial(self.way.here)
            except ConnectionLost:
                self.way.drop_node()
                raise
        raise TimeoutError

    async def _converse(self, socket: ClientConnection) -> None:
        self._redial = trio.Event()
        with trio.fail_after(self.way.connect_timeout(CONNECT_TIMEOUT_S)):
            await socket.send(encode(self._hello()))
            welcome = await self._answer(socket, Welcome)
            if welcome.protocol != PROTOCOL_VERSION:
                raise MalformedMessage("", Code.OLD_PROTOCOL)
            self.welcome = welcome
            self.way.note_welcome(welcome.nodes)
            await self._enter(socket)
        self.is_known = True
        endings: list[Exception] = []
        async with trio.open_nursery() as nursery:

            async def run_part(part: Callable[[ClientConnection], Awaitable[None]]) -> None:
                try:
                    await part(socket)
                except _ENDINGS as error:
                    endings.append(error)
                nursery.cancel_scope.cancel()

            for part in (self._send_messages, self._read_messages, self._beat, self._wait_for_redial):
                nursery.start_soon(run_part, part)
        if endings:
            raise endings[0]

    async def _answer(self, socket: ClientConnection, kind: type[Kind]) -> Kind:
        """Return the server's answer of this type.

        Raises ConnectionLost or Fatal if the server refuses.
        """
        while True:
            _data, message = await self._receive(socket)
            self.way.check(message)
            if isinstance(message, kind):
                return message
            if isinstance(message, Refused):
                failure = ConnectionLost if message.code in PASSING else Fatal
                raise failure(message.code, message.words or message.text)
            if not isinstance(message, Tables | Nodes | Pong):  # a slow server sends a Pong meanwhile
                raise MalformedMessage(_("The server did not complete the handshake."))

    async def _receive(self, socket: ClientConnection) -> tuple[bytes, FromServer]:
        """Return the next message that this version knows, in bytes too; a newer server may send others."""
        while True:
            data = await socket.recv()
            if isinstance(data, str):
                raise MalformedMessage(_("The server sent text instead of binary messages."))
            with suppress(UnknownMessage):
                return data, decode_from_server(data)

    async def _send_messages(self, socket: ClientConnection) -> None:
        async for message in self._queued:
            try:
                await socket.send(encode(message))
            except ConnectionClosed:  # earlier messages are still read: one may be a redirect
                await trio.sleep(READ_AFTER_LOSS_S)
                raise

    async def _read_messages(self, socket: ClientConnection) -> None:
        while True:
            with trio.fail_after(self.way.silence_timeout(self.silence_timeout_s)):
                data, message = await self._receive(socket)
            await self._handle_message(socket, data, message)

    async def _beat(self, _socket: ClientConnection) -> None:
        """Send pings regularly, so that silence means a lost connection."""
        while not self.is_closing:
            self._queue.send_nowait(self._ping())
            await trio.sleep(self.way.ping_interval(self.ping_interval_s))
        await trio.sleep_forever()  # queued messages still have to be sent

    async def _wait_for_redial(self, _socket: ClientConnection) -> None:
        """End this connection when a new one is requested.

        Raises Redirected then.
        """
        await self._redial.wait()
        raise Redirected
