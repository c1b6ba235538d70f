"""Several servers behind one port, started by one command: real processes, real sockets."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from facedown_server.network.pages.browser_assets import load_bundles
from facedown_server.network.wire.listening_sockets import allow_files
from facedown_server.service.front import REQUEST_HEAD_TIMEOUT_S
from facedown_shared.protocol.messages import CreateTable, ListTables, Settings
from tests import postgresql
from tests.postgresql import database_of
from tests.reliability.processes import (
    LEASE_S,
    TOP,
    WAIT_TIMEOUT_S,
    HeadlessClient,
    duel,
    find_prompted_client,
    server_process,
)
from tests.server.serving import HANDSHAKE, read_all

POLL_INTERVAL_S = 0.1
"""Seconds between two polls of processes."""

pytestmark = [postgresql.needed, pytest.mark.slow]


@asynccontextmanager
async def workers(folder: Path, count: int) -> AsyncIterator[tuple[trio.Process, int]]:
    """Run one command with so many workers; kill it at the end, which ends those, too."""
    own = (
        "--database",
        database_of(folder),
        "--workers",
        str(count),
        "--node",
        "w",
        "--lease-seconds",
        LEASE_S,
    )
    async with server_process(folder, 0, *own) as found:
        yield found


def children(process: trio.Process) -> dict[str, int]:
    """Return the workers' process ids, in the order in which they were started."""
    threads = Path(f"/proc/{process.pid}/task").iterdir()
    found = [number for thread in threads for number in (thread / "children").read_text().split()]
    return {f"w-{place + 1}": int(number) for place, number in enumerate(sorted(found, key=int))}


async def poll_until(so: Callable[[], bool]) -> None:
    """Poll until a condition of processes holds; LONG at most."""
    for _ in range(int(2 * WAIT_TIMEOUT_S / POLL_INTERVAL_S)):
        if so():
            return
        await trio.sleep(POLL_INTERVAL_S)
    raise AssertionError("that has not happened")


async def fetch_response(port: int, request: bytes) -> bytes:
    """Return the whole response to a request."""
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        await stream.send_all(request)
        with trio.fail_after(60):
            return await read_all(stream)


async def test_a_duel_goes_on_when_its_worker_is_killed_and_the_worker_comes_back(tmp_path: Path) -> None:
    async with workers(tmp_path, 2) as (process, port), duel(port) as both:
        one, other = both
        before, heard, seen = one.visit.model.view, one.message_counts, other.message_counts
        killed = children(process)["w-1" if await has_table(tmp_path, "w-1") else "w-2"]
        os.kill(killed, signal.SIGKILL)
        await one.wait_for_return(heard, asked=True)
        await other.wait_for_return(seen)
        assert one.visit.model.view == before
        await one.pick()
        await find_prompted_client(*both)
        await poll_until(lambda: len(children(process)) == 2)
        assert killed not in children(process).values()


async def has_table(folder: Path, name: str) -> bool:
    """Return whether this worker has the table."""
    command = [sys.executable, "-P", "-m", "facedown_server", "nodes", "--database", database_of(folder)]
    told = await trio.run_process(command, capture_stdout=True, cwd=TOP)
    line = next(line for line in told.stdout.decode().splitlines() if line.startswith(f"{name} "))
    return not line.endswith(" 0 tables")


