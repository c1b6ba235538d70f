"""The steps of a line in words, as far as this client knows them: heard when they were taken, read in a file.

Law: no pygame. It hears in the order in which a server tells: what happened, then where the table stands.
"""

from __future__ import annotations

from collections.abc import Mapping

from facedown_shared.text.language import TranslatedText, together

MAX_SENTENCES = 3
"""Sentences that tell of one step; a step by the rules may have many."""


class StepTexts:
    """What each step was about. Steps that nothing was told of (a pass) have no words."""

    def __init__(self) -> None:
        self._texts: dict[int, TranslatedText] = {}
        self._fresh: list[TranslatedText] = []
        self._at = self._steps = 0
        self._jumped = False
        self.done = 0
        """How often something new was done."""
        self.moved = False
        """Whether the table stands elsewhere by itself, without anything new having been done."""
        self.dropped = 0
        """Steps that lay ahead until just now, when something else was done."""

    @property
    def rows(self) -> tuple[tuple[int, str], ...]:
        """(number of the step, words), in order."""
        return tuple((number, str(told)) for number, told in sorted(self._texts.items()))

    def read(self, remarks: Mapping[int, str]) -> None:
        """Take what a file says of its steps, before the table opened with it is told of or after."""
        said = {number: words[:1].upper() + words[1:] for number, words in remarks.items() if words}
        self._texts = {number: TranslatedText.only(words) for number, words in said.items()}
        if not self._steps:
            self._at = self._steps = max(remarks, default=0)

    def told(self, words: TranslatedText) -> None:
        """Something happened."""
        self._fresh.append(words)

    def jumped(self) -> None:
        """The board was told anew: the line was run again to a step, or looked at from the other side."""
        self._jumped = True

    def stands(self, step: int, steps: int) -> None:
        """The table stands after a step of so many: what was told since is about that step."""
        done = step > self._at and step == steps and not self._jumped
        self.done += done
        self.moved = self._jumped and step != self._at
        self.dropped = self._steps - self._at if done else 0
        if done:
            self._forget_after(self._at)
            if self._fresh:
                self._texts[step] = together(self._fresh[:MAX_SENTENCES], "; ")
        self._forget_after(steps)
        self._at, self._steps, self._jumped = step, steps, False
        self._fresh.clear()

    def _forget_after(self, step: int) -> None:
        self._texts = {number: words for number, words in self._texts.items() if number <= step}
