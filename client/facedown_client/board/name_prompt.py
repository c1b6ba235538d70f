"""Prompt for the name of any card, as a list of the cards that a search has found. No pygame here.

One search runs at a time. Text typed meanwhile is searched after its answer.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

from facedown_shared.protocol.card_search import MAX_SEARCH_LETTERS
from facedown_shared.protocol.messages import (
    Answer,
    CardsFound,
    Option,
    Prompt,
    Refused,
    SearchCards,
    ToServer,
)
from facedown_shared.text import Code

RETRY_DELAY_S = 0.5
"""Delay before a search is sent again that was refused as too fast."""


def make_answer(prompt: Prompt, picks: tuple[int, ...]) -> Answer:
    """Return the answer for these picks; for a name, its passcode."""
    if prompt.declare and picks:
        return Answer(prompt.ask, code=prompt.options[picks[0]].code)
    return Answer(prompt.ask, picks)


class NamePrompt:
    """Card searches of one player. `send` sends a message."""

    def __init__(self, send: Callable[[ToServer], object]) -> None:
        self._send = send
        self._sent: SearchCards | None = None
        """Search that waits for its answer, or the last answered one."""
        self._since = 0.0
        self._listed: tuple[Prompt | None, CardsFound | None, Prompt | None] = (None, None, None)

    def with_found_cards(self, prompt: Prompt | None, found: CardsFound | None) -> Prompt | None:
        """Return the prompt with the found cards as its options; other prompts unchanged."""
        if prompt is None or not prompt.declare:
            return prompt
        found = found if found is not None and found.ask == prompt.ask else None
        if self._listed[:2] != (prompt, found):
            cards = found.cards if found is not None else ()
            options = tuple(Option("choose", code=card.code) for card in cards)
            self._listed = prompt, found, msgspec.structs.replace(prompt, options=options)
        return self._listed[2]

    def search(
        self, prompt: Prompt | None, text: str, found: CardsFound | None, refused: Refused | None, now: float
    ) -> None:  # fmt: skip
        """Search for the typed text, once the previous search has been answered."""
        if prompt is None or not prompt.declare:
            self._sent = None
            return
        wanted, sent = SearchCards(prompt.ask, text[:MAX_SEARCH_LETTERS]), self._sent
        if sent is not None and sent.ask == prompt.ask:
            is_answered = found is not None and (found.ask, found.text) == (sent.ask, sent.text)
            is_refused = refused is not None and (refused.ask, refused.code) == (sent.ask, Code.TOO_FAST)
            if is_answered and wanted == sent:
                return
            if not is_answered and not (is_refused and now - self._since >= RETRY_DELAY_S):
                return
        self._sent, self._since = wanted, now
        self._send(wanted)

    def next_search_time(self, now: float) -> float:
        """Return the time of the next call of `search`; infinity if only a message or a key can change
        anything.
        """
        retry = self._since + RETRY_DELAY_S
        return retry if self._sent is not None and now < retry else math.inf
