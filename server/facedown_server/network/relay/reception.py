"""Receive clients at a relay, and handle their messages before and while they watch.

Spectators get the same answers as at the table's own server. Requests to open a table or take a seat are
refused. A public replay is requested from the upstream server and passed on.
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
from facedown_shared.network.links import parse_code
from facedown_shared.protocol.messages import (
    PROTOCOL_VERSION,
    CheckDeck,
    CreateTable,
    DropReplay,
    FindCards,
    GetOpened,
    GetReplay,
    GetTable,
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
from facedown_shared.text import Code, Illegal, TargetGone, words

REPLAY_TIMEOUT_S = 30.0
"""Seconds for the upstream server to send a replay, which it may have to make first."""


REQUEST_RATE_HZ, MAX_REQUESTS = 4.0, 16
"""Rate and burst of replay requests to the upstream server.

With all else that a relay sends they stay within the rate of one connection. Beyond that rate a server
answers nothing, and each request would wait for its timeout.
"""

ADDRESS_REQUEST_RATE_HZ, MAX_REQUESTS_PER_ADDRESS = 0.2, 4
"""Rate and burst of replay requests from one address of spectators."""


class Replays:
    """Public replays, requested from the upstream server one at a time. The last one is cached, since many
    spectators request the same.
    """

    def __init__(self, send: Callable[[ToServer], None], world: World) -> None:
        self._send, self._world = send, world
        self._requests = Bucket(REQUEST_RATE_HZ, MAX_REQUESTS, world.now())
        self._requests_of_addresses = Buckets(ADDRESS_REQUEST_RATE_HZ, MAX_REQUESTS_PER_ADDRESS)
        self._one = trio.Lock()
        self._answered = trio.Event()
        self._answer: ReplayFile | Refused | None = None
        self._kept: tuple[str, ReplayFile] | None = None
        self._late = 0
        """Answers to come that no guest waits for any more. They must not be taken for the next one."""

    def handle_interruption(self) -> None:
        """Handle a lost upstream connection: no answer will come."""
        self._late = 0
        self._answered.set()

    def handle_answer(self, answer: ReplayFile | Refused) -> None:
        """Take the upstream server's response."""
        if self._late:
            self._late -= 1
            return
        self._answer = answer
        self._answered.set()

    async def get(self, guest: Guest, secret: str) -> ReplayFile:
        """Return the replay that this secret opens.

        Raises TargetGone if there is none, Illegal if the rate is exceeded or no response arrives.
        """
        async with self._one:
            if self._kept is not None and self._kept[0] == secret:
                return self._kept[1]
            self._charge_guest(guest)
            self._answered, self._answer = trio.Event(), None
            self._send(GetReplay(secret))
            with trio.move_on_after(REPLAY_TIMEOUT_S) as waiting:
                await self._answered.wait()
            self._late += waiting.cancelled_caught
            return self._store_answer(secret, self._answer)

    def _charge_guest(self, guest: Guest) -> None:
        """Charge a guest for a request to the upstream server. A relay with the host's link has no limit of
        its own.

        Raises Illegal.
        """
        now = self._world.now()
        is_few = guest.by_link or self._requests_of_addresses.take(guest.address, now)
        if not (is_few and self._requests.take(now)):
            raise Illegal(words("too_much_at_once"), Code.TOO_FAST)

    def _store_answer(self, secret: str, answer: ReplayFile | Refused | None) -> ReplayFile:
        match answer:
            case ReplayFile():
                self._kept = secret, answer
                return answer
            case Refused(code=code, words=why):
                raise TargetGone(code, why)
            case _:
                raise Illegal(words("relay_alone"), Code.NOT_NOW)


class Reception:
    """The relay's Host for conversations."""

    def __init__(
        self, table: RelayedTable, send: Callable[[ToServer], None], bounds: Bounds, world: World,
        above: Callable[[], Welcome],
    ) -> None:  # fmt: skip
        """Create the host. `send` sends a message upstream; `above` returns the upstream server's Welcome
        message.
        """
        self.bounds = bounds
        self.turnstile = Turnstile()
        self.crowds = Buckets(
            bounds.address_share * bounds.message_rate, bounds.address_share * bounds.message_burst
        )
        self.full_shares = Buckets(bounds.full_share_rate, bounds.full_share_burst)
        self._replays = Replays(send, world)
        table.answered = self._replays.handle_answer
        table.interrupted = self._replays.handle_interruption
        self._table, self._world, self._above = table, world, above
        work = bounds.work_share * bounds.address_share
        self._works = Buckets(work * bounds.message_rate, work * bounds.message_burst)

    def build_welcome(self, name: str) -> Welcome:
        """Build the Welcome message, with the core of the table's server."""
        above = self._above()
        return Welcome(name, above.server, PROTOCOL_VERSION, above.formats, above.core)

    def handle_disconnect(self, guest: Guest) -> None:
        """Handle the loss of a guest's connection."""
        self._table.listeners.pop(guest, None)

    async def password_refusal(self, _guest: Guest, _password: str) -> None:
        """Return None: a relay has no password of its own."""

    can_send = None
    """Messages may always be sent: a relay only passes them on."""

    async def handle_message(self, guest: Guest, message: ToServer) -> None:
        """Handle one message.

        Raises FacedownError if the request is refused.
        """
        match message:
            case Ping(number=number):
                guest.send(Pong(number))
            case GetReplay(secret=secret):
                if not guest.pay_for_work(self._works, self.bounds, self._world.now(), 1):
                    raise Illegal(words("too_much_at_once"), Code.TOO_FAST)
                guest.send_large(await self._replays.get(guest, secret))
            case GetOpened():
                raise Illegal(words("hands_not_opened"), Code.NOT_NOW)
            case DropReplay():
                raise Illegal(words("only_watched_here"), Code.NOT_ALLOWED)
            case _ if guest.room is not None:
                if isinstance(message, AT_NO_TABLE):
                    raise Illegal(words("leave_first"), Code.NOT_NOW)
                await guest.room.submit(guest, message)
            case Watch(code=code):
                if parse_code(code) != self._table.code:
                    raise self._table.refuse_table(guest, message)
                self._table.enter(guest, message)
            case ListTables():
                self._table.listeners[guest] = None
                guest.send(self._table.listed_tables())
            case CreateTable() | GetTable() | JoinTable() | Resume() | FindCards() | CheckDeck():
                raise Illegal(words("only_watched_here"), Code.NOT_ALLOWED)
            case _:
                raise Illegal(words("at_no_table"), Code.NOT_NOW)
