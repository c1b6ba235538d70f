"""`facedown-server prove …`: the proofs as commands, with progress and one last line."""

from __future__ import annotations

import click

from server.prove import rules as rules_proof
from server.prove import secrecy as secrecy_proof
from server.prove.play import play, random_setup
from shared.cards import bundled
from shared.decks import ready_decks
from shared.zones import CLASSES

SHOWN = 20


@click.group()
def prove() -> None:
    """Prove by random legal play that the rules hold and that nothing hidden is shown."""


@prove.command()
@click.option("--duels", default=200, show_default=True, help="How many duels to play.")
@click.option("--seed", default=1, show_default=True, help="Another seed plays other duels.")
@click.option("--missing", is_flag=True, help="Name the cards that were not played often enough.")
def rules(duels: int, seed: int, missing: bool) -> None:
    """Random duels with random decks; exit code 1 if anything is wrong."""
    names = rules_proof.scripted_names()
    total = rules_proof.Tally()
    with click.progressbar(rules_proof.prove(duels, seed), length=duels, label="duels") as bar:
        for part in bar:
            total.add(part)
    for complaint in total.complaints[:SHOWN]:
        click.echo(complaint)
    if missing:
        rare = sorted(name for name in names if total.resolved[name] < rules_proof.ENOUGH)
        click.echo("played too rarely: " + "; ".join(f"{name} {total.resolved[name]}" for name in rare))
    click.echo(total.line(names))
    raise SystemExit(0 if total.is_clean(names) else 1)


@prove.command()
@click.option("--duels", default=60, show_default=True, help="How many duels to play, each with its twins.")
@click.option("--seed", default=1, show_default=True, help="Another seed plays other duels.")
def secrecy(duels: int, seed: int) -> None:
    """Twins of duels with the hidden rest dealt anew must show a viewer the same."""
    pool, decks = bundled(), [ready.deck for ready in ready_decks().values()]
    twins = frames = 0
    differences = []
    with click.progressbar(range(duels), label="duels") as bar:
        for number in bar:
            secret = f"{seed}:{number}".encode().ljust(32, b".")
            setup = random_setup(pool, decks, ("master", "classic")[number % 2], secret)
            run = play(setup, pool, secret, most=300)
            for viewer in CLASSES:
                compared = secrecy_proof.compare(run, secret, viewer)
                twins, frames = twins + compared.alike, frames + compared.frames
                if compared.difference is not None:
                    differences.append(f"duel {number}, {compared.difference}")
    for difference in differences[:SHOWN]:
        click.echo(difference)
    click.echo(f"duels {duels}, twins {twins}, frames {frames}, differences {len(differences)}")
    raise SystemExit(1 if differences else 0)
