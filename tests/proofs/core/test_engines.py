"""The proof that needs what a host brings says so where nothing was brought."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from proofs.command import prove


def test_without_an_engine_a_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    said = CliRunner().invoke(prove, ["core", "--data", str(tmp_path)])
    assert said.exit_code == 1
    assert "`python run.py core` brings one" in said.output
