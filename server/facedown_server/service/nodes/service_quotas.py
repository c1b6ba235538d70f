"""The usage of each address on all nodes of a service together: wrong guesses, open tables, and bans from
tables.

Every node counts by itself, as a single server does, and decides by what it knows, so no player waits. About
once a second, and soon after a wrong guess, it adds its news to the counts in the database and reads those of
the others. Expired usage is deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import sqlalchemy as sql
import structlog
import trio

from facedown_server.network.crowd.bans import BarredAt, SharedBars
from facedown_server.network.wire.quotas import AddressCounts, quota_levels
from facedown_server.network.wire.token_buckets import Buckets

log = structlog.get_logger(__name__)

MAX_SYNC_INTERVAL_S = 1.0
MIN_SYNC_INTERVAL_S = 0.2
"""Seconds between two synchronisations at most, and at least."""

MAX_SYNCED_ADDRESSES = 200
"""Addresses that a node writes or reads at once, those with the largest usage first. This also limits the
rows in the database: each synchronisation adds at most this many, and they expire.
"""

ADD = """
INSERT INTO used AS known (address, level, at)
SELECT address, least(spent, %(burst)s), clock_timestamp()
FROM unnest(%(addresses)s::varchar[], %(spent)s::float8[]) AS new (address, spent)
ON CONFLICT (address) DO UPDATE SET at = excluded.at, level = least(%(burst)s, excluded.level + greatest(0,
    known.level - %(rate)s * extract(epoch FROM excluded.at - known.at)))
"""
FORGET = "DELETE FROM used WHERE level <= %(rate)s * extract(epoch FROM clock_timestamp() - at)"
KNOWN = """
SELECT address, level - %(rate)s * extract(epoch FROM clock_timestamp() - at) AS taken
FROM used ORDER BY taken DESC LIMIT %(most)s
"""
GONE = """
DELETE FROM opened WHERE (node = %(node)s AND address <> ALL(%(addresses)s::varchar[]))
    OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.name = opened.node AND lease > clock_timestamp())
