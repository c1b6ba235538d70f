"""Runner of one match: takes acts, sends frames, and makes each act durable before it is sent (laws 4 and 7).

It knows a referee's interface and no rules. It awaits only the store, and checkpoints in long work. An
expired clock or an automatic pass becomes an act like any other.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence

import msgspec
import structlog

from facedown_server.refereeing.match import MatchStage
from facedown_server.refereeing.referee import (
    Act,
    ByHand,
    Choice,
    Expire,
    Frame,
    Origin,
    PromptKind,
    SeatPrompt,
    Sided,
)
from facedown_server.room.broadcast.audience import Draft
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.room.match.clocks import Clocks, PlayAllowance
from facedown_server.room.match.fair_throws import throws_of_header
from facedown_server.room.match.match_log import RETRY_DELAY_S, ActNotStored, KeptAct, MatchLog, replay_log
from facedown_server.room.match.pending_prompts import (
    Pace,
    PendingPrompt,
    PendingPrompts,
    has_default,
)
from facedown_server.room.people.handover_state import MatchProgress
from facedown_server.room.people.table_context import TableContext, charge_work
from facedown_server.runtime.world import Moment
from facedown_server.storage.store import Header, NotOurs, Pair, StoredLog, StoredTable, StoreFailed
from facedown_server.table import Setup
from facedown_shared.protocol.messages import Answer, Prompt, PromptOver
from facedown_shared.protocol.reasons import Reason
from facedown_shared.tables import PUBLIC_CLASS_INDEX, Seat
from facedown_shared.text import Code, Illegal, words

log = structlog.get_logger(__name__)

MAX_AUTOMATIC_ACTS = 1_000
"""The limit of acts in a row without a person. More are taken for an endless loop (law 8)."""
MAX_BATCHED_ACTS = 50
"""The limit of acts stored and sent together: a player's act and the automatic passes right after it."""
CLOCK_SAVE_INTERVAL_S = 5.0


