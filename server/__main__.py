"""The command line of the server: `facedown-server`, or `python -m server`.

    facedown-server serve            run a server
    facedown-server check            look whether it could start
    facedown-server backup FILE      copy every duel, while it runs; also: export, import of one table
    facedown-server scenario FILE…   play duels from files and print how they end
    facedown-server line FILE…       run saved lines and say of each where it stands
    facedown-server list             the tables of the running server; also: close, announce, return

The only module that makes a real World. A mistake of the person at the keyboard is one sentence on stderr and
exit code 2, never a traceback.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

import click
import trio

from server import logs
from server.app import serve as run_server
from server.config import Config, read_config
from server.watchdog import Watchdog
from server.world import RealWorld, World, cpu
from shared.errors import FacedownError
from shared.typed import HOST, typed

USAGE = 2
SIGNALS = ("SIGINT", "SIGTERM", "SIGBREAK")
"""What stops a server in good order; the last is Windows' own."""

MANY = ("bind", "proxies")
NUMBERS = (
    "connections", "connections_per_address", "tables", "tables_per_address", "spectators", "idle_minutes",
)  # fmt: skip
FLAGS = {
    "name": "What the server calls itself.",
    "bind": "Address to listen on; may be given more than once. [every network]",
    "port": "Port to listen on, 0 for any free one. [7777]",
    "admin_port": "Port for /healthz and /metrics, on this machine only. [none]",
    "public_url": "Address people on the Internet use, such as https://duels.example.",
    "proxies": "Address of a reverse proxy that is believed; may be given more than once.",
    "tls_cert": "Certificate file (PEM), to speak TLS.",
    "tls_key": "Key file (PEM) of the certificate.",
    "data": "Folder to keep duels in. [the usual one of this system]",
    "database": "Database to keep duels in instead, as an SQLAlchemy address.",
    "cards": "EDOPro's folder (or a .cdb file): more cards, to play by hand.",
    "banlist": "Banlist (lflist.conf) that decks are held to.",
    "connections": "Most connections at once. [2000]",
    "connections_per_address": "Most of them from one address. [32]",
    "tables": "Most tables. [500]",
    "tables_per_address": "Most tables opened from one address. [12]",
    "idle_minutes": "Minutes until a table is closed at which nobody does anything. [360]",
    "spectators": "Most spectators at one table. [200]",
    "messages_per_second": "Most messages a second from one connection. [40]",
    "address_share": "How many times that one address may send with all its connections. [5]",
    "message_bytes": "Bytes of the largest message from a client. [32768]",
    "name_letters": "Letters of the longest name. [24]",
    "chat_letters": "Letters of the longest line of chat. [400]",
    "chat_per_minute": "Most lines of chat a minute from one connection. [60]",
    "log_level": "Least that is logged: debug, info, warning, error. [info]",
    "log_format": "How it is logged: auto, console, json. [auto]",
}
"""Settings that are flags as well, and what they mean."""


def setting_flags(command: click.Command) -> click.Command:
    """Give a command a flag for every setting."""
    for name, words in FLAGS.items():
        flag = f"--{name.replace('_', '-')}" if name != "proxies" else "--proxy"
        kind = "NUMBER" if name in NUMBERS else name.rpartition("_")[2].upper()
        command.params.append(click.Option([flag, name], help=words, metavar=kind, multiple=name in MANY))
    return command


config_option = click.option(
    "--config", "path", type=click.Path(path_type=Path), envvar="FACEDOWN_CONFIG", help="TOML file."
)


def journal_options(command: Callable[..., int]) -> Callable[..., int]:
    """Flags that say where duels are kept."""
    for name in ("database", "data"):
        command = click.option(f"--{name}", help=FLAGS[name], metavar=name.upper())(command)
    return config_option(command)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="facedown", prog_name="facedown-server")
def cli() -> None:
    """Card duels: a server that never sends what the rules do not let somebody see."""


