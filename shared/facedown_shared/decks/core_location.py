"""Where a host's EDOPro core is remembered: beside the server's duels, or in the usual place of this system,
for every server of this computer. The window asks too, before it has a server."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

import msgspec
from platformdirs import user_data_path

from facedown_shared.decks.banlists import Limits

FOLDER, REMEMBERED = "core", "offered.json"
LISTS = ".lists"
"""How a file ends that holds the ban lists of an EDOPro folder, read."""


class _CoreRecord(msgspec.Struct):
    lists: str = ""


def usual() -> Path:
    """Where `core` keeps what it found, unless it is told another folder."""
    named = os.environ.get("FACEDOWN_HOME")
    return Path(named) if named else user_data_path("facedown", False)


def kept_in(*folders: Path) -> Path | None:
    """The first of these folders, and then the usual one, in which a core is remembered; None: in none."""
    return next((place for place in (*folders, usual()) if (place / FOLDER / REMEMBERED).is_file()), None)


def runs_here() -> bool:
    """Whether the engine can run in this Python: wasmtime, in which it does, is installed on demand."""
    return find_spec("wasmtime") is not None


def keep_lists(path: Path, lists: Iterable[Limits]) -> None:
    """Write the ban lists that were read. Raises OSError."""
    part = path.with_suffix(".part")
    part.write_bytes(msgspec.json.encode([*lists]))
    part.replace(path)


def kept_lists(folder: Path) -> dict[str, Limits]:
    """The ban lists remembered in a folder, by name; none where none can be read."""
    try:
        told = msgspec.json.decode((folder / FOLDER / REMEMBERED).read_bytes(), type=_CoreRecord)
        rows = msgspec.json.decode((folder / FOLDER / told.lists).read_bytes(), type=list[Limits])
    except (OSError, msgspec.MsgspecError):
        return {}
    return {row.name: row for row in rows}
