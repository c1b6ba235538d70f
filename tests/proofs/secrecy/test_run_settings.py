"""What the duels of the proof start from: formats and modes in turn, legal decks, unwritten cards."""

from __future__ import annotations

from collections import Counter

import pytest

from facedown_server.games.duel.library import needs_manual_play
from facedown_shared.decks.decks import check
from facedown_shared.tables.formats import FORMATS
from proofs.secrecy.run_settings import MIN_UNSCRIPTED_PASSCODE, WAYS, Way, half_written, random_table


def test_every_third_duel_is_half_by_hand_and_both_formats_come_up_alike() -> None:
    settings = [random_table(number, 1).settings for number in range(12)]
    assert Counter(one.mode for one in settings) == {"rules": 8, "half": 4}
    assert Counter(one.format for one in settings) == {"master": 6, "classic": 6}


@pytest.mark.parametrize("way", WAYS)
def test_the_decks_are_legal(way: Way) -> None:
    for number in range(6):
        setting = random_table(number, 3, way=way)
        rules = FORMATS[setting.settings.format]
        assert not any(check(deck, rules, setting.pool) for deck in setting.decks)


def test_what_nobody_has_written_goes_by_hand() -> None:
    strange = [facts for facts in half_written() if facts.code > MIN_UNSCRIPTED_PASSCODE]
    assert len(strange) > 100
    assert all(map(needs_manual_play, strange))
    setting = random_table(0, 1, way="half")
    assert any(code > MIN_UNSCRIPTED_PASSCODE for deck in setting.decks for code in deck.main)