@cli.command()
@config_option
@click.option(
    "--open-port", is_flag=True, default=None, help="Ask the router to let people in from the Internet. [no]"
)
@click.option("--discovery/--no-discovery", default=None, help="Be found on the local network. [yes]")
@click.option("--container", is_flag=True, default=None, help="Its own addresses lead nowhere outside. [no]")
@click.option("--until-input-ends", is_flag=True, help="Stop when standard input ends: for programs.")
@click.pass_obj
def serve(world: World, /, path: Path | None, until_input_ends: bool, **flags: object) -> None:
    """Run a server until it is told to stop.

    Every setting can also stand in a TOML file given by --config, or in the environment (FACEDOWN_PORT is
    --port). Flags win over the environment, and that over the file.
    """
    config = read_config(path, flags=flags)
    logs.set_up(config.log_level, config.log_format)
    trio.run(_serve, config, world, until_input_ends)


setting_flags(serve)


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Compare with what each file expects.")
def scenario(files: Sequence[Path], check: bool) -> int:
    """Play duels from files and print how they end, one JSON object a line."""
    from server.operating.run_scenarios import run_files

    return run_files(files, check)


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def line(files: Sequence[Path]) -> int:
    """Run saved lines (.duel) and say of each where it stands; exit code 1 if one cannot be run."""
    from server.operating.run_lines import run_files

    return run_files(files)


@cli.command()
@config_option
def check(path: Path | None, **flags: object) -> int:
    """Look whether a server could start with these settings. Changes nothing.

    One line for each thing: settings, ports, certificate, cards, disk, journal. Exit code 1 if any is wrong.
    """
    from server.operating.check import Mark, check

    findings = check(read_config(path, flags=flags), RealWorld().wall())
    for finding in findings:
        click.echo(str(finding))
    return int(any(finding.mark is Mark.WRONG for finding in findings))


