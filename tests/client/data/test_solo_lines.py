"""Lines of play as files of the player's own: stored and parsed as a server does."""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_client.data import solo_lines
from facedown_shared.protocol.envelope import MAX_FILE_LETTERS
from facedown_shared.text.errors import BadInput

REMARKED = "steps = [\n" + '  \'0 hand {"do":"draw"}\',  # 1. draw\n' * 15_000 + "]\n"


def test_remarks_are_not_sent_and_count_for_nothing(tmp_path: Path) -> None:
    path = tmp_path / "long.duel"
    path.write_text(REMARKED, "utf-8")
    assert len(REMARKED) > MAX_FILE_LETTERS
    assert solo_lines.read_line(str(path)) == (REMARKED.replace("  # 1. draw", ""), {1: "draw"})


@pytest.mark.parametrize("size", [MAX_FILE_LETTERS + 1, solo_lines.MAX_FILE_BYTES + 1])
def test_a_file_no_server_takes_is_refused(tmp_path: Path, size: int) -> None:
    path = tmp_path / "huge.duel"
    path.write_bytes(b"x" * size)
    with pytest.raises(BadInput, match="too large"):
        solo_lines.read_line(str(path))
