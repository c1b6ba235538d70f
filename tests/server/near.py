"""Helper verbs for discovery across machines: a child that announces, a child that searches, two networks.

python -P -m tests.server.near announce 10.99.0.1      until its input ends
python -P -m tests.server.near search 10.99.0.2        a line for every change
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from facedown_client.connection.network_search import NetworkSearch
from facedown_server.network.discovery import Announcer
from facedown_shared.protocol.messages import LobbyRow

ROW = LobbyRow("R7K-42Q", "Wren", "master", 3, "gathering", 2, locked=True)
PREFIX = "10.99.57"


async def announce(host: str) -> None:
    """Announce one table at an address of this machine until the input ends."""
    announcer = Announcer("Wren's server", 7777, "ab12", lambda: (host,), lambda: (ROW,), interfaces=(host,))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announcer.run)
        await trio.to_thread.run_sync(sys.stdin.read)
        nursery.cancel_scope.cancel()


async def search(host: str) -> None:
    """Print what is found through an address of this machine, a line for every change."""
    looking = NetworkSearch(interfaces=(host,))

    def say() -> None:
        print(" ".join(str(near.link) for near in looking.announcements), flush=True)

    looking.on_change = say
    await looking.run()


@asynccontextmanager
async def two_machines() -> AsyncIterator[tuple[tuple[list[str], str], tuple[list[str], str]]]:
    """Yield two network namespaces with a link between them where that is possible, otherwise this machine
    twice.

    Each is (the prefix of a command that runs there, its address).
    """
    left, right = (f"facedown{os.getpid()}{side}" for side in "ab")
    made = [
        ["netns", "add", left],
        ["netns", "add", right],
        ["link", "add", "fd0", "netns", left, "type", "veth", "peer", "name", "fd1", "netns", right],
        ["-n", left, "addr", "add", f"{PREFIX}.1/24", "dev", "fd0"],
        ["-n", right, "addr", "add", f"{PREFIX}.2/24", "dev", "fd1"],
        ["-n", left, "link", "set", "fd0", "up"],
        ["-n", right, "link", "set", "fd1", "up"],
    ]
    try:
        if all([await ip(*words) for words in made]):
            there = ["ip", "netns", "exec"]
            yield ([*there, left], f"{PREFIX}.1"), ([*there, right], f"{PREFIX}.2")
        else:
            yield ([], "127.0.0.1"), ([], "127.0.0.1")
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
    trio.run({"announce": announce, "search": search}[sys.argv[1]], sys.argv[2])
