"""Servers upgraded one by one, by the commands of the documentation: nothing is lost, no client disconnected
for good.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from proofs.online.node_processes import DRAIN, SERVE
from proofs.recovery.followers import HandoverGap
from proofs.recovery.rolling import NAMES, TABLES_PER_SERVER_COUNT, RollingProof
from tests import postgresql
from tests.arch.source import ROOT


def test_what_is_run_is_what_the_documentation_says() -> None:
    text = (ROOT / "docs" / "host" / "many-machines.md").read_text(encoding="utf-8")
    block = text.partition("<!-- rolling:")[2].partition("\n\n")[2]
    lines = [line.strip() for line in block.partition("\n\n")[0].splitlines()]
    assert lines == [
        f"python run.py {words.format(database='DATABASE', node=name, url=f'https://{name}.example')}"
        for name in NAMES for words in (DRAIN, SERVE)
    ]  # fmt: skip


@postgresql.needed
@pytest.mark.slow
async def test_three_servers_are_upgraded_while_people_play(tmp_path: Path) -> None:
    """Every View that any client was sent is found, in its order, in the match run once; and tables did move,
    with their spectators.
    """
    said: list[str] = []
    proof = RollingProof(tmp_path, 5, said.append)
    with trio.fail_after(400):
        tally = await proof.run(1)
    assert (tally.lost, tally.doubled) == ([], [])
    assert proof.ended == [0, 0, 0]
    assert proof.said == ["All tables are handed over, and the server has stopped."] * 3
    assert tally.matches >= 3
    assert proof.is_clean
    assert len({each.code for each in proof.followed}) >= TABLES_PER_SERVER_COUNT
    assert all(each.silence >= each.handover_duration >= 0 for each in proof.followed)


def test_a_proof_in_which_no_table_went_anywhere_proves_nothing(tmp_path: Path) -> None:
    proof = RollingProof(tmp_path, 1, print)
    verdicts = [proof.is_clean]
    proof.followed.append(HandoverGap("AAA-222", 0.2, 0.1, 0.1))
    assert "1 time" in proof.lines()[1]
    verdicts.append(proof.is_clean)
    proof.tally.lost.append("an act")
    verdicts.append(proof.is_clean)
    assert verdicts == [False, True, False]
