"""Proposals that need both players' consent: a pause, its end, a draw, a step back, a rematch.

One can be open at a time. Each has its own number, which the answer names, since a proposal can be replaced
while the answer is on its way.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.token_buckets import Bucket
from facedown_shared.protocol.messages import Consent, Propose, Ready, ToServer
from facedown_shared.tables import Seat
from facedown_shared.text import Code, Illegal, words

REWIND = "rewind"
"""Proposal to undo steps."""

MODE = "mode"
"""Proposal to change the mode."""

CORE = "core"
"""Question whether to switch to EDOPro's core because a deck needs it. No player proposes it; the host
answers.
"""

REPROPOSE_DELAY_S = 20.0
"""Seconds before the same seat may repeat a declined proposal."""

DECLINED = {"draw": "declines_draw", "pause": "declines_pause", "rematch": "declines_rematch"}
"""The sentence for a no, by kind of proposal; for the rest "says_no"."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A proposal, before or after both players have agreed to it."""

    what: str
    proposer: Seat
    step: int = 0
    """For REWIND: the step of the line to go back to."""
    word: str = ""
    """For MODE: the new mode."""
    number: int = 0
    """The number of the proposal at its table; 0 for one that is not open yet."""


class Proposals:
    """The open proposal of a table, recently declined ones, and each seat's rate limit."""

    def __init__(self, bounds: Bounds | None = None, now: float = 0.0) -> None:
        bounds = bounds or Bounds()
        self.open: Agreement | None = None
        """The open proposal."""
        self._declined: dict[tuple[str, Seat], float] = {}
        self._rates = [Bucket(bounds.propose_rate, bounds.propose_burst, now) for _ in (0, 1)]

    def __str__(self) -> str:
        """Return the open proposal as in the protocol: "pause 0", "rewind 1 12", "mode 1 half", or ""."""
        if self.open is None:
            return ""
        more = {REWIND: f" {self.open.step}", MODE: f" {self.open.word}"}.get(self.open.what, "")
        return f"{self.open.what} {self.open.proposer}{more}"

    @property
    def number(self) -> int:
        """The number of the open proposal, 0 for none."""
        return self.open.number if self.open else 0

    def withdraw(self, seat: Seat) -> None:
        """Drop the open proposal if it is this seat's."""
        if self.open and self.open.proposer == seat:
            self.open = None

    def charge(self, seat: Seat, now: float) -> None:
        """Charge a seat for a proposal.

        Raises Illegal if its proposals come too fast.
        """
        if not self._rates[seat].take(now):
            raise Illegal(words("too_fast_proposals"), Code.TOO_FAST)

    def is_agreed(self, wanted: Agreement, now: float) -> bool:
        """Return whether the other seat has proposed the same, so that both agree. If not, it may be opened
        as new.

        Never true for a step back: the step of that number may be another by now.

        Raises Illegal if it was declined lately, or while the other seat has another proposal open.
        """
        theirs = self.open is not None and self.open.proposer != wanted.proposer
        if self.open and wanted.what != REWIND and self.open == replace(
            wanted, proposer=1 - wanted.proposer, number=self.open.number
        ):  # fmt: skip
            return True
        if self.was_declined(wanted.what, wanted.proposer, now):
            raise Illegal(words("declined_a_moment_ago"), Code.TOO_FAST)
        if theirs:
            raise Illegal(words("proposal_open"), Code.NOT_NOW)
        return False

    def is_open(self, wanted: Agreement) -> bool:
        """Return whether exactly this proposal is already open."""
        return self.open is not None and self.open == replace(wanted, number=self.open.number)

    def find_named(self, seat: Seat, number: int, host: Seat) -> Agreement:
        """Return the open proposal that this seat answers: the other seat's, or for the host the question
        about a deck.

        Raises Illegal if there is none, or if the number is another (`outdated`).
        """
        opened = self.open
        answers = None if opened is None else host if opened.what == CORE else 1 - opened.proposer
        is_theirs = answers == seat
        if not number and is_theirs:
            raise Illegal(words("names_no_proposal"), Code.OLD_PROTOCOL)
        if number and number != self.number:
            raise Illegal(words("proposal_replaced"), Code.OUTDATED)
        if self.open is None or not is_theirs:
            raise Illegal(words("nothing_proposed"), Code.NOT_NOW)
        return self.open

    def was_declined(self, what: str, seat: Seat, now: float) -> bool:
        """Return whether this seat's proposal was declined recently and may not be repeated yet."""
        return now < self._declined.get((what, seat), 0.0)

    def decline(self, now: float) -> None:
        """Decline the open proposal. It cannot be repeated for a while."""
        if self.open is not None:
            self._declined[(self.open.what, self.open.proposer)] = now + REPROPOSE_DELAY_S
            self.open = None

    def clear(self) -> None:
        """Drop the open proposal."""
        self.open = None


def may_begin_match(message: ToServer, opened: Agreement | None) -> bool:
    """Return whether a player's message may begin a match. `opened`: the open proposal."""
    match message:
        case Ready(ready=True) | Propose(what="rematch"):
            return True
        case Consent(yes=True):
            return opened is not None and opened.what == "rematch"
    return False
