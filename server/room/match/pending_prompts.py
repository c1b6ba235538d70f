"""The pending prompts of a match: what each seat is asked, when its answer may be told, what it answered.

An answer that comes before the prompt's due is held until then (law 4); a later one is carried out at once.
Here picked indices become keys of options; whatever was not offered is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from server.referee import Act, Back, Choice, Origin, SeatPrompt
from server.room.match.pace import RESPONSE_WINDOWS, Pace, is_paced
from shared.errors import Code, Illegal
from shared.protocol.messages import Answer, Prompt
from shared.words import Words, words
from shared.zones import Seat


@dataclass(slots=True)
class PendingPrompt:
    """A prompt that a seat has not answered, or whose answer is held."""

    prompt: SeatPrompt
    due: float
    until: float = math.inf
    """When it is answered with its default if nobody has answered."""
    shown: bool = False
    """Whether its seat was sent the prompt, and so must be told when it is over."""
    held: Act | None = None
    """The answer, until it may be told."""

    @property
    def is_unanswered(self) -> bool:
        """Whether there is no answer yet."""
        return self.held is None

    @property
    def answered_at(self) -> float:
        """When it will be answered if nobody does anything more."""
        return self.until if self.held is None else self.due

    @property
    def is_passing(self) -> bool:
        """Whether an automatic pass is held."""
        return self.held is not None and self.held.origin is Origin.AUTO

    def message(self) -> Prompt:
        """The message its seat is sent."""
        prompt = self.prompt
        return Prompt(
            prompt.number, str(prompt.kind), prompt.words, tuple(option for _, option in prompt.options),
            prompt.least, prompt.most, prompt.back,
            tuple(index for index, (key, _) in enumerate(prompt.options) if key in prompt.usual),
        )  # fmt: skip

    def default(self, origin: Origin) -> Act:
        """The act that answers with the default."""
        return Act(self.prompt.seat, Choice(self.prompt.default), origin)

    def read(self, answer: Answer) -> Act:
        """The act behind an answer. Raises Illegal when it was not offered."""
        prompt = self.prompt
        if answer.back:
            if not prompt.back:
                raise Illegal(words("nothing_to_take_back"))
            return Act(prompt.seat, Back())
        if not prompt.least <= len(answer.picks) <= prompt.most:
            raise Illegal(words("pick_so_many", _many(prompt.least, prompt.most)))
        options = prompt.options
        if len(set(answer.picks)) < len(answer.picks) or any(pick >= len(options) for pick in answer.picks):
            raise Illegal(words("not_among_offered"))
        return Act(prompt.seat, Choice(tuple(options[pick][0] for pick in answer.picks)))


class PendingPrompts:
    """The pending prompt of each seat, if it has one. `cannot_answer`: whether nobody can answer for a seat
    now."""

    def __init__(self, pace: Pace, cannot_answer: Callable[[Seat], bool]) -> None:
        self._open: list[PendingPrompt | None] = [None, None]
        self._pace = pace
        self._cannot_answer = cannot_answer

    def __getitem__(self, seat: Seat) -> PendingPrompt | None:
        return self._open[seat]

    def __iter__(self) -> Iterator[PendingPrompt]:
        return (pending for pending in self._open if pending is not None)

    def open(self, prompt: SeatPrompt, now: float, due: float | None = None) -> PendingPrompt:
        """Add a prompt. `due` is given where the other player must not notice that it is a new one."""
        pending = PendingPrompt(prompt, self._due(prompt, now) if due is None else due)
        self._open[prompt.seat] = pending
        return pending

    def retime(self, now: float) -> None:
        """Set due anew where it changed whether somebody can answer: infinity while nobody can, else a fresh
        time."""
        for pending in self:
            if is_paced(pending.prompt) and self._cannot_answer(pending.prompt.seat) != (
                pending.due == math.inf
            ):
                pending.due = self._due(pending.prompt, now)

    def _due(self, prompt: SeatPrompt, now: float) -> float:
        return self._pace.due(prompt, now, unanswerable=self._cannot_answer(prompt.seat))

    def would_be_due(self, prompt: SeatPrompt) -> bool:
        """Whether the answer to a prompt that is still to be opened may be told with it."""
        pending = self._open[prompt.seat]
        new = pending is None or pending.prompt.number != prompt.number
        return new and self._pace.is_due_at_once(prompt, unanswerable=self._cannot_answer(prompt.seat))

    def close(self, seat: Seat) -> None:
        """Remove the prompt of a seat."""
        self._open[seat] = None

    def is_passed_by(self, act: Act) -> bool:
        """Whether this act passes on a response, by hand or automatically."""
        pending = self._open[act.seat]
        return (
            pending is not None
            and pending.prompt.kind in RESPONSE_WINDOWS
            and act.body == Choice(pending.prompt.default)
        )

    def find(self, seat: Seat, number: int) -> PendingPrompt:
        """The prompt that an answer is for. Raises Illegal when it is no longer pending."""
        pending = self._open[seat]
        if (
            pending is None
            or pending.prompt.number != number
            or not pending.is_unanswered
            or not pending.shown
        ):
            raise Illegal(words("prompt_closed"), Code.OLD_PROMPT)
        return pending


def _many(least: int, most: int) -> Words | int:
    return least if least == most else words("one_to", least, most)
