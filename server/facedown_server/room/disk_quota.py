"""A quota of bytes that each IP address may cause to be written to the journal in a day.

Stored data is charged to the address whose message caused it: acts of a match, headers of matches, tables,
lines of chat. Once the quota is used up, nothing that can wait is stored for that address: no new table or
seat, deck, match, line of chat or quick word, no undo. Acts of running duels continue, at a rate that
suffices for all players of a household.

The quota is a token bucket of half the quota, refilled with the other half over a day, so no 24 hours take
more. Each server counts for itself, from its start on.
"""

from __future__ import annotations

from collections.abc import Awaitable

import msgspec

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.storage.store import ChatLine, Header, LogRow, StoredTable
from facedown_shared.protocol.envelope import ToServer
from facedown_shared.protocol.gestures import Gesture, SendSignal
from facedown_shared.protocol.messages import (
    Answer,
    AutoPass,
    ChangeMode,
    Chat,
    Concede,
    Consent,
    CreateTable,
    JoinTable,
    Kick,
    Propose,
    Ready,
    Restart,
    Resume,
    Rewind,
    UseDeck,
)
from facedown_shared.protocol.provided_facts import TellFacts
from facedown_shared.text import Code, Illegal, words

DAY_S = 86_400.0
ROW_BYTES = 100
"""Bytes that a row takes in addition to its content."""

CAN_WAIT = (
    CreateTable, JoinTable, UseDeck, TellFacts, ChangeMode, Ready, Chat, Kick, Rewind, Restart, SendSignal,
)  # fmt: skip
"""Messages that are refused once the quota is used up, except decks between two duels of a match."""

GOES_ON = (Answer, Gesture, Concede, Propose, Consent, Resume, AutoPass)
"""Messages that have a rate limit of their own once the quota is used up."""

STORED_MESSAGES = CAN_WAIT + GOES_ON

Stored = StoredTable | Header | ChatLine | LogRow


class DiskQuota:
    """Counter of the journal bytes that each IP address has caused. `bounds.journal_bytes_per_day` is the
    quota.
    """

    def __init__(self, bounds: Bounds) -> None:
        half = bounds.journal_bytes_per_day / 2
        self._left = Buckets(half / DAY_S, half)
        self._acts = Buckets(bounds.late_act_rate, bounds.late_act_burst)
        self._writers: dict[str, str] = {}
        """The address whose message is being carried out, by table."""

    async def charge(self, table: str, address: str, work: Awaitable[None]) -> None:
        """Await work at a table. Charge what is stored of the table meanwhile to an address."""
        self._writers[table] = address
        try:
            await work
        finally:
            self._writers.pop(table, None)

    def count_rows(self, table: str, now: float, *stored: Stored) -> None:
        """Count rows of a table that are about to be stored. Rows that no message caused are charged to no
        address.
        """
        address = self._writers.get(table)
        if address is not None:
            self._left.charge(address, now, sum(map(size_of, stored)))

    def is_used_up(self, address: str, now: float) -> bool:
        """Return whether the quota of this address, or of a network that contains it, is used up."""
        return self._left.is_empty(address, now)

    def check(self, address: str, message: ToServer, now: float, *, siding: bool = False) -> None:
        """Check that a message may still be stored for this address today.

        `siding`: a deck is awaited between two duels of a match.

        Raises Illegal if the quota is used up.
        """
        if not isinstance(message, STORED_MESSAGES) or not self.is_used_up(address, now):
            return
        can_wait = isinstance(message, CAN_WAIT) and not (siding and isinstance(message, UseDeck))
        if can_wait or (isinstance(message, Propose) and message.what == "rematch"):
            raise Illegal(words("journal_quota_used"), Code.TOO_FAST)
        if not self._acts.take(address, now):
            raise Illegal(words("journal_quota_used"), Code.TOO_FAST)


def size_of(stored: Stored) -> int:
    """Return the approximate size of a row in the journal, in bytes."""
    if isinstance(stored, LogRow):
        return ROW_BYTES + len(stored.body) + len(stored.digest)
    return ROW_BYTES + len(msgspec.json.encode(stored))
