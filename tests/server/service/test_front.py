"""The process that accepts connections for several workers, with the workers' reports written here."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial

import msgspec
import trio

from facedown_server.network.wire.streams import TcpListener
from facedown_server.runtime.world import SeededWorld
from facedown_server.service.config import Config
from facedown_server.service.front import Front
from facedown_server.service.nodes.handed_sockets import (
    MAX_HEAD_BYTES,
    MAX_REPORTED_ADDRESSES,
    HandedListener,
    Report,
)
from facedown_server.service.nodes.workers import REPORT_TIMEOUT_S, Worker
from tests.server.serving import read_all

PLAYERS, OTHERS = "127.0.7.1", "127.0.7.2"
"""Addresses of this machine that have quotas."""

CONFIG = Config(connections_per_second=0.1, trusted_network=("127.0.9.0/24",))


@asynccontextmanager
async def front_of_one_worker() -> AsyncIterator[tuple[int, HandedListener, Worker]]:
    """Run a front on a loopback port; yield the port, the worker's end, and the worker."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    ours.setblocking(False)
    worker = Worker(Config(node="w-1"), SeededWorld())
    worker._channel = ours
    handed = HandedListener(theirs, "127.0.0.1", 1)
    door = TcpListener(socket.create_server(("127.0.0.1", 0)))
    front = Front([worker], CONFIG, SeededWorld(), door.port)
    with ours, theirs:
        async with door, trio.open_nursery() as nursery:
            nursery.start_soon(worker._read_reports, ours)
            nursery.start_soon(front.accept, door)
            yield door.port, handed, worker
            nursery.cancel_scope.cancel()


async def is_passed_on(port: int, handed: HandedListener, address: str) -> bool:
    """Return whether a connection from this address reaches the worker."""
    try:
        stream = await trio.open_tcp_stream("127.0.0.1", port, local_address=address)
    except OSError:  # reset at once
        return False
    async with stream, trio.open_nursery() as nursery:
        passed_on = trio.Event()

        async def take() -> None:
            async with await handed.accept() as taken:
                assert await taken.receive_some() == b"GET / HTTP/1.1\r\n"
                passed_on.set()

        nursery.start_soon(take)
        with suppress(trio.BrokenResourceError):
            await stream.send_all(b"GET / HTTP/1.1\r\n")
        await read_all(stream)
        nursery.cancel_scope.cancel()
    return passed_on.is_set()


async def test_a_flood_from_an_absent_players_address_does_not_keep_the_player_out() -> None:
    """Seen to fail: behind `serve --workers` the first process knew no absent players."""
    async with front_of_one_worker() as (port, handed, worker):
        crowd = tuple(f"2001:db8:ffff:{number:x}::/64" for number in range(MAX_REPORTED_ADDRESSES - 1))
        handed.report(Report(3, "127.0.0.1:65000", (*crowd, PLAYERS)))
        await worker.changed.wait()
        for address, comes in ((PLAYERS, True), (OTHERS, False), ("127.0.9.9", True)):
            reach = partial(is_passed_on, port, handed, address)
            assert await reach()
            for _ in range(10):
                await reach()
            assert await reach() is comes, address


async def test_the_longest_report_is_received_whole_and_forgotten_in_time() -> None:
    async with front_of_one_worker() as (_, handed, worker):
        addresses = tuple(
            f"2001:db8:ffff:{number + 0xF000:x}::/64" for number in range(MAX_REPORTED_ADDRESSES)
        )
        assert max(map(len, addresses)) >= len("2001:db8:ffff:f000::/64")
        handed.report(Report(10**6, "127.0.0.1:65000", addresses))
        await worker.changed.wait()
        assert all(map(worker.may_return_from, addresses))
        await trio.sleep(REPORT_TIMEOUT_S)
        assert not any(map(worker.may_return_from, addresses))


def test_a_report_is_no_longer_than_a_head() -> None:
    longest = Report(10**6, "127.0.0.1:65000", ("ffff:ffff:ffff:ffff::/64",) * MAX_REPORTED_ADDRESSES)
    assert len(msgspec.json.encode(longest)) <= MAX_HEAD_BYTES
