"""`facedown-server prove …`: the proofs as commands, with progress and one last line."""

from __future__ import annotations

import os

import click

from server.prove import rules as rules_proof
from server.prove.recovery.command import recovery
from server.prove.secrecy import proof as secrecy_proof
from server.prove.timing.command import timing

STEP = 100
"""Duels between two lines of progress."""
TWINS_STEP = 20
"""The same for duels that have twins."""


@click.group()
def prove() -> None:
    """Prove by random legal play that the rules hold and that nothing hidden is shown."""


@prove.command()
@click.option("--duels", default=2000, show_default=True, help="How many duels to play; fewer miss cards.")
@click.option("--seed", default=1, show_default=True, help="Another seed plays other duels.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes to play in.  [default: one a core]")
@click.option("--missing", is_flag=True, help="Name what cards do that was not seen often enough.")
def rules(duels: int, seed: int, jobs: int | None, missing: bool) -> None:
    """Random duels with random decks; exit code 1 if anything is wrong or a card was played too rarely."""
    total = rules_proof.Tally()
    for part in rules_proof.prove(duels, seed, jobs or os.cpu_count() or 1):
        total.add(part)
        for complaint in part.complaints:
            click.echo(complaint)
        if total.duels % STEP == 0 and total.duels < duels:
            click.echo(f"{total.duels} of {duels} …", err=True)
    for (name, what), count in total.rare() if missing else ():
        click.echo(f"seen too rarely: {name}, {what}: {count}")
    click.echo(total.line())
    raise SystemExit(0 if total.is_clean() else 1)


@prove.command()
@click.option("--duels", default=60, show_default=True, help="How many duels to play, each with its twins.")
@click.option("--seed", default=1, show_default=True, help="Another seed plays other duels.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes to play in.  [default: one a core]")
def secrecy(duels: int, seed: int, jobs: int | None) -> None:
    """Deal what is hidden anew and compare every byte a viewer is sent; exit code 1 if any differs."""
    total = secrecy_proof.Figures()
    for part in secrecy_proof.prove(duels, seed, jobs or 0):
        total.add(part)
        for difference in part.differences:
            click.echo(difference)
        if total.duels % TWINS_STEP == 0 and total.duels < duels:
            click.echo(f"{total.duels} of {duels} …", err=True)
    click.echo(str(total))
    raise SystemExit(0 if total.is_clean else 1)


prove.add_command(recovery)
prove.add_command(timing)
