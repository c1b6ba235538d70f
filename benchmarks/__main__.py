"""`python -m benchmarks [NAME…] [--save]`: measure, print, and write the figures to benchmarks/results.md.

A whole server is loaded by commands of their own, with flags of their own (`COMMANDS`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module

import click

from benchmarks.abuse.command import abuse_command
from benchmarks.baseline import Figure
from benchmarks.bots.command import bots_command
from benchmarks.load.command import (
    flat_command,
    load_command,
    nodes_command,
    relays_command,
    soak_command,
    start_command,
)
from benchmarks.pages import RESULTS, show_all

NAMES = ("engine", "hands", "acts", "sizes", "durability", "bot", "replays", "core")
COMMANDS: dict[str, click.Command] = {
    "load": load_command, "flat": flat_command, "start": start_command, "relays": relays_command,
    "nodes": nodes_command, "soak": soak_command, "abuse": abuse_command, "bots": bots_command,
}  # fmt: skip
"""Words of `bench` that are commands of their own."""

WHEN_NAMED = ("window", "window.hour", "browser")
"""Benchmarks that need a display or a browser, so they run only when they are named."""


@click.command()
@click.argument("names", nargs=-1, type=click.Choice((*NAMES, *WHEN_NAMED)))
@click.option("--save", is_flag=True, help="Write them into benchmarks/results.md.")
def main(names: tuple[str, ...], save: bool) -> None:
    """Measure speed and size. Ratios to the baseline (plain Python, timed in the same run) carry over
    from one machine to another; seconds do not.

    A whole server is loaded by commands of their own, each with a --help: `bench load` says what an act costs
    and what this machine can host, `bench flat` whether that stays so, `bench start` how soon kept tables are
    served again, `bench soak` whether the server grows, `bench relays` and `bench nodes` what several servers
    cost, `bench abuse` what a flood does to others, `bench bots` how well the bots play.
    """
    show_all(_figures(names or NAMES), RESULTS if save else None)


def _figures(names: tuple[str, ...]) -> Iterator[Figure]:
    for name in names:
        click.echo(f"-- {name}")
        yield from import_module(f"benchmarks.{name}").figures()


if __name__ == "__main__":
    for word in COMMANDS.keys() & set(sys.argv[1:2]):
        COMMANDS[word](sys.argv[2:], f"python run.py bench {word}")
    main()
