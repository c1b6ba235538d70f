"""Events in the journal: the rows of their logs and the keys of their links, in tables of their own.

Where nodes share a database an event has a row in `owners`, as a table has: it lives at one node, and every
append checks in its transaction that this node still owns it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import sqlalchemy as sql

from facedown_server.storage.journal import Journal
from facedown_server.storage.postgresql import NODES, OWNERS
from facedown_server.storage.schema import COPY_BATCH_ROWS, EVENT_MATCHES, EVENT_ROWS, EVENTS, MATCHES, NOW
from facedown_server.storage.store import NotOurs, TableDamaged

EVENT_LOG_VERSION = 1
"""The version of the rows. An older program does not open an event with a newer one."""

OWNED_PREFIX = "event/"
"""Before the code of an event in `owners`, whose other rows are tables."""


class StoredEvent(msgspec.Struct, frozen=True):
    """An event with the rows of its log, the oldest first. `keys`: of its links, encoded."""

    code: str
    name: str
    keys: bytes
    rows: tuple[str, ...]


class EventPlace(NamedTuple):
    """The node of an event. `node` and `address` are "" while no node with a valid lease owns it."""

    code: str
    name: str
    node: str
    address: str


class FinishedMatch(NamedTuple):
    """A match of an event. `result`: the winner's seat or "draw", and the reason in a word."""

    pairing: int
    table: int
    log: str
    result: str


def owned_code(code: str) -> str:
    """Return the code of an event in `owners`."""
    return OWNED_PREFIX + code


def event_code(owned: str) -> str:
    """Return the code of the event that a row of `owners` is for; "" if it is for a table."""
    return owned.removeprefix(OWNED_PREFIX) if owned.startswith(OWNED_PREFIX) else ""


def row_digest(row: str) -> bytes:
    """Return the digest of an event's first row, by which its file is recognised."""
    return hashlib.sha256(row.encode()).digest()


class EventRows:
    """The events of a journal. Each method returns once its write is durable, or raises StoreFailed."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    @property
    def owned_codes(self) -> tuple[str, ...] | None:
        """The events that this node owns; None if the journal is not shared, so that it has all."""
        ownership = self._journal.ownership
        if ownership is None:
            return None
        return tuple(filter(None, map(event_code, ownership.epochs)))

    async def create(self, event: StoredEvent) -> None:
        """Store a new event, with all its rows."""
        values = {
            "code": event.code, "name": event.name, "first": row_digest(event.rows[0]), "keys": event.keys,
            "version": EVENT_LOG_VERSION,
        }  # fmt: skip
        await self._write(
            event.code,
            sql.insert(EVENTS).inline().values(**values, changed=NOW),
            *_insert_rows(event.code, 0, event.rows),
        )

    async def append(self, code: str, seq: int, *rows: str) -> None:
        """Append rows to an event's log. `seq`: how many it has.

        Raises StoreFailed also if it has that row already, and NotOurs.
        """
        touch = sql.update(EVENTS).where(EVENTS.c.code == code).values(changed=NOW)
        await self._write(code, touch, *_insert_rows(code, seq, rows))

    async def _write(self, code: str, *statements: sql.Executable) -> None:
        ownership = self._journal.ownership
        try:
            await self._journal.write_statements("" if ownership is None else owned_code(code), *statements)
        except NotOurs:
            if ownership is not None:
                ownership.epochs.pop(owned_code(code), None)
            raise

    async def read(self, code: str) -> StoredEvent:
        """Return an event with its rows.

        Raises StoreFailed: TableDamaged if a newer program has written it, or there is none.
        """

        def look(connection: sql.Connection) -> StoredEvent:
            query = sql.select(EVENTS.c.name, EVENTS.c["keys"], EVENTS.c.version).where(EVENTS.c.code == code)
            found = connection.execute(query).first()
            if found is None:
                raise TableDamaged(f"no event {code} is kept")
            name, keys, version = found
            if version > EVENT_LOG_VERSION:
                raise TableDamaged(f"event {code} was written by a newer version: update facedown")
            return StoredEvent(code, name, keys, tuple(_read_rows(connection, code, 0)))

        return await self._journal.query(look)

    async def read_rows(self, code: str, seq: int) -> list[str]:
        """Return the rows of an event from number `seq` on."""
        return await self._journal.query(lambda connection: _read_rows(connection, code, seq))

    async def find(self, first_row: str) -> str:
        """Return the code of the event whose log begins with this row; "" if there is none."""
        query = sql.select(EVENTS.c.code).where(EVENTS.c.first == row_digest(first_row))
        return await self._journal.query(lambda connection: connection.scalar(query) or "")

    async def recent_codes(self, since_s: int) -> list[str]:
        """Return the events that were changed in the last seconds, by the database's clock."""
        query = sql.select(EVENTS.c.code).where(EVENTS.c.changed >= NOW - since_s).order_by(EVENTS.c.changed)
        return await self._journal.query(lambda connection: list(connection.scalars(query)))

    async def finished_matches(self, code: str) -> list[FinishedMatch]:
        """Return the matches of an event that ended with a result, the first of each key."""
        query = (
            sql.select(EVENT_MATCHES.c.pairing, EVENT_MATCHES.c.place, MATCHES.c.log, MATCHES.c.result)
            .join(MATCHES, MATCHES.c.log == EVENT_MATCHES.c.log)
            .where(EVENT_MATCHES.c.event == code, MATCHES.c.result.contains(" "))
            .order_by(MATCHES.c.finished.desc(), MATCHES.c.number.desc())
        )

        def look(connection: sql.Connection) -> list[FinishedMatch]:
            found = (FinishedMatch(*row) for row in connection.execute(query))
            return list({(one.pairing, one.table): one for one in found}.values())

        return await self._journal.query(look)

    async def places(self) -> list[EventPlace]:
        """Return the node of each event of a shared database, by the leases."""
        alive = sql.and_(OWNERS.c.node == NODES.c.name, NODES.c.lease > sql.func.clock_timestamp())
        query = (
            sql.select(
                EVENTS.c.code, EVENTS.c.name, sql.func.coalesce(NODES.c.name, ""),
                sql.func.coalesce(NODES.c.address, ""),
            )
            .join(OWNERS, OWNERS.c.code == OWNED_PREFIX + EVENTS.c.code)
            .outerjoin(NODES, alive)
            .order_by(EVENTS.c.changed)
        )  # fmt: skip
        return await self._journal.query(
            lambda connection: [EventPlace(*row) for row in connection.execute(query)]
        )


def _insert_rows(code: str, seq: int, rows: Sequence[str]) -> list[sql.Executable]:
    values = [{"code": code, "seq": number, "body": row} for number, row in enumerate(rows, seq)]
    return [
        sql.insert(EVENT_ROWS).inline().values(values[start : start + COPY_BATCH_ROWS])
        for start in range(0, len(values), COPY_BATCH_ROWS)
    ]


def _read_rows(connection: sql.Connection, code: str, seq: int) -> list[str]:
    query = sql.select(EVENT_ROWS.c.body).where(EVENT_ROWS.c.code == code, EVENT_ROWS.c.seq >= seq)
    return list(connection.scalars(query.order_by(EVENT_ROWS.c.seq)))
