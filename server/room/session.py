"""One connection from hello to goodbye: decode, limits, rate; then lobby or room. Knows no rules (law 9)."""

from __future__ import annotations

from typing import Protocol

import structlog
import trio

from server.room.bounds import Bucket
from server.room.lobby import Lobby
from server.room.people.guest import Guest, GuestConnection, pack
from server.room.people.names import clean_name
from server.wire.connection import Closed
from server.world import World
from shared.cards.facts import edition
from shared.errors import Code, FacedownError, Illegal, Malformed
from shared.protocol.codec import decode_from_client
from shared.protocol.gestures import (
    CloseDeck,
    DiscardAtRandom,
    Draw,
    Gesture,
    Hide,
    LookAtTop,
    Mill,
    SearchDeck,
    Shuffle,
)
from shared.protocol.messages import (  # fmt: skip
    PROTOCOL,
    CreateTable,
    DropReplay,
    GetOpened,
    GetReplay,
    Hello,
    JoinTable,
    ListTables,
    Ping,
    Pong,
    Refused,
    Resume,
    ToServer,
    Watch,
    Welcome,
    Why,
)
from shared.words import words

log = structlog.get_logger(__name__)

POLICY = 1008
"""The websocket close code for a client that breaks the rules of the protocol."""

CARDS_OF_A_PRICE = 10
"""Cards a gesture may be about for each unit of its price, which is rounded down: most cost nothing."""
_AT_NO_TABLE = (CreateTable, JoinTable, Watch, Resume, ListTables, Hello)
"""What is said before one comes to a table."""
WHOLE_PILES = (SearchDeck, CloseDeck, Shuffle, Hide)
"""Gestures about a whole pile, whatever cards they name besides; so is a card shuffled into the Deck."""
PILE = 60
"""Cards a whole pile is taken to have."""


class SessionConnection(GuestConnection, Protocol):
    """A connection as a session reads it."""

    async def receive(self) -> bytes:
        """The next message. Raises Closed when there will be none."""


async def run_session(connection: SessionConnection, lobby: Lobby, world: World) -> None:
    """Serve one connection until it is closed."""
    structlog.contextvars.bind_contextvars(peer=connection.peer)
    guest = None
    try:
        guest = await _greet(connection, lobby)
        if guest is not None:
            await _Session(connection, guest, lobby, world).serve()
    except Closed:
        pass
    finally:
        if guest is not None:
            guest.gone = True
            lobby.forget(guest)
            if guest.room is not None:
                guest.room.lost(guest)


async def _greet(connection: SessionConnection, lobby: Lobby) -> Guest | None:
    """Wait for a hello in our protocol; None if the connection was refused."""
    with trio.move_on_after(lobby.bounds.hello_within):
        for _ in range(lobby.bounds.garbage):
            try:
                return _welcome(connection, await connection.receive(), lobby)
            except FacedownError as refused:
                if refused.code is Code.OLD_PROTOCOL:  # that client has no words for what we would say
                    connection.push(pack(Refused(refused.code, text=str(refused))))
                    connection.close(POLICY, "another protocol")
                    return None
                connection.push(pack(Refused(refused.code, refused.words)))
    connection.close(POLICY, "no hello")
    return None


def _welcome(connection: SessionConnection, data: bytes, lobby: Lobby) -> Guest:
    message = decode_from_client(data)
    if not isinstance(message, Hello):
        raise Malformed(words("hello_first"))
    if message.protocol != PROTOCOL:
        older = "your client" if message.protocol < PROTOCOL else "this server"
        raise Illegal(
            words("other_protocol", PROTOCOL, message.protocol, older),
            Code.OLD_PROTOCOL,
        )
    name = clean_name(message.name, lobby.bounds.name_letters)
    guest = Guest(connection, name, has_cards=message.cards == edition())
    core = lobby.server.core
    source = core.source if core is not None else ""
    lists = tuple(core.banlists) if core is not None else ()
    guest.tell(Welcome(guest.name, lobby.title, PROTOCOL, lobby.server.formats, source, lists))
    return guest


class _Session:
    """A connection that has said hello."""

    def __init__(self, connection: SessionConnection, guest: Guest, lobby: Lobby, world: World) -> None:
        self._connection = connection
        self._guest = guest
        self._lobby = lobby
        self._world = world
        bounds = lobby.bounds
        self._bucket = Bucket(bounds.message_rate, bounds.message_burst, world.now())
        self._patience = Bucket(1.0, bounds.patience, world.now())
        self._scolded = False
        self._garbage = 0

    async def serve(self) -> None:
        """Carry out one message after another. The next is read when the last is done."""
        while True:
            data = await self._connection.receive()
            now, crowds = self._world.now(), self._lobby.server.crowds
            if not (self._bucket.take(now) and crowds.take(self._guest.address, now)):
                self._warn_too_fast()
                continue
            self._scolded = False
            try:
                await self._see_to(decode_from_client(data))
            except FacedownError as refusal:
                self._guest.tell(Refused(refusal.code, refusal.words))
                if isinstance(refusal, Malformed):
                    self._garbage += 1
                    if self._garbage >= self._lobby.bounds.garbage:
                        self._connection.close(POLICY, "that is not this protocol")

    async def _see_to(self, message: ToServer) -> None:
        guest, room = self._guest, self._guest.room
        if isinstance(message, Ping):
            guest.tell(Pong(message.number))
        elif isinstance(message, GetReplay | GetOpened | DropReplay):
            self._charge(1)
            await self._lobby.replays.see_to(guest, message)
        elif room is not None:
            if isinstance(message, _AT_NO_TABLE):
                raise Illegal(words("leave_first"), Code.NOT_NOW)
            if isinstance(message, (Gesture, Why)):
                self._charge(_price_of(message) if isinstance(message, Gesture) else 1)
            await room.submit(guest, message)
        elif isinstance(message, CreateTable):
            await self._lobby.create(guest, message)
        elif isinstance(message, JoinTable | Watch | Resume):
            await self._lobby.enter(guest, message)
        elif isinstance(message, ListTables):
            self._lobby.listen(guest)
        else:
            raise Illegal(words("at_no_table"), Code.NOT_NOW)

    def _charge(self, price: int) -> None:
        """Gestures with many cards are work, like reading a deck, and so is looking for reasons: both are
        charged to the address (law 8)."""
        if price and not self._lobby.server.works.take(self._guest.address, self._world.now(), price):
            raise Illegal(words("too_much_at_once"), Code.TOO_FAST)

    def _warn_too_fast(self) -> None:
        """This connection or its address has sent too much: say so once, and close the connection when that
        goes on for long."""
        if not self._scolded:
            self._scolded = True
            self._guest.tell(Refused(Code.TOO_FAST, words("too_fast")))
        if not self._patience.take(self._world.now()):
            self._connection.close(POLICY, "too fast")


def _price_of(gesture: Gesture) -> int:
    """What a gesture costs its address, by the cards it is about."""
    cards = len(gesture.cards) + len(gesture.others)
    if isinstance(gesture, Draw | Mill | LookAtTop | DiscardAtRandom):
        cards += min(gesture.amount, PILE)
    if isinstance(gesture, WHOLE_PILES) or gesture.position == "shuffled":
        cards += PILE
    return cards // CARDS_OF_A_PRICE
