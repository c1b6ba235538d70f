"""The proof of an event's two writes, in small: a real server that ends in between."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from proofs.recovery.event_kill_points import KINDS
from proofs.recovery.event_kills import EventKills


@pytest.mark.slow
def test_a_match_counts_once_though_the_server_ended_between_its_two_writes(tmp_path: Path) -> None:
    proof = EventKills(tmp_path, lambda line: None)
    trio.run(proof.run, 2)
    assert proof.kills == dict.fromkeys(KINDS, 2)
    assert (proof.matches, proof.lost, proof.doubled) == (2, 0, 0)
