"""`python run.py prove …`: the proofs as commands, with progress and one last line."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial

import click

from proofs.recovery.command import recovery
from proofs.rules import hunt
from proofs.rules import proof as rules_proof
from proofs.secrecy.command import secrecy
from proofs.timing.command import timing

STEP = 100
"""Duels between two lines of progress."""


@click.group()
def prove() -> None:
    """Prove by random legal play that the rules hold and that nothing hidden is shown."""


@prove.command()
@click.option("--duels", default=2000, show_default=True, help="How many duels to play; fewer miss cards.")
@click.option("--boards", default=2000, show_default=True, help="How many short duels from random boards.")
@click.option("--seed", default=1, show_default=True, help="Another seed plays other duels.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes to play in.  [default: one a core]")
@click.option("--missing", is_flag=True, help="Name what cards do that was not seen often enough.")
def rules(duels: int, boards: int, seed: int, jobs: int | None, missing: bool) -> None:
    """Random duels with random decks, and short ones from boards in the middle of a game.

    Exit code 1 if anything is wrong or, in the duels, a card was played too rarely; --duels 0 plays boards
    alone.
    """
    jobs = jobs or os.cpu_count() or 1
    from_boards = _play(partial(hunt.one_board, seed=seed), boards, jobs, "boards")
    if boards:
        click.echo(f"boards {from_boards.figures()}")
    total = _play(partial(rules_proof.one_duel, seed=seed), duels, jobs, "duels")
    if duels:
        for (name, what), count in total.rare() if missing else ():
            click.echo(f"seen too rarely: {name}, {what}: {count}")
        click.echo(total.line())
    raise SystemExit(0 if from_boards.nothing_wrong() and (not duels or total.is_clean()) else 1)


def _play(one: Callable[[int], rules_proof.Tally], count: int, jobs: int, what: str) -> rules_proof.Tally:
    """So many duels, with their complaints and how far it is."""
    total = rules_proof.Tally()
    for part in rules_proof.prove(one, count, jobs) if count else ():
        total.add(part)
        for complaint in part.complaints:
            click.echo(complaint)
        if total.duels % STEP == 0 and total.duels < count:
            click.echo(f"{total.duels} of {count} {what} …", err=True)
    return total


prove.add_command(recovery)
prove.add_command(secrecy)
prove.add_command(timing)

if __name__ == "__main__":
    prove()
