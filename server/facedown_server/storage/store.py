"""Data that must outlive the server: tables, seats, keys, chat, and every act of a match (law 7).

The log of acts *is* the duel: running it again gives the same state. `memory_store.py` is for tests in
virtual time (no thread); `journal.py` stores the same in a database. Neither knows a rule or a viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec
import structlog

from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Said, Settings

log = structlog.get_logger(__name__)

Pair = tuple[float, float]


class SeatKeys(msgspec.Struct, frozen=True, omit_defaults=True):
    """Digests of all credentials of a seat: the token used last, its successor (empty if the seat is dead),
    some spent tokens, and the player's own key, if there is one. The token of an operator's link, which opens
    the seat once, is among the spent ones from the beginning.
    """

    used: bytes = b""
    fresh: bytes = b""
    spent: tuple[bytes, ...] = ()
    own: bytes = b""


class StoredSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A stored seat: its player, deck (.ydk text), keys, prompt mode, and whether the player has left for
    good.

    `facts` are the player's facts of cards in the deck that the server does not know. A missing `auto`
    means "able", the default of servers without other modes. `absence`: the seconds of absence left in the
    running match; None for the full allowance.
    """

    name: str = ""
    keys: SeatKeys = SeatKeys()
    deck: str = ""
    auto: str = "able"
    left: bool = False
    facts: tuple[Facts, ...] = ()
    absence: float | None = None


class EventKey(msgspec.Struct, frozen=True, array_like=True):
    """The key under which a match counts in an event: the event's code, the pairing, and the table there."""

    event: str
    pairing: int
    table: int


class StoredTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table without its match. `settings` never hold the password: `lock` is its hash.

    `opponents`, `spectators` and `relays` are the secrets of the table's links ("": a table opened before
    links for relays existed); `barred` the banned names; `log` the running or last match. `paused`: both
    players agreed to a pause.
    """

    code: str
    settings: Settings
    lock: str = ""
    opponents: str = ""
    spectators: str = ""
    relays: str = ""
    host: int = 0
    seats: tuple[StoredSeat, StoredSeat] = msgspec.field(default=(StoredSeat(), StoredSeat()), name="chairs")
    barred: tuple[str, ...] = ()
    paused: bool = False
    core_by_deck: bool = False
    """True if its host allowed EDOPro's core because a deck needs it."""
    log: str = ""
    seals: tuple[bytes, ...] = ()
    """Seals of the latest shares that matches began with: none is accepted again."""
    terms: int = 0
    """Number of changes to the terms of the players' agreement, without the duels' part
    (`TableContext.terms`).
    """
    proposals: int = 0
    """The number of the last proposal."""
    reserved: bool = False
    """True if the operator opened it: it stays open without players for as long as an idle table does."""
    assigned: bool = False
    """True if its seats belong to named players, as in an event: no player can free one, and none is host."""
    event: EventKey | None = None
    """The pairing of an event that is played here."""


class ChatLine(msgspec.Struct, frozen=True):
    """A line of a table's chat. `among`: sent by a spectator to the other spectators during a match."""

    table: str
    seq: int
    said: Said
    among: bool = False


def read_chat_line(code: str, seq: int, body: bytes) -> ChatLine:
    """Return a stored line of chat, or a line of its number without text if it is damaged."""
    try:
        return msgspec.json.decode(body, type=ChatLine)
    except (ValueError, TypeError, RecursionError) as error:
        log.warning("a line of chat cannot be read", table=code, reason=type(error).__name__)
        return ChatLine(code, seq, Said(""), among=True)


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """All data that a match starts from. `secret` never leaves the server; `decks` are .ydk texts.

    `fingerprint` covers the facts and scripts that both decks can reach, `opening` is the digest after the
    start: a changed engine may continue an old log as long as every digest matches. While `opening` is empty
    the throws are pledged, and the players' shares are awaited.
    """

    log: str
    code: str
    settings: Settings
    engine: str
    fingerprint: str
    secret: bytes
    shares: tuple[bytes, ...] = ()
    """The players' shares of the secret, by seat; () if there are none (yet)."""
    seals: tuple[bytes, bytes] = (b"", b"")
    """The seals of these shares, as pledged; empty for a player without a share."""
    decks: tuple[str, str]
    names: tuple[str, str]
    opening: bytes
    line: str = ""
    """The text of the file that the match began from, if any."""
    made: str = ""
    core: str = ""
    """The engine and scripts of the duels, where EDOPro's core runs them."""
    facts: tuple[tuple[Facts, ...], tuple[Facts, ...]] = ((), ())
    """Each player's facts of cards in the own deck that the server does not know."""
    event: EventKey | None = None
    """The pairing of an event that this match decides."""


