"""Stages of matches at a table: decks, ready, the match, agreements, the rematch.

Stages: gathering → order → duel → siding → order → duel … → over. During a match its referee decides the
stage; this module decides "gathering" and "over". It also starts a match: it builds the setup from a table's
seats, and the header that the match is stored under.
"""

from __future__ import annotations

import math
from dataclasses import replace

import msgspec
import structlog

from facedown_server.network.crowd.guest import Guest
from facedown_server.refereeing.match import MatchStage
from facedown_server.refereeing.referee import Act, Agreed, Conceded, Origin, ToStep
from facedown_server.room.match.disclosure import BOTH, Disclosure, match_news
from facedown_server.room.match.runner import MatchRunner
from facedown_server.room.people.absence_store import RETURN_DELAY_S
from facedown_server.room.people.core_question import CoreQuestion
from facedown_server.room.people.deck_intake import DeckIntake
from facedown_server.room.people.entrance import check_client
from facedown_server.room.people.handover_state import MatchProgress, TableHandover
from facedown_server.room.people.proposals import CORE, DECLINED, MODE, REWIND, Agreement, Proposals
from facedown_server.room.people.seats import PlayerSeat
from facedown_server.room.people.table_context import BOT_SEAT_INDEX, TableContext
from facedown_server.room.server_context import ENGINE, UNANNOUNCED, UNCONFIRMED, OpenedFile
from facedown_server.storage.store import Header, StoredLog, StoreFailed
from facedown_server.table import Setup
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol import fairness
from facedown_shared.protocol.messages import Answer, AutoPass, Consent, Propose, Ready, Reasons, UseDeck, Why
from facedown_shared.text import NOTHING, BadInput, Code, Illegal, Words, words

log = structlog.get_logger(__name__)

GATHERING = "gathering"
OVER = "over"

MAX_SEALS = 32
"""Seals of earlier matches that a table remembers."""


