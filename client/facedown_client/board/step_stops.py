"""Steps of a line at which Undo and Redo stop. No pygame here.

By the rules, a step may be an automatic pass. The keys skip those: they go from one answer of the player to
the next. Of steps that this client has not seen happen, as in a line that was opened from a file, it does not
know which were answers: there the keys stop at every step.
"""

from __future__ import annotations


class StepStops:
    """The stops of one line."""

    def __init__(self) -> None:
        self._answers: set[int] = set()
        """Steps after which the player answered a prompt."""
        self._unseen = -1
        """Last of the steps that happened unseen; below 0 before the first answer."""

    def clear(self) -> None:
        """Forget all steps: the line begins again."""
        self._answers.clear()
        self._unseen = 0

    def note_answer(self, step: int, seen: int) -> None:
        """Record that the player answers a prompt at this step, which replaces all later steps.

        `seen`: number of steps that this client has seen happen.
        """
        if self._unseen < 0:
            self._unseen = max(0, step - seen)
        self._unseen = min(self._unseen, step)
        self._answers = {one for one in self._answers if one < step} | {step}

    def next_stop(self, step: int, steps: int, direction: int) -> int:
        """Return the stop before this step (`direction` -1) or after it (1), in a line of `steps` steps."""
        near = step + direction
        if not self._answers:
            return near
        if direction < 0:
            return max({min(near, self._unseen), *(one for one in self._answers if one < step)})
        ahead = {steps, *(one for one in self._answers if one > step)}
        return near if near <= self._unseen else min(ahead)
