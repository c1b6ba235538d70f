"""Pending prompts of a match: each seat's prompt, its answer, and the time at which the answer may be
sent.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from facedown_server.refereeing.referee import Act, Back, Choice, Origin, PromptKind, SeatPrompt, name_key
from facedown_server.runtime.world import World
from facedown_shared.protocol.asking import About, is_smart_prompt
from facedown_shared.protocol.messages import Answer, Prompt
from facedown_shared.tables import Seat
from facedown_shared.text import Code, Illegal, Words, words

SPANS = {"off": (0.0, 0.0), "quick": (0.04, 0.16), "careful": (0.17, 0.5)}
"""Ranges in seconds that the delay of an answer is drawn from, by the table's pace, while the turn has time
left.

A turn has some fifteen windows: at quick it takes less than two seconds longer (`bench pace`). Careful also
covers answers with a high latency.
"""

MAX_PAUSE_PER_TURN_S, MAX_PAUSE_RATIO = 3.0, 1 / 6
"""Seconds that all windows of a turn may be delayed together, and the share of the rest that one may use."""

RESPONSE_WINDOWS = frozenset({PromptKind.RESPONSE, PromptKind.TRIGGER})
"""Kinds of public prompts that the player may be unable to respond to."""


class Pace:
    """Random generator of the times at which answers are sent, for one table."""

    def __init__(self, world: World, setting: str) -> None:
        self._world = world
        self._shortest, self._longest = SPANS[setting]
        self._turn: object = None
        self._left = MAX_PAUSE_PER_TURN_S

    def begin_turn(self, turn: object) -> None:
        """Set the public turn number. A new turn has its full delay budget."""
        if turn != self._turn:
            self._turn, self._left = turn, MAX_PAUSE_PER_TURN_S

    def due_time(self, prompt: SeatPrompt, now: float, *, unanswerable: bool = False) -> float:
        """Return the earliest time at which the answer may be sent.

        `unanswerable`: no person can answer now. The time is infinity then, unless the answer is due at once.
        """
        if self.is_due_at_once(prompt, unanswerable=unanswerable):
            return now
        if unanswerable:
            return math.inf
        drawn = int.from_bytes(self._world.entropy(4), "big") / 2**32
        share = min(1.0, self._left * MAX_PAUSE_RATIO / self._longest)
        span = share * (self._shortest + (self._longest - self._shortest) * drawn)
        self._left -= span
        return now + span

    def is_due_at_once(self, prompt: SeatPrompt, *, unanswerable: bool) -> bool:
        """Return whether public facts and the table's pace allow sending the answer at once."""
        return not is_public_response(prompt) or (self._longest == 0 and not unanswerable)


def is_public_response(prompt: SeatPrompt) -> bool:
    """Return whether this is a public response window in which public facts allow a response."""
    return (prompt.public or prompt.kind) in RESPONSE_WINDOWS and prompt.possible


def is_auto_passed(prompt: SeatPrompt, mode: str) -> bool:
    """Return whether this prompt is answered with its default, without asking the player.

    `mode` is an `asking.Mode`. A trigger that can be used is offered in every mode.
    """
    if prompt.kind not in RESPONSE_WINDOWS or not has_default(prompt):
        return False
    if prompt.kind is PromptKind.TRIGGER:
        return not prompt.can_choose
    if not prompt.possible or mode == "never":
        return True
    if mode == "always":
        return False
    return not (
        prompt.can_choose if mode == "able" or is_smart_prompt(prompt.about, prompt.seat) else prompt.named()
    )


def _is_named_alone(prompt: SeatPrompt) -> bool:
    """Return whether `smart` asks in this window only because a card's text names it, or its trigger is met
    by an attack of the player's own.
    """
    if prompt.kind is PromptKind.TRIGGER:
        return prompt.about == About("attack", prompt.seat) and has_default(prompt)
    return prompt.kind is PromptKind.RESPONSE and not is_smart_prompt(prompt.about, prompt.seat)


