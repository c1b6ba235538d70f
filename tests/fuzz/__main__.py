"""`python -m tests.fuzz [TARGET…]`: so many seconds of random bytes at each target, one after another.

With atheris (the extra "fuzz", Linux) inputs are guided by the code they reach; else Hypothesis draws them.
Each target runs in a process of its own. A find is stored in tests/fuzz/kept/ and makes the exit code 1.
"""

from __future__ import annotations

import hashlib
import logging
import re
import resource
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import structlog
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from tests.fuzz.targets import Target

NAMES = (
    "codec", "door", "table", "deck", "list", "facts", "said", "banlist", "database", "line", "scenario",
    "settings", "link", "record",
)  # fmt: skip
OURS = ["facedown_client", "facedown_server", "facedown_shared"]
KEPT = Path(__file__).with_name("kept")
ROOT = Path(__file__).parents[2]
MAX_INPUT_S = 5
"""Seconds after which an input counts as a hang."""
MAX_MEMORY_MIB = 1_500
"""Mebibytes of a target's process."""
STATS = re.compile(r"stat::(\w+):\s+(\d+)")


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(NAMES))
@click.option("--seconds", default=60, show_default=True, help="For each target.")
@click.option("--engine", type=click.Choice(["atheris", "hypothesis"]), help="[default: atheris if there]")
@click.option("--inside", is_flag=True, hidden=True)
def main(names: tuple[str, ...], seconds: int, engine: str | None, inside: bool) -> None:
    """Pass random bytes to targets and print a line of figures for each."""
    engine = engine or ("atheris" if find_spec("atheris") else "hypothesis")
    if inside:
        _fuzz_here(names[0], seconds, engine)
        return
    found = 0
    for name in names or NAMES:
        found += not _fuzz_in_process(name, seconds, engine)
    sys.exit(1 if found else 0)


def _fuzz_in_process(name: str, seconds: int, engine: str) -> bool:
    """Run one target in a process of its own; return whether it passed."""
    how = ["--seconds", str(seconds), "--engine", engine, "--inside"]
    command = [sys.executable, "-m", "tests.fuzz", name, *how]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace")
    told = run.stdout + run.stderr
    stats = dict(STATS.findall(told))
    held = run.returncode == 0
    click.echo(
        f"{name:<10}{stats.get('number_of_executed_units', '?'):>10} inputs, "
        f"slowest {stats.get('slowest_unit_time_sec', '?')} s, "
        f"peak {stats.get('peak_rss_mb', '?')} MiB, {'held' if held else 'FOUND SOMETHING'} ({engine})"
    )
    if not held:
        click.echo("\n".join(told.splitlines()[-40:]))
    return held


def _fuzz_here(name: str, seconds: int, engine: str) -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    if engine == "atheris":
        _run_atheris(name, seconds)
    else:
        _run_hypothesis(name, _target(name), seconds)


def _target(name: str) -> Target:
    """Return a target, imported only here, so that atheris can instrument our modules as they are loaded."""
    from tests.fuzz.targets import TARGETS

    return TARGETS[name]


def _run_atheris(name: str, seconds: int) -> None:
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=OURS):
        target = _target(name)
    with tempfile.TemporaryDirectory(prefix="facedown-fuzz-") as folder:
        for number, seed in enumerate(target.seeds()):
            (Path(folder) / f"seed{number}").write_bytes(seed)
        for path in KEPT.glob(f"{name}-*"):
            (Path(folder) / path.name).write_bytes(path.read_bytes())
        flags = [
            f"-max_total_time={seconds}", f"-timeout={MAX_INPUT_S}", f"-rss_limit_mb={MAX_MEMORY_MIB}",
            f"-max_len={target.longest}", "-print_final_stats=1", f"-artifact_prefix={KEPT}/{name}-",
        ]  # fmt: skip
        atheris.Setup([sys.argv[0], *flags, folder], target.put)
        atheris.Fuzz()


def _run_hypothesis(name: str, target: Target, seconds: int) -> None:
    """Do the same without guidance: seeds, cut, joined and overwritten."""
    end, count, slowest = time.monotonic() + seconds, 0, 0.0

    @settings(
        max_examples=200, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(random_bytes(target))
    def run_batch(data: bytes) -> None:
        nonlocal count, slowest
        if time.monotonic() > end:
            return
        started = time.monotonic()
        try:
            target.put(data)
        except Exception:
            KEPT.mkdir(exist_ok=True)
            (KEPT / f"{name}-{hashlib.sha256(data).hexdigest()[:16]}").write_bytes(data)
            raise
        count, slowest = count + 1, max(slowest, time.monotonic() - started)
        assert slowest < MAX_INPUT_S, "an input hangs"

    while time.monotonic() < end:
        run_batch()
    print(f"stat::number_of_executed_units: {count}")
    print(f"stat::slowest_unit_time_sec: {slowest:.0f}")
    print(f"stat::peak_rss_mb: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}")


def random_bytes(target: Target) -> st.SearchStrategy[bytes]:
    """Draw bytes near the target's seeds, and far from them."""
    seed = st.sampled_from(target.seeds())

    @st.composite
    def mutated_seeds(draw: st.DrawFn) -> bytes:
        data = bytearray(draw(seed))
        for _ in range(draw(st.integers(1, 6))):
            at = draw(st.integers(0, len(data)))
            match draw(st.integers(0, 3)):
                case 0:
                    data[at : at + 1] = draw(st.binary(max_size=8))
                case 1:
                    del data[at : at + draw(st.integers(1, 64))]
                case 2:
                    other = draw(seed)
                    data[at:at] = other[: draw(st.integers(0, 200))]
                case _:
                    data[at:at] = bytes(data[at : at + draw(st.integers(1, 40))]) * draw(st.integers(1, 20))
        return bytes(data[: target.longest])

    return mutated_seeds() | st.binary(max_size=200)


if __name__ == "__main__":
    main()
