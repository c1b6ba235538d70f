"""Law 8: a second of control frames from one IP address takes at most 50 ms of a server's CPU.

The server is a process of its own, with its default limits. CPU time is measured in pings (messages) of the
same run, so that load on the machine changes little.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from benchmarks.abuse.costs import PING_MS, ping_cost, unlimited_server
from benchmarks.load.servers import game_server
from benchmarks.load.websocket import Address
from tests.laws.test_message_prices import MAX_ATTEMPTS, MAX_CPU_MS
from tests.server.serving import HANDSHAKE, mask_frame

PING = mask_frame(0x9, b"")
CONNECTIONS_COUNT = 31
FLOOD_S = 1.0
TIMEOUT_S = 10.0


@contextmanager
def flooders(address: Address, source: str) -> Iterator[list[socket.socket]]:
    """Open connections from one IP address that has a quota."""
    found: list[socket.socket] = []
    try:
        for _ in range(CONNECTIONS_COUNT):
            one = socket.create_connection(address, timeout=TIMEOUT_S, source_address=(source, 0))
            found.append(one)
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            one.sendall(HANDSHAKE + b"\r\n")
            assert one.recv(4_096).startswith(b"HTTP/1.1 101")
        yield found
    finally:
        for one in found:
            one.close()


def flood(connections: list[socket.socket]) -> int:
    """Send pings, each in a packet of its own, for a second; return how many were sent before all connections
    closed.
    """
    sent, there, until = 0, list(connections), time.monotonic() + FLOOD_S
    while time.monotonic() < until:
        for one in tuple(there):
            try:
                one.sendall(PING)
                sent += 1
            except OSError:
                there.remove(one)
        time.sleep(0.002)
    return sent


def test_a_second_of_pings_from_all_connections_of_an_address_is_cheap() -> None:
    found = []
    for attempt in range(MAX_ATTEMPTS):
        with unlimited_server() as (process, address):
            ping = ping_cost(process, address)
        source = f"127.4.0.{attempt + 1}"
        with game_server(limits=()) as (process, address), flooders(address, source) as connections:
            time.sleep(0.2)
            before = process.usage().cpu
            sent = flood(connections)
            assert sent > CONNECTIONS_COUNT
            found.append(1_000 * (process.usage().cpu - before) * PING_MS / ping)
        if found[-1] <= MAX_CPU_MS:
            return
    pytest.fail(f"{min(found):.0f} ms of CPU for a second of pings")
