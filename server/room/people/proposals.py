"""Proposals that need both players' consent: a pause, its end, a draw, a step back, a rematch. One at a
time."""

from __future__ import annotations

from dataclasses import dataclass, replace

from shared.errors import Code, Illegal
from shared.words import words
from shared.zones import Seat

REWIND = "rewind"
"""To take steps back."""

MODE = "mode"
"""To play another way."""

PROPOSE_AGAIN_AFTER = 20.0
"""Seconds before the same seat may again propose what was declined."""

DECLINED = {"draw": "declines_draw", "pause": "declines_pause", "rematch": "declines_rematch"}
"""What is told of a no, by what was proposed; of the rest "says_no"."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """What is proposed, or what both players have agreed to."""

    what: str
    proposer: Seat
    step: int = 0
    """For REWIND: the step of the line to go back to."""
    word: str = ""
    """For MODE: the way to play."""


class Proposals:
    """The open proposal of a table, and what was declined lately."""

    def __init__(self) -> None:
        self.open: Agreement | None = None
        """What is proposed now."""
        self._declined: dict[tuple[str, Seat], float] = {}

    def __str__(self) -> str:
        """The open proposal in the words of the protocol: "pause 0", "rewind 1 12", "mode 1 half", or ""."""
        if self.open is None:
            return ""
        more = {REWIND: f" {self.open.step}", MODE: f" {self.open.word}"}.get(self.open.what, "")
        return f"{self.open.what} {self.open.proposer}{more}"

    def propose(
        self, what: str, seat: Seat, now: float, step: int = 0, word: str = ""
    ) -> Agreement | None:  # fmt: skip
        """Propose something, withdraw a proposal (an empty `what`), or agree by proposing the same. What is
        agreed to, else None. Raises Illegal."""
        if not what:
            if self.open and self.open.proposer == seat:
                self.open = None
            return None
        wanted = Agreement(what, seat, step, word)
        if self.open == replace(wanted, proposer=1 - seat):
            return self.answer(seat, now, yes=True)
        if now < self._declined.get((what, seat), 0.0):
            raise Illegal(words("declined_a_moment_ago"), Code.TOO_FAST)
        if self.open and self.open.proposer != seat:
            raise Illegal(words("proposal_open"), Code.NOT_NOW)
        self.open = wanted
        return None

    def answer(self, seat: Seat, now: float, *, yes: bool) -> Agreement | None:
        """Answer the other player's proposal. What is agreed to, else None. Raises Illegal when there is
        none."""
        if self.open is None or self.open.proposer == seat:
            raise Illegal(words("nothing_proposed"), Code.NOT_NOW)
        proposal, self.open = self.open, None
        if yes:
            return proposal
        self._declined[(proposal.what, proposal.proposer)] = now + PROPOSE_AGAIN_AFTER
        return None

    def clear(self) -> None:
        """Drop the open proposal."""
        self.open = None
