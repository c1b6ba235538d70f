"""`python run.py bench load`, `flat`, `start`, `relays`, `nodes` and `soak`: their command lines, the tables
they print, and their lines about the machine.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import click
from platformdirs import user_cache_path

from benchmarks.load import nodes as several
from benchmarks.load import relays as watching
from benchmarks.load import soak as soaking
from benchmarks.load import start
from benchmarks.load.curves import NAMES, curves
from benchmarks.load.peers.measuring import PEERS_LABELS, measure_peers
from benchmarks.load.peers.node import NoPeers, prepare_peers
from benchmarks.load.rounds import Figure, Load, measure
from benchmarks.load.websocket import ConnectionLost
from benchmarks.pages import RESULTS, show_all
from benchmarks.probe import NO_MEMORY

LABELS = {
    "acts_per_second": "acts a second",
    "acts_per_cpu_second": "acts a second of server CPU",
    "prompts_per_second": "prompts answered a second",
    "prompts_per_cpu_second": "prompts answered a second of server CPU",
    "child_share": "of that CPU, the share of EDOPro's core",
    "cpu_seconds_per_1000_acts": "server CPU seconds for 1,000 acts",
    "writes_per_act": "writes to files for an act (the journal)",
    "own_p50_ms": "from an act to its actor's update, p50 (ms)",
    "own_p99_ms": "the same, p99 (ms)",
    "opponent_p50_ms": "from an act to the opponent's update, p50 (ms)",
    "opponent_p99_ms": "the same, p99 (ms)",
    "answer_p50_ms": "from an answer to what comes of it, p50 (ms)",
    "answer_p99_ms": "the same, p99 (ms)",
    "half_load_prompts_per_second": "at half of a core's load: prompts a second",
    "half_load_answer_p50_ms": "at half of a core's load: an answer, p50 (ms)",
    "half_load_answer_p99_ms": "the same, p99 (ms)",
    "update_bytes_mean": "bytes of an update to a player, mean",
    "update_bytes_p99": "the same, p99",
    "bytes_per_prompt": "bytes of all that both players get, for a prompt",
    "actor_bytes_mean": "bytes of an act to the actor, mean",
    "actor_bytes_p99": "the same, p99",
    "opponent_bytes_mean": "bytes of an act to the opponent, mean",
    "opponent_bytes_p99": "the same, p99",
    "spectator_bytes_mean": "bytes of an act to a spectator, mean",
    "spectator_bytes_p99": "the same, p99",
    "updates_per_spectator_and_act": "updates that came to a spectator, of each act",
    "idle_server_mib": "memory of the idle server (MiB)",
    "kib_per_table": "memory of a table, connections included (KiB)",
    "turn_ms_off": "a median turn of two bots, pace off (ms)",
    "turn_ms_quick": "a median turn of two bots, pace quick (ms)",
    "turn_ms_careful": "a median turn of two bots, pace careful (ms)",
    "more_ms_quick": "a median turn is longer at pace quick (ms)",
    "more_ms_careful": "a median turn is longer at pace careful (ms)",
    "kib_per_connection": "the same for each connection (KiB)",
    "cores_used": "cores the server kept busy",
    "echoes_per_cpu_second": "baseline: echoes a second of CPU, stock websockets.trio",
    "acts_to_echoes": "acts to echoes",
    "prompts_to_echoes": "prompts to echoes",
    "microseconds_per_delivery": "server CPU of a delivery (µs)",
    "microseconds_per_push": "baseline: CPU of one bare push (µs)",
    "delivery_to_push": "delivery to push",
}
"""The label of every figure, in the order they are printed."""

DEFAULTS = {
    "workload": (20, 15.0, 5), "rules": (8, 15.0, 5), "core": (4, 60.0, 5), "pace": (4, 125.0, 2),
    "peers": (20, 10.0, 5),
}  # fmt: skip
"""Tables, seconds and rounds of each mode by default."""
ACT_INTERVAL_S = 2.0
"""Seconds between two acts, or answers, at a busy table."""
SPARE_CPU_RATIO = 0.5
"""The share of its core that a server without overload leaves unused."""


SOAK_PAGE = RESULTS.with_name("soak.md")

json_option = click.option("--json", "json_too", is_flag=True, help="Print one JSON object as the last line.")
HELP = {"help_option_names": ["-h", "--help"]}


@contextmanager
def _report_failure() -> Iterator[None]:
    """Report a failure of the load in one sentence."""
    try:
        yield
    except (ConnectionLost, RuntimeError, OSError) as failure:
        raise click.ClickException(str(failure)) from failure


def _print_line(text: str) -> None:
    click.echo(text, err=True)


@click.command(name="bench load", context_settings=HELP)
@click.option(
    "--tables", type=click.IntRange(1, 2_000), help="Tables at once.  [default: 20; rules 8; core, pace 4]"
)
@click.option(
    "--spectators", type=click.IntRange(0, 1_000), default=0, show_default=True, help="At each table."
)
@click.option(
    "--seconds", type=click.FloatRange(0.1, 3_600),
    help="Seconds of load, over all rounds; the baselines take as long again.  [default: 15; core 60; pace "
    "125]",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(1, 100),
    help="The load and the baselines take turns so many times.  [default: 5; pace 2]",
)  # fmt: skip
@click.option(
    "--mode", type=click.Choice([*DEFAULTS]), default="workload", show_default=True,
    help="Acts by hand, duels of two bots by the rules or in EDOPro's core, these at every pace, or acts "
    "beside other servers'.",
)  # fmt: skip
@click.option(
    "--journal", type=click.Choice(["on", "off"]), default="on", show_default=True,
    help="Whether the server keeps what happens on disk, as a real one does.",
)  # fmt: skip
@click.option("--stalled", is_flag=True, help="Somebody watches each table and reads nothing.")
@json_option
def load_command(json_too: bool, journal: str, **asked: Any) -> None:
    """Load a real server and print what an act costs.

    The server is a process of its own on this computer, and so is what loads it: players and spectators over
    real websockets. At every table one act at a time is under way: the next begins when its player was told
    of the last. So one table shows how fast the server answers, and many keep it as busy as it can be.

    The workload is ten acts a turn on a free table: draw, Set, draw, Summon, life, two cards to the
    Graveyard, two back to the Deck, life; 3,600 acts at a table at most. By the rules two bots duel at each
    table, without thinking. Pace says how long a turn of such bots takes at every pace of a table.

    \b
    Examples:
      python run.py bench load                        20 tables, nobody watches
      python run.py bench load --tables 1             how fast is one act?
      python run.py bench load --spectators 64        what do spectators cost?
      python run.py bench load --journal off          what does the journal cost?
      python run.py bench load --mode rules           duels of bots, by the rules
      python run.py bench load --mode core            duels of bots in EDOPro's core
      python run.py bench load --mode pace            how long is a turn at each pace?
      python run.py bench load --mode peers           what does an act cost on Colyseus?

    With --mode peers, npm installs Colyseus and Pokemon Showdown into a cache folder first (150 MB). Without
    Node.js or a network, that table has facedown's part alone: an act, a viewer class, a spectator.

    Trust what is counted in CPU seconds and the ratios to the baselines, which are measured in turns with
    the load: an echo over the plain websocket library, and the bare sending of one frame to many. Every
    figure is the median of all rounds, with the least and the most.
    """
    if asked["stalled"] and asked["mode"] != "workload":
        raise click.UsageError("--stalled goes with the workload; leave out --mode.")
    if asked["spectators"] and asked["mode"] in ("pace", "peers"):
        raise click.UsageError(f"--mode {asked['mode']} chooses the spectators; leave out --spectators.")
    usual = dict(zip(("tables", "seconds", "rounds"), DEFAULTS[asked["mode"]], strict=True))
    options = {name: asked[name] or value for name, value in usual.items()}
    load = Load(journal=journal == "on", **{**asked, **options})
    with _report_failure():
        figures = _measure_beside_peers(load) if load.mode == "peers" else measure(load, _print_line)
    show(figures)
    if hosts := describe_capacity(figures):
        click.echo(f"\n{hosts}")
    if json_too:
        click.echo(json.dumps(as_object(load, figures, hosts)))


def _measure_beside_peers(load: Load) -> dict[str, Figure]:
    try:
        peers = prepare_peers(user_cache_path("facedown") / "peers")
    except NoPeers as missing:
        _print_line(f"Colyseus and Pokémon Showdown are left out: {missing}.")
        peers = None
    return measure_peers(load, peers, _print_line)


def show(figures: dict[str, Figure]) -> None:
    """Print the table."""
    click.echo(f"{'':<56}{'median':>12}{'least':>12}{'most':>12}")
    for name, label in (LABELS | PEERS_LABELS).items():
        if name in figures:
            each = figures[name]
            click.echo(
                f"{label:<56}" + "".join(f"{_format(n):>12}" for n in (each.median, each.least, each.most))
            )
    if "cores_used" in figures and "idle_server_mib" not in figures:
        click.echo(NO_MEMORY)


def _format(number: float) -> str:
    return f"{number:,.0f}" if number >= 1_000 else f"{number:,.1f}" if number >= 10 else f"{number:.3f}"


def describe_capacity(figures: dict[str, Figure]) -> str:
    """Return one sentence on what this machine can host; "" where that was not measured."""
    sort = next((sort for sort in ("acts", "prompts") if f"{sort}_per_cpu_second" in figures), "")
    if not sort:
        return ""
    tables = int((1 - SPARE_CPU_RATIO) * figures[f"{sort}_per_cpu_second"].median * ACT_INTERVAL_S)
    memory = figures.get("kib_per_table")
    room = f" in {tables * memory.median / 1024:,.0f} MiB" if memory else ""
    share = f"{100 * (1 - SPARE_CPU_RATIO):.0f} % of one of its {os.cpu_count() or 1} cores"
    return (
        f"This machine hosts about {tables:,} such tables at once{room}: with one of the {sort} every "
        f"{ACT_INTERVAL_S:g} seconds at each, they take {share}."
    )


def as_object(load: Load, figures: dict[str, Figure], hosts: str) -> dict[str, object]:
    """Return all results, for programs."""
    return {
        "machine": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "load": asdict(load),
        "figures": {name: asdict(figure) for name, figure in figures.items()},
        "hosts": hosts,
    }


# --- flat and start ---------------------------------------------------------------------------------------


@click.command(name="bench flat", context_settings=HELP)
@click.option(
    "--seconds", type=click.FloatRange(0.1, 600), default=5.0, show_default=True, help="For each point."
)
@click.option(
    "--rounds", type=click.IntRange(1, 100), default=5, show_default=True,
    help="The points take turns so many times.",
)  # fmt: skip
@json_option
def flat_command(seconds: float, rounds: int, json_too: bool) -> None:
    """Show whether an act costs the same at one table and at a hundred, watched or not, early and late.

    One curve goes over the load: more tables, 64 spectators, a spectator who stops reading. The other goes on
    at one server, with the same duels, act after act. "Echoes" are how many echoes over the plain websocket
    library, in the same round, cost as much as one act: trust them more than seconds.
    """
    with _report_failure():
        found = curves(seconds, rounds, _print_line)
    for curve, points in found.items():
        click.echo(f"\n{curve:<44}{'CPU s/1,000':>12}{'echoes':>22}{'opponent p50, p99 (ms)':>26}")
        for point, figures in points.items():
            cpu, echoes, p50, p99 = (figures[name] for name in NAMES)
            spread = f"{_format(echoes.median)} ({_format(echoes.least)}–{_format(echoes.most)})"
            waits = f"{_format(p50.median)}, {_format(p99.median)}"
            click.echo(f"{point:<44}{_format(cpu.median):>12}{spread:>22}{waits:>26}")
    if json_too:
        click.echo(json.dumps(found, default=asdict))


STARTED = {
    "acts_before": "acts at these tables before the server stopped",
    "listens_after_s": "from the start of the process until it listens (s)",
    "listens_after_cpu_s": "CPU seconds of the server until then",
    "first_table_s": "from there until the first player is back (s)",
    "half_of_them_s": "until half of the players are back (s)",
    "all_tables_s": "until all of them are back (s)",
    "cpu_s": "CPU seconds of the server for all of it",
}


@click.command(name="bench start", context_settings=HELP)
@click.option(
    "--tables", type=click.IntRange(1, 2_000), default=300, show_default=True, help="How many are kept."
)
@json_option
def start_command(tables: int, json_too: bool) -> None:
    """Show how soon a server that begins with many running duels serves them again.

    The tables are opened and played at for some seconds, the server is stopped and started again, and all
    players come back at once.
    """
    with _report_failure():
        found = start.measure(tables, _print_line)
    for name, label in STARTED.items():
        click.echo(f"{label:<56}{_format(found[name]):>12}")
    if json_too:
        click.echo(json.dumps({"tables": tables, **found}))


# --- relays -----------------------------------------------------------------------------------------------


@click.command(name="bench relays", context_settings=HELP)
@click.option("--relays", type=click.IntRange(1, 64), default=4, show_default=True, help="How many.")
@click.option(
    "--spectators", type=click.IntRange(1, 20_000), default=2_000, show_default=True,
    help="Behind all of them together.",
)  # fmt: skip
@click.option(
    "--direct", type=click.IntRange(1, 1_000), default=64, show_default=True,
    help="Spectators of the other table, without a relay.",
)  # fmt: skip
@click.option(
    "--seconds", type=click.FloatRange(1, 3_600), default=10.0, show_default=True,
    help="At each table in each round.",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(1, 100), default=3, show_default=True, help="The tables take turns."
)
@click.option(
    "--rate", type=click.FloatRange(0.1, 100), default=5.0, show_default=True, help="Acts a second."
)
def relays_command(
    relays: int, spectators: int, direct: int, seconds: float, rounds: int, rate: float
) -> None:
    """Show what thousands of spectators cost who watch one table through relays.

    One server has a table with a few direct spectators, and one that is watched through relays. Exit code 1
    if an update came out of order, twice, or not at all.
    """
    asked = watching.RelaysPlan(relays, spectators, direct, seconds, rounds, rate)
    before = _load_now()
    with _report_failure():
        near, far = watching.measure(asked, _print_line)
    click.echo(f"{'':<44}{'direct':>12}{'by relays':>12}{'ratio':>10}")
    rows = (
        ("spectators", direct, spectators),
        ("acts", near.acts, far.acts),
        ("updates that came", len(near.waits), len(far.waits)),
        ("out of order, twice, or missing", near.amiss, far.amiss),
        ("from an act to its update, p50 (ms)", near.wait(0.5), far.wait(0.5)),
        ("the same, p99 (ms)", near.wait(0.99), far.wait(0.99)),
        ("CPU of the duel's server for an act (ms)", near.node_cpu_of_an_act, far.node_cpu_of_an_act),
    )
    for label, one, other in rows:
        click.echo(
            f"{label:<44}{_format(one):>12}{_format(other):>12}{_format(other / one) if one else '':>10}"
        )
    click.echo(
        f"{'CPU of all relays for a delivery (µs)':<44}{'':>12}{_format(far.relays_cpu_of_a_delivery):>12}"
    )
    click.echo(f"load average {before:.1f} before, {_load_now():.1f} after, {os.cpu_count()} cores")
    raise SystemExit(1 if near.amiss or far.amiss else 0)


# --- nodes ------------------------------------------------------------------------------------------------


@click.command(name="bench nodes", context_settings=HELP)
@click.option(
    "--tables", type=click.IntRange(1, 2_000), default=20, show_default=True, help="Of each service."
)
@click.option(
    "--seconds", type=click.FloatRange(0.1, 3_600), default=15.0, show_default=True,
    help="Seconds of load of each service, over all rounds.",
)  # fmt: skip
@click.option(
    "--rounds", type=click.IntRange(1, 100), default=5, show_default=True, help="The services take turns."
)
@click.option(
    "--nodes", type=click.IntRange(1, 16), default=3, show_default=True, help="Up to how many at once."
)
@click.option(
    "--mode", type=click.Choice(["workload", "rules"]), default="workload", show_default=True,
    help="Acts by hand, or duels of two bots by the rules.",
)  # fmt: skip
def nodes_command(**asked: Any) -> None:
    """Show what an act costs on PostgreSQL, beside SQLite, and what several nodes carry.

    A server with SQLite and one, two, three nodes on a PostgreSQL of their own (started in a temporary
    folder, durable) are loaded in turns, at the same tables. CPU is that of the servers and of all processes
    of the database.
    """
    before = _load_now()
    with _report_failure():
        found = several.measure(several.NodesPlan(**asked), _print_line)
    click.echo(f"{'':<20}{'CPU for an act (ms), all':>30}{'the database':>14}{'acts a second':>28}")
    for nodes, measured in found.items():
        whole, acts = Figure.of(measured.whole), Figure.of(measured.acts)
        name = f"PostgreSQL, {nodes} node{'s'[: nodes - 1]}" if nodes else "SQLite"
        click.echo(
            f"{name:<20}{_spread(whole):>30}{_format(Figure.of(measured.database).median):>14}"
            f"{_spread(acts):>28}"
        )
    click.echo(f"PostgreSQL to SQLite, CPU for an act: {_spread(several.ratio(found))}")
    click.echo(f"load average {before:.1f} before, {_load_now():.1f} after, {os.cpu_count()} cores")


def _spread(figure: Figure) -> str:
    return f"{_format(figure.median)} ({_format(figure.least)}–{_format(figure.most)})"


def _load_now() -> float:
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


# --- soak -------------------------------------------------------------------------------------------------


@click.command(name="bench soak", context_settings=HELP)
@click.option("--minutes", default=10.0, show_default=True, help="How long.")
@click.option("--tables", default=200, show_default=True, help="How many duels at once.")
@click.option("--spectators", default=1000, show_default=True, help="How many watch them.")
@click.option("--pause", default=3.0, show_default=True, help="Seconds a player thinks.")
@click.option("--save", is_flag=True, help="Write the figures into benchmarks/soak.md.")
def soak_command(save: bool, **asked: Any) -> None:
    """Play at many tables for a while, and show whether the server grows, or tires."""
    show_all(soaking.figures(soaking.SoakPlan(**asked)), SOAK_PAGE if save else None)