class MatchRunner:
    """Runner of a match between two seats, from its pledge to its end."""

    def __init__(
        self, header: Header, setup: Setup, table: TableContext, changed: Callable[[], None]
    ) -> None:
        self.header, self.setup = header, setup
        self.throws = throws_of_header(header)
        self.match = table.server.match(setup)
        self.clocks, self._allowance = Clocks(header.settings.clock), PlayAllowance()
        self.paused = False
        """True in an agreed pause: answers are refused, no clock runs."""
        self.awaiting_players = False
        """True while players are still missing after a restart: no clock runs."""
        self.stalled = False
        """True while the disk cannot be written: answers are refused, no clock runs, nothing is lost."""
        self._abandoned = False
        self._table, self._world, self._changed = table, table.server.world, changed
        self._log = MatchLog(header.log, table.server.store, table.charge_rows)
        bounds = table.server.bounds
        self._times = {PromptKind.ORDER: bounds.order_time, PromptKind.SIDE: bounds.side_time}
        pace, turn = Pace(self._world, header.settings.pace), lambda: self.match.state.turn
        self._prompts = PendingPrompts(pace, self._cannot_answer, turn)
        self._duel, self._ticking, self._alone = 0, -1, 0
        self._stood: object = None
        """The match's state apart from its duel, as sent after the last act."""
        self._retry, self._note_clocks = -math.inf, math.inf

    @property
    def is_over(self) -> bool:
        """True once the match has ended, with a result or without."""
        return self._abandoned or self.match.stage is MatchStage.OVER

    @property
    def awaited_seats(self) -> tuple[Seat, ...]:
        """Seats whose shares are awaited before the first throw."""
        return () if self.is_over or self.match.toss else self.throws.missing_seats

    # --- the beginning ------------------------------------------------------------------------------------

    async def begin_match(self, table: StoredTable) -> None:
        """Store the match and pledge every throw.

        Raises StoreFailed: then nothing has begun.
        """
        self._table.charge_rows(self.header, table)
        await self._table.server.store.store_match(self.header, table)
        self._table.audience.send(self.throws.pledge())

    async def start_match(self) -> None:
        """Start the match once all shares were shown. If that cannot be stored, it is retried later."""
        if self.match.toss or self.is_over or self.awaited_seats:
            return
        started = self.match.start(self.setup, self.throws.streams)
        time_slice = TimeSlice.for_line(self._world, runs=bool(self.setup.line))
        draft = await self._table.audience.draft(self.match, started, time_slice)
        charge_work(self._table, time_slice)
        opening, shares = self.match.digest(), self.throws.shares
        self.header = msgspec.structs.replace(self.header, shares=shares, opening=opening)
        try:
            self._table.charge_rows(self.header)
            await self._table.server.store.update_header(self.header)
        except StoreFailed:  # the shares may be stored anyway
            self.match = self._table.server.match(self.setup)
            self._stall(self._table.now)
        else:
            self._table.audience.send(self.throws.shares_message())
            self._broadcast_act(draft, self._table.now)

    @property
    def progress(self) -> MatchProgress:
        """The progress of the match."""
        return MatchProgress(self.header.log, self._log.acts, self.match.digest() if self.match.toss else b"")

    async def run_log(self, stored: StoredLog) -> None:
        """Run the match from its present act to the end of its log. Writes and sends nothing.

        Raises Differs if the log comes out differently.
        """
        self.header, self.throws = stored.header, throws_of_header(stored.header)
        await replay_log(
            self.match, self.setup, stored, self._world, recall=self._table.audience.recall,
            between=self._table.between_acts, done=self._log.acts,
        )  # fmt: skip
        self._log.acts = len(stored.rows)

    async def restore(self, stored: StoredLog, clocks: Pair | None = None) -> None:
        """Continue the match from the end of its log. `clocks` replace the stored seconds.

        Raises Differs if the log comes out differently.
        """
        await self.run_log(stored)
        self._log.clocks = stored.clocks
        if stored.rows or clocks is not None:
            self.clocks.restore(clocks or stored.clocks)
        self._duel = self.match.number
        self._abandoned = bool(stored.result)
        if (result := self.match.result()) is not None and not stored.result:
            await self._log.store_end(str(result))
        elif not self._abandoned:
            self._open(self.match.prompts(), self._table.now)

    # --- what players do ----------------------------------------------------------------------------------

    async def answer(self, seat: Seat, answer: Answer) -> None:
        """Carry out a player's answer to the prompt of a seat."""
        pending = self._prompts.find_prompt(seat, answer.ask)
        self._check_running()
        await self._carry_out_answer(pending, pending.parse_answer(answer))

    def declarable(self, seat: Seat, ask: int) -> Collection[int]:
        """Return the passcodes that may answer this prompt.

        Raises Illegal if the prompt is not for the name of a card.
        """
        names = self._prompts.find_prompt(seat, ask).prompt.names
        if names is None:
            raise Illegal(words("no_name_is_declared"), Code.NOT_NOW)
        return names

    def find_reasons(self, seat: Seat, handle: int) -> Sequence[Reason]:
        """Return the reasons why a seat cannot play a card now.

        An automatically passed window is not disclosed: the reason is "not_asked" then.
        """
        pending = self._prompts[seat]
        if pending is None or not pending.shown or not pending.is_unanswered:
            return (Reason("", "not_asked"),)
        return self.match.find_reasons(seat, handle)

    async def side(self, seat: Seat, deck: str) -> None:
        """Take a player's deck for the next duel, as the answer to the siding prompt."""
        pending = self._prompts[seat]
        if pending is None or pending.prompt.kind is not PromptKind.SIDE or not pending.is_unanswered:
            raise Illegal(words("not_time_for_siding"), Code.NOT_NOW)
        self._check_running()
        await self._carry_out_answer(pending, Act(seat, Sided(deck)))

    async def carry_out(self, act: Act) -> float:
        """Check an act, apply it, store it, and send its result. Return the seconds of work.

        Raises Illegal, or StoreFailed: then the state is as before.
        """
        self.match.check(act)
        self._log.check_room(act)
        before, clocks, now = self._public(), self.clocks.snapshot(), self._table.now
        passed = self.match.stage is not MatchStage.DUEL or self._prompts.is_passed_by(act)
        siding, line = self.match.stage is MatchStage.SIDING, self._steps
        time_slice = TimeSlice.for_line(self._world, runs=act.reruns)
        draft = await self._table.audience.draft(self.match, self.match.apply(act), time_slice)
        silent = not (passed or draft.logs[PUBLIC_CLASS_INDEX]) and before == self._public()
        done = [(self.match.as_logged(act), self.match.digest())]
        if not silent:
            await self._auto_pass_now(done, draft, time_slice)
            if line is not None and self._steps == (next_step := (line[0] + 1, line[0] + 1)):
                draft.count_step(next_step)
            if isinstance(act.body, ByHand):
                self._allowance.note_gesture(act.seat)
            answered = act.origin is Origin.PERSON and isinstance(act.body, Choice)
            self.clocks.stop(act.seat, now, answered=answered)
        if self.match.number != self._duel:
            self.clocks.reset()
        self._world.report_moment(Moment.SIDING if siding else Moment.BEFORE)
        try:
            await self._store_acts(done, None if silent else self.clocks.seconds_of_both(now))
        except NotOurs:
            raise
        except StoreFailed:
            self.clocks.rewind(clocks)
            self._stall(now)
            raise
        self._world.report_moment(Moment.SIDING if siding else Moment.COMMITTED)
        self.stalled = False
        self._alone = len(done) - 1 if act.origin is Origin.PERSON else self._alone + len(done)
        if self._alone > MAX_AUTOMATIC_ACTS:
            raise RuntimeError("the table runs in circles")
        now = self._table.now
        self._broadcast_act(draft, now, silent=silent)
        self._report_faults()
        self.restart_clocks()
        if (result := self.match.result()) is not None:
            await self._log.store_end(str(result))
        return charge_work(self._table, time_slice)

    def _report_faults(self) -> None:
        """Report script errors of EDOPro's core to the table and in the server's log."""
        if self.match.cut:
            log.warning("a duel was cut short", log=self.header.log, reason=self.match.cut)
        for complaint in self.match.complaints():
            log.warning("a script failed", log=self.header.log, reason=str(complaint))
            self._table.note = complaint
            self._changed()

    async def _auto_pass_now(self, done: list[KeptAct], draft: Draft, time_slice: TimeSlice) -> None:
        """Carry out the automatic passes that would follow at once. They are stored and sent with this act.

        No Views are taken between two such passes if only the prompted player has changed.
        """
        taken, left = 0, None

        def add_frame(frame: Frame) -> None:
            nonlocal taken, left
            left = None if frame.events or self.match.state.changed != taken else frame
            if left is None:
                taken = self.match.state.changed
                draft.add_frame(frame)

        while len(done) < MAX_BATCHED_ACTS and (act := self._next_auto_pass()) is not None:
            taken = taken or self.match.state.changed
            try:
                self.match.check(act)
            except Illegal as refused:
                raise RuntimeError(f"the table may not pass: {refused.code}") from refused
            await time_slice.exhaust(self.match.apply(act), add_frame)
            done.append((self.match.as_logged(act), self.match.digest()))
        if left is not None:
            draft.add_frame(left)

    def _next_auto_pass(self) -> Act | None:
        """Return the automatic pass of the only open prompt, if the prompt is new and due at once; else
        None.
        """
        prompts = self.match.prompts() if self.match.stage is MatchStage.DUEL else ()
        prompt = prompts[0] if len(prompts) == 1 else None
        if prompt is None or not (self._prompts.is_due_at_once(prompt) and self._is_auto_passed(prompt)):
            return None
        return Act(prompt.seat, Choice(prompt.default), Origin.AUTO)

    @property
    def _steps(self) -> tuple[int, int] | None:
        """The current step of the table's line, and the number of its steps."""
        line = self.match.rewinder
        return (line.step, len(line.line)) if line is not None else None

    def _public(self) -> tuple[object, ...]:
        """Return the public part of the match's stage and prompts."""
        match = self.match
        return match.stage, match.number, match.state.waiting if match.has_begun else ()

    async def abandon(self, reason: str) -> None:
        """End the match without a result."""
        self._abandoned = True
        for pending in tuple(self._prompts):
            self._close(pending, self._table.now)
        await self._log.store_end(reason)

    def reconsider(self, seat: Seat) -> None:
        """Pass or ask again, after a player has changed their prompt mode."""
        pending = self._prompts[seat]
        if pending is None:
            return
        if pending.is_unanswered and self._is_auto_passed(pending.prompt):
            self._hold_answer(pending, pending.default(Origin.AUTO))
        elif pending.is_passing and not self._is_auto_passed(pending.prompt):
            pending.held = None
            self._await_answer(pending, self._table.now)
            self._send_to_seat(seat, pending.message())

    def _is_auto_passed(self, prompt: SeatPrompt) -> bool:
        """Return whether a prompt is passed automatically. Never while steps are undone: a pass would discard
        them.
        """
        line = self.match.rewinder
        at_end = line is None or line.step == len(line.line)
        return at_end and self._prompts.is_auto_passed(prompt, self._table.seats[prompt.seat].prompt_mode)

    def pause(self) -> None:
        """Stop both clocks and refuse answers until `resume`."""
        self.paused = True
        for seat in (0, 1):
            self.handle_departure(seat)

    def resume(self) -> None:
        """End a pause and restart the clocks."""
        self.paused = self.awaiting_players = False
        self.restart_clocks()

    def handle_departure(self, seat: Seat) -> None:
        """Stop the clock of a player who is away. Responses wait, even automatic passes."""
        self.clocks.stop(seat, self._table.now, answered=False)
        self._prompts.retime(self._table.now)

    def handle_return(self, seat: Seat) -> None:
        """Restart the clock of a player who has returned.

        A pending response gets a new due time, as if it had just been opened. A clock that ran in the absence
        runs on from now.
        """
        self.clocks.stop(seat, self._table.now, answered=False)
        self.restart_clocks()
        self.reconsider(seat)

    def _cannot_answer(self, seat: Seat) -> bool:
        """Return whether no person can answer for this seat now. At a solo table one person answers for both
        seats.
        """
        seats = self._table.seats
        if self.paused or seats[seat].away_since is not None:
            return True
        return self.setup.alone and seats[1 - seat].away_since is not None

    def prompt(self, seat: Seat) -> Prompt | None:
        """Return the Prompt message of a seat's unanswered prompt, for a player who has reconnected."""
        pending = self._prompts[seat]
        return pending.message() if pending and pending.is_unanswered else None

    def is_prompted(self, seat: Seat) -> bool:
        """Return whether a seat has a pending prompt."""
        return self.pending_prompt(seat) is not None

    def pending_prompt(self, seat: Seat) -> PendingPrompt | None:
        """Return the pending prompt of a seat, if it has one."""
        return self._prompts[seat]

    # --- what time does -----------------------------------------------------------------------------------

    def next_due(self, now: float) -> float:
        """Return the time at which `handle_deadlines` has to be called next."""
        clocks = self.clocks
        act = now if self.match.toss is None and not self.awaited_seats else math.inf
        for pending in self._prompts:
            act = min(act, pending.answered_at)
        if not clocks.are_used and not self.stalled:
            return max(act, self._retry)
        act = max(min(act, clocks.expires(0), clocks.expires(1)), self._retry)
        soon = min(clocks.next_change(now), self._note_clocks, self._retry if self.stalled else math.inf)
        return now if clocks.running_seat(now) != self._ticking else min(act, soon)

    async def handle_deadlines(self) -> None:
        """Carry out due acts, retry failed writes, and store and announce the clocks."""
        now = self._table.now
        if now >= self._retry:
            await self._retry_disk(now)
            await self.start_match()
            await self._try_act(self._due_act(now))
        if now >= self._note_clocks:
            self._note_clocks = (
                now + CLOCK_SAVE_INTERVAL_S if self.clocks.running_seat(now) >= 0 else math.inf
            )
            await self._log.note_clocks(self.clocks.seconds_of_both(now))
        if self._note_running_clock(self._table.now):
            self._changed()

    def _note_running_clock(self, now: float) -> bool:
        """Return whether another clock runs than at the last call."""
        before, self._ticking = self._ticking, self.clocks.running_seat(now)
        if self._ticking >= 0 and self._note_clocks == math.inf:
            self._note_clocks = now + CLOCK_SAVE_INTERVAL_S
        return self._ticking != before

    def _due_act(self, now: float) -> Act | None:
        """Return the next act that is due: a held answer, a default after its deadline, an expired clock;
        else None.
        """
        for pending in self._prompts:
            if now >= pending.answered_at:
                return pending.held or pending.default(Origin.CLOCK)
        for seat in (0, 1):
            if now >= self.clocks.expires(seat):
                return Act(seat, Expire("time"), Origin.CLOCK)
        return None

    async def _try_act(self, act: Act | None) -> None:
        """Carry out an act that is due. If it cannot be stored, it is retried later."""
        if act is None:
            return
        try:
            await self.carry_out(act)
        except NotOurs:
            raise
        except StoreFailed:
            log.debug("retrying later", after=RETRY_DELAY_S)
        except Illegal as refused:
            raise RuntimeError(f"the table may not do what is due: {refused.code}") from refused

    # --- prompts ------------------------------------------------------------------------------------------

    def _check_running(self) -> None:
        if self.paused:
            raise Illegal(words("table_paused"), Code.NOT_NOW)

    async def _carry_out_answer(self, pending: PendingPrompt, act: Act) -> None:
        """Carry out a person's answer, or hold it until it is due."""
        self._prompts.note_answer(pending, act)
        if self._table.now < pending.due:
            self.match.check(act)
            self._hold_answer(pending, act)
        else:
            await self.carry_out(act)

    def _hold_answer(self, pending: PendingPrompt, act: Act) -> None:
        self.clocks.stop(pending.prompt.seat, self._table.now, answered=False)
        pending.held, pending.late = act, self._table.now > pending.due

    def _broadcast_act(self, draft: Draft, now: float, *, silent: bool = False) -> None:
        """Broadcast a stored act: answered prompts end, Views change, new prompts begin.

        An act is `silent` if the opponent can see nothing of it: a choice within a declaration, or an undone
        one. The seat's clock and due time stay as they are then, so that the act cannot be noticed. A passed
        response is never silent: the next prompt has a due time of its own.
        """
        prompts = self.match.prompts()
        asked = {prompt.seat: prompt.number for prompt in prompts}
        replaced: PendingPrompt | None = None
        for pending in tuple(self._prompts):
            if asked.get(pending.prompt.seat) != pending.prompt.number:
                replaced = pending if silent else None
                self._close(pending, now, stop=not silent)
        self._allowance.count_plays(draft.logs[PUBLIC_CLASS_INDEX])
        self._table.audience.deliver(draft)
        self._duel = self.match.number
        opened = self._open(prompts, now, replaced)
        if not silent:
            self._note_running_clock(now)
            stood = self._public_state(draft)
            if stood is None or stood != self._stood:
                self._changed()
            self._stood = stood
        for pending in opened:
            self._send_to_seat(pending.prompt.seat, pending.message())

    def _public_state(self, draft: Draft) -> object:
        """Return the parts of the table, besides its updates, that an act within a duel can change.

        Returns None after an act that needs a full comparison.
        """
        if self.match.stage is not MatchStage.DUEL or self.clocks.are_used:
            return None
        return self.match.number, self.stalled, self._steps if draft.line is None else None

    def _close(self, pending: PendingPrompt, now: float, *, stop: bool = True) -> None:
        seat = pending.prompt.seat
        self._prompts.close(seat)
        if stop:
            self.clocks.stop(seat, now, answered=False)
            if pending.is_thinking:
                self._allowance.reset_delay(seat)
        if pending.shown:
            self._send_to_seat(seat, PromptOver(pending.prompt.number))

    def _open(
        self, prompts: Sequence[SeatPrompt], now: float, replaced: PendingPrompt | None = None
    ) -> list[PendingPrompt]:
        """Make the referee's open prompts pending. Returns those that must be sent to their seats.

        `replaced`: the closed prompt that a new one replaces, if the opponent must not notice.
        """
        opened = []
        self._prompts.pace.begin_turn(
            (self.match.number, self.match.state.turn if self.match.has_begun else 0)
        )
        for prompt in prompts:
            if (pending := self._prompts[prompt.seat]) is not None:
                pending.prompt = prompt
                continue
            by_hand = prompt.kind is PromptKind.BY_HAND
            seen = now + self._allowance.seconds(prompt.seat, by_hand=by_hand)
            pending = self._prompts.open(prompt, now, seen, replaced)
            if self._is_auto_passed(prompt):
                pending.held = pending.default(Origin.AUTO)
            else:
                self._await_answer(pending, now)
                opened.append(pending)
        return opened

    def _await_answer(self, pending: PendingPrompt, now: float) -> None:
        """Wait for a person's answer: start the clock, or between duels a time limit."""
        pending.shown = True
        limit = self._times.get(pending.prompt.kind)
        if limit is not None and self.clocks.are_used and has_default(pending.prompt):
            pending.until = now + limit
        self._charge(pending, now)

    def _charge(self, pending: PendingPrompt, now: float) -> None:
        """Start the clock for a prompt from its due time on, after the time to watch what happened.

        Invariant: the clock of an absent player without absence allowance runs in every public window, even
        in one that would be passed automatically. Otherwise it would disclose which (law 4).
        """
        if not self.clocks.are_used or self.match.stage is not MatchStage.DUEL or self.stalled:
            return
        seat = pending.prompt.seat
        if self._table.seats[seat].spent_absence and not self.paused:
            if pending.is_unanswered or pending.due == math.inf:
                self.clocks.start(seat, max(pending.seen, now))
        elif pending.is_unanswered and not self.awaiting_players and not self._cannot_answer(seat):
            self.clocks.start(seat, max(pending.due, pending.seen, now))

    def restart_clocks(self) -> None:
        """Set due times and start clocks, after a change in who can answer."""
        now = self._table.now
        self._prompts.retime(now)
        for pending in self._prompts if self.clocks.are_used else ():
            self._charge(pending, now)

    def _send_to_seat(self, seat: Seat, message: Prompt | PromptOver) -> None:
        audience = self._table.audience
        members = audience.groups[seat].members
        if isinstance(message, Prompt):
            audience.ask(message, members, self._table.seats[seat].deck)
        else:
            audience.send(message, members)

    # --- the log ------------------------------------------------------------------------------------------

    async def _store_acts(self, done: Sequence[KeptAct], clocks: tuple[float, float] | None) -> None:
        """Store acts that were applied. If that fails, the match is restored to its state before them.

        Raises StoreFailed.
        """
        try:
            await self._log.append(done, clocks)
        except ActNotStored as lost:
            await self._rebuild(lost.stored)
            raise

    async def _rebuild(self, stored: StoredLog) -> None:
        """Run the stored log in a new referee, since the old one is ahead of the log. Nothing of the
        difference was sent.
        """
        self.match = self._table.server.match(self.setup)
        await replay_log(self.match, self.setup, stored, self._world)
        self._table.audience.observe_referee(self.match)
        self._open(self.match.prompts(), self._table.now)

    def _stall(self, since: float) -> None:
        """Stop both clocks until the disk can be written again."""
        self._retry = self._table.now + RETRY_DELAY_S
        for seat in (0, 1):
            self.clocks.stop(seat, since, answered=False)
        if not self.stalled:
            self.stalled = True
            self._changed()

    async def _retry_disk(self, now: float) -> None:
        """Try to write to the disk again. If that works, restart the clocks."""
        if not self.stalled:
            return
        if await self._log.note_clocks(self.clocks.seconds_of_both(now)):
            self.stalled = False
            self.restart_clocks()
            self._changed()
        else:
            self._retry = now + RETRY_DELAY_S