class MatchLifecycle:
    """Controller of one table's matches, from the first deck to the last duel."""

    def __init__(self, table: TableContext) -> None:
        self.runner: MatchRunner | None = None
        self.proposals = Proposals(table.server.bounds, table.now)
        self.deck_intake = DeckIntake(table, lambda: self.is_running, self.proposals.clear)
        self.core_question = CoreQuestion(table, self.deck_intake, self.proposals)
        self.disclosure = Disclosure(table)
        self._table = table
        self._told = (GATHERING, 0)
        self._stalled = False
        self._paused_until = math.inf
        self.share_by = math.inf
        """The deadline for shares. A player whose share is missing counts as absent from then on."""
        self.opening: OpenedFile | None = None
        """The file that this table was opened from, for its first match."""
        table.duel_changes = lambda: _duel_changes(self.runner)

    @property
    def stage(self) -> str:
        """The name of the stage in the protocol."""
        if self.runner is None:
            return GATHERING
        return OVER if self.runner.is_over else str(self.runner.match.stage)

    @property
    def is_running(self) -> bool:
        """True while a match is being played. Leaving the table concedes it."""
        return self.runner is not None and not self.runner.is_over

    @property
    def running(self) -> MatchRunner:
        """The match that is being played.

        Raises Illegal if there is none.
        """
        if self.runner is None or self.runner.is_over:
            raise Illegal(words("no_match_running"), Code.NOT_NOW)
        return self.runner

    # --- before a match -----------------------------------------------------------------------------------

    async def accept_deck(self, guest: Guest, message: UseDeck) -> None:
        """Take a player's deck: for the next match, or after siding for the next duel."""
        table, seat = self._table, self._table.seat_of(guest)
        if self.is_running:
            await self._side(guest, seat, message)
            return
        if table.is_alone and message.seat >= 0:
            seat = table.seats[message.seat]
        elif table.is_practice and message.seat == BOT_SEAT_INDEX:
            seat = table.seats[BOT_SEAT_INDEX]
            if seat.is_free:
                raise Illegal(words("bot_not_there"), Code.NOT_NOW)
            table.change_terms()  # the bot must be ready again
        await self.deck_intake.deck(guest, seat, message)
        await self.core_question.consider()

    async def _side(self, guest: Guest, seat: PlayerSeat, message: UseDeck) -> None:
        if self.stage != MatchStage.SIDING:
            raise Illegal(words("decks_fixed_in_duel"), Code.NOT_NOW)
        self.deck_intake.charge_deck(guest, len(message.deck))
        try:
            deck = decks.parse_to_deck(message.deck, self._table.pool(seat))
        except BadInput as unreadable:
            raise Illegal(unreadable.words, Code.BAD_DECK) from unreadable
        await self.running.side(seat.number, decks.to_ydk(deck))

    async def ready(self, seat: PlayerSeat, message: Ready) -> None:
        """Mark a player as ready, or as no longer ready. Begin the match once both are."""
        if self.stage != GATHERING:
            raise Illegal(words("match_has_begun"), Code.NOT_NOW)
        if message.ready:
            self._table.check_terms(message.terms)
            if seat.guest is not None:
                check_client(seat.guest, self._table.settings)
        if message.ready and seat.deck is None:
            raise Illegal(words("bring_legal_deck"), Code.BAD_DECK)
        if message.ready:
            self._check_deck(seat)
        seat.ready = message.ready
        if all(seat.ready and seat.is_playable for seat in self._table.players):
            await self._begin_match()
        else:
            self._table.changed()

    def _can_begin(self, seat: PlayerSeat) -> bool:
        """Return whether a match can begin with this player's deck. The other is not informed why not."""
        return seat.is_playable and not self._is_on_word(seat)

    def _is_on_word(self, seat: PlayerSeat) -> bool:
        """Return whether the rules would take cards as their player describes them. No rule stops a card
        that its player invented.
        """
        settings = self._table.settings
        return bool(seat.facts) and (settings.mode, settings.opponent) == ("rules", "person")

    def _check_deck(self, seat: PlayerSeat) -> None:
        """Raise Illegal, for this player alone, if their deck has cards that the rules do not take."""
        if self._is_on_word(seat):
            raise Illegal(words("only_your_word", next(iter(seat.facts.values())).name), Code.BAD_DECK)

    async def open_file(self) -> None:
        """Begin the match of the file that this table was opened from, if any."""
        for seat in self._table.players if self.opening else ():
            seat.ready = True
            await self._begin_match()

    def seal(self, seat: PlayerSeat, seal: bytes) -> None:
        """Store the seal of a player's share for the next match.

        A client that has not received the pledge yet may send the seal of the begun match again.

        Raises Illegal for a seal of an earlier match.
        """
        if (
            self.runner
            and seat.number in self.runner.awaited_seats
            and self.runner.throws.seals[seat.number] == seal
        ):
            return
        if seal in self._table.kept.seals:
            raise Illegal(words("share_of_earlier_match"), Code.NOT_ALLOWED)
        seat.seal = seal

    async def accept_share(self, seat: PlayerSeat, share: bytes) -> None:
        """Take the share that a player shows. Start the match once all shares were shown."""
        self.running.throws.accept_share(seat.number, share)
        seat.away_since, seat.overdue = None, False
        await self.running.start_match()

    async def _begin_match(self) -> None:
        """Begin a match by pledging every throw. From now on it cannot be cancelled, since the shares decide
        the throws.

        Raises Illegal if it cannot be stored.
        """
        earlier, setup = self.runner, _new_setup(self._table, self.opening)
        header, terms = _new_header(self._table, setup), self._table.next_terms
        self.runner = MatchRunner(header, setup, self._table, self._broadcast_change)
        if self.opening is not None:
            self.runner.match = self._table.server.match(setup, self.opening.make)
        try:
            seals = (*self._table.kept.seals, *filter(None, header.seals))[-MAX_SEALS:]
            table = self._table.table_to_store(log=header.log, seals=seals, paused=False, terms=terms)
            await self.runner.begin_match(table)
        except StoreFailed as failed:
            self.runner = earlier
            raise Illegal(words("cannot_store_match"), Code.BROKEN) from failed
        finally:
            for seat in self._table.seats:
                seat.ready = False
        self._table.kept = table
        for seat in self._table.seats:
            seat.seal = b""
            seat.absence.reset(self._table.server.bounds.grace)
        self.disclosure.seats, self._told = None, (self.stage, 0)
        self._paused_until, self.share_by = (
            math.inf,
            self._table.now + self._table.server.bounds.share_within,
        )
        self.proposals.clear()
        log.info("match started", log=header.log)
        await self.runner.start_match()
        self._table.changed()

    def _note_missing_shares(self) -> None:
        """Count players whose share is missing at the deadline as absent, as after a lost connection."""
        for number in self.running.awaited_seats if self._table.now >= self.share_by else ():
            seat = self._table.seats[number]
            if seat.guest is not None and seat.away_since is None:
                seat.away_since = self._table.now
                self._table.note = words("silent", seat.name)
                self._table.changed()

    @property
    def progress(self) -> MatchProgress:
        """The progress of the table's match."""
        return MatchProgress() if self.runner is None or not self._table.kept.log else self.runner.progress

    def handover_data(self) -> TableHandover:
        """Return the data that a handover takes to another node, in addition to what is stored."""
        table, runner, now = self._table, self.runner, self._table.now
        one, other = (seat.handover_data(now) for seat in table.seats)
        return TableHandover(
            (one, other), table.note, runner.clocks.seconds_of_both(now) if runner else None,
            runner is not None and runner.awaiting_players,
            None if self._paused_until == math.inf else max(0.0, self._paused_until - now),
            self.proposals.open,
        )  # fmt: skip

    async def run_log(self, acts: int | None = None) -> None:
        """Run the acts in the match's log that were not run yet, up to `acts` in all. Writes and sends
        nothing.

        Raises Differs if the log comes out differently, or StoreFailed.
        """
        if self._table.kept.log:
            runner, stored = await self._read_match()
            await runner.run_log(msgspec.structs.replace(stored, rows=stored.rows[:acts]))

    async def _read_match(self) -> tuple[MatchRunner, StoredLog]:
        """Return the table's match and its log. The match may have been run already."""
        table = self._table
        stored = await table.server.store.read_match(table.kept.log)
        if self.runner is None:
            setup = stored_setup(stored.header, table.server.pool)
            self.runner = MatchRunner(stored.header, setup, table, self._broadcast_change)
        return self.runner, stored

    async def restore(self, carried: TableHandover | None = None) -> None:
        """Continue the table's match from its log, and from the data that another node handed over.

        Raises Differs if the log comes out differently, or StoreFailed.
        """
        table = self._table
        table.note = words("restarted")
        if table.kept.log:
            self.runner, stored = await self._read_match()
            self.runner.awaiting_players, self.runner.paused = True, table.kept.paused
            if carried is not None:
                self.runner.awaiting_players = carried.awaiting
            await self.runner.restore(stored, carried.clocks if carried else None)
            self._restore_deadlines(self.runner)
        if carried is not None:
            table.note = carried.note
            if carried.proposal is not None and carried.proposal.number:
                self.proposals.open = carried.proposal
            self._paused_until = math.inf if carried.paused is None else table.now + carried.paused

    def _restore_deadlines(self, runner: MatchRunner) -> None:
        """Set deadlines and the table's note for a match that was restored."""
        table = self._table
        self._told = (self.stage, len(runner.match.results))
        if self.is_running:
            self._paused_until = table.now + table.server.bounds.pause
            self.share_by = table.now + RETURN_DELAY_S + table.server.bounds.share_within
            table.note = words("standing" if runner.clocks.are_used else "restarted")
        else:
            self.disclosure.seats = self.disclosure.agreed_seats(runner)

    # --- during a match -----------------------------------------------------------------------------------

    async def answer(self, seat: PlayerSeat, message: Answer) -> None:
        """Carry out a player's answer to a prompt."""
        if self._table.is_alone and seat.guest is not None:
            self._table.server.check_solo_work(seat.guest.address)
        await self.running.answer(seat.number, message)

    def send_reasons(self, guest: Guest, message: Why) -> None:
        """Send a player the reasons why a card cannot be played."""
        seat = self._table.seat_of(guest)
        guest.send(Reasons(message.card, tuple(self.running.find_reasons(seat.number, message.card))))

    async def set_auto_pass(self, seat: PlayerSeat, message: AutoPass) -> None:
        """Set a player's prompt mode."""
        if message.held:
            seat.held = message.mode
        else:
            await self._table.store_table(seat.with_changes(auto=message.mode))
            seat.auto, seat.held = message.mode, ""
        if self.is_running:
            self.running.reconsider(seat.number)

    async def concede(self, seat: PlayerSeat, *, match: bool, terms: int = 0) -> None:
        """Concede a duel or the whole match for a player.

        `terms`: the number of the terms that the player saw; 0 for the running duel.
        """
        if terms:
            self._table.check_terms(terms)
        await self.running.carry_out(Act(seat.number, Conceded(match)))

    async def forfeit(self, seat: PlayerSeat) -> None:
        """End the match of a player who leaves: they concede, unless the opponent has been away for too
        long.
        """
        if self._table.is_alone:
            await self.running.abandon("closed")
        elif self._table.opposite_seat(seat).overdue:
            await self._end_against_absent(seat, "void")
        else:
            await self.concede(seat, match=True)

    async def _end_against_absent(self, seat: PlayerSeat, what: str) -> None:
        """End the match against an opponent who has been away for too long: "win" or "void" (no result)."""
        other = self._table.opposite_seat(seat)
        if what == "win":
            await self.running.carry_out(Act(other.number, Conceded(match=True), Origin.TABLE))
            self._table.note = words("wins_by_absence", other.name, seat.name)
        else:
            await self.abandon()
            self._table.note = words("no_result_by_absence", other.name)
        self._table.changed()

    async def abandon(self) -> None:
        """End the match without a result, and disclose its throws."""
        runner = self.running
        await runner.abandon("abandoned")
        self.disclosure.open(runner)

    def restart_clocks(self, seat: PlayerSeat) -> None:
        """Start the clock of a player who has returned or whose absence allowance is used up. After a restart
        of the server, clocks start once all players are back.
        """
        if self.is_running:
            if seat.spent_absence:
                self.running.restart_clocks()
            else:
                self.running.handle_return(seat.number)
        there = [one.guest is not None for one in self._table.players]
        waits = any(not (one.guest or one.spent_absence) for one in self._table.players)
        if self.runner and self.runner.awaiting_players and not waits:
            self.runner.awaiting_players = False
            if not self.runner.paused:
                self._resume(words("both_are_back" if all(there) else "time_counts_again"))

    # --- by consent ---------------------------------------------------------------------------------------

    async def propose(self, seat: PlayerSeat, message: Propose) -> None:
        """Open or withdraw a player's proposal, or agree if the other player has proposed the same."""
        what, is_claim = message.what, message.what in ("win", "void")
        if not what:
            self.proposals.withdraw(seat.number)
            self._table.changed()
            return
        if message.terms or not is_claim:
            self._table.check_terms(message.terms)
        if what == "rematch":
            self._check_deck(seat)
        self._check_proposal(seat, what)
        if is_claim:
            await self._end_against_absent(seat, what)
        else:
            await self.open_proposal(Agreement(what, seat.number))

    async def open_proposal(self, wanted: Agreement) -> None:
        """Open a proposal once its number is stored, or agree if the other player has proposed the same.

        Raises Illegal if it may not be proposed, or StoreFailed.
        """
        proposals, table = self.proposals, self._table
        if proposals.is_agreed(wanted, table.now):
            proposal = proposals.open
            proposals.clear()
            await self._agree(proposal)
        elif not proposals.is_open(wanted):
            proposals.charge(wanted.proposer, table.now)
            number = table.kept.proposals + 1
            await table.store_table(proposals=number)
            proposals.open = replace(wanted, number=number)
            table.changed()

    async def handle_consent(self, seat: PlayerSeat, message: Consent) -> None:
        """Handle a player's answer to the other's proposal. A no is sent to its proposer."""
        proposal = self.proposals.find_named(seat.number, message.proposal, self._table.host)
        if not message.yes:
            self.proposals.decline(self._table.now)
            if proposal.what == CORE:
                self.core_question.decline(proposal.proposer)
            self._table.note = words(DECLINED.get(proposal.what, "says_no"), seat.name)
            self._table.changed()
            return
        if proposal.what == "rematch":
            self._check_deck(seat)
        if proposal.what not in (REWIND, MODE, CORE):
            self._check_proposal(self._table.seats[proposal.proposer], proposal.what)
        self.proposals.clear()
        await self._agree(proposal)

    def _check_proposal(self, seat: PlayerSeat, what: str) -> None:
        other = self._table.opposite_seat(seat)
        paused = self.runner is not None and self.runner.paused
        fits = {
            "pause": self.stage == MatchStage.DUEL and not paused,
            "resume": self.is_running and paused,
            "draw": self.stage == MatchStage.DUEL,
            "rematch": self.stage == OVER and all(map(self._can_begin, self._table.seats)),
            "win": self.is_running and other.overdue,
            "void": self.is_running and other.overdue,
            "open": self.stage == OVER and other.guest is not None and not self.disclosure.has_both,
        }
        if not fits[what]:
            raise Illegal(words("not_the_time"), Code.NOT_NOW)

    async def _agree(self, agreed: Agreement | None) -> None:
        """Carry out what both players have agreed to."""
        match agreed:
            case Agreement(what="pause"):
                await self._table.store_table(paused=True)
                self.running.pause()
                self._paused_until = self._table.now + self._table.server.bounds.pause
                self._table.note = words("duel_is_paused")
            case Agreement(what="resume"):
                await self._table.store_table(paused=False)
                self._resume(words("duel_goes_on"))
            case Agreement(what="draw", proposer=proposer):
                await self.running.carry_out(Act(proposer, Agreed(), Origin.TABLE))
            case Agreement(what="rematch"):
                for seat in self._table.seats:
                    seat.ready = True
                await self._begin_match()
            case Agreement(what="rewind", proposer=proposer, step=step):
                worked_s = await self.running.carry_out(Act(proposer, ToStep(step), Origin.TABLE))
                if (guest := self._table.seats[proposer].guest) is not None:
                    self._table.server.charge_line(guest.address, worked_s)
            case Agreement(what="mode", word=mode):
                await self.deck_intake.change(mode)
            case Agreement(what="core"):
                await self.core_question.agree()
            case Agreement(what="open"):
                assert self.runner is not None, "only a match that is over is opened"
                self.disclosure.open(self.runner, BOTH)
                self._table.note = words("decks_opened")
        self._table.changed()

    def _resume(self, note: Words) -> None:
        self._paused_until = math.inf
        self._table.note = note
        if self.proposals.open and self.proposals.open.what == "resume":  # it goes on without consent
            self.proposals.clear()
        if self.is_running:
            self.running.resume()

    # --- after a match ------------------------------------------------------------------------------------

    def drop_match(self) -> None:
        """Drop the last match, since another player has sat down who may see nothing of it."""
        self.disclosure.forget(self.runner)
        self.runner = None
        self._table.audience.forget()
        self._told = (GATHERING, 0)
        for seat in self._table.seats:
            seat.ready = False

    # --- what time and the match do -----------------------------------------------------------------------

    def next_due(self, now: float) -> float:
        """Return the time at which `handle_deadlines` has to be called next."""
        if self.runner is None or self.runner.is_over:
            return math.inf
        silence = self.share_by if self.share_by > now and self.runner.awaited_seats else math.inf
        return min(self.runner.next_due(now), self._paused_until, silence)

    async def handle_deadlines(self) -> None:
        """Handle every deadline that has passed."""
        if self.runner is None or self.runner.is_over:
            return
        self._note_missing_shares()
        if self._table.now >= self._paused_until:
            await self._table.store_change(paused=False)
            self._resume(words("time_counts_again"))
            self._table.changed()
        await self.runner.handle_deadlines()

    def _broadcast_change(self) -> None:
        """Broadcast a change of the match, with news if there are any."""
        assert self.runner is not None, "only a match calls this"
        match = self.runner.match
        now = (self.stage, len(match.results))
        if self.runner.stalled != self._stalled:
            self._stalled = self.runner.stalled
            self._table.note = words("stalled" if self._stalled else "stores_again")
        if now != self._told:
            before, self._told = self._told, now
            self.proposals.clear()
            if self.runner.paused:
                self._resume(NOTHING)
            self._table.note = match_news(match, self.runner.setup.names, before[1])
            if self.runner.is_over:
                self.disclosure.open(self.runner, self.disclosure.agreed_seats(self.runner))
            log.info("stage", stage=self.stage, duels=len(match.results))
        self._table.changed()


