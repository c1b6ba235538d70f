"""The files that engine processes are started from: copied, and restored if they were removed or overwritten.

A restarted process reads them again; its duels could not be replayed without them. Each file's name is a
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
    """Files that stay readable for as long as they are held."""

    def __init__(self, paths: Sequence[Path] = ()) -> None:
        self._paths = paths
        self._held: dict[Path, IO[bytes]] = {}
        """A copy of each, under no name: what lies under its own may be written over while it is open."""
        self._known: dict[Path, _Mark] = {}
        self._open = ExitStack()
        self._lock = Lock()

    def ready(self) -> None:
        """See to it that every file is there, as it was when it was first asked for. Raises OSError."""
        with self._lock:
            for path in self._paths:
                held = self._held.get(path)
                if held is None:
                    self._held[path] = _copied(path, self._open)
                elif _mark(path) != self._known[path]:
                    _put_back(path, held)
                self._known[path] = _mark(path)

    def close(self) -> None:
        """Hold them no longer."""
        self._open.close()
        self._held.clear()


_Mark = tuple[int, int, int, int]
"""Which file a name leads to, its size and when it was last written to."""


def _mark(path: Path) -> _Mark:
    """That of a file; of none that there is where the name leads nowhere."""
    with suppress(OSError):
        found = path.stat()
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
    return (0, 0, -1, 0)


def _copied(path: Path, held: ExitStack) -> IO[bytes]:
    """Return the same bytes under no name; where there is no room for that, the file itself.

    Raises OSError.
    """
    with path.open("rb") as file, suppress(OSError):
        copy = held.enter_context(tempfile.TemporaryFile(dir=path.parent))  # noqa: SIM115 - the stack closes it
        shutil.copyfileobj(file, copy)
        copy.flush()
        return copy
    return held.enter_context(path.open("rb"))


def _put_back(path: Path, held: IO[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_suffix(".part")
    held.seek(0)
    with part.open("wb") as file:
        shutil.copyfileobj(held, file)
    part.replace(path)
