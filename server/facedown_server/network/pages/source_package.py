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
from subprocess import DEVNULL, CalledProcessError
from typing import IO

import structlog
import trio

from facedown_shared.text.startup import module_command

log = structlog.get_logger(__name__)

ROOT = Path(__file__).resolve().parents[4]
TOP = "facedown"
"""The folder everything unpacks into."""

FILES = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md", "pyproject.toml", "run.py")
FOLDERS = ("client", "docs", "locks", "server", "shared")
LEFT = (("client", "browser"),)
"""A page of links to tests, and what the browser's client is built from: no part of a copy for players."""
NEEDED = (
    "run.py",
    "pyproject.toml",
    "locks/play.txt",
    "client/facedown_client/__init__.py",
    "shared/facedown_shared/__init__.py",
)
KINDS = frozenset({
    ".conf", ".css", ".html", ".jpg", ".js", ".json", ".md", ".mo", ".ogg", ".otf", ".png", ".py",
    ".svg", ".toml", ".ttf", ".txt", ".wav", ".webp", ".ydk",
})  # fmt: skip
DATE = (1980, 1, 1, 0, 0, 0)


BUILD_DELAY_S = 2.0
"""Seconds after the start of a server, so that its host can open a table first."""

RETRY_DELAY_S = 60.0
"""Seconds until a disk that took nothing is tried again."""

READY = Path(sys.prefix) / "facedown.zip"
"""Where a container's image has the zip file ready: only the server is installed there."""


class Package:
    """The zip file of a running server: made once the tables are open, empty until then."""

    def __init__(self) -> None:
        self._data: bytes | memoryview = b""

    def __call__(self) -> bytes | memoryview:
        """Return its bytes as of now."""
        return self._data

    async def make(self) -> None:
        """Make it, beside everything else. Where the disk takes nothing it is tried again and again."""
        await trio.sleep(BUILD_DELAY_S)
        while True:
            try:
                self._data = await _made_elsewhere()
            except (OSError, CalledProcessError) as error:
                log.warning("the download cannot be built", reason=type(error).__name__)
                await trio.sleep(RETRY_DELAY_S)
            else:
                return


async def _made_elsewhere() -> memoryview:
    """Return the same as `build_package`; what is to be packed is packed in a process of its own, so that
    what that takes is given back when it ends.

    Raises OSError, CalledProcessError.
    """
    if not _is_whole(ROOT):
        return build_package()
    with tempfile.TemporaryFile() as out:
        await trio.run_process(
            module_command("facedown_server.network.pages.source_package"), stdout=out, stderr=DEVNULL
        )
        return _mapped(out)


def build_package(root: Path = ROOT, ready: Path = READY) -> memoryview:
    """Return the bytes of the zip file; none when the server runs from somewhere that holds no client."""
    if _is_whole(root):
        with tempfile.TemporaryFile() as out:
            _write(root, out)
            return _mapped(out)
    if ready.is_file():
        with ready.open("rb") as made:
            return _mapped(made)
    return memoryview(b"")


def _is_whole(root: Path) -> bool:
    """Return whether a copy for a player can be packed from here."""
    return all((root / name).is_file() for name in NEEDED)


def _mapped(file: IO[bytes]) -> memoryview:
    """Return a file's content, read when it is sent; it exists as long as the mapping is referenced."""
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
    if any(parts[: len(left)] == left for left in LEFT):
        return True
    return any(part.startswith(".") or part == "__pycache__" for part in parts)


if __name__ == "__main__":
    _write(ROOT, sys.stdout.buffer)
