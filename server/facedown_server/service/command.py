"""The command line of the server: `facedown-server`, or `python -m facedown_server`.

Each command is stated here alone: `run.py` reads its word, its arguments and its help from this file.
The only module that makes a real World. A mistake of the person at the keyboard is one sentence on stderr and
exit code 2, never a traceback.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
import trio

from facedown_server.runtime import logs
from facedown_server.runtime.watchdog import MAX_STEP_CPU_S, Watchdog
from facedown_server.runtime.world import RealWorld, World, cpu
from facedown_server.service.app import serve as run_server
from facedown_server.service.command_options import (
    RELAYED,
    config_flags,
    every_setting,
    for_option,
    json_option,
    where_a_server_runs,
    where_duels_are_kept,
)
from facedown_server.service.config import Config
from facedown_server.service.nodes.handed_sockets import HandedListener
from facedown_server.service.stopping import run_until_stopped
from facedown_shared.decks.core_location import lists_by_points
from facedown_shared.protocol.table_options import settings_of as chosen_table
from facedown_shared.protocol.table_options import table_options
from facedown_shared.startup import HOST, INTERRUPTED_EXIT_CODE, typed_command
from facedown_shared.text import FacedownError, _, gettext_noop, set_language
from facedown_shared.text.localized_help import LocalizedGroup
from facedown_shared.text.terminal_output import confirm, echo, echo_help

if TYPE_CHECKING:
    from facedown_server.service.operating.operator_messages import OperatorReply

USAGE_EXIT_CODE = 2
MAX_LEASE_SHARE_RATIO = 0.45
"""The part of a lease that rules may compute without giving way: a server must have the time to renew it."""


@click.group(
    cls=LocalizedGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(package_name="facedown", prog_name="facedown-server")
def cli() -> None:
    """Card duels: a server that never sends what the rules hide."""


@cli.command()
@every_setting
@click.option(
    "--until-input-ends", is_flag=True, help=gettext_noop("Stop when standard input ends: for programs.")
)
@click.pass_obj
def serve(world: World, config: Config, until_input_ends: bool) -> None:
    """Run a server until it is stopped.

    Every setting can also be given in a TOML file (--config) or in the environment (FACEDOWN_PORT is
    --port). Flags override the environment, which overrides the file.
    """
    logs.set_up_logging(config.log_level, config.log_format, addresses=config.log_addresses)
    if config.workers > 1:
        from facedown_server.service.front import run_workers

        running = partial(run_workers, config, world, say=echo)
        trio.run(partial(run_until_stopped, running, until_input_ends=until_input_ends))
    else:
        trio.run(_serve, config, world, until_input_ends)


@cli.command(hidden=True)
@click.argument("channel", type=int)
@click.pass_obj
def worker(world: World, channel: int) -> None:
    """A worker process behind a shared port. `serve --workers` starts it and sends its settings in the first
    line of its input. CHANNEL is the descriptor over which connections come.
    """
    config = msgspec.json.decode(_read_first_line(), type=Config)
    logs.set_up_logging(config.log_level, config.log_format, addresses=config.log_addresses)
    trio.run(_serve, config, world, True, socket.socket(fileno=channel))


@cli.command()
@click.argument("url")
@click.option("--password", default="", help=gettext_noop("The table's password, if the link has no secret."))
@click.option(
    "--follow",
    multiple=True,
    metavar="HOST",
    help=gettext_noop("Another host of the service, to which the table may move; repeat it for several."),
)
@config_flags(*RELAYED)
@click.pass_obj
def relay(world: World, config: Config, url: str, password: str, follow: tuple[str, ...]) -> None:
    """Relay one table to any number of spectators.

    URL is the link for spectators, of a server or of another relay. Spectators open the links that are
    printed, in a browser or in the game.
    """
    from facedown_server.service.relay_server import parse_upstream, run_relay

    logs.set_up_logging(config.log_level, config.log_format, addresses=config.log_addresses)
    link = parse_upstream(url)
    running = partial(run_relay, config, link, password, world, hosts=follow, say=echo)
    trio.run(run_until_stopped, running)


@cli.command(hidden=True)
@click.pass_obj
def ahead(world: World) -> int:
    """Load all code, then run the command line given as a list in the first line of input: for programs that
    need a server without the start-up delay.
    """
    from facedown_server.games.duel.library import card_scripts
    from facedown_shared.cards.facts import every_game

    every_game()
    card_scripts()
    import_module("sqlalchemy.dialects.sqlite")
    line = _read_first_line()
    return run(msgspec.json.decode(line, type=list[str]), world) if line else 0


def _read_first_line() -> bytes:
    """Return the first line of input."""
    line = b""
    while not line.endswith(b"\n") and (more := os.read(sys.stdin.fileno(), 4096)):
        line += more
    return line


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help=gettext_noop("Compare the results with what each file expects."))
def scenario(files: Sequence[Path], check: bool) -> int:
    """Play duels from files and print how they end, one JSON object a line."""
    from facedown_server.service.operating.run_files import run_scenarios

    return run_scenarios(files, check)


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def line(files: Sequence[Path]) -> int:
    """Run saved lines (.duel) and print where each ends; exit code 1 if one cannot be run."""
    from facedown_server.service.operating.run_files import run_lines

    return run_lines(files)


@cli.command()
@json_option
@every_setting
def check(config: Config, as_json: bool) -> int:
    """Check whether a server could start with these settings. Changes nothing.

    Prints a line for each check: settings, ports, certificate, cards, disk, journal. Exit code 1 if any
    fails.
    """
    from facedown_server.service.operating.preflight import Mark, check

    findings = check(config, RealWorld().wall())
    rows = ({"mark": each.mark.name.lower(), "text": each.sentence} for each in findings)
    _print_rows(map(str, findings), rows, as_json=as_json)
    return int(any(finding.mark is Mark.WRONG for finding in findings))


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@json_option
@where_duels_are_kept
def backup(config: Config, file: Path, as_json: bool) -> int:
    """Back up every duel to FILE, while the server runs.

    The copy is a complete journal: to restore it, stop the server and replace facedown.sqlite3 with it. It
    holds decks and secrets of shuffles, as the journal does.
    """
    from facedown_server.service.operating.backup import backup

    with click.progressbar(length=100, label=_("Copying"), file=sys.stderr) as bar:
        size = backup(config, file, lambda done, of: bar.update(100 * done // of - bar.pos))
    line = _("{file} holds {size:,} bytes.", file=file, size=size)
    return _print_rows([line], [{"file": str(file), "bytes": size}], as_json=as_json)


@cli.command()
@config_flags("data")
@click.option("--edopro", default="", metavar="FOLDER", help=gettext_noop("Where EDOPro is installed."))
@click.option("--engine", default="", metavar="FILE", help=gettext_noop("The engine: a .tgz or .wasm file."))
@click.option(
    "--fetch",
    is_flag=True,
    help=gettext_noop("Download the engine with npm if none is found, without asking."),
)
def core(config: Config, edopro: str, engine: str, fetch: bool) -> int:
    """Set up EDOPro's core, which plays every card by rules."""
    bring_core = import_module("facedown_server.service.operating.core_setup")

    def confirm_step(question: str) -> bool:
        return fetch or (sys.stdin.isatty() and confirm(question, default=True))

    bring_core.register_core(config.folder, edopro, engine, echo, confirm_step)
    return 0


