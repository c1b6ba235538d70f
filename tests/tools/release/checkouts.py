"""Small checkouts of git for the tests of the release."""

from __future__ import annotations

import subprocess
from pathlib import Path

IDENTITY = ("-c", "user.name=Wren", "-c", "user.email=wren@example.org")


def make_checkout(folder: Path) -> Path:
    """Make a checkout with one commit and no package to build."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pyproject.toml").write_text('[project]\nversion = "1"\n', encoding="utf-8")
    for words in (["init", "-q"], ["add", "-A"], [*IDENTITY, "commit", "-qm", "a first version"]):
        subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True)
    return folder
