"""`python run.py bench relays`: a table watched by thousands through relays, beside one watched directly.

One server has two tables: one with a few spectators of its own, one with as many relays as requested, each a
process of its own, and all others behind them. Acts are made at both in turns, at the same pace. Of every
update each spectator's arrival time is recorded, and whether it was the next one; of the server its CPU.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from benchmarks.load.loaders import Commands, Loader
from benchmarks.load.servers import game_server, start_probed
from benchmarks.load.websocket import SETTLING_TIMEOUT_S, Address, ConnectionLost, Crowd, WebSocket
from benchmarks.load.workload import Table, watch
from benchmarks.probe import ProbedProcess
from facedown_server.network.wire.listening_sockets import allow_files
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.codec import is_update

LIMITS = ("--connections 100000 --messages-per-second 10000 --address-share 1000 --log-level warning").split()
RESERVED_FILES_COUNT = 64
SPECTATORS_PER_PROCESS_COUNT = 500
"""Spectators that one process reads for."""
JOIN_TIMEOUT_S = 600.0
"""Seconds for all spectators to join."""
SETTLING_TIME_S = 3.0
"""Seconds until the names of new spectators have been broadcast."""


@dataclass(frozen=True)
class RelaysPlan:
    """What is measured: `seconds` at each table in each of `rounds`, `rate` acts a second."""

    relays: int = 4
    spectators: int = 2_000
    direct: int = 64
    seconds: float = 10.0
    rounds: int = 3
    rate: float = 5.0


@dataclass
class SpectatorTally:
    """The observations of the spectators of one table, and the CPU used for it."""

    acts: int = 0
    waits: array[float] = field(default_factory=lambda: array("d"))
    """Seconds from an act to its update, of every spectator."""
    amiss: int = 0
    """Updates that arrived out of order, twice, or not at all."""
    node_cpu: float = 0.0
    """CPU seconds of the duel's server."""
    relays_cpu: float = 0.0

    def wait(self, share: float) -> float:
        """Return the milliseconds within which this share of updates arrived."""
        ordered = sorted(self.waits)
        return 1_000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    @property
    def node_cpu_of_an_act(self) -> float:
        """Return the milliseconds of the duel's server."""
        return 1_000 * self.node_cpu / self.acts

    @property
    def relays_cpu_of_a_delivery(self) -> float:
        """Return the microseconds of all relays."""
        return 1_000_000 * self.relays_cpu / len(self.waits)


# --- spectators -------------------------------------------------------------------------------------------


class _Spectator:
    """Records when each update arrived, and whether it was the next."""

    def __init__(self, websocket: WebSocket) -> None:
        self.times: array[float] = array("d")
        self.amiss = 0
        self._version = -1
        websocket.handle = self._handle

    def _handle(self, payload: bytes) -> None:
        if is_update(payload):
            version = payload[1]
            if self._version >= 0 and version != (self._version + 1) & 127:
                self.amiss += 1
            self._version = version
            self.times.append(time.perf_counter())


def onlookers(address: Address, link: TableLink, first: int, count: int) -> tuple[Crowd, Commands]:
    """Run so many spectators of one table. `report TIMES`: the waits of all of them for the acts that began
    at these times, and how many updates were wrong. `came ACTS`: whether all have so many.
    """
    allow_files(count + RESERVED_FILES_COUNT)
    crowd, everybody = Crowd(), []
    for number in range(first, first + count):
        websocket = watch(address, number, link)
        everybody.append(_Spectator(websocket))
        crowd.add(websocket.sock, websocket.take)
        crowd.turn(0)

    def came(acts: int) -> bool:
        return crowd.until(lambda: all(len(each.times) >= acts for each in everybody), SETTLING_TIMEOUT_S)

    def report(begun: list[float]) -> tuple[array[float], int]:
        waits, amiss = array("d"), 0
        for each in everybody:
            waits.extend(came - start for came, start in zip(each.times, begun, strict=False))
            amiss += each.amiss + abs(len(each.times) - len(begun))
            each.times, each.amiss = array("d"), 0
        return waits, amiss

    return crowd, {"came": came, "report": report}


