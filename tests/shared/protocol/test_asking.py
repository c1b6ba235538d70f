"""The table of windows: the phases in which a mode prompts, in one's own turn and in the opponent's."""

from __future__ import annotations

import pytest

from facedown_shared.protocol.asking import About, is_smart_prompt, prompted_phases

EVERY = {"draw", "standby", "main1", "battle", "main2", "end"}


@pytest.mark.parametrize(
    ("mode", "own", "others"),
    [
        ("always", EVERY, EVERY),
        ("smart", {"battle"}, {"main1", "battle", "end"}),
        ("able", EVERY, EVERY),
        ("never", set(), set()),
    ],
)
def test_the_phases_a_mode_asks_in(mode: str, own: set[str], others: set[str]) -> None:
    assert set(prompted_phases(mode, own=True)) == own
    assert set(prompted_phases(mode, own=False)) == others


def test_what_matters_is_the_opponents_and_the_damage_step_is_everybodys() -> None:
    assert [is_smart_prompt(About("summon", seat), 0) for seat in (0, 1)] == [False, True]
    assert [is_smart_prompt(About("damage_step", seat), 0) for seat in (0, 1)] == [True, True]
    assert not is_smart_prompt(About("draw_phase", 1), 0)
    assert is_smart_prompt(None, 0), "where it is not known about what, one is asked"
