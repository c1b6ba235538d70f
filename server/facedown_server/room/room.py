"""Room of one table: one task with one inbox, which handles one input at a time. It knows people, and no
rules.

While an input is handled, only the store is awaited. A refusal is sent to the input's sender and changes
nothing. A bug, in the server or in a referee, ends this table alone: people get an apology, and the log is
stored.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import msgspec
import structlog
import trio

from facedown_server.network.crowd.conversation import refusal_number
from facedown_server.network.crowd.guest import Guest
from facedown_server.refereeing.match import MatchStage
from facedown_server.room.inbox import Inbox, Input
from facedown_server.room.match.lifecycle import GATHERING, OVER, MatchLifecycle
from facedown_server.room.people.entrance import Entrance
from facedown_server.room.people.handover_state import TableHandover
from facedown_server.room.people.proposals import may_begin_match
from facedown_server.room.people.seats import PlayerSeat
from facedown_server.room.people.table_context import BOT_SEAT_INDEX, TableContext
from facedown_server.room.requests.attendance import Attendance
from facedown_server.room.requests.card_searches import search_cards
from facedown_server.room.requests.line_requests import LineRequests
from facedown_server.room.server_context import ServerContext
from facedown_server.room.table_info import has_changed, lobby_row, table_info
from facedown_server.runtime import logs
from facedown_server.storage.store import ChatLine, NotOurs, StoredTable, StoreFailed
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.gestures import Gesture
from facedown_shared.protocol.messages import (  # fmt: skip
    Answer,
    AtTable,
    AutoPass,
    ChangeMode,
    Chat,
    Concede,
    Consent,
    ControlRelay,
    CreateTable,
    Crowd,
    GetMenu,
    GetView,
    JoinTable,
    Kick,
    Leave,
    Nodes,
    Propose,
    Ready,
    Refused,
    Restart,
    Resume,
    Rewind,
    SaveLine,
    Seal,
    SearchCards,
    Share,
    TableInfo,
    TakeSide,
    ToClient,
    ToServer,
    UseDeck,
    Watch,
    Why,
)
from facedown_shared.protocol.provided_facts import TellFacts
from facedown_shared.text import Code, FacedownError, Illegal, Words, words

log = structlog.get_logger(__name__)

APOLOGY = words("table_broke")
ELSEWHERE = "this table is another server's now"
"""The close reason of a connection whose client must ask again where its table is."""
CORE_START_TOKENS = 15
"""Tokens for the start of a duel in EDOPro's core, from each player: it takes some 65 ms of CPU."""
GONE = Refused(Code.TABLE_CLOSED, words("table_is_closed"))