@cli.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--name", default="", help=gettext_noop("The event's name; without it, that of the file."))
@click.option(
    "--game",
    type=click.Choice(["friendly", "konami", "flesh-and-blood"]),
    default="friendly",
    show_default=True,
    help=gettext_noop("Whose points, tie-breakers, minutes and numbers of rounds."),
)
@click.option("--best-of", type=int, help=gettext_noop("1, 3 or 5 duels."))
@click.option("--minutes", type=int, help=gettext_noop("Minutes of a round."))
@click.option(
    "--late",
    type=click.Choice(["losses", "byes"]),
    help=gettext_noop("What late players get for missed rounds."),
)
@click.pass_obj
def event(world: World, /, file: Path | None, name: str, game: str, **changes: int | str | None) -> int:
    """Run an event for players at one place: Swiss pairings, results, standings; cards on paper are enough.

    Without FILE, a server runs it with phones, an organizer's page and a projector. FILE holds an event
    without phones: results are typed, 7 2 1 and Enter, and the same command continues it.
    """
    if file is None:
        serve.main(["--events", "8"], obj=world, standalone_mode=False)
        return 0
    from facedown_server.service.operating.event_command import run_event

    chosen = {key: value for key, value in changes.items() if value is not None}
    run_event(world, file, name, game, chosen, echo)
    return 0


