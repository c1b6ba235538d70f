"""Places a player can come back to after a lost connection or a closed client: one small file a seat.

A token is good once; every use hands out its successor, which replaces the file before it is needed.
"""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

import msgspec

from client import folder
from shared.links import Link

KEPT = 24 * 3600.0
"""Seconds after which nobody waits any more, and a place is no longer shown."""

MOST = 50
"""Files kept. By number, not by age: a wall clock that jumps may hide a place for a while, never lose it."""


class Return(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat to come back to. `summary` is a line about the duel as it stood, for the home screen."""

    address: Link
    code: str
    viewer: int
    token: str
    opponent: str = ""
    summary: str = ""
    deck: str = ""
    """The deck's text, for siding after the client was closed."""
    hosted: bool = False
    """The server ran on this computer, beside the client: it must be started again first."""
    record: str = ""
    """What the throws of the match are checked by, as it was when the match began."""
    saved: float = 0.0
    """Wall time in seconds."""


class Returns:
    """The folder of them."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or folder.home() / "returns"

    def all(self) -> list[Return]:
        """Every place that may still be kept, the latest first."""
        places = [place for path in self._path.glob("*.json") if (place := self._read(path))]
        latest = sorted(places, key=lambda place: (-place.saved, place.code, place.viewer))
        for place in latest[MOST:]:
            self._file(place).unlink(missing_ok=True)
        return [place for place in latest[:MOST] if time.time() - place.saved < KEPT]

    def put(self, place: Return) -> None:
        """Keep a place, stamped with the time."""
        stamped = msgspec.structs.replace(place, saved=time.time())
        folder.write(self._file(place), msgspec.json.encode(stamped))

    def drop(self, place: Return) -> None:
        """Forget a place: the duel is over, or the token is no longer good.

        A newer token stays: then another window of this player has taken the seat.
        """
        kept = self._read(self._file(place))
        if kept is None or kept.token == place.token:
            self._file(place).unlink(missing_ok=True)

    def keep_record(self, code: str, data: bytes) -> Path:
        """Lay the record of a finished match beside the returns; the file it lies in."""
        path = self._path.parent / "records" / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{code}.json"
        folder.write(path, data)
        return path

    def _read(self, path: Path) -> Return | None:
        try:
            return msgspec.json.decode(path.read_bytes(), type=Return)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return None

    def _file(self, place: Return) -> Path:
        name = f"{place.address.base}/{place.code}/{place.viewer}".encode()
        return self._path / f"{hashlib.sha256(name).hexdigest()[:24]}.json"
