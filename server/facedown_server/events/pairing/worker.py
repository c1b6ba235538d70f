"""Process that pairs one round: a request on stdin, the reply on stdout.

    python -P -m facedown_server.events.pairing.worker

Started by `process.py`, so that a large round stops no duel. It opens no file and no socket.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

import msgspec

from facedown_server.events.pairing.costs import PairingRequest

LIBRARY_MISSING_CODE = 3
"""Exit code if networkx is not installed."""
NICE_STEPS = 10
"""How far duels on the same computer come first."""


def answer(requests: BinaryIO, replies: BinaryIO) -> int:
    """Read the request, write the reply; return the exit code."""
    if sys.platform != "win32":
        os.nice(NICE_STEPS)
    request = msgspec.json.decode(requests.read(), type=PairingRequest)
    try:
        from facedown_server.events.pairing.matching import best_pairs
    except ModuleNotFoundError:
        return LIBRARY_MISSING_CODE
    replies.write(msgspec.json.encode(best_pairs(request)))
    return 0


if __name__ == "__main__":
    sys.exit(answer(sys.stdin.buffer, sys.stdout.buffer))
