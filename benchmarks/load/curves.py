"""`python run.py bench flat`: does an act cost the same for any length of a duel and any number of duels?

Every point of a curve is a server of its own under the workload; all take turns with the echo. The last curve
is one server that goes on, with the same duels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace

from benchmarks.load.rounds import Figure, Load, Workload, measure_echoes

LOADS: Mapping[str, Load] = {
    "1 table": Load(1),
    "1 table, watched by one who does not read": Load(1, stalled=True),
    "1 table, 64 watch": Load(1, 64),
    "5 tables": Load(5),
    "20 tables": Load(20),
    "100 tables": Load(100),
}
"""The points of the first curves."""

LONG = Load(4)
SLICES_COUNT = 8
"""Points of the curve over the acts before."""

NAMES = ("cpu_seconds_per_1000_acts", "echoes_per_act", "opponent_p50_ms", "opponent_p99_ms")

Points = Mapping[str, Mapping[str, Figure]]


def curves(seconds: float, rounds: int, say: Callable[[str], None]) -> dict[str, Points]:
    """Return both curves: point -> figures by name. `seconds`: for each point.

    Raises ConnectionLost and RuntimeError.
    """
    loads = {point: replace(load, seconds=seconds, rounds=rounds) for point, load in LOADS.items()}
    with ExitStack() as stack:
        workloads = {point: Workload(load, stack) for point, load in loads.items()}
        echo = stack.enter_context(measure_echoes(replace(LONG, seconds=seconds, rounds=rounds)))
        found: dict[str, list[dict[str, float]]] = defaultdict(list)
        for number in range(rounds):
            say(f"round {number + 1} of {rounds}")
            for point, workload in workloads.items():
                found[point].append({**workload.once(), **echo()})
    loads_curve = {point: _figures(some) for point, some in found.items()}
    say("one server goes on")
    return {"the load": loads_curve, "acts before, at 4 tables": dict(_measure_long_run(seconds))}


def _measure_long_run(seconds: float) -> Iterator[tuple[str, Mapping[str, Figure]]]:
    """Return one server's figures after more and more acts."""
    with ExitStack() as stack:
        load = replace(LONG, seconds=seconds * SLICES_COUNT, rounds=SLICES_COUNT)
        workload, echo = Workload(load, stack), stack.enter_context(measure_echoes(load))
        before = 0.0
        for _ in range(SLICES_COUNT):
            numbers = workload.once()
            yield f"{before / load.tables:,.0f} in the same duel", _figures([{**numbers, **echo()}])
            before += numbers["acts"]


def _figures(rounds: list[dict[str, float]]) -> Mapping[str, Figure]:
    for numbers in rounds:
        numbers["echoes_per_act"] = numbers["echoes_per_cpu_second"] / numbers["acts_per_cpu_second"]
    return {name: Figure.of([numbers[name] for numbers in rounds]) for name in NAMES}
