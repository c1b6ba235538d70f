"""One connection from Hello to close: decoding, limits, rates. Its host, a server of tables or a relay,
handles the requests. Knows no tables and no rules (law 9).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol

import structlog
import trio

from facedown_server.network.crowd.guest import Guest, GuestConnection, pack
from facedown_server.network.crowd.names import person_name
from facedown_server.network.crowd.prices import price_of, price_of_bytes
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.crowd.turnstile import Turnstile
from facedown_server.network.wire.acceptor import FULL_CLOSE_CODE
from facedown_server.network.wire.connection import ConnectionEnded
from facedown_server.network.wire.token_buckets import Bucket, Buckets
from facedown_server.runtime.world import World
from facedown_shared.cards.facts import edition
from facedown_shared.protocol.codec import decode_from_client
from facedown_shared.protocol.messages import (  # fmt: skip
    PROTOCOL_VERSION,
    Answer,
    Chat,
    CheckDeck,
    CreateTable,
    FindCards,
    GetTable,
    Hello,
    JoinTable,
    ListTables,
    Ping,
    Refused,
    Resume,
    SearchCards,
    ToServer,
    Watch,
    Welcome,
)
from facedown_shared.tables import known_ways
from facedown_shared.text import Code, FacedownError, Illegal, MalformedMessage, words

POLICY_CLOSE_CODE = 1008
"""The websocket close code for a client that breaks the rules of the protocol."""

AT_NO_TABLE = (CreateTable, GetTable, JoinTable, Watch, Resume, ListTables, Hello, FindCards, CheckDeck)
"""Messages allowed before a client is at a table."""


class SessionConnection(GuestConnection, Protocol):
    """A connection as seen by a session."""

    idle_since: float
    """The time since which the client is at no table; infinity while it is at one."""
    refusal: Refused | None
    """The answer to all requests but the return to a seat, if the server or the address is full."""

    async def receive(self) -> bytes:
        """Return the next message.

        Raises Closed when the connection has ended.
        """


class Host(Protocol):
    """A server or relay: receives clients and handles their requests."""

    bounds: Bounds
    turnstile: Turnstile
    """Queue that lets expensive messages of all connections through one at a time."""

    @property
    def crowds(self) -> Buckets:
        """Return the message rate limits by address, for all connections."""

    @property
    def full_shares(self) -> Buckets:
        """Return the rate limits, by address, of new connections with a full share."""

    def build_welcome(self, name: str) -> Welcome:
        """Build the Welcome message."""

    async def password_refusal(self, guest: Guest, password: str) -> FacedownError | None:
        """Return the refusal of a guest whose Hello had this server password; None if the guest may enter."""

    @property
    def can_send(self) -> Callable[[], bool] | None:
        """Function that returns whether messages may be sent now; None if always."""

    async def handle_message(self, guest: Guest, message: ToServer) -> None:
        """Handle one message.

        Raises FacedownError if the request is refused.
        """

    def handle_disconnect(self, guest: Guest) -> None:
        """Handle the loss of a guest's connection."""


async def converse(connection: SessionConnection, host: Host, world: World) -> None:
    """Serve one connection until it is closed."""
    structlog.contextvars.bind_contextvars(peer=connection.peer)
    guest = None
    try:
        if (greeted := await _greet(connection, host)) is not None:
            guest, password = greeted
            guest.barrier = await host.password_refusal(guest, password)
            await _Conversation(connection, guest, host, world).serve()
    except ConnectionEnded:
        pass
    finally:
        if guest is not None:
            guest.gone = True
            host.handle_disconnect(guest)
            if guest.room is not None:
                guest.room.handle_disconnect(guest)


async def _greet(connection: SessionConnection, host: Host) -> tuple[Guest, str] | None:
    """Wait for a Hello with our protocol version and return the guest and the server's password in it; None
    if the connection was refused.
    """
    with trio.move_on_after(host.bounds.hello_within):
        for _ in range(host.bounds.garbage):
            try:
                return _admit_guest(connection, await connection.receive(), host)
            except FacedownError as refused:
                if refused.code is Code.OLD_PROTOCOL:  # older clients lack these words
                    connection.push(pack(Refused(refused.code, text=str(refused))))
                    connection.close(POLICY_CLOSE_CODE, "another protocol")
                    return None
                connection.push(pack(Refused(refused.code, refused.words)))
    connection.close(POLICY_CLOSE_CODE, "no hello")
    return None


