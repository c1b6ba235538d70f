"""The processes that load a server, and their commands: a command and its answer over a pipe.

Between two commands a loader goes on reading, so that pings are answered and no connection falls behind.
"""

from __future__ import annotations

import multiprocessing
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from benchmarks.load import echo
from benchmarks.load.duels import DuelDecks, Duels
from benchmarks.load.websocket import (
    READ_CHUNK_BYTES,
    SETTLING_TIMEOUT_S,
    Address,
    ConnectionLost,
    Crowd,
    WebSocket,
    frame_bytes,
)
from benchmarks.load.workload import TURN, Sized, Table, Tally, watch
from facedown_server.network.wire.listening_sockets import allow_files
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.codec import encode, is_update
from facedown_shared.protocol.messages import GetView

RESPONSE_TIMEOUT_S = 600.0
"""Seconds a loader may take to answer, joining a crowd of tables included."""
RESERVED_FILES_COUNT = 64
STALLING_VIEWS_COUNT = 200
"""Unread whole Views after which a connection's buffers are full."""

Commands = Mapping[str, Callable[..., object]]
Begin = Callable[..., tuple[Crowd, Commands]]
"""The start of a loader: sockets to read, and its commands."""


class Loader:
    """A loading process. `begin` gives it sockets and commands; see the functions below."""

    def __init__(self, begin: Begin, *arguments: object) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_load, args=(other, begin, arguments), daemon=True)
        self._process.start()
        other.close()

    def ask(self, command: str, *arguments: object) -> Any:
        """Return the result of a command.

        Raises ConnectionLost when the server does not follow the protocol.
        """
        self.send_command(command, *arguments)
        return self.answer()

    def send_command(self, command: str, *arguments: object) -> None:
        """Send a command, and read its answer later."""
        with suppress(BrokenPipeError):  # it has ended; its answer has the reason
            self._pipe.send((command, arguments))

    def answer(self) -> Any:
        """Return the answer to the last command. Raises ConnectionLost."""
        try:
            if not self._pipe.poll(RESPONSE_TIMEOUT_S):
                raise ConnectionLost("A process of the load does not answer.")
            is_well, answer = self._pipe.recv()
        except EOFError:
            raise ConnectionLost("A process of the load has ended; what it said last stands above.") from None
        if not is_well:
            raise ConnectionLost(answer)
        return answer

    @property
    def has_answered(self) -> bool:
        """Whether `answer` need not wait."""
        return self._pipe.poll()

    def end(self) -> None:
        """End it."""
        self._process.terminate()
        self._process.join()


def _load(pipe: Connection, begin: Begin, arguments: tuple[Any, ...]) -> None:
    """Run a loading process until it is ended."""
    try:
        crowd, commands = begin(*arguments)
        while True:
            if pipe.poll():
                command, request = pipe.recv()
                pipe.send((True, commands[command](*request)))
            crowd.turn(0.1)
    except EOFError:
        pass
    except (ConnectionLost, OSError) as lost:
        pipe.send((False, str(lost)))


# --- players ------------------------------------------------------------------------------------------


def players(address: Address, count: int) -> tuple[Crowd, Commands]:
    """Play so many tables of the workload, by commands. `links`: for spectators. `tokens`: with which players
    reconnect. `run SECONDS ACTS`, which is the most at one table: a Tally and how many seconds it took, until
    the last act was delivered.
    """
    allow_files(2 * count + RESERVED_FILES_COUNT)
    crowd, tables = Crowd(), []
    for number in range(count):
        tables.append(table := Table(address, number))
        for websocket in table.websockets:
            crowd.add(websocket.sock, websocket.take)
        crowd.turn(0)

    def links() -> list[TableLink]:
        return [table.link for table in tables]

    def run(seconds: float, most: int) -> tuple[Tally, float]:
        begun = time.perf_counter()
        for table in tables:
            table.begin(most)
        crowd.until(lambda: not any(table.is_going for table in tables), seconds)
        for table in tables:
            table.is_going = False
        if not crowd.until(lambda: all(table.is_settled for table in tables), SETTLING_TIMEOUT_S):
            raise ConnectionLost("The server did not tell everybody of the last acts.")
        took = time.perf_counter() - begun
        return Tally.sum_up([table.tally for table in tables]), took

    return crowd, {
        "links": links,
        "run": run,
        "tokens": lambda: [each for table in tables for each in table.tokens],
    }


