"""The gallery's command: what it accepts is listed, and nothing else is taken for a folder."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tools import gallery


def test_help_makes_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = CliRunner().invoke(gallery.main, ["--help"])
    assert told.exit_code == 0
    assert "FOLDER" in told.output
    assert "--language" in told.output
    assert not [*tmp_path.iterdir()]


def test_a_screen_that_is_none_is_refused_in_a_sentence(tmp_path: Path) -> None:
    told = CliRunner().invoke(gallery.main, [str(tmp_path / "pictures"), "nonsense"])
    assert told.exit_code == 2
    assert "nonsense" in told.output
    assert not (tmp_path / "pictures").exists()


def test_screens_are_listed() -> None:
    told = CliRunner().invoke(gallery.main, ["--list"])
    assert told.output.split() == [*gallery.SCREENS]