def _admit_guest(connection: SessionConnection, data: bytes, host: Host) -> tuple[Guest, str]:
    """Return the guest of a Hello, and the server's password in it."""
    message = decode_from_client(data)
    if not isinstance(message, Hello):
        raise MalformedMessage(words("hello_first"))
    if message.protocol != PROTOCOL_VERSION:
        older = "your client" if message.protocol < PROTOCOL_VERSION else "this server"
        raise Illegal(
            words("other_protocol", PROTOCOL_VERSION, message.protocol, older),
            Code.OLD_PROTOCOL,
        )
    name = person_name(message.name, host.bounds.name_letters)
    guest = Guest(
        connection, name, has_cards=message.cards == edition(), reads=message.language, can_send=host.can_send
    )
    guest.plays = known_ways(message.plays, message.client)
    guest.send(host.build_welcome(guest.name))
    return guest, message.password


class _Conversation:
    """A connection after its Hello."""

    def __init__(self, connection: SessionConnection, guest: Guest, host: Host, world: World) -> None:
        self._connection = connection
        self._guest = guest
        self._host = host
        self._world = world
        self._crowds, bounds = host.crowds, host.bounds
        self._bucket = Bucket(bounds.message_rate, bounds.message_burst, world.now())
        self._share = Bucket(bounds.fair_share_rate, bounds.fair_share_burst, world.now())
        """The share of its address's rate that no other connection of the address can use up."""
        if not host.full_shares.take(guest.address, world.now()):
            guest.has_full_share = False
            self._share.lower(world.now(), bounds.first_fair_share)
        self._patience = Bucket(1.0, bounds.patience, world.now())
        self._scolded = False
        self._garbage = 0

    async def serve(self) -> None:
        """Handle messages one after another. The next is read when the last is handled."""
        if (refusal := self._connection.refusal) is not None:
            with trio.move_on_after(self._host.bounds.hello_within):
                await self._handle(await self._connection.receive())
            if self._guest.room is None:
                self._guest.send(refusal)
                self._connection.close(FULL_CLOSE_CODE, refusal.sentence)
        while True:
            await self._handle(await self._connection.receive())

    async def _handle(self, data: bytes) -> None:
        """Handle one message, or refuse it."""
        now = self._world.now()
        paid = price_of_bytes(data)
        if not self._charge_message(paid, now):
            self._warn_too_fast()
            return
        ask = -1
        try:
            message = decode_from_client(data)
            ask = refusal_number(message)
            price = price_of(message, self._guest.view_bytes)
            if price > paid and not self._charge_message(price - paid, now):
                self._warn_too_fast(ask, again=True)
                return
            self._scolded = False
            await self._host.turnstile.wait_for_turn(price)
            if self._guest.redirected is not None:
                await self._guest.redirected.wait()
            if self._connection.refusal is not None and not isinstance(message, Resume):
                return
            barrier = self._guest.barrier if self._guest.room is None else None
            if barrier is not None and not isinstance(message, (Resume, Ping)):
                raise Illegal(barrier.words, barrier.code)
            await self._host.handle_message(self._guest, message)
            self._note_place(now)
        except FacedownError as refusal:
            self._guest.send(Refused(refusal.code, refusal.words, ask))
            if isinstance(refusal, MalformedMessage):
                self._garbage += 1
                if self._garbage >= self._host.bounds.garbage:
                    self._connection.close(POLICY_CLOSE_CODE, "that is not this protocol")

    def _note_place(self, now: float) -> None:
        """Tell the connection whether its client is at a table."""
        connection = self._connection
        if self._guest.room is not None:
            connection.idle_since, connection.refusal = math.inf, None
        elif connection.idle_since == math.inf:
            connection.idle_since = now

    def _charge_message(self, price: int, now: float) -> bool:
        """Charge a message to this connection and its address; return False if either is over its rate.

        An address over its rate leaves each connection its fair share: a neighbour must not keep a player
        from answering.
        """
        if not self._bucket.take(now, price):
            if not self._patience.take(now):
                self._connection.close(POLICY_CLOSE_CODE, "too fast")
            return False
        return self._crowds.take_with_share(self._guest.address, now, price, self._share)

    def _warn_too_fast(self, ask: int = -1, *, again: bool = False) -> None:
        """Report the rate limit, for skipped messages once."""
        if again or not self._scolded:
            self._scolded = True
            self._guest.send(Refused(Code.TOO_FAST, words("too_fast"), ask))


def refusal_number(message: ToServer) -> int:
    """Return the number to put in a refusal of this message: the answered prompt, or the spectator behind a
    relay.
    """
    match message:
        case Answer(ask=ask) | SearchCards(ask=ask):
            return ask
        case FindCards(number=number) | CheckDeck(number=number):
            return number
        case Chat(who=who) if who:
            return who
        case _:
            return -1
