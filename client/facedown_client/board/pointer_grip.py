"""A press that may become a drag: the pressed thing, the position, and whether the pointer has left it.

Law: no pygame. Code that handles pointer events has one; it decides what may be dragged and where it may go.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")
Point = tuple[int, int]

DRAG_THRESHOLD_PX = 6
"""Pixels the pointer moves with the button held before a press becomes a drag."""


class GripTarget(NamedTuple, Generic[T]):
    """What the button went down on and where; `away`: the pointer has been further than a hand trembles."""

    what: T
    at: Point
    away: bool = False


class PointerGrip(Generic[T]):
    """At most one thing is held: `take` it, `move` with it, `let_go`."""

    def __init__(self) -> None:
        self.held: GripTarget[T] | None = None

    def take(self, what: T, at: Point) -> None:
        """The button went down on something."""
        self.held = GripTarget(what, at)

    def move(self, at: Point) -> GripTarget[T] | None:
        """The pointer moved: what is held, if anything; once it has been away it stays a drag."""
        held = self.held
        if held is not None and not held.away:
            far = max(abs(at[0] - held.at[0]), abs(at[1] - held.at[1])) > DRAG_THRESHOLD_PX
            self.held = held._replace(away=far)
        return self.held

    def let_go(self) -> GripTarget[T] | None:
        """The button went up, or what was held is forgotten: what it was."""
        held, self.held = self.held, None
        return held
