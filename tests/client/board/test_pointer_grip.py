"""The distance of the pointer distinguishes a press from a drag."""

from __future__ import annotations

from facedown_client.board.pointer_grip import DRAG_THRESHOLD_PX, PointerGrip


def test_a_trembling_hand_presses() -> None:
    grip: PointerGrip[str] = PointerGrip()
    grip.take("card", (100, 100))
    held = grip.move((100 + DRAG_THRESHOLD_PX, 100 - DRAG_THRESHOLD_PX))
    assert held is not None
    assert not held.away
    assert grip.let_go() == ("card", (100, 100), False)
    assert grip.let_go() is None


def test_a_drag_stays_one_when_the_pointer_comes_back() -> None:
    grip: PointerGrip[str] = PointerGrip()
    grip.take("card", (100, 100))
    grip.move((100, 101 + DRAG_THRESHOLD_PX))
    held = grip.move((100, 100))
    assert held is not None
    assert held.away


def test_nothing_is_held_without_a_press() -> None:
    grip: PointerGrip[str] = PointerGrip()
    assert grip.move((5, 5)) is None
