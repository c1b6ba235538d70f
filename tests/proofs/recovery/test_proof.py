"""The proof itself, in small: a real server killed at every kind of moment, real sockets, a real disk.

Seen to fail: a server that sends before it commits loses Views, and one that stores an act twice doubles it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from facedown_server.runtime.world import Moment
from proofs.recovery.kill_points import EndingWorld
from proofs.recovery.proof import KINDS, RecoveryProof


@pytest.mark.slow
def test_nothing_told_is_lost_and_nothing_is_done_twice(tmp_path: Path) -> None:
    proof = RecoveryProof(tmp_path, 7, lambda line: None)
    tally = trio.run(proof.run, 2 * len(KINDS))
    assert tally.lost + tally.doubled == []
    assert sum(proof.kills.values()) == 2 * len(KINDS)
    assert len(proof.kills) >= len(KINDS) - 1
    assert tally.acts > 0


def test_a_server_ends_when_the_moment_has_come_for_the_second_time(monkeypatch: pytest.MonkeyPatch) -> None:
    killed: list[int] = []
    monkeypatch.setattr("os.kill", lambda process, number: killed.append(number))
    world = EndingWorld(Moment.COMMITTED, 2)
    for moment in (Moment.COMMITTED, Moment.BEFORE, Moment.TELLING):
        world.report_moment(moment)
    assert killed == []
    world.report_moment(Moment.COMMITTED)
    assert len(killed) == 1
