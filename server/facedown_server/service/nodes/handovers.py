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
    """The state of a handover."""

    ASKED = "asked"
    READY = "ready"
    REFUSED = "refused"
    MOVED = "moved"


class Handover(NamedTuple):
    """The handover of one table from node `source` to node `target`."""

    code: str
    source: str
    target: str
    log: str
    acts: int
    digest: bytes
    state: str = HandoverState.ASKED
    why: str = ""
    """The reason of a refusal, in a sentence for the host."""
    carried: bytes = b""
    """Data for the target beside the log, set once the target owns the table."""

    @property
    def progress(self) -> MatchProgress:
        """The end of the log that the target must run."""
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
"""Delete a node's handovers of these codes, or all of them if the codes are null."""
OF_A_NODE = """
SELECT code, source, target, log, acts, digest, state, why, carried FROM handovers
WHERE %(name)s IN (source, target) ORDER BY code
"""
