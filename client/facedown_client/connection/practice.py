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
    for path in _practices_folder().glob("*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > 2 * RETURN_LIFETIME_S:
                delete_practice(path.name)
    return secrets.token_hex(6)


def data(name: str) -> Path:
    """Return the folder in which the server stores the duel."""
    return _practices_folder() / name


def bot_seats(name: str) -> Returns:
    """Return the folder in which the bot stores its seat."""
    return Returns(_practices_folder() / name / "bot")


def delete_practice(name: str) -> None:
    """Delete the folder of a practice."""
    if name:
        shutil.rmtree(_practices_folder() / name, ignore_errors=True)


def _practices_folder() -> Path:
    return data_folder.subfolder("practice")
