"""The one folder in which a player's own things lie: settings, places to return to, decks, screenshots.

FACEDOWN_HOME names another one. Files are replaced whole, so that a crash leaves the old or the new one.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

_NAME = "facedown"


def home() -> Path:
    """The folder, made if it is missing: for its owner alone, since pictures in it may show a hand."""
    folder = Path(os.environ.get("FACEDOWN_HOME") or _usual())
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def write(path: Path, data: bytes) -> None:
    """Replace a file whole, readable by its owner alone (it may hold a token)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _usual() -> Path:
    """Where this system keeps such things."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home()) / _NAME
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / _NAME
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / _NAME
