"""`python run.py prove recovery`: the proof as a command."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

import click
import trio

SHOWN = 20


@click.command()
@click.option("--kills", default=300, show_default=True, help="How often the server is killed.")
@click.option("--seed", default=1, show_default=True, help="Another seed kills at other moments.")
def recovery(kills: int, seed: int) -> None:
    """Kill a real server while two play and one watches; exit code 1 if anything told is lost or doubled."""
    from proofs.recovery.proof import Proof

    with tempfile.TemporaryDirectory(prefix="facedown-recovery-") as folder:
        proof = Proof(Path(folder), seed, partial(click.echo, err=True))
        tally = trio.run(proof.run, kills)
    for complaint in (tally.lost + tally.doubled)[:SHOWN]:
        click.echo(complaint)
    for line in tally.lines():
        click.echo(line)
    raise SystemExit(0 if tally.is_clean else 1)
