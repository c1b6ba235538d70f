"""Rounds of load: the workload and its baselines in turns, since others may use the machine meanwhile.

A round returns plain numbers by name; a figure is their median, with the least and the most of them.
"""

from __future__ import annotations

import os
import socket
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from benchmarks.load import loaders
from benchmarks.load.core_decks import core_decks
from benchmarks.load.duels import DuelDecks, DuelTally, sum_tallies
from benchmarks.load.loaders import Loader
from benchmarks.load.servers import game_server, start_probed
from benchmarks.load.websocket import Address, ConnectionLost
from benchmarks.load.workload import MAX_ACTS, Sized, Tally
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.asking import DEFAULT

ECHO_RATIO, PUSH_RATIO = 0.5, 0.2
"""Of the seconds of the workload in a round, those of each baseline."""
SETTLING_TIME_S = 0.2
"""Seconds until all clients have read their messages."""
MAX_SOCKETS = 400
"""At most in one process of spectators: Windows cannot wait for more than 500 at once."""

PACE_SHARES = {"off": 0.16, "quick": 0.36, "careful": 0.48}
"""Of the seconds of a round, those of each pace."""

Numbers = Mapping[str, float]


@dataclass(frozen=True)
class Load:
    """What to measure. `seconds` of the workload are shared by all rounds."""

    tables: int = 20
    spectators: int = 0
    seconds: float = 10.0
    rounds: int = 5
    journal: bool = True
    stalled: bool = False
    """Add to each table a spectator that reads nothing."""
    mode: str = "workload"
    """Or "rules": duels of bots; "core": these in EDOPro's core; "pace": the same at every pace."""

    @property
    def connections(self) -> int:
        """Connections of all players and spectators."""
        return self.tables * (2 + self.spectators)


@dataclass(frozen=True)
class Figure:
    """The median of the rounds' numbers, the least and the most."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        """Return the figure of these rounds."""
        return cls(statistics.median(values), min(values), max(values))


def measure(load: Load, say: Callable[[str], None]) -> dict[str, Figure]:
    """Return every figure by name.

    Raises ConnectionLost and RuntimeError.
    """
    found: dict[str, list[float]] = defaultdict(list)
    with ExitStack() as stack:
        parts = [stack.enter_context(part(load)) for part in PARTS[load.mode]]
        for number in range(load.rounds):
            say(f"round {number + 1} of {load.rounds}")
            for part in parts:
                for name, value in part().items():
                    found[name].append(value)
    for name, one, other in RATIOS:
        if one in found:
            found[name] = [first / second for first, second in zip(found[one], found[other], strict=True)]
    return {name: Figure.of(values) for name, values in found.items()}


RATIOS = (
    ("acts_to_echoes", "acts_per_cpu_second", "echoes_per_cpu_second"),
    ("prompts_to_echoes", "prompts_per_cpu_second", "echoes_per_cpu_second"),
    ("delivery_to_push", "microseconds_per_delivery", "microseconds_per_push"),
)
"""A figure that is one of the others divided by another."""


# --- the workload -----------------------------------------------------------------------------------------


@contextmanager
def loader(begin: loaders.Begin, *arguments: object) -> Iterator[Loader]:
    """Run a loading process, ended afterwards."""
    process = Loader(begin, *arguments)
    try:
        yield process
    finally:
        process.end()


@contextmanager
def _workload(load: Load) -> Iterator[Callable[[], Numbers]]:
    """Return the numbers of a round of the workload."""
    with ExitStack() as stack:
        yield Workload(load, stack).once


class Workload:
    """A server of its own with tables of the workload."""

    def __init__(self, load: Load, stack: ExitStack) -> None:
        self._load = load
        self.server, self.address = stack.enter_context(game_server(journal=load.journal))
        self._idle = self.server.usage().memory
        self._players = stack.enter_context(loader(loaders.players, self.address, load.tables))
        links = self._players.ask("links")
        self._watchers = Watchers(load, self.address, links, stack)
        self._stalled = (
            stack.enter_context(loader(loaders.run_stalled, self.address, links)) if load.stalled else None
        )

    def once(self) -> Numbers:
        """Return the numbers of a round of it."""
        if self._stalled is not None:
            self._stalled.ask("join")
        self._watchers.count_seen()
        before = self.server.usage()
        rounds = self._load.rounds
        tally, took = self._players.ask("run", self._load.seconds / rounds, MAX_ACTS // rounds)
        used = self.server.usage()
        return {
            **_numbers(self._load, tally, took, used.cpu - before.cpu, self._watchers.count_seen()),
            **({"writes_per_act": (used.writes - before.writes) / tally.acts} if used.writes else {}),
            **_memory(self._load, self._idle, used.memory),
        }


class Watchers:
    """The spectators of all tables, in as many processes as they need."""

    def __init__(self, load: Load, address: Address, links: Sequence[TableLink], stack: ExitStack) -> None:
        each = max(1, MAX_SOCKETS // max(load.spectators, 1))
        firsts = range(0, len(links), each) if load.spectators else ()
        self._loaders = [
            stack.enter_context(
                loader(loaders.spectators, address, links[first : first + each], load.spectators)
            )
            for first in firsts
        ]

    def count_seen(self) -> tuple[int, list[Sized]]:
        """Return updates they received since the last call, and the bytes of some."""
        time.sleep(SETTLING_TIME_S)
        for each in self._loaders:
            each.send_command("count")
        parts = [each.answer() for each in self._loaders]
        return sum(updates for updates, _ in parts), [size for _, sizes in parts for size in sizes]


def _numbers(
    load: Load, tally: Tally, took: float, cpu: float, seen: tuple[int, list[Sized]]
) -> dict[str, float]:
    """Return the observations of the players and the spectators of one round, and the server's CPU for it."""
    watched, watched_sizes = seen
    found = {
        "acts": float(tally.acts),
        "acts_per_second": tally.acts / took,
        "acts_per_cpu_second": tally.acts / cpu,
        "cpu_seconds_per_1000_acts": 1000 * cpu / tally.acts,
        "microseconds_per_delivery": 1e6 * cpu / (2 * tally.acts + watched),
        "cores_used": cpu / took,
    }
    for role, seconds in (("own", tally.own), ("opponent", tally.opponent)):
        found[f"{role}_p50_ms"], found[f"{role}_p99_ms"] = _spread([1000 * each for each in seconds])
    roles = {"actor": tally.actor_bytes, "opponent": tally.opponent_bytes, "spectator": watched_sizes}
    for role, sizes in roles.items():
        if sizes:
            found[f"{role}_bytes_mean"] = _mean_of_a_turn(sizes)
            found[f"{role}_bytes_p99"] = _spread([size for _, size in sizes])[1]
    if load.spectators:
        found["updates_per_spectator_and_act"] = watched / (tally.acts * load.spectators)
    return found