@cli.command(name="list")
@json_option
@where_a_server_runs
def list_tables(config: Config, as_json: bool) -> int:
    """List the tables of the server that runs on this folder, one per line."""
    return _ask_server(config, "list", as_json=as_json)


@cli.command()
@json_option
@where_duels_are_kept
def nodes(config: Config, as_json: bool) -> int:
    """List the servers that share this database, one per line, with their state and number of tables."""
    from facedown_server.service.operating.node_list import nodes

    return _print_reply(nodes(config), as_json)


@cli.command()
@click.option(
    "--cancel", is_flag=True, help=gettext_noop("Cancel the drain: tables that are still here stay.")
)
@click.option("--no-wait", is_flag=True, help=gettext_noop("Start the drain without waiting for its end."))
@json_option
@where_a_server_runs
def drain(config: Config, cancel: bool, no_wait: bool, as_json: bool) -> int:
    """Drain the running server: hand all its tables over to the others on its database, then stop it.

    One table after another moves, between two acts, to a server that has replayed its duel; players are
    redirected and play on. What no other server can run stays until its match has ended. Ctrl+C only stops
    the waiting.
    """
    from facedown_server.service.operating.drain import drain

    def print_progress(line: str) -> None:
        echo(msgspec.json.encode({"said": line}).decode() if as_json else line)

    trio.run(partial(drain, config, print_progress, cancel=cancel, wait=not no_wait))
    return 0


@cli.command()
@click.argument("table")
@click.option(
    "--say", "text", default="", metavar="TEXT", help=gettext_noop("The reason sent to all at the table.")
)
@json_option
@where_a_server_runs
def close(config: Config, table: str, text: str, as_json: bool) -> int:
    """Close a TABLE (its code) of the running server, or end an event (its code); its log is kept."""
    return _ask_server(config, "close", table, text, as_json=as_json)


@cli.command()
@click.argument("table")
@click.argument("name")
@json_option
@where_a_server_runs
def kick(config: Config, table: str, name: str, as_json: bool) -> int:
    """Kick NAME from a TABLE (its code) of the running server, and ban them there.

    A player of a running match concedes it.
    """
    return _ask_server(config, "kick", table, name, as_json=as_json)


@cli.command()
@click.argument("who")
@for_option
@json_option
@where_a_server_runs
def ban(config: Config, who: str, seconds: int, as_json: bool) -> int:
    """Ban WHO from the running server: a name, an IP address, or a network such as 203.0.113.0/24.

    Names that look like the name are banned too. Those who are at tables lose the connection.
    """
    return _ask_server(config, "ban", "", who, as_json=as_json, seconds=seconds)


@cli.command()
@click.argument("who")
@json_option
@where_a_server_runs
def unban(config: Config, who: str, as_json: bool) -> int:
    """Lift the ban of WHO: a name, an IP address or a network."""
    return _ask_server(config, "unban", "", who, as_json=as_json)


@cli.command()
@click.argument("who")
@for_option
@json_option
@where_a_server_runs
def mute(config: Config, who: str, seconds: int, as_json: bool) -> int:
    """Mute the chat of WHO on the running server: a name, an IP address or a network."""
    return _ask_server(config, "mute", "", who, as_json=as_json, seconds=seconds)


@cli.command()
@click.argument("who")
@json_option
@where_a_server_runs
def unmute(config: Config, who: str, as_json: bool) -> int:
    """Let WHO chat again: a name, an IP address or a network."""
    return _ask_server(config, "unmute", "", who, as_json=as_json)


@cli.command()
@json_option
@where_a_server_runs
def bans(config: Config, as_json: bool) -> int:
    """List who is banned or muted on the running server, and until when."""
    return _ask_server(config, "bans", as_json=as_json)


@cli.command()
@click.argument("name")
@click.option("--from", "first", default=None, type=click.DateTime(["%Y-%m-%d"]), metavar="DATE",
    help=gettext_noop("Only matches from this day on, such as 2026-01-31 (UTC)."))  # fmt: skip
