"""Stored seats that a player can resume after a lost connection or a closed client: one small file per seat.

A token is valid once; every use returns its successor, which replaces the file before it is needed. A key is
made here before a seat is requested, and opens the seat when no token does. Both are credentials of the seat,
and are stored in no other place.
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
from facedown_shared.protocol.messages import JoinTable, ListTables, Refused, ToServer, Watch
from facedown_shared.text import BadInput, Code, _, gettext_noop

RETURN_LIFETIME_S = 24 * 3600.0
"""Seconds after which no opponent waits any more, and a place is no longer shown."""

BACK = ("back", "once")
"""Roles of links that reopen a seat."""

UNKEPT = gettext_noop(
    "Your seat could not be saved on this disk (is it full?): copy the link back to your seat, and play on."
)
"""Warning, shown once: without the file, only the link reopens the seat after this program ends."""

KEY_BYTES = 24
UNKNOWN_VIEWER_INDEX = -1
"""Viewer of a seat that was requested and not yet given."""

MAX_RETURN_FILES = 50
"""Limit of stored files, by number: with a limit by age, a clock change could delete a place."""


MAX_RECORD_FILES = 1_000
"""Limit of the records of matches: a hostile server can end many a minute."""


class PublicAccess(msgspec.Struct, frozen=True, omit_defaults=True):
    """How players on the Internet reach a server on this computer."""

    open_port: bool = False
    """True if the server asks the router to forward its port."""
    tunnel: str = ""
    """Tunnel that the server opens, as in its settings; "" for none."""
    public_url: str = ""
    public_host: tuple[str, ...] = ()

    @property
    def options(self) -> list[str]:
        """Return the options of the server's command."""
        options = [f"--public-host={host}" for host in self.public_host]
        options += [f"--public-url={self.public_url}"] if self.public_url else []
        return [*options, f"--tunnel={self.tunnel}", *(["--open-port"] if self.open_port else [])]


class DuelState(msgspec.Struct, frozen=True, omit_defaults=True):
    """State of a duel that waits, for the list of duels to return to."""

    format: str = ""
    banlist: str = ""
    mode: str = "rules"
    best_of: int = 1
    duel: int = 1
    turn: int = 0
    is_own_turn: bool = False
    life: tuple[int, int] = (0, 0)
    """Life of the player and of the opponent."""
    table: str = "master"
    """Name of the table's rules, for the word for life."""


class Return(msgspec.Struct, frozen=True, omit_defaults=True):
    """Seat that can be resumed. `summary` is a line about the duel, as earlier versions stored it."""

    address: TableLink
    code: str
    viewer: int
    token: str
    opponent: str = ""
    summary: str = ""
    deck: str = ""
    """The deck's text, for siding after the client was closed."""
    hosted: bool = False
    """True if the server ran on this computer, beside the client: it must be restarted first."""
    access: PublicAccess = PublicAccess()
    """How others reached that server."""
    invite: str = ""
    """Secret of the link that opened the seat: the same one at another address leads to the same seat."""
    sent_link: str = ""
    """The link through a tunnel that the host was shown to send: the same one is not shown again."""
    practice: str = ""
    """Name of the practice whose folder holds this duel, on this computer alone; "" for none."""
    record: str = ""
    """Data that verify the throws of the match, stored at its start."""
    key: str = ""
    """Our own key to the seat; "" for a seat opened by another person's link."""
    saved: float = 0.0
    """Wall time in seconds."""
    state: DuelState | None = None
    """State of the duel; None before it begins."""
    is_over: bool = False
    """True if its match is over: it serves a lost connection or a rematch, and is not offered."""

    @property
    def with_key(self) -> Return:
        """Return the same seat, opened by its key."""
        return msgspec.structs.replace(self, token=f"{self.code}.{self.key}")

    @property
    def link(self) -> str:
        """Return the link that reopens the seat from any computer; "" without a key. For its player alone."""
        return make_link(self.address.base, self.code, "back", self.key) if self.key else ""


def new_key() -> str:
    """Return a new unpredictable key."""
    return secrets.token_urlsafe(KEY_BYTES)


def requested_place(address: TableLink, code: str, key: str) -> Return:
    """Return the place of a seat requested with this key; the key opens the seat if the response is lost."""
    return Return(address, code, UNKNOWN_VIEWER_INDEX, "", key=key).with_key


