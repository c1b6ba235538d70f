"""What must outlive the server: a table's header, its acts, its keys and its clocks (law 7).

The log of acts *is* the duel: everything else is running it again. `MemoryStore` is for tests in virtual
time (no thread); `server/store/journal.py` keeps the same in a database. Neither knows a rule or a viewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec
import trio

from shared.messages import Settings


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a match starts from. `secret` never leaves the server; `decks` are .ydk texts.

    `fingerprint` is over the facts and scripts both decks can reach, `opening` the digest after the start:
    a changed engine may go on with an old log as long as every digest matches.
    """

    log: str
    code: str
    settings: Settings
    engine: str
    fingerprint: str
    secret: bytes
    shares: tuple[bytes, ...] = ()
    """What the players added to the secret, seat by seat; () when neither did."""
    decks: tuple[str, str]
    names: tuple[str, str]
    opening: bytes
    host: int = 0
    spectators: str = ""
    """The spectators' secret, so that their link goes on working."""
    made: str = ""


class Row(msgspec.Struct, frozen=True):
    """One act: `body` is its line of text, `clocks` the seconds left to each seat, `digest` after it."""

    log: str
    seq: int
    seat: int
    origin: str
    body: str
    clocks: tuple[float, float]
    digest: bytes


class Keys(msgspec.Struct, frozen=True):
    """Digests of a seat's tokens: the one last used, and its successor (dead: empty)."""

    used: bytes = b""
    fresh: bytes = b""


class Log(msgspec.Struct, frozen=True):
    """A stored match as it is read back."""

    header: Header
    rows: tuple[Row, ...]
    keys: tuple[Keys, Keys] = (Keys(), Keys())
    clocks: tuple[float, float] = (0.0, 0.0)
    result: str = ""


class StoreFailed(Exception):
    """The disk did not take it (or gave nothing back); nobody may be told what was to be kept."""


class Store(Protocol):
    """Every method returns once it is durable, or raises StoreFailed."""

    async def begin(self, header: Header, keys: tuple[Keys, Keys]) -> None:
        """Keep the header of a new match."""

    async def append(self, row: Row) -> None:
        """Keep one act."""

    async def keep_keys(self, log: str, seat: int, keys: Keys) -> None:
        """Keep the tokens of a seat."""

    async def keep_clocks(self, log: str, seq: int, clocks: tuple[float, float]) -> None:
        """Keep the seconds left some time after act `seq`."""

    async def finish(self, log: str, result: str) -> None:
        """The match is over (or abandoned); its log stays."""

    async def read(self, log: str) -> Log:
        """A match with all its acts."""

    async def unfinished(self) -> list[str]:
        """Logs of matches that were running, oldest first."""


def latest_clocks(rows: Sequence[Row], seq: int, noted: tuple[float, float]) -> tuple[float, float]:
    """What was noted after act `seq`, unless a later act says more."""
    return rows[-1].clocks if rows and rows[-1].seq > seq else noted


class MemoryStore:
    """Keeps everything as long as the process lives: no threads, no files."""

    def __init__(self) -> None:
        self.logs: dict[str, Log] = {}
        """What is kept besides the rows."""
        self.rows: dict[str, list[Row]] = {}
        self._noted: dict[str, tuple[int, tuple[float, float]]] = {}

    async def begin(self, header: Header, keys: tuple[Keys, Keys]) -> None:
        """Keep the header of a new match."""
        await trio.lowlevel.checkpoint()
        if header.log in self.logs:
            raise StoreFailed(f"there is a log {header.log} already")
        self.logs[header.log], self.rows[header.log] = Log(header, (), keys), []

    async def append(self, row: Row) -> None:
        """Keep one act."""
        await trio.lowlevel.checkpoint()
        rows = self.rows.get(row.log, [])
        if row.seq != len(rows) + 1:
            raise StoreFailed(f"{row.log} has {len(rows)} rows, so {row.seq} cannot follow")
        rows.append(row)

    async def keep_keys(self, log: str, seat: int, keys: Keys) -> None:
        """Keep the tokens of a seat."""
        await trio.lowlevel.checkpoint()
        both = list(self._log(log).keys)
        both[seat] = keys
        self._change(log, keys=tuple(both))

    async def keep_clocks(self, log: str, seq: int, clocks: tuple[float, float]) -> None:
        """Keep the seconds left some time after act `seq`."""
        await trio.lowlevel.checkpoint()
        self._noted[log] = (seq, clocks)

    async def finish(self, log: str, result: str) -> None:
        """The match is over."""
        await trio.lowlevel.checkpoint()
        self._change(log, result=result)

    async def read(self, log: str) -> Log:
        """A match with all its acts."""
        await trio.lowlevel.checkpoint()
        rows = tuple(self.rows.get(log, ()))
        clocks = latest_clocks(rows, *self._noted.get(log, (0, (0.0, 0.0))))
        return msgspec.structs.replace(self._log(log), rows=rows, clocks=clocks)

    async def unfinished(self) -> list[str]:
        """Logs of matches that were running."""
        await trio.lowlevel.checkpoint()
        return [name for name, log in self.logs.items() if not log.result]

    def _log(self, name: str) -> Log:
        if name not in self.logs:
            raise StoreFailed(f"there is no log {name}")
        return self.logs[name]

    def _change(self, name: str, **changes: object) -> None:
        self.logs[name] = msgspec.structs.replace(self._log(name), **changes)
