"""Random legal duels shared by the law tests: two hundred of them, in slices that run side by side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from proofs.play.random_play import play_duel, random_setup
from proofs.play.recording import Recording
from shared.cards.decks import Deck, ready_decks
from shared.cards.facts import Pool, bundled

DUELS = 200
SLICES = 8
ROWS = 120
"""Acts a duel here; enough for chains, battles and full boards, short enough for two hundred of them."""


@cache
def pool() -> Pool:
    """The bundled cards."""
    return bundled()


@cache
def decks() -> tuple[Deck, ...]:
    """The ready decks of the games that play by rules."""
    return tuple(ready.deck for ready in ready_decks().values() if ready.format != "fab")


def secret(seed: int) -> bytes:
    """The secret of one numbered duel."""
    return seed.to_bytes(32, "big")


def duel(seed: int, rows: int = ROWS) -> Recording:
    """One numbered random duel, checked against the invariants at every frame."""
    setup = random_setup(decks(), ("master", "classic")[seed % 2], secret(seed))
    return play_duel(setup, pool(), secret(seed), rows)


def slice_of(part: int) -> Iterator[tuple[int, Recording]]:
    """One slice of the two hundred, with their numbers."""
    for seed in range(part, DUELS, SLICES):
        yield seed, duel(seed)