class Room:
    """One table and its task, `run`. Other tasks may call the other methods."""

    def __init__(
        self,
        table: StoredTable,
        server: ServerContext,
        changed: Callable[[Room], None],
    ) -> None:
        self.code = table.code
        self.settings = table.settings
        self.closed = False
        self.ended = False
        """True once the table is closed for good. A closed table that has not ended is recovered at the next
        start.
        """
        self.table = TableContext(table, server, self._announce)
        self.lifecycle = MatchLifecycle(self.table)
        self._attendance = Attendance(self, self.table, self.lifecycle, Entrance(self.table), self._introduce)
        self._line_requests = LineRequests(self.table, self.lifecycle, self._attendance.send_view)
        self._server = server
        self._changed = changed
        self._stay = trio.CancelScope()
        self._farewell: ToClient = GONE
        """The answer to requests after the table was closed."""
        self._sent_on: frozenset[Guest] | None = None
        """The guests at the time when another node took over the table; None if none has."""
        self._info: TableInfo | None = None
        self._empty_since: float | None = self.table.now
        self._idle_since = self.table.now
        self.inbox = Inbox(server.alarms)
        self._bug: Exception | None = None
        """What an act raised in its sender's task."""
        self._due_at = self.table.now
        """The next due time as of before the last input, which may have changed it."""
        self.row = lobby_row(self.table, self.lifecycle)
        """The table's row in the lobby's list, as last sent."""

    def __repr__(self) -> str:
        return f"<Room {self.code} {self.lifecycle.stage}>"

    @property
    def is_handed_over(self) -> bool:
        """True if another node owns the table now."""
        return self.closed and not self.ended

    @property
    def is_listed(self) -> bool:
        """True if the table is publicly listed."""
        return self.settings.is_open and not self.closed

    @property
    def has_match(self) -> bool:
        """True while two people play a match here."""
        return self.lifecycle.is_running and not (self.table.is_alone or self.table.is_practice)

    def empty_for(self, now: float) -> float:
        """Return the seconds for which no player has been connected; 0 while one is."""
        return 0.0 if self._empty_since is None else now - self._empty_since

    # --- for sessions and connections ---------------------------------------------------------------------

    async def submit(self, guest: Guest, message: ToServer) -> None:
        """Hand a guest's message to the room, and wait until it was handled."""
        if self.closed:
            self._refuse_closed(guest)
            return
        ask, begun, is_act = refusal_number(message), self.table.now, isinstance(message, (Answer, Gesture))
        entry = Input(partial(self._handle_message, guest, message), guest, ask)
        is_direct = is_act and begun < self._due_at and self.inbox.acquire()
        await (self._handle_directly if is_direct else self._wait_until_done)(entry)
        if is_act:
            self._server.acts.observe(self.table.now - begun)

    async def _handle_directly(self, entry: Input) -> None:
        """Handle an act in its sender's task, in the place of the room's task, which waits for inputs."""
        due = -math.inf
        try:
            with logs.table_context(self.code):
                await self._handle_input(entry)
            self._attendance.absences.update(now := self.table.now)
            next_due = self._next_due(now)
            if now < min(next_due, self._due_at) and not self.closed:  # else its task handles deadlines
                self._line_requests.turn_to_prompt()
                self._due_at = due = next_due
        except Exception as bug:  # the room's task ends the table
            self._bug = bug
        except BaseException:  # cancelled amid an act, as the server ends: its log may be ahead of the state
            self.closed = True
            self._stay.cancel()
            raise
        finally:
            self.inbox.release(due)

    def handle_disconnect(self, guest: Guest) -> None:
        """Report a guest's lost connection to the room."""
        self._note(guest, self._attendance.handle_disconnect)

    def handle_recovered(self, guest: Guest) -> None:
        """Report that a guest that had fallen behind reads again."""
        self._note(guest, self._send_present_state)

    def _note(self, guest: Guest, do: Callable[[Guest], None]) -> None:
        """Queue a call about a guest's connection, without waiting for it."""

        async def handle_note() -> None:
            if guest.room is self:
                do(guest)

        if not self.closed:
            self.inbox.append(Input(handle_note))

    async def close(self, reason: Words) -> None:
        """Close the table for the operator. All guests are sent the reason."""
        await self.order(partial(self._close_table, reason))

    async def close_for_eviction(self, least_s: float) -> None:
        """Close the table to make room for a new one.

        It stays open if a player is connected, or was within the last `least_s` seconds. Raises StoreFailed.
        """

        async def close_if_empty() -> None:
            if self.empty_for(self.table.now) >= least_s:
                await self._close_table(words("closed_without_players"))

        await self.order(close_if_empty)

    async def apply_bans(self) -> None:
        """Disconnect guests that the operator has banned, as `Attendance.apply_bans`."""
        await self.order(self._attendance.apply_bans)

    async def kick(self, name: str) -> None:
        """Kick a guest for the operator, as `Attendance.kick_for_operator`."""
        await self.order(partial(self._attendance.kick_for_operator, name))

    async def make_return_link(self, number: int) -> tuple[tuple[str, str], ...]:
        """Make a link to a seat for the server's operator, as `Attendance.make_return_link`; () if the table
        is closed.
        """
        links: list[tuple[str, str]] = []

        async def make_link() -> None:
            links.extend(await self._attendance.make_return_link(number))

        await self.order(make_link)
        return tuple(links)

    async def resend_links(self) -> None:
        """Send the table's host the links again, after the server's addresses have changed."""

        async def resend() -> None:
            self._attendance.resend_links()

        await self.order(resend)

    async def hand_over(self, transfer: Callable[[], Awaitable[ToClient | None]]) -> None:
        """Hand the table over to another node between two acts.

        `give` does that. It returns the message for all guests, or None if the table stays. Raises
        StoreFailed.
        """
        await self.order(partial(self._hand_over, transfer))

    async def forget_match(self) -> None:
        """Drop a finished match between two acts, so that the table is back in its first stage.

        Raises StoreFailed.
        """
        await self.order(self._forget_match)

    async def _forget_match(self) -> None:
        if not self.lifecycle.is_running and self.table.kept.log:
            await self.table.store_table(log="", terms=self.table.next_terms)
            self.lifecycle.drop_match()
            self._announce()

    async def _hand_over(self, give: Callable[[], Awaitable[ToClient | None]]) -> None:
        if self.closed or (redirect := await give()) is None:
            return
        self._farewell = redirect
        for guest in self.depart():
            guest.send(redirect)
            if guest.behind:  # it reads nothing for now: it learns the table's node after a reconnect
                guest.close_for_redirect("the table is elsewhere")

    def depart(self) -> tuple[Guest, ...]:
        """Stop serving the table, since another node owns it. Nothing more is written or sent here.

        Returns the guests who were here.
        """
        guests = () if self.ended else tuple(self.table.audience)
        if not self.ended:
            self.closed, self._sent_on = True, frozenset(guests)
            for guest in guests:
                self.table.audience.dismiss(guest)
                guest.room = None
            self._stay.cancel()
        return guests

    def resend_state(self) -> None:
        """Send the present state to guests that have been sent nothing for a while."""
        for guest in tuple(self.table.audience):
            guest.catch_up()

    async def order(self, do: Callable[[], Awaitable[None]]) -> None:
        """Carry out `do` between two inputs, for others. Raises the error that it is refused with."""
        order = Input(do)
        if not self.closed:
            await self._wait_until_done(order)
        if order.refused is not None:
            raise order.refused

    async def _wait_until_done(self, entry: Input) -> None:
        self.inbox.append(entry)
        await entry.done.wait()

    # --- the task -----------------------------------------------------------------------------------------

    async def restore(self, chat: Sequence[ChatLine], carried: TableHandover | None = None) -> None:
        """Restore the stored table and its match, with another node's handover data. Call it before `run`.

        Raises Differs, StoreFailed or BadInput.
        """
        table = self.table
        for number, stored in enumerate(table.kept.seats):
            grace = table.server.bounds.grace
            spare = Deck() if table.rules.on_paper else None
            seat = PlayerSeat.from_stored(number, stored, table.server.pool, grace, spare)
            table.seats[number] = seat
            seat.away_since = None if seat.is_free else table.now
            if carried is not None:
                seat.restore_handover(carried.seats[number], table.now, grace)
        table.chat.extend(chat)
        await self.lifecycle.restore(carried)
        self._attendance.absences.restart_absences()
        self._announce()

    async def run(self) -> None:
        """Handle inputs until the table is closed."""
        # The task was started within the log context of the table's opener.
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(table=self.code)
        try:
            with self._stay:
                while not self.closed:
                    try:
                        await self._handle_next()
                    except NotOurs:
                        self._abandon_table()
        except Exception as bug:
            log.error("table broke", exc_info=bug)
            self.table.broadcast_line(APOLOGY)
            self._attendance.close(APOLOGY)
            if self.lifecycle.is_running:  # it ends as broken, and its log is kept
                await self.lifecycle.running.abandon("broken")
            await self._forget()  # the table does not come back
        finally:
            self._stop_inputs()

    async def _handle_next(self) -> None:
        """Handle passed deadlines, then at most one input."""
        if self._bug is not None:
            raise self._bug
        now = self.table.now
        self._attendance.absences.update(now)
        due = self._next_due(now)
        if now >= min(due, self._due_at):
            await self.lifecycle.handle_deadlines()
            if await self._attendance.handle_deadlines():
                self._note_emptiness()
            await self._close_if_unused()
            if self.closed:
                return
            if self.table.now >= self.table.roster_due:
                self._announce()
            due = self._next_due(self.table.now)
        self._line_requests.turn_to_prompt()
        self._due_at = due
        entry = await self.inbox.next_input(due)
        if entry is not None:
            await self._handle_input(entry)

    def _next_due(self, now: float) -> float:
        unused = math.inf if self._empty_since is None else self._empty_since + self._empty_lifetime_s
        idle = self._idle_since + self.table.idle_lifetime_s
        news = self.table.roster_due
        return min(self.lifecycle.next_due(now), self._attendance.next_due(now), unused, idle, news)

    async def _handle_input(self, entry: Input) -> None:
        """Handle one input. A refusal is sent to its guest."""
        try:
            await entry.do()
            self._note_emptiness()
        except NotOurs:
            self._abandon_table()
            if entry.guest is not None:
                self._refuse_closed(entry.guest)
        except StoreFailed as failed:
            self._refuse(entry, failed, Code.BROKEN, words("not_stored"))
        except FacedownError as refusal:
            self._refuse(entry, refusal, refusal.code, refusal.words)
        finally:
            entry.done.wake()

    def _refuse(self, entry: Input, failed: FacedownError | StoreFailed, code: Code, why: Words) -> None:
        entry.refused = failed
        if entry.guest is not None:
            log.debug("refused", code=str(code), seat=entry.guest.viewer)
            # An older client does not have these words.
            text = str(why) if code is Code.OLD_PROTOCOL else ""
            entry.guest.send(Refused(code, why, entry.ask, text))

    async def _handle_message(self, guest: Guest, message: ToServer) -> None:
        now = self.table.now
        if not (self.table.is_practice and guest.viewer == BOT_SEAT_INDEX):  # a bot keeps no table open
            self._idle_since = now
        if guest.gone:
            return
        siding = isinstance(message, UseDeck) and self.lifecycle.stage == MatchStage.SIDING
        self._server.disk.check(guest.address, message, now, siding=siding)
        await self._server.disk.charge(self.code, guest.address, self._dispatch(guest, message))

    async def _dispatch(self, guest: Guest, message: ToServer) -> None:
        match message:
            case CreateTable():
                await self._attendance.create(guest, message)
                await self.lifecycle.open_file()
            case JoinTable():
                await self._attendance.seat_guest(guest, message)
            case Watch():
                self._attendance.admit_spectator(guest, message)
            case Resume():
                await self._attendance.resume(guest, message)
            case _ if guest.room is not self:
                raise Illegal(words("no_longer_at_table"), Code.NOT_NOW)
            case _:
                await self._call_handler(guest, message)

    def _send_present_state(self, guest: Guest) -> None:
        """Send the present state to a guest who had fallen behind."""
        guest.behind = False
        if self._server.service is not None:
            guest.send(Nodes(self._server.service.addresses))
        self.table.relay_control.request_full_report(guest)
        self._introduce(guest)
        self._attendance.send_match_state(guest)
        self._attendance.send_banned_names(guest)

    async def _call_handler(self, guest: Guest, message: ToServer) -> None:
        """Call the handler of a message from a guest at this table."""
        lifecycle, people, table = self.lifecycle, self._attendance, self.table
        if table.settings.mode == "core" and may_begin_match(message, lifecycle.proposals.open):
            self._charge_core_start(guest)
        match message:
            case Answer():
                await lifecycle.answer(table.seat_of(guest), message)
            case Gesture() | Rewind() | Restart() | TakeSide() | SaveLine():
                await self._line_requests.handle_request(guest, message)
            case UseDeck():
                await lifecycle.accept_deck(guest, message)
            case TellFacts():
                await lifecycle.deck_intake.accept_facts(guest, message)
            case ChangeMode():
                await self._line_requests.change_mode(guest, message)
            case Ready():
                await lifecycle.ready(table.seat_of(guest), message)
            case Why():
                lifecycle.send_reasons(guest, message)
            case GetMenu():
                self._line_requests.send_menu(guest, message)
            case SearchCards():
                await search_cards(guest, message, table, lifecycle)
            case AutoPass():
                await lifecycle.set_auto_pass(table.seat_of(guest), message)
            case Seal(seal=seal):
                lifecycle.seal(table.own_seat_of(guest), seal)
            case Share(share=share):
                await lifecycle.accept_share(table.own_seat_of(guest), share)
            case Concede(match=match, terms=terms):
                await lifecycle.concede(table.seat_of(guest), match=match, terms=terms)
            case Propose():
                await lifecycle.propose(table.seat_of(guest), message)
            case Consent():
                await lifecycle.handle_consent(table.seat_of(guest), message)
            case Chat():
                await people.chat(guest, message)
            case Crowd():
                people.crowd(guest, message)
            case Kick(name=name):
                await people.kick(guest, name)
            case ControlRelay():
                people.control_relay(guest, message)
            case Leave(terms=terms):
                await people.handle_leave(guest, terms)
            case GetView():
                people.send_view(guest)
            case _:
                raise Illegal(words("not_done_at_table"), Code.NOT_NOW)

    def _charge_core_start(self, guest: Guest) -> None:
        """Charge a player for the start of a duel in EDOPro's core. Raises Illegal."""
        server = self._server
        if not guest.pay_for_work(server.works, server.bounds, self.table.now, CORE_START_TOKENS):
            raise Illegal(words("too_fast"), Code.TOO_FAST)

    # --- the table's state for all ------------------------------------------------------------------------

    def _announce(self) -> None:
        """Broadcast changes of the table, and update the lobby's row."""
        self._broadcast_state()
        if (row := lobby_row(self.table, self.lifecycle)) != self.row:
            self.row = row
            self._changed(self)

    def _broadcast_state(self, newcomer: Guest | None = None) -> None:
        """Broadcast the table's state if it has changed. Send the whole state to a newcomer.

        Spectators are sent as arrivals and departures, and not at every change
        (`Watchers.take_roster_changes`).
        """
        self._attendance.absences.update(self.table.now)
        come, gone = self.table.watchers.take_roster_changes(self.table.now)
        info, line = table_info(self.table, self.lifecycle), self.table.audience.line
        if self._info is not None and line == (info.step, info.steps):
            self._info = msgspec.structs.replace(self._info, step=info.step, steps=info.steps)
        before = self._info
        if has_changed(info, before):
            self._info = info
            self.table.audience.line = None
            short = AtTable(info)
            if before is not None:
                short = AtTable(msgspec.structs.replace(info, spectators=()), True, come, gone)
            self.table.audience.send(short, [guest for guest in self.table.audience if guest is not newcomer])
        if newcomer is not None:
            newcomer.send(AtTable(info))
        self.table.relay_control.report(self.table.seats[self.table.host].guest, self.table.now)

    def _introduce(self, guest: Guest) -> None:
        self._broadcast_state(guest)
        self._announce()

    # --- the end ------------------------------------------------------------------------------------------

    @property
    def _empty_lifetime_s(self) -> float:
        """The seconds for which a table without players stays open."""
        bounds = self._server.bounds
        if self.table.kept.reserved:
            return bounds.idle_closes
        stages = {GATHERING: bounds.empty_closes, OVER: bounds.over_closes}
        return stages.get(self.lifecycle.stage, self.table.idle_lifetime_s)

    def _note_emptiness(self) -> None:
        if any(seat.guest for seat in self.table.people):
            self._empty_since = None
        elif self._empty_since is None:
            self._empty_since = self.table.now
        if all(seat.is_free for seat in self.table.people) and not self.table.kept.reserved:
            self._empty_since = -math.inf

    async def _close_if_unused(self) -> None:
        now = self.table.now
        if self._empty_since is not None and now >= self._empty_since + self._empty_lifetime_s:
            await self._close_table(words("closed_without_players"))
        elif now >= self._idle_since + self.table.idle_lifetime_s:
            await self._close_table(words("closed_when_idle"))

    async def _close_table(self, reason: Words) -> None:
        if self.lifecycle.is_running:
            await self.lifecycle.abandon()
        await self._forget()
        self._attendance.close(reason)
        self.closed = True

    async def _forget(self) -> None:
        """Delete the table from the store. If that fails, it is recovered at the next start and closed
        again.
        """
        self.ended = True
        try:
            await self._server.store.delete_table(self.code)
        except StoreFailed:
            log.warning("a closed table was not deleted")

    def _stop_inputs(self) -> None:
        """Stop taking inputs. Senders of waiting inputs get the answer that the table is gone."""
        self.closed = True
        self.inbox.close()
        while (waiting := self.inbox.next_waiting()) is not None:
            if waiting.guest is not None:
                self._refuse_closed(waiting.guest)
            waiting.done.wake()
        self._changed(self)

    def _abandon_table(self) -> None:
        """Give up the table after a rejected write: another node owns it. Nothing more is sent here."""
        if self._server.service is not None:
            self._server.service.handle_lost_table(self.code)
        for guest in () if self.closed else self.depart():
            guest.close_for_redirect(ELSEWHERE)

    def _refuse_closed(self, guest: Guest) -> None:
        """Answer a request for a table that is not here any more.

        If another node owns it, its guests are redirected. New guests get its address, or have to retry.
        """
        if self._sent_on is None:
            guest.send(self._farewell)
        elif guest not in self._sent_on:
            if self._farewell is GONE:
                guest.close_for_redirect(ELSEWHERE)
            else:
                guest.send(self._farewell)