setting_flags(check)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path))
@journal_options
def backup(file: Path, path: Path | None, **flags: object) -> int:
    """Copy every duel to FILE, while the server runs.

    The copy is a journal of its own: to go back to it, stop the server and put it in place of
    facedown.sqlite3. It holds decks and secrets of shuffles, as the journal does.
    """
    from server.operating.copies import backup

    with click.progressbar(length=100, label="Copying", file=sys.stderr) as bar:
        size = backup(
            read_config(path, flags=flags), file, lambda done, of: bar.update(100 * done // of - bar.pos)
        )
    click.echo(f"{file} holds {size:,} bytes.")
    return 0


@cli.command(name="list")
@journal_options
def list_tables(path: Path | None, **flags: object) -> int:
    """Every table of the server that runs on this folder, a line each."""
    return _ask_server(path, flags, "list")


@cli.command()
@click.argument("table")
@click.option("--say", "text", default="", metavar="TEXT", help="What the people there are told.")
@journal_options
def close(table: str, text: str, path: Path | None, **flags: object) -> int:
    """Close a TABLE (its code) of the running server; its log is kept."""
    return _ask_server(path, flags, "close", table, text)


@cli.command(name="return")
@click.argument("table")
@click.argument("seat")
@journal_options
def return_seat(table: str, seat: str, path: Path | None, **flags: object) -> int:
    """Print a link back to a SEAT at a TABLE (its code) of the running server, good once.

    SEAT is its player's name, or 1 or 2. For somebody who is away and has lost whatever opened it: whoever
    opens the link sees that hand, so be sure to whom you send it. Everybody at the table is told.
    """
    return _ask_server(path, flags, "return", table, seat)


@cli.command()
@click.argument("text")
@journal_options
def announce(text: str, path: Path | None, **flags: object) -> int:
    """Say TEXT at every table of the running server."""
    return _ask_server(path, flags, "announce", "", text)


def _ask_server(
    path: Path | None, flags: Mapping[str, object], do: str, table: str = "", text: str = ""
) -> int:
    from server.operating.control import ask

    for line in trio.run(ask, read_config(path, flags=flags).folder, do, table, text):
        click.echo(line)
    return 0


@cli.command()
@journal_options
def unfinished(path: Path | None, **flags: object) -> int:
    """Say which of the duels that are not over this version can finish; exit code 1 if one cannot.

    Worth asking before an upgrade: whatever cannot be finished is set aside and kept, and the version that
    began it can still go on with it.
    """
    from server.operating.unfinished import unfinished

    verdicts = trio.run(unfinished, read_config(path, flags=flags), RealWorld())
    for verdict in verdicts:
        click.echo(str(verdict))
    lost = sum(bool(verdict.why) for verdict in verdicts)
    click.echo(f"{len(verdicts) - lost} of {len(verdicts)} unfinished duels can be finished by this version.")
    return int(lost > 0)


@cli.command(name="export")
@click.argument("table")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Replace FILE without asking: for scripts.")
@journal_options
def export_table(table: str, file: Path, yes: bool, path: Path | None, **flags: object) -> int:
    """Write one TABLE (its code) to FILE, for another server. Stop this one first.

    The table stays here too: close it here before it is played on there, or it goes on twice.
    """
    from server.operating.copies import export_table

    replace = file.exists() and (yes or _may(f"{file} is there already. Replace it?"))
    config = read_config(path, flags=flags)
    trio.run(partial(export_table, config, RealWorld(), table, file, replace=replace))
    click.echo(f"{file} holds table {table}; its seats and links work where it is imported.")
    click.echo("It is still kept here as well: close it here before it goes on there.")
    return 0


def _may(question: str) -> bool:
    """Ask the person at the keyboard; where there is none, the answer is no."""
    return sys.stdin.isatty() and click.confirm(question)


@cli.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@journal_options
def import_table(file: Path, path: Path | None, **flags: object) -> int:
    """Take a table from FILE into this server's folder. Stop the server first."""
    from server.operating.copies import import_table

    code = trio.run(import_table, read_config(path, flags=flags), RealWorld(), file)
    click.echo(f"Table {code} is kept here now; the server goes on with it at its next start.")
    return 0


async def _serve(config: Config, world: World, until_input_ends: bool) -> None:
    """The server with its World, and everything that can stop it."""
    stop = trio.Event()
    with Watchdog(cpu).watching():
        await _serve_until(stop, config, world, until_input_ends)


async def _serve_until(stop: trio.Event, config: Config, world: World, until_input_ends: bool) -> None:
    async with trio.open_nursery() as nursery:
        await nursery.start(_stop_on_signal, stop)
        if until_input_ends:
            nursery.start_soon(_stop_with_input, stop)
        await run_server(config, world, say=partial(print, flush=True), stop=stop)
        nursery.cancel_scope.cancel()


async def _stop_on_signal(
    stop: trio.Event, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    """The first signal stops in good order, a second one at once."""
    known = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    with trio.open_signal_receiver(*known) as signals:
        task_status.started()
        async for number in signals:
            if stop.is_set():
                raise KeyboardInterrupt
            stop.set()
            del number


async def _stop_with_input(stop: trio.Event) -> None:
    """Stop at the end of standard input. Read raw: a thread left in sys.stdin aborts Python at its exit."""
    while await trio.to_thread.run_sync(os.read, sys.stdin.fileno(), 4096, abandon_on_cancel=True):
        pass
    stop.set()


def run(arguments: Iterable[str], world: World | None = None) -> int:
    """Do what the command line says, in the real world or that of a proof; the exit code."""
    words = list(arguments) or ["--help"]
    try:
        return int(cli.main(words, typed(program=HOST), standalone_mode=False, obj=world or RealWorld()) or 0)
    except click.exceptions.NoArgsIsHelpError as asked:
        click.echo(asked.format_message())
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
            return 130
        raise
    except (click.Abort, KeyboardInterrupt):
        return 130


def _cause(group: BaseException) -> BaseException:
    """The one thing that went wrong inside nurseries, if it was one."""
    while isinstance(group, BaseExceptionGroup) and len(group.exceptions) == 1:
        group = group.exceptions[0]
    return group


def _refuse(sentence: str) -> int:
    click.echo(f"Error: {sentence}", err=True)
    return USAGE


def main() -> None:
    """Where the installed command begins."""
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
