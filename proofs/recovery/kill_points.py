"""A server that ends or freezes at a moment chosen beforehand: for this proof, never for play.

`python -m proofs.recovery.kill_points "during recovery" 3 serve …` is `facedown-server serve …`, but its
process ends, as if by `kill -9`, when that moment occurs for the third time. `python -m
proofs.recovery.kill_points nodes nothing serve …` freezes when it next reaches a moment that a signal has
named; a mistake of PLANTED instead of "nothing" is one that the server makes, for a proof that has to see it.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from types import FrameType

from facedown_server.runtime.world import Moment, RealWorld
from facedown_server.service.command import run
from facedown_server.storage import ownership, postgresql_writer
from facedown_server.storage.journal_writer import Append, Step, Values, WriterJob, group_jobs

FREEZE_AT: Mapping[str, Moment] = {
    f"frozen for 5 s {moment}": moment for moment in (Moment.COMMIT, Moment.COMMITTED)
}
"""Kinds of faults -> the moment at which a server freezes."""

OVERTAKEN = "frozen before the commit of an act until others had its table"
"""A kind of fault of its own: the moment of the first of these, but only of a transaction with an act."""

NAMED = (*FREEZE_AT, OVERTAKEN)
"""Moments that a signal can name."""


def freeze_signal(kind: str) -> int:
    """Return the signal that makes a server freeze when it next reaches a moment of this kind."""
    first: int = getattr(signal, "SIGRTMIN", 0)
    return first + NAMED.index(kind)


class EndingWorld(RealWorld):
    """The real world, until `moment` has occurred `count` times."""

    reports_moments = True

    def __init__(self, moment: Moment, count: int) -> None:
        super().__init__()
        self._moment = moment
        self._count = count

    def report_moment(self, moment: Moment) -> None:
        """Die, if this is the moment."""
        if moment is self._moment:
            self._count -= 1
            if not self._count:
                os.kill(os.getpid(), signal.SIGKILL)


class FreezingWorld(RealWorld):
    """The real world, until a moment that was named meanwhile."""

    reports_moments = True

    def __init__(self) -> None:
        super().__init__()
        self._at: Moment | None = None
        self._acts_alone = False
        """Whether to freeze in a transaction with an act alone."""
        self._has_acts = False
        """Whether the transaction that is being written has one."""

    def listen(self) -> None:
        """Read from now on, by signals, at which moment to freeze. A signal to resume this server names
        none.
        """
        for kind in NAMED:
            signal.signal(freeze_signal(kind), self._name)
        signal.signal(signal.SIGCONT, self._forget)
        vars(postgresql_writer)["group_jobs"] = self._group_jobs

    def _group_jobs(self, jobs: list[WriterJob]) -> tuple[dict[Append, list[Values]], list[Step]]:
        """Return the start of every transaction, and record whether it has an act."""
        rows, steps = group_jobs(jobs)
        self._has_acts = any(" acts " in append.text for append in rows)
        return rows, steps

    def _forget(self, number: int, _: FrameType | None) -> None:
        self._at = None

    def _name(self, number: int, _: FrameType | None) -> None:
        kind = next(kind for kind in NAMED if freeze_signal(kind) == number)
        self.name(FREEZE_AT.get(kind, Moment.COMMIT), acts_alone=kind == OVERTAKEN)

    def name(self, moment: Moment, *, acts_alone: bool = False) -> None:
        """Freeze at this moment."""
        self._at, self._acts_alone = moment, acts_alone

    def report_moment(self, moment: Moment) -> None:
        """Freeze, if this is the moment."""
        if moment is self._at and (self._has_acts or not self._acts_alone):
            self._at = None
            # Sent to the process, it would reach another thread, and this one would go on for a while.
            signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)


def _skip_epoch_check() -> None:
    """Write acts without checking which server owns the table."""
    ownership.HELD = "(SELECT {} WHERE %(of)s::text <> '' AND %(node)s::text <> '' AND %(epoch)s::int > 0)"


PLANTED: Mapping[str, Callable[[], None]] = {"nothing": lambda: None, "no epoch": _skip_epoch_check}
"""Mistakes that a server can be made to make."""


def main(words: Sequence[str]) -> int:
    """Run the server of the command line with a kill point or a planted mistake."""
    if words[0] == "nodes":
        PLANTED[words[1]]()
        world = FreezingWorld()
        world.listen()
        return run(words[2:], world)
    return run(words[2:], EndingWorld(Moment(words[0]), int(words[1])))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
