"""This version of facedown as a zip file to download: the files for players, none of the host's.

It is made from the folder the server runs from, whether or not that is a git checkout. Only files of known
kinds in known folders are packed, all with the same date, so that every build gives the same bytes. The zip
is mapped from a file: in memory it would be a tenth of the server's.
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

from facedown_shared.startup import module_command

log = structlog.get_logger(__name__)

ROOT = Path(__file__).resolve().parents[4]
TOP = "facedown"
"""The top-level folder in the zip file."""

FILES = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md", "pyproject.toml", "run.py")
FOLDERS = ("client", "docs", "locks", "server", "shared")
LEFT = (("client", "browser"), ("locks", "dev.txt"), ("locks", "release.txt"))
"""What is left out: the sources of the browser client, and the tools of developers."""
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
"""Seconds from a server's start to the build, so that its host can open a table first."""

RETRY_DELAY_S = 60.0
"""Seconds until the build is retried after the disk refused a write."""

READY = Path(sys.prefix) / "facedown.zip"
"""The ready-made zip file in a container image, where only the server is installed."""


class Package:
    """The zip file of a running server: built once the tables are open, empty until then."""

    def __init__(self) -> None:
        self._data: bytes | memoryview = b""

    def __call__(self) -> bytes | memoryview:
        """Return the present bytes of the zip file."""
        return self._data

    async def build_in_background(self) -> None:
        """Build the zip file in the background. Retry as long as the disk refuses it."""
        await trio.sleep(BUILD_DELAY_S)
        while True:
            try:
                self._data = await _build_in_process()
            except (OSError, CalledProcessError) as error:
                log.warning("the download cannot be built", reason=type(error).__name__)
                await trio.sleep(RETRY_DELAY_S)
            else:
                return


async def _build_in_process() -> memoryview:
    """Run `build_package` in another process, so that its memory is released at the end.

    Raises OSError, CalledProcessError.
    """
    if not _is_complete(ROOT):
        return build_package()
    with tempfile.TemporaryFile() as out:
        await trio.run_process(
            module_command("facedown_server.network.pages.source_package"), stdout=out, stderr=DEVNULL
        )
        return _map_file(out)


def build_package(root: Path = ROOT, ready: Path = READY) -> memoryview:
    """Return the bytes of the zip file; empty if the server's folder holds no client."""
    if _is_complete(root):
        with tempfile.TemporaryFile() as out:
            _write_archive(root, out)
            return _map_file(out)
    if ready.is_file():
        with ready.open("rb") as made:
            return _map_file(made)
    return memoryview(b"")


def _is_complete(root: Path) -> bool:
    """Return whether this folder holds everything for a player's copy."""
    return all((root / name).is_file() for name in NEEDED)


def _map_file(file: IO[bytes]) -> memoryview:
    """Return a file's content as a memory map, which is read only when sent."""
    file.flush()
    return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))


def _write_archive(root: Path, out: IO[bytes]) -> None:
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as package:
        for path in sorted(_contents(root)):
            entry = zipfile.ZipInfo(f"{TOP}/{path.relative_to(root).as_posix()}", DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            with path.open("rb") as file, package.open(entry, "w") as packed:
                shutil.copyfileobj(file, packed)


def _contents(root: Path) -> Iterator[Path]:
    """Yield the files that belong in a player's copy."""
    for name in FILES:
        if (root / name).is_file():
            yield root / name
    for folder in FOLDERS:
        for path in (root / folder).rglob("*"):
            inside = path.relative_to(root).parts
            if path.suffix in KINDS and not path.is_symlink() and path.is_file() and not _is_excluded(inside):
                yield path


def _is_excluded(parts: tuple[str, ...]) -> bool:
    if any(parts[: len(left)] == left for left in LEFT):
        return True
    return any(part.startswith(".") or part == "__pycache__" for part in parts)


if __name__ == "__main__":
    _write_archive(ROOT, sys.stdout.buffer)
