"""The ban lists this client knows: those of EDOPro's folder, and files that the player added.

Law: no pygame. Each is a file in the form of lflist.conf; unreadable parts are skipped.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from facedown_client.model import data_folder
from facedown_shared.decks import banlist_files
from facedown_shared.decks.banlists import Limits, ReadLists
from facedown_shared.text import BadInput, Code, _

ENDING = ".conf"


def own_folder() -> Path:
    """Return the folder of the player's own ban lists."""
    return data_folder.subfolder("banlists")


def known_lists(cards: str) -> dict[str, Limits]:
    """Return every list by name: the player's own first, then those of EDOPro's folder `cards` ("" for
    none).
    """
    own = sorted(own_folder().glob(f"*{ENDING}")) if own_folder().is_dir() else []
    theirs: tuple[Path, ...] = ()
    with suppress(OSError):  # a folder without read permission
        theirs = banlist_files.list_files(Path(cards)) if cards else ()
    mine, others = (banlist_files.collect(paths).lists for paths in (own, theirs))
    return {name: row.limits for name, row in {**mine, **others, **mine}.items()}


def read_lists(path: Path) -> ReadLists:
    """Return the ban lists of one file, and its bad lines.

    Raises BadInput if the file cannot be read.
    """
    read = banlist_files.read_file(path)
    if not read.lists:
        raise BadInput(
            Code.BAD_FILE, _("{name} holds no banlist; one begins with a line !Name.", name=path.name)
        )
    return read


def add_lists(path: Path) -> ReadLists:
    """Copy a file to the player's own ban lists; return its lists and its bad lines.

    Raises BadInput if the file cannot be read or stored.
    """
    found = read_lists(path)
    with_ending = own_folder() / f"{path.stem}{ENDING}"
    data_folder.write_private(with_ending, path.read_bytes())
    return found
