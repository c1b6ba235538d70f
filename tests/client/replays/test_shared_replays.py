"""A replay is shared by the link to the public one, or as a copy of its file; links are stored beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_client.replays import replay_list, shared_replays
from facedown_client.replays.shared_replays import NOTES
from facedown_shared.replay import Head, ReplayWriter
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from facedown_shared.text.errors import BadInput

LINK = "http://duel.example.org:7777/replay#replay=abcdefghijklmnop"


@pytest.fixture
def stored_replay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a replay among one's own."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    writer = ReplayWriter()
    writer.add(View(0, "master"))
    return replay_list.save_replay(writer.file_bytes(Head(sides=(0,), names=("Wren", "Halvard"))))


def test_the_link_is_kept_beside_the_file_and_not_in_it(stored_replay: Path) -> None:
    assert shared_replays.link_of(stored_replay) == ""
    shared_replays.store_link(stored_replay, LINK, 30)
    assert shared_replays.link_of(stored_replay) == LINK
    assert b"abcdefghijklmnop" not in stored_replay.read_bytes()
    assert [row.path for row in replay_list.list_replays()] == [stored_replay]
    shared_replays.delete_link(stored_replay)
    assert shared_replays.link_of(stored_replay) == ""


def test_a_link_to_this_computer_alone_is_no_use_to_others(stored_replay: Path) -> None:
    for host in ("127.0.0.1:7777", "localhost:7777", "[::1]:7777"):
        shared_replays.store_link(stored_replay, f"http://{host}/replay#replay=abcdefghijklmnop", 30)
        assert shared_replays.link_of(stored_replay) == ""


def test_a_link_is_told_no_longer_than_its_replay_is_kept(stored_replay: Path) -> None:
    shared_replays.store_link(stored_replay, LINK, -1)
    assert shared_replays.link_of(stored_replay) == ""


def test_links_of_files_that_are_gone_are_gone(stored_replay: Path) -> None:
    shared_replays.store_link(stored_replay, LINK, 30)
    other = replay_list.save_replay(stored_replay.read_bytes())
    replay_list.delete_replay(stored_replay)
    shared_replays.store_link(other, LINK, 30)
    assert stored_replay.name not in (stored_replay.parent / NOTES).read_text()


def test_notes_that_cannot_be_read_are_none(stored_replay: Path) -> None:
    (stored_replay.parent / NOTES).write_text("no")
    assert shared_replays.link_of(stored_replay) == ""


def test_a_copy_lies_beside_what_is_there(stored_replay: Path, tmp_path: Path) -> None:
    paths = [shared_replays.copy_to(stored_replay, str(tmp_path)) for _ in range(2)]
    assert [path.read_bytes() for path in paths] == [stored_replay.read_bytes()] * 2
    assert len({stored_replay, *paths}) == 3
    with pytest.raises(BadInput, match="no folder"):
        shared_replays.copy_to(stored_replay, str(tmp_path / "none"))


def test_what_a_file_shows_is_said() -> None:
    assert "your hand" in shared_replays.describe_content(Head(sides=(0,)))
    assert "both hands" in shared_replays.describe_content(Head(sides=(0, 1), is_opened=True))
    assert shared_replays.is_public(Head(sides=(PUBLIC_CLASS_INDEX,)))
    assert not shared_replays.is_public(Head(sides=(PUBLIC_CLASS_INDEX, 0)))
