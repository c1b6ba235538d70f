"""The locks hold; and the check finds one that does not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.arch.shipped import locks
from tests.arch.source import ROOT, hold


def test_the_locks_are_pinned_hashed_hostless_and_true_to_the_project() -> None:
    hold(locks.check_locks(ROOT))


def test_what_runs_on_one_system_only_stays_outside() -> None:
    assert "atheris" not in {name for name, _ in locks.pins(ROOT, "dev")}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a copy of the files that the check reads."""
    shutil.copytree(ROOT / "locks", tmp_path / "locks")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new", "complaint"),
    [
        ("locks/server.txt", "click==", "# from https://x.example\nclick==", "names a host"),
        ("locks/dev.txt", "click==8", "click==7", "locks/dev.txt: differs from play in click"),
        ("locks/dev.txt", "ruff==", "ruff>=", "ruff is not pinned"),
        ("locks/event.txt", "networkx==", "click==8 --hash=x\nnetworkx==", "server has click too"),
        ("pyproject.toml", '"trio>=', '"trio>=99.', "trio>=99"),
        ("pyproject.toml", '"click>=', '"unheard-of", "click>=', "unheard-of is not met by anything"),
    ],
)
def test_a_wrong_lock_is_seen(house: Path, file: str, old: str, new: str, complaint: str) -> None:
    text = (house / file).read_text(encoding="utf-8")
    assert old in text
    (house / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert any(complaint in line for line in locks.check_locks(house))
