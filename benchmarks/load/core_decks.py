"""Decks for duels in EDOPro's core, made of the cards that a host has provided."""

from __future__ import annotations

import os

from benchmarks.load.duels import DuelDecks
from facedown_server.table import RandomStreams
from proofs.core.engines import at_hand, place_of

SEED = b"decks of the load".ljust(32, b".")


def core_decks(tables: int) -> DuelDecks:
    """Return two decks for each table, each mostly of two archetypes, and let servers find the core.

    Raises RuntimeError without a core.
    """
    place = place_of(None)
    if place is None:
        raise RuntimeError("There is no EDOPro core here to measure: `python run.py core` sets one up.")
    os.environ["FACEDOWN_HOME"] = str(place)
    core, streams = at_hand(None), RandomStreams(SEED)
    return [(core.themed_deck(streams), core.themed_deck(streams)) for _ in range(tables)]
