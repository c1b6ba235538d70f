"""A card more breaks nothing: the card of docs/develop/adding-a-card.md, added to a copy of the code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.arch.source import PACKAGES, ROOT, path_of
from tests.test_adding_a_card import block

FILES = {
    "shared/facedown_shared/data/spells.toml": block("toml", 0),
    "shared/facedown_shared/data/words/effects_english.toml": block("toml", 1),
    "server/facedown_server/games/duel/cards/ember_shower.py": block("python", 0),
    "tests/server/games/duel/cards/test_ember_shower.py": block("python", 1),
}
"""What the page adds to each file, or puts into a new one."""

TESTS = (
    "tests/shared/cards/test_cards.py",
    "tests/compatibility/test_encoded_forms.py",
    "tests/server/games/duel/test_identity.py",
    "tests/server/games/duel/cards/test_ember_shower.py",
)
"""Tests that look at the whole pool or at all scripts, and those of the card."""


def test_a_card_more_breaks_no_test_of_the_pool(tmp_path: Path) -> None:
    for folder in (*map(path_of, PACKAGES), "tests"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for path, text in FILES.items():
        with (tmp_path / path).open("a", encoding="utf-8") as file:
            file.write(f"\n{text}")
    roots = [tmp_path, *(tmp_path / path_of(package).partition("/")[0] for package in PACKAGES)]
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, roots))},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert told.returncode == 0, told.stdout
