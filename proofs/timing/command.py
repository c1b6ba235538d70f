"""`python run.py prove timing`: the proof as a command."""

from __future__ import annotations

from functools import partial

import click
import trio

PROTECTED = (0.47, 0.53)
UNPROTECTED = 0.9


@click.command()
@click.option("--windows", default=2000, show_default=True, help="Response windows to watch, each way.")
@click.option("--pace", type=click.Choice(["quick", "careful"]), default="quick", show_default=True)
@click.option("--seed", default=1, show_default=True, help="Another seed plays other duels.")
def timing(windows: int, pace: str, seed: int) -> None:
    """Train a classifier on the times an opponent sees; exit code 1 if it can tell who could respond.

    Both players lose the connection now and then while a window is open; the server is killed three times.
    """
    from proofs.timing.proof import measure

    tell = partial(click.echo, err=True)
    protected = trio.run(measure, pace, windows, seed, tell)
    bare = trio.run(measure, "off", windows, seed, tell)
    click.echo(f"pace {pace}: {protected}")
    click.echo(f"pace off: {bare}")
    within = PROTECTED[0] <= protected.auc <= PROTECTED[1] and not protected.alone and not bare.alone
    raise SystemExit(0 if within and bare.auc >= UNPROTECTED else 1)
