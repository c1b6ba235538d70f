"""The benchmarks run: what they put together still is what it measures."""

from __future__ import annotations

import pytest

from benchmarks import hands


def test_gestures_by_hand_are_carried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "GESTURES", 20)
    back, gestures = hands.figures()
    assert back.unit == "ms"
    assert gestures.value > 0
