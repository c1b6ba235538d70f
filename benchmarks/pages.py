"""Write figures into a page in Markdown whose lower part is written by hand."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import click

from benchmarks.baseline import Figure

RESULTS = Path(__file__).with_name("results.md")
HOW = """\
CPU seconds, medians of rounds that alternate with the baseline (`benchmarks/baseline.py`). The load slows
seconds; trust the ratios.

A board is mid-game from 8 cards on each side of the field on. A row is timed as a server carries it out:
make the options, check and apply the act. In a forced pass only passing was possible."""


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
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    body = "\n".join(lines)
    return (
        f"# Benchmark results\n\n{machine}, {when}{load}. Written by `python run.py bench --save`.\n\n"
        f"{HOW}\n\n```\n{body}\n```\n"
    )