def has_default(prompt: SeatPrompt) -> bool:
    """Return whether a prompt has a default answer."""
    return bool(prompt.default) or prompt.least == 0


@dataclass(slots=True)
class PendingPrompt:
    """A prompt without an answer, or with an answer that is held until it may be sent."""

    prompt: SeatPrompt
    due: float
    seen: float = -math.inf
    """The time by which the player has seen the events before it. The player's clock runs from then on."""
    until: float = math.inf
    """The deadline after which the default answer is given."""
    shown: bool = False
    """True if the seat was sent the prompt, and so must be sent its end."""
    held: Act | None = None
    """The answer, held until it may be sent."""
    late: bool = False
    """True if the answer came after `due`, so that it may be sent at once."""

    @property
    def is_unanswered(self) -> bool:
        """True while there is no answer."""
        return self.held is None

    @property
    def answered_at(self) -> float:
        """The time at which the prompt is answered without further input."""
        return self.until if self.held is None else self.due

    @property
    def is_thinking(self) -> bool:
        """True if the player was publicly thinking. An answer held until due looks like an automatic pass
        instead.
        """
        return self.held is None or self.late

    @property
    def is_passing(self) -> bool:
        """True while an automatic pass is held."""
        return self.held is not None and self.held.origin is Origin.AUTO

    def message(self) -> Prompt:
        """Return the Prompt message for the seat."""
        prompt = self.prompt
        return Prompt(
            prompt.number, str(prompt.kind), prompt.words, tuple([option for _, option in prompt.options]),
            prompt.least, prompt.most, prompt.back,
            tuple([index for index, (key, _) in enumerate(prompt.options) if key in prompt.usual])
            if prompt.usual else (),
            prompt.about, prompt.card, prompt.code, prompt.names is not None,
        )  # fmt: skip

    def default(self, origin: Origin) -> Act:
        """Return the act that gives the default answer."""
        return Act(self.prompt.seat, Choice(self.prompt.default), origin)

    def parse_answer(self, answer: Answer) -> Act:
        """Return the act that an answer stands for.

        Raises Illegal if the answer was not offered.
        """
        prompt = self.prompt
        if answer.back:
            if not prompt.back:
                raise Illegal(words("nothing_to_take_back"))
            return Act(prompt.seat, Back())
        if prompt.names is not None:
            if answer.picks or answer.code not in prompt.names:
                raise Illegal(words("not_declarable"), Code.NOT_OFFERED)
            return Act(prompt.seat, Choice((name_key(answer.code),)))
        if answer.code:
            raise Illegal(words("not_among_offered"), Code.NOT_OFFERED)
        if not prompt.least <= len(answer.picks) <= prompt.most:
            raise Illegal(words("pick_so_many", _choice_count(prompt.least, prompt.most)))
        options = prompt.options
        if len(set(answer.picks)) < len(answer.picks) or any(pick >= len(options) for pick in answer.picks):
            raise Illegal(words("not_among_offered"))
        return Act(prompt.seat, Choice(tuple(options[pick][0] for pick in answer.picks)))


