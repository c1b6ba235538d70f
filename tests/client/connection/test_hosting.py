"""Servers of one's own, started by their command: loaded ahead or not, they serve as configured."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import trio

from facedown_client.connection import hosting
from facedown_client.connection.hosting import WaitingServer


@asynccontextmanager
async def preload_server(
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncIterator[tuple[WaitingServer, list[trio.Process]]]:
    """Return a server loaded ahead, and every process that has been started."""
    started: list[trio.Process] = []
    real = hosting.start_server

    async def record_start(*words: str) -> trio.Process:
        started.append(await real(*words))
        return started[-1]

    monkeypatch.setattr(hosting, "start_server", record_start)
    monkeypatch.setattr(hosting, "start_server", record_start)
    monkeypatch.setattr(hosting, "START_DELAY_S", 0.0)
    one = WaitingServer()
    async with trio.open_nursery() as nursery:
        one.set_wanted(True)
        nursery.start_soon(one.keep_waiting)
        yield one, started
        nursery.cancel_scope.cancel()


async def wait_until(seen: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    with trio.fail_after(60):
        while not seen():  # noqa: ASYNC110  # nothing signals what it waits for
            await trio.sleep(0.02)


async def test_a_server_loaded_ahead_serves_when_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async with preload_server(monkeypatch) as (one, started):
        await wait_until(lambda: started)
        async with hosting.server(ahead=one) as link:
            assert len(started) == 1
            stream = await trio.open_tcp_stream(link.host, link.port)
            await stream.send_all(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            assert b"200 OK" in await stream.receive_some(200)
            await stream.aclose()
        assert started[0].returncode is not None
        assert len(started) == 1, "no other waits while nobody may need one"


async def test_without_one_that_waits_a_server_is_started_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    async with preload_server(monkeypatch) as (one, started):
        await wait_until(lambda: started)
        started[0].kill()
        await started[0].wait()
        async with hosting.server(ahead=one) as link:
            assert link.port
        assert len(started) == 2


async def test_what_waits_ends_when_it_is_not_wanted_and_with_its_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with preload_server(monkeypatch) as (one, started):
        await wait_until(lambda: started)
        one.set_wanted(False)
        await wait_until(lambda: started[0].returncode is not None)
        one.set_wanted(True)
        await wait_until(lambda: len(started) == 2)
        alive = [process.returncode is None for process in started]
        assert alive == [False, True]
    assert all(process.returncode is not None for process in started)
    orphan = await hosting.start_server("ahead")
    assert orphan.stdin is not None
    await orphan.stdin.aclose()
    with trio.fail_after(60):
        assert await orphan.wait() == 0
    await hosting.terminate(orphan)


async def test_a_table_is_reached_over_ipv6_too() -> None:
    assert hosting.EVERYWHERE == ("0.0.0.0", "::")
    async with hosting.server(("127.0.0.1", "::1")) as link:
        for host in ("127.0.0.1", "::1"):
            stream = await trio.open_tcp_stream(host, link.port)
            await stream.send_all(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            assert b"200 OK" in await stream.receive_some(200)
            await stream.aclose()