def _duel_changes(runner: MatchRunner | None) -> int:
    """Return how many duels of a match have begun or ended, plus one if it is over.

    The number only grows, except at a solo table, where there are no agreements.
    """
    if runner is None:
        return 0
    return runner.match.number + len(runner.match.results) + runner.is_over


def _new_setup(table: TableContext, opening: OpenedFile | None) -> Setup:
    """Return the setup of a table's next match, from its seats and decks or from the file it was opened from.

    At a solo table one deck may be missing: on a free table that side is empty, by the rules it plays the
    other side's deck.
    """
    settings = table.settings
    if opening is not None:
        return replace(opening.setup, names=table.names)
    one, other = (seat.deck for seat in table.seats)
    if table.is_alone:
        spare = Deck() if settings.mode == "free" else one or other
        one, other = one or spare, other or spare
    assert one is not None, "a match begins with two decks"
    assert other is not None, "a match begins with two decks"
    return Setup(
        format=settings.format, decks=(one, other), best_of=settings.best_of, names=table.names,
        mode=settings.mode, core=table.server.core_id_of(settings), alone=table.is_alone,
        facts=(_facts(table, 0, one), _facts(table, 1, other)),
        announces=True, confirms=True, life=settings.life or 0,
    )  # fmt: skip


def _facts(table: TableContext, number: int, deck: Deck) -> tuple[Facts, ...]:
    """Return a player's facts of cards in their own deck, by passcode. At a solo table they cover both
    decks.
    """
    provided = table.seats[number].facts
    if table.is_alone:
        provided = {**table.seats[1 - number].facts, **provided}
    return tuple(provided[code] for code in sorted(set(deck.cards)) if code in provided)


