"""Storage of a host's EDOPro core: beside the server's duels, or in the system's default folder for every
server of this computer. The window reads it too, before it starts a server.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path

import msgspec
from platformdirs import user_data_path

from facedown_shared.decks.banlists import Limits

FOLDER, REMEMBERED = "core", "offered.json"
LISTS = ".lists"
"""The suffix of a file with the parsed ban lists of an EDOPro folder."""


EDOPRO_FOLDERS = ("~/EDOPro", "~/ProjectIgnis", "/opt/edopro", "~/.local/share/edopro", "C:/ProjectIgnis")
"""EDOPro's default folders."""
ENGINE_PATTERNS = ("ocgcore-wasm-*.tgz", "ocgcore*.wasm")
"""File names of an engine: the npm package, or its WebAssembly."""
FETCHED = "fetched"
"""The folder, beside a core, for downloads with npm."""


class _CoreRecord(msgspec.Struct):
    lists: str = ""
    source: str = ""


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


def core_source(folder: Path) -> str:
    """Return the name and version of the engine that is stored in a folder; "" if they cannot be read."""
    try:
        return msgspec.json.decode((folder / FOLDER / REMEMBERED).read_bytes(), type=_CoreRecord).source
    except (OSError, msgspec.MsgspecError):
        return ""


def default_edopro_folder() -> Path | None:
    """Return the first of EDOPro's default folders that has a card database, or None."""
    places = (Path(place).expanduser() for place in EDOPRO_FOLDERS)
    return next((place for place in places if (place / "cards.cdb").is_file()), None)


def engine_files(folders: Iterable[Path]) -> Iterator[Path]:
    """Yield the files in these folders that are named like an engine, the newest version of each first."""
    for folder in folders:
        for pattern in ENGINE_PATTERNS:
            yield from sorted(folder.glob(pattern), reverse=True)


def engine_folders(edopro: Path, data: Path) -> tuple[Path, ...]:
    """Return the folders in which an engine is looked for."""
    return (Path(), Path("~/Downloads").expanduser(), edopro, data / FOLDER / FETCHED)
