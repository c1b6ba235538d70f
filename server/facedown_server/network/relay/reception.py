"""Receive clients at a relay, and handle their messages before and while they watch.

They are answered as the table's own server answers a spectator. Requests to open a table or take a seat are
refused. A public replay is requested above and passed on.
"""

from __future__ import annotations

from collections.abc import Callable

import trio

from facedown_server.network.crowd.conversation import AT_NO_TABLE
from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.crowd.turnstile import Turnstile
from facedown_server.network.relay.relayed_table import RelayedTable
from facedown_server.network.wire.token_buckets import Bucket, Buckets
from facedown_server.runtime.world import World
from facedown_shared.network.links import read_code
from facedown_shared.protocol.messages import (
    PROTOCOL_VERSION,
    CreateTable,
    DropReplay,
    GetOpened,
    GetReplay,
    JoinTable,
    ListTables,
    Ping,
    Pong,
    Refused,
    ReplayFile,
    Resume,
    ToServer,
    Watch,
    Welcome,
)
from facedown_shared.text.errors import Code, Illegal, TargetGone
from facedown_shared.text.words import words

REPLAY_TIMEOUT_S = 30.0
"""Seconds that those above have to hand out a replay: it may have to be made first."""


REQUEST_RATE_HZ, MAX_REQUESTS = 4.0, 16
"""Replays a second, and at once, that are requested above: with what else a relay sends, few enough for the
rate of one connection. Beyond it a server answers nothing, and each request would wait for its timeout."""

ADDRESS_REQUEST_RATE_HZ, MAX_REQUESTS_PER_ADDRESS = 0.2, 4
"""The same for one address of spectators."""


class Replays:
    """Public replays, requested above one at a time. The last one is cached, since many will want the
    same.
    """

    def __init__(self, send: Callable[[ToServer], None], world: World) -> None:
        self._send, self._world = send, world
        self._requests = Bucket(REQUEST_RATE_HZ, MAX_REQUESTS, world.now())
        self._requests_of_addresses = Buckets(ADDRESS_REQUEST_RATE_HZ, MAX_REQUESTS_PER_ADDRESS)
        self._one = trio.Lock()
        self._answered = trio.Event()
        self._answer: ReplayFile | Refused | None = None
        self._kept: tuple[str, ReplayFile] | None = None

    def heard(self, answer: ReplayFile | Refused) -> None:
        """Those above have answered."""
        self._answer = answer
        self._answered.set()

    async def get(self, guest: Guest, secret: str) -> ReplayFile:
        """Get the replay that this secret opens for a guest. Raises TargetGone, Illegal."""
        async with self._one:
            if self._kept is not None and self._kept[0] == secret:
                return self._kept[1]
            self._pay(guest)
            self._answered, self._answer = trio.Event(), None
            self._send(GetReplay(secret))
            with trio.move_on_after(REPLAY_TIMEOUT_S):
                await self._answered.wait()
            return self._taken(secret, self._answer)

    def _pay(self, guest: Guest) -> None:
        """Charge a guest for a request to those above; a relay below that has the host's link asks for many.
        Raises Illegal."""
        now = self._world.now()
        is_few = guest.by_link or self._requests_of_addresses.take(guest.address, now)
        if not (is_few and self._requests.take(now)):
            raise Illegal(words("too_much_at_once"), Code.TOO_FAST)

    def _taken(self, secret: str, answer: ReplayFile | Refused | None) -> ReplayFile:
        match answer:
            case ReplayFile():
                self._kept = secret, answer
                return answer
            case Refused(code=code, words=why):
                raise TargetGone(code, why)
            case _:
                raise Illegal(words("relay_alone"), Code.NOT_NOW)


class Reception:
    """A relay, as a conversation sees it."""

    def __init__(
        self, table: RelayedTable, send: Callable[[ToServer], None], bounds: Bounds, world: World,
        above: Callable[[], Welcome],
    ) -> None:  # fmt: skip
        """`send`: to those above. `above`: how they introduced themselves."""
        self.bounds = bounds
        self.turnstile = Turnstile()
        self.crowds = Buckets(
            bounds.address_share * bounds.message_rate, bounds.address_share * bounds.message_burst
        )
        self._replays = Replays(send, world)
        table.answered = self._replays.heard
        self._table, self._world, self._above = table, world, above
        work = bounds.work_share * bounds.address_share
        self._works = Buckets(work * bounds.message_rate, work * bounds.message_burst)

    def welcome(self, name: str) -> Welcome:
        """Build the Welcome message: of the table's server, and its core."""
        above = self._above()
        return Welcome(name, above.server, PROTOCOL_VERSION, above.formats, above.core)

    def lost(self, guest: Guest) -> None:
        """The guest's connection is gone."""
        self._table.listeners.pop(guest, None)

    def may_tell(self) -> bool:
        """Return True: it only passes messages on."""
        return True

    async def see_to(self, guest: Guest, message: ToServer) -> None:
        """Carry out one message. Raises FacedownError."""
        match message:
            case Ping(number=number):
                guest.tell(Pong(number))
            case GetReplay(secret=secret):
                if not self._works.take(guest.address, self._world.now()):
                    raise Illegal(words("too_much_at_once"), Code.TOO_FAST)
                guest.tell(await self._replays.get(guest, secret))
            case GetOpened():
                raise Illegal(words("hands_not_opened"), Code.NOT_NOW)
            case DropReplay():
                raise Illegal(words("only_watched_here"), Code.NOT_ALLOWED)
            case _ if guest.room is not None:
                if isinstance(message, AT_NO_TABLE):
                    raise Illegal(words("leave_first"), Code.NOT_NOW)
                await guest.room.submit(guest, message)
            case Watch(code=code):
                if read_code(code) != self._table.code:
                    raise self._table.elsewhere(guest, message)
                self._table.enter(guest, message)
            case ListTables():
                self._table.listeners[guest] = None
                guest.tell(self._table.listed())
            case CreateTable() | JoinTable() | Resume():
                raise Illegal(words("only_watched_here"), Code.NOT_ALLOWED)
            case _:
                raise Illegal(words("at_no_table"), Code.NOT_NOW)