class LogRow(msgspec.Struct, frozen=True):
    """One act: `body` is its line of text, `clocks` the seconds left to each seat, `digest` the digest
    after it.
    """

    log: str
    seq: int
    seat: int
    origin: str
    body: str
    clocks: Pair
    digest: bytes


class StoredLog(msgspec.Struct, frozen=True):
    """A stored match. `result`: "" while it runs."""

    header: Header
    rows: tuple[LogRow, ...]
    clocks: Pair = (0.0, 0.0)
    result: str = ""


class TableOutline(NamedTuple):
    """Data of a stored table that a server reads at its start, before the table is recovered."""

    code: str
    table: StoredTable | None
    """The table; None if it cannot be read."""
    header: Header | None
    """The header of the running match; None if no match is running, or it cannot be read."""


class StoreFailed(Exception):
    """The store could not be written (or read). No client may be sent the data."""


class NotOurs(StoreFailed):
    """Another node owns this table now. Nothing of the table may be written or sent here."""

    def __init__(self) -> None:
        super().__init__("another server has this table now")


class KeyUsed(NotOurs):
    """Another table was opened with the same key meanwhile, so this one is not stored."""


class TableDamaged(StoreFailed):
    """The stored data of this table cannot be read."""


class Store(Protocol):
    """Durable storage of tables and matches. Every method returns once its write is durable, or raises
    StoreFailed.
    """

    @property
    def failures(self) -> int:
        """Number of failed writes."""

    async def check_writable(self) -> None:
        """Write without changing anything, to test whether the disk accepts it."""

    async def store_table(self, table: StoredTable) -> None:
        """Store the present state of a table."""

    async def delete_table(self, code: str) -> None:
        """Delete a closed table and its chat, but not the logs of its matches."""

    async def store_chat_line(self, line: ChatLine) -> None:
        """Store a line of chat."""

    async def store_match(self, header: Header, table: StoredTable) -> None:
        """Store the header of a new match, and its table."""

    async def import_match(self, header: Header | None, table: StoredTable) -> None:
        """Store an imported table with the header of its match.

        It replaces the remains of a closed table with this code.
        """

    async def find_opened_table(self, own: bytes) -> str:
        """Return the code of the table opened with the key of this digest, on any node of a shared database.

        "" if there is none, or the database is not shared.
        """

    async def update_header(self, header: Header) -> None:
        """Store the header of a match again, with the players' shares."""

    async def append(self, *rows: LogRow) -> None:
        """Store consecutive acts of one match: all of them or none."""

    async def store_clocks(self, log: str, seq: int, clocks: Pair) -> None:
        """Store the seconds left some time after act `seq`."""

    async def finish_match(self, log: str, result: str) -> None:
        """End or abandon the match, and compact its log into one record."""

    async def tables(self) -> list[str]:
        """Return the codes of the stored tables, oldest first."""

    async def list_tables(self) -> list[TableOutline]:
        """Return all stored tables, oldest first, without chat and acts."""

    async def table(self, code: str) -> tuple[StoredTable, tuple[ChatLine, ...]]:
        """Return a stored table and its chat."""

    async def find_table(self, code: str) -> StoredTable | None:
        """Return a table without its chat, None if no table has this code. Both cases take the same query."""

    async def read_match(self, log: str) -> StoredLog:
        """Return a match with all its acts."""

    async def history(self, code: str) -> list[str]:
        """Return the logs of all matches of a table, the latest last. Closed tables have a history too."""

    async def header(self, log: str) -> Header:
        """Return the header of a match."""

    async def unfinished_logs(self) -> list[str]:
        """Return the logs of running matches, oldest first."""


def latest_clocks(rows: Sequence[LogRow], seq: int, noted: Pair) -> Pair:
    """Return the clocks stored after act `seq`, unless a later act has newer ones."""
    return rows[-1].clocks if rows and rows[-1].seq > seq else noted