@click.option("--to", "last", default=None, type=click.DateTime(["%Y-%m-%d"]), metavar="DATE",
    help=gettext_noop("Only matches up to this day."))  # fmt: skip
@click.option("--yes", is_flag=True, help=gettext_noop("Do it; without it, only show what would change."))
@json_option
@where_duels_are_kept
def forget(
    config: Config, name: str, first: datetime | None, last: datetime | None, yes: bool, as_json: bool
) -> int:  # fmt: skip
    """Replace a player's NAME by "Player 1" or "Player 2" in finished matches and public replays, and delete
    their chat.

    The server may run. Running matches are left out.
    """
    from facedown_server.service.operating.forget import forget_person

    days = [day.date().isoformat() if day else "" for day in (first, last)]
    reply = forget_person(config, name, days[0], days[1], apply=yes)
    if yes and not last:
        with suppress(FacedownError):  # no server runs: nothing is in memory
            _ask_server(config, "forget", "", name, as_json=True)
    return _print_reply(reply, as_json)


@cli.command(name="return")
@click.argument("table")
@click.argument("seat")
@json_option
@where_a_server_runs
def return_seat(config: Config, table: str, seat: str, as_json: bool) -> int:
    """Print a one-time link back to a SEAT at a TABLE (its code) of the running server.

    SEAT is its player's name, or 1 or 2. For a disconnected player who has lost every link and key to the
    seat. Anyone who opens the link sees that hand, so send it to the right person. All at the table are
    notified.
    """
    return _ask_server(config, "return", table, seat, as_json=as_json)


@cli.command(name="say")
@click.argument("text")
@json_option
@where_a_server_runs
def announce(config: Config, text: str, as_json: bool) -> int:
    """Say TEXT to all at every table of the running server, players and spectators."""
    return _ask_server(config, "say", "", text, as_json=as_json)


@cli.command(name="open")
@click.option("--tables", type=click.IntRange(1, 200), default=1, show_default=True,
    help=gettext_noop("How many."))  # fmt: skip
@table_options
@click.option("--csv", "as_csv", is_flag=True,
    help=gettext_noop("Print a spreadsheet: the code, and a column of links for each role."))  # fmt: skip
@json_option
@where_a_server_runs
def open_tables(config: Config, tables: int, as_csv: bool, as_json: bool, **options: Any) -> int:
    """Open tables on the running server, and print their codes and links.

    They wait for players until the server's idle time (--idle-minutes) has passed. The first player who sits
    down is the host.
    """
    import csv

    from facedown_server.service.operating.control import send_command

    settings = chosen_table(partial(lists_by_points, config.folder), **options)
    reply = trio.run(partial(send_command, config, "open", count=tables, settings=settings))
    if not as_csv:
        return _print_reply(reply, as_json)
    rows = [{"code": row["code"], **{role: links[0][1] for role, links in row["links"].items()}}
            for row in reply.rows]  # fmt: skip
    writer = csv.DictWriter(sys.stdout, rows[0])
    writer.writeheader()
    writer.writerows(rows)
    return 0


def _ask_server(
    config: Config, do: str, table: str = "", text: str = "", *, as_json: bool, **details: Any
) -> int:  # fmt: skip
    """Send a command to the running server, and print its reply."""
    from facedown_server.service.operating.control import send_command

    return _print_reply(trio.run(partial(send_command, config, do, table, text, **details)), as_json)


def _print_reply(reply: OperatorReply, as_json: bool) -> int:
    return _print_rows(reply.lines, reply.rows, as_json=as_json)


def _print_rows(lines: Iterable[str], rows: Iterable[object], *, as_json: bool) -> int:
    """Print lines for people, or rows for programs."""
    for line in (msgspec.json.encode(row).decode() for row in rows) if as_json else lines:
        echo(line)
    return 0


@cli.command()
@json_option
@where_duels_are_kept
def unfinished(config: Config, as_json: bool) -> int:
    """Check which unfinished duels this version can finish; exit code 1 if one cannot.

    Useful before an upgrade: a duel that cannot be finished is set aside and kept, and the version that
    started it can still continue it.
    """
    from facedown_server.service.operating.backup import check_unfinished

    verdicts = trio.run(check_unfinished, config, RealWorld())
    lost = sum(bool(verdict.why) for verdict in verdicts)
    able, count = len(verdicts) - lost, len(verdicts)
    last = _("{able} of {count} unfinished duels can be finished by this version.", able=able, count=count)
    last = last if verdicts else _("No duel is unfinished.")
    _print_rows([*map(str, verdicts), last], verdicts, as_json=as_json)
    return int(lost > 0)


