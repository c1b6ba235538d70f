"""A thing carried by the pointer: a click is no drag, a drop delivers it, and a rejected one flies back."""

from __future__ import annotations

from facedown_client.board import Rect
from facedown_client.board.drag_carrier import DRAG_THRESHOLD_PX, RETURN_ANIMATION_S, DragCarrier, PointerGrip

HOME = Rect(100, 100, 20, 20)


def test_a_press_that_hardly_moves_is_a_click() -> None:
    carrying = DragCarrier[str]()
    carrying.press("card", (110, 110), HOME)
    assert not carrying.move((113, 112))
    assert carrying.thing is None
    assert carrying.drop() is None


def test_a_press_that_moves_lifts_and_a_drop_gives_it_once() -> None:
    carrying = DragCarrier[str]()
    carrying.press("card", (110, 110), HOME)
    assert carrying.move((110, 120))
    assert carrying.thing == "card"
    assert carrying.move((110, 111)), "once lifted it stays lifted"
    assert carrying.drop() == "card"
    assert carrying.drop() is None


def test_what_is_dropped_in_vain_flies_back_to_where_it_lay() -> None:
    carrying = DragCarrier[str]()
    carrying.press("card", (110, 110), HOME)
    carrying.move((400, 300))
    thing = carrying.drop()
    assert thing is not None
    carrying.fly_back(thing, 5.0)
    assert carrying.flight_position(5.0) == ("card", (400, 300))
    flying = carrying.flight_position(5.0 + RETURN_ANIMATION_S * 0.9)
    assert flying is not None
    assert abs(flying[1][0] - 110) < 5
    assert carrying.flight_position(5.0 + RETURN_ANIMATION_S) is None


def test_without_motion_nothing_flies() -> None:
    carrying = DragCarrier[str](0.0)
    carrying.press("card", (110, 110), HOME)
    carrying.move((400, 300))
    carrying.drop()
    carrying.fly_back("card", 5.0)
    assert carrying.flight_position(5.0) is None


def test_a_trembling_hand_presses() -> None:
    grip: PointerGrip[str] = PointerGrip()
    grip.press("card", (100, 100))
    held = grip.move((100 + DRAG_THRESHOLD_PX, 100 - DRAG_THRESHOLD_PX))
    assert held is not None
    assert not held.away
    assert grip.release() == ("card", (100, 100), False)
    assert grip.release() is None


def test_a_drag_stays_one_when_the_pointer_comes_back() -> None:
    grip: PointerGrip[str] = PointerGrip()
    grip.press("card", (100, 100))
    grip.move((100, 101 + DRAG_THRESHOLD_PX))
    held = grip.move((100, 100))
    assert held is not None
    assert held.away


def test_nothing_is_held_without_a_press() -> None:
    grip: PointerGrip[str] = PointerGrip()
    assert grip.move((5, 5)) is None
