"""What an operator reads of each of several servers: readiness, metrics, a dashboard of them, the log."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
import trio
from prometheus_client.parser import text_string_to_metric_families

from tests import postgresql
from tests.postgresql import Cluster, database_of
from tests.reliability.processes import TOP, WAIT_TIMEOUT_S, duel, server_process
from tests.server.serving import ask

pytestmark = [postgresql.needed, pytest.mark.slow]

DASHBOARD = TOP / "deploy" / "grafana.json"
POLL_INTERVAL_S = 0.1
"""Seconds between two polls for a condition without a notification."""


def find_free_port() -> int:
    """Return a port that is free now."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


async def fetch_page(port: int, path: str) -> tuple[int, str]:
    """Return status and body of a page of an admin port."""
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    async with stream:
        with trio.fail_after(WAIT_TIMEOUT_S):
            whole = (await ask(stream, f"GET {path} HTTP/1.1\nHost: 127.0.0.1")).decode()
    return int(whole.split(" ", 2)[1]), whole.partition("\r\n\r\n")[2]


async def poll_readyz(port: int, so: Callable[[tuple[int, str]], bool]) -> tuple[int, str]:
    """Return the first answer of /readyz for which a condition holds."""
    for _ in range(int(2 * WAIT_TIMEOUT_S / POLL_INTERVAL_S)):
        if so(told := await fetch_page(port, "/readyz")):
            return told
        await trio.sleep(POLL_INTERVAL_S)
    raise AssertionError(f"that has not come: {told}")


async def test_a_server_is_ready_while_its_lease_holds(tmp_path: Path) -> None:
    admin = find_free_port()
    with Cluster.run() as own:
        flags = ("--database", own.database("duels"), "--node", "one", "--admin-port", str(admin))
        async with server_process(tmp_path, 0, *flags):
            assert await poll_readyz(admin, lambda told: told[0] == 200) == (200, "ok\n")
            await trio.to_thread.run_sync(own.stop)
            _, why = await poll_readyz(admin, lambda told: told[0] == 503)
            assert "lease" in why or "journal" in why
            await trio.to_thread.run_sync(own.start)
            await poll_readyz(admin, lambda told: told[0] == 200)


async def test_every_query_of_the_dashboard_names_what_there_is(tmp_path: Path) -> None:
    admin = find_free_port()
    flags = ("--database", database_of(tmp_path), "--node", "one", "--admin-port", str(admin))
    async with server_process(tmp_path, 0, *flags):
        await poll_readyz(admin, lambda told: told[0] == 200)
        text = (await fetch_page(admin, "/metrics"))[1]
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    there = {sample.name for sample in samples}
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    alerts = re.findall(r"expr: (.*)", (DASHBOARD.parent / "alerts.yml").read_text(encoding="utf-8"))
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    queries += [made["query"]["query"] for made in dashboard["templating"]["list"] if made["type"] == "query"]
    named = {
        name
        for query in (*queries, *alerts)
        for name in re.findall(r"\b(?:facedown|process|python)_\w+", query)
    }
    assert len(queries) > 20
    assert len(alerts) > 8
    assert all(re.search(r"\b(facedown|process)_", query) for query in queries)
    assert named <= there, f"no such numbers: {named - there}"
    assert {name for name in there if name.startswith("facedown_")} <= named, "each of ours is shown"
    assert {sample.labels["node"] for sample in samples} == {"one"}


async def test_every_line_of_a_table_says_which_server_and_which_epoch(tmp_path: Path) -> None:
    said = tmp_path / "log"
    flags = (
        "--database",
        database_of(tmp_path),
        "--node",
        "one",
        "--log-level",
        "info",
        "--log-format",
        "json",
    )
    for _ in range(2):
        async with server_process(tmp_path, 0, *flags, said=said) as (process, port), duel(port) as both:
            code = both[0].visit.model.code
            process.terminate()
            await process.wait()
    told = [json.loads(line) for line in said.read_text().splitlines() if line.startswith("{")]
    assert {line["node"] for line in told} == {"one"}
    of_tables = [line for line in told if "table" in line]
    assert {"table opened", "player joined", "match started", "table restored"} <= {
        line["event"] for line in of_tables
    }
    assert all(line["epoch"] >= 1 for line in of_tables), [
        line for line in of_tables if not line.get("epoch")
    ]
    assert code in {line["table"] for line in of_tables}
