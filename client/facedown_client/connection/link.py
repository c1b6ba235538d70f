"""Bytes <-> messages over one websocket, made anew whenever it is lost, until closed. Never imports pygame.

    link = Link(address, "Wren")
    nursery.start_soon(link.run, inbox)     # messages and LinkStates arrive there
    link.send(message)                      # never waits

Where several servers are one service, it goes to the one that has the table
(`shared/facedown_shared/network/service_route.py`).

A lost connection comes back by itself: by the one-time token of the seat where there is one, by our own key
when no token opens it, else by the wish that brought us in, said with the same key every time. Opened again
after the client was closed, a link leads back to the seat kept from it. What is sent in between is dropped:
the server sends the open prompt again, whole.
"""

from __future__ import annotations

import logging
import math
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import msgspec
import trio
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.trio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from facedown_client.connection.return_places import Return, Returns
from facedown_client.connection.seat_credentials import SeatCredentials
from facedown_client.connection.unconfirmed_answers import HandoverQueue, LastAnswer
from facedown_client.model.verify.fairness import Record
from facedown_shared.cards.facts import edition
from facedown_shared.network import links
from facedown_shared.network.connection_errors import ConnectionLost, Fatal, explain
from facedown_shared.network.service_route import Redirected, ServiceRoute
from facedown_shared.protocol.codec import MAX_SERVER_MESSAGE_BYTES, decode_from_server, encode
from facedown_shared.protocol.messages import (
    PROTOCOL_VERSION,
    SUBPROTOCOL,
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
    Refused,
    Resume,
    Seated,
    ToServer,
    Watch,
    Welcome,
)
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from facedown_shared.text.errors import Code, MalformedMessage
from facedown_shared.text.language import _

CONNECT_TIMEOUT_S = 10.0
"""Seconds a server has to answer the door."""

_HUSHED = logging.getLogger("facedown.websockets")
"""Why a connection has ended is told by the link; the library would write it on people's terminals, too."""
_HUSHED.addHandler(logging.NullHandler())
_HUSHED.propagate = False

CLOSE_TIMEOUT_S = 0.02
"""Seconds for which the goodbye of a server is waited for that has gone silent or sent us on."""

READ_AFTER_LOSS_S = 0.5
"""Seconds for which what a server said is still read after it takes nothing any more."""

MIN_RETRY_DELAY_S, MAX_RETRY_DELAY_S, JITTER_RATIO = 0.5, 15.0, 0.3
LATENCY_INTERVAL_S = 5.0
_WISHES = (ListTables, CreateTable, JoinTable, Watch)
_TROUBLE = (OSError, WebSocketException, trio.BrokenResourceError, trio.TooSlowError, MalformedMessage)
_PASSING = (Code.TOO_FAST, Code.SERVER_FULL)
"""Refusals at the door that may be different in a while."""


class Status(StrEnum):
    """How the connection stands."""

    CONNECTING = "connecting"
    UP = "up"
    WAITING = "waiting"
    MOVING = "moving"
    """Our table has gone to another server, and we follow: nothing is lost, nobody has to do anything."""
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class LinkState:
    """Sent into the inbox whenever the connection changes. `wait`: seconds until the next attempt."""

    status: Status
    sentence: str = ""
    wait: float = 0.0
    code: Code | None = None


@dataclass(frozen=True, slots=True)
class ConnectionState:
    """How the conversation with a server stands, for whoever shows it: "" where there is none."""

    status: Status | str = ""
    sentence: str = ""
    server: str = ""
    retry: float = 0.0
    """Seconds until the next attempt."""
    latency: float | None = None
    just_changed: bool = False
    """Whether what a yes would agree to has changed so lately that none is taken yet."""

    @property
    def as_told(self) -> ConnectionState:
        """The same as far as anybody is told: whole seconds and milliseconds."""
        latency = None if self.latency is None else round(self.latency, 3)
        return replace(self, retry=float(math.ceil(self.retry)), latency=latency)


Incoming = FromServer | LinkState
Dial = Callable[[], Awaitable[trio.abc.Stream]]