def _new_header(table: TableContext, setup: Setup) -> Header:
    """Return the header of a new match, with its own name and secret."""
    server, (one, other) = table.server, setup.decks
    secret = server.world.entropy(fairness.SECRET_BYTES)
    return Header(
        log=f"{table.code}-{server.world.entropy(6).hex()}", code=table.code, settings=table.settings,
        engine=ENGINE, fingerprint=server.fingerprint(setup), secret=secret,
        seals=(table.seats[0].seal, table.seats[1].seal),
        names=setup.names, opening=b"", line=setup.line, facts=setup.facts,
        decks=(decks.to_ydk(one) if one.cards else "", decks.to_ydk(other) if other.cards else ""),
        made=server.world.wall().isoformat(timespec="seconds"), core=setup.core, event=table.kept.event,
    )  # fmt: skip


def stored_setup(header: Header, pool: Pool) -> Setup:
    """Return the setup that a stored match began from, decoded from its header."""
    one, other = (
        decks.parse_to_deck(text, pool.joined_with(facts)) if text else Deck()
        for text, facts in zip(header.decks, header.facts, strict=True)
    )
    settings = header.settings
    return Setup(
        format=settings.format, decks=(one, other), names=header.names, best_of=settings.best_of,
        mode=settings.mode, core=header.core, alone=settings.opponent == "nobody", line=header.line,
        facts=header.facts, life=settings.life or 0,
        announces=header.engine not in UNANNOUNCED, confirms=header.engine not in UNCONFIRMED,
    )  # fmt: skip
