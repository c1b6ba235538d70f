"""Folders of practice duels against the bot on a private server: the server's journal and the bot's seat.

Each duel has its own folder, which is stored until the duel is over. Law: no task and no process is started
here.
"""

from __future__ import annotations

import secrets
import shutil
import time
from contextlib import suppress
from pathlib import Path

from facedown_client.connection.return_places import RETURN_LIFETIME_S, Returns
from facedown_client.model import data_folder


def new() -> str:
    """Return the name of a new practice, and delete the folders of old ones that cannot be resumed."""
    for path in _all().glob("*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > 2 * RETURN_LIFETIME_S:
                end(path.name)
    return secrets.token_hex(6)


def data(name: str) -> Path:
    """Return the folder in which the server stores the duel."""
    return _all() / name


def bot_seats(name: str) -> Returns:
    """Return the folder in which the bot stores its seat."""
    return Returns(_all() / name / "bot")


def end(name: str) -> None:
    """Delete the folder of a practice."""
    if name:
        shutil.rmtree(_all() / name, ignore_errors=True)


def _all() -> Path:
    return data_folder.within("practice")
