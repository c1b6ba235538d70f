"""A server that ends or freezes at a moment chosen beforehand: for this proof, never for play.

`python -m proofs.recovery.ending "during recovery" 3 serve …` is `facedown-server serve …`, but its process
ends, as if by `kill -9`, when that moment comes for the third time. `python -m proofs.recovery.ending nodes
nothing serve …` freezes when it next comes to a moment that a signal has named; a mistake of PLANTED instead
of "nothing" is one that the server makes, for a proof that has to see it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from types import FrameType

from server.command import run
from server.store import ownership
from server.world import Moment, RealWorld

FREEZE_AT: Mapping[str, Moment] = {
    f"frozen for 5 s {moment}": moment for moment in (Moment.COMMIT, Moment.COMMITTED)
}
"""Kinds of faults -> the moment at which a server freezes."""


def freezes_by(kind: str) -> int:
    """The signal that tells a server to freeze when it next comes to the moment of this kind."""
    first: int = getattr(signal, "SIGRTMIN", 0)
    return first + [*FREEZE_AT].index(kind)


class EndingWorld(RealWorld):
    """The real world, until `moment` has come `count` times."""

    def __init__(self, moment: Moment, count: int) -> None:
        self._moment = moment
        self._count = count

    def reach(self, moment: Moment) -> None:
        """Die, if this is the time."""
        if moment is self._moment:
            self._count -= 1
            if not self._count:
                os.kill(os.getpid(), signal.SIGKILL)


class FreezingWorld(RealWorld):
    """The real world, until a moment comes that was named meanwhile."""

    def __init__(self) -> None:
        self._at: Moment | None = None

    def listen(self) -> None:
        """Hear from now on, by signals, which moment is named. Whoever lets this server go on, names none."""
        for kind in FREEZE_AT:
            signal.signal(freezes_by(kind), self._name)
        signal.signal(signal.SIGCONT, self._forget)

    def _forget(self, number: int, _: FrameType | None) -> None:
        self._at = None

    def _name(self, number: int, _: FrameType | None) -> None:
        self.name(next(moment for kind, moment in FREEZE_AT.items() if freezes_by(kind) == number))

    def name(self, moment: Moment) -> None:
        """Freeze when this moment comes."""
        self._at = moment

    def reach(self, moment: Moment) -> None:
        """Freeze, if this is the time."""
        if moment is self._at:
            self._at = None
            os.kill(os.getpid(), signal.SIGSTOP)


def _without_epoch() -> None:
    """Acts are written without a look at whose the table is."""
    ownership.HELD = "(SELECT {} WHERE %(of)s::text <> '' AND %(node)s::text <> '' AND %(epoch)s::int > 0)"


PLANTED: Mapping[str, Callable[[], None]] = {"nothing": lambda: None, "no epoch": _without_epoch}
"""Mistakes that a server may be told to make."""


def main(words: Sequence[str]) -> int:
    """What is to happen, and the command line of the server to which it does."""
    if words[0] == "nodes":
        PLANTED[words[1]]()
        world = FreezingWorld()
        world.listen()
        return run(words[2:], world)
    return run(words[2:], EndingWorld(Moment(words[0]), int(words[1])))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
