"""Where a host's EDOPro core is remembered: beside the server's duels, or in the usual place of this system,
for every server of this computer. The window asks too, before it has a server."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_data_path

FOLDER, REMEMBERED = "core", "offered.json"


def usual() -> Path:
    """Where `core` keeps what it found, unless it is told another folder."""
    named = os.environ.get("FACEDOWN_HOME")
    return Path(named) if named else user_data_path("facedown", False)


def kept_in(*folders: Path) -> Path | None:
    """The first of these folders, and then the usual one, in which a core is remembered; None: in none."""
    return next((place for place in (*folders, usual()) if (place / FOLDER / REMEMBERED).is_file()), None)
