"""`python run.py prove …`: the proofs as commands, with progress on standard error and figures at the end.

The exit code is 1 if anything is wrong.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import NoReturn

import click
import sqlalchemy as sql
import trio

from facedown_server.storage.journal import explain_failure
from facedown_shared.startup import INTERRUPTED_EXIT_CODE
from proofs.asking import proof as asking_proof
from proofs.asking.proof import AskingFigures
from proofs.core import duels as core_proof
from proofs.core import hostile as core_hostile
from proofs.core import scenarios as core_scenarios
from proofs.core import secret_duels
from proofs.core import triggers as core_triggers
from proofs.core.engines import at_hand, place_of
from proofs.differs import proof as differing
from proofs.differs import scenario_writer
from proofs.figures import sum_figures
from proofs.online.cluster import programs
from proofs.online.node_processes import GivenDatabase, OwnDatabase
from proofs.online.server_process import ServerNotStarted
from proofs.recovery.event_kills import EventKills
from proofs.recovery.kill_points import PLANTED
from proofs.recovery.many_tables import ManyTables
from proofs.recovery.nodes import NodesProof
from proofs.recovery.proof import RecoveryProof
from proofs.recovery.reconnect_gaps import ReconnectGaps
from proofs.recovery.rolling import RollingProof
from proofs.rules.boards import play_numbered_board
from proofs.rules.duel_checker import RulesFigures, play_numbered_duel
from proofs.secrecy import proof as secrecy_proof
from proofs.secrecy.compare import SecrecyFigures
from proofs.secrecy.run_settings import Way
from proofs.timing.proof import MIN_UNPROTECTED_RATIO, WHENEVER_ABLE, TimedTables, measure

NO_CORE = "No engine is kept here: `python run.py core` brings one."
NO_POSTGRESQL = "PostgreSQL's programs are not installed here (Debian: postgresql)."
DEFAULT_CORE_DUELS = 300
"""The default number of random duels that `core` plays."""
MAX_COMPLAINTS = 20
"""Complaints that are printed of a proof of recovery."""

seeds = click.option("--seed", default=1, show_default=True, help="Another seed plays other duels.")
processes = click.option(
    "--jobs", type=click.IntRange(min=1), help="Processes to play in.  [default: one a core]"
)

kept = click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The data folder that `run.py core` installed the core into.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
def prove() -> None:
    """Prove by random legal play that the rules hold and that nothing hidden is shown."""


@prove.command()
@click.option("--duels", default=2000, show_default=True, help="How many duels to play; fewer miss cards.")
@click.option("--boards", default=2000, show_default=True, help="How many short duels from random boards.")
@seeds
@processes
@click.option("--missing", is_flag=True, help="Name what cards do that was not seen often enough.")
def rules(duels: int, boards: int, seed: int, jobs: int | None, missing: bool) -> None:
    """Play random duels, and short ones from random boards.

    The duels are played with random decks; the boards begin in the middle of a game. Exit code 1 if anything
    is wrong or, in the duels, a card was played too rarely; --duels 0 plays boards alone.
    """
    from_boards = sum_figures(
        RulesFigures(), partial(play_numbered_board, seed=seed), boards, jobs, 100, "boards"
    )
    if boards:
        click.echo(f"boards {from_boards.figures()}")
    total = sum_figures(RulesFigures(), partial(play_numbered_duel, seed=seed), duels, jobs, 100, "duels")
    if duels:
        for (name, what), count in total.rare_parts() if missing else ():
            click.echo(f"seen too rarely: {name}, {what}: {count}")
        click.echo(total.line())
    raise SystemExit(0 if from_boards.has_no_failures() and (not duels or total.is_clean()) else 1)


@prove.command()
@click.option("--duels", default=60, show_default=True, help="How many duels to play, each with its twins.")
@seeds
@processes
@click.option("--free", is_flag=True, help="Play on free tables, by hand.")
@click.option(
    "--game", type=click.Choice(["ygo", "fab"]), default="ygo", show_default=True,
    help="Which game; fab (Flesh and Blood) is played on free tables only.",
)  # fmt: skip
@click.option("--core", is_flag=True, help="Play by EDOPro's core, installed by `run.py core`.")
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="The data folder that `run.py core` installed the core into.",
)
@click.option("--relays", is_flag=True, help="Let spectators watch through two relays, one behind the other.")
@click.option(
    "--nodes", is_flag=True, help="Use three servers of one service, and hand tables over between them."
)
def secrecy(
    duels: int, seed: int, jobs: int | None, free: bool, game: str, core: bool, data: Path | None,
    relays: bool, nodes: bool,
) -> None:  # fmt: skip
    """Deal the hidden cards again and compare every byte that is sent.

    Exit code 1 if a byte that a viewer is sent depends on a card that is hidden from this viewer. Without
    --free two duels of three are played by the rules (master and classic), and the third half by hand.
    """
    way: Way = "fab" if game == "fab" else "free" if free else "mixed"
    if core and place_of(data) is None:
        raise click.ClickException(NO_CORE)
    if core and (nodes or relays):
        raise click.ClickException("Say --core without --nodes and --relays.")
    behind = 2 if relays else 0
    one = (
        partial(secret_duels.check_numbered_duel, seed=seed, folder=data)
        if core
        else partial(secrecy_proof.check_numbered_duel, seed=seed, way=way, relays=behind, nodes=3 * nodes)
    )
    total = sum_figures(SecrecyFigures(), one, duels, jobs, 20, "duels")
    click.echo(str(total))
    raise SystemExit(0 if total.is_clean else 1)


@prove.command()
@click.option("--kills", default=300, show_default=True, help="How often the server is killed.")
@click.option("--nodes", default=1, help="How many servers share a PostgreSQL.")
@click.option(
    "--database", default="", metavar="ADDRESS",
    help="A running PostgreSQL, in which the proof creates its own database; else it starts one.",
)  # fmt: skip
@click.option(
    "--restart", default="", metavar="COMMAND",
    help="With --database: a command that kills and restarts it; else its connections are closed.",
)  # fmt: skip
@click.option("--tables", default=0, help="Measure gaps at so many tables of one server.")
@click.option("--acts", default=300, show_default=True, help="With --tables: acts played at each.")
@click.option(
    "--planted", type=click.Choice([*PLANTED]), default="nothing",
    help="With --nodes: a fault injected into the servers, which the proof must detect.",
)  # fmt: skip
@click.option(
    "--event", is_flag=True,
    help="Kill it between the two writes of an event's pairing, and of a match's result: --kills times each.",
)  # fmt: skip
@seeds
def recovery(
    kills: int, nodes: int, database: str, restart: str, tables: int, acts: int, planted: str, event: bool,
    seed: int,
) -> None:  # fmt: skip
    """Kill a real server while two play and one watches.

    With --nodes several servers share a database: servers and database are killed, frozen and disconnected in
    turn. With --tables one server has many tables when that happens, and the gap of each client is measured:
    with --nodes until it is at another server, else after the port is open again.
    Exit code 1 if anything that was sent is lost or repeated, or an expected message does not arrive.
    """
    if nodes > 1:
        _recovery_of_nodes(kills, nodes, database, restart, tables, acts, planted, seed)
    with tempfile.TemporaryDirectory(prefix="facedown-recovery-") as folder:
        if event:
            counted = EventKills(Path(folder), partial(click.echo, err=True))
            trio.run(counted.run, kills)
            _end(counted.lines(), is_clean=counted.is_clean)
        if tables:
            measured = ReconnectGaps(Path(folder), seed, partial(click.echo, err=True))
            trio.run(measured.run, tables, kills)
            _end(measured.lines(), is_clean=not measured.missing)
        proof = RecoveryProof(Path(folder), seed, partial(click.echo, err=True))
        trio.run(proof.run, kills)
    _end_recovery(proof)


def _end(lines: Iterable[str], *, is_clean: bool) -> NoReturn:
    """Print the result, and exit with whether it is clean."""
    for line in lines:
        click.echo(line)
    raise SystemExit(0 if is_clean else 1)


def _end_recovery(proof: RecoveryProof | NodesProof | RollingProof) -> NoReturn:
    complaints = (proof.tally.lost + proof.tally.doubled)[:MAX_COMPLAINTS]
    _end((*complaints, *proof.lines()), is_clean=proof.is_clean)


def _recovery_of_nodes(
    faults: int, nodes: int, address: str, restart: str, tables: int, acts: int, planted: str, seed: int
) -> NoReturn:
    if not address and programs() is None:
        raise click.ClickException(NO_POSTGRESQL)
    tell = partial(click.echo, err=True)
    database = parse_database_option(address, restart) if address else OwnDatabase()
    with tempfile.TemporaryDirectory(prefix="facedown-nodes-") as folder:
        if tables:
            many = ManyTables(Path(folder), seed, nodes, database, tell)
            trio.run(many.run, tables, acts)
            _end(many.lines(), is_clean=not many.complaints)
        proof = NodesProof(Path(folder), seed, nodes, tell, database, planted=planted)
        trio.run(proof.run, faults)
    _end_recovery(proof)


def parse_database_option(address: str, restart: str) -> GivenDatabase:
    """Return the PostgreSQL at an address, which can be reached and lets us make databases."""
    try:
        database = GivenDatabase(address, restart)
        database.check()
    except (sql.exc.SQLAlchemyError, ImportError) as error:
        raise click.ClickException(f"--database cannot be used: {explain_failure(error)}.") from None
    return database


@prove.command()
@click.option("--rounds", default=1, show_default=True, help="How often each server is upgraded.")
@seeds
def upgrade(rounds: int, seed: int) -> None:
    """Upgrade three servers on one PostgreSQL one by one while duels run on all of them.

    Each server is drained, stopped and started again. Exit code 1 if anything that was sent is lost or
    repeated, or if no client followed its table to another server.
    """
    if programs() is None:
        raise click.ClickException(NO_POSTGRESQL)
    with tempfile.TemporaryDirectory(prefix="facedown-upgrade-") as folder:
        proof = RollingProof(Path(folder), seed, partial(click.echo, err=True))
        trio.run(proof.run, rounds)
    _end_recovery(proof)


@prove.command()
@click.option("--duels", default=50, show_default=True, help="How many duels two bots play in mode smart.")
@seeds
@processes
def asking(duels: int, seed: int, jobs: int | None) -> None:
    """Examine every response window a second time, and count the prompts of each mode.

    Exit code 1 if mode smart prompts or passes against its table (docs/reference/protocol.md).
    """
    total = sum_figures(
        AskingFigures(), partial(asking_proof.play_numbered_duel, seed=seed), duels, jobs, 10, "duels"
    )
    _end(total.lines(), is_clean=not total.complaints)


@prove.command()
@click.option(
    "--duels", type=click.IntRange(min=0), help="How many duels to play.  [default: 300; with --decks: all]"
)
@click.option(
    "--scenarios", multiple=True, type=click.Path(exists=True, path_type=Path), metavar="PATH",
    help="Play the scenarios of these files and folders instead.",
)  # fmt: skip
@click.option(
    "--decks", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="FOLDER",
    help="Play every .ydk file below a folder on a real server instead: whole duels of two bots.",
)  # fmt: skip
@click.option(
    "--random", default=0, show_default=True, help="With --decks: the number of random decks besides."
)
@click.option("--hostile", is_flag=True, help="Play malicious scripts instead, and print the time of each.")
@click.option(
    "--mirror", is_flag=True,
    help="Compare our state at every prompt of every duel, not of every third; none is played again. "
    "With --decks: the bots play without a server.",
)  # fmt: skip
@kept
@seeds
@processes
def core(
    duels: int | None, scenarios: tuple[Path, ...], decks: Path | None, random: int, hostile: bool,
    mirror: bool, data: Path | None, seed: int, jobs: int | None,
) -> None:  # fmt: skip
    """Play random duels by EDOPro's core with every card of the database; or duels with known outcomes, real
    decks or malicious scripts.

    Exit code 1 if a duel does not end, an answer is refused, our state differs from the core's, or a second
    process gives other bytes. Needs the core: `python run.py core` installs it.
    """
    if place_of(data) is None:
        raise click.ClickException(NO_CORE)
    if scenarios:
        _core_scenarios(scenarios, data, jobs)
    if decks is not None:
        _core_decks(decks, random, data, seed, duels, jobs, mirror=mirror)
    if hostile:
        _core_hostile(data)
    one = partial(core_proof.play_numbered_duel, seed=seed, folder=data, mirror=mirror)
    count = DEFAULT_CORE_DUELS if duels is None else duels
    total = sum_figures(core_proof.CoreFigures(), one, count, jobs, 20, "duels")
    _end(total.lines(), is_clean=not total.complaints)


@prove.command()
@processes
@kept
def triggers(data: Path | None, jobs: int | None) -> None:
    """Drive every optional trigger in the hand in the host's scripts: mode smart must offer what able offers.

    Exit code 1 if a trigger is passed, if too few could be driven, or if the old classification passes too.
    Needs the core: `python run.py core` installs it.
    """
    if place_of(data) is None:
        raise click.ClickException(NO_CORE)
    one = partial(core_triggers.drive_numbered_card, folder=data)
    count = len(core_triggers.candidates(data))
    total = sum_figures(core_triggers.TriggerFigures(), one, count, jobs, 100, "cards")
    _end((*total.complaints, *total.lines()), is_clean=total.is_enough and not total.complaints)


def _core_hostile(data: Path | None) -> NoReturn:
    """Play malicious scripts, and exit with whether each ended its own duel alone, and in time."""
    figures = core_hostile.play(data)
    _end((*figures.complaints, *figures.lines()), is_clean=not figures.complaints)


def _core_decks(
    decks: Path, random: int, data: Path | None, seed: int, duels: int | None, jobs: int | None, *,
    mirror: bool,
) -> NoReturn:  # fmt: skip
    """Play the decks of a folder, and exit with whether every duel was played to its end."""
    from proofs.core import mirrored_decks, real_decks  # imports the client

    figures, paths = real_decks.DeckFigures(), sorted(decks.rglob("*.ydk"))
    pairs = real_decks.pair_decks(real_decks.all_decks(data, paths, random, figures, seed), duels)
    if not mirror:
        real_decks.play(data, pairs, figures, seed)
        _end(figures.lines(), is_clean=not figures.complaints)
    one = partial(mirrored_decks.play_numbered_pair, pairs=pairs, seed=seed, folder=data)
    total = sum_figures(core_proof.CoreFigures(), one, len(pairs), jobs, 10, "duels")
    _end(
        (*figures.complaints, *figures.describe_reading(), *total.lines()),
        is_clean=not (figures.complaints or total.complaints),
    )


def _core_scenarios(paths: Sequence[Path], data: Path | None, jobs: int | None) -> NoReturn:
    """Play duels with known outcomes in the core, and exit with whether they had those."""
    files = core_scenarios.files(paths)
    one = partial(core_scenarios.play_numbered_scenario, paths=files, folder=data)
    count = len(core_scenarios.parse_scenarios(files))
    total = sum_figures(core_scenarios.ScenarioFigures(), one, count, jobs, 100, "scenarios")
    _end(total.lines(), is_clean=not total.otherwise)


@prove.command()
@click.option("--windows", default=2000, show_default=True, help="Response windows to watch, each way.")
@click.option("--pace", type=click.Choice(["quick", "careful"]), default="quick", show_default=True)
@click.option("--core", is_flag=True, help="Play at tables by EDOPro's core, installed by `run.py core`.")
@kept
@seeds
def timing(windows: int, pace: str, core: bool, data: Path | None, seed: int) -> None:
    """Train a classifier on the times an opponent sees.

    Exit code 1 if the classifier tells who could respond better than chance allows, or if there were too few
    windows. Players use mode smart, at every second table mode able. Without pace, where the classifier must
    succeed, all use able. Both players lose the connection now and then while a window is open; the server
    is killed three times.
    """
    tell = partial(click.echo, err=True)
    tables: Callable[[str], TimedTables] = TimedTables
    if core:
        if (place := place_of(data)) is None:
            raise click.ClickException(NO_CORE)
        os.environ["FACEDOWN_HOME"] = str(place)
        tables = partial(TimedTables, mode="core", deck=at_hand(data).themed_deck)
    protected = trio.run(measure, tables(pace), windows, seed, tell)
    bare = trio.run(measure, tables("off"), windows, seed, tell, WHENEVER_ABLE)
    click.echo(f"pace {pace}: {protected}")
    click.echo(f"pace off: {bare}")
    if not protected.is_enough:
        click.echo("Too few windows to say whether times tell: more --windows.")
    passed = not protected.is_difference_significant and not protected.alone and not bare.alone
    raise SystemExit(0 if passed and protected.is_enough and bare.score.auc >= MIN_UNPROTECTED_RATIO else 1)


@prove.command()
@click.option("--boards", default=1000, show_default=True, help="How many random boards to play.")
@click.option("--duels", default=0, show_default=True, help="How many whole duels of random decks to play.")
@kept
@click.option("--write", default="", metavar="FOLDER", help="Write a scenario file for each cause there.")
@click.option("--details", is_flag=True, help="Print each difference.")
@seeds
@processes
def differs(
    boards: int, duels: int, data: Path | None, write: str, details: bool, seed: int, jobs: int | None
) -> None:
    """Play random boards and whole duels by our rules and by EDOPro's core.

    Compare what may be done and the state, decision by decision, and sort differences by cause. Exit code 1
    if fewer than 99.5 % are alike apart from the rows of docs/reference/differences.md. Needs the core
    that `python run.py core` installs.
    """
    if place_of(data) is None:
        raise click.ClickException(NO_CORE)
    alike = True
    for kind, count in (("board", boards), ("duel", duels)):
        one = partial(differing.play_numbered, kind=kind, seed=seed, folder=data, details=details)
        total = sum_figures(differing.DiffersFigures(), one, count, jobs, 100, f"{kind}s")
        for (what, card), often in total.causes.most_common():
            click.echo(f"{often:5} {what}: {card}")
        for said, often in total.documented.most_common():
            click.echo(f"{often:5} documented: {said}")
        if write:
            scenario_writer.write(Path(write), total, data)
        if count:
            click.echo(total.line(f"{kind}s"))
            alike = alike and total.is_alike
    raise SystemExit(0 if alike else 1)


def main() -> None:
    """Do what the command line says; Ctrl+C prints one word, wherever it is pressed."""
    try:
        prove(prog_name="python run.py prove")
    except* KeyboardInterrupt:
        click.echo("Stopped.", err=True)
        raise SystemExit(INTERRUPTED_EXIT_CODE) from None
    except* ServerNotStarted as failed:
        click.echo(f"Error: {first_exception(failed)}", err=True)
        raise SystemExit(1) from None


def first_exception(group: BaseException) -> BaseException:
    """Return the first exception of a group of groups."""
    return first_exception(group.exceptions[0]) if isinstance(group, BaseExceptionGroup) else group