class PendingPrompts:
    """The pending prompt of each seat, if any. `cannot_answer` returns whether no person can answer for a
    seat now.
    """

    def __init__(
        self, pace: Pace, cannot_answer: Callable[[Seat], bool], turn: Callable[[], int] = int
    ) -> None:  # fmt: skip
        """Create it without a prompt. `turn`: the number of the turn."""
        self._open: list[PendingPrompt | None] = [None, None]
        self.pace = pace
        self._cannot_answer, self._turn = cannot_answer, turn
        self._declined: dict[Seat, set[tuple[object, ...]]] = {0: set(), 1: set()}
        """What each player has declined under `smart` in a window of their own, with its turn."""

    def __getitem__(self, seat: Seat) -> PendingPrompt | None:
        return self._open[seat]

    def __iter__(self) -> Iterator[PendingPrompt]:
        one, other = self._open
        if one is None:
            return iter(() if other is None else (other,))
        return iter((one,) if other is None else (one, other))

    def open(
        self, prompt: SeatPrompt, now: float, seen: float = -math.inf, before: PendingPrompt | None = None
    ) -> PendingPrompt:
        """Add a prompt.

        `before`: the prompt that it replaces. Its times are kept, so that the opponent does not notice a new
        prompt.
        """
        if before is None:
            pending = PendingPrompt(prompt, self._due_time(prompt, now), seen)
        else:
            pending = PendingPrompt(prompt, before.due, before.seen)
        self._open[prompt.seat] = pending
        return pending

    def retime(self, now: float) -> None:
        """Set new due times after a player has left or returned: infinity while no person can answer, else a
        new time.
        """
        for pending in self._open:
            if pending is None:
                continue
            if is_public_response(pending.prompt) and self._cannot_answer(pending.prompt.seat) != (
                pending.due == math.inf
            ):
                pending.due = self._due_time(pending.prompt, now)

    def _due_time(self, prompt: SeatPrompt, now: float) -> float:
        return self.pace.due_time(prompt, now, unanswerable=self._cannot_answer(prompt.seat))

    def is_due_at_once(self, prompt: SeatPrompt) -> bool:
        """Return whether the prompt is new and its answer may be sent at once."""
        pending = self._open[prompt.seat]
        new = pending is None or pending.prompt.number != prompt.number
        return new and self.pace.is_due_at_once(prompt, unanswerable=self._cannot_answer(prompt.seat))

    def is_auto_passed(self, prompt: SeatPrompt, mode: str) -> bool:
        """Return whether a prompt is passed automatically in this mode.

        Under `smart`, a window that is opened for a card's text alone, or for a trigger met by an attack of
        one's own, is opened once a turn after a pass, until other cards can be used in it.
        """
        if is_auto_passed(prompt, mode):
            return True
        is_repeated = mode == "smart" and _is_named_alone(prompt)
        return is_repeated and self._window_key(prompt) in self._declined[prompt.seat]

    def note_answer(self, pending: PendingPrompt, act: Act) -> None:
        """Note that a player declines, so that the same is not asked again in this turn."""
        if _is_named_alone(pending.prompt) and act.body == Choice(pending.prompt.default):
            key, seat = self._window_key(pending.prompt), pending.prompt.seat
            of_this_turn = {one for one in self._declined[seat] if one[0] == key[0]}
            self._declined[seat] = {*of_this_turn, key}

    def _window_key(self, prompt: SeatPrompt) -> tuple[object, ...]:
        """Return the turn, what a window is about, and what can be used in it."""
        about = prompt.about.what if prompt.about is not None else ""
        return self._turn(), about, tuple(sorted((key, option.card) for key, option in prompt.options))

    def close(self, seat: Seat) -> None:
        """Remove the prompt of a seat."""
        self._open[seat] = None

    def is_passed_by(self, act: Act) -> bool:
        """Return whether this act publicly passes on a response, by hand or automatically."""
        pending = self._open[act.seat]
        return (
            pending is not None
            and pending.prompt.kind in RESPONSE_WINDOWS
            and not pending.prompt.leads_on
            and act.body == Choice(pending.prompt.default)
        )

    def find_prompt(self, seat: Seat, number: int) -> PendingPrompt:
        """Return the pending prompt that an answer is for.

        Raises Illegal if it is no longer pending.
        """
        pending = self._open[seat]
        if (
            pending is None
            or pending.prompt.number != number
            or not pending.is_unanswered
            or not pending.shown
        ):
            raise Illegal(words("prompt_closed"), Code.OLD_PROMPT)
        return pending


def _choice_count(least: int, most: int) -> Words | int:
    return least if least == most else words("one_to", least, most)
