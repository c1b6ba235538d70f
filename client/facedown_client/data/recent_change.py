"""A guard against agreeing to a proposal that has just changed, before the person can have read it.

Law: plain values; no pygame, no trio.
"""

from __future__ import annotations

import math

from facedown_shared.protocol.messages import Consent, Propose, Ready, TableInfo, ToServer
from facedown_shared.text import gettext_noop

GUARD_S = 0.5
"""Seconds after a change during which no yes is accepted."""

HELD_BACK = gettext_noop("That has just changed, so nothing was sent: read it, then answer.")


class RecentChange:
    """Guard that rejects a yes right after the proposal or the terms at a table have changed."""

    def __init__(self) -> None:
        self._table: TableInfo | None = None
        self._until = -math.inf

    def compare(self, table: TableInfo | None, now: float) -> None:
        """Compare with the present table. The first message about a table counts as no change."""
        before, self._table = self._table, table
        if before is None or table is None or before.code != table.code or table.alone:
            return
        if _agreement(before) != _agreement(table):
            self._until = now + GUARD_S

    def is_recent(self, now: float) -> bool:
        """Return whether the content has changed within the last half second."""
        return now < self._until

    def must_hold_back(self, message: ToServer, now: float) -> bool:
        """Return whether a player's message accepts (or declines) content that has just changed."""
        return self.is_recent(now) and self._is_answer(message)

    def _is_answer(self, message: ToServer) -> bool:
        match message:
            case Consent() | Ready(ready=True):
                return True
            case Propose(what=what) if what and self._table is not None:  # proposing the same means agreeing
                return self._table.proposal.partition(" ")[0] == what
        return False


def _agreement(table: TableInfo) -> tuple[object, ...]:
    """Return the content that a yes agrees to: the open proposal, and before a match the terms."""
    terms = table.terms if table.stage in ("gathering", "over") else 0
    return terms, table.proposal_number, table.proposal, table.stage == "gathering"
