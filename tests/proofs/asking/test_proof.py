"""The independent computation of windows agrees with the server, and notices planted differences."""

from __future__ import annotations

import pytest

from proofs.asking.proof import AskingFigures, play_numbered_duel

DUELS_COUNT = 3


def play_and_measure() -> AskingFigures:
    total = AskingFigures()
    for number in range(DUELS_COUNT):
        total.add(play_numbered_duel(number, 1))
    return total


def test_smart_asks_where_its_table_says_so_and_nowhere_else() -> None:
    total = play_and_measure()
    assert (total.duels, total.complaints) == (DUELS_COUNT, [])
    assert 0 < total.asked["smart"] < total.asked["able"] < total.asked["always"]
    assert total.asked["never"] == 0
    assert total.paused_able["smart"] == total.paused["smart"] > 0, "a long pause means: can respond"
    assert total.paused_able["always"] < total.paused["always"] / 2
    assert not any(total.about["smart", f"own {what}_phase"] for what in ("draw", "standby", "end"))


@pytest.mark.parametrize("matters", [True, False])
def test_a_table_of_other_rows_is_noticed(matters: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "facedown_server.room.match.pending_prompts.is_smart_prompt", lambda about, seat: matters
    )
    words = "is asked" if matters else "is passed"
    assert any(words in complaint for complaint in play_and_measure().complaints)
