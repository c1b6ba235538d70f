"""A hand to try a deck with."""

from __future__ import annotations

import random

import pytest

from facedown_client.data import deck_entries
from facedown_client.data.trial_hand import TrialHand
from facedown_shared.tables.formats import FORMATS


def test_the_hand_has_the_size_of_the_format_and_of_who_goes_first() -> None:
    main = deck_entries.find_deck("synchro-xyz").deck.main
    trial = TrialHand(main, FORMATS["master"], random.Random(3))
    assert (len(trial.hand), trial.left_count) == (5, 35)
    trial.deal(second=True)
    assert len(trial.hand) == 6
    assert len(TrialHand(main, FORMATS["classic"], random.Random(3)).hand) == 6
    assert len(TrialHand(main, FORMATS["fab"], random.Random(3)).hand) == 4


def test_drawing_goes_on_to_the_last_card_and_no_further() -> None:
    trial = TrialHand((1, 1, 2, 3, 4, 5, 6), FORMATS["master"], random.Random(3))
    for _ in range(4):
        trial.draw()
    assert sorted(trial.hand) == [1, 1, 2, 3, 4, 5, 6]
    assert trial.left_count == 0


def test_marked_cards_have_odds_together() -> None:
    trial = TrialHand((1,) * 3 + (2,) * 37, FORMATS["master"], random.Random(1))
    while 1 not in trial.hand:
        trial.deal()
    trial.mark(trial.hand.index(1))
    assert trial.marked_codes == [1]
    assert trial.odds == pytest.approx(0.3376, abs=1e-4)
    trial.mark(trial.hand.index(1))
    assert not trial.marked
