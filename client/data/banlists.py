"""The banlists this client knows: those of EDOPro's folder, and files that the player gave.

Law: no pygame. Each is a file in the form of lflist.conf; one that cannot be read is left out.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from client.data import folder
from shared.cards import banlists
from shared.cards.banlists import Limits
from shared.errors import BadInput, Code
from shared.language import _

ENDING = ".conf"
LARGEST = 2_000_000
"""Bytes of a file of banlists."""

ELSEWHERE = (Path(), Path("lflists"), Path("repositories") / "lflists")
"""Where EDOPro keeps them, from its own folder."""


def own_folder() -> Path:
    """Where the player's own lie."""
    return folder.within("banlists")


def known_lists(cards: str) -> dict[str, Limits]:
    """Every list by name: the player's own first, then those of EDOPro's folder `cards` ("" for none)."""
    places = [own_folder(), *(Path(cards).expanduser() / where for where in ELSEWHERE if cards)]
    found: dict[str, Limits] = {}
    for path in (path for place in places if place.is_dir() for path in sorted(place.glob(f"*{ENDING}"))):
        with suppress(BadInput):
            found = {**read(path), **found}
    return found


def read(path: Path) -> dict[str, Limits]:
    """The lists of one file. Raises BadInput."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(Code.BAD_FILE, _("{name} is too large for a banlist.", name=path.name))
        found = banlists.read(path.read_text("utf-8-sig"))
    except (OSError, UnicodeDecodeError):
        raise BadInput(Code.BAD_FILE, _("{path} cannot be read as a banlist.", path=path)) from None
    if not found:
        raise BadInput(
            Code.BAD_FILE, _("{name} holds no banlist; one begins with a line !Name.", name=path.name)
        )
    return found


def keep(path: Path) -> list[str]:
    """Take a file among the player's own; the names of its lists. Raises BadInput."""
    found = read(path)
    with_ending = own_folder() / f"{path.stem}{ENDING}"
    folder.write(with_ending, path.read_bytes())
    return list(found)
