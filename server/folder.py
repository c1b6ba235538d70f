"""The folder a server keeps its duels in: made when it is missing, and held by one server at a time.

Two servers on one folder would both bring back the same duels and go on with them apart.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shared.errors import BadInput, Code

LOCK = "facedown.lock"
TAKEN = "Another server keeps its duels in {folder}; give this one a folder of its own with --data."


@contextmanager
def held(folder: Path, taken: str = TAKEN) -> Iterator[Path]:
    """The folder, ours alone until the end; `taken` is said where it is another's. Raises BadInput."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds secrets of shuffles and decks
        lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BadInput(
            Code.BAD_SETTING,
            f"Duels cannot be kept in {folder}: {error.strerror}; choose another folder with --data.",
        ) from error
    try:
        if not _take(lock):
            raise BadInput(Code.BAD_SETTING, taken.format(folder=folder))
        yield folder
    finally:
        os.close(lock)


def is_held(folder: Path) -> bool:
    """Whether a server keeps its duels there at this moment."""
    try:
        lock = os.open(folder / LOCK, os.O_RDWR)
    except OSError:
        return False
    try:
        return not _take(lock)
    finally:
        os.close(lock)


def _take(lock: int) -> bool:
    """Hold the file until it is closed; False where somebody else does."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
