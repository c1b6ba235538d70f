"""A player's own folder: made for its owner alone, its files replaced whole."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from stat import S_IMODE

import pytest

from facedown_client.connection.return_places import Return, Returns
from facedown_client.data import preferences
from facedown_client.data.preferences import Preferences
from facedown_client.model import data_folder
from facedown_shared.network.links import TableLink
from facedown_shared.text.errors import BadInput


def test_it_and_its_files_are_its_owners_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen to fail: a folder of 0755, in which any user could read a picture of one's own hand."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "mine"))
    data_folder.write_private(data_folder.home() / "returns" / "one", b"a token")
    assert (data_folder.home() / "returns" / "one").read_bytes() == b"a token"
    if os.name == "posix":
        assert S_IMODE(data_folder.home().stat().st_mode) == 0o700
        assert S_IMODE((data_folder.home() / "returns" / "one").stat().st_mode) == 0o600


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a full disk."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tempfile.mkstemp", refuse)


def test_a_folder_that_cannot_be_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen to fail: a traceback, from `decks` and from the window."""
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "file"))
    with pytest.raises(BadInput, match=r"^Nothing can be saved in .*; name another .* in FACEDOWN_HOME\.$"):
        data_folder.home()
    assert preferences.load() == Preferences(name=preferences.login_name())
    preferences.save(Preferences(name="Wren"))  # and so it applies this time only


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"one cannot be saved: no space left on device\.$"):
        data_folder.write_private(tmp_path / "one", b"a token")
    preferences.save(Preferences(name="Wren"), tmp_path / "settings.json")


@pytest.mark.usefixtures("full_disk")
def test_a_full_disk_keeps_nobody_from_playing_and_is_told_once(tmp_path: Path) -> None:
    """Seen to fail: a joining player read for ever that the server could not be reached."""
    returns = Returns(tmp_path)
    assert returns.complaint() == ""
    for token in ("one", "two"):
        returns.store_place(Return(TableLink("duels.example", 443), "AB2-CDE", 0, token))
    assert "copy the link back" in returns.complaint()
    assert returns.complaint() == ""
    assert returns.store_record("AB2-CDE", b"{}") is None


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        ("Blue-Eyes", "Blue-Eyes"),
        ("Con", "deck Con"),
        ("nul.old", "deck nul.old"),
        ("COM1", "deck COM1"),
        ("Console", "Console"),
        ("a/b\\c:d*e?", "abcde"),
        (" . ", "deck"),
        ("\u9752\u773c\u767d\u9f99", "\u9752\u773c\u767d\u9f99"),
        ("x" * 58 + " . y", "x" * 58),
    ],
)
def test_a_title_becomes_a_name_that_every_system_can_store(title: str, stem: str) -> None:
    """Seen to fail: a deck called Con was written to the console on Windows, and lost."""
    assert data_folder.file_stem(title, "deck") == stem
