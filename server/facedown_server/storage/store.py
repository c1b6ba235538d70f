"""What must outlive the server: tables, seats, keys, chat, and every act of a match (law 7).

The log of acts *is* the duel: everything else is running it again. `memory_store.py` is for tests in virtual
time (no thread); `journal.py` keeps the same in a database. Neither knows a rule or a viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec

from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Said, Settings

Pair = tuple[float, float]


class SeatKeys(msgspec.Struct, frozen=True, omit_defaults=True):
    """Digests of all that opens a seat: the token last used, its successor (dead: empty), some that are
    spent, and the key of its player's own, if they brought one."""

    used: bytes = b""
    fresh: bytes = b""
    spent: tuple[bytes, ...] = ()
    own: bytes = b""


class StoredSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as it is kept: who has it, with which deck (.ydk text) and keys, asked when, gone for good?

    `facts` are what its player told of cards in the deck that the server does not know. `auto` left out
    means "able", the usual mode of servers that knew no other. `absence`: the seconds that its player may
    still be away in the match that runs; None for a full store.
    """

    name: str = ""
    keys: SeatKeys = SeatKeys()
    deck: str = ""
    auto: str = "able"
    left: bool = False
    facts: tuple[Facts, ...] = ()
    absence: float | None = None


class StoredTable(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table besides its match. `settings` never hold the password: `lock` is what is kept of it.

    `opponents`, `spectators` and `relays` are the secrets of its links ("": a table opened before there were
    links for relays); `barred` the names sent away; `log` the match that runs or was the last. `paused`: both
    have agreed to a pause.
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
    """Whether its host let it play by EDOPro's core because a deck needs it."""
    log: str = ""
    seals: tuple[bytes, ...] = ()
    """Seals of shares that matches were begun with, the latest ones: none is taken again."""
    terms: int = 0
    """How often what players agree to has changed, without what its duels add (`TableContext.terms`)."""
    proposals: int = 0
    """The number of the last proposal."""


class ChatLine(msgspec.Struct, frozen=True):
    """A line of a table's chat. `among`: spectators said it to each other, while a match was on."""

    table: str
    seq: int
    said: Said
    among: bool = False


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a match starts from. `secret` never leaves the server; `decks` are .ydk texts.

    `fingerprint` is over the facts and scripts both decks can reach, `opening` the digest after the start:
    a changed engine may go on with an old log as long as every digest matches. While `opening` is empty the
    throws are pledged, and the players' shares awaited.
    """

    log: str
    code: str
    settings: Settings
    engine: str
    fingerprint: str
    secret: bytes
    shares: tuple[bytes, ...] = ()
    """What the players added to the secret, seat by seat; () when neither did, or none is there yet."""
    seals: tuple[bytes, bytes] = (b"", b"")
    """The seals of these shares, as they were pledged; empty for a player who gives none."""
    decks: tuple[str, str]
    names: tuple[str, str]
    opening: bytes
    line: str = ""
    """The text of the file it began from, if it began from one."""
    made: str = ""
    core: str = ""
    """Which engine and scripts the duels are played with, where that is the field's core."""
    facts: tuple[tuple[Facts, ...], tuple[Facts, ...]] = ((), ())
    """What each player told of cards in the own deck that the server does not know."""


class LogRow(msgspec.Struct, frozen=True):
    """One act: `body` is its line of text, `clocks` the seconds left to each seat, `digest` after it."""

    log: str
    seq: int
    seat: int
    origin: str
    body: str
    clocks: Pair
    digest: bytes


class StoredLog(msgspec.Struct, frozen=True):
    """A stored match as it is read back. `result`: "" while it runs."""

    header: Header
    rows: tuple[LogRow, ...]
    clocks: Pair = (0.0, 0.0)
    result: str = ""


class TableOutline(NamedTuple):
    """What a start must know of a kept table before it comes back."""

    code: str
    table: StoredTable | None
    """None: it cannot be read."""
    header: Header | None
    """Of the match that runs at it; None: none does, or it cannot be read."""


class StoreFailed(Exception):
    """It could not be written (or read); nobody may be told what was to be kept."""


class NotOurs(StoreFailed):
    """Another server has this table now: nothing of it may be written or told here."""

    def __init__(self) -> None:
        super().__init__("another server has this table now")


class TableDamaged(StoreFailed):
    """What is kept of this one table cannot be read."""


class Store(Protocol):
    """Every method returns once it is durable, or raises StoreFailed."""

    @property
    def failures(self) -> int:
        """How often something was not taken."""

    async def try_out(self) -> None:
        """Write something that changes nothing, to see whether anything is taken."""

    async def keep(self, table: StoredTable) -> None:
        """Keep a table as it is now."""

    async def drop(self, code: str) -> None:
        """A table is closed: forget it and its chat. Logs of its matches stay."""

    async def say(self, line: ChatLine) -> None:
        """Keep a line of chat."""

    async def begin(self, header: Header, table: StoredTable) -> None:
        """Keep the header of a new match, and the table that plays it."""

    async def take_in(self, header: Header | None, table: StoredTable) -> None:
        """Keep a table from elsewhere, with the header of a match, in the place of what is left here of a
        table of this code that was closed."""

    async def opened_with(self, own: bytes) -> str:
        """The code of the table that was opened with the key of this digest, here or at another server that
        shares the database; "" if there is none, or nobody shares this one."""

    async def share(self, header: Header) -> None:
        """Keep the header of a match anew, now that the players' shares are there."""

    async def append(self, *rows: LogRow) -> None:
        """Keep acts of one match that come one after the other: all of them or none."""

    async def keep_clocks(self, log: str, seq: int, clocks: Pair) -> None:
        """Keep the seconds left some time after act `seq`."""

    async def finish(self, log: str, result: str) -> None:
        """The match is over (or abandoned): its log becomes one compact record."""

    async def tables(self) -> list[str]:
        """Codes of the tables that are kept, oldest first."""

    async def look(self) -> list[TableOutline]:
        """All kept tables, oldest first, without chat and acts."""

    async def table(self, code: str) -> tuple[StoredTable, tuple[ChatLine, ...]]:
        """A kept table and its chat."""

    async def find(self, code: str) -> StoredTable | None:
        """A table without its chat, None where none of this code is kept; the same question either way."""

    async def read(self, log: str) -> StoredLog:
        """A match with all its acts."""

    async def history(self, code: str) -> list[str]:
        """Logs of all matches of a table, the latest last, also of one that is closed."""

    async def header(self, log: str) -> Header:
        """What a match started from."""

    async def unfinished(self) -> list[str]:
        """Logs of matches that were running, oldest first."""


def latest_clocks(rows: Sequence[LogRow], seq: int, noted: Pair) -> Pair:
    """What was noted after act `seq`, unless a later act says more."""
    return rows[-1].clocks if rows and rows[-1].seq > seq else noted