async def test_a_path_leads_to_its_worker_and_any_worker_to_each_table(tmp_path: Path) -> None:
    async with workers(tmp_path, 3) as (_, port), trio.open_nursery() as nursery:
        hosts = [
            HeadlessClient(name, port, CreateTable(Settings(listed=True)))
            for name in ("Ada", "Bo", "Cy", "Di")
        ]
        for host in hosts:
            nursery.start_soon(host.run)
            await host.wait_until(partial(_has_links, host))
        looking = HeadlessClient("Sid", port, ListTables())
        nursery.start_soon(looking.run)
        codes = {host.visit.model.code for host in hosts}
        await looking.wait_until(lambda: {row.code for row in looking.visit.model.rows} == codes)
        assert {node.base for node in looking.link.way._nodes} == {
            f"http://127.0.0.1:{port}/n/w-{number}" for number in (1, 2, 3)
        }
        for host in hosts:
            link = host.table_link("opponent")
            assert link.base == f"http://127.0.0.1:{port}", "a link names no worker"
        script = load_bundles()["app"][0]
        for path in ("/", "/n/w-2/", "/n/gone/", f"/n/w-3/t/{min(codes)}", f"/browser/{script}"):
            assert (
                await fetch_response(port, f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            ).startswith(b"HTTP/1.1 200 "), path
        assert (await fetch_response(port, b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\n\r\n")).startswith(
            b"HTTP/1.1 414 "
        )
        assert b" 400 " in await fetch_response(port, b"nonsense\r\n\r\n")
        foreign = HANDSHAKE + b"Origin: http://evil.example\r\n\r\n"
        assert b" 101 " not in await fetch_response(port, foreign)
        nursery.cancel_scope.cancel()


def _has_links(host: HeadlessClient) -> bool:
    return bool(host.visit.model.links)


async def test_who_says_nothing_is_sent_away_and_keeps_nobody_waiting(tmp_path: Path) -> None:
    async with workers(tmp_path, 2) as (_, port), trio.open_nursery() as nursery:
        slow = [await trio.open_tcp_stream("127.0.0.1", port) for _ in range(40)]
        for stream in slow:
            await stream.send_all(b"GET /t/")
        assert b" 200 OK" in await fetch_response(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")

        async def wait_for_redirect(stream: trio.SocketStream) -> None:
            async with stream:
                assert await read_all(stream) == b""

        with trio.fail_after(60):
            async with trio.open_nursery() as waiting:
                for stream in slow:
                    waiting.start_soon(wait_for_redirect, stream)
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("count", [512, 2_000])
async def test_half_sent_lines_keep_nobody_out(tmp_path: Path, count: int) -> None:
    """Seen to fail: with 512 of them open, all other clients were cut off."""
    allow_files(2 * count + 500)
    async with workers(tmp_path, 2) as (_, port), AsyncExitStack() as slow:
        for number in range(count):
            stream = await trio.open_tcp_stream("127.0.0.1", port, local_address=f"127.0.1.{number % 16 + 1}")
            slow.push_async_callback(trio.aclose_forcefully, stream)
            await stream.send_all(b"GET / HT")
        begun = trio.current_time()
        for address in ("127.0.0.2", "127.0.1.1"):
            stream = await trio.open_tcp_stream("127.0.0.1", port, local_address=address)
            async with stream:
                await stream.send_all(HANDSHAKE + b"\r\n")
                assert (await stream.receive_some()).startswith(b"HTTP/1.1 101 ")
        assert trio.current_time() - begun < REQUEST_HEAD_TIMEOUT_S, (
            "they got in while the others were waited for"
        )


async def test_told_to_stop_all_of_them_end_in_good_order(tmp_path: Path) -> None:
    async with workers(tmp_path, 2) as (process, port), trio.open_nursery() as nursery:
        host = HeadlessClient("Anna", port, CreateTable(Settings()))
        nursery.start_soon(host.run)
        await host.wait_until(lambda: host.visit.model.code)
        mine = children(process).values()
        process.send_signal(signal.SIGINT)
        with trio.fail_after(60):
            assert await process.wait() == 0
        for number in mine:
            with pytest.raises(ProcessLookupError):
                os.kill(number, 0)
        nursery.cancel_scope.cancel()


async def test_workers_do_not_outlive_who_started_them(tmp_path: Path) -> None:
    async with workers(tmp_path, 2) as (process, _):
        mine = list(children(process).values())
        process.kill()
        await process.wait()
        await poll_until(lambda: not any(map(alive, mine)))


def alive(number: int) -> bool:
    """Return whether a process runs that has no waiting parent."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            ["--workers", "0"],
            "The setting workers cannot be '0' (on the command line); it is a whole number from 1 to 64.",
        ),
        (["--workers", "-2"], "The setting workers cannot be '-2'"),
        (["--workers", "2"], "Several workers share a PostgreSQL"),
        (["--workers", "2", "--database", "sqlite:///x.sqlite3"], "Several workers share a PostgreSQL"),
        (["--workers", "2", "--database", "postgresql://h/d", "--tls-cert", "c", "--tls-key", "k"], "Caddy"),
        (["--workers", "2", "--database", "postgresql://h/d", "--open-port"], "public_url"),
        (
            ["--workers", "2", "--database", "postgresql://h/d", "--public-url", "https://d.example/n/a"],
            "facedown-1",
        ),
        (["--database", "postgresql://h/d", "--public-url", "https://d.example/n/a"], "names the server a"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(given: list[str], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "facedown_server", "serve", *given], capture_output=True, text=True,
        cwd=TOP,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("Error: ")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


async def test_where_the_database_cannot_be_reached_one_worker_says_so(tmp_path: Path) -> None:
    database = "postgresql+psycopg://nobody@127.0.0.1:1/none?wrong=1"
    command = [
        sys.executable, "-P", "-m", "facedown_server", "serve", "--workers", "3", "--database", database,
        "--port", "0", "--bind", "127.0.0.1", "--data", str(tmp_path), "--no-discovery",
    ]  # fmt: skip
    with trio.fail_after(60):
        done = await trio.run_process(command, capture_stdout=True, capture_stderr=True, check=False, cwd=TOP)
    assert done.returncode == 2
    assert done.stderr.count(b"Error: ") == 2, "what is wrong, and who found it"
    assert b"facedown-1" in done.stderr


async def test_a_worker_that_was_emptied_is_started_again_while_its_duel_goes_on(tmp_path: Path) -> None:
    """So one machine is upgraded to a new version of the program worker by worker."""
    async with workers(tmp_path, 2) as (process, port), duel(port) as both:
        one, _ = both
        home = "w-1" if await has_table(tmp_path, "w-1") else "w-2"
        before, number = one.visit.model.view, children(process)[home]
        own = ["--node", home, "--data", str(tmp_path), "--database", database_of(tmp_path)]
        with trio.fail_after(60):
            await trio.run_process([sys.executable, "-P", "-m", "facedown_server", "drain", *own], cwd=TOP)
        await poll_until(lambda: not alive(number) and len(children(process)) == 2)
        assert not await has_table(tmp_path, home)
        await one.wait_until(lambda: one.prompt and one.visit.model.view == before)
        await one.pick()
        await find_prompted_client(*both)
