"""A table's handover from one node to another: the rows that both write in the database.

The owner asks another node to run the table's log (`ASKED`), naming the end of the log and the digest there.
The other node does so and reports the same digest (`READY`), or why it cannot (`REFUSED`). Only then, between
two acts, the owner gives the table away, in the transaction that changes the row in `owners` (`MOVED`,
`server/facedown_server/storage/ownership.py`). These rows decide nothing else.
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
    """The data for the target beside the log, once it owns the table."""

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
