"""Attendance at a table: sitting down, watching, reconnecting, losing the connection, leaving, talking.

A lost connection is not leaving: the seat is kept, and the opponent is informed. Leaving a running match is
conceding it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import structlog
from msgspec.structs import replace

from facedown_server.network.crowd.guest import Guest, GuestRoom
from facedown_server.network.crowd.names import MAX_CHAT_LETTERS, clean, skeleton, without_number
from facedown_server.room.match.lifecycle import GATHERING, MatchLifecycle
from facedown_server.room.people.entrance import Entrance, check_client, opens_relay
from facedown_server.room.people.seats import PlayerSeat, as_token, digest, new_token, with_return_token
from facedown_server.room.people.spectators import Behind
from facedown_server.room.people.table_context import TableContext
from facedown_server.room.requests.absence_ledger import AbsenceLedger
from facedown_server.storage.restrictions import Kind
from facedown_server.storage.store import NotOurs, SeatKeys, StoreFailed
from facedown_shared.protocol.messages import (  # fmt: skip
    Chat,
    ControlRelay,
    CreateTable,
    Crowd,
    Dismissed,
    Ended,
    JoinTable,
    Resume,
    Said,
    Seated,
    Talk,
    Watch,
)
from facedown_shared.tables import PUBLIC_CLASS_INDEX
from facedown_shared.text import NOTHING, Code, Illegal, Words, gettext_noop, words

log = structlog.get_logger(__name__)


NOT_STORED = gettext_noop("your reconnect could not be stored")
TOO_OFTEN = gettext_noop("you reconnected too often")
"""The close reason of a connection whose client should retry."""

HOST_KICK, OPERATOR_KICK = ("was_sent_away", "sent_you_away"), ("was_kicked", "kicked_by_operator")
"""The sentences of a kick: for the table, and for the kicked guest."""


class Attendance:
    """Manager of one table's guests."""

    def __init__(
        self,
        room: GuestRoom,
        table: TableContext,
        lifecycle: MatchLifecycle,
        entrance: Entrance,
        introduce: Callable[[Guest], None],
    ) -> None:
        """Create a manager. `introduce` sends a guest the table's state, and the others the guest's
        arrival.
        """
        self._room = room
        self._introduce = introduce
        self._table = table
        self._lifecycle = lifecycle
        self._entrance = entrance
        self.absences = AbsenceLedger(table, lifecycle)

    # --- coming -------------------------------------------------------------------------------------------

    async def create(self, guest: Guest, message: CreateTable) -> None:
        """Seat the opener of the table as its host."""
        await self._take_seat(guest, self._table.host, message.key)

    async def seat_guest(self, guest: Guest, message: JoinTable) -> None:
        """Seat a guest on the free seat. If the guest already has one (the answer was lost), resume it."""
        if self._entrance.has_seat(message.key):
            await self.resume(guest, Resume(as_token(self._table.code, message.key)))
            return
        self._entrance.check(guest, message)
        check_client(guest, self._table.settings)
        free = [seat for seat in self._table.players if seat.is_free]
        if not free or self._lifecycle.is_running:
            raise Illegal(words("seats_taken"), Code.SEAT_TAKEN)
        await self._take_seat(guest, free[0].number, message.key)

    def admit_spectator(self, guest: Guest, message: Watch) -> None:
        """Admit a spectator or a relay, at any time."""
        self._entrance.check(guest, message)
        table, seated = self._table, self._seated_message_at(PUBLIC_CLASS_INDEX)
        if not message.relay and len(table.watchers.local_guests) >= table.server.bounds.spectators:
            raise Illegal(words("no_room_for_spectators"), Code.TABLE_FULL)
        guest.is_relay = message.relay
        guest.by_link = message.relay and opens_relay(table.kept, message.secret)
        guest.shown = "" if message.relay else table.name(guest)
        if guest.is_relay:
            table.relay_control.admit(guest)
        if guest.by_link:
            seated = replace(seated, watch=table.kept.spectators)
        self._admit(guest, PUBLIC_CLASS_INDEX, seated)
        self.send_banned_names(guest)

    def send_banned_names(self, guest: Guest) -> None:
        """Send a relay the banned names, and with the host's link the marks of banned addresses."""
        if guest.is_relay:
            news = Dismissed(barred=self._banned_names_for(guest))
            if guest.by_link:
                marks = self._table.barred.marks + self._restricted_marks("ban")
                news = replace(news, marks=marks, muted=self._restricted_marks("mute"))
            guest.send(news)

    def _restricted_marks(self, kind: Kind) -> tuple[int, ...]:
        """Return the marks of the addresses that the operator has banned or muted."""
        addresses, barred = self._table.server.moderation.addresses(kind), self._table.barred
        return tuple(mark for each in addresses for mark in barred.marks_of(each))

    def crowd(self, relay: Guest, message: Crowd) -> None:
        """Take a relay's changes to the list of people behind it. A relay that keeps announcing banned names
        is banned.

        Raises Illegal if the guest is not a relay.
        """
        table, barred = self._table, set[int]()
        relay.check_crowd(message, table.server.bounds, table.now)
        if marks := relay.take_marks(message):
            here = [guest for guest in table.audience if not guest.is_relay]
            table.barred.ban_marks(marks, here)
            self._send_marks(marks)
        for dismissed in table.watchers.update_people(
            relay, message, table.player_names, self._banned_names_for(relay)
        ):
            relay.send(dismissed)
            if dismissed.reason == words("sent_away_by_host"):
                barred.update(dismissed.numbers)
        if barred and not relay.behind:
            looks = frozenset(skeleton(name) for number, name in message.come if number in barred)
            if table.relay_control.is_repeating(relay, looks, table.now):
                table.note = words("relay_repeats_barred")
                self._ban_relay(relay, words("relay_repeats_barred"))
        table.changed()

    def control_relay(self, guest: Guest, message: ControlRelay) -> None:
        """Disconnect, mute, unmute or ban a relay for the host.

        Raises Illegal if the guest is not the host, or if no relay has this number.
        """
        table = self._table
        self._check_host(guest)
        relay = table.relay_control.find_relay(message.number)
        if relay is None:
            raise Illegal(words("no_such_relay"), Code.NOT_OFFERED)
        match message.act:
            case "mute":
                table.relay_control.mute(relay)
            case "unmute":
                table.relay_control.unmute(relay)
            case "ban":
                self._ban_relay(relay, words("relay_sent_away"))
            case _:
                self._remove_guest(relay, words("relay_sent_away"))
        table.changed()

    def _ban_relay(self, relay: Guest, reason: Words) -> None:
        """Disconnect a relay and the others that its ban covers, and accept them no more."""
        log.info("a relay was banned")
        self._table.barred.ban_relays_at(relay)
        for other in self._table.relay_control.relays_banned_with(relay):
            self._remove_guest(other, reason)

    async def resume(self, guest: Guest, message: Resume) -> None:
        """Resume a player's seat and end an older connection to it. If that cannot be stored now, or happened
        too often, the client retries.
        """
        seat, keys = self._entrance.redeem(guest, message.token)
        self._table.server.moderation.check_ban(guest, seat.name)
        if seat.guest is not None and guest.arrived < seat.guest.arrived:
            raise Illegal(words("newer_connection_has_seat"), Code.NOT_NOW)
        if not seat.returns.take(self._table.now):
            guest.close_for_redirect(TOO_OFTEN)
            return
        token = new_token(self._table.server.world, self._table.code)
        keys = replace(keys, fresh=digest(token))
        try:
            await self._table.store_table(seat.with_changes(keys=keys))
        except NotOurs:
            raise
        except StoreFailed:  # a client refused at the entrance does not retry by hand
            self.absences.excuse(seat)
            guest.close_for_redirect(NOT_STORED)
            return
        if seat.guest is not None:
            self._remove_guest(seat.guest, words("seat_taken_up"), taken=True)
        elif seat.expected_by is None:
            self._table.note = words("is_back", seat.name)
        if seat.away_since is not None:
            self._table.server.reconnects.observe(self._table.now - seat.away_since)
        seat.keys = keys
        seat.guest = guest
        if not self._is_share_overdue(seat):
            seat.away_since, seat.overdue, seat.spent_absence = None, False, False
        seat.held, seat.expected_by = "" if seat.expected_by is None else seat.held, None
        guest.shown = seat.name
        self._lifecycle.restart_clocks(seat)
        self._admit(guest, seat.number, self._seated_message(seat, token, seat.auto))
        log.info("player reconnected", seat=seat.number)

    def _is_share_overdue(self, seat: PlayerSeat) -> bool:
        """Return whether a player counts as absent, even if connected, because their share is overdue.

        The deadline is the same for the whole match: reconnecting does not renew it.
        """
        lifecycle = self._lifecycle
        is_late = lifecycle.is_running and self._table.now >= lifecycle.share_by
        return is_late and seat.number in lifecycle.running.awaited_seats

    async def make_return_link(self, number: int) -> tuple[tuple[str, str], ...]:
        """Make a link to a seat that works once, for a player who has lost token and key.

        Returns (address label, link) for each address, for the server's operator to pass on. The link
        contains a token that works once: the previous token stays valid until then.

        Raises Illegal if the seat is empty or its player connected, or StoreFailed.
        """
        seat = self._table.seats[number]
        if seat.is_free:
            raise Illegal(words("seat_empty"), Code.NOT_OFFERED)
        if seat.guest is not None:
            raise Illegal(words("player_is_there", seat.name), Code.NOT_NOW)
        token = new_token(self._table.server.world, self._table.code)
        keys = with_return_token(seat.keys, token)
        await self._table.store_table(seat.with_changes(keys=keys))
        seat.keys = keys
        log.warning("link back given out", seat=number)
        await self._table.add_chat_line(Said("", words=words("let_back", seat.name)), among=False)
        return self._entrance.return_links(token)

    def resend_links(self) -> None:
        """Send the table's host the links again, and the prompt, which a client then expects."""
        seat = self._table.seats[self._table.host]
        if seat.guest is not None and not self._table.is_alone:
            seat.guest.send(self._seated_message(seat, auto=seat.auto))
            self._introduce(seat.guest)
            self.send_match_state(seat.guest)

    def send_match_state(self, guest: Guest) -> None:
        """Send a guest who has arrived or fallen behind the whole state of the match."""
        disclosure, runner = self._lifecycle.disclosure, self._lifecycle.runner
        disclosure.send_missed(guest, runner)
        self.send_view(guest)
        disclosure.send_opened(guest, runner)

    def send_view(self, guest: Guest) -> None:
        """Send a guest the View and the open prompt."""
        runner = self._lifecycle.runner
        audience = self._table.audience
        audience.send_view(guest, runner.match if runner else None)
        if guest.viewer != PUBLIC_CLASS_INDEX and runner and (prompt := runner.prompt(guest.viewer)):
            audience.ask(prompt, (guest,), self._table.seats[guest.viewer].deck)

    async def _take_seat(self, guest: Guest, number: int, key: str) -> None:
        """Seat a guest on a free seat. Nothing of the previous player stays. From now on `key` opens the
        seat.

        Raises StoreFailed.
        """
        token, seat = new_token(self._table.server.world, self._table.code), PlayerSeat(number)
        seat.name = self._table.name(guest)
        seat.keys = SeatKeys(fresh=digest(token), own=digest(key) if key else b"")
        seat.deck = self._table.server.starting_deck(self._table.rules, number, self._table.settings)
        await self._table.store_table(seat, log="", terms=self._table.next_terms)
        if self._table.seats[number].left:
            self._lifecycle.drop_match()
        self._table.seats[number], seat.guest, guest.shown = seat, guest, seat.name
        self._table.note = NOTHING  # old news may be about who sat there before
        self._admit(guest, seat.number, self._seated_message(seat, token))
        log.info("player joined", seat=seat.number)

    def _seated_message(self, seat: PlayerSeat, token: str = "", auto: str = "") -> Seated:
        links = self._entrance.links() if seat.number == self._table.host else {}
        return self._seated_message_at(seat.number, token, links, auto)

    def _seated_message_at(
        self, viewer: int, token: str = "", links: dict[str, tuple[tuple[str, str], ...]] | None = None,
        auto: str = ""
    ) -> Seated:  # fmt: skip
        settings = self._table.settings
        return Seated(
            self._table.code, viewer, token, links or {}, auto, clock=settings.clock, pace=settings.pace,
            locked=bool(self._table.kept.lock), epoch=self._table.server.epoch(self._table.code),
        )  # fmt: skip

    def _admit(self, guest: Guest, viewer: int, message: Seated) -> None:
        guest.room = self._room
        self._table.audience.admit(guest, viewer)
        guest.send(message)
        self._introduce(guest)
        is_watching, chat = viewer == PUBLIC_CLASS_INDEX, self._table.chat
        if lines := [one.said for one in chat if one.said.line and (is_watching or not one.among)]:
            guest.send_large(Talk(tuple(lines)))
        talk_bytes = guest.view_bytes if lines else 0
        self.send_match_state(guest)
        guest.view_bytes = max(guest.view_bytes, talk_bytes)

    # --- going --------------------------------------------------------------------------------------------

    def handle_disconnect(self, guest: Guest) -> None:
        """Handle a guest's lost connection. A player's seat is kept."""
        self._dismiss(guest)
        if guest.viewer != PUBLIC_CLASS_INDEX:
            seat = self._table.own_seat_of(guest)
            seat.guest, seat.away_since, seat.ready, seat.held = None, self._table.now, False, ""
            seat.lost_from = guest.address
            if self._lifecycle.is_running:
                self._lifecycle.running.handle_departure(seat.number)
            self._table.note = words("has_lost_connection", seat.name)
            log.info("player disconnected", seat=seat.number)
        self._table.changed()

    async def handle_leave(self, guest: Guest, terms: int = 0) -> None:
        """Let a guest leave for good. A player of a running match concedes it.

        `terms`: the number of the terms that the player saw; 0 for any.
        """
        if guest.viewer != PUBLIC_CLASS_INDEX:
            seat = self._table.own_seat_of(guest)
            if self._lifecycle.is_running and terms:
                self._table.check_terms(terms)
            if self._lifecycle.is_running:
                await self._lifecycle.forfeit(seat)
            else:
                self._table.note = words("has_left", seat.name)
            self._vacate(seat)
            await self._table.store_change()
            await self._lifecycle.core_question.reconsider()
        self._remove_guest(guest, words("you_have_left"))
        self._table.changed()

    def _check_host(self, guest: Guest) -> None:
        """Raise Illegal unless a guest is the host. A table with assigned seats has none."""
        if self._table.seat_of(guest).number != self._table.host or self._table.kept.assigned:
            raise Illegal(words("host_only"), Code.NOT_ALLOWED)

    async def kick(self, guest: Guest, name: str) -> None:
        """Kick a guest for the host. A player of a running match cannot be kicked."""
        self._check_host(guest)
        seat = self._table.seat_of(guest)
        await self._kick(name, (self._table.opposite_seat(seat),), HOST_KICK)

    async def kick_for_operator(self, name: str) -> None:
        """Kick a guest for the server's operator. A player of a running match concedes it.

        Raises Illegal.
        """
        playing = [seat for seat in self._table.players if seat.name == name and not seat.left]
        if playing and self._lifecycle.is_running:
            await self._lifecycle.forfeit(playing[0])
        await self._kick(name, playing, OPERATOR_KICK)

    async def _kick(self, name: str, players: Sequence[PlayerSeat], sentences: tuple[str, str]) -> None:
        """Kick a spectator of this name, one of these players, or a spectator who has left."""
        watchers = self._table.watchers
        found = next((one for one in watchers.local_guests if one.shown == name), None)
        address, asked = (found.address, found.name) if found is not None else ("", name)
        other = next((seat for seat in players if seat.name == name and not seat.left), None)
        if found is None and other is None:
            person = watchers.find_person(name)
            if person is None:
                raise Illegal(words("nobody_of_that_name"), Code.NOT_OFFERED)
            if isinstance(person, Behind):
                await self._kick_relayed(person, name, sentences)
                return
            address, asked = person
        elif other is not None:
            if self._lifecycle.is_running:
                raise Illegal(words("player_of_match_stays"), Code.NOT_NOW)
            found = other.guest
            address, asked = (other.lost_from, name) if found is None else (found.address, found.name)
            self._vacate(other)
            await self._table.store_change()
            await self._lifecycle.core_question.reconsider()
        self._table.note = words(sentences[0], name)
        if address:  # not known of a player who has been absent since before a restart
            others = [one for one in self._table.audience if one is not found]
            self._send_marks(self._table.barred.ban_address(address, asked, others))
        await self._ban_name(name, found)
        if found is not None:
            self._remove_guest(found, words(sentences[1]))
        self._table.changed()

    async def _kick_relayed(self, behind: Behind, name: str, sentences: tuple[str, str]) -> None:
        """Kick a person behind a relay. The relay carries this out."""
        self._table.note = words(sentences[0], name)
        barred = (*await self._ban_name(name, behind), *self._ban_relayed_name(behind))
        self._table.watchers.remove_person(behind.relay, behind.number)
        behind.relay.kicks += 1
        barred = tuple(dict.fromkeys(barred))
        behind.relay.send(Dismissed((behind.number,), words(sentences[1]), barred))
        self._table.changed()

    async def apply_bans(self) -> None:
        """Disconnect the guests that the operator has banned, and inform relays of bans and mutes. A banned
        player is absent, and may not return.
        """
        moderation, reason = self._table.server.moderation, words("banned_by_operator")
        for guest in filter(moderation.is_banned, tuple(self._table.audience)):
            if guest.viewer != PUBLIC_CLASS_INDEX:
                self.handle_disconnect(guest)
            self._remove_guest(guest, reason)
        names = moderation.banned_names
        for relay in self._table.watchers.relays:
            numbers = self._table.watchers.numbers_behind(relay, set(map(skeleton, names)))
            for number in numbers:
                self._table.watchers.remove_person(relay, number)
            news = Dismissed(numbers, reason if numbers else NOTHING, names)
            if relay.by_link:
                marks = self._restricted_marks("ban")
                news = replace(news, marks=marks, muted=self._restricted_marks("mute"))
            relay.send(news)
        self._table.changed()

    def _send_marks(self, marks: tuple[int, ...]) -> None:
        """Send the relays with the host's link the marks of newly banned addresses."""
        if marks:
            trusted = [relay for relay in self._table.watchers.relays if relay.by_link]
            self._table.audience.send(Dismissed(marks=marks), trusted)

    async def _ban_name(self, shown: str, guest: Guest | Behind | None) -> tuple[str, ...]:
        """Ban the public name of a kicked person, here and behind relays. Returns the name, if banned.

        It is not banned if another guest asked for a name that looks like it.
        """
        if skeleton(shown) in self._other_skeletons(guest) or self._has_relayed_person(
            skeleton(shown), guest
        ):
            return ()
        name = shown.casefold()
        barred = (*self._table.kept.barred, name)[-self._table.server.bounds.barred :]
        await self._table.store_change(barred=barred)
        self._table.audience.send(Dismissed(barred=(name,)), self._table.watchers.relays)
        return (name,)

    def _ban_relayed_name(self, behind: Behind) -> tuple[str, ...]:
        """Ban the requested name of a person behind a relay, for its address's relays without the host's
        link.

        Returns the name, if banned. It is not if others there have it.
        """
        address, name = behind.relay.address, behind.name.casefold()
        others = self._table.watchers.similar_people(behind.look, behind)
        if behind.relay.by_link or any(other.relay.address == address for other in others):
            return ()
        self._table.barred.ban_name(address, name)
        there = [relay for relay in self._table.watchers.relays if relay.address == address]
        self._table.audience.send(Dismissed(barred=(name,)), [relay for relay in there if not relay.by_link])
        return (name,)

    def _banned_names_for(self, relay: Guest) -> tuple[str, ...]:
        """Return the names that are banned behind this relay."""
        own = () if relay.by_link else self._table.barred.banned_names_at(relay.address)
        return (*self._table.kept.barred, *own, *self._table.server.moderation.banned_names)

    def _other_skeletons(self, excluded: Guest | Behind | None) -> set[str]:
        """Return the names of the players and of the other connected guests, in the form used to find similar
        names.
        """
        here = (guest for guest in self._table.audience if not guest.is_relay and guest is not excluded)
        seated = map(without_number, self._table.player_names)
        return {*map(skeleton, seated), *(skeleton(guest.name) for guest in here)}

    def _has_relayed_person(self, skeleton: str, excluded: Guest | Behind | None) -> bool:
        besides = excluded if isinstance(excluded, Behind) else None
        return any(self._table.watchers.similar_people(skeleton, besides))

    def close(self, reason: Words) -> None:
        """End all connections, since the table is closed."""
        for guest in tuple(self._table.audience):
            self._remove_guest(guest, reason)

    def _vacate(self, seat: PlayerSeat) -> None:
        """Free a seat. After a match its player's name stays on it; an assigned one waits for its player.

        If the host leaves, the other player becomes host. A player who was ready against that player is not
        ready for the next one.
        """
        if self._table.kept.assigned and self._lifecycle.stage == GATHERING:
            seat.guest, seat.away_since, seat.ready = None, None, False
            return
        if self._lifecycle.stage == GATHERING:
            self._table.seats[seat.number] = PlayerSeat(seat.number)
        else:
            seat.left, seat.guest, seat.away_since = True, None, None
        self._lifecycle.proposals.clear()
        self._table.change_terms()
        other = self._table.opposite_seat(seat)
        other.ready = False
        if seat.number == self._table.host and not other.is_free:
            self._table.host = other.number
            if other.guest is not None:
                other.guest.send(self._seated_message(other))  # with the links, for the new host to pass on

    def _remove_guest(self, guest: Guest, reason: Words, *, taken: bool = False) -> None:
        self._dismiss(guest)
        guest.send(Ended(reason, taken))

    def _dismiss(self, guest: Guest) -> None:
        self._table.audience.dismiss(guest)
        self._table.watchers.forget(guest)
        self._table.relay_control.forget(guest)
        guest.room, guest.is_relay, guest.by_link = None, False, False

    # --- talking ------------------------------------------------------------------------------------------

    async def chat(self, guest: Guest, message: Chat) -> None:
        """Broadcast a line of chat of a guest, or of a person behind a relay.

        During a match only spectators read spectators' lines.
        """
        bounds = self._table.server.bounds
        line = clean(message.text, min(MAX_CHAT_LETTERS, bounds.chat_letters))
        name = self._table.watchers.public_name(guest, message.who) if guest.is_relay else guest.shown
        if not name:
            raise Illegal(words("nobody_of_that_name"), Code.NOT_OFFERED)
        if guest.is_relay and self._table.relay_control.is_muted(guest):
            raise Illegal(words("relay_is_muted"), Code.NOT_ALLOWED)
        self._table.server.moderation.check_mute("" if guest.is_relay else guest.address, name)
        if not line:
            return
        if not self._table.chat_quota.take(guest, self._table.now):
            raise Illegal(words("too_much_talk"), Code.TOO_FAST)
        among = guest.viewer == PUBLIC_CLASS_INDEX and self._lifecycle.is_running
        await self._table.add_chat_line(Said(name, line, guest.viewer), among=among)

    # --- what time does -----------------------------------------------------------------------------------

    def next_due(self, now: float) -> float:
        """Return the time at which `handle_deadlines` has to be called next."""
        due = self.absences.next_due(now)
        for seat in self._table.seats:
            if seat.away_since is not None:
                due = min(due, self._seat_expiry(seat))
            if seat.expected_by is not None:
                due = min(due, seat.expected_by)
        return due

    async def handle_deadlines(self) -> bool:
        """Handle the consequences of absences. Returns whether a seat has become free."""
        for seat in self._table.seats:
            if seat.expected_by is not None and self._table.now >= seat.expected_by:
                seat.expected_by, seat.ready, seat.held = None, False, ""
                self._table.note = words("has_lost_connection", seat.name)
                self._table.changed()
        found = [seat for seat in self._table.seats if self._table.now >= self._seat_expiry(seat)]
        for seat in found:
            seat.overdue = True
            self._table.note = words("has_left", seat.name)
            self._vacate(seat)
            await self._table.store_change()
            await self._lifecycle.core_question.reconsider()
            self._table.changed()
        await self.absences.handle_deadlines()
        return bool(found)

    def _seat_expiry(self, seat: PlayerSeat) -> float:
        """Return the time at which a seat becomes free whose player lost the connection before or after a
        match.
        """
        if seat.away_since is None or seat.overdue or self._lifecycle.is_running:
            return math.inf
        return seat.away_since + self._table.server.bounds.grace
