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
    """The real world, until `moment` has come `count` times. `how`: the name of the signal that ends it."""

    def __init__(self, moment: Moment, count: int, how: str = "SIGKILL") -> None:
        self._how = how
        self._moment = moment
        self._count = count

    def reach(self, moment: Moment) -> None:
        """Die, if this is the time."""
        if moment is self._moment:
            self._count -= 1
            if not self._count:
                os.kill(os.getpid(), signal.Signals[self._how])


def main(words: Sequence[str]) -> int:
    """A moment, how many of them, and the command line of the server that ends there."""
    how, rest = (words[2], words[3:]) if words[2] == "SIGSTOP" else ("SIGKILL", words[2:])
    return run(rest, EndingWorld(Moment(words[0]), int(words[1]), how))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