"""
OPENED = """
INSERT INTO opened (node, address, tables)
SELECT %(node)s, address, tables
FROM unnest(%(addresses)s::varchar[], %(tables)s::int[]) AS new (address, tables)
ON CONFLICT (node, address) DO UPDATE SET tables = excluded.tables WHERE opened.tables <> excluded.tables
"""
ELSEWHERE = "SELECT address, sum(tables)::int FROM opened WHERE node <> %(node)s GROUP BY address"
ONE_BY_ONE = "SELECT pg_advisory_xact_lock(7777, hashtext('opened ' || %(network)s))"
"""The lock under which tables of one address, or of the largest network around it, are counted."""
BAR = """
INSERT INTO barred (code, address, at)
SELECT code, address, clock_timestamp()
FROM unnest(%(codes)s::varchar[], %(addresses)s::varchar[]) AS new (code, address)
ON CONFLICT DO NOTHING
"""
UNBAR = """
DELETE FROM barred WHERE NOT EXISTS (SELECT 1 FROM owners WHERE owners.code = barred.code AND node <> '')
"""
BARRED = "SELECT code, address FROM barred ORDER BY at DESC LIMIT %(most)s"
MAX_BANNED_ADDRESSES = 5_000
"""Maximum number of banned addresses that are read; the latest are kept."""


class CountedTables(Protocol):
    """The part of a lobby that SharedLimits uses."""

    def openers(self) -> Mapping[str, int]:
        """Return the number of tables here that each address has opened."""


@dataclass(frozen=True, slots=True)
class ServiceQuotas:
    """Usage and bans of all nodes."""

    guesses: Mapping[str, float]
    """Address -> wrong guesses that are not forgiven yet."""
    tables: Mapping[str, int]
    """Address or network -> tables it has opened at the other nodes."""
    barred: frozenset[BarredAt]
    """Pairs of a table and an address banned from it."""


class SharedLimits:
    """Counters shared with the other nodes of a service. `guesses` and `bars` are this node's own."""

    def __init__(
        self, engine: sql.Engine, node: str, guesses: Buckets, bars: SharedBars | None = None
    ) -> None:  # fmt: skip
        self._bars = SharedBars() if bars is None else bars
        self._engine = engine
        self._node = node
        self._guesses = guesses
        self._elsewhere: Mapping[str, int] = {}
        self._one_at_a_time = trio.Lock()
        self._wanted = trio.Event()
        guesses.start_recording(self._request_sync)
        self._bars.start_sharing(self._request_sync)

    def opened_count(self, address: str) -> int:
        """Return how many tables this address or network has opened at the other nodes, as far as is
        known.
        """
        return self._elsewhere.get(address, 0)

    async def count_opened(self, address: str, here: int) -> None:
        """Bring `opened_count` of an address up to date. The other nodes count `here` tables at this one."""
        async with self._one_at_a_time:
            try:
                self._elsewhere = await trio.to_thread.run_sync(
                    partial(self._count_opened, address, here), abandon_on_cancel=True
                )
            except Exception as error:  # any error of the driver: this node goes on counting alone
                log.info("opened tables are counted on this node only", error=type(error).__name__)

    def _count_opened(self, address: str, here: int) -> Mapping[str, int]:
        mine = {"node": self._node, "addresses": [address], "tables": [here]}
        with self._engine.begin() as connection:
            connection.exec_driver_sql(ONE_BY_ONE, {"network": quota_levels(address)[-1][0]})
            connection.exec_driver_sql(OPENED, mine)
            return _add_levels(_pairs(connection, ELSEWHERE, mine))

    async def synchronise(self, tables: CountedTables, now: Callable[[], float]) -> None:
        """Synchronise until cancelled. `now` is the clock of the guesses."""
        is_reached = True
        while True:
            with trio.move_on_after(MAX_SYNC_INTERVAL_S):
                await self._wanted.wait()
            self._wanted = trio.Event()
            news, barred = self._guesses.take_spent(), self._bars.take_new_bans()
            try:
                async with self._one_at_a_time:
                    used = await trio.to_thread.run_sync(
                        partial(self.exchange, news, dict(tables.openers()), barred), abandon_on_cancel=True
                    )
            except Exception as error:  # any error of the driver: this node goes on counting alone
                self._guesses.put_back_spent(news)
                self._bars.put_back_bans(barred)
                if is_reached:
                    log.warning("rate limits are counted on this node only", error=type(error).__name__)
                is_reached = False
            else:
                self._guesses.reduce(used.guesses, now())
                self._bars.replace_known(used.barred)
                self._elsewhere, is_reached = used.tables, True
            await trio.sleep(MIN_SYNC_INTERVAL_S)

    def exchange(
        self, news: Mapping[str, float], openers: Mapping[str, int], barred: Sequence[BarredAt] = ()
    ) -> ServiceQuotas:
        """Add these guesses, bans and numbers of opened tables to the database; return those of all nodes.
        For a thread.

        Raises errors of SQLAlchemy.
        """
        rates = {"rate": self._guesses.rate, "burst": self._guesses.burst, "most": MAX_SYNCED_ADDRESSES}
        changed = sorted(sorted(news, key=lambda address: -news[address])[:MAX_SYNCED_ADDRESSES])
        mine = {"node": self._node, "addresses": sorted(openers)}
        counts = [openers[address] for address in sorted(openers)]
        with self._engine.begin() as connection:
            if changed:
                spent = [news[address] for address in changed]
                connection.exec_driver_sql(ADD, {**rates, "addresses": changed, "spent": spent})
            connection.exec_driver_sql(FORGET, rates)
            guesses = _pairs(connection, KNOWN, rates)
            connection.exec_driver_sql(GONE, mine)
            if counts:
                connection.exec_driver_sql(OPENED, {**mine, "tables": counts})
            elsewhere = _pairs(connection, ELSEWHERE, mine)
            if barred:
                codes, addresses = zip(*barred, strict=True)
                connection.exec_driver_sql(BAR, {"codes": list(codes), "addresses": list(addresses)})
            connection.exec_driver_sql(UNBAR)
            known = connection.exec_driver_sql(BARRED, {"most": MAX_BANNED_ADDRESSES}).all()
        return ServiceQuotas(
            dict(guesses),
            _add_levels(elsewhere),
            frozenset((str(code), str(address)) for code, address in known),
        )

    def _request_sync(self) -> None:
        self._wanted.set()


def _add_levels(opened: Sequence[tuple[str, float]]) -> AddressCounts:
    """Return the numbers of opened tables of addresses, and of the networks around them."""
    tables = AddressCounts()
    for address, count in opened:
        tables.add(address, int(count))
    return tables


def _pairs(connection: sql.Connection, text: str, counts: Mapping[str, Any]) -> Sequence[tuple[str, float]]:
    return [
        (str(address), float(number)) for address, number in connection.exec_driver_sql(text, dict(counts))
    ]