def _mean_of_a_turn(sizes: Sequence[Sized]) -> float:
    """Return the mean bytes of an act; each act of a turn counts the same, also where a round ends amid a
    turn.
    """
    steps: dict[int, list[int]] = defaultdict(list)
    for step, size in sizes:
        steps[step].append(size)
    return statistics.mean(statistics.mean(some) for some in steps.values())


def _spread(values: Sequence[float]) -> tuple[float, float]:
    """Return the 50th and the 99th percentile."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2], ordered[int(0.99 * len(ordered))]


def _memory(load: Load, idle: float, now: float) -> Numbers:
    """Return the memory of the server, connections included; nothing where the system does not report it."""
    if not idle:
        return {}
    return {
        "idle_server_mib": idle / 1024,
        "kib_per_table": (now - idle) / load.tables,
        "kib_per_connection": (now - idle) / load.connections,
    }


# --- duels of bots ----------------------------------------------------------------------------------------


@contextmanager
def measure_core(load: Load) -> Iterator[Callable[[], Numbers]]:
    """Return the numbers of a round of duels in EDOPro's core, its process counted with the server's."""
    with measure_rules(load, core_decks(load.tables)) as once:
        yield once


@contextmanager
def measure_rules(load: Load, decks: DuelDecks = ()) -> Iterator[Callable[[], Numbers]]:
    """Return the numbers of a round of duels by the rules, or with `decks` in EDOPro's core: as fast as the
    bots are, then at half of what one core of the server could do.
    """
    with ExitStack() as stack:
        server, address = stack.enter_context(game_server(journal=load.journal))
        idle = server.usage().memory
        processes = min(load.tables, max(1, (os.cpu_count() or 2) - 1))
        share = -(-load.tables // processes)
        bots = [
            stack.enter_context(
                loader(loaders.duels, address, first, min(share, load.tables - first), "off", "able", decks)
            )
            for first in range(0, load.tables, share)
        ]
        watchers = Watchers(load, address, [link for each in bots for link in each.ask("links")], stack)

        def run(rate: float) -> tuple[DuelTally, float, float, float]:
            """Return the players' observations, how many seconds it took, those of the server's CPU, and of
            these the share of its child processes.
            """
            watchers.count_seen()
            before = server.usage()
            for each in bots:
                each.send_command("run", load.seconds / load.rounds, rate / len(bots))
            parts = [each.answer() for each in bots]
            after = server.usage()
            used, children = after.cpu - before.cpu, after.children - before.children
            seen = sum_tallies([seen for seen, _ in parts])
            return seen, max(took for _, took in parts), used, children / used

        def once() -> Numbers:
            fast, took, cpu, children = run(0.0)
            half, half_took, _, _ = run(0.5 * fast.answers / cpu)
            return {
                "prompts_per_second": fast.answers / took,
                "prompts_per_cpu_second": fast.answers / cpu,
                **({"child_share": children} if decks else {}),
                "cores_used": cpu / took,
                **_waits("", fast),
                "half_load_prompts_per_second": half.answers / half_took,
                **_waits("half_load_", half),
                "update_bytes_mean": statistics.mean(fast.updates),
                "update_bytes_p99": _spread(fast.updates)[1],
                "bytes_per_prompt": fast.received / fast.answers,
                **_memory(load, idle, server.usage().memory),
            }

        yield once


def _waits(prefix: str, seen: DuelTally) -> Numbers:
    """Return the median and the 99th percentile of the waits for an answer's result."""
    p50, p99 = _spread([1000 * wait for wait in seen.waits])
    return {f"{prefix}answer_p50_ms": p50, f"{prefix}answer_p99_ms": p99}


