"""Quotas that an IP address used up at one server of a service are used up at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sql

from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.service.nodes.membership import Membership
from facedown_server.service.nodes.service_quotas import MAX_SYNCED_ADDRESSES, SharedLimits
from facedown_server.storage.postgresql import parse_database_url
from tests import postgresql
from tests.postgresql import database_of

pytestmark = postgresql.needed

REFILL_TOKENS_PER_S, BURST_TOKENS = 0.001, 5.0


class CountingServer:
    """A server that counts guesses and tables. Its clock stands still: only the database refills quotas."""

    def __init__(self, engine: sql.Engine, name: str, rate: float = REFILL_TOKENS_PER_S) -> None:
        self.guesses = Buckets(rate, BURST_TOKENS)
        self.limits = SharedLimits(engine, name, self.guesses)
        self.member = Membership(engine, name, f"http://{name}.example", "1", 60.0)
        self.member.renew(b"")

    def guess(self, address: str) -> bool:
        """Return whether a wrong guess was still checked."""
        return self.guesses.take(address, 0.0)

    def exchange(self, openers: dict[str, int] | None = None) -> None:
        """Share the counts once."""
        used = self.limits.exchange(self.guesses.take_spent(), openers or {})
        self.guesses.reduce(used.guesses, 0.0)
        self.limits._elsewhere = used.tables


@contextmanager
def servers(
    folder: Path, rate: float = REFILL_TOKENS_PER_S
) -> Iterator[tuple[CountingServer, CountingServer, sql.Engine]]:
    """Run two servers of one service on one database."""
    database = parse_database_url(database_of(folder), accept_loss=True)
    assert database is not None
    with database.engine.begin() as connection:
        database.claim_database(connection)
    both = CountingServer(database.engine, "a", rate), CountingServer(database.engine, "b", rate)
    try:
        yield *both, database.engine
    finally:
        for one in both:
            one.member.close()
        database.engine.dispose()


def rows(engine: sql.Engine, table: str) -> int:
    """Return the number of rows."""
    with engine.connect() as connection:
        return int(connection.scalar(sql.text(f"SELECT count(*) FROM {table}")) or 0)  # noqa: S608


def test_guesses_at_one_server_are_guesses_at_all(tmp_path: Path) -> None:
    with servers(tmp_path) as (one, other, _):
        assert [one.guess("198.51.100.7") for _ in range(3)] == [True] * 3
        assert [other.guess("198.51.100.7") for _ in range(2)] == [True] * 2
        one.exchange()
        other.exchange()
        one.exchange()
        assert not one.guess("198.51.100.7")
        assert not other.guess("198.51.100.7")
        assert one.guess("198.51.100.8"), "nobody else is held to it"


def test_what_was_counted_once_is_not_counted_again(tmp_path: Path) -> None:
    with servers(tmp_path) as (one, other, _):
        assert one.guess("198.51.100.7")
        for _ in range(5):
            one.exchange()
            other.exchange()
        assert [other.guess("198.51.100.7") for _ in range(5)] == [True] * 4 + [False]


def test_guesses_that_could_not_be_told_are_told_later(tmp_path: Path) -> None:
    with servers(tmp_path) as (one, other, _):
        for _ in range(5):
            one.guess("198.51.100.7")
        one.guesses.put_back_spent(one.guesses.take_spent())
        one.exchange()
        other.exchange()
        assert not other.guess("198.51.100.7")


def test_what_is_back_is_forgotten_and_many_addresses_are_bounded(tmp_path: Path) -> None:
    with servers(tmp_path, rate=1_000_000.0) as (one, other, engine):
        one.guess("198.51.100.7")
        one.exchange()
        other.exchange()
        assert rows(engine, "used") == 0
    with servers(tmp_path) as (one, other, engine):
        for number in range(2 * MAX_SYNCED_ADDRESSES):
            one.guess(f"10.0.{number // 256}.{number % 256}")
        one.exchange()
        assert rows(engine, "used") == MAX_SYNCED_ADDRESSES


def test_tables_at_the_other_servers_count_while_those_are_there(tmp_path: Path) -> None:
    with servers(tmp_path) as (one, other, engine):
        one.exchange({"198.51.100.7": 3, "198.51.100.8": 1})
        other.exchange({"198.51.100.7": 2})
        one.exchange({"198.51.100.7": 3})
        assert (one.limits.opened_count("198.51.100.7"), other.limits.opened_count("198.51.100.7")) == (2, 3)
        other.exchange()
        assert other.limits.opened_count("198.51.100.8") == 0, "that table was closed"
        one.member.resign()
        other.exchange()
        assert other.limits.opened_count("198.51.100.7") == 0
        assert rows(engine, "opened") == 0


@pytest.mark.parametrize("count", [1, 2.5])
def test_a_server_that_stands_alone_remembers_nothing_for_others(count: float) -> None:
    alone = Buckets(REFILL_TOKENS_PER_S, BURST_TOKENS)
    alone.take("198.51.100.7", 0.0, count)
    assert alone.take_spent() == {}
