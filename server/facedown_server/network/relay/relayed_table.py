"""A table at a relay: the last messages to any spectator, and its spectators here.

Messages from the upstream server are passed on unchanged, the same frame to all. The View and the log are
also stored as in a client, for late or slow spectators: they are sent the bytes that the table's own server
would have sent them. After an interruption spectators notice nothing, or get one whole View.
"""

from __future__ import annotations

import hmac
from collections import deque
from collections.abc import Callable

import msgspec

from facedown_server.network.crowd.bans import BarredAddresses
from facedown_server.network.crowd.guest import Guest, pack
from facedown_server.network.crowd.printed_cards import PrintedCards
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.crowd.relay_quotas import check_relay
from facedown_server.network.crowd.viewer_group import EventLog, ViewerGroup, broadcast
from facedown_server.network.relay.spectators import People
from facedown_server.network.wire.frames import frame
from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.runtime.world import World
from facedown_shared.cards.facts import Pool
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.followed_table import FollowedTable
from facedown_shared.protocol.messages import (
    AtTable,
    Chat,
    Crowd,
    Dismissed,
    Ended,
    FromServer,
    GetView,
    Leave,
    LobbyRow,
    Opened,
    Pledge,
    Refused,
    ReplayFile,
    ReplayKept,
    Said,
    Seated,
    Shares,
    Tables,
    Talk,
    ToClient,
    ToServer,
    Update,
    Watch,
    Whole,
)
from facedown_shared.tables import PUBLIC_CLASS_INDEX
from facedown_shared.tables.diff import Patch
from facedown_shared.text import Code, FacedownError, Illegal, TargetGone, Words, words

MAX_CHAT_LINES = 200
"""Lines of chat that a newcomer is sent."""

KICK_SENTENCES = ("sent_you_away", "kicked_by_operator")
"""Reasons that the table's server gives for a kick by the host, or by the operator."""

MAX_UNSEEN_VERSIONS = 8
"""Maximum number of versions missed in an interruption, if nothing has changed in them. After more,
spectators are sent the whole View.
"""


