"""Proofs that need an engine from the host say so where it or wasmtime is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs.command import prove
from proofs.core.scenarios import files


@pytest.mark.parametrize("proof", ["core", "differs", "triggers"])
def test_without_an_engine_a_sentence_says_what_to_do(
    proof: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    said = CliRunner().invoke(prove, [proof, "--data", str(tmp_path)])
    assert said.exit_code == 1
    assert "`python run.py core` brings one" in said.output


def test_the_proofs_are_there_without_wasmtime() -> None:
    command = (
        "import sys; sys.modules['wasmtime'] = None\n"
        "import proofs.command, proofs.core.duels, proofs.core.scenarios, proofs.core.engines\n"
        "import proofs.differs.proof"
    )
    said = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, "")


def test_scenarios_are_looked_for_in_folders_too(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    for name in ("one.json", "more/many.jsonl.gz", "more/FORMAT.md"):
        (tmp_path / name).write_bytes(b"")
    single = tmp_path / "one.json"
    assert files([tmp_path, single]) == (tmp_path / "more" / "many.jsonl.gz", single, single)
