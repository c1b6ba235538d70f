"""`python -m benchmarks [NAME…] [--save]`: measure, print, and keep the figures in benchmarks/results.md.

`load`, `flat`, `start` and `relays` are commands of their own, with flags of their own: they load a whole
server.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import click

from benchmarks.load.command import COMMANDS
from benchmarks.soak import Load
from benchmarks.soak import figures as soak
from benchmarks.yardstick import Figure

RESULTS = Path(__file__).with_name("results.md")
HOW = """\
Rows, logs and frames are counted in CPU seconds, medians of rounds that take turns with the yardstick: others
may load the machine meanwhile, which slows CPU seconds too, so trust the yardsticks.

A board is mid-game from 8 cards on each side of the field on. A row is timed as a server carries it out: its
options are made, its act is checked and applied. In a forced pass nothing but passing was possible."""
NAMES = ("engine", "hands", "acts", "sizes", "pace", "durability", "bot", "replays", "core")
SOAK, FLOOD, WINDOW, BROWSER = "soak", "flood", "window", "browser"
"""Take a minute and more by nature, or a display, so they run only when they are named."""


def _figures(name: str) -> Callable[[], Iterator[Figure]]:
    made: Callable[[], Iterator[Figure]] = import_module(f"benchmarks.{name}").figures
    return made


@click.command()
@click.argument("names", nargs=-1, type=click.Choice((*NAMES, WINDOW, BROWSER, FLOOD, SOAK)))
@click.option("--save", is_flag=True, help="Write them into benchmarks/results.md (a soak's: soak.md).")
@click.option("--minutes", default=10.0, show_default=True, help="Soak: how long.")
@click.option("--tables", default=200, show_default=True, help="Soak: how many duels at once.")
@click.option("--spectators", default=1000, show_default=True, help="Soak: how many watch them.")
@click.option("--pause", default=3.0, show_default=True, help="Soak: seconds a player thinks.")
def main(
    names: tuple[str, ...], save: bool, minutes: float, tables: int, spectators: int, pause: float
) -> None:
    """Measure speed and size. Ratios to the yardstick (plain Python, timed in the same run) carry over
    from one machine to another; seconds do not.

    A whole server is loaded by commands of their own, each with a --help: `bench load` says what an act costs
    and what this machine can host, `bench flat` whether that stays so, `bench start` how soon kept tables are
    served again.
    """
    lines = []
    for name in names or NAMES:
        click.echo(f"-- {name}")
        for figure in soak(Load(minutes, tables, spectators, pause)) if name == SOAK else _figures(name)():
            click.echo(str(figure))
            lines.append(str(figure).rstrip())
    if save:
        path = RESULTS if SOAK not in names else RESULTS.with_name(f"{SOAK}.md")
        path.write_text(_page(lines) + _by_hand(path), encoding="utf-8")


def _by_hand(path: Path) -> str:
    """What somebody has written into a page of figures: all from its first heading of the second rank on."""
    _, heading, rest = path.read_text(encoding="utf-8").partition("\n## ")
    return heading + rest


def _page(lines: list[str]) -> str:
    machine = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    when = datetime.now(UTC).date().isoformat()
    body = "\n".join(lines)
    return (
        f"# Figures\n\n{machine}, {when}. Written by `python run.py bench --save`.\n\n{HOW}\n\n"
        f"```\n{body}\n```\n"
    )


if __name__ == "__main__":
    for word in COMMANDS.keys() & set(sys.argv[1:2]):
        COMMANDS[word](sys.argv[2:], f"python run.py bench {word}")
    main()
