"""Health and metrics: correct numbers, and nothing that identifies a person."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from prometheus_client.parser import text_string_to_metric_families
from trio.testing import MockClock, wait_all_tasks_blocked
from websockets.datastructures import Headers
from websockets.http11 import Request

from facedown_server.network.wire.acceptor import Wire
from facedown_server.runtime.histogram import Histogram
from facedown_server.runtime.world import SeededWorld
from facedown_server.service.admin import GAUGES, HISTOGRAMS, MEANINGS, Admin, Pulse
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import StoreFailed
from facedown_shared.protocol.messages import Answer, CreateTable, Hello, Refused, Resume, Seated, Settings
from tests.server.service.test_app import receive, run_server, send_messages
from tests.server.serving import ask, echo_messages, player, serve_in_memory


def get(admin: Admin, path: str, host: str = "127.0.0.1:7778") -> tuple[int, str]:
    """Return status and body of a GET; 404 when there is nothing."""
    response = admin(Request(path, Headers(Host=host)))
    return (response.status_code, bytes(response.body).decode()) if response else (404, "")


def numbers(admin: Admin) -> dict[str, float]:
    """Return the metrics of ours by name."""
    families = text_string_to_metric_families(get(admin, "/metrics")[1])
    return {
        sample.name.removeprefix("facedown_"): sample.value
        for family in families
        for sample in family.samples
        if sample.name.startswith("facedown_")
    }


def run_admin(wire: Wire | None = None, trouble: str = "") -> Admin:
    """Run an admin port beside a wire and an empty journal."""
    pulse = Pulse(MemoryStore(), trouble)
    return Admin(
        wire or Wire(echo_messages, SeededWorld()), lambda: pulse.trouble,
        lambda: {"tables": 3, "players_seated": 5}, pulse.store,
    )  # fmt: skip


def test_health_says_what_is_wrong() -> None:
    wire = Wire(echo_messages, SeededWorld())
    assert get(run_admin(wire), "/healthz") == (200, "ok\n")
    admin = run_admin(wire, "The database does not take anything.")
    assert get(admin, "/healthz") == (503, "The database does not take anything.\n")
    assert get(admin, "/") == (404, "")
    wire.stop()
    assert get(run_admin(wire), "/healthz") == (503, "The server is stopping.\n")


def test_ready_is_more_than_healthy() -> None:
    wire, why = Wire(echo_messages, SeededWorld()), [""]
    admin = Admin(wire, str, dict, unready=lambda: why[0])
    assert get(admin, "/readyz") == (200, "ok\n")
    why[0] = "Tables are still coming back."
    assert get(admin, "/readyz") == (503, "Tables are still coming back.\n")
    assert get(admin, "/healthz") == (200, "ok\n"), "nobody need start it again"
    ailing = Admin(wire, lambda: "The journal does not work.", dict)
    assert get(ailing, "/readyz") == (503, "The journal does not work.\n")
    wire.stop()
    assert get(admin, "/readyz") == (503, "The server is stopping.\n")


def test_of_several_servers_every_number_has_its_server() -> None:
    admin = Admin(Wire(echo_messages, SeededWorld()), str, lambda: {"tables": 3}, MemoryStore(), node="one")
    for _ in range(2):
        families = list(text_string_to_metric_families(get(admin, "/metrics")[1]))
        found = [sample for family in families for sample in family.samples]
        assert {sample.labels.get("node") for sample in found} == {"one"}
        assert {"facedown_tables", "process_cpu_seconds_total"} <= {sample.name for sample in found}
    alone = get(run_admin(), "/metrics")[1]
    assert "node=" not in alone


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost:9100", "LocalHost", "[::1]:7778"])
def test_it_answers_under_its_own_names(host: str) -> None:
    assert get(run_admin(), "/metrics", host)[0] == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:7778", "127.0.0.1.evil.example", "127.0.0.1@evil", "localhost:", ""],
)
def test_a_strangers_name_for_this_machine_is_told_nothing(host: str) -> None:
    """Seen to fail: a web page whose name was made to point at 127.0.0.1 (DNS rebinding) read all numbers."""
    admin = run_admin(trouble="The journal does not work.")
    for path in ("/healthz", "/metrics", "/"):
        status, text = get(admin, path, host)
        assert status == 421
        assert "facedown_" not in text
        assert "journal" not in text
    two = Headers([("Host", "127.0.0.1"), ("Host", "evil.example")])
    refused = [admin(Request("/metrics", headers)) for headers in (two, Headers())]
    assert [response.status_code for response in refused if response] == [421, 421]


def test_every_gauge_says_what_it_means() -> None:
    assert f"# HELP facedown_tables {GAUGES['tables']}\n" in get(run_admin(), "/metrics")[1]


async def test_a_journal_that_fails_or_hangs_is_trouble(autojump_clock: MockClock) -> None:
    class AilingStore(MemoryStore):
        async def check_writable(self) -> None:
            if 20 < trio.current_time() < 60:
                raise StoreFailed("the disk is full")
            await trio.sleep(1_000 if 60 < trio.current_time() < 90 else 0)

    pulse = Pulse(AilingStore())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(pulse.run)
        told: list[str] = []
        for seconds in (18, 30, 40, 40):
            await trio.sleep(seconds)
            told.append(pulse.trouble)
        nursery.cancel_scope.cancel()
    assert told == [
        "", "The journal does not work: the disk is full.",
        "The journal has not answered for 5 seconds.", "",
    ]  # fmt: skip


async def test_durations_are_counted_by_length() -> None:
    """Seen to fail: there were only gauges and counters, which do not show slow acts."""
    acts = Histogram()
    for duration_s in (0.0004, 0.001, 0.03, 500.0):
        acts.observe(duration_s)
    wire = Wire(echo_messages, SeededWorld())
    text = get(Admin(wire, str, dict, node="a", histograms={"act_seconds": acts}), "/metrics")[1]
    assert 'facedown_act_seconds_bucket{le="0.001",node="a"} 2.0' in text
    assert 'facedown_act_seconds_bucket{le="0.025",node="a"} 2.0' in text
    assert 'facedown_act_seconds_bucket{le="120.0",node="a"} 3.0' in text
    assert 'facedown_act_seconds_bucket{le="+Inf",node="a"} 4.0' in text
    assert 'facedown_act_seconds_count{node="a"} 4.0' in text
    assert 'facedown_act_seconds_sum{node="a"} 500.0314' in text


async def test_a_server_shows_how_long_acts_commits_and_absences_last(tmp_path: Path) -> None:
    async with run_server(tmp_path, solo=1) as (parts, _, _), player(port=parts.port) as wren:
        await send_messages(wren, Hello("Wren"), CreateTable(Settings(mode="free", opponent="nobody")))
        seated = await receive(wren, Seated)
        await send_messages(wren, Answer(1, (0,)))
        await receive(wren, Refused)
        await wren.aclose()
        while parts.lobby.gauges()["players"]:
            await wait_all_tasks_blocked(0.01)
        async with player(port=parts.port) as again:
            await send_messages(again, Hello("Wren"), Resume(seated.token))
            await receive(again, Seated)
        stream = await trio.open_tcp_stream("127.0.0.1", parts.admin_port)
        text = (await ask(stream, "GET /metrics HTTP/1.1\nHost: 127.0.0.1")).decode()
        await stream.aclose()
    found = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith("facedown_"))
    assert found["facedown_act_seconds_count"] == found["facedown_reconnect_seconds_count"] == "1.0"
    assert float(found["facedown_commit_seconds_count"]) > 1
    assert {name.removesuffix("_count") for name in found} >= {f"facedown_{name}" for name in HISTOGRAMS}


async def test_a_failed_write_makes_a_server_unready_for_a_while(autojump_clock: MockClock) -> None:
    """Seen to fail: on a full disk acts were refused, while the test row fitted into a page that existed."""
    store = MemoryStore()
    store.failures = 3
    pulse = Pulse(store)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(pulse.watch_failures)
        await trio.sleep(1)
        assert pulse.recent_failure == ""
        store.failures += 1
        await trio.sleep(1)
        assert pulse.recent_failure == "A write to the journal failed in the last 10 seconds."
        await trio.sleep(10)
        assert pulse.recent_failure == ""
        nursery.cancel_scope.cancel()


async def test_metrics_count_what_happens() -> None:
    async with serve_in_memory() as (wire, listener):
        store = MemoryStore()
        store.failures = 2
        pulse = Pulse(store)
        admin = Admin(wire, lambda: pulse.trouble, lambda: {"tables": 3, "players_seated": 5}, store)
        async with player(listener.connect("198.51.100.7")) as client:
            for _ in range(4):
                await client.send(b"?")
                await client.recv()
            found = numbers(admin)
    assert found["connections"] == 1
    assert found["accepted_total"] == 1
    assert found["received_total"] == found["pushed_total"] == 4
    assert found["tables"] == 3
    assert found["journal_failures_total"] == 2
    assert found["players_seated"] == 5
    assert {f"{name}_total" for name in MEANINGS} <= set(found)
    assert "198.51.100.7" not in get(admin, "/metrics")[1]
