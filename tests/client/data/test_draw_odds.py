"""The odds of a hand: against counting every hand of small decks."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from facedown_client.data import draw_odds


def share_of_hands(deck: list[int], wanted: list[int], draws: int) -> float:
    """Return the share of all hands that hold each of these."""
    hands = list(combinations(range(len(deck)), draws))
    fits = [hand for hand in hands if all(card in {deck[place] for place in hand} for card in wanted)]
    return len(fits) / len(hands)


@pytest.mark.parametrize("wanted", [[1], [1, 2], [1, 2, 3], [2, 3]])
@pytest.mark.parametrize("draws", [1, 3, 5])
def test_cards_together_are_as_likely_as_counting_hands_says(wanted: list[int], draws: int) -> None:
    deck = [1, 1, 1, 2, 2, 3, 4, 4, 4, 4]
    copies = [deck.count(card) for card in wanted]
    assert draw_odds.chance_of_each(len(deck), copies, draws) == pytest.approx(
        share_of_hands(deck, wanted, draws)
    )


def test_what_is_not_there_is_never_drawn_and_a_whole_deck_always() -> None:
    assert draw_odds.chance_of_each(40, [3, 0], 5) == 0
    assert draw_odds.chance_of_each(0, [], 5) == 0
    assert draw_odds.chance_of_each(4, [1, 1], 9) == 1
    assert draw_odds.expected_draws(40, 20, 6) == 3


def test_a_shuffle_keeps_every_card() -> None:
    assert sorted(draw_odds.shuffle([3, 1, 1], random.Random(1))) == [1, 1, 3]
