"""A table on its way from one node to another: what both write of it in the database, and what that means.

The node that has the table asks another one to run the table's log again (`ASKED`), naming how far the log
goes and the digest it comes to. The other does so and says that it has come to the same (`READY`), or why it
cannot (`REFUSED`). Only then, between two acts, the first one makes it the other's, in the transaction that
changes the row in `owners` (`MOVED`, `server/facedown_server/storage/ownership.py`). Nothing else is decided
by these rows.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from facedown_server.room.people.handover_state import MatchProgress


class HandoverState(StrEnum):
    """How far a handover has come."""

    ASKED = "asked"
    READY = "ready"
    REFUSED = "refused"
    MOVED = "moved"


class Handover(NamedTuple):
    """One table that `source` hands over to `target`."""

    code: str
    source: str
    target: str
    log: str
    acts: int
    digest: bytes
    state: str = HandoverState.ASKED
    why: str = ""
    """Why it was refused, in a sentence for the host."""
    carried: bytes = b""
    """What the target is told beside the log, once the table is its own."""

    @property
    def standing(self) -> MatchProgress:
        """How far the log goes that is to be run."""
        return MatchProgress(self.log, self.acts, self.digest)


ASK = """
INSERT INTO handovers (code, source, target, log, acts, digest, state, why, carried)
VALUES (%(code)s, %(source)s, %(target)s, %(log)s, %(acts)s, %(digest)s, 'asked', '', '')
ON CONFLICT (code) DO UPDATE SET source = excluded.source, target = excluded.target, log = excluded.log,
    acts = excluded.acts, digest = excluded.digest, state = excluded.state, why = '', carried = ''
"""
ANSWER = """
UPDATE handovers SET state = %(state)s, why = %(why)s
WHERE code = %(code)s AND source = %(source)s AND target = %(target)s AND log = %(log)s
    AND acts = %(acts)s AND digest = %(digest)s AND state = 'asked'
"""
FORGET = (
    "DELETE FROM handovers WHERE %s IN (source, target) AND code = ANY(coalesce(%s::varchar[], array[code]))"
)
"""Of a node: these codes, or all where that is null."""
OF_A_NODE = """
SELECT code, source, target, log, acts, digest, state, why, carried FROM handovers
WHERE %(name)s IN (source, target) ORDER BY code
"""
