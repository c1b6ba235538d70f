"""A server that ends between two writes of an event: for this proof, never for play.

`python -m proofs.recovery.event_kill_points match serve …` is `facedown-server serve …`, but its process
ends, as if by `kill -9`, when a match has been stored and the event's row of its result has not. With
`pairing` it ends when a pairing has been stored and none of its tables.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence

from facedown_server.runtime.world import RealWorld
from facedown_server.service.command import run
from facedown_server.storage.event_rows import EventRows

MATCH, PAIRING = "match", "pairing"
KINDS = (PAIRING, MATCH)
ACTS = {MATCH: '"do":"match"', PAIRING: '"do":"pair"'}
"""What is in the row of a log at which the server ends."""


def end_at(kind: str) -> None:
    """End this process at the next such row."""
    append = EventRows.append

    async def end_or_append(self: EventRows, code: str, seq: int, *rows: str) -> None:
        is_there = any(ACTS[kind] in row for row in rows)
        if is_there and kind == MATCH:
            os.kill(os.getpid(), signal.SIGKILL)
        await append(self, code, seq, *rows)
        if is_there:
            os.kill(os.getpid(), signal.SIGKILL)

    setattr(EventRows, "append", end_or_append)  # noqa: B010  # mypy rejects an assignment to a method


def main(words: Sequence[str]) -> int:
    """Run the server of the command line, which ends at a row of the first word's kind."""
    end_at(words[0])
    return run(words[1:], RealWorld())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
