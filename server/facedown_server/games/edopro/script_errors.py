"""Script errors as messages to the table. An error of a card's script is reported only after the card was
public.

Earlier a failing script would disclose that its owner has the card. Errors without a card are reported at the
end.
"""

from __future__ import annotations

from collections.abc import Sequence

from facedown_server.table import State
from facedown_shared.tables import PUBLIC_CLASS_INDEX
from facedown_shared.text import Words, words

SIGN, ENDING, MAX_PASSCODE_LETTERS = "c", ".lua", 10


class Faults:
    """Collector of the script errors of one duel."""

    def __init__(self) -> None:
        self._waiting: dict[int, None] = {}
        """Passcodes of cards with failed scripts, in order; 0 for a script that belongs to no card."""
        self._told: set[int] = set()

    def note(self, logs: Sequence[str]) -> None:
        """Record error messages of the core."""
        for text in logs:
            self._waiting.setdefault(passcode_in_error(text))

    def next_messages(self, state: State, *, over: bool) -> Sequence[Words]:
        """Return the messages to send now, each of them once. `over`: whether the duel is over."""
        public = {facts.code for facts in state.known[PUBLIC_CLASS_INDEX].values()}
        public |= {facts.alias for facts in state.known[PUBLIC_CLASS_INDEX].values()}
        ready = [code for code in self._waiting if (code in public if code else over)]
        new = [code for code in ready if code not in self._told]
        self._told.update(new)
        return [words("script_of_card_fails", code) if code else words("script_fails") for code in new]


def passcode_in_error(text: str) -> int:
    """Return the passcode of the first card script named in an error message ("c79997591.lua"), or 0."""
    start = text.find(ENDING)
    while start >= 0:
        name = text[max(0, start - MAX_PASSCODE_LETTERS) : start]
        digits = name.rpartition(SIGN)[2]
        if SIGN in name and digits.isdecimal() and digits.isascii():
            return int(digits)
        start = text.find(ENDING, start + 1)
    return 0
