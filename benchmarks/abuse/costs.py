"""The cost of every kind of message to a server, in CPU seconds, beside a ping in the same run."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from benchmarks.abuse import strangers
from benchmarks.abuse.catalogue import CASES, Case
from benchmarks.abuse.strangers import open_stage
from benchmarks.load.servers import LIMITS, game_server
from benchmarks.load.websocket import Address
from benchmarks.probe import ProbedProcess
from facedown_server.network.crowd.quotas import Bounds
from facedown_shared.protocol.envelope import ToServer
from facedown_shared.protocol.messages import Ping
from facedown_shared.text import Code

MORE_LIMITS = (
    "--chat-per-minute 100000 --connections-per-address 100000 --connections-per-second 100000".split()
)
BOUNDS = Bounds()
REFUSED_PINGS_COUNT = 50
"""Fewer than a connection may send over the rate before it is closed."""
PING_MS = 0.06
"""CPU milliseconds of a ping on a quiet machine: the unit of costs, on any machine."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a round of a case: CPU milliseconds as measured, its price, and all that was refused."""

    milliseconds: float
    price: float
    refusals: Counter[Code]


@contextmanager
def unlimited_server(*arguments: str) -> Iterator[tuple[ProbedProcess, Address]]:
    """Run a server without limits, with further arguments."""
    with game_server(limits=(*LIMITS, *MORE_LIMITS, *arguments)) as found:
        yield found


def cost(server: ProbedProcess, address: Address, case: Case, ping_ms: float = 0.0, source: str = "") -> Cost:
    """Return the cost of a round of this case. `ping_ms`: the cost of the pings that are sent to wait for the
    rest.
    """
    with open_stage(address, case.stage, source) as stage:
        stage.settle()
        for each in stage.people:
            each.refusals.clear()
        before, pings, price = server.usage().cpu, stage.pings, stage.price
        for number in range(case.rounds):
            case.send(stage, number)
            for each in stage.people[:2]:  # in a crowd all others send nothing
                each.settle()
        used = 1_000 * (server.usage().cpu - before) - ping_ms * (stage.pings - pings)
        refusals = Counter[Code]()
        for each in stage.people:
            refusals += each.refusals
        return Cost(used / case.rounds, (stage.price - price) / case.rounds, refusals)


def ping_cost(server: ProbedProcess, address: Address) -> float:
    """Return the CPU milliseconds of a ping whose response is awaited."""
    (case,) = CASES[Ping]
    return cost(server, address, case).milliseconds / 2


def refused_cost(server: ProbedProcess, address: Address) -> float:
    """Return the CPU milliseconds of a ping that is refused because it comes too fast, from a server with
    limits.
    """
    used, sent = 0.0, 0
    for turn in range(4):
        with open_stage(address, strangers.at_no_table, f"127.2.0.{turn + 1}") as stage:
            stage.one.send_messages(*[Ping()] * int(BOUNDS.message_burst))
            time.sleep(0.1)
            before = server.usage().cpu
            stage.one.send_messages(*[Ping()] * REFUSED_PINGS_COUNT)
            time.sleep(0.2)
            used += server.usage().cpu - before
            sent += REFUSED_PINGS_COUNT
    return 1_000 * used / sent


def allowed_rate(case: Case, found: Cost, bounds: Bounds = BOUNDS) -> float:
    """Return the rounds a second of this case that one connection may send."""
    by_price = bounds.message_rate / max(1.0, found.price)
    tokens = 1.0 + (found.milliseconds / 1_000 / case.work_s_per_token if case.work_s_per_token else 0.0)
    return min(by_price, case.rate / tokens) if case.rate else by_price


def allowed_of_address(case: Case, found: Cost, bounds: Bounds = BOUNDS) -> float:
    """Return the rounds a second of this case that all connections of an address may send, at all their
    tables.
    """
    by_price = bounds.address_share * bounds.message_rate / max(1.0, found.price)
    return min(by_price, case.address_rate) if case.address_rate else by_price


def cases() -> Iterator[tuple[type[ToServer], Case]]:
    """Return every case of every kind."""
    for kind, rows in CASES.items():
        for case in rows:
            yield kind, case
