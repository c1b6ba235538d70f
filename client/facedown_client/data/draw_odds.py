"""Statistics of a shuffled deck: trial hands, and the probability of holding cards together.

Law: no pygame. The random generator is a parameter; duels are shuffled by the server.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from math import comb


def shuffle(cards: Sequence[int], dice: random.Random) -> list[int]:
    """Return the cards in random order."""
    return dice.sample(list(cards), len(cards))


def chance_of_each(size: int, copies: Sequence[int], draws: int) -> float:
    """Return the probability (0 to 1) of drawing at least one of each of several cards.

    Given are the size of the deck and the number of copies of each card. Computed by inclusion and exclusion
    of the hands that miss some of the cards.
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


def expected_draws(size: int, copies: int, draws: int) -> float:
    """Return the expected number of these copies in so many draws."""
    return min(draws, size) * copies / size if size else 0.0
