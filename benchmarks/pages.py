"""Figures as a page in Markdown, whose lower part is written by hand."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from benchmarks.yardstick import Figure

RESULTS = Path(__file__).with_name("results.md")
HOW = """\
Rows, logs and frames are counted in CPU seconds, medians of rounds that take turns with the yardstick: others
may load the machine meanwhile, which slows CPU seconds too, so trust the yardsticks.

A board is mid-game from 8 cards on each side of the field on. A row is timed as a server carries it out: its
options are made, its act is checked and applied. In a forced pass nothing but passing was possible."""


def show_all(figures: Iterable[Figure], page: Path | None) -> None:
    """Print figures as they are measured, and write them into a page."""
    lines = []
    for figure in figures:
        click.echo(str(figure))
        lines.append(str(figure).rstrip())
    if page is not None:
        page.write_text(_text(lines) + _by_hand(page), encoding="utf-8")


def _by_hand(path: Path) -> str:
    """Return the part of a page of figures that is written by hand: all from its first heading of the second
    rank on.
    """
    _, heading, rest = path.read_text(encoding="utf-8").partition("\n## ")
    return heading + rest


def _text(lines: Sequence[str]) -> str:
    machine = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    when = datetime.now(UTC).date().isoformat()
    body = "\n".join(lines)
    return (
        f"# Figures\n\n{machine}, {when}. Written by `python run.py bench --save`.\n\n{HOW}\n\n"
        f"```\n{body}\n```\n"
    )
