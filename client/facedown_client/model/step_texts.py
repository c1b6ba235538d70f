"""The steps of a line as text, as far as this client knows them: from a server, or from a file.

Law: no pygame. It relies on the order of a server's messages: the events, then the table's step.
"""

from __future__ import annotations

from collections.abc import Mapping

from facedown_shared.text.language import TranslatedText, join_texts

MAX_SENTENCES = 3
"""Maximum sentences about one step; a step by the rules may have many."""


class StepTexts:
    """Texts of the steps. Steps without events (a pass) have none."""

    def __init__(self) -> None:
        self._texts: dict[int, TranslatedText] = {}
        self._fresh: list[TranslatedText] = []
        self._at = self._steps = 0
        self._jumped = False
        self.done = 0
        """Number of new acts so far."""
        self.moved = False
        """True if the table's step has changed without a new act."""
        self.dropped = 0
        """Number of later steps that the last new act replaced."""

    @property
    def rows(self) -> tuple[tuple[int, str], ...]:
        """Rows of (number of the step, text), in order."""
        return tuple((number, str(text)) for number, text in sorted(self._texts.items()))

    def add_remarks(self, remarks: Mapping[int, str]) -> None:
        """Add a file's remarks on its steps, before or after its table is received."""
        said = {number: words[:1].upper() + words[1:] for number, words in remarks.items() if words}
        self._texts = {number: TranslatedText.for_all_languages(words) for number, words in said.items()}
        if not self._steps:
            self._at = self._steps = max(remarks, default=0)

    def add_event_text(self, words: TranslatedText) -> None:
        """Add a text about an event to the next step."""
        self._fresh.append(words)

    def note_jump(self) -> None:
        """Note that the board was sent again: the line was run to a step, or seen from the other side."""
        self._jumped = True

    def set_step(self, step: int, steps: int) -> None:
        """Set the table's step and the number of steps. The events since the last step belong to this one."""
        done = step > self._at and step == steps and not self._jumped
        self.done += done
        self.moved = self._jumped and step != self._at
        self.dropped = self._steps - self._at if done else 0
        if done:
            self._forget_after(self._at)
            if self._fresh:
                self._texts[step] = join_texts(self._fresh[:MAX_SENTENCES], "; ")
        self._forget_after(steps)
        self._at, self._steps, self._jumped = step, steps, False
        self._fresh.clear()

    def _forget_after(self, step: int) -> None:
        self._texts = {number: words for number, words in self._texts.items() if number <= step}
