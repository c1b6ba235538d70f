"""`python run.py prove secrecy`: progress to standard error, figures at the end, 1 if anything differs."""

from __future__ import annotations

import click

from proofs.secrecy import proof
from proofs.secrecy.setting import Way

STEP = 20
"""Duels between two lines of progress."""


@click.command()
@click.option("--duels", default=60, show_default=True, help="How many duels to play, each with its twins.")
@click.option("--seed", default=1, show_default=True, help="Another seed plays other duels.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes to play in.  [default: one a core]")
@click.option("--free", is_flag=True, help="Play on free tables, by hand.")
@click.option(
    "--game", type=click.Choice(["ygo", "fab"]), default="ygo", show_default=True,
    help="Which game; fab (Flesh and Blood) is played on free tables only.",
)  # fmt: skip
def secrecy(duels: int, seed: int, jobs: int | None, free: bool, game: str) -> None:
    """Deal what is hidden anew and compare every byte a viewer is sent; exit code 1 if any differs.

    Without --free two duels of three are played by the rules, master and classic, and the third half by hand.
    """
    total = proof.Figures()
    way: Way = "fab" if game == "fab" else "free" if free else "mixed"
    for part in proof.prove(duels, seed, jobs or 0, way=way):
        total.add(part)
        for difference in part.differences:
            click.echo(difference)
        if total.duels % STEP == 0 and total.duels < duels:
            click.echo(f"{total.duels} of {duels} …", err=True)
    click.echo(str(total))
    raise SystemExit(0 if total.is_clean else 1)
