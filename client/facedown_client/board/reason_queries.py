"""Queries for the reasons why cards cannot be played: once per card and prompt.

Law: no pygame. The server limits the rate of answers, so no query is repeated.
"""

from __future__ import annotations

from collections.abc import Callable

from facedown_client.board.prompt_actions import TITLES
from facedown_client.model.words.sentences import reason_words
from facedown_shared.protocol.messages import Prompt, Reasons, ToServer, Why
from facedown_shared.tables import View
from facedown_shared.text import _


class ReasonQueries:
    """Reasons known so far. `send` sends a query."""

    def __init__(self, send: Callable[[ToServer], None]) -> None:
        self._send = send
        self._known: dict[int, Reasons] = {}
        self._asked: set[int] = set()
        self._now: tuple[object, ...] = ()
        self._heard: Reasons | None = None

    def update(self, prompt: Prompt | None, view: View | None, reply: Reasons | None) -> None:
        """Take the present prompt and the last answer; a new prompt or View discards the reasons."""
        now = (prompt, view)
        if len(self._now) != 2 or self._now[0] is not prompt or self._now[1] is not view:
            self._now = now
            self._known.clear()
            self._asked.clear()
        if reply is not None and reply is not self._heard:
            self._heard = reply
            self._known[reply.card] = reply

    def query(self, card: int) -> None:
        """Query why this card cannot be played, unless already queried."""
        if card and card not in self._asked:
            self._asked.add(card)
            self._send(Why(card))

    def lines(self, card: int) -> tuple[str, ...]:
        """Return the reasons for a card as lines; empty before the answer."""
        return tuple(reason_lines(self._known[card])) if card in self._known else ()


def reason_lines(found: Reasons) -> list[str]:
    """Format reasons as lines: the refused action, then the reason; actions with the same reason share a
    line.
    """
    ways: dict[str, list[str]] = {}
    for reason in found.reasons:
        title = TITLES.get(reason.verb, reason.verb.replace("_", " ").capitalize())
        ways.setdefault(reason.code, []).append(_(title) if title else "")
    return [_line([title for title in titles if title], reason_words(code)) for code, titles in ways.items()]


def _line(titles: list[str], sentence: str) -> str:
    return _("{ways}: {reason}", ways=", ".join(titles), reason=sentence) if titles else sentence
