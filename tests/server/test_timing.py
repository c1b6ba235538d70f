"""The proof of law 4: its classifier tells what can be told, and windows are matched with their owners."""

from __future__ import annotations

import pytest

from server.prove.timing.classifier import area, auc, features
from server.prove.timing.player import Seen, TimedPlayer
from server.prove.timing.proof import timed
from server.table.fate import Fate
from shared.decks import Deck

DICE = Fate(b"classifier".ljust(32, b"."))


def drawn(low: int, high: int) -> float:
    """Milliseconds between these, as seconds."""
    return (low + DICE.below(high - low, "time")) / 1000


def told_apart(able: tuple[int, int], unable: tuple[int, int]) -> float:
    labels = [bool(DICE.below(2, "label")) for _ in range(1500)]
    rows = [features(drawn(*(able if label else unable)), 0.3, 0.3) for label in labels]
    return auc(rows, labels, [0] * len(rows))


def test_equal_times_tell_nothing() -> None:
    assert told_apart((150, 500), (150, 500)) == pytest.approx(0.5, abs=0.05)


def test_a_round_trip_tells_nearly_everything() -> None:
    assert told_apart((20, 60), (1, 8)) > 0.97


def test_a_small_delay_is_noticed() -> None:
    assert told_apart((170, 520), (150, 500)) > 0.53


def test_times_that_lie_on_both_sides_of_the_others_are_noticed() -> None:
    labels = [index % 2 == 0 for index in range(1000)]
    rows = [
        features(drawn(300, 350) if label else drawn(*((150, 200), (450, 500))[index % 4 > 1]), 0.3, 0.3)
        for index, label in enumerate(labels)
    ]
    assert auc(rows, labels, [0] * len(rows)) > 0.9


def test_the_area_counts_ties_half() -> None:
    assert area([1.0, 1.0], [True, False], "aa") == 0.5
    assert area([2.0, 1.0, 3.0], [True, False, True], "aaa") == 1.0
    assert area([0.0, 1.0], [True, False], "aa") == 0.0


def test_only_windows_of_one_kind_are_held_against_each_other() -> None:
    """Chains last longer than phases, and everybody sees which it was."""
    scores, labels = [9.0, 9.0, 1.0, 1.0], [True, False, True, False]
    assert area(scores, labels, ["chain", "chain", "phase", "phase"]) == 0.5
    assert area([9.0, 1.0], [True, False], ["chain", "chain"]) == 1.0
    with pytest.raises(ValueError, match="nothing to tell apart"):
        area([9.0, 1.0], [True, False], ["chain", "phase"])


def test_with_one_kind_of_window_there_is_nothing_to_tell() -> None:
    with pytest.raises(ValueError, match="nothing to tell apart"):
        auc([(1.0,)] * 5, [True] * 5, "aaaaa")


def test_a_window_is_matched_with_what_its_owner_knew() -> None:
    watcher, owner = (TimedPlayer(name, Deck(), DICE, 0.0, lambda: True) for name in ("Anna", "Ben"))
    watcher.seen = [Seen(0.3, ("draw",)), Seen(0.4, ("draw",))]
    owner.asked = [True, False, True]
    found = timed([(watcher, owner)])
    assert found.able == (True, False)
    assert [row[0] for row in found.rows] == [0.3, 0.4]
    assert [row[3] for row in found.rows] == pytest.approx([-0.05, 0.05])
    assert [row[4] for row in found.rows] == [0.0, 0.3]
    assert found.kinds == (("draw",), ("draw",))
