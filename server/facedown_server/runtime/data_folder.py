"""The folder in which a server stores its duels: created if missing, private, locked by one server.

Two servers on one folder would recover the same duels and continue them separately. The files hold decks,
secrets of shuffles and links to seats, so no other user of the computer may read or replace them.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from facedown_shared.text import BadInput, Code, _, gettext_noop

LOCK = "facedown.lock"
OURS = re.compile(r"facedown\.(sqlite3(-\w+)?|lock|control)")
"""Names of the files in a server's folder."""

PRIVATE_FILE_MODE = 0o600
"""The mode of a file that holds secrets, on systems with file modes."""

OTHERS = stat.S_IRWXG | stat.S_IRWXO
TAKEN = gettext_noop("Another server is using {folder}; give this one a folder of its own with --data.")


@contextmanager
def lock_folder(folder: Path, taken_message: str = TAKEN) -> Iterator[Path]:
    """Lock the folder within this context. `taken_message`: the message if another server holds the lock.

    Raises BadInput if the folder is locked or cannot be used.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds secrets of shuffles and decks
        tighten(folder)
        private(folder / LOCK)
        lock = os.open(folder / LOCK, os.O_RDWR)
    except OSError as error:
        raise BadInput(
            Code.BAD_SETTING,
            _(
                "Duels cannot be stored in {folder}: {strerror}; choose another folder with --data.",
                folder=folder,
                strerror=error.strerror,
            ),
        ) from error
    try:
        if not try_lock(lock):
            raise BadInput(Code.BAD_SETTING, _(taken_message, folder=folder))
        yield folder
    finally:
        os.close(lock)


def tighten(folder: Path) -> None:
    """Remove other users' permissions on the folder and its files.

    A folder that also holds other files keeps its mode, since others may need to read those.

    Raises BadInput, OSError.
    """
    if os.name != "posix":
        return
    if why := too_open(folder):
        raise BadInput(Code.BAD_SETTING, why)
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & OTHERS and _is_only_ours(folder):
        folder.chmod(mode & ~OTHERS)
    if why := describe_foreign_file(folder):
        raise BadInput(Code.BAD_SETTING, why)
    for path in folder.iterdir():
        if OURS.fullmatch(path.name):
            private(path)


def describe_foreign_file(folder: Path) -> str:
    """Return a sentence naming a file that a server in this folder could not read and write; "" for none.

    If root runs this for another user's folder, it names files that root has created there, such as a backup.
    """
    for path in sorted(folder.iterdir()) if os.name == "posix" else ():
        if not OURS.fullmatch(path.name):
            continue
        by_root = os.geteuid() == path.stat().st_uid == 0 != folder.stat().st_uid
        if by_root or not os.access(path, os.R_OK | os.W_OK):
            return _(
                "The server cannot read and write {path}, which belongs to another user: give it to the "
                "folder's owner (chown --reference={folder} {path}).",
                path=path,
                folder=folder,
            )
    return ""


def too_open(folder: Path) -> str:
    """Return, in a sentence, why a folder that others may change is unsafe; "" if the mode can be repaired.

    A group's write permission counts only in a folder of the user's own: in other folders, the owner has
    granted it to us.
    """
    if os.name != "posix" or _is_only_ours(folder):
        return ""
    found = folder.stat()
    shared = stat.S_IWOTH | (stat.S_IWGRP if found.st_uid == os.geteuid() else 0)
    if not found.st_mode & shared:
        return ""
    return _(
        "Other users of this computer can write in {folder} and change what is stored there: remove that "
        "permission (chmod go-w {folder}), or give the server a folder of its own with --data.",
        folder=folder,
    )


def _is_only_ours(folder: Path) -> bool:
    """Return whether a folder is this user's and holds only a server's files."""
    own = folder.stat().st_uid == os.geteuid()
    return own and all(OURS.fullmatch(path.name) for path in folder.iterdir())


def private(path: Path) -> None:
    """Create a file if it is missing, readable by its owner alone.

    A file that root makes for another user's server gets that user as owner, or the server could not open it.

    Raises OSError.
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
    """Return whether a server uses the folder at this moment."""
    try:
        lock = os.open(folder / LOCK, os.O_RDWR)
    except OSError:
        return False
    try:
        return not try_lock(lock)
    finally:
        os.close(lock)


def try_lock(lock: int) -> bool:
    """Lock an open file until it is closed; return False if another process holds the lock."""
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
