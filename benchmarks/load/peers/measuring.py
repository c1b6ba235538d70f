"""Rounds in which facedown, its peers and the baselines take turns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

from benchmarks.load.peers.node import NodeProcess
from benchmarks.load.rounds import Figure, Load, Workload, measure_echoes, measure_pushes, measure_rules

SPECTATORS_COUNTS = (0, 1, 8, 64)
"""At each table. The first spectator adds a viewer class; from 8 to 64, each adds a delivery alone."""
RULES_TABLES_COUNT = 8
"""Tables of bots that duel by the rules."""
WARM_UP_S = 0.5
"""Seconds in which a peer compiles what it runs often."""


def measure_peers(load: Load, peers: Path | None, say: Callable[[str], None]) -> dict[str, Figure]:
    """Return every figure by name. `load`: without spectators. `peers`: the folder of their packages; None
    measures facedown alone.

    Raises ConnectionLost and RuntimeError.
    """
    found: dict[str, list[float]] = defaultdict(list)
    each_s = load.seconds / load.rounds
    with ExitStack() as stack:
        loads = {count: replace(load, spectators=count) for count in SPECTATORS_COUNTS}
        ours = {count: Workload(each, stack) for count, each in loads.items()}
        theirs: dict[int, Callable[[float], dict[str, float]]] = {}
        if peers is not None:
            theirs = {count: stack.enter_context(run_colyseus(peers, each)) for count, each in loads.items()}
            for run in theirs.values():
                run(WARM_UP_S)
        showdown = stack.enter_context(run_showdown(peers)) if peers is not None else None
        prompts = stack.enter_context(measure_rules(replace(load, tables=RULES_TABLES_COUNT)))
        echo = stack.enter_context(measure_echoes(load))
        push = stack.enter_context(measure_pushes(loads[SPECTATORS_COUNTS[-1]]))
        for number in range(load.rounds):
            say(f"round {number + 1} of {load.rounds}")
            numbers: dict[str, float] = {}
            for count in SPECTATORS_COUNTS:
                own = ours[count].once()
                numbers[f"facedown_{count}"] = 1000 * own["cpu_seconds_per_1000_acts"]
                numbers |= {
                    f"{name}_facedown": own[f"{name}_mean"] for name in BYTES if f"{name}_mean" in own
                }
                if count in theirs:
                    numbers |= theirs[count](each_s)
            numbers["echo"] = 1e6 / echo()["echoes_per_cpu_second"]
            numbers["push"] = push()["microseconds_per_push"]
            numbers["prompts"] = prompts()["prompts_per_cpu_second"]
            if showdown is not None:
                numbers["choices"] = showdown(each_s)
            for name, value in (numbers | _derive_ratios(numbers)).items():
                found[name].append(value)
    return {name: Figure.of(values) for name, values in found.items()}


BYTES = ("actor_bytes", "opponent_bytes", "spectator_bytes")


def _derive_ratios(numbers: Mapping[str, float]) -> dict[str, float]:
    """Return the ratios of one round, and what its acts consist of, in µs."""
    _, one, few, many = SPECTATORS_COUNTS
    derived = {"echoes": numbers["facedown_0"] / numbers["echo"]}
    for who in ("facedown", "colyseus"):
        if f"{who}_0" in numbers:
            spectator = (numbers[f"{who}_{many}"] - numbers[f"{who}_{few}"]) / (many - few)
            first = numbers[f"{who}_{one}"] - numbers[f"{who}_0"]
            derived |= {f"{who}_spectator": spectator, f"{who}_class": first - spectator}
    derived["pushes"] = derived["facedown_spectator"] / numbers["push"]
    for count in SPECTATORS_COUNTS:
        if f"colyseus_{count}" in numbers:
            derived[f"ratio_{count}"] = numbers[f"facedown_{count}"] / numbers[f"colyseus_{count}"]
    return derived


@contextmanager
def run_colyseus(folder: Path, load: Load) -> Iterator[Callable[[float], dict[str, float]]]:
    """Run a Colyseus server and its load. Yields a function that loads it for so many seconds, and returns
    the server's CPU for an act in µs, and the bytes of one.
    """
    with node(folder, "colyseus.mjs", "serve") as server:
        arguments = ("load", server.said["port"], load.tables, load.spectators)
        with node(folder, "colyseus.mjs", *arguments) as players:

            def run(seconds: float) -> dict[str, float]:
                before = server.ask()["cpu"]
                seen = players.ask(str(seconds))
                cpu, acts = server.ask()["cpu"] - before, max(1, seen["acts"])
                numbers = {f"colyseus_{load.spectators}": 1e6 * cpu / acts}
                for role, size in seen["bytes"].items():
                    if size:
                        of_each = acts * (load.spectators if role == "spectator" else 1)
                        numbers[f"{role}_bytes_colyseus"] = size / of_each
                return numbers

            yield run


@contextmanager
def run_showdown(folder: Path) -> Iterator[Callable[[float], float]]:
    """Run Pokémon Showdown's simulator. Yields a function that returns its choices per CPU second."""
    with node(folder, "showdown.mjs") as process:

        def run(seconds: float) -> float:
            seen = process.ask(str(seconds))
            return float(seen["choices"] / seen["cpu"])

        yield run


@contextmanager
def node(folder: Path, script: str, *arguments: object) -> Iterator[NodeProcess]:
    """Run a script of a peer, ended afterwards."""
    process = NodeProcess(folder, script, *arguments)
    try:
        yield process
    finally:
        process.end()


PEERS_LABELS = {
    **{f"facedown_{count}": f"facedown: an act, {count} spectators (µs)" for count in SPECTATORS_COUNTS},
    "facedown_class": "facedown: of that, the spectators' viewer class (µs)",
    "facedown_spectator": "facedown: of that, each spectator (µs)",
    **{f"colyseus_{count}": f"Colyseus: an act, {count} spectators (µs)" for count in SPECTATORS_COUNTS},
    "colyseus_spectator": "Colyseus: of that, each spectator (µs)",
    **{f"ratio_{count}": f"facedown to Colyseus, {count} spectators" for count in SPECTATORS_COUNTS},
    "echo": "baseline: an echo on websockets.trio (µs)",
    "echoes": "facedown: an act without spectators, in echoes",
    "push": "baseline: a bare push (µs)",
    "pushes": "facedown: a spectator, in pushes",
    **{
        f"{name}_{who}": f"{who}: {name.partition('_')[0]}, bytes of an act"
        for who in ("facedown", "colyseus") for name in BYTES
    },
    "prompts": "facedown: prompts a second of server CPU, by the rules",
    "choices": "Pokémon Showdown's simulator alone: choices a CPU second",
}  # fmt: skip
"""The label of every figure, in the order they are printed."""
