"""A prompt for the name of any card, as a list of the cards that a search has found. No pygame here.

One search is under way at a time; what was typed meanwhile is searched when its answer is there.
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
from facedown_shared.text.errors import Code

RETRY_DELAY_S = 0.5
"""Until a search that was refused as too fast is sent again."""


def answer(prompt: Prompt, picks: tuple[int, ...]) -> Answer:
    """Return the answer behind picks: of a name, its passcode."""
    if prompt.declare and picks:
        return Answer(prompt.ask, code=prompt.options[picks[0]].code)
    return Answer(prompt.ask, picks)


class NamePrompt:
    """The searches for one player. `send` is how messages leave."""

    def __init__(self, send: Callable[[ToServer], object]) -> None:
        self._send = send
        self._sent: SearchCards | None = None
        """The search whose answer is awaited, or was taken last."""
        self._since = 0.0
        self._listed: tuple[Prompt | None, CardsFound | None, Prompt | None] = (None, None, None)

    def listed(self, prompt: Prompt | None, found: CardsFound | None) -> Prompt | None:
        """Return the prompt with the cards found as its options; any other prompt as it is."""
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
        """Search for what is typed now, once the search before it is answered."""
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

    def wakes(self, now: float) -> float:
        """Return when `search` is to be called again; infinity where only news or letters matter."""
        retry = self._since + RETRY_DELAY_S
        return retry if self._sent is not None and now < retry else math.inf
