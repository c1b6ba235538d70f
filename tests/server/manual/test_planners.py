"""What plans a gesture is given the hands that make it, and every gesture is planned at some table."""

from __future__ import annotations

from typing import Any, get_args, get_origin, get_type_hints

import pytest

from server.manual import referee
from server.manual.flesh_and_blood.hands import FabHands
from server.manual.flesh_and_blood.referee import GESTURES as FAB
from server.manual.hands import Planners, PlayerHands
from server.manual.yugioh.half.gestures import PLANNERS as HALF
from server.manual.yugioh.half.gestures import HalfDuelHands
from server.manual.yugioh.hands import YugiohHands
from server.manual.yugioh.referee import GESTURES as YUGIOH
from shared.protocol.gestures import KINDS

TABLES: dict[str, tuple[Planners, type[PlayerHands[Any]]]] = {
    "every table": (referee.GESTURES, PlayerHands), "yugioh": (YUGIOH, YugiohHands), "fab": (FAB, FabHands),
    "half": (HALF, HalfDuelHands),
}  # fmt: skip


@pytest.mark.parametrize(("planners", "hands"), TABLES.values(), ids=TABLES)
def test_a_planner_is_given_hands_that_make_its_gesture(
    planners: Planners, hands: type[PlayerHands[Any]]
) -> None:
    for kind, plan in planners.items():
        wanted = get_type_hints(plan)["hands"]
        (made,) = get_args(wanted)
        assert issubclass(hands, get_origin(wanted)), plan
        assert issubclass(kind, get_args(made) or made), f"{plan} is given a {kind}"


def test_every_gesture_is_planned_at_some_table() -> None:
    planned = {kind for planners, _ in TABLES.values() for kind in planners}
    assert planned == {*KINDS.values()}
