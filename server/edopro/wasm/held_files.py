"""The files that engine processes are started from: held open, and put back where somebody has removed them.

A process that has to be started again reads them anew; its duels could not be replayed without them. Each
lies under a name that says what is in it, so that nothing but these bytes belongs there.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import BinaryIO


class HeldFiles:
    """Files that stay readable for as long as they are held."""

    def __init__(self, paths: Sequence[Path] = ()) -> None:
        self._paths = paths
        self._held: dict[Path, BinaryIO] = {}
        self._lock = Lock()

    def ready(self) -> None:
        """See to it that every file is there, as it was when it was first asked for. Raises OSError."""
        with self._lock:
            for path in self._paths:
                held = self._held.get(path)
                if held is None:
                    self._held[path] = path.open("rb")
                elif not _is(path, held):
                    _put_back(path, held)

    def close(self) -> None:
        """Hold them no longer."""
        for held in self._held.values():
            held.close()
        self._held.clear()


def _is(path: Path, held: BinaryIO) -> bool:
    """Whether the name still leads to the file that is held."""
    with suppress(OSError):
        return os.path.samestat(path.stat(), os.fstat(held.fileno()))
    return False


def _put_back(path: Path, held: BinaryIO) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_suffix(".part")
    held.seek(0)
    with part.open("wb") as file:
        shutil.copyfileobj(held, file)
    part.replace(path)