class RelayedTable(FollowedTable):
    """One table, and its spectators here.

    `link` is the link by which the table is watched upstream. `send` sends a message upstream while
    connected. `printing` sends the card texts known here.
    """

    def __init__(
        self, link: TableLink, password: str, bounds: Bounds, world: World,
        send: Callable[[ToServer], None], printing: PrintedCards | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        self.code = link.code
        self.is_open = False
        """True if the table is public."""
        self.is_here = False
        """True if the upstream server is connected."""
        self.people = People(bounds, world, send)
        self.group = ViewerGroup()
        self.listeners: dict[Guest, None] = {}
        """Clients that requested the list of tables."""
        self.answered: Callable[[ReplayFile | Refused], None] = lambda answer: None
        """Called with upstream responses that belong to no table."""
        self.interrupted: Callable[[], None] = lambda: None
        """Called when the upstream connection is lost."""
        is_for_relays = link.role == "relay"
        self.secret = "" if is_for_relays else link.secret
        """The secret that admits spectators here. A relay with the host's link gets it from the upstream
        server.
        """
        self.relay_secret = link.secret if is_for_relays else ""
        """The secret of the host's link for relays; "" if this relay uses a link for spectators."""
        self._password = password
        self._bounds, self._world, self._send = bounds, world, send
        self.barred = BarredAddresses(bounds.barred, world.now, link.code)
        """Banned addresses."""
        self._muted: tuple[int, ...] = ()
        """The marks of addresses that the server's operator has muted."""
        self._guesses = Buckets(bounds.guess_rate, bounds.guess_burst)
        self._printing = PrintedCards(Pool(())) if printing is None else printing
        self._seated = Seated(link.code, PUBLIC_CLASS_INDEX)
        self._told_at = 0.0
        """The time of the last line in the relay's own name."""
        self._bound: dict[type[ToClient], ToClient] = {}
        """The messages that commit to and open the throws of the match, by type."""
        self._chat: deque[Said] = deque(maxlen=MAX_CHAT_LINES)
        self._row: LobbyRow | None = None

    @property
    def members(self) -> list[Guest]:
        """All spectators here, relays included."""
        return self.group.members

    @property
    def row(self) -> LobbyRow | None:
        """The table's row in the list; None unless the table is public."""
        return self._row if self.is_open else None

    @property
    def epoch(self) -> int:
        """The table's epoch when the upstream server admitted us."""
        return self._seated.epoch

    # --- from above -----------------------------------------------------------------------------------------

    def handle_seated(self, seated: Seated) -> None:
        """Handle the upstream server's permission to watch, the first or a later one."""
        self.missed = self.has_asked = False
        self._seat(seated)
        self.people.report_all()
        if not self.is_here and self.table is not None:
            self._broadcast_line(words("relay_back"))
        self.is_here = True

    def _seat(self, seated: Seated) -> None:
        """Store the table's data and epoch; send spectators here a new epoch."""
        self.secret = seated.watch or self.secret
        before, self._seated = self._seated, msgspec.structs.replace(seated, watch="")
        if seated.epoch != before.epoch:
            broadcast(self._seated, self.members)

    def handle_interruption(self) -> None:
        """Handle a lost upstream connection, which will be restored."""
        self.is_here = False
        self.interrupted()
        self._broadcast_line(words("relay_lost"))

    def close_table(self, reason: Words) -> None:
        """End the table for us, and for all spectators here."""
        for guest in tuple(self.members):
            self.remove_guest(guest, reason)

    def depart(self) -> tuple[Guest, ...]:
        """Stop relaying the table; return its spectators."""
        guests = tuple(self.members)
        for guest in guests:
            self._handle_dismissed(guest)
        return guests

    def handle_upstream(self, data: bytes, message: FromServer) -> None:
        """Handle a message from the upstream server. `data`: the same message, encoded."""
        match message:
            case Update():
                self._update(data, message)
            case Whole():
                self._handle_view(data, message)
            case AtTable():
                self._table(data, message)
            case Seated():  # from an upstream relay: the table has another owner
                self._seat(message)
            case Said():
                if message.name:
                    self._chat.append(message)
                self._forward(data)
            case Talk(lines=lines):
                if lines != tuple(self._chat):
                    self._chat.clear()
                    self._chat.extend(lines)
                    self._forward(data)
            case Pledge() | Shares() | Opened():
                self._handle_throws(data, message)
            case ReplayKept():
                self._forward(data)
            case Dismissed():
                self._dismiss(message)
            case Refused(ask=ask) if ask >= 0:
                self.people.forward_refusal(message)
            case ReplayFile() | Refused():
                self.answered(message)
            case _:  # spectators are sent nothing else
                pass

    def _forward(self, data: bytes, plain: Callable[[], bytes] | None = None) -> None:
        """Send the same bytes to all spectators. `plain` makes the frame for clients without the bundled card
        facts, if that frame differs.
        """
        ready, others = frame(data), b""
        for guest in self.members:
            if plain is None or guest.has_cards:
                guest.push(ready)
            else:
                others = others or plain()
                guest.push(others)

    def _update(self, data: bytes, message: Update) -> None:
        lines = self.apply(message)
        if lines is None:
            for request in self.request_view():
                self._send(request)
            return
        if lines:
            self.group.log.add(lines)
        self.group.whole.clear()
        rare = message.patch.rare
        has_facts = rare is not None and bool(rare.facts)
        self._printing.send_new_texts(message, self.members)
        self._forward(data, (lambda: pack(message, bundled=False)) if has_facts else None)

    def _handle_view(self, data: bytes, message: Whole) -> None:
        passed = message.version - self.version
        is_same = message.view == self.view and message.log == tuple(self.group.log)
        self.replace_view(message)
        if not is_same:
            self.group.log = EventLog()
            self.group.log.add(message.log)
        self.group.whole.clear()
        if not is_same or not 0 <= passed <= MAX_UNSEEN_VERSIONS:
            self._printing.send_new_texts(message, self.members)
            self._forward(data, lambda: pack(message, bundled=False))
            return
        for version in range(message.version - passed + 1, message.version + 1):
            broadcast(Update(version & 127, Patch()), self.members)

    def _table(self, data: bytes, message: AtTable) -> None:
        self.table, self._told_at = message.with_known_spectators(self.table), self._world.now()
        if message.table.stage == "gathering":  # newcomers are not shown the last match
            self._forget()
        self._forward(data)
        self._list()

    def _forget(self) -> None:
        """Drop the data of the last match."""
        self._bound.clear()
        self.view, self.group.log, self.group.whole = None, EventLog(), {}

    def _handle_throws(self, data: bytes, message: ToClient) -> None:
        if self._bound.get(type(message)) == message:
            return
        if isinstance(message, Pledge):  # another match, without a View yet
            self._forget()
        self._bound[type(message)] = message
        self._forward(data)

    def _ban_address(self, guest: Guest) -> tuple[int, ...]:
        others = [member for member in self.members if member is not guest]
        return self.barred.ban_address(guest.address, guest.name, others)

    def _dismiss(self, message: Dismissed) -> None:
        for guest, dismissed in self.people.handle_dismissed(message):
            kicked = bool(dismissed.barred) or dismissed.reason.id in KICK_SENTENCES
            if guest.is_relay:
                guest.kicks += kicked * len(dismissed.numbers)
                guest.send(dismissed)
            else:
                if kicked:
                    self._report_marks(self._ban_address(guest))
                if guest in self.members:  # else the guest has left meanwhile
                    self.remove_guest(guest, dismissed.reason)
        if message.barred:
            broadcast(Dismissed(barred=message.barred), [guest for guest in self.members if guest.is_relay])
        self._ban_marks(message.marks)
        if message.muted is not None:
            self._muted = message.muted
            broadcast(Dismissed(muted=message.muted), self._trusted_relays)

    def _report_marks(self, marks: tuple[int, ...]) -> None:
        """Report the marks of addresses banned here to the table's server and the relays below."""
        if marks and self.relay_secret:
            self._send(Crowd(marks=marks))
            self._ban_marks(marks)

    def _ban_marks(self, marks: tuple[int, ...]) -> None:
        """Ban addresses here, and at lower relays with the host's link."""
        if marks:
            self.barred.ban_marks(marks, [guest for guest in self.members if not guest.is_relay])
            broadcast(Dismissed(marks=marks), self._trusted_relays)

    @property
    def _trusted_relays(self) -> list[Guest]:
        """The lower relays with the host's link."""
        return [guest for guest in self.members if guest.is_relay and guest.by_link]

    def _broadcast_line(self, text: Words) -> None:
        """Send a line in the relay's own name to all spectators here and behind lower relays."""
        broadcast(Said("", words=text), self.members)

    def _list(self) -> None:
        """Send the table's row to clients that requested the list, if it has changed."""
        info, seated = self.table, self._seated
        if info is None:
            return
        row = LobbyRow(
            self.code, info.host, info.format, info.best_of, info.stage, info.crowd, seated.locked,
            seated.clock, info.mode, info.banlist, info.point_cap,
            next((seat.name for seat in info.seats if seat.name != info.host), ""),
        )  # fmt: skip
        if row != self._row:
            self._row = row
            broadcast(self.listed_tables(), tuple(self.listeners))

    def listed_tables(self) -> Tables:
        """Return the list of public tables here."""
        return Tables((self.row,) if self.row is not None else ())

    # --- people who come and go -----------------------------------------------------------------------------

    def enter(self, guest: Guest, wish: Watch) -> None:
        """Admit a spectator.

        Raises the same refusals as the table's own server.
        """
        self._check(guest, wish)
        relays = [member for member in self.members if member.is_relay]
        by_link = wish.relay and self._opens_relay(wish.secret)
        if wish.relay:
            check_relay(guest, relays, self.barred, self._bounds, by_link)
        elif len(self.members) - len(relays) >= self._bounds.spectators:
            raise Illegal(words("no_room_for_spectators"), Code.TABLE_FULL)
        guest.room, guest.viewer, guest.behind = self, PUBLIC_CLASS_INDEX, False
        guest.is_relay, guest.by_link = wish.relay, by_link
        self.listeners.pop(guest, None)
        self.members.append(guest)
        seated = self._seated
        guest.send(msgspec.structs.replace(seated, watch=self.secret) if by_link else seated)
        self._introduce(guest)
        if self._chat:
            guest.send(Talk(tuple(self._chat)))
        self._send_state(guest)
        self._send_banned_names(guest)
        if not wish.relay:
            self.people.add_person(guest, guest.name)

    def _check(self, guest: Guest, wish: Watch) -> None:
        fits = [
            bool(self.secret) and _is_equal_secret(wish.secret, self.secret),
            self._opens_relay(wish.secret),
        ]
        if wish.secret and self.secret and not any(fits):
            raise self._refuse_guess(guest, self._wrong_link_error)
        if not wish.secret and not self.is_open:
            raise TargetGone(Code.NO_SUCH_TABLE, words("no_such_table"))
        by_secret = bool(wish.secret and self.secret)
        if self._seated.locked and not by_secret and not self._opens(wish.password):
            wrong = Illegal(words("wrong_password"), Code.WRONG_PASSWORD)
            raise self._refuse_guess(guest, wrong) if wish.password else wrong
        is_closed = guest in self.barred or self.barred.is_temporarily_closed(guest)
        if not wish.relay and (self.people.is_banned(guest.name) or is_closed):
            raise Illegal(words("sent_away_by_host"), Code.NOT_ALLOWED)

    def _opens_relay(self, secret: str) -> bool:
        """Return whether this is the secret of the host's link for relays. False if this relay does not know
        that secret.
        """
        return _is_equal_secret(secret, self.relay_secret) and bool(self.relay_secret)

    @property
    def _wrong_link_error(self) -> FacedownError:
        if self.is_open:
            return Illegal(words("link_opens_nothing"), Code.WRONG_LINK)
        return TargetGone(Code.NO_SUCH_TABLE, words("no_such_table"))

    def _opens(self, password: str) -> bool:
        return bool(self._password) and _is_equal_secret(password, self._password)

    def refuse_table(self, guest: Guest, wish: Watch) -> FacedownError:
        """Return the refusal of a request for a table that is not here."""
        refusal = TargetGone(Code.NO_SUCH_TABLE, words("no_such_table"))
        return self._refuse_guess(guest, refusal) if wish.secret else refusal

    def _refuse_guess(self, guest: Guest, refusal: FacedownError) -> FacedownError:
        """Return the refusal of a wrong secret. After many guesses it only asks to wait."""
        if self._guesses.take(guest.address, self._world.now()):
            return refusal
        return Illegal(words("too_many_guesses"), Code.TOO_FAST)

    def _introduce(self, guest: Guest) -> None:
        """Send a newcomer the current state of the table."""
        if (info := self.table) is None:
            return
        passed = self._world.now() - self._told_at
        if info.elapsed is not None:
            info = msgspec.structs.replace(info, elapsed=round(info.elapsed + passed, 1))
        if info.ticking >= 0:  # a clock has run on since the message
            seats = [*info.seats]
            left = max(0.0, round(seats[info.ticking].clock - passed, 1))
            seats[info.ticking] = msgspec.structs.replace(seats[info.ticking], clock=left)
            info = msgspec.structs.replace(info, seats=(seats[0], seats[1]))
        guest.send(AtTable(info))

    def _send_state(self, guest: Guest) -> None:
        """Send the View and the commitments of the match to a spectator who has arrived or fallen behind."""
        for kind in (Pledge, Shares):
            if kind in self._bound:
                guest.send(self._bound[kind])
        self._send_view(guest)
        if Opened in self._bound:
            guest.send(self._bound[Opened])

    def _send_banned_names(self, guest: Guest) -> None:
        """Send a lower relay the banned names, and with the host's link the marks of banned and muted
        addresses.
        """
        if guest.is_relay:
            marks, muted = (self.barred.marks, self._muted) if guest.by_link else ((), None)
            guest.send(Dismissed(barred=self.people.banned_names, marks=marks, muted=muted))

    def _send_view(self, guest: Guest) -> None:
        if (view := self.view) is not None:
            self._printing.send_view_texts(view, guest)
            self.group.send_view(guest, self.version, view)

    def remove_guest(self, guest: Guest, reason: Words) -> None:
        """Remove a spectator from the table, and send the reason."""
        self._handle_dismissed(guest)
        guest.send(Ended(reason))

    def _handle_dismissed(self, guest: Guest) -> None:
        if guest in self.members:
            self.members.remove(guest)
        self.people.forget(guest)
        guest.room, guest.is_relay, guest.by_link = None, False, False

    # --- for conversations and connections ------------------------------------------------------------------

    async def submit(self, guest: Guest, message: ToServer) -> None:
        """Handle a spectator's message.

        Raises Illegal for requests of players.
        """
        match message:
            case Chat():
                if not self.is_here:
                    raise Illegal(words("relay_alone"), Code.NOT_NOW)
                if not guest.is_relay and not set(self._muted).isdisjoint(
                    self.barred.marks_of(guest.address)
                ):
                    raise Illegal(words("muted_by_operator"), Code.NOT_ALLOWED)
                self.people.send_chat(guest, message)
            case Crowd():
                if self.people.crowd(guest, message):
                    self._ban_relay(guest)
                self._report_marks(guest.take_marks(message))
            case GetView():
                self._send_view(guest)
            case Leave():
                self.remove_guest(guest, words("you_have_left"))
            case _:
                raise Illegal(words("spectators_watch"), Code.NOT_ALLOWED)

    def _ban_relay(self, relay: Guest) -> None:
        """Kick a lower relay and all others at its address, and ban that address."""
        self.barred.ban_relays_at(relay)
        for other in [one for one in self.members if one.is_relay and one.address == relay.address]:
            if other.by_link <= relay.by_link:
                self.remove_guest(other, words("relay_repeats_barred"))

    def handle_disconnect(self, guest: Guest) -> None:
        """Handle the loss of a guest's connection."""
        self._handle_dismissed(guest)

    def handle_recovered(self, guest: Guest) -> None:
        """Send the current state to a slow reader that has caught up."""
        guest.behind = False
        self._introduce(guest)
        self._send_state(guest)
        self._send_banned_names(guest)


def _is_equal_secret(one: str, other: str) -> bool:
    """Return whether two secrets are equal, in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())
