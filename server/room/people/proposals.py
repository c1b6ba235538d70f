"""What needs both players' consent: pause, going on, a draw, a way back, a rematch. One at a time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from shared.errors import Code, Illegal
from shared.words import words
from shared.zones import Seat

REWIND = "rewind"
"""To take something back."""

MODE = "mode"
"""To play another way."""

PROPOSE_AGAIN_AFTER = 20.0
"""Seconds before what was declined may be proposed again by the same seat."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Both players want this."""

    what: str
    proposer: Seat
    step: int = 0
    """To which step of the line, where something is taken back."""
    word: str = ""
    """Which way to play, where that is to change."""


class Proposals:
    """The open proposal of a table, and who was turned down when."""

    def __init__(self) -> None:
        self._open: Agreement | None = None
        self._declined: dict[tuple[str, Seat], float] = {}

    def __str__(self) -> str:
        """As a table shows it: "pause 0", "rewind 1 12", "mode 1 half", or nothing."""
        if self._open is None:
            return ""
        more = f" {self._open.step}" if self._open.what == REWIND else ""
        more = f" {self._open.word}" if self._open.what == MODE else more
        return f"{self._open.what} {self._open.proposer}{more}"

    def propose(
        self, what: str, seat: Seat, now: float, step: int = 0, word: str = ""
    ) -> Agreement | None:  # fmt: skip
        """Propose, withdraw with an empty word, or agree by proposing the same."""
        if not what:
            if self._open and self._open.proposer == seat:
                self._open = None
            return None
        wanted = Agreement(what, seat, step, word)
        if self._open == replace(wanted, proposer=1 - seat):
            return self.answer(seat, now, yes=True)
        if now < self._declined.get((what, seat), 0.0):
            raise Illegal(words("declined_a_moment_ago"), Code.TOO_FAST)
        if self._open and self._open.proposer != seat:
            raise Illegal(words("proposal_open"), Code.NOT_NOW)
        self._open = wanted
        return None

    def answer(self, seat: Seat, now: float, *, yes: bool) -> Agreement | None:
        """The other player's yes or no. Raises Illegal when nothing was proposed to this seat."""
        if self._open is None or self._open.proposer == seat:
            raise Illegal(words("nothing_proposed"), Code.NOT_NOW)
        proposal, self._open = self._open, None
        if yes:
            return proposal
        self._declined[(proposal.what, proposal.proposer)] = now + PROPOSE_AGAIN_AFTER
        return None

    def clear(self) -> None:
        """The moment for it has passed."""
        self._open = None
