"""`facedown-server prove …`: the proofs as commands, with progress and one last line."""

from __future__ import annotations

import os

import click

from server.prove import rules as rules_proof
from server.prove.recovery.command import recovery
from server.prove.secrecy.command import secrecy
from server.prove.timing.command import timing

STEP = 100
"""Duels between two lines of progress."""


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


prove.add_command(recovery)
prove.add_command(secrecy)
prove.add_command(timing)
