"""Settings and places to return to: stored whole, found again, and no broken file stops the client."""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_client.connection import return_places
from facedown_client.connection.return_places import Return, Returns
from facedown_client.data import preferences
from facedown_client.data.preferences import Preferences
from facedown_client.model import data_folder
from facedown_shared.network.links import TableLink

SERVER = TableLink("duels.example", 443, secure=True)


def test_settings_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    chosen = Preferences(name="Wren", contrast=True, motion=0.5, deck="starter-yugi")
    preferences.save(chosen, path)
    assert preferences.load(path) == chosen


@pytest.mark.parametrize(
    "data", [b"", b"{", b'{"name": ""}', b'{"table": {"best_of": 9}}', b"\xff\xfe", b"[]"]
)
def test_a_broken_file_gives_the_usual_settings(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    assert preferences.load(path) == Preferences(name=preferences.login_name())


def test_settings_of_a_newer_version_are_read_over(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"name": "Wren", "holograms": true}')
    assert preferences.load(path).name == "Wren"


def test_the_folder_is_where_one_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "own"))
    assert data_folder.home() == tmp_path / "own"
    assert data_folder.home().is_dir()


def test_what_is_written_is_ones_own(tmp_path: Path) -> None:
    data_folder.write_private(tmp_path / "deep" / "file", b"token")
    path = tmp_path / "deep" / "file"
    assert path.read_bytes() == b"token"
    assert list(path.parent.iterdir()) == [path]


def test_a_place_is_kept_until_it_is_dropped(tmp_path: Path) -> None:
    kept = Returns(tmp_path)
    place = Return(SERVER, "AB2-CDE", 0, "one", "Halvard")
    kept.store_place(place)
    kept.store_place(Return(SERVER, "AB2-CDE", 1, "other seat"))
    assert {found.token for found in kept.valid_places()} == {"one", "other seat"}
    kept.delete_place(place)
    assert [found.token for found in kept.valid_places()] == ["other seat"]


def test_a_newer_token_is_not_dropped_with_an_older_one(tmp_path: Path) -> None:
    kept = Returns(tmp_path)
    old = Return(SERVER, "AB2-CDE", 0, "old")
    kept.store_place(old)
    kept.store_place(Return(SERVER, "AB2-CDE", 0, "new"))
    kept.delete_place(old)
    assert [found.token for found in kept.valid_places()] == ["new"]


def test_broken_and_ancient_places_are_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Returns(tmp_path)
    kept.store_place(Return(SERVER, "AB2-CDE", 0, "fine"))
    (tmp_path / "broken.json").write_bytes(b"{")
    assert [found.token for found in kept.valid_places()] == ["fine"]
    monkeypatch.setattr(return_places, "RETURN_LIFETIME_S", -1.0)
    assert kept.valid_places() == []
