"""Law 5: the same log gives the same digest, for any hash seed, and after a restart."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.laws.duels import SLICES_COUNT, duel, slice_of

SEEDS = range(3)
CHILD = "from tests.laws.duels import duel\nfor seed in range(3): print(duel(seed).referee.digest().hex())"


@pytest.mark.parametrize("part", range(SLICES_COUNT))
def test_a_log_run_again_gives_the_same_digest(part: int) -> None:
    for seed, run in slice_of(part):
        assert run.run_again().digest() == run.referee.digest(), f"duel {seed}"


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_other_processes_with_other_hash_seeds_agree(hash_seed: str) -> None:
    child = subprocess.run(
        [sys.executable, "-P", "-c", CHILD], capture_output=True, text=True, check=True, timeout=120,
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(sys.path)},
    )  # fmt: skip
    assert child.stdout.split() == [duel(seed).referee.digest().hex() for seed in SEEDS]


def test_another_act_gives_another_digest() -> None:
    run = duel(0)
    digest = run.referee.digest()
    run.acts = run.acts[:-1]
    assert run.run_again().digest() != digest


def test_another_secret_gives_another_duel() -> None:
    assert duel(0).referee.digest() != duel(2).referee.digest()
