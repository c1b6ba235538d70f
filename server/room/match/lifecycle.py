"""The course of a table: decks, ready, the match, what both agree to, the rematch.

Stages: gathering → order → duel → siding → order → duel … → over. The match says which; before and after
it, this module does.
"""

from __future__ import annotations

import math

import structlog

from server.match import Stage
from server.referee import Act, Agreed, Concede, Origin, Setup, ToStep
from server.room.broadcast.disclosure import Disclosure
from server.room.broadcast.news import GOES_ON, RESTARTED, SILENT, STALLED, STANDING, news
from server.room.match import rerun
from server.room.match.runner import Play
from server.room.match.setup import header_of, setup_of
from server.room.people.deck_intake import Bringing
from server.room.people.guest import Guest
from server.room.people.proposals import Agreement, Consent
from server.room.people.seats import Seat
from server.room.table_context import Desk
from server.store.store import Header, StoreFailed
from shared.cards import decks
from shared.errors import BadInput, Code, Illegal
from shared.protocol.messages import Answer, AutoPass, UseDeck

log = structlog.get_logger(__name__)

GATHERING = "gathering"
OVER = "over"
BOTH = frozenset({0, 1})

MOST_SEALS = 32
"""Seals of earlier matches that a table knows again."""


class Course:
    """What happens at one table, from the first deck to the last duel."""

    def __init__(self, desk: Desk) -> None:
        self.play: Play | None = None
        self.consent = Consent()
        self.bringing = Bringing(desk, lambda: self.is_running)
        self.disclosure = Disclosure(desk)
        self._desk = desk
        self._told = (GATHERING, 0)
        self._stalled = False
        self._paused_until = math.inf
        self._share_by = math.inf
        """When whoever has not shown a share counts as absent."""
        self.opening: Setup | None = None
        """What a file begins, at a table that was opened with one."""

    @property
    def stage(self) -> str:
        """The stage as everybody is told it."""
        if self.play is None:
            return GATHERING
        return OVER if self.play.over else str(self.play.match.stage)

    @property
    def is_running(self) -> bool:
        """Whether a match is on: leaving it is giving it up."""
        return self.play is not None and not self.play.over

    @property
    def running(self) -> Play:
        """The match that is on. Raises Illegal when none is."""
        if self.play is None or self.play.over:
            raise Illegal("No match is being played at this table.", Code.NOT_NOW)
        return self.play

    # --- before a match -----------------------------------------------------------------------------------

    async def use_deck(self, guest: Guest, message: UseDeck) -> None:
        """A player brings a deck: for the match to come, or out of the Side Deck between two duels."""
        desk, seat = self._desk, self._desk.seat_of(guest)
        if self.is_running:
            await self._side(guest, seat, message)
            return
        if desk.is_alone and message.seat >= 0:
            seat = desk.seats[message.seat]
        await self.bringing.deck(guest, seat, message)

    async def _side(self, guest: Guest, seat: Seat, message: UseDeck) -> None:
        if self.stage != Stage.SIDING:
            raise Illegal("Decks stay as they are during a duel.", Code.NOT_NOW)
        self.bringing.pay(guest, len(message.deck))
        try:
            deck = decks.read(message.deck, self._desk.pool(seat))
        except BadInput as unreadable:
            raise Illegal(str(unreadable), Code.BAD_DECK) from unreadable
        await self.running.side(seat.number, decks.to_ydk(deck))

    async def ready(self, guest: Guest, *, ready: bool) -> None:
        """A player is ready, or not after all; when both are, the match begins."""
        seat = self._desk.seat_of(guest)
        if self.stage != GATHERING:
            raise Illegal("The match has begun already; after it, propose a rematch.", Code.NOT_NOW)
        if ready and seat.deck is None:
            raise Illegal("Bring a deck that may be played here first.", Code.BAD_DECK)
        seat.ready = ready
        if all(seat.ready and seat.is_playable for seat in self._desk.players):
            await self._begin()
        else:
            self._desk.changed()

    async def open_file(self) -> None:
        """Begin what the file begins that this table was opened with."""
        for seat in self._desk.players if self.opening else ():
            seat.ready = True
            await self._begin()

    def seal(self, guest: Guest, seal: bytes) -> None:
        """A player's share of the next match's throws, sealed. Raises Illegal for one of an earlier match.

        A client that was not told of the pledge yet may send the seal again that stands in it.
        """
        seat = self._desk.chair_of(guest)
        if self.play and seat.number in self.play.awaited and self.play.throws.seals[seat.number] == seal:
            return
        if seal in self._desk.kept.seals:
            raise Illegal("That share belongs to an earlier match; seal a fresh one.", Code.NOT_ALLOWED)
        seat.seal = seal

    async def share(self, guest: Guest, share: bytes) -> None:
        """A player shows the share; with the last one the first throw is made."""
        seat = self._desk.chair_of(guest)
        self.running.throws.take(seat.number, share)
        if seat.away_since is not None:
            seat.absent += self._desk.now - seat.away_since
            seat.away_since, seat.overdue = None, False
        await self.running.start()

    async def _begin(self) -> None:
        """Begin a match with both decks as they were brought: every throw is pledged, and from here on
        nothing calls it off, since whoever knows the shares knows the throws."""
        earlier, self.play = self.play, self._new_play()
        try:
            header = self.play.header
            seals = (*self._desk.kept.seals, *filter(None, header.seals))[-MOST_SEALS:]
            table = self._desk.as_kept(log=header.log, seals=seals, paused=False)
            await self.play.begin(table)
        except StoreFailed as failed:
            self.play = earlier
            raise Illegal("The server cannot store a match at the moment.", Code.BROKEN) from failed
        finally:
            for seat in self._desk.seats:
                seat.ready = False
        self._desk.kept = table
        for seat in self._desk.seats:
            seat.seal, seat.absent = b"", 0.0
        self.disclosure.seats, self._told = None, (self.stage, 0)
        self._paused_until, self._share_by = math.inf, self._desk.now + self._desk.house.bounds.share_within
        self.consent.clear()
        log.info("match begun", log=header.log)
        await self.play.start()
        self._desk.changed()

    def _note_silence(self) -> None:
        """Whoever shows no share in time is absent, like somebody who has lost the connection."""
        for number in self.running.awaited if self._desk.now >= self._share_by else ():
            seat = self._desk.seats[number]
            if seat.guest is not None and seat.away_since is None:
                seat.away_since = self._desk.now
                self._desk.note = SILENT.format(seat.name)
                self._desk.changed()

    def _new_play(self) -> Play:
        setup = setup_of(self._desk, self.opening)
        return self._play(header_of(self._desk, setup), setup)

    def _play(self, header: Header, setup: Setup) -> Play:
        desk, house = self._desk, self._desk.house
        return Play(
            header, setup, lambda: house.match(setup), house.world, house.store, desk.audience,
            desk.seats, (house.bounds.order_time, house.bounds.side_time), self._changed,
        )  # fmt: skip

    async def restore(self) -> None:
        """Go on with the table's match from its log. Raises rerun.Differs, or StoreFailed."""
        desk = self._desk
        desk.note = RESTARTED
        if not desk.kept.log:
            return
        stored = await desk.house.store.read(desk.kept.log)
        self.play = self._play(stored.header, rerun.setup_of(stored.header, desk.house.pool))
        self.play.standing, self.play.paused = True, desk.kept.paused
        await self.play.restore(stored)
        self._told = (self.stage, len(self.play.match.results))
        if self.is_running:
            self._paused_until = desk.now + desk.house.bounds.pause
            desk.note = STANDING
        else:
            self.disclosure.seats = frozenset()

    # --- during a match -----------------------------------------------------------------------------------

    async def answer(self, guest: Guest, message: Answer) -> None:
        """A player answers a prompt."""
        seat = self._desk.seat_of(guest)
        await self.running.answer(seat.number, message)

    async def auto_pass(self, guest: Guest, message: AutoPass) -> None:
        """A player says when to be asked."""
        seat = self._desk.seat_of(guest)
        if message.held:
            seat.held = message.mode
        else:
            await self._desk.keep(seat.but(auto=message.mode))
            seat.auto, seat.held = message.mode, ""
        if self.is_running:
            self.running.reconsider(seat.number)

    async def concede(self, seat: Seat, *, match: bool) -> None:
        """A player gives up."""
        await self.running.carry_out(Act(seat.number, Concede(match)))

    async def forfeit(self, seat: Seat) -> None:
        """A player leaves: that is giving up, unless the other has been away for too long."""
        other = self._desk.other(seat)
        if self._desk.is_alone:
            await self.running.abandon("closed")
        elif other.overdue:
            await self._settle(seat, "void")
        else:
            await self.concede(seat, match=True)

    async def _settle(self, seat: Seat, what: str) -> None:
        """The other player's grace is used up: a win without them, or no result."""
        other = self._desk.other(seat)
        if what == "win":
            await self.running.carry_out(Act(other.number, Concede(match=True), Origin.TABLE))
            self._desk.note = f"{other.name} did not come back: {seat.name} wins the match."
        else:
            await self.abandon()
            self._desk.note = f"{other.name} did not come back: no result."
        self._desk.changed()

    async def abandon(self) -> None:
        """The match ends without a result, and its throws are opened."""
        play = self.running
        await play.abandon("abandoned")
        self.disclosure.open(play)

    def player_is_back(self, seat: Seat) -> None:
        """The clock of whoever is back runs again; after a restart once both players are."""
        self._share_by = self._desk.now + self._desk.house.bounds.share_within
        if self.is_running:
            self.running.back(seat.number)
        if self.play and self.play.standing and all(seat.guest for seat in self._desk.players):
            self.play.standing = False
            if not self.play.paused:
                self._go_on("Both players are back.")

    # --- by consent ---------------------------------------------------------------------------------------

    async def propose(self, guest: Guest, what: str) -> None:
        """A player proposes something, or withdraws it, or agrees by proposing the same."""
        seat = self._desk.seat_of(guest)
        if what:
            self._check_proposal(seat, what)
        if what in ("win", "void"):
            await self._settle(seat, what)
        else:
            await self.agree(self.consent.propose(what, seat.number, self._desk.now))

    async def consented(self, guest: Guest, *, yes: bool) -> None:
        """A player answers the other's proposal."""
        seat = self._desk.seat_of(guest)
        await self.agree(self.consent.answer(seat.number, self._desk.now, yes=yes))

    def _check_proposal(self, seat: Seat, what: str) -> None:
        other = self._desk.other(seat)
        paused = self.play is not None and self.play.paused
        fits = {
            "pause": self.stage == Stage.DUEL and not paused,
            "resume": self.is_running and paused,
            "draw": self.stage == Stage.DUEL,
            "rematch": self.stage == OVER and other.is_playable and seat.is_playable,
            "win": self.is_running and other.overdue,
            "void": self.is_running and other.overdue,
            "open": self.stage == OVER and other.guest is not None and self.disclosure.seats != BOTH,
        }
        if not fits[what]:
            raise Illegal("This is not the time for that.", Code.NOT_NOW)

    async def agree(self, agreed: Agreement | None) -> None:
        """Do what both have agreed to."""
        match agreed:
            case Agreement(what="pause"):
                await self._desk.keep(paused=True)
                self.running.pause()
                self._paused_until = self._desk.now + self._desk.house.bounds.pause
                self._desk.note = "The duel is paused."
            case Agreement(what="resume"):
                await self._desk.keep(paused=False)
                self._go_on("The duel goes on.")
            case Agreement(what="draw", proposer=proposer):
                await self.running.carry_out(Act(proposer, Agreed(), Origin.TABLE))
            case Agreement(what="rematch"):
                for seat in self._desk.seats:
                    seat.ready = True
                await self._begin()
            case Agreement(what="rewind", proposer=proposer, step=step):
                await self.running.carry_out(Act(proposer, ToStep(step), Origin.TABLE))
            case Agreement(what="mode", word=mode):
                await self.bringing.change(mode)
            case Agreement(what="open"):
                assert self.play is not None, "only a match that is over is opened"
                self.disclosure.open(self.play, BOTH)
                self._desk.note = "Both players have opened their Decks to each other."
        self._desk.changed()

    def _go_on(self, note: str) -> None:
        self._paused_until = math.inf
        self._desk.note = note
        if self.is_running:
            self.running.go_on()

    # --- after a match ------------------------------------------------------------------------------------

    def start_over(self) -> None:
        """Somebody else has sat down: nothing of the last match is theirs to see."""
        self.disclosure.forget(self.play)
        self.play = None
        self._desk.audience.forget()
        self._told = (GATHERING, 0)
        for seat in self._desk.seats:
            seat.ready = False

    # --- what time and the match do -----------------------------------------------------------------------

    def alarm(self) -> float:
        """When `ring` is wanted next."""
        if self.play is None or self.play.over:
            return math.inf
        silence = self._share_by if self._share_by > self._desk.now and self.play.awaited else math.inf
        return min(self.play.alarm(), self._paused_until, silence)

    async def ring(self) -> None:
        """Do what is due by now."""
        if self.play is None or self.play.over:
            return
        self._note_silence()
        if self._desk.now >= self._paused_until:
            await self._desk.note_down(paused=False)
            self._go_on("Time counts again.")
            self._desk.changed()
        await self.play.ring()

    def _changed(self) -> None:
        """The match has moved on; say so when it is worth saying."""
        assert self.play is not None, "only a match calls this"
        match = self.play.match
        now = (self.stage, len(match.results))
        if self.play.stalled != self._stalled:
            self._stalled = self.play.stalled
            self._desk.note = STALLED if self._stalled else GOES_ON
        if now != self._told:
            before, self._told = self._told, now
            self.consent.clear()
            if self.play.paused:
                self._go_on("")
            self._desk.note = news(match, self.play.setup.names, before[1])
            if self.play.over:
                self.disclosure.open(self.play)
            log.info("stage", stage=self.stage, duels=len(match.results))
        self._desk.changed()
