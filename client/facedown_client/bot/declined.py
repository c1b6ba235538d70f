"""What a bot has called off: it is not begun again while anything else is possible.

A script may ask the same again and again until something is chosen. So each choice that led to a call-off is
counted as declined, and so is the call-off where it stood; what was declined least often is taken next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.text.words import Words

CALLED_OFF = "not_after_all"
"""The words of an option that calls off what was begun."""

Key = tuple[Words, Option | None]


def is_call_off(option: Option) -> bool:
    """Return whether this option calls off what was begun."""
    return option.words.id == CALLED_OFF


class DeclinedAnswers:
    """The answers of one turn that led to nothing."""

    def __init__(self) -> None:
        self._times: Counter[Key] = Counter()
        self._path: list[Key] = []
        """What was chosen since the last open state, window or call-off."""

    def clear(self) -> None:
        """Forget everything: another turn has begun."""
        self._times.clear()
        self._path.clear()

    def begin(self) -> None:
        """A new open state or response window: what comes now has nothing to do with earlier choices."""
        self._path.clear()

    def times(self, prompt: Prompt, option: Option | None) -> int:
        """Return how often this answer was declined; no option: nothing was chosen."""
        return self._times[prompt.words, option]

    def note(self, prompt: Prompt, picks: Sequence[int]) -> None:
        """Take down an answer."""
        chosen = [prompt.options[pick] for pick in picks]
        if chosen and not any(map(is_call_off, chosen)):
            self._path += [(prompt.words, option) for option in chosen]
            return
        self._times.update((*self._path, (prompt.words, chosen[0] if chosen else None)))
        self._path.clear()

    def avoid(self, prompt: Prompt, picks: Sequence[int]) -> list[int]:
        """Return these picks, with others in the place of those that were declined more often."""
        options = prompt.options
        wanted = list(dict.fromkeys(picks))
        others = [index for index in range(len(options)) if index not in wanted]
        others.sort(key=lambda index: is_call_off(options[index]))
        count = max(len(wanted), prompt.least)
        if not count and options and prompt.most and self.times(prompt, None):
            count = 1  # nothing was chosen before, and the same is asked again
        ranked = sorted([*wanted, *others], key=lambda index: self.times(prompt, options[index]))
        return ranked[:count]
