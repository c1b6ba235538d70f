"""Every file opens with its law; and the checks see one that does not."""

from __future__ import annotations

from pathlib import Path

from tests.arch import style
from tests.arch.source import ROOT, hold
from tests.arch.test_imports import put


def test_every_file_opens_with_a_docstring() -> None:
    hold(style.check_openings(ROOT))


def test_nothing_is_put_off() -> None:
    hold(style.check_later(ROOT))


def test_a_file_without_its_law_is_seen(tmp_path: Path) -> None:
    put(tmp_path, "server/room/room.py", "# a comment is no docstring\nx = 1\n")
    put(tmp_path, "shared/empty.py", "")
    assert len(style.check_openings(tmp_path)) == 2


def test_a_note_for_later_is_seen(tmp_path: Path) -> None:
    put(tmp_path, "client/window/paint.py", "x = 1  # " + "TO" + "DO: more\n")
    assert len(style.check_later(tmp_path)) == 1
