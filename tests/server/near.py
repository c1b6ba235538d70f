"""Helper verbs for discovery across machines: a child that announces, a child that searches, two machines.

python -P -m tests.server.near announce 10.99.0.1      until its input ends
python -P -m tests.server.near search 10.99.0.2        a line for every change
"""

from __future__ import annotations

import ipaddress
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

import trio

from facedown_client.connection import network_search
from facedown_client.connection.network_search import NetworkSearch, own_networks
from facedown_server.network import discovery
from facedown_server.network.discovery import Announcer
from facedown_shared.network.interfaces import Interface, usable_interfaces
from facedown_shared.protocol.messages import LobbyRow

ROW = LobbyRow("R7K-42Q", "Wren", "master", 3, "gathering", 2, locked=True)
LOOPBACK = "127.0.0.1"
POLL_INTERVAL_S = 0.5
"""Seconds between two checks of the interfaces, fewer than in use."""


async def announce(host: str) -> None:
    """Announce one table at an address until the input ends; this machine may get the address later."""
    announcer = Announcer(
        "Wren's server", 7777, "ab12", partial(_present, host), lambda: (ROW,), interfaces=_interfaces(host)
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announcer.run)
        await trio.to_thread.run_sync(sys.stdin.read)
        nursery.cancel_scope.cancel()


async def search(host: str) -> None:
    """Print what is found, a line for every change."""
    looking = NetworkSearch(interfaces=_interfaces(host))

    def print_links() -> None:
        print(" ".join(str(near.link) for near in looking.announcements), flush=True)

    looking.on_change = print_links
    await looking.run()


def _present(host: str) -> tuple[str, ...]:
    return (host,) if any(ipaddress.ip_address(host) in network for network in own_networks()) else ()


def _interfaces(host: str) -> Callable[[], tuple[Interface, ...]]:
    """Return all interfaces of a machine of its own; of this one only loopback, against disturbing others."""
    return (lambda: ((1, LOOPBACK),)) if host == LOOPBACK else usable_interfaces


@dataclass(frozen=True)
class TwoMachines:
    """Two network namespaces and the link between them, which is down at first; else this machine twice.

    `left` and `right` are prefixes of commands that run there.
    """

    left: list[str] = field(default_factory=list)
    right: list[str] = field(default_factory=list)

    def addresses(self, version: int) -> tuple[str, str]:
        """Return the addresses that both ends of the link will have."""
        if not self.left:
            return LOOPBACK, LOOPBACK
        return ("10.99.57.1", "10.99.57.2") if version == 4 else ("fd99:57::1", "fd99:57::2")

    async def connect(self, version: int) -> None:
        """Bring the link up, with addresses of this IP version alone."""
        for machine, address in zip((self.left, self.right), self.addresses(version), strict=True):
            if machine:
                where, bits = ["-n", machine[-1]], 24 if version == 4 else 64
                assert await ip(*where, "addr", "add", f"{address}/{bits}", "dev", "fd0")
                assert await ip(*where, "link", "set", "fd0", "up")


@asynccontextmanager
async def two_machines() -> AsyncIterator[TwoMachines]:
    """Yield two machines that are not connected yet."""
    left, right = (f"facedown{os.getpid()}{side}" for side in "ab")
    made = [
        ["netns", "add", left],
        ["netns", "add", right],
        ["link", "add", "fd0", "netns", left, "type", "veth", "peer", "name", "fd0", "netns", right],
    ]
    try:
        there = ["ip", "netns", "exec"]
        has_namespaces = all([await ip(*words) for words in made])
        yield TwoMachines([*there, left], [*there, right]) if has_namespaces else TwoMachines()
    finally:
        with trio.CancelScope(shield=True):
            await ip("netns", "del", left)
            await ip("netns", "del", right)


async def ip(*words: str) -> bool:
    """Run iproute2; return whether it exists and succeeded."""
    try:
        done = await trio.run_process(["ip", *words], check=False, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    return done.returncode == 0


def child(before: list[str], verb: str, host: str) -> list[str]:
    """Return the command of a child."""
    return [*before, sys.executable, "-P", "-m", "tests.server.near", verb, host]


if __name__ == "__main__":
    for module in (discovery, network_search):
        vars(module)["INTERFACE_POLL_INTERVAL_S"] = POLL_INTERVAL_S
    trio.run({"announce": announce, "search": search}[sys.argv[1]], sys.argv[2])