def duels(
    address: Address, first: int, count: int, pace: str = "off", mode: str = "able", decks: DuelDecks = ()
) -> tuple[Crowd, Commands]:
    """Run bots at so many tables, numbered from the first; with `decks` in EDOPro's core. `links`: for
    spectators. `run SECONDS RATE`: their observations, and how many seconds it took.
    """
    tables = Duels(address, first, count, pace, mode, decks)
    return tables.crowd, {"links": lambda: tables.links, "run": tables.run}


# --- spectators -------------------------------------------------------------------------------------------


class _Spectator:
    """Counts updates; `sizes` are their bytes, of the first spectator of a table alone."""

    def __init__(self, websocket: WebSocket, keeps: bool) -> None:
        self.updates = 0
        self.sizes: list[Sized] = []
        self._number = 0
        """The number of the next update, since the duel began."""
        self._keeps, self._websocket, self._heard = keeps, websocket, websocket.received
        websocket.handle = self._handle

    def forget(self) -> None:
        """Reset the counts."""
        self.updates, self.sizes, self._heard = 0, [], self._websocket.received

    def _handle(self, payload: bytes) -> None:
        if is_update(payload):
            self.updates += 1
            self._number += 1
            if self._keeps:
                step = (self._number - 1) % len(TURN)
                self.sizes.append((step, self._websocket.received - self._heard))
                self._heard = self._websocket.received


def spectators(address: Address, links: list[TableLink], count: int) -> tuple[Crowd, Commands]:
    """Run so many spectators at each table. `count`: updates they received since the last command, and the
    bytes of each update to one spectator of each table.
    """
    allow_files(len(links) * count + RESERVED_FILES_COUNT)
    crowd, everybody = Crowd(), []
    for number, link in enumerate(links):
        for place in range(count):
            websocket = watch(address, 1000 * number + place, link)
            everybody.append(_Spectator(websocket, keeps=place == 0))
            crowd.add(websocket.sock, websocket.take)
        crowd.turn(0)

    def count_updates() -> tuple[int, list[Sized]]:
        found = sum(each.updates for each in everybody), [size for each in everybody for size in each.sizes]
        for each in everybody:
            each.forget()
        return found

    return crowd, {"count": count_updates}


def run_stalled(address: Address, links: list[TableLink]) -> tuple[Crowd, Commands]:
    """Run a spectator of each table that reads nothing. `join`: replaces them by others. They request the
    whole View until the buffers between them and the server are full.
    """
    sockets: list[socket.socket] = []

    def join() -> None:
        for sock in sockets:
            sock.close()
        sockets.clear()
        for number, link in enumerate(links):
            sock = watch(address, 100_000 + number, link).sock
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            sock.sendall(frame_bytes(encode(GetView())) * STALLING_VIEWS_COUNT)
            sockets.append(sock)

    return Crowd(), {"join": join}


# --- baselines --------------------------------------------------------------------------------------------


def run_echoes(address: Address, count: int) -> tuple[Crowd, Commands]:
    """Run so many connections, one message of each on its way. `run SECONDS`: how many were echoed."""
    crowd, frame = Crowd(), frame_bytes(bytes(echo.MESSAGE_BYTES))
    state = {"back": 0, "going": 0, "away": 0}
    websockets = [WebSocket(address, subprotocol="") for _ in range(count)]

    def send(websocket: WebSocket) -> None:
        state["away"] += 1
        websocket.sock.sendall(frame)

    def handle(websocket: WebSocket, payload: bytes) -> None:
        state["back"] += 1
        state["away"] -= 1
        if state["going"]:
            send(websocket)

    for websocket in websockets:
        websocket.handle = partial(handle, websocket)
        crowd.add(websocket.sock, websocket.take)

    def run(seconds: float) -> int:
        state["back"], state["going"] = 0, 1
        for websocket in websockets:
            send(websocket)
        crowd.until(lambda: False, seconds)
        state["going"] = 0
        crowd.until(lambda: not state["away"], SETTLING_TIMEOUT_S)
        return state["back"]

    return crowd, {"run": run}


def run_sinks(address: Address, count: int) -> tuple[Crowd, Commands]:
    """Run so many sockets that read everything. `ready`: all are connected."""
    allow_files(count + RESERVED_FILES_COUNT)
    crowd, sockets = Crowd(), [socket.create_connection(address) for _ in range(count)]
    for sock in sockets:
        crowd.add(sock, partial(sock.recv, READ_CHUNK_BYTES))
    return crowd, {"ready": lambda: True}
