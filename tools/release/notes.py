"""The notes of a release: its part of CHANGELOG.md."""

from __future__ import annotations

import re
from pathlib import Path

VERSION = re.compile(r'^version = "([^"]+)"$', re.MULTILINE)
UNRELEASED = "Unreleased"
PART = re.compile(r"^## \[([^\]]+)\][^\n]*\n(.*?)(?=^## \[|\Z)", re.MULTILINE | re.DOTALL)
"""A version in the changelog: its name, and its text until the next."""
NOTES = "RELEASE_NOTES.md"


def version_of(root: Path) -> str:
    """Return the version of this checkout, from its one place. Raises LookupError."""
    found = VERSION.search((root / "pyproject.toml").read_text(encoding="utf-8"))
    if found is None:
        raise LookupError('pyproject.toml has no line `version = "…"`.')
    return found[1]


def released_versions(changelog: str) -> list[str]:
    """Return the versions that have a part of their own in a changelog, the newest first."""
    return [name for name, _text in PART.findall(changelog) if name != UNRELEASED]


def notes_of(changelog: str, version: str) -> str:
    """Return the changes of a version; those not released yet if it has no part of its own.

    Raises LookupError if there is neither.
    """
    parts: dict[str, str] = dict(PART.findall(changelog))
    text = (parts.get(version) or parts.get(UNRELEASED, "")).strip()
    if not text:
        raise LookupError(f"CHANGELOG.md has no part for {version} and nothing under {UNRELEASED}.")
    return text + "\n"


def write(root: Path, folder: Path) -> str:
    """Write the notes of this version into a folder. Raises LookupError."""
    version = version_of(root)
    text = notes_of((root / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    (folder / NOTES).write_text(f"# facedown {version}\n\n{text}", encoding="utf-8")
    return f"{text.count(chr(10) + '- ') + text.startswith('- ')} changes of {version}"