# --- pace -------------------------------------------------------------------------------------------------


@contextmanager
def _pace(load: Load) -> Iterator[Callable[[], Numbers]]:
    """Return the numbers of a round of duels of bots that answer at once: the median turn at every pace. The
    paces take turns at so many tables each.
    """
    with ExitStack() as stack:
        _, address = stack.enter_context(game_server(journal=load.journal))
        bots = {
            pace: stack.enter_context(
                loader(loaders.duels, address, number * load.tables, load.tables, pace, DEFAULT)
            )
            for number, pace in enumerate(PACE_SHARES)
        }
        for each in bots.values():
            each.ask("links")  # its tables are open

        def once() -> Numbers:
            turns: dict[str, float] = {}
            for pace, each in bots.items():
                seen, _ = each.ask("run", PACE_SHARES[pace] * load.seconds / load.rounds, 0.0)
                if not seen.turns:
                    raise ConnectionLost(f"No turn ended at pace {pace}: more --seconds.")
                turns[pace] = 1000 * statistics.median(seen.turns)
            more = {f"more_ms_{pace}": turns[pace] - turns["off"] for pace in turns if pace != "off"}
            return {**{f"turn_ms_{pace}": turn for pace, turn in turns.items()}, **more}

        yield once


# --- baselines --------------------------------------------------------------------------------------------


@contextmanager
def measure_echoes(load: Load) -> Iterator[Callable[[], Numbers]]:
    """Return the numbers of a round of echoes: as many at once as there are acts in the workload."""
    with (
        start_probed("benchmarks.load.echo") as (server, address),
        loader(loaders.run_echoes, address, load.tables) as clients,
    ):

        def once() -> Numbers:
            before = server.usage().cpu
            count = clients.ask("run", ECHO_RATIO * load.seconds / load.rounds)
            return {"echoes_per_cpu_second": count / (server.usage().cpu - before)}

        yield once


@contextmanager
def measure_pushes(load: Load) -> Iterator[Callable[[], Numbers]]:
    """Return the numbers of a round of pushes: to as many sockets as the workload has, a table at a time."""
    with start_probed("benchmarks.load.push") as (_, address), socket.create_connection(address) as sock:
        asks = sock.makefile("rw", encoding="ascii")
        asks.write(f"{load.connections} {2 + load.spectators}\n")
        asks.flush()
        with loader(loaders.run_sinks, address, load.connections) as readers:
            readers.ask("ready")

            def once() -> Numbers:
                asks.write(f"{PUSH_RATIO * load.seconds / load.rounds}\n")
                asks.flush()
                deliveries, cpu = asks.readline().split()
                return {"microseconds_per_push": 1e6 * float(cpu) / int(deliveries)}

            yield once


PARTS = {
    "workload": (_workload, measure_echoes, measure_pushes),
    "rules": (measure_rules, measure_echoes),
    "core": (measure_core, measure_echoes),
    "pace": (_pace,),
}
"""The parts that take turns in a round of each mode."""
