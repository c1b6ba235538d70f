"""The folder a server keeps its duels in: made when it is missing, private, held by one server at a time.

Two servers on one folder would both bring back the same duels and go on with them apart. What is kept holds
decks, secrets of shuffles and links to seats: nobody else on the computer may read it, or replace it.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.language import _, later

LOCK = "facedown.lock"
OURS = re.compile(r"facedown\.(sqlite3(-\w+)?|lock|control)")
"""Names of the files a server keeps in its folder."""

PRIVATE_FILE_MODE = 0o600
"""The mode of a file that holds secrets, where files have one."""

OTHERS = stat.S_IRWXG | stat.S_IRWXO
TAKEN = later("Another server keeps its duels in {folder}; give this one a folder of its own with --data.")


@contextmanager
def held(folder: Path, taken: str = TAKEN) -> Iterator[Path]:
    """The folder, ours alone until the end; `taken` is said where it is another's. Raises BadInput."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds secrets of shuffles and decks
        tighten(folder)
        private(folder / LOCK)
        lock = os.open(folder / LOCK, os.O_RDWR)
    except OSError as error:
        raise BadInput(
            Code.BAD_SETTING,
            _(
                "Duels cannot be kept in {folder}: {strerror}; choose another folder with --data.",
                folder=folder,
                strerror=error.strerror,
            ),
        ) from error
    try:
        if not _take(lock):
            raise BadInput(Code.BAD_SETTING, _(taken, folder=folder))
        yield folder
    finally:
        os.close(lock)


def tighten(folder: Path) -> None:
    """Take from others what they may do with the folder and the files in it. Raises BadInput, OSError.

    A folder in which other things lie as well keeps its mode: those may be meant to be read.
    """
    if os.name != "posix":
        return
    if why := too_open(folder):
        raise BadInput(Code.BAD_SETTING, why)
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & OTHERS and _is_only_ours(folder):
        folder.chmod(mode & ~OTHERS)
    if why := of_another(folder):
        raise BadInput(Code.BAD_SETTING, why)
    for path in folder.iterdir():
        if OURS.fullmatch(path.name):
            private(path)


def of_another(folder: Path) -> str:
    """Which file a server there could not read and write, in a sentence; "" for none.

    Asked by root, of a folder that is another user's, it is what root has laid there, such as a backup.
    """
    for path in sorted(folder.iterdir()) if os.name == "posix" else ():
        if not OURS.fullmatch(path.name):
            continue
        by_root = os.geteuid() == path.stat().st_uid == 0 != folder.stat().st_uid
        if by_root or not os.access(path, os.R_OK | os.W_OK):
            return _(
                "The server may not read and write {path}, which belongs to another user: give it to "
                "the folder's (chown --reference={folder} {path}).",
                path=path,
                folder=folder,
            )
    return ""


def too_open(folder: Path) -> str:
    """Why nothing can be kept in a folder that others may change, in a sentence; "" where that can be mended.

    A group's right to write counts only in a folder of one's own: elsewhere its owner has given it to us.
    """
    if os.name != "posix" or _is_only_ours(folder):
        return ""
    found = folder.stat()
    shared = stat.S_IWOTH | (stat.S_IWGRP if found.st_uid == os.geteuid() else 0)
    if not found.st_mode & shared:
        return ""
    return _(
        "Others on this computer may write in {folder}, and so change what is kept there: "
        "take that right away (chmod go-w {folder}), or give the server a folder of its own "
        "with --data.",
        folder=folder,
    )


def _is_only_ours(folder: Path) -> bool:
    """Whether a folder is this user's and holds nothing but what a server keeps."""
    own = folder.stat().st_uid == os.geteuid()
    return own and all(OURS.fullmatch(path.name) for path in folder.iterdir())


def private(path: Path) -> None:
    """Make a file if it is missing, and let its owner alone read it. Raises OSError.

    What root makes for a server of another user is that user's, or the server could not open it.
    """
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_FILE_MODE))
        if os.name == "posix" and os.geteuid() == 0 and OURS.fullmatch(path.name):
            found = path.parent.stat()
            os.chown(path, found.st_uid, found.st_gid)
    except FileExistsError:
        if os.name == "posix" and path.stat().st_mode & OTHERS:
            path.chmod(PRIVATE_FILE_MODE)


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