def place_of_link(link: TableLink) -> Return:
    """Return the seat that a link reopens: the player's own, or one that the server's operator has issued."""
    address = link.service
    place = requested_place(address, link.code, link.secret)
    return place if link.role == "back" else msgspec.structs.replace(place, key="")


def link_at_last_server(code: str, last: str) -> TableLink:
    """Return the link of a bare code at the last server. For codes that are not on this network.

    Raises BadInput if there is no last server.
    """
    if not last:
        sentence = _(
            "No table {code} was found on this network; ask your friend for the full link.", code=code
        )
        raise BadInput(Code.WRONG_LINK, sentence)
    server = parse_link(last)
    return TableLink(server.host, server.port, server.secure, code)


def request_for_link(link: TableLink, *, watch: bool, password: str) -> ToServer:
    """Return the request for a link: a seat, a place to watch, else the list of tables."""
    kind = Watch if watch else JoinTable
    return kind(link.code, link.secret, password) if link.code else ListTables()


def is_seat_unknown(refusal: Refused) -> bool:
    """Return whether a server refuses because it has no such seat, or no longer.

    A table that the server could not read is not gone: its operator may repair it.
    """
    return refusal.words.id == "no_such_seat"


class Returns:
    """Folder of stored seats."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or data_folder.home() / "returns"
        self._is_unkept = self._complained = False

    def valid_places(self) -> list[Return]:
        """Return every place that may still be valid, the latest first."""
        places = [place for path in self._path.glob("*.json") if (place := self._read_place(path))]
        latest = sorted(places, key=lambda place: (-place.saved, place.code, place.viewer))
        for place in latest[MAX_RETURN_FILES:]:
            self._forget(place)
        return [place for place in latest[:MAX_RETURN_FILES] if time.time() - place.saved < RETURN_LIFETIME_S]

    def requested_seat(self, address: TableLink, code: str) -> Return | None:
        """Return the seat at this table that was requested before without a response; None without one."""
        return self._read_place(self._file(requested_place(address, code, "")))

    def store_place(self, place: Return) -> None:
        """Store a place with the present time. A disk error does not end the duel: see `complaint`."""
        stamped = msgspec.structs.replace(place, saved=time.time())
        try:
            data_folder.write_private(self._file(place), msgspec.json.encode(stamped))
        except BadInput:
            self._is_unkept = True

    def complaint(self) -> str:
        """Return once the message about a disk that cannot store a seat; else ""."""
        if not self._is_unkept or self._complained:
            return ""
        self._complained = True
        return _(UNKEPT)

    def delete_place(self, place: Return) -> None:
        """Delete a place: the duel is over, or the token is no longer valid.

        A newer token stays: then another window of this player has taken the seat. The token of a seat whose
        key was refused is no newer one: the key was the last that could open it.
        """
        stored = self._read_place(self._file(place))
        is_by_key = bool(place.key) and place == place.with_key
        if stored is None or stored.token == place.token or (is_by_key and stored.key == place.key):
            self._forget(place)

    def mark_over(self, place: Return) -> None:
        """Offer a place no longer: its duel is over, or its table is gone. Its file stays, for a rematch.

        A seat that was resumed meanwhile stays as it is.
        """
        stored = self._read_place(self._file(place))
        if stored is None or stored.key != place.key:
            return
        if stored.token == place.token or place == place.with_key:
            with suppress(BadInput):
                over = msgspec.structs.replace(stored, is_over=True)
                data_folder.write_private(self._file(place), msgspec.json.encode(over))

    def store_record(self, code: str, data: bytes) -> Path | None:
        """Store the record of a finished match; return its file, or None after a disk error."""
        folder = self._path.parent / "records"
        path = folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{code}.json"
        with suppress(BadInput, OSError):
            data_folder.write_private(path, data)
            for old in sorted(folder.glob("*.json"))[:-MAX_RECORD_FILES]:
                old.unlink(missing_ok=True)
            return path
        return None

    def _forget(self, place: Return) -> None:
        with suppress(OSError):  # read-only disk
            self._file(place).unlink(missing_ok=True)

    def _read_place(self, path: Path) -> Return | None:
        try:
            return msgspec.json.decode(path.read_bytes(), type=Return)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return None

    def _file(self, place: Return) -> Path:
        name = f"{place.address.base}/{place.code}/{place.viewer}".encode()
        return self._path / f"{hashlib.sha256(name).hexdigest()[:24]}.json"
