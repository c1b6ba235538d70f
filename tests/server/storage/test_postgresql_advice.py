"""An unusable PostgreSQL: one sentence states the fault and the remedy, never a password."""

from __future__ import annotations

import re

import pytest
import sqlalchemy as sql

from facedown_server.service.config import read_config
from facedown_server.storage.postgresql_advice import add_advice
from facedown_shared.text.errors import BadInput
from tests import postgresql
from tests.postgresql import Cluster, shared_cluster
from tests.server.storage.test_postgresql import start_on

pytestmark = postgresql.needed


@pytest.mark.parametrize(
    ("told", "advice"),
    [
        ("could not extend file: No space left on device", "make room on its disk"),
        ("terminating connection due to administrator command", "look whether PostgreSQL runs there"),
        ("failed to resolve host 'nowhere': Name or service not known", "correct the host in the address"),
        ("connection timeout expired", "look whether PostgreSQL answers at that host and port"),
        ("the database system is starting up", "wait until it is ready, and start again"),
    ],
)
def test_what_a_test_does_not_wait_for_has_its_advice_too(told: str, advice: str) -> None:
    assert add_advice(told).startswith(f"{told}; {advice}")


def test_what_nobody_has_advice_for_stays_as_it_was_said() -> None:
    assert (
        add_advice("Passwort-Authentifizierung fehlgeschlagen") == "Passwort-Authentifizierung fehlgeschlagen"
    )


REFUSED = {
    "postgresql+psycopg://tests:SECRET@127.0.0.1:1/duels": "refused; start PostgreSQL there, or correct host",
    "postgresql+psycopg://tests:SECRET@127.0.0.1:99999/duels": "a port is a number from 1 to 65535",
    "postgresql+psycopg://tests:SEC@RET@127.0.0.1/duels": "more than one @; in a password @ is written %40",
    "postgresql+psycopg://tests:SEC:RET/x@127.0.0.1:x/duels": "in a password @ is written %40, : %3A",
    "postgresql+psycopg://tests:SECRET@{there}/nothing": "exist; make it with: createdb .* nothing;",
    "postgresql+psycopg://stranger:SECRET@{there}/postgres": 'role "stranger" does not exist; make that user',
    "postgresql+psycopg://tests:SECRET@{there}/postgres?sslmode=require": "turn TLS on there",
    "postgresql+psycopg://tests:SECRET@{there}/postgres?sslmode=yes": "correct what stands behind the [?]",
    "postgresql+psycopg://tests:SECRET@{there}/postgres?sslmod=prefer": "correct what stands behind the [?]",
    "postgres://tests:SECRET@{there}/postgres": "not postgres: write postgresql[+]psycopg://name",
    "mysql://tests:SECRET@{there}/postgres": "not mysql: write postgresql[+]psycopg://name",
}
"""Addresses -> the sentence that a host gets. There is no TLS."""


@pytest.mark.parametrize("address", REFUSED)
async def test_an_address_that_leads_to_no_duels_is_refused_with_what_to_do(address: str) -> None:
    why = await start_on(address.format(there=f"127.0.0.1:{shared_cluster().port}"))
    assert why.startswith("Duels cannot be stored in the database (setting database): ")
    assert re.search(REFUSED[address], why)
    assert why.count("\n") == 0
    assert not re.search("SEC|RET", why), "a part of the password"


def test_what_is_no_address_is_refused_without_what_stands_before_its_last_at() -> None:
    with pytest.raises(BadInput, match="not '…@host/duels'") as refused:
        read_config(environment={}, flags={"database": "postgresql//tests:SEC@RET@host/duels"})
    assert not re.search("SEC|RET", str(refused.value))


UNFIT = {
    "ALTER ROLE unfit SET default_transaction_read_only = on": "read-only transaction; let this user write",
    "ALTER DATABASE unfit OWNER TO CURRENT_USER; REVOKE CONNECT ON DATABASE unfit FROM PUBLIC": (
        "permission denied .*; there: ALTER DATABASE unfit OWNER TO this user"
    ),
    "ALTER DATABASE unfit ALLOW_CONNECTIONS false": "connections; there: ALTER DATABASE .* true",
    "ALTER DATABASE unfit CONNECTION LIMIT 0": "too many connections .*; raise that limit there",
    "ALTER ROLE unfit CONNECTION LIMIT 0": "too many connections .*; raise that limit there",
}


@pytest.mark.parametrize("spoilt", UNFIT)
async def test_a_user_that_may_not_keep_duels_there_is_told_what_to_do(spoilt: str) -> None:
    engine = sql.create_engine(shared_cluster().address(), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for statement in ("CREATE ROLE unfit LOGIN", "CREATE DATABASE unfit OWNER unfit", spoilt):
            connection.exec_driver_sql(statement)
        address = sql.make_url(shared_cluster().address("unfit")).set(username="unfit")
        why = await start_on(address.render_as_string())
        for statement in ("DROP DATABASE unfit", "DROP ROLE unfit"):
            connection.exec_driver_sql(statement)
    engine.dispose()
    assert re.search(UNFIT[spoilt], why)
    assert why.count("\n") == 0


async def test_a_user_who_nobody_lets_in_is_told_where_that_stands() -> None:
    with Cluster.run() as own:
        (own.folder / "data" / "pg_hba.conf").write_text("hostssl all all 127.0.0.1/32 trust\n", "utf-8")
        own.stop()
        own.start()
        assert re.search(
            "no encryption; add [?]sslmode=require to the address", await start_on(own.address())
        )