class Link:
    """One conversation with one server. `wish`: what to ask for first; `place`: a seat to come back to.

    `returns` keeps tokens on disk; without it they live in memory alone (a bot's). `dial` gives the stream
    to speak over instead of TCP (tests). `patient`: keep trying even if the very first attempt fails.
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
        self.address = address.service
        self.name = name
        self.reads: Callable[[], str] = str
        """The language in which what is printed on cards is read; "" by nobody."""
        self.latency: float | None = None
        self.welcome: Welcome | None = None
        self._way = ServiceRoute(self.address)
        self._holding = SeatCredentials(self.address, wish, place, returns)
        self._returns = returns
        self._dial = dial
        self._patient = patient or place is not None
        self._dice = dice or random.Random()
        self._queue, self._queued = trio.open_memory_channel[ToServer](math.inf)
        self._closed = trio.Event()
        self._hurry = trio.Event()
        """Set when nobody wants to wait any longer for the next attempt."""
        self._redial = trio.Event()
        """Set when another connection is wanted at once."""
        self._up = False
        self._answer = LastAnswer()
        self._on_the_way = HandoverQueue()
        self._pinged: dict[int, float] = {}
        self._heard = 0.0
        """When the server last said anything."""
        self._pings = 0

    @property
    def _closing(self) -> bool:
        return self._closed.is_set()

    @property
    def wish(self) -> ToServer | None:
        """What is asked for on every connection, where no seat is kept."""
        return self._holding.wish

    @property
    def place(self) -> Return | None:
        """The seat this link could come back to."""
        return self._holding.place

    @property
    def way_back(self) -> str:
        """The link back to our seat, for its player alone; "" when there is none."""
        return self.place.link if self.place is not None else ""

    def send(self, message: ToServer) -> bool:
        """Send without waiting; False when there is no connection to send it over.

        An answer to what was asked last is never lost: it goes out once there is a connection again. What is
        said while our table goes to another server goes out there.
        """
        kept = isinstance(message, Answer) and self._answer.give(message)
        if self._closing:
            return False
        if self._on_the_way.is_moving:
            return kept or self._on_the_way.keep(message)
        if not self._up and self.welcome is not None:
            return kept
        if isinstance(message, Chat):
            self._on_the_way.said(message, self._pings)
        if isinstance(message, _WISHES):
            message = self._holding.wants(message)
            self._holding.about_to_ask()
        self._queue.send_nowait(message)
        return True

    def close(self) -> None:
        """End after what was already sent has gone out. The token stays good."""
        if not self._closing:
            self._closed.set()
            self._hurry.set()
            self._queue.close()

    def take_back(self) -> bool:
        """Resume our seat that another connection has; False where there is none, or the link is closed."""
        if self._closing or self._holding.take_back() is None:
            return False
        self._redial.set()  # the newest connection has the seat
        self._hurry.set()
        return True

    async def _until_redialled(self) -> None:
        """End this connection for a newer one. Raises Redirected."""
        await self._redial.wait()
        raise Redirected

    def try_now(self) -> None:
        """Do not wait for the next attempt to come back."""
        self._hurry.set()

    def note(self, **words: str | bool) -> None:
        """Write something beside the kept token: opponent, summary, deck, hosted."""
        self._holding.note(**words)

    def complaint(self) -> str:
        """Told once: that the disk does not keep our seat, and what to do."""
        return self._returns.complaint() if self._returns is not None else ""

    def keep_record(self, record: Record) -> Path | None:
        """Keep the record of a match that has ended, where anything of this client is kept."""
        if self._returns is None or record.seat == PUBLIC_CLASS_INDEX:
            return None
        return self._returns.keep_record(record.code, msgspec.json.encode(record))

    async def run(self, inbox: trio.MemorySendChannel[Incoming]) -> None:
        """Talk until closed or until there is no point in trying again; the last LinkState says which."""
        tries = 0
        while not self._closing:
            await inbox.send(LinkState(Status.MOVING if self._on_the_way.is_moving else Status.CONNECTING))
            try:
                await self._converse(inbox)
            except Fatal as failure:
                return await self._end(inbox, str(failure), failure.code)
            except Redirected:
                self._up = False
            except ConnectionLost as failure:
                self._way.try_another()
                self._on_the_way.lost()
                tries = 1 if self._up else tries + 1
                known = self._up or self.welcome is not None or self._patient
                self._up = False
                if not known:
                    return await self._end(inbox, str(failure), failure.code)
                wait = self._wait(tries)
                self._hurry = trio.Event()
                await inbox.send(LinkState(Status.WAITING, str(failure), wait, failure.code))
                with trio.move_on_after(wait):
                    await self._hurry.wait()
        return await self._end(inbox, "", None)

    def _wait(self, tries: int) -> float:
        """Longer each time, and never the same for all who lost the same server."""
        wait = min(MAX_RETRY_DELAY_S, MIN_RETRY_DELAY_S * 2.0 ** (tries - 1)) / self._way.haste
        return wait * (1 + JITTER_RATIO * self._dice.uniform(-1, 1))

    async def _end(self, inbox: trio.MemorySendChannel[Incoming], sentence: str, code: Code | None) -> None:
        self._up = False
        self._closed.set()
        await inbox.send(LinkState(Status.CLOSED, sentence, code=code))

    async def _converse(self, inbox: trio.MemorySendChannel[Incoming]) -> None:
        """One connection, from dialling to its end. Raises Lost or Fatal; returns when closed on purpose."""
        try:
            stream = await self._dial() if self._dial else None
            async with connect(
                self._way.here.socket,
                stream=stream,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                proxy=None,
                open_timeout=self._way.patience(CONNECT_TIMEOUT_S),
                ping_interval=20,
                ping_timeout=60,
                close_timeout=2,
                max_size=MAX_SERVER_MESSAGE_BYTES,
                max_queue=None,
                logger=_HUSHED,
            ) as socket:
                await self._speak(socket, inbox)
        except _TROUBLE as error:
            raise explain(error, self._way.here) from error

    async def _speak(self, socket: ClientConnection, inbox: trio.MemorySendChannel[Incoming]) -> None:
        self._redial = trio.Event()
        await self._introduce(socket, inbox)
        endings: list[Exception] = []
        async with trio.open_nursery() as nursery:

            async def until_it_ends(part: Callable[[], Awaitable[None]]) -> None:
                try:
                    await part()
                except (
                    ConnectionClosed,
                    MalformedMessage,
                    ConnectionLost,
                    Redirected,
                    trio.TooSlowError,
                ) as error:
                    endings.append(error)
                nursery.cancel_scope.cancel()

            nursery.start_soon(until_it_ends, lambda: self._write(socket))
            nursery.start_soon(until_it_ends, lambda: self._read(socket, inbox))
            nursery.start_soon(until_it_ends, self._measure)
            nursery.start_soon(until_it_ends, self._until_redialled)
        if any(isinstance(error, trio.TooSlowError | Redirected) for error in endings):
            socket.close_timeout = CLOSE_TIMEOUT_S  # it will not answer that either, or nobody waits for it
        if endings and not self._closing:
            raise endings[0]

    async def _introduce(self, socket: ClientConnection, inbox: trio.MemorySendChannel[Incoming]) -> None:
        """Hello and Welcome, then the way back in."""
        await socket.send(encode(Hello(self.name, PROTOCOL_VERSION, "facedown", edition(), self.reads())))
        with trio.move_on_after(self._way.patience(CONNECT_TIMEOUT_S)):
            answer = await self._receive(socket)
            if isinstance(answer, Refused):
                kind = ConnectionLost if answer.code in _PASSING else Fatal
                raise kind(answer.code, answer.text)
            if not isinstance(answer, Welcome):
                raise MalformedMessage(_("The server did not introduce itself."))
            if answer.protocol != PROTOCOL_VERSION:
                raise explain(MalformedMessage("", Code.OLD_PROTOCOL), self.address)
            await self._settle_in(socket, answer)
            await inbox.send(answer)
            return await inbox.send(LinkState(Status.UP))
        raise ConnectionLost(
            Code.UNREACHABLE, _("{netloc} took the call but does not answer.", netloc=self.address.netloc)
        )

    async def _settle_in(self, socket: ClientConnection, welcome: Welcome) -> None:
        if self.welcome is not None:
            self._empty_queue()
            self._answer.reconnect()
        self.welcome, self._up = welcome, True
        self._way.welcomed(welcome.nodes)
        holding = self._holding
        if holding.place is not None:
            await socket.send(encode(Resume(holding.place.token)))
        elif holding.wish is not None:
            holding.about_to_ask()
            await socket.send(encode(holding.wish))
            if not isinstance(holding.wish, _WISHES):
                holding.wish = None

    def _empty_queue(self) -> None:
        while self._queued.statistics().current_buffer_used:
            self._queued.receive_nowait()

    async def _write(self, socket: ClientConnection) -> None:
        async for message in self._queued:
            try:
                await socket.send(encode(message))
            except ConnectionClosed:  # what was said before that is still read: it may be where the table is
                await trio.sleep(READ_AFTER_LOSS_S)
                raise

    async def _read(self, socket: ClientConnection, inbox: trio.MemorySendChannel[Incoming]) -> None:
        while True:
            message = await self._receive(socket)
            self._heard = trio.current_time()
            await self._follow(message, inbox)
            if place := self._holding.other_way(message):
                await socket.send(encode(Resume(place.token)))
                continue
            self._notice(message)
            again, heard = self._answer.hear(message)
            if again is not None:
                await socket.send(encode(again))
            for one in heard:
                await inbox.send(one)
            if isinstance(message, Seated):
                for one_more in self._on_the_way.arrived():
                    self.send(one_more)

    async def _follow(self, message: FromServer, inbox: trio.MemorySendChannel[Incoming]) -> None:
        """Where our table is another server's from now on, those who hear of us are told before we go there.
        Raises Redirected or Lost, as Way.check."""
        was_at_table = self._way.is_at_table
        try:
            self._way.check(message)
        except Redirected:
            if was_at_table and isinstance(message, Moved):
                self._on_the_way.move()
                await inbox.send(message)
            raise

    async def _receive(self, socket: ClientConnection) -> FromServer:
        data = await socket.recv()
        if isinstance(data, str):
            raise MalformedMessage(_("The server sent text where only bytes are spoken."))
        return decode_from_server(data)

    async def _measure(self) -> None:
        """Ask for an echo now and then, to know how far away the server is."""
        self._heard = trio.current_time()
        while not self._closing:
            if self._way.is_silent(trio.current_time() - self._heard):
                raise trio.TooSlowError
            self._pings += 1
            self._pinged = {self._pings: trio.current_time()}
            self._queue.send_nowait(Ping(self._pings))
            await trio.sleep(self._way.between(LATENCY_INTERVAL_S))
        await trio.sleep_forever()  # what was sent has still to go out

    def _notice(self, message: FromServer) -> None:
        """What the link itself learns from a message passing by."""
        self._holding.hear(message)
        self._on_the_way.hear(message)
        if isinstance(message, Pong) and message.number in self._pinged:
            self.latency = trio.current_time() - self._pinged.pop(message.number)
