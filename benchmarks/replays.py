"""Replays: bytes of a bot duel, seconds to open one, to seek in it, and to list a thousand."""

from __future__ import annotations

import os
import random
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.baseline import Figure, cpu, measure_interleaved
from facedown_client.replays import replay_list
from facedown_client.replays.player import Player
from tests.client.replays.duels import play_duel

DUELS_COUNT, LISTED_REPLAYS_COUNT, JUMPS_COUNT = 5, 1_000, 20


def figures() -> Iterator[Figure]:
    """Return the figures of each player's replay of a few duels between bots."""
    with tempfile.TemporaryDirectory() as home:
        before, os.environ["FACEDOWN_HOME"] = os.environ.get("FACEDOWN_HOME"), home
        try:
            files = [
                one.recorder.kept
                for number in range(DUELS_COUNT)
                for one in play_duel(number)
                if one.recorder.kept
            ]
            yield from _figures(files)
        finally:
            os.environ.pop("FACEDOWN_HOME")
            if before is not None:
                os.environ["FACEDOWN_HOME"] = before


def _figures(files: list[Path]) -> Iterator[Figure]:
    sizes = [file.stat().st_size for file in files]
    yield Figure("bytes of a replay of two bots, median", statistics.median(sizes), "bytes")
    player, dice = Player(replay_list.open_replay(files[0])), random.Random(1)

    def once() -> int:
        Player(replay_list.open_replay(files[0]))
        return 1

    def anywhere() -> int:
        for _ in range(JUMPS_COUNT):
            player.seek(dice.randint(0, player.last))
        return JUMPS_COUNT

    for name, work in (("a replay opened", once), ("a frame anywhere gone to", anywhere)):
        unit, stick = measure_interleaved(work)
        yield Figure(f"{name}, milliseconds", unit * 1_000, "ms", unit / stick)
    shelf_of = files[0].parent / "many"
    shelf_of.mkdir()
    for number in range(LISTED_REPLAYS_COUNT):
        shutil.copy(files[number % len(files)], shelf_of / f"{number}.replay")
    seconds = [cpu(partial(replay_list.list_replays, shelf_of)) for _ in range(5)]
    yield Figure(
        f"{LISTED_REPLAYS_COUNT} replays listed, milliseconds", statistics.median(seconds) * 1_000, "ms"
    )
