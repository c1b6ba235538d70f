"""Pointer press that may become a drag: the pressed thing, the position, and whether the pointer has moved
away.

Law: no pygame. The code that handles pointer events decides what may be dragged, and where to.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
Point = tuple[int, int]

DRAG_THRESHOLD_PX = 6
"""Pixels the pointer moves with the button held before a press becomes a drag."""


class GripTarget(NamedTuple, Generic[T]):
    """Pressed thing and the position of the press; `away`: the pointer has moved past the threshold."""

    what: T
    at: Point
    away: bool = False


class PointerGrip(Generic[T]):
    """Holder of at most one pressed thing: `take` it, `move` with it, `let_go`."""

    def __init__(self) -> None:
        self.held: GripTarget[T] | None = None

    def take(self, what: T, at: Point) -> None:
        """Handle a button press on a thing."""
        self.held = GripTarget(what, at)

    def move(self, at: Point) -> GripTarget[T] | None:
        """Handle a move of the pointer; return the held thing. Once away, a press stays a drag."""
        held = self.held
        if held is not None and not held.away:
            far = max(abs(at[0] - held.at[0]), abs(at[1] - held.at[1])) > DRAG_THRESHOLD_PX
            self.held = held._replace(away=far)
        return self.held

    def let_go(self) -> GripTarget[T] | None:
        """Release the held thing and return it."""
        held, self.held = self.held, None
        return held
