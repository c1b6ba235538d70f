"""Paths of the databases, scripts and ban lists in an EDOPro folder. The folder is only read; nothing in it
is run.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from facedown_shared.decks import banlist_files, edopro_database
from facedown_shared.text import _

MAX_SCRIPT_BYTES = 1_000_000
"""Maximum size of a script in bytes. The largest known script has a tenth of that."""
MAX_SCRIPTS = 60_000
BASE = ("constant.lua", "utility.lua")
"""Scripts that every duel loads first. They load the others."""


class NoInstallation(Exception):
    """The folder is not EDOPro's, or a part is missing. The message is one sentence: what is wrong and what
    to do.
    """


@dataclass(frozen=True)
class Installation:
    """Files found in an EDOPro folder."""

    folder: Path
    databases: tuple[Path, ...]
    """Card databases in reading order. A later one overrides an earlier one."""
    scripts: tuple[Path, ...]
    """Folders and zip archives with scripts. A later one overrides an earlier one."""
    lists: tuple[Path, ...]


def find_installation(folder: Path) -> Installation:
    """Find the databases, scripts and ban lists of an EDOPro folder.

    Raises NoInstallation if the folder cannot be read or lacks databases or scripts.
    """
    folder = folder.expanduser()
    try:
        return _find_files(folder)
    except OSError as error:
        raise _unreadable(folder, error) from error


def _unreadable(path: Path, error: OSError) -> NoInstallation:
    return NoInstallation(
        _("{path} cannot be read ({why}): let this user read it.",
          path=error.filename or path, why=error.strerror or error)
    )  # fmt: skip


def _find_files(folder: Path) -> Installation:
    if not folder.is_dir():
        raise NoInstallation(f"There is no folder {folder}: say where EDOPro is installed.")
    roots, databases = edopro_database.roots(folder), edopro_database.databases(folder)
    scripts = tuple(place for root in roots if (place := root / "script").is_dir())
    archives = tuple(sorted((folder / "expansions").glob("*.zip")))
    if not databases:
        raise NoInstallation(
            f"{folder} holds no card database (cards.cdb): start EDOPro once, it loads them."
        )
    if not scripts:
        raise NoInstallation(f"{folder} holds no card scripts (script/): start EDOPro once, it loads them.")
    return Installation(folder, databases, (*scripts, *archives), banlist_files.list_files(folder))


def scripts(installation: Installation) -> dict[str, bytes]:
    """Return all scripts by name. If several have the same name, the last one counts.

    Raises NoInstallation if a base script is missing or a file cannot be read.
    """
    try:
        found = dict(_scripts(installation))
    except OSError as error:
        raise _unreadable(installation.folder, error) from error
    for name in BASE:
        if name not in found:
            raise NoInstallation(
                _("{folder} lacks {name} among its scripts: start EDOPro once, it loads them.",
                  folder=installation.folder, name=name)
            )  # fmt: skip
    return found


def _scripts(installation: Installation) -> Iterator[tuple[str, bytes]]:
    for place in installation.scripts:
        if place.suffix == ".zip":
            yield from _zip_entries(place)
            continue
        for path in sorted(place.rglob("*.lua")):
            if path.stat().st_size <= MAX_SCRIPT_BYTES:
                yield path.name, path.read_bytes()


def _zip_entries(path: Path) -> Iterator[tuple[str, bytes]]:
    try:
        with zipfile.ZipFile(path) as archive:
            for row in archive.infolist()[:MAX_SCRIPTS]:
                folder, _, name = row.filename.rpartition("/")
                if (
                    name.endswith(".lua")
                    and "script" in folder.split("/")
                    and row.file_size <= MAX_SCRIPT_BYTES
                ):
                    yield name, archive.read(row)
    except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, NotImplementedError) as error:
        raise NoInstallation(
            f"{path} is half a zip archive ({error}): download it again, or delete it."
        ) from error
