"""Storage of a host's EDOPro core: beside the server's duels, or in the system's default folder for every
server of this computer. The window reads it too, before it starts a server.
"""

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
"""The suffix of a file with the parsed ban lists of an EDOPro folder."""


class _CoreRecord(msgspec.Struct):
    lists: str = ""


def default_folder() -> Path:
    """Return the default folder for the files of an EDOPro core."""
    named = os.environ.get("FACEDOWN_HOME")
    return Path(named) if named else user_data_path("facedown", False)


def find_core_folder(*folders: Path) -> Path | None:
    """Return the first of these folders that holds a core, else the default folder if it does, else None."""
    return next(
        (place for place in (*folders, default_folder()) if (place / FOLDER / REMEMBERED).is_file()), None
    )


def can_run_core() -> bool:
    """Return whether this Python can run the engine. It needs wasmtime, which is installed on demand."""
    return find_spec("wasmtime") is not None


def store_lists(path: Path, lists: Iterable[Limits]) -> None:
    """Write the parsed ban lists into a folder.

    Raises OSError if the file cannot be written.
    """
    part = path.with_suffix(".part")
    part.write_bytes(msgspec.json.encode([*lists]))
    part.replace(path)


def lists_by_points(data: Path) -> dict[str, bool]:
    """Return the ban lists of the core in a data folder: name -> whether cards cost points by it."""
    place = find_core_folder(data)
    lists = stored_lists(place) if place is not None else {}
    return {name: limits.point_cap is not None for name, limits in lists.items()}


def stored_lists(folder: Path) -> dict[str, Limits]:
    """Return the ban lists stored in a folder, by name; an empty result if they cannot be read."""
    try:
        record = msgspec.json.decode((folder / FOLDER / REMEMBERED).read_bytes(), type=_CoreRecord)
        rows = msgspec.json.decode((folder / FOLDER / record.lists).read_bytes(), type=list[Limits])
    except (OSError, msgspec.MsgspecError):
        return {}
    return {row.name: row for row in rows}