@cli.command(name="export")
@click.argument("table")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help=gettext_noop("Replace FILE without asking: for scripts."))
@json_option
@where_duels_are_kept
def export_table(config: Config, table: str, file: Path, yes: bool, as_json: bool) -> int:
    """Export one TABLE (its code) to FILE, for another server. Stop this one first.

    The table stays here too: close it here before it continues there, or it is played twice.
    """
    from facedown_server.service.operating.backup import export_table

    replace = file.exists() and (yes or _confirm(_("{file} is there already. Replace it?", file=file)))
    trio.run(partial(export_table, config, RealWorld(), table, file, replace=replace))
    lines = (
        _("{file} holds table {table}; its seats and links work where it is imported.",
          file=file, table=table),
        _("It is still stored here as well: close it here before it continues there."),
    )  # fmt: skip
    return _print_rows(lines, [{"code": table, "file": str(file)}], as_json=as_json)


def _confirm(question: str) -> bool:
    """Ask the person at the keyboard; where there is none, the answer is no."""
    return sys.stdin.isatty() and confirm(question)


@cli.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@json_option
@config_flags("data", "database", "accept_loss", "node")
def import_table(config: Config, file: Path, as_json: bool) -> int:
    """Import a table from FILE into this server's folder. Stop the server first.

    With PostgreSQL the nodes keep running: the table goes to --node, or to the node with the fewest tables.
    """
    from facedown_server.service.operating.backup import import_table

    code, node = trio.run(import_table, config, RealWorld(), file)
    line = _("Table {code} is stored here now; the server resumes it at its next start.", code=code)
    if node:
        line = _("Table {code} is at node {node} now.", code=code, node=node)
    return _print_rows([line], [{"code": code, "node": node or None}], as_json=as_json)


async def _serve(
    config: Config, world: World, until_input_ends: bool, channel: socket.socket | None = None
) -> None:
    """Run the server with its World, and everything that can stop it.

    `channel`: over which its connections come, where another process accepts them and prints its messages.
    """
    serving = partial(run_server, config, world, say=echo)
    if channel is not None:
        handed = HandedListener(channel, config.bind[0], config.port)
        serving = partial(run_server, config, world, say=lambda _: None, handed=handed)
    longest = (
        min(MAX_STEP_CPU_S, MAX_LEASE_SHARE_RATIO * config.lease_seconds)
        if config.is_shared
        else MAX_STEP_CPU_S
    )
    with Watchdog(cpu, longest).monitor_thread():
        await run_until_stopped(serving, until_input_ends=until_input_ends)


def run(arguments: Iterable[str], world: World | None = None) -> int:
    """Run the command line, in the real World or that of a proof; return the exit code."""
    set_language()
    words = list(arguments) or ["--help"]
    try:
        return int(
            cli.main(words, typed_command(program=HOST), standalone_mode=False, obj=world or RealWorld()) or 0
        )
    except click.exceptions.NoArgsIsHelpError as asked:
        echo_help(asked.format_message())
        return 0
    except click.ClickException as refused:
        return _refuse(refused.format_message())
    except FacedownError as refused:
        return _refuse(str(refused))
    except BaseExceptionGroup as group:
        cause = _cause(group)
        if isinstance(cause, FacedownError):
            return _refuse(str(cause))
        if isinstance(cause, KeyboardInterrupt):
            return INTERRUPTED_EXIT_CODE
        raise
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED_EXIT_CODE


def _cause(group: BaseException) -> BaseException:
    """The one thing that went wrong inside nurseries, if it was one."""
    while isinstance(group, BaseExceptionGroup) and len(group.exceptions) == 1:
        group = group.exceptions[0]
    return group


def _refuse(sentence: str) -> int:
    echo(_("Error: {message}", message=sentence), err=True)
    return USAGE_EXIT_CODE


def main() -> None:
    """Where the installed command begins."""
    sys.exit(run(sys.argv[1:]))
