"""A session of the text client at a keyboard: prints messages and carries out typed lines until the table is
left.

`terminal.py` interprets lines, `console.py` reads and prints them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import trio

from facedown_client.connection import LinkState, Status, Visit
from facedown_client.connection.return_places import PublicAccess
from facedown_client.data import DeckEntry, Preferences, deck_entries, preferences
from facedown_client.data.recent_change import HELD_BACK
from facedown_client.model.words.countdown import time_from_now
from facedown_client.model.words.exit_texts import LEFT, Keeps
from facedown_client.terminal.console import Console
from facedown_client.terminal.line_editor import END, INTERRUPT
from facedown_client.terminal.terminal import Terminal
from facedown_shared.protocol.messages import (
    AtTable,
    AutoPass,
    CreateTable,
    Ended,
    FromServer,
    JoinTable,
    Leave,
    Prompt,
    Refused,
    Seated,
    TableInfo,
    Tables,
    ToServer,
    UseDeck,
    Welcome,
)
from facedown_shared.text import BadInput, Code, FacedownError, _, gettext_noop

NO_SERVER_PASSWORD = gettext_noop(
    "There is no terminal to type the server's password in; give it with --password-file."
)
NOT_TYPED = gettext_noop("There is no terminal to type the password in; give it with --password.")
START_TIMEOUT_S = 10.0
"""Seconds for a solo table to begin; after that typed lines are carried out, even if it failed."""

REPORT_INTERVALS_S = (10.0, 30.0, 60.0, 120.0)
"""Seconds between two reports of a connection that is still lost; the last one repeats."""

LEAVE_TIMEOUT_S = 5.0
"""Seconds for our own server to let us leave."""

GOODBYE_TIMEOUT_S = 2.0
"""Seconds for any server to receive our Leave."""

Hear = Callable[[FromServer], list[ToServer]]


class TerminalSession:
    """Session at one server, played or watched as text."""

    def __init__(
        self, visit: Visit, console: Console, *, own: Preferences | None = None,
        deck: DeckEntry | None = None,
        hear: Hear | None = None, keeps: Keeps = Keeps.THERE, access: PublicAccess | None = None,
    ) -> None:  # fmt: skip
        """Prepare a session. `access`: how others reach the server, if it ends with this program."""
        self.visit, self.console, self.hear = visit, console, hear
        self.own, self.deck, self.keeps = own or Preferences(), deck, keeps
        self.terminal = Terminal(
            visit.model, alone=hear is not None, server=visit.link.address, own=own, deck=deck,
            keeps=keeps, wish=visit.link.first_request,
            way_back=str if keeps is Keeps.NOTHING else lambda: visit.return_link, now=trio.current_time,
            at_keys=console.is_terminal, hosts=access is not None, show_password=visit.link.show_password,
            sent_link=place.sent_link if (place := visit.link.return_place) is not None else "",
        )  # fmt: skip
        self._access = access
        self._outage_reports, self._next_report = 0, -math.inf
        """Reports of the present outage, and the time from which there is another."""
        self.there = trio.Event()
        """Event that is set once typed lines make sense."""
        self.seated = trio.Event()
        """Event that is set once we have a seat."""
        self._has_brought = False
        """True if the deck of the command line was sent, or it is too late to send it."""
        self._clocks = trio.Event()
        """Event that is set when new clocks were received."""
        self._scope = trio.CancelScope()
        self._going = False
        """True if the person is leaving and was told what is saved; nothing more is printed."""

    async def run_session(self) -> None:
        """Run until the table is left.

        Raises FacedownError if the server cannot be reached.
        """
        async with self.console.read_lines() as lines, trio.open_nursery() as nursery:
            self._scope = nursery.cancel_scope
            nursery.start_soon(self.visit.run_link)
            nursery.start_soon(self._listen, lines)
            nursery.start_soon(self._warn)
            await self._print_messages()
            self.visit.link.close()
            nursery.cancel_scope.cancel()

    # --- messages -------------------------------------------------------------------------------------------

    async def _print_messages(self) -> None:
        """Print messages as they arrive."""
        while True:
            message = await self.visit.next()
            if isinstance(message, LinkState):
                if self._is_closed(message):
                    return
            elif not (self._going or self.visit.is_told_again):
                self._handle_message(message)
                if self.terminal.over:
                    return

    def _is_closed(self, state: LinkState) -> bool:
        """Return whether the session is over.

        Raises FacedownError if it ended with an error.
        """
        if state.status is Status.WAITING and not self._going:
            self._report_outage(state)
        if state.status is Status.UP:
            self.terminal.link_news.has_reconnected = True
        if state.status is Status.UP and self._outage_reports:
            self._outage_reports, self._next_report = 0, -math.inf
            self.console.print_lines([_("Connected again.")])
        if state.status is not Status.CLOSED:
            return False
        if state.sentence and not self._going and (lines := self.terminal.standby.disconnected_lines()):
            self._enter_standby([state.sentence, *lines])
            return False
        if state.sentence and not self._going:
            raise FacedownError(state.code or Code.UNREACHABLE, state.sentence)
        return True

    def _report_outage(self, state: LinkState) -> None:
        """Print that the connection is lost, first at once, then at growing intervals."""
        now = trio.current_time()
        self.terminal.clocks.stop(now)
        self._clocks.set()
        if now >= self._next_report:
            self._next_report = (
                now + REPORT_INTERVALS_S[min(self._outage_reports, len(REPORT_INTERVALS_S) - 1)]
            )
            self._outage_reports += 1
            soon = _("Retrying {soon}.", soon=time_from_now(state.wait))
            self.console.print_lines([f"{state.sentence} {soon}"])

    def _enter_standby(self, lines: Iterable[str] = ()) -> None:
        """Note that we are no longer at our table while its server stays up; stop warning of clocks."""
        self.terminal.clocks.stop(trio.current_time())
        self._clocks.set()
        self.console.print_lines(lines)

    def _handle_message(self, message: FromServer) -> None:
        model, terminal = self.visit.model, self.terminal
        lines = terminal.message_lines(message)
        begins: tuple[type, ...] = (Prompt, Ended) if self.hear is not None else (AtTable, Tables)
        if isinstance(message, (*begins, Refused)):  # after a refusal nothing begins by itself
            self.there.set()
        if isinstance(message, Refused) and not (model.code or terminal.has_list or terminal.locked):
            raise FacedownError(message.code, message.sentence)
        self.console.hide_input(terminal.locked)
        self.console.print_lines(lines)
        if complaint := self.visit.take_complaint():
            self.console.print_lines([complaint])
        if isinstance(message, AtTable):
            self._clocks.set()
        if terminal.standby.is_on:
            self._enter_standby()
        if isinstance(message, Welcome) and self.keeps is Keeps.THERE and self.hear is None:
            found = preferences.replace(preferences.load(), server=self.visit.link.address.base)
            preferences.save(found)  # the next search for a bare code uses this server
        self.send(self.hear(message) if self.hear is not None else ())
        self.send(terminal.replies)
        terminal.replies.clear()
        if isinstance(message, Seated) and model.is_player:
            self._send_prompt_mode(message)
            self._note_tunnel()
        if self.seated.is_set() and not self._has_brought and model.table is not None:
            self._has_brought = True
            if self.hear is None and model.table.stage == "gathering":
                self.deck = self.deck or self._table_deck(model.table)
                self.terminal.deck = self.terminal.deck or self.deck
                needed = self.deck if model.table.life is None else None
                self.send([UseDeck(needed.text, needed.title)] if needed is not None else ())

    def _note_tunnel(self) -> None:
        """Store the link that the player was shown to send, and remember a tunnel whose link works."""
        if self._access is not None and (sent := self.terminal.link_news.sent_link):
            self.visit.link.note(sent_link=sent)
        if tunnel := self.visit.working_tunnel:
            preferences.remember_tunnel(tunnel)

    def _table_deck(self, table: TableInfo) -> DeckEntry | None:
        """Return the ready deck that a new seat of a match has, to bring it: its list is needed for siding.

        None for a single duel, for a resumed seat, and where the server checks the ready decks further.
        """
        is_new = isinstance(self.visit.link.first_request, CreateTable | JoinTable)
        if table.best_of == 1 or not is_new:
            return None
        return deck_entries.starting_deck(table, self.visit.model.seat)

    def _send_prompt_mode(self, seated: Seated) -> None:
        """Send the response mode at a new seat."""
        self.seated.set()
        if self._access is not None:
            self.visit.link.note(hosted=True, access=self._access)
        elif self.keeps is Keeps.HERE:
            self.visit.link.note(hosted=True)
        if self.hear is None and not seated.auto:
            self.send([AutoPass(self.own.respond)])

    def send(self, wishes: Iterable[ToServer]) -> None:
        """Send these messages. A deck is also stored with the seat, for siding after a restart."""
        for wish in wishes:
            if isinstance(wish, UseDeck) and wish.seat == -1:
                self.visit.link.note(deck=wish.deck)
            if not self.visit.send(wish) and not self._going:
                self.console.print_lines([_("Not connected; nothing was sent.")])

    async def _warn(self) -> None:
        """Warn the player before the own clock runs out."""
        clocks, model = self.terminal.clocks, self.visit.model
        while True:
            wait = clocks.next(model.seat, trio.current_time())
            with trio.move_on_after(wait):
                await self._clocks.wait()
                self._clocks = trio.Event()
            self.console.print_lines(clocks.due_warning(model.seat, trio.current_time()))

    # --- what is typed --------------------------------------------------------------------------------------

    async def _listen(self, lines: trio.abc.ReceiveChannel[str]) -> None:
        """Carry out typed lines until the person leaves. Lines are queued until there is a table."""
        early: list[str] = []
        with trio.move_on_after(START_TIMEOUT_S if self.hear is not None else math.inf):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._queue_lines, lines, early)
                await self.there.wait()
                nursery.cancel_scope.cancel()
        for line in early:
            if not await self._carry_out(line):
                return
        async for line in lines:
            if not await self._carry_out(line):
                return
        await self._print_and_leave()

    async def _queue_lines(self, lines: trio.abc.ReceiveChannel[str], early: list[str]) -> None:
        """Queue lines typed before there is a table. Requests to leave work at once."""
        async for line in lines:
            early.append(line)
            if line == INTERRUPT:
                early[:] = [line]
                self.there.set()
                return

    async def _carry_out(self, line: str) -> bool:
        """Carry out one line. Return whether to go on reading."""
        if line == END and self.terminal.locked and not self.console.is_terminal:
            unknown = NO_SERVER_PASSWORD if self.terminal.is_server_locked else NOT_TYPED
            raise FacedownError(Code.WRONG_PASSWORD, _(unknown))
        model = self.visit.model
        if line == END and model.code and not model.is_player and not self.console.is_terminal:
            return True  # the pipe has ended, but a spectator goes on reading the output
        if line in (END, INTERRUPT):
            await self._print_and_leave()
            return False
        try:
            printed, sent = self.terminal.handle_line(line)
        except BadInput as refused:
            printed, sent = [str(refused)], []
        if any(self.visit.change.must_hold_back(wish, trio.current_time()) for wish in sent):
            printed, sent = [*printed, _(HELD_BACK)], []
        self.console.print_lines(printed)
        self.send(sent)
        if self.terminal.standby.takes_back:
            self.terminal.standby.takes_back = False
            self.visit.link.retake_seat()
        if self.terminal.over or (
            Leave() in sent and self.visit.state.status is not Status.UP
        ):  # the seat is stored, and no other message will announce the end
            await self._leave_when_sent()
        elif self.visit.model.is_alone and Leave() in sent:
            await trio.sleep(LEAVE_TIMEOUT_S)
            await self._leave_when_sent()
        return not self._going

    async def _print_and_leave(self) -> None:
        """Print what is saved, and leave."""
        printed, sent = self.terminal.handle_interrupt()
        self.console.print_lines(printed)
        self.send(sent)
        if self.visit.model.is_alone:
            await trio.sleep(LEAVE_TIMEOUT_S)
            self.console.print_lines([LEFT])
        await self._leave_when_sent()

    async def _leave_when_sent(self) -> None:
        """Leave once queued messages were sent, or after a short timeout."""
        self._going = True
        self.visit.link.close()
        await trio.sleep(GOODBYE_TIMEOUT_S)
        self._scope.cancel()
