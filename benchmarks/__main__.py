"""`python -m benchmarks [NAME…] [--save]`: measure, print, and keep the figures in benchmarks/results.md."""

from __future__ import annotations

import platform
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

import click

from benchmarks.yardstick import Figure

RESULTS = Path(__file__).with_name("results.md")
NAMES = ("engine", "sizes", "table", "bot")


def _figures(name: str) -> Callable[[], Iterator[Figure]]:
    made: Callable[[], Iterator[Figure]] = import_module(f"benchmarks.{name}").figures
    return made


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(NAMES))
@click.option("--save", is_flag=True, help="Write the figures into benchmarks/results.md.")
def main(names: tuple[str, ...], save: bool) -> None:
    """Measure speed and size. Ratios to the yardstick (plain Python, timed in the same run) carry over
    from one machine to another; seconds do not."""
    lines = []
    for name in names or NAMES:
        click.echo(f"-- {name}")
        for figure in _figures(name)():
            click.echo(str(figure))
            lines.append(str(figure).rstrip())
    if save:
        RESULTS.write_text(_page(lines), encoding="utf-8")


def _page(lines: list[str]) -> str:
    machine = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    when = datetime.now(UTC).date().isoformat()
    body = "\n".join(lines)
    return f"# Figures\n\n{machine}, {when}. Written by `python run.py bench --save`.\n\n```\n{body}\n```\n"


if __name__ == "__main__":
    sys.exit(main())
