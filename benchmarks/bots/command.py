"""`python run.py bench bots`: the command line of the bots' duels and positions."""

from __future__ import annotations

import os
import platform
import time
from functools import partial

import click

from benchmarks.bots.duels import MakePlayer, Player, Tally, play_duel, settings
from benchmarks.bots.first_bot import FirstBot
from benchmarks.bots.positions import POSITIONS, check_position, read_positions
from facedown_client.bot.hard_bot import HardBot
from facedown_client.bot.levels import LEVELS, make_bot
from facedown_client.bot.search.search import search

FIRST = "first"
"""The bot as it was before there were levels."""

HARD = "hard"
NAMES = (FIRST, *(level.name for level in LEVELS))
PROGRESS_INTERVAL_S = 30.0


def maker(name: str) -> MakePlayer:
    """Return what makes a player of a level, or the first bot."""
    return FirstBot if name == FIRST else partial(_make_level, name)


def _make_level(name: str, seat: int, seed: int) -> Player:
    """Make a bot of a level; `hard` searches in this process, as far as its work allows and not its time."""
    return HardBot(seat, seed, search) if name == HARD else make_bot(name, seat, seed)


@click.group()
def bots_command() -> None:
    """Measure how well the bots play."""


@bots_command.command()
@click.option("--one", type=click.Choice(NAMES), default="normal", show_default=True, help="Who is measured.")
@click.option(
    "--other", type=click.Choice(NAMES), default=FIRST, show_default=True, help="The bot it plays against."
)
@click.option("--duels", default=400, show_default=True, help="How many duels.")
@click.option("--seed", default=1, show_default=True, help="Of shuffles and bots.")
@click.option("--format", "formats", multiple=True, help="Only the ready decks of this format.")
def duels(one: str, other: str, duels: int, seed: int, formats: tuple[str, ...]) -> None:
    """Play duels of two bots with equal decks. Seats and the first player change."""
    tally, said = Tally(), time.monotonic()
    make = (maker(one), maker(other))
    for setting in settings(duels, seed, formats):
        play_duel(setting, make, tally)
        if time.monotonic() > said + PROGRESS_INTERVAL_S:
            said = time.monotonic()
            click.echo(f"… {tally}", err=True)
    click.echo(f"{one} against {other}, seeds {seed} to {seed + duels - 1}: {tally}")
    click.echo(f"Python {platform.python_version()}, load {os.getloadavg()[0]:.1f}")


@bots_command.command()
@click.option("--level", type=click.Choice(NAMES), default="normal", show_default=True)
@click.argument("only", nargs=-1)
def positions(level: str, only: tuple[str, ...]) -> None:
    """Play the positions with a plainly right or wrong play, or ONLY those whose names are given."""
    failed = 0
    chosen = [one for one in read_positions(POSITIONS) if not only or one.id in only]
    for position in chosen:
        wrong = check_position(position, maker(level)(0, 1))
        failed += bool(wrong)
        if wrong:
            click.echo(f"{position.id}: {wrong} ({position.why})")
    share = 100 * (len(chosen) - failed) / max(1, len(chosen))
    click.echo(f"{level}: {len(chosen) - failed} of {len(chosen)} positions played right, {share:.0f} %")