# --- the run ----------------------------------------------------------------------------------------------


def measure(asked: RelaysPlan, say: Callable[[str], None]) -> tuple[SpectatorTally, SpectatorTally]:
    """Return the tallies of direct spectators, and of those behind relays.

    Raises ConnectionLost and RuntimeError.
    """
    with ExitStack() as stack:
        server, address = stack.enter_context(game_server())
        crowd, tables = Crowd(), [Table(address, number) for number in range(2)]
        for table in tables:
            for websocket in table.websockets:
                crowd.add(websocket.sock, websocket.take)
        relays = [stack.enter_context(_relay(address, tables[1].relay_link)) for _ in range(asked.relays)]
        say(f"{asked.direct} come to one table, {asked.spectators} to {asked.relays} relays of another")
        doors = [address for _process, address in relays]
        groups = [
            [stack.enter_context(_start_loaders(address, tables[0].link, 0, asked.direct))],
            [
                stack.enter_context(_start_loaders(doors[number % len(doors)], tables[1].link, first, count))
                for number, (first, count) in enumerate(_shares(asked))
            ],
        ]
        loaders = [loader for group in groups for loader in group]
        if not crowd.until(lambda: all(loader.has_answered for loader in loaders), JOIN_TIMEOUT_S):
            raise ConnectionLost("Not all spectators were let in in time.")
        for loader in loaders:
            loader.answer()
        crowd.until(lambda: False, SETTLING_TIME_S)
        seen = (SpectatorTally(), SpectatorTally())
        processes = [process for process, _address in relays]
        for number in range(asked.rounds):
            say(f"round {number + 1} of {asked.rounds}")
            for table, group, noted in zip(tables, groups, seen, strict=True):
                _round(asked, crowd, table, group, noted, server, processes)
        return seen


def _round(
    asked: RelaysPlan, crowd: Crowd, table: Table, group: list[Loader], seen: SpectatorTally,
    server: ProbedProcess,
    relays: list[ProbedProcess],
) -> None:  # fmt: skip
    """Act at one table, and collect the spectators' reports."""
    begun: list[float] = []
    node, others = server.usage().cpu, sum(relay.usage().cpu for relay in relays)
    start = time.perf_counter()
    for number in range(max(1, round(asked.seconds * asked.rate))):
        crowd.until(lambda: False, start + number / asked.rate - time.perf_counter())
        begun.append(time.perf_counter())
        table.begin(1)
        if not crowd.until(lambda: table.is_settled, SETTLING_TIMEOUT_S):
            raise ConnectionLost("The server does not go on with a table of the load.")
    for loader in group:
        loader.send_command("came", len(begun))
    for loader in group:
        loader.answer()
    seen.node_cpu += server.usage().cpu - node
    seen.relays_cpu += sum(relay.usage().cpu for relay in relays) - others
    seen.acts += len(begun)
    for loader in group:
        waits, amiss = loader.ask("report", begun)
        seen.waits.extend(waits)
        seen.amiss += amiss


def _shares(asked: RelaysPlan) -> Iterator[tuple[int, int]]:
    """Return the first number and the count, for each process of spectators behind relays."""
    processes = max(asked.relays, -(-asked.spectators // SPECTATORS_PER_PROCESS_COUNT))
    for number in range(processes):
        first = asked.spectators * number // processes
        yield 10_000 + first, asked.spectators * (number + 1) // processes - first


@contextmanager
def _start_loaders(address: Address, link: TableLink, first: int, count: int) -> Iterator[Loader]:
    loader = Loader(onlookers, address, link, first, count)
    try:
        loader.send_command("came", 0)
        yield loader
    finally:
        loader.end()


@contextmanager
def _relay(address: Address, link: TableLink) -> Iterator[tuple[ProbedProcess, Address]]:
    """Run a relay of a table on any port of the loopback interface."""
    host, port = address
    watched = TableLink(host, port, False, link.code, link.secret, "relay")
    with start_probed(
        "facedown_server", ["relay", str(watched), "--port", "0", "--bind", "127.0.0.1", *LIMITS]
    ) as found:
        yield found
