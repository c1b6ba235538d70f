"""A server that ends at a moment chosen beforehand, as if by `kill -9`: for this proof, never for play.

`python -m proofs.recovery.ending "during recovery" 3 serve …` is `facedown-server serve …`, but its process
ends when that moment comes for the third time; with SIGSTOP before `serve` it freezes there.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence

from server.command import run
from server.world import Moment, RealWorld


class EndingWorld(RealWorld):
    """The real world, until `moment` has come `count` times."""

    def __init__(self, moment: Moment, count: int, how: signal.Signals = signal.SIGKILL) -> None:
        self._how = how
        self._moment = moment
        self._count = count

    def reach(self, moment: Moment) -> None:
        """Die, if this is the time."""
        if moment is self._moment:
            self._count -= 1
            if not self._count:
                os.kill(os.getpid(), self._how)


def main(words: Sequence[str]) -> int:
    """A moment, how many of them, and the command line of the server that ends there."""
    how, rest = (signal.SIGSTOP, words[3:]) if words[2] == "SIGSTOP" else (signal.SIGKILL, words[2:])
    return run(rest, EndingWorld(Moment(words[0]), int(words[1]), how))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
