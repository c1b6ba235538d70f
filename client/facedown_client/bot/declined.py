"""Record of choices that a bot has cancelled: it avoids them while anything else is possible.

A script may repeat the same prompt until something is chosen. So each choice that led to a cancel counts as
declined, and so does the cancel itself at that prompt. The option that was declined least often is taken
next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.text import Words

CALLED_OFF = "not_after_all"
"""Words of an option that cancels the action."""

Key = tuple[Words, Option | None]


def is_cancel(option: Option) -> bool:
    """Return whether this option cancels the action."""
    return option.words.id == CALLED_OFF


class DeclinedAnswers:
    """Counts of the answers in one turn that ended in a cancel."""

    def __init__(self) -> None:
        self._times: Counter[Key] = Counter()
        self._path: list[Key] = []
        """Choices since the last open state, response window or cancel."""

    def clear(self) -> None:
        """Clear all counts for a new turn."""
        self._times.clear()
        self._path.clear()

    def start_choices(self) -> None:
        """Start a new open state or response window, unrelated to earlier choices."""
        self._path.clear()

    def times(self, prompt: Prompt, option: Option | None) -> int:
        """Return how often this answer was declined; None as option: choosing nothing."""
        return self._times[prompt.words, option]

    def note(self, prompt: Prompt, picks: Sequence[int]) -> None:
        """Record an answer."""
        chosen = [prompt.options[pick] for pick in picks]
        if chosen and not any(map(is_cancel, chosen)):
            self._path += [(prompt.words, option) for option in chosen]
            return
        self._times.update((*self._path, (prompt.words, chosen[0] if chosen else None)))
        self._path.clear()

    def avoid(self, prompt: Prompt, picks: Sequence[int]) -> list[int]:
        """Return these picks, with options that were declined less often in place of others."""
        options = prompt.options
        wanted = list(dict.fromkeys(picks))
        others = [index for index in range(len(options)) if index not in wanted]
        others.sort(key=lambda index: is_cancel(options[index]))
        count = max(len(wanted), prompt.least)
        if not count and options and prompt.most and self.times(prompt, None):
            count = 1  # choosing nothing led to the same prompt again
        ranked = sorted([*wanted, *others], key=lambda index: self.times(prompt, options[index]))
        return ranked[:count]
