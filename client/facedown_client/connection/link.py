"""Messages over one websocket that reconnects whenever it is lost, until closed. Never imports pygame.

    link = Link(address, "Wren")
    nursery.start_soon(link.run, inbox)     # messages and LinkStates arrive there
    link.send(message)                      # never waits

On a service of several nodes it follows the table to its owner
(`shared/facedown_shared/network/service_route.py`).

A lost connection is resumed: by the one-time token of the seat if there is one, by our own key when no token
opens it, else by the original request, sent with the same key every time. Opened again after the client was
closed, a link returns to the stored seat. Messages sent in between are dropped: the server sends the open
prompt again, whole.
"""

from __future__ import annotations

import math
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import msgspec
import trio
from websockets.trio.client import ClientConnection

from facedown_client.connection.return_places import DuelState, PublicAccess, Return, Returns
from facedown_client.connection.seat_credentials import SeatCredentials
from facedown_client.connection.unconfirmed_answers import HandoverQueue, LastAnswer
from facedown_client.model.verify.fairness import Record
from facedown_shared.cards.facts import edition
from facedown_shared.network import links
from facedown_shared.network.connection_errors import ConnectionLost, Fatal
from facedown_shared.network.reconnect import ReconnectingConnection
from facedown_shared.network.server_password import MAX_PASSWORD_LETTERS
from facedown_shared.network.service_route import Redirected
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import (
    PROTOCOL_VERSION,
    Answer,
    Chat,
    CreateTable,
    FromServer,
    Hello,
    JoinTable,
    ListTables,
    Moved,
    Ping,
    Pong,
    Resume,
    Seated,
    ToServer,
    Watch,
)
from facedown_shared.tables import PUBLIC_CLASS_INDEX, WAYS_OF_PLAY
from facedown_shared.text import Code

_WISHES = (ListTables, CreateTable, JoinTable, Watch)


class Status(StrEnum):
    """State of the connection."""

    CONNECTING = "connecting"
    UP = "up"
    WAITING = "waiting"
    MOVING = "moving"
    """The table has a new owner node, and the link follows: nothing is lost, and no action is needed."""
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class LinkState:
    """Change of the connection, sent into the inbox. `wait`: seconds until the next attempt."""

    status: Status
    sentence: str = ""
    wait: float = 0.0
    code: Code | None = None


@dataclass(frozen=True, slots=True)
class ConnectionState:
    """State of the connection to a server, for display; "" without a connection."""

    status: Status | str = ""
    sentence: str = ""
    server: str = ""
    retry: float = 0.0
    """Seconds until the next attempt."""
    latency: float | None = None
    just_changed: bool = False
    """True if the terms of an agreement changed so recently that no yes is accepted yet."""

    @property
    def as_displayed(self) -> ConnectionState:
        """Return the state in the displayed precision: whole seconds and milliseconds."""
        latency = None if self.latency is None else round(self.latency, 3)
        return replace(self, retry=float(math.ceil(self.retry)), latency=latency)


Incoming = FromServer | LinkState
Dial = Callable[[], Awaitable[trio.abc.Stream]]


