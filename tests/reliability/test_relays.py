"""Relays as processes: a chain of two behind a server that is killed, and what they refuse."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from facedown_shared.network import links
from facedown_shared.protocol.messages import Chat, Said, Watch
from facedown_shared.text.words import words
from tests.reliability.processes import (
    TOP,
    WAIT_TIMEOUT_S,
    HeadlessClient,
    duel,
    find_prompted_client,
    server_process,
)
from tests.server.serving import ask

USAGE_EXIT_CODE = 2


def command(link: str, *more: str) -> list[str]:
    return [sys.executable, "-P", "-m", "facedown_server", "relay", link, "--bind", "127.0.0.1", *more]


@asynccontextmanager
async def relay_process(link: str, *more: str) -> AsyncIterator[list[str]]:
    """Run a relay; yield the lines that it prints at the start."""
    arguments = command(link, "--port", "0", "--log-level", "error", *more)
    process = await trio.lowlevel.open_process(arguments, stdout=subprocess.PIPE, cwd=TOP)
    assert process.stdout is not None
    try:
        said = b""
        with trio.fail_after(WAIT_TIMEOUT_S):
            while b"Ctrl+C" not in said:
                chunk = await process.stdout.receive_some(4096)
                assert chunk, "it ended at once"
                said += chunk
        yield said.decode().splitlines()
    finally:
        with trio.CancelScope(shield=True):
            process.kill()
            await process.wait()
            await process.stdout.aclose()


def link_in(lines: list[str]) -> str:
    """Return the link for spectators that a relay prints."""
    return next(line.split()[0] for line in lines if "/t/" in line)


def onlooker(nursery: trio.Nursery, name: str, text: str) -> HeadlessClient:
    """Connect a client that follows a link for spectators."""
    link = links.parse_link(text)
    one = HeadlessClient(name, link.port, Watch(link.code, link.secret))
    nursery.start_soon(one.run)
    return one


def relays_behind(person: HeadlessClient) -> set[str]:
    table = person.visit.model.table
    return set(table.spectators) if table else set()


async def test_a_chain_of_relays_outlives_the_server(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        async with server_process(tmp_path) as (process, port), duel(port) as (first, other):
            host = first if first.visit.model.is_host else other
            link = host.visit.model.links["spectator"][0][1]
            async with relay_process(link) as near, relay_process(link_in(near)) as far:
                fay = onlooker(nursery, "Fay", link_in(far))
                await fay.wait_until(lambda: fay.visit.model.view)
                await first.wait_until(lambda: relays_behind(first) == {"Fay"})
                await (await find_prompted_client(first, other)).pick()
                sid, lou = onlooker(nursery, "Sid", link), onlooker(nursery, "Lou", link_in(far))
                for one in (sid, lou):
                    await one.wait_until(lambda one=one: one.visit.model.view)  # type: ignore[misc]
                await lou.wait_until(lambda: lou.visit.model.version == sid.visit.model.version)
                assert lou.visit.model.view == sid.visit.model.view
                assert [*lou.visit.model.log] == [*sid.visit.model.log]
                sid.visit.send(Chat("from here"))
                await fay.wait_until(lambda: Said("Sid", "from here") in fay.visit.model.chat)
                fay.visit.send(Chat("from far"))
                await sid.wait_until(lambda: Said("Fay", "from far") in sid.visit.model.chat)

                lost, back = Said("", words=words("relay_lost")), Said("", words=words("relay_back"))
                process.kill()
                await process.wait()
                await fay.wait_until(lambda: lost in fay.visit.model.chat)
                async with server_process(tmp_path, port):
                    await fay.wait_until(lambda: back in fay.visit.model.chat)
                    await (await find_prompted_client(first, other)).pick()
                    await sid.wait_until(lambda: sid.visit.model.view)
                    await fay.wait_until(lambda: fay.visit.model.view == sid.visit.model.view)
                    await lou.wait_until(lambda: lou.visit.model.view == sid.visit.model.view)
                    assert fay.states[-1].status == lou.states[-1].status == "up"
                    assert len(fay.states) == len(lou.states), "neither lost its own connection"
        nursery.cancel_scope.cancel()


async def test_its_pages_and_its_health(tmp_path: Path) -> None:
    async with server_process(tmp_path) as (process, port), duel(port) as (first, other):
        host = first if first.visit.model.is_host else other
        link = host.visit.model.links["spectator"][0][1]
        async with relay_process(link, "--admin-port", "0") as lines:
            doors = [int(line.rpartition(":")[2]) for line in lines[:2]]
            code = links.parse_link(link).code
            page = await get(doors[0], f"/t/{code}")
            assert b"200 OK" in page
            assert f"connect-src 'self' ws://127.0.0.1:{doors[0]}".encode() in page
            assert b"/browser/app-" in page
            foreign = await get(
                doors[0], "/", "Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Version: 13\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\nOrigin: http://evil.example",
            )  # fmt: skip
            assert b"403" in foreign.split(b"\r\n")[0]
            assert b"200 OK" in await get(doors[1], "/healthz")
            assert b"facedown_upstream_up 1.0" in await get(doors[1], "/metrics")
            process.kill()
            await process.wait()
            with trio.fail_after(WAIT_TIMEOUT_S):
                while b"503" not in await get(doors[1], "/healthz"):  # noqa: ASYNC110 -- a process of its own
                    await trio.sleep(0.1)


async def get(port: int, path: str, *headers: str) -> bytes:
    request = "\n".join((f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers))
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        return await ask(stream, request)


async def refusal(link: str, *more: str) -> str:
    """Return the one line in which a relay explains why it does not start."""
    done = await trio.run_process(
        command(link, *more), capture_stdout=True, capture_stderr=True, check=False, cwd=TOP
    )
    assert done.returncode == USAGE_EXIT_CODE, done.stderr.decode()
    (line,) = done.stderr.decode().splitlines()
    return line


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("R7K-42Q", "needs the full link of a table"),
        ("http://127.0.0.1:1", "names no table"),
        ("http://127.0.0.1:1/t/R7K-42Q#seat=secret", "opens a seat"),
        ("http://127.0.0.1:1/t/R7K-42Q#watch=secret", "No server is listening at 127.0.0.1:1"),
        ("http://[", "neither a link"),
    ],
)
async def test_a_link_that_leads_nowhere_is_one_sentence(link: str, why: str) -> None:
    assert why in await refusal(link, "--port", "0")


async def test_no_table_a_wrong_secret_and_a_taken_port_are_one_sentence(tmp_path: Path) -> None:
    async with server_process(tmp_path) as (_process, port), duel(port) as (first, other):
        host = first if first.visit.model.is_host else other
        link = host.visit.model.links["spectator"][0][1]
        table = link.partition("#")[0]
        base = table.rpartition("/t/")[0]
        assert "There is no table with that code" in await refusal(f"{base}/t/222-222", "--port", "0")
        assert "does not open this table" in await refusal(f"{table}#watch=guessed", "--port", "0")
        assert f"Port {port} is in use already" in await refusal(link, "--port", str(port))
