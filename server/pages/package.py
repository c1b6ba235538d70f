"""This version of facedown as a zip file to download: what players need, nothing of the host's.

Made from the folder the server runs from, whether or not it is a git checkout. Only files of known kinds in
known folders go in, each with the same date, so that two makings give the same bytes.
"""

from __future__ import annotations

import io
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TOP = "facedown"
"""The folder everything unpacks into."""

FILES = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "pyproject.toml", "run.py")
FOLDERS = ("client", "docs", "locks", "server", "shared")
LEFT = ("docs", "rules", "tests.md")
"""A page of links to tests, and tests are no part of a copy for players."""
NEEDED = ("run.py", "pyproject.toml", "locks/play.txt", "client/__init__.py", "shared/__init__.py")
KINDS = frozenset({
    ".conf", ".css", ".html", ".jpg", ".js", ".json", ".md", ".ogg", ".otf", ".png", ".py", ".svg",
    ".toml", ".ttf", ".txt", ".wav", ".ydk",
})  # fmt: skip
DATE = (1980, 1, 1, 0, 0, 0)


READY = Path(sys.prefix) / "facedown.zip"
"""Where a container's image has the zip file ready: only the server is installed there."""


def build_package(root: Path = ROOT, ready: Path = READY) -> bytes:
    """The zip file; empty when the server runs from somewhere that holds no client."""
    if not all((root / name).is_file() for name in NEEDED):
        return ready.read_bytes() if ready.is_file() else b""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for path in sorted(_contents(root)):
            entry = zipfile.ZipInfo(f"{TOP}/{path.relative_to(root).as_posix()}", DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            package.writestr(entry, path.read_bytes())
    return out.getvalue()


def _contents(root: Path) -> Iterator[Path]:
    """Files that belong to a copy for a player."""
    for name in FILES:
        if (root / name).is_file():
            yield root / name
    for folder in FOLDERS:
        for path in (root / folder).rglob("*"):
            inside = path.relative_to(root).parts
            if path.suffix in KINDS and not path.is_symlink() and path.is_file() and not _is_left(inside):
                yield path


def _is_left(parts: tuple[str, ...]) -> bool:
    return parts == LEFT or any(part.startswith(".") or part == "__pycache__" for part in parts)