class Link(ReconnectingConnection):
    """Connection to one server. `wish`: the first request; `place`: a seat to resume,
    or else the request is sent.

    `returns` stores tokens on disk; without it they live in memory alone (a bot's). `dial` returns the stream
    to use instead of TCP (tests). `patient`: retry even if the very first attempt fails.
    """

    def __init__(
        self,
        address: links.TableLink,
        name: str,
        *,
        wish: ToServer | None = None,
        place: Return | None = None,
        returns: Returns | None = None,
        dial: Dial | None = None,
        patient: bool = False,
        dice: random.Random | None = None,
    ) -> None:
        dice = dice or random.Random()
        super().__init__(
            address.service, None if dial is None else lambda _there: dial(), lambda: dice.uniform(-1, 1)
        )
        self.address = address.service
        self.name = name
        self.reads: Callable[[], str] = str
        """Return the language for printed card texts; "" for none."""
        self.server_password = ""
        """The server's password, sent with every Hello; "" for none."""
        self.program = "facedown"
        self.plays: tuple[str, ...] = WAYS_OF_PLAY
        """The ways in which this client plays, sent with every Hello."""
        self.latency: float | None = None
        self._holding = SeatCredentials(self.address, wish, place, returns)
        self._returns = returns
        self.is_known = patient or place is not None
        self._answer_given = LastAnswer()
        self._on_the_way = HandoverQueue()
        self._pinged: dict[int, float] = {}
        self._pings = 0
        self._inbox: trio.MemorySendChannel[Incoming]

    @property
    def first_request(self) -> ToServer | None:
        """Return the first request of every connection without a stored seat."""
        return self._holding.wish

    @property
    def return_place(self) -> Return | None:
        """Return the seat that this link can resume."""
        return self._holding.place

    def send(self, message: ToServer) -> bool:
        """Send a message without waiting; return False without a connection.

        The answer to the last prompt is never lost: it is sent after the reconnect. Messages sent before the
        seat is resumed wait until then, because a server without our key may have us at no table.
        """
        is_coming = self.is_up and self.return_place is not None and not self.way.is_at_table
        is_away = is_coming or self._on_the_way.is_moving or not self.is_up
        is_stored = isinstance(message, Answer) and self._answer_given.store_answer(
            message, is_sent=not is_away
        )
        if self.is_closing:
            return False
        if self._on_the_way.is_moving or (is_coming and not isinstance(message, _WISHES)):
            return is_stored or self._on_the_way.queue_message(message)
        if not self.is_up and self.welcome is not None:
            return is_stored
        if isinstance(message, Chat):
            self._on_the_way.note_chat(message, self._pings)
        if isinstance(message, _WISHES):
            message = self._holding.set_request(message)
            self._holding.store_key()
        self._queue.send_nowait(message)
        return True

    def retake_seat(self) -> bool:
        """Resume our seat that another connection has taken over.

        Return False if there is no such seat, or if the link is closed.
        """
        if self.is_closing or self._holding.retake_seat() is None:
            return False
        self._redial.set()  # the newest connection has the seat
        self._hurry.set()
        return True

    def show_password(self, password: str) -> None:
        """Connect again with the server's password, and repeat the first request."""
        self.server_password = password[:MAX_PASSWORD_LETTERS]
        self._redial.set()
        self._hurry.set()

    def note(self, **words: str | bool | PublicAccess | DuelState) -> None:
        """Store a note beside the token: opponent, state, deck, hosted."""
        self._holding.note(**words)

    def complaint(self) -> str:
        """Return once the message that the disk cannot store the seat, and what to do; else ""."""
        return self._returns.complaint() if self._returns is not None else ""

    def store_record(self, record: Record) -> Path | None:
        """Store the record of a finished match, if this client stores anything."""
        if self._returns is None or record.seat == PUBLIC_CLASS_INDEX:
            return None
        return self._returns.store_record(record.code, msgspec.json.encode(record))

    async def run(self, inbox: trio.MemorySendChannel[Incoming]) -> None:
        """Run until the link is closed or retries are pointless; the last LinkState tells which."""
        self._inbox = inbox
        last = LinkState(Status.CLOSED)
        try:
            await self.stay_connected()
        except (ConnectionLost, Fatal) as failure:
            last = LinkState(Status.CLOSED, str(failure), code=failure.code)
        self._closed.set()
        await inbox.send(last)

    # --- one connection -------------------------------------------------------------------------------------

    def _hello(self) -> Hello:
        return Hello(
            self.name,
            PROTOCOL_VERSION,
            self.program,
            edition(),
            self.reads(),
            self.server_password,
            self.plays,
        )

    async def _prepare_attempt(self) -> None:
        await self._inbox.send(LinkState(Status.MOVING if self._on_the_way.is_moving else Status.CONNECTING))

    async def _wait_before_retry(self, failure: ConnectionLost, delay_s: float) -> None:
        self._on_the_way.handle_disconnect()
        await self._inbox.send(LinkState(Status.WAITING, str(failure), delay_s, failure.code))
        await super()._wait_before_retry(failure, delay_s)

    async def _enter(self, socket: ClientConnection) -> None:
        """Resume the stored seat, or send the first request."""
        self._answer_given.reconnect()
        self.is_up = True
        holding = self._holding
        if holding.place is not None:
            await socket.send(encode(Resume(holding.place.token)))
        elif holding.wish is not None:
            holding.store_key()
            await socket.send(encode(holding.wish))
            if not isinstance(holding.wish, _WISHES):
                holding.wish = None
        assert self.welcome is not None, "it has come"
        await self._inbox.send(self.welcome)
        await self._inbox.send(LinkState(Status.UP))

    async def _handle_message(self, socket: ClientConnection, _data: bytes, message: FromServer) -> None:
        await self._follow(message)
        if request := self._holding.alternative_request(message):
            await socket.send(encode(request))
            return
        self._notice(message)
        again, messages = self._answer_given.handle_message(message)
        if again is not None:
            await socket.send(encode(again))
        for one in messages:
            await self._inbox.send(one)
        if isinstance(message, Seated):
            for one_more in self._on_the_way.take_queued():
                self.send(one_more)

    async def _follow(self, message: FromServer) -> None:
        """Announce a redirect to our table's new owner before following it.

        Raises Redirected or ConnectionLost, like ServiceRoute.check.
        """
        was_at_table = self.way.is_at_table
        try:
            self.way.check(message)
        except Redirected:
            if was_at_table and isinstance(message, Moved):
                self._on_the_way.start_queueing()
                await self._inbox.send(message)
            raise

    def _ping(self) -> Ping:
        """Send a numbered ping to measure the latency."""
        self._pings += 1
        self._pinged = {self._pings: trio.current_time()}
        return Ping(self._pings)

    def _notice(self, message: FromServer) -> None:
        """Update the link from a received message."""
        self._holding.update(message)
        self._on_the_way.handle_message(message)
        if isinstance(message, Pong) and message.number in self._pinged:
            self.latency = trio.current_time() - self._pinged.pop(message.number)
