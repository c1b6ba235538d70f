"""This version of facedown as a zip file to download: what players need, nothing of the host's.

Made from the folder the server runs from, whether or not it is a git checkout. Only files of known kinds in
known folders go in, each with the same date, so that two makings give the same bytes. It lies in a file: of
the server's memory it would be a tenth.
"""

from __future__ import annotations

import mmap
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

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


def build_package(root: Path = ROOT, ready: Path = READY) -> memoryview:
    """The bytes of the zip file; none when the server runs from somewhere that holds no client."""
    if all((root / name).is_file() for name in NEEDED):
        with tempfile.TemporaryFile() as out:
            _write(root, out)
            return _mapped(out)
    if ready.is_file():
        with ready.open("rb") as made:
            return _mapped(made)
    return memoryview(b"")


def _mapped(file: IO[bytes]) -> memoryview:
    """What a file holds, read from it when it is sent. It is there as long as somebody has this."""
    file.flush()
    return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def _write(root: Path, out: IO[bytes]) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for path in sorted(_contents(root)):
            entry = zipfile.ZipInfo(f"{TOP}/{path.relative_to(root).as_posix()}", DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            with path.open("rb") as file, package.open(entry, "w") as packed:
                shutil.copyfileobj(file, packed)


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
