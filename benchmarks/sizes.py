"""Message sizes: bytes of an update to player, opponent and spectator, and the cost of making it."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from itertools import pairwise

from benchmarks.baseline import Figure, measure_interleaved
from facedown_server.network.wire.frames import frame
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import ready_decks
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import Update, Whole
from facedown_shared.tables import CLASSES, PUBLIC_CLASS_INDEX, Seat
from tests.laws.random_play import play_duel, random_setup
from tests.laws.recording import RecordedPlay

DUELS_COUNT = 4


def figures() -> Iterator[Figure]:
    """Return the bytes by recipient, and the CPU to diff and encode one frame."""
    pool, decks = bundled_pool(), [ready.deck for ready in ready_decks().values() if ready.format != "fab"]
    runs = []
    for seed in range(DUELS_COUNT):
        secret = seed.to_bytes(32, "big")
        runs.append(play_duel(random_setup(decks, "master", secret), pool, secret, 400))
    for name, sizes in _sizes(runs).items():
        yield Figure(f"bytes of an update to {name}, mean", statistics.mean(sizes), "bytes")
        yield Figure(f"bytes of an update to {name}, median", statistics.median(sizes), "bytes")
    wholes = [len(encode(Whole(1, run.shown[PUBLIC_CLASS_INDEX][-1][0]))) for run in runs]
    yield Figure("bytes of a whole View to a spectator, mean", statistics.mean(wholes), "bytes")
    unit, stick = measure_interleaved(lambda: sum(len(updates(run, PUBLIC_CLASS_INDEX)) for run in runs))
    yield Figure("frames diffed and encoded a second", 1 / unit, "frames/s", unit / stick)


def updates(run: RecordedPlay, viewer: Seat) -> list[bytes]:
    """Return every update of a duel to one class, as bytes."""
    shown = run.shown[viewer]
    return [
        frame(encode(Update.between(version, before[0], after[0], after[1])))
        for version, (before, after) in enumerate(pairwise(shown), 1)
    ]


def _sizes(runs: list[RecordedPlay]) -> dict[str, list[int]]:
    """Return sizes by role: the player is the one whose turn it is."""
    sizes: dict[str, list[int]] = {"the turn player": [], "the opponent": [], "a spectator": []}
    for run in runs:
        for viewer in CLASSES:
            for (view, _), data in zip(run.shown[viewer], updates(run, viewer), strict=False):
                role = "a spectator" if viewer == PUBLIC_CLASS_INDEX else "the opponent"
                sizes["the turn player" if viewer == view.turn_player else role].append(len(data))
    return sizes
