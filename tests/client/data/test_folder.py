"""A player's own folder: made for its owner alone, its files replaced whole."""

from __future__ import annotations

import os
from pathlib import Path
from stat import S_IMODE

import pytest

from client.data import folder


def test_it_and_its_files_are_its_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen to fail: a folder of 0755, in which a picture of one's own hand was everybody's to look at."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "mine"))
    folder.write(folder.home() / "returns" / "one", b"a token")
    assert (folder.home() / "returns" / "one").read_bytes() == b"a token"
    if os.name == "posix":
        assert S_IMODE(folder.home().stat().st_mode) == 0o700
        assert S_IMODE((folder.home() / "returns" / "one").stat().st_mode) == 0o600
