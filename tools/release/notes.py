"""The notes of a release and the message of its tag, both from its part of CHANGELOG.md."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

VERSION = re.compile(r'^version = "([^"]+)"$', re.MULTILINE)
UNRELEASED = "Unreleased"
PART = re.compile(r"^## \[([^\]]+)\][^\n]*\n(.*?)(?=^## \[|\Z)", re.MULTILINE | re.DOTALL)
"""A version in the changelog: its name, and its text until the next."""
NOTES, TAG_MESSAGE = "RELEASE_NOTES.md", "TAG_MESSAGE.txt"
MAX_TAG_LINE_LETTERS = 72


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


def tag_message(version: str, notes: str) -> str:
    """Return the message of a version's tag: what it is, its formats, and where its changes are."""
    from facedown_server.refereeing.undo.saved_lines import LINE_FORMAT_VERSION
    from facedown_server.storage.schema import FILE_SCHEMA_VERSION, SCHEMA_VERSION
    from facedown_shared.protocol.messages import PROTOCOL_VERSION
    from facedown_shared.replay.rows import REPLAY_FORMAT_VERSION

    about = notes.partition("### ")[0].split("\n- ")[0].strip()
    formats = (
        f"Protocol {PROTOCOL_VERSION}, journal {FILE_SCHEMA_VERSION} (PostgreSQL {SCHEMA_VERSION}), "
        f"replay files {REPLAY_FORMAT_VERSION}, saved lines {LINE_FORMAT_VERSION}. "
        "Every later version opens the journals and replays of this one."
    )
    files = f"Changes: CHANGELOG.md, part {version}. Checksums: SHA256SUMS of the release."
    parts = (textwrap.fill(" ".join(part.split()), MAX_TAG_LINE_LETTERS) for part in (about, formats, files))
    return "\n\n".join((f"facedown {version}", *filter(None, parts))) + "\n"


def write(root: Path, folder: Path) -> str:
    """Write the notes of this version, and the message of its tag, into a folder. Raises LookupError."""
    version = version_of(root)
    text = notes_of((root / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    (folder / NOTES).write_text(f"# facedown {version}\n\n{text}", encoding="utf-8", newline="\n")
    (folder / TAG_MESSAGE).write_text(tag_message(version, text), encoding="utf-8", newline="\n")
    return f"{text.count(chr(10) + '- ') + text.startswith('- ')} changes of {version}"
