"""The course of a table: decks, ready, the match, what both agree to, the rematch.

Stages: gathering → order → duel → siding → order → duel … → over. The match says which; before and after
it, this module does.
"""

from __future__ import annotations

import math

import structlog

from server.match import Stage
from server.referee import Act, Agreed, Concede, Origin, Setup
from server.room import rerun
from server.room.consent import Agreement, Consent
from server.room.desk import Desk
from server.room.guest import Guest
from server.room.house import ENGINE
from server.room.play import Play
from server.room.seats import Seat
from server.store.store import Header, Log, StoreFailed
from shared import decks
from shared.errors import BadInput, Code, Illegal
from shared.messages import Answer, AutoPass, UseDeck

log = structlog.get_logger(__name__)

GATHERING = "gathering"
OVER = "over"
TOSS = "{} won the toss and says who begins."
RESTARTED = "The server was started again. The clocks stand still until both players are back."


class Course:
    """What happens at one table, from the first deck to the last duel."""

    def __init__(self, desk: Desk, spectators: str) -> None:
        self.play: Play | None = None
        self.consent = Consent()
        self._desk = desk
        self._spectators = spectators
        self._told = (GATHERING, 0)
        self._paused_until = math.inf

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
        seat = self._desk.seat_of(guest)
        if self.is_running:
            await self._side(seat, message)
            return
        deck, report = self._desk.house.examine(message.deck, message.name, self._desk.rules)
        seat.deck, seat.ready = deck, False
        guest.tell(report)
        self._desk.changed()

    async def _side(self, seat: Seat, message: UseDeck) -> None:
        if self.stage != Stage.SIDING:
            raise Illegal("Decks stay as they are during a duel.", Code.NOT_NOW)
        try:
            deck = decks.read(message.deck, self._desk.house.pool)
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
        if all(each.ready and each.is_playable for each in self._desk.seats):
            await self._begin()
        else:
            self._desk.changed()

    async def _begin(self) -> None:
        """Start a match with both decks as they were brought."""
        earlier = self.play
        self.play = self._new_play()
        self._paused_until = math.inf
        keys = (self._desk.seats[0].keys, self._desk.seats[1].keys)
        self.consent.clear()
        self._told = (GATHERING, 0)
        try:
            await self.play.begin(keys)
        except StoreFailed as failed:
            self.play = earlier
            raise Illegal("The server cannot store a match at the moment.", Code.BROKEN) from failed
        finally:
            for seat in self._desk.seats:
                seat.ready = False
        log.info("match begun", log=self.play.header.log)

    def _new_play(self) -> Play:
        desk, house = self._desk, self._desk.house
        one, other = (seat.deck for seat in desk.seats)
        assert one is not None, "a match begins with two decks"
        assert other is not None, "a match begins with two decks"
        setup = Setup(
            format=desk.settings.format, decks=(one, other), best_of=desk.settings.best_of,
            names=(desk.seats[0].name, desk.seats[1].name),
        )  # fmt: skip
        header = Header(
            log=f"{desk.code}-{house.world.entropy(6).hex()}", code=desk.code, settings=desk.settings,
            engine=ENGINE, fingerprint=house.fingerprint(setup), secret=house.world.entropy(32),
            decks=(decks.to_ydk(one), decks.to_ydk(other)), names=setup.names, opening=b"", host=desk.host,
            spectators=self._spectators, made=house.world.wall().isoformat(timespec="seconds"),
        )  # fmt: skip
        return self._play(header, setup)

    def _play(self, header: Header, setup: Setup) -> Play:
        desk, house = self._desk, self._desk.house
        return Play(
            header, setup, lambda: house.match(desk.settings.format), house.world, house.store, desk.audience,
            desk.seats, (house.bounds.order_time, house.bounds.side_time), self._changed,
        )  # fmt: skip

    async def restore(self, stored: Log) -> None:
        """Go on with a match from its log. Raises rerun.Differs, or StoreFailed."""
        setup = rerun.setup_of(stored.header, self._desk.house.pool)
        for seat in self._desk.seats:
            seat.name, seat.deck = setup.names[seat.number], setup.decks[seat.number]
            seat.keys, seat.away_since = stored.keys[seat.number], self._desk.now
        self.play = self._play(stored.header, setup)
        self.play.standing = True
        await self.play.restore(stored)
        self._told = (self.stage, len(self.play.match.results))
        self._paused_until = self._desk.now + self._desk.house.bounds.pause
        self._desk.note = RESTARTED

    # --- during a match -----------------------------------------------------------------------------------

    async def answer(self, guest: Guest, message: Answer) -> None:
        """A player answers a prompt."""
        seat = self._desk.seat_of(guest)
        await self.running.answer(seat.number, message)

    async def auto_pass(self, guest: Guest, message: AutoPass) -> None:
        """A player says when to be asked."""
        seat = self._desk.seat_of(guest)
        seat.auto = message.mode
        if self.is_running:
            self.running.reconsider(seat.number)

    async def concede(self, seat: Seat, *, match: bool) -> None:
        """A player gives up."""
        await self.running.carry_out(Act(seat.number, Concede(match)))

    async def forfeit(self, seat: Seat) -> None:
        """A player leaves: that is giving up, unless the other has been away for too long."""
        other = self._desk.other(seat)
        if other.overdue:
            self._desk.note = f"{seat.name} has left, since {other.name} did not come back: no result."
            await self.running.abandon("abandoned")
            self._desk.changed()
        else:
            await self.concede(seat, match=True)

    def player_is_back(self) -> None:
        """After a restart time counts again once both players are there."""
        if self.play and self.play.standing and all(seat.guest for seat in self._desk.seats):
            self._go_on("Both players are back.")

    # --- by consent ---------------------------------------------------------------------------------------

    async def propose(self, guest: Guest, what: str) -> None:
        """A player proposes something, or withdraws it, or agrees by proposing the same."""
        seat = self._desk.seat_of(guest)
        if what:
            self._check_proposal(seat, what)
        await self._agree(self.consent.propose(what, seat.number, self._desk.now))

    async def consented(self, guest: Guest, *, yes: bool) -> None:
        """A player answers the other's proposal."""
        seat = self._desk.seat_of(guest)
        await self._agree(self.consent.answer(seat.number, self._desk.now, yes=yes))

    def _check_proposal(self, seat: Seat, what: str) -> None:
        other = self._desk.other(seat)
        paused = self.play is not None and self.play.paused
        fits = {
            "pause": self.stage == Stage.DUEL and not paused,
            "resume": self.is_running and paused,
            "draw": self.stage == Stage.DUEL,
            "rematch": self.stage == OVER and other.is_playable and seat.is_playable,
        }
        if what == "undo":
            raise Illegal("Nothing is taken back at this table.", Code.NOT_ALLOWED)
        if not fits[what]:
            raise Illegal("This is not the time for that.", Code.NOT_NOW)

    async def _agree(self, agreed: Agreement | None) -> None:
        match agreed:
            case Agreement(what="pause"):
                self.running.pause()
                self._paused_until = self._desk.now + self._desk.house.bounds.pause
                self._desk.note = "The duel is paused."
            case Agreement(what="resume"):
                self._go_on("The duel goes on.")
            case Agreement(what="draw", proposer=proposer):
                await self.running.carry_out(Act(proposer, Agreed(), Origin.TABLE))
            case Agreement(what="rematch"):
                await self._begin()
        self._desk.changed()

    def _go_on(self, note: str) -> None:
        self._paused_until = math.inf
        self._desk.note = note
        if self.is_running:
            self.running.go_on()

    # --- after a match ------------------------------------------------------------------------------------

    def start_over(self) -> None:
        """Somebody else has sat down: nothing of the last match is theirs to see."""
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
        return min(self.play.alarm(), self._paused_until)

    async def ring(self) -> None:
        """Do what is due by now."""
        if self.play is None or self.play.over:
            return
        if self._desk.now >= self._paused_until:
            self._go_on("Time counts again.")
            self._desk.changed()
        await self.play.ring()

    def _changed(self) -> None:
        """The match has moved on; say so when it is worth saying."""
        assert self.play is not None, "only a match calls this"
        match = self.play.match
        now = (self.stage, len(match.results))
        if now != self._told:
            before, self._told = self._told, now
            self.consent.clear()
            if self.play.paused:
                self._go_on("")
            self._desk.note = self._news(before)
            log.info("stage", stage=self.stage, duels=len(match.results))
        self._desk.changed()

    def _news(self, before: tuple[str, int]) -> str:
        assert self.play is not None, "only a match calls this"
        match, names = self.play.match, self.play.setup.names
        if (result := match.result()) is not None:
            ended = (
                "The match is drawn" if result.winner is None else f"{names[result.winner]} wins the match"
            )
            return f"{ended} ({result.reason})."
        if len(match.results) > before[1]:
            last = match.results[-1]
            ended = "is drawn" if last.winner is None else f"goes to {names[last.winner]}"
            return f"Duel {len(match.results)} {ended} ({last.reason})."
        if match.stage is Stage.ORDER:
            return TOSS.format(names[match.chooser]) if not match.results else (
                f"{names[match.chooser]} says who begins."
            )  # fmt: skip
        return ""
