"""One duel among good players while one address floods the server with decks: how long an answer takes.

The server and the flood are processes of their own, over loopback; the flood comes from 127.0.0.2 (Linux).
Six connections send long decks of every notation as fast as they may: each opens a table, brings decks until
it is too fast there, goes on at another one, and comes back when it is sent away.
"""

from __future__ import annotations

import contextlib
import itertools
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

import trio
from websockets.exceptions import ConnectionClosed
from websockets.trio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from benchmarks.load.servers import game_server
from benchmarks.yardstick import Figure
from facedown_client.bot.bot_player import Robot
from facedown_client.connection.visit import Visit
from facedown_client.data import deck_entries
from facedown_client.model.model import Model
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import (
    SUBPROTOCOL,
    CreateTable,
    FromServer,
    Hello,
    Leave,
    Prompt,
    PromptOver,
    Refused,
    Settings,
    Update,
    UseDeck,
)
from facedown_shared.text.errors import Code, FacedownError

FLOOD_S = 30.0
CONNECTIONS_COUNT = 6
MESSAGE_RATE_HZ = 40.0
"""Messages a second of one connection: what a server allows."""
FROM = "127.0.0.2"
THINKING_PAUSE_S = 0.05
"""Seconds a good player thinks."""
FORMATS = ("master", "fab")


def figures() -> Iterator[Figure]:
    """The slowest of a hundred answers, without a flood and with one."""
    if not sys.platform.startswith("linux"):
        return
    for flooded in (False, True):
        waits = trio.run(_measure, flooded)
        name = f"an answer in a duel{', six connections flooding with decks' if flooded else ''}"
        yield Figure(f"{name}: half within", 1_000 * waits[len(waits) // 2], "ms")
        yield Figure(f"{name}: 99 of 100 within", 1_000 * waits[int(0.99 * len(waits))], "ms")


# --- good players -------------------------------------------------------------------------------------------


@dataclass
class _TimingBot(Robot):
    """A bot that notes how long its answers take to have an effect."""

    waits: list[float] = field(default_factory=list)
    _since: float | None = None

    async def _answer(self, visit: Visit) -> None:
        before = self._answered
        await super()._answer(visit)
        if self._answered not in (before, -1):
            self._since = trio.current_time()

    def hear(self, message: FromServer) -> None:
        """See one message."""
        if self._since is not None and isinstance(message, Update | Prompt | PromptOver | Refused):
            self.waits.append(trio.current_time() - self._since)
            self._since = None


async def _measure(flooded: bool) -> list[float]:
    """Seconds each answer took, the shortest first."""
    waits: list[float] = []
    with game_server(limits=()) as (_, address):
        at = TableLink(*address)
        flood = await _start_flood(at) if flooded else None
        with trio.move_on_after(FLOOD_S):
            for number in itertools.count():
                await _duel(at, number, waits)
        if flood is not None:
            flood.terminate()
            await flood.wait()
    return sorted(waits)


async def _start_flood(at: TableLink) -> trio.Process:
    # A flood has computers of its own; here it gives way to the server.
    command = ["nice", "-n", "19", sys.executable, "-m", "benchmarks.flood"]
    command += [at.host, str(at.port)]
    flood = await trio.lowlevel.open_process(command, stderr=subprocess.DEVNULL)
    await trio.sleep(2)
    return flood


async def _duel(at: TableLink, number: int, waits: list[float]) -> None:
    decks = [deck for deck in deck_entries.ready("master") if not deck.reasons("master")]
    opened = trio.Event()
    found: list[TableLink] = []

    def tell(robot: _TimingBot, message: FromServer, model: Model) -> None:
        robot.hear(message)
        if model.links and not opened.is_set():
            found.append(parse_link(model.links["opponent"][0][1]))
            opened.set()

    async with trio.open_nursery() as nursery:
        robots = []
        for seat, name in enumerate(("Wren", "Halvard")):
            deck = decks[(number + seat) % len(decks)].text
            robots.append(robot := _TimingBot(name, deck, number + seat, THINKING_PAUSE_S, waits=waits))
            robot.tell = partial(tell, robot)
        nursery.start_soon(robots[0].host, at, Settings(listed=False, pace="off"))
        await opened.wait()
        nursery.start_soon(
            robots[1].join, TableLink(at.host, at.port, False, found[0].code, found[0].secret, found[0].role)
        )


# --- the flood ----------------------------------------------------------------------------------------------


def texts() -> Iterator[str]:
    """Long decks, each another: passcodes nobody knows, too many of them, names, and names with commas."""
    for number in itertools.count():
        base = 100_000_000 + 1_000 * number
        yield "\n".join(str(base + card) for card in range(1_500))
        yield "\n".join(str(base + card) for card in range(999))
        yield "\n".join(f"1 Card {base + card} (red)" for card in range(720))
        yield "1 a\nequipment: " + ",".join(f"b{base + card}" for card in range(780))


async def _flood(host: str, port: int) -> None:
    async with trio.open_nursery() as nursery:
        for number in range(CONNECTIONS_COUNT):
            nursery.start_soon(_flooder, host, port, number)


async def _flooder(host: str, port: int, number: int) -> None:
    decks = texts()
    while True:
        with contextlib.suppress(OSError, ConnectionClosed, FacedownError):
            async with _connection(host, port, number) as socket, trio.open_nursery() as nursery:
                refused = _RateLimitProbe()
                nursery.start_soon(_listen, socket, refused)
                await _say(socket, number, decks, refused)
        await trio.sleep(1)


@dataclass
class _RateLimitProbe:
    """Whether decks are too fast at a table by now."""

    yes: bool = False


async def _say(socket: ClientConnection, number: int, decks: Iterator[str], refused: _RateLimitProbe) -> None:
    settings = Settings(FORMATS[number % len(FORMATS)], listed=False, mode="free")
    while True:
        await socket.send(encode(CreateTable(settings)))
        refused.yes = False
        while not refused.yes:
            await socket.send(encode(UseDeck(next(decks))))
            await trio.sleep(1 / MESSAGE_RATE_HZ)
        await socket.send(encode(Leave()))
        await trio.sleep(1 / MESSAGE_RATE_HZ)


async def _listen(socket: ClientConnection, refused: _RateLimitProbe) -> None:
    async for data in socket:
        message = decode_from_server(bytes(data)) if isinstance(data, bytes) else None
        refused.yes = refused.yes or (isinstance(message, Refused) and message.code is Code.TOO_FAST)


@asynccontextmanager
async def _connection(host: str, port: int, number: int) -> AsyncIterator[ClientConnection]:
    stream = await trio.open_tcp_stream(host, port, local_address=FROM)
    offered = [Subprotocol(SUBPROTOCOL)]
    async with connect(
        f"ws://{host}:{port}/", stream=stream, subprotocols=offered, compression=None, proxy=None
    ) as socket:
        await socket.send(encode(Hello(f"Flood {number}")))
        await socket.recv()
        yield socket


if __name__ == "__main__":
    trio.run(_flood, sys.argv[1], int(sys.argv[2]))
