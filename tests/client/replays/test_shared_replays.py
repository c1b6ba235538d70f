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
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a replay among one's own."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    writer = ReplayWriter()
    writer.add(View(0, "master"))
    return replay_list.save_replay(writer.file_bytes(Head(sides=(0,), names=("Wren", "Halvard"))))


def test_the_link_is_kept_beside_the_file_and_not_in_it(kept: Path) -> None:
    assert shared_replays.link_of(kept) == ""
    shared_replays.store_link(kept, LINK, 30)
    assert shared_replays.link_of(kept) == LINK
    assert b"abcdefghijklmnop" not in kept.read_bytes()
    assert [row.path for row in replay_list.list_replays()] == [kept]
    shared_replays.delete_link(kept)
    assert shared_replays.link_of(kept) == ""


def test_a_link_to_this_computer_alone_is_no_use_to_others(kept: Path) -> None:
    for host in ("127.0.0.1:7777", "localhost:7777", "[::1]:7777"):
        shared_replays.store_link(kept, f"http://{host}/replay#replay=abcdefghijklmnop", 30)
        assert shared_replays.link_of(kept) == ""


def test_a_link_is_told_no_longer_than_its_replay_is_kept(kept: Path) -> None:
    shared_replays.store_link(kept, LINK, -1)
    assert shared_replays.link_of(kept) == ""


def test_links_of_files_that_are_gone_are_gone(kept: Path) -> None:
    shared_replays.store_link(kept, LINK, 30)
    other = replay_list.save_replay(kept.read_bytes())
    replay_list.delete_replay(kept)
    shared_replays.store_link(other, LINK, 30)
    assert kept.name not in (kept.parent / NOTES).read_text()


def test_notes_that_cannot_be_read_are_none(kept: Path) -> None:
    (kept.parent / NOTES).write_text("no")
    assert shared_replays.link_of(kept) == ""


def test_a_copy_lies_beside_what_is_there(kept: Path, tmp_path: Path) -> None:
    paths = [shared_replays.copy_to(kept, str(tmp_path)) for _ in range(2)]
    assert [path.read_bytes() for path in paths] == [kept.read_bytes()] * 2
    assert len({kept, *paths}) == 3
    with pytest.raises(BadInput, match="no folder"):
        shared_replays.copy_to(kept, str(tmp_path / "none"))


def test_what_a_file_shows_is_said() -> None:
    assert "your hand" in shared_replays.describe_content(Head(sides=(0,)))
    assert "both hands" in shared_replays.describe_content(Head(sides=(0, 1), is_opened=True))
    assert shared_replays.is_public(Head(sides=(PUBLIC_CLASS_INDEX,)))
    assert not shared_replays.is_public(Head(sides=(PUBLIC_CLASS_INDEX, 0)))
