"""The open prompts of a table: what each seat is asked, from when its answer may be told, what it answered.

An answer that comes before its window's due is held until then (law 4); one that comes after goes at once.
Indices become the keys of options here, and nothing that was not offered gets past.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from server.referee import Act, Back, Choice, Origin, SeatPrompt
from server.room.match.pace import WINDOWS, Pace, is_paced
from shared.errors import Code, Illegal
from shared.protocol.messages import Answer, Prompt
from shared.words import Words, words
from shared.zones import Seat


@dataclass(slots=True)
class PendingPrompt:
    """One open prompt."""

    ask: SeatPrompt
    due: float
    until: float = math.inf
    """When it is answered with its default, if nobody has answered."""
    shown: bool = False
    """Its seat has been asked, so it must be told when it is over."""
    held: Act | None = None
    """The answer, until it is due."""

    @property
    def waits(self) -> bool:
        """Whether a person's answer is still wanted."""
        return self.held is None

    @property
    def ripens(self) -> float:
        """When it is to be answered without anybody doing anything more."""
        return self.until if self.held is None else self.due

    @property
    def is_passing(self) -> bool:
        """Whether a pass by rule is on its way."""
        return self.held is not None and self.held.origin is Origin.AUTO

    def prompt(self) -> Prompt:
        """What its seat is sent."""
        ask = self.ask
        return Prompt(
            ask.number, str(ask.kind), ask.text, tuple(option for _, option in ask.options),
            ask.least, ask.most, ask.back,
            tuple(index for index, (key, _) in enumerate(ask.options) if key in ask.usual),
        )  # fmt: skip

    def default(self, origin: Origin) -> Act:
        """The act of not answering."""
        return Act(self.ask.seat, Choice(self.ask.default), origin)

    def read(self, answer: Answer) -> Act:
        """The act behind an answer. Raises Illegal when it was not offered."""
        ask = self.ask
        if answer.back:
            if not ask.back:
                raise Illegal(words("nothing_to_take_back"))
            return Act(ask.seat, Back())
        if not ask.least <= len(answer.picks) <= ask.most:
            raise Illegal(words("pick_so_many", _many(ask.least, ask.most)))
        options = ask.options
        if len(set(answer.picks)) < len(answer.picks) or any(pick >= len(options) for pick in answer.picks):
            raise Illegal(words("not_among_offered"))
        return Act(ask.seat, Choice(tuple(options[pick][0] for pick in answer.picks)))


class PendingPrompts:
    """The open window of each seat, if it has one. `sleeps`: whether nobody can answer for a seat now."""

    def __init__(self, pace: Pace, sleeps: Callable[[Seat], bool]) -> None:
        self._open: list[PendingPrompt | None] = [None, None]
        self._pace = pace
        self._sleeps = sleeps

    def __getitem__(self, seat: Seat) -> PendingPrompt | None:
        return self._open[seat]

    def __iter__(self) -> Iterator[PendingPrompt]:
        return (pending for pending in self._open if pending is not None)

    def open(self, ask: SeatPrompt, now: float, due: float | None = None) -> PendingPrompt:
        """A seat is asked something; `due` is given where nobody else can tell that it is something new."""
        drawn = self._due(ask, now) if due is None else due
        pending = self._open[ask.seat] = PendingPrompt(ask, drawn)
        return pending

    def retime(self, now: float) -> None:
        """What nobody can answer any more is not due; what somebody can answer again is, after a new time."""
        for pending in self:
            if is_paced(pending.ask) and self._sleeps(pending.ask.seat) != (pending.due == math.inf):
                pending.due = self._due(pending.ask, now)

    def _due(self, ask: SeatPrompt, now: float) -> float:
        return self._pace.due(ask, now, asleep=self._sleeps(ask.seat))

    def close(self, seat: Seat) -> None:
        """A seat is not asked any more."""
        self._open[seat] = None

    def is_passed_by(self, act: Act) -> bool:
        """Whether this act lets its seat's response window pass, by hand or by rule."""
        pending = self._open[act.seat]
        return pending is not None and pending.ask.kind in WINDOWS and act.body == Choice(pending.ask.default)

    def find(self, seat: Seat, number: int) -> PendingPrompt:
        """The window an answer is meant for. Raises Illegal when it is no longer open."""
        pending = self._open[seat]
        if pending is None or pending.ask.number != number or not pending.waits or not pending.shown:
            raise Illegal(words("prompt_closed"), Code.OLD_PROMPT)
        return pending


def _many(least: int, most: int) -> Words | int:
    return least if least == most else words("one_to", least, most)
