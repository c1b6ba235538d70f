"""Banlists a client knows: own files, EDOPro's folder, and what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_client.data import banlists
from facedown_shared.text.errors import BadInput


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    return tmp_path


def test_lists_of_ones_own_and_of_edopro_are_found_and_broken_ones_left_out(home: Path) -> None:
    theirs = home / "edopro" / "repositories" / "lflists"
    theirs.mkdir(parents=True)
    (theirs / "a.conf").write_text("!World\n46986414 1\n!Old\n46986414 3\n", encoding="utf-8")
    (theirs / "b.conf").write_text("nonsense\n", encoding="utf-8")
    given = home / "mine.conf"
    given.write_text("!World\n46986414 0\n", encoding="utf-8")
    assert list(banlists.add_lists(given).lists) == ["World"]
    found = banlists.known_lists(str(home / "edopro"))
    assert list(found) == ["World", "Old"]
    assert found["World"].counts[46986414] == 0
    assert found["Old"].counts == {46986414: 3}
    assert list(banlists.known_lists("")) == ["World"]


def test_what_is_no_banlist_is_refused_in_a_sentence(home: Path) -> None:
    empty = home / "empty.conf"
    empty.write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(BadInput, match="holds no banlist"):
        banlists.add_lists(empty)
    with pytest.raises(BadInput, match="cannot be read"):
        banlists.add_lists(home / "gone.conf")
