"""Statistics of a shuffled deck: trial hands, and the chance of holding cards together.

Law: no pygame. The dice are a parameter; duels are shuffled by the server.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from math import comb


def shuffled(cards: Sequence[int], dice: random.Random) -> list[int]:
    """Return the cards in an order as a shuffle might give it."""
    return dice.sample(list(cards), len(cards))


def together(size: int, copies: Sequence[int], draws: int) -> float:
    """Return the chance (0 to 1) of drawing at least one of each of several cards, of which a deck of this
    size has so many copies each: all hands less those that miss some of them (inclusion and exclusion).
    """
    if not size or not all(copies):
        return 0.0
    draws = min(draws, size)
    missing = (
        comb(max(0, size - sum(absent)), draws) * (1 if count % 2 == 0 else -1)
        for count in range(len(copies) + 1)
        for absent in combinations(copies, count)
    )
    return sum(missing) / comb(size, draws)


def expected(size: int, copies: int, draws: int) -> float:
    """Return how many of these copies so many draws bring on average."""
    return min(draws, size) * copies / size if size else 0.0
