"""Files that start engine processes. They are copied, and restored if they were removed or overwritten.

A restarted process reads them again; without them its duels could not be replayed. Each file's name is a
digest of its content.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Lock
from typing import IO


class PinnedFiles:
    """Files that stay readable until this object is closed."""

    def __init__(self, paths: Sequence[Path] = ()) -> None:
        self._paths = paths
        self._held: dict[Path, IO[bytes]] = {}
        """Unnamed copy of each file. The file itself may be overwritten while it is open."""
        self._known: dict[Path, _Mark] = {}
        self._open = ExitStack()
        self._lock = Lock()

    def ready(self) -> None:
        """Ensure that every file exists with the content it had at the first call. Raises OSError."""
        with self._lock:
            for path in self._paths:
                held = self._held.get(path)
                if held is None:
                    self._held[path] = _copy_file(path, self._open)
                elif _mark(path) != self._known[path]:
                    _restore_file(path, held)
                self._known[path] = _mark(path)

    def close(self) -> None:
        """Release the copies."""
        self._open.close()
        self._held.clear()


_Mark = tuple[int, int, int, int]
"""Device, inode, size and modification time of a file."""


def _mark(path: Path) -> _Mark:
    """Return the mark of a file, or a fixed mark if the file does not exist."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
    return (0, 0, -1, 0)


def _copy_file(path: Path, held: ExitStack) -> IO[bytes]:
    """Return an open unnamed copy of a file, or the file itself if there is no room for a copy.

    Raises OSError.
    """
    with path.open("rb") as file, suppress(OSError):
        copy = held.enter_context(tempfile.TemporaryFile(dir=path.parent))  # noqa: SIM115 - the stack closes it
        shutil.copyfileobj(file, copy)
        copy.flush()
        return copy
    return held.enter_context(path.open("rb"))


def _restore_file(path: Path, held: IO[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_suffix(".part")
    held.seek(0)
    with part.open("wb") as file:
        shutil.copyfileobj(held, file)
    part.replace(path)
