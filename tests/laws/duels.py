"""Random legal duels shared by the law tests: two hundred of them, in slices that run in parallel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from facedown_shared.cards.facts import Pool, bundled_pool
from facedown_shared.decks.decks import Deck, ready_decks
from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import Update
from tests.laws.random_play import play_duel, random_setup
from tests.laws.recording import RecordedPlay, Shown

DUELS_COUNT = 200
SLICES_COUNT = 8
ROWS_PER_DUEL_COUNT = 120
"""Acts in one duel: enough for Chains, battles and full boards, few enough for two hundred duels."""


@cache
def pool() -> Pool:
    """Return the bundled cards."""
    return bundled_pool()


@cache
def decks() -> tuple[Deck, ...]:
    """Return the ready decks of the games that play by rules."""
    return tuple(ready.deck for ready in ready_decks().values() if ready.format != "fab")


def secret(seed: int) -> bytes:
    """Return the secret of one numbered duel."""
    return seed.to_bytes(32, "big")


def duel(seed: int, rows: int = ROWS_PER_DUEL_COUNT) -> RecordedPlay:
    """Play one numbered random duel, checked against the invariants at every frame."""
    setup = random_setup(decks(), ("master", "classic")[seed % 2], secret(seed))
    return play_duel(setup, pool(), secret(seed), rows)


def slice_of(part: int) -> Iterator[tuple[int, RecordedPlay]]:
    """Yield one slice of the two hundred, with their numbers."""
    for seed in range(part, DUELS_COUNT, SLICES_COUNT):
        yield seed, duel(seed)


def check_updates(shown: Sequence[Shown]) -> None:
    """Assert that every update is complete and exact: encoded and decoded, it leads from one View to the
    next, and its events are complete.
    """
    held = shown[0][0]
    for number, (view, told) in enumerate(shown[1:], 1):
        lying = [handle for pile in view.piles.values() for handle in pile.handles if handle]
        assert len(lying) == len(set(lying)), "an update is made of Views in which a handle lies once"
        update = decode_from_server(encode(Update.between(number, held, view, told)))
        assert isinstance(update, Update)
        assert update.follows(number - 1)
        held, said = update.apply_to(held)
        assert held == view
        assert said == told
