"""Stored seats that a player can resume after a lost connection or a closed client: one small file a seat.

A token is valid once; every use returns its successor, which replaces the file before it is needed. A key is
made here before a seat is requested, and opens it when no token does. Both are credentials of the seat, and
are stored in no other place.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from contextlib import suppress
from pathlib import Path

import msgspec

from facedown_client.model import data_folder
from facedown_shared.network.links import TableLink, make_link, parse_link
from facedown_shared.protocol.messages import JoinTable, ListTables, ToServer, Watch
from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.language import _, later

RETURN_LIFETIME_S = 24 * 3600.0
"""Seconds after which no opponent waits any more, and a place is no longer shown."""

BACK = ("back", "once")
"""What links are for that lead back to a seat."""

UNKEPT = later(
    "Your seat could not be saved on this disk (is it full?): copy the link back to your seat, and play on."
)
"""Told once; without the file, nothing but that link leads back when this program has ended."""

KEY_BYTES = 24
UNKNOWN_VIEWER_INDEX = -1
"""The viewer of a place that was asked for and not yet given."""

MAX_RETURN_FILES = 50
"""Stored files. By number, not by age: a wall clock that jumps may hide a place for a while, never lose
it.
"""


class Return(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat to come back to. `summary` is a line about the duel as it stood, for the home screen."""

    address: TableLink
    code: str
    viewer: int
    token: str
    opponent: str = ""
    summary: str = ""
    deck: str = ""
    """The deck's text, for siding after the client was closed."""
    hosted: bool = False
    """The server ran on this computer, beside the client: it must be started again first."""
    practice: str = ""
    """The name of the practice whose folder holds this duel, on this computer alone; "" for none."""
    record: str = ""
    """What the throws of the match are checked by, as it was when the match began."""
    key: str = ""
    """Our own key to the seat; "" for a seat opened by another person's link."""
    saved: float = 0.0
    """Wall time in seconds."""

    @property
    def by_key(self) -> Return:
        """The same seat, opened by its key."""
        return msgspec.structs.replace(self, token=f"{self.code}.{self.key}")

    @property
    def link(self) -> str:
        """The link back to the seat, from any computer, for its player alone; "" without a key."""
        return make_link(self.address.base, self.code, "back", self.key) if self.key else ""


def new_key() -> str:
    """Return unpredictable letters."""
    return secrets.token_urlsafe(KEY_BYTES)


def asked(address: TableLink, code: str, key: str) -> Return:
    """A seat that is asked for with this key: it opens it, if the answer is lost."""
    return Return(address, code, UNKNOWN_VIEWER_INDEX, "", key=key).by_key


def led_back(link: TableLink) -> Return:
    """Return the seat that a link back leads to: its player's own, or one the server's operator has given
    out.
    """
    address = link.service
    place = asked(address, link.code, link.secret)
    return place if link.role == "back" else msgspec.structs.replace(place, key="")


def at_last_server(code: str, last: str) -> TableLink:
    """Return where a bare code that is not on this network leads: to the server we were at last.

    Raises BadInput.
    """
    if not last:
        sentence = _(
            "No table {code} was found on this network; ask your friend for the full link.", code=code
        )
        raise BadInput(Code.WRONG_LINK, sentence)
    server = parse_link(last)
    return TableLink(server.host, server.port, server.secure, code)


def wish_at(link: TableLink, *, watch: bool, password: str) -> ToServer:
    """Return what is asked for where a link leads: a seat, a place to watch, else the list of tables."""
    kind = Watch if watch else JoinTable
    return kind(link.code, link.secret, password) if link.code else ListTables()


class Returns:
    """The folder of them."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or data_folder.home() / "returns"
        self._is_unkept = self._complained = False

    def all(self) -> list[Return]:
        """Return every place that may still be valid, the latest first."""
        places = [place for path in self._path.glob("*.json") if (place := self._read(path))]
        latest = sorted(places, key=lambda place: (-place.saved, place.code, place.viewer))
        for place in latest[MAX_RETURN_FILES:]:
            self._forget(place)
        return [place for place in latest[:MAX_RETURN_FILES] if time.time() - place.saved < RETURN_LIFETIME_S]

    def asked(self, address: TableLink, code: str) -> Return | None:
        """The seat at this table that was asked for before, and of which no answer has come."""
        return self._read(self._file(asked(address, code, "")))

    def put(self, place: Return) -> None:
        """Keep a place, stamped with the time. A disk that takes nothing ends no duel: see `complaint`."""
        stamped = msgspec.structs.replace(place, saved=time.time())
        try:
            data_folder.write(self._file(place), msgspec.json.encode(stamped))
        except BadInput:
            self._is_unkept = True

    def complaint(self) -> str:
        """Return the message about a disk that cannot store a seat; "" when it can, and the second time."""
        if not self._is_unkept or self._complained:
            return ""
        self._complained = True
        return _(UNKEPT)

    def drop(self, place: Return) -> None:
        """Forget a place: the duel is over, or the token is no longer good.

        A newer token stays: then another window of this player has taken the seat.
        """
        kept = self._read(self._file(place))
        if kept is None or kept.token == place.token:
            self._forget(place)

    def keep_record(self, code: str, data: bytes) -> Path | None:
        """Lay the record of a finished match beside the returns; the file it lies in, if the disk took it."""
        path = self._path.parent / "records" / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{code}.json"
        with suppress(BadInput):
            data_folder.write(path, data)
            return path
        return None

    def _forget(self, place: Return) -> None:
        with suppress(OSError):  # a disk that can only be read
            self._file(place).unlink(missing_ok=True)

    def _read(self, path: Path) -> Return | None:
        try:
            return msgspec.json.decode(path.read_bytes(), type=Return)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return None

    def _file(self, place: Return) -> Path:
        name = f"{place.address.base}/{place.code}/{place.viewer}".encode()
        return self._path / f"{hashlib.sha256(name).hexdigest()[:24]}.json"
