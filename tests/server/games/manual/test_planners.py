"""Planners of gestures get hands of the matching class, and every gesture is planned at some table."""

from __future__ import annotations

from typing import Any, get_args, get_origin, get_type_hints

import pytest

from facedown_server.games.manual import referee
from facedown_server.games.manual.flesh_and_blood.hands import FabHands
from facedown_server.games.manual.flesh_and_blood.referee import GESTURES as FAB
from facedown_server.games.manual.hands import Planners, PlayerHands
from facedown_server.games.manual.yugioh.half import gestures as half_gestures
from facedown_server.games.manual.yugioh.half.gestures import PLANNERS as HALF
from facedown_server.games.manual.yugioh.half.gestures import HalfDuelHands
from facedown_server.games.manual.yugioh.hands import YugiohHands
from facedown_server.games.manual.yugioh.referee import GESTURES as YUGIOH
from facedown_server.refereeing.referee import Act, ByHand
from facedown_shared.protocol.gestures import KINDS, ChangeLife, Draw, Gesture, Move
from tests.play import Cards
from tests.server.games.manual.manual_table import Table
from tests.server.games.manual.yugioh.half.halves import HalfGame

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


@pytest.fixture
def plans(monkeypatch: pytest.MonkeyPatch) -> list[Gesture]:
    """Record every gesture that is planned from now on."""
    planned: list[Gesture] = []
    real = referee.plan_gesture

    def count_plans(hands: PlayerHands[Any], planners: Planners) -> referee.GesturePlan[PlayerHands[Any]]:
        planned.append(hands.gesture)
        return real(hands, planners)

    monkeypatch.setattr(referee, "plan_gesture", count_plans)
    monkeypatch.setattr(half_gestures, "plan_gesture", count_plans)
    return planned


def test_a_gesture_is_planned_once_for_its_check_and_its_doing(plans: list[Gesture]) -> None:
    table = Table()
    table.do("draw").do("life", text="-100")
    assert [type(gesture) for gesture in plans] == [Draw, ChangeLife]


def test_a_plan_from_before_another_act_is_made_again(plans: list[Gesture]) -> None:
    """One card is left when the second draw is carried out, whose plan was made when there were two."""
    table = Table(fillers=0, deck=["Sangan", "Mystical Elf"])
    draw = Act(0, ByHand(Draw()))
    table.free.check(draw)
    table.do("draw")
    table.take(table.free.apply(draw))
    assert table.names("0:hand") == ["Sangan", "Mystical Elf"]
    assert len(plans) == 3


def test_an_act_that_was_not_checked_is_planned_when_it_is_carried_out(plans: list[Gesture]) -> None:
    table = Table(deck=["Sangan"])
    table.take(table.free.apply(Act(0, ByHand(Draw()))))
    assert (table.names("0:hand"), len(plans)) == (["Sangan"], 1)


def test_a_card_carried_out_in_a_duel_is_planned_once_too(plans: list[Gesture]) -> None:
    game = HalfGame(Cards(hand=["Ember Call", "Tide Diver"]))
    game.begin_act("by_hand", "Ember Call").until("by_hand")
    game.hand("move", "Tide Diver", to="0:graveyard", text="discard").declare_done()
    assert [type(gesture) for gesture in plans] == [Move]
