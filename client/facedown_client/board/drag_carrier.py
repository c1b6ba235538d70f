"""Drag and drop of one thing: lift, carry, drop, and the animation back after a failed drop.

Law: no pygame, and no knowledge of the thing that is carried.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from facedown_client.board.layout import Rect

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
    """Holder of at most one pressed thing: `press` it, `move` with it, `release`."""

    def __init__(self) -> None:
        self.held: GripTarget[T] | None = None

    def press(self, what: T, at: Point) -> None:
        """Handle a button press on a thing."""
        self.held = GripTarget(what, at)

    def move(self, at: Point) -> GripTarget[T] | None:
        """Handle a move of the pointer; return the held thing. Once away, a press stays a drag."""
        held = self.held
        if held is not None and not held.away:
            far = max(abs(at[0] - held.at[0]), abs(at[1] - held.at[1])) > DRAG_THRESHOLD_PX
            self.held = held._replace(away=far)
        return self.held

    def release(self) -> GripTarget[T] | None:
        """Release the held thing and return it."""
        held, self.held = self.held, None
        return held


RETURN_ANIMATION_S = 0.25
"""Seconds of the animation after a failed drop, at normal motion."""

Thing = TypeVar("Thing")


class Flight(NamedTuple, Generic[Thing]):
    """Animation of a thing that returns after a failed drop: start point, goal box, start time."""

    thing: Thing
    start: Point
    goal: Rect
    since: float


class DragCarrier(Generic[Thing]):
    """Carrier of the thing that the pointer drags, and of its flight back after a failed drop."""

    def __init__(self, motion: float = 1.0) -> None:
        self.motion = motion
        """Factor of all durations; 0 turns animations off."""
        self.at: Point = (0, 0)
        self.flight: Flight[Thing] | None = None
        self._grip = PointerGrip[tuple[Thing, Rect]]()
        self._home = Rect(0, 0, 1, 1)

    @property
    def thing(self) -> Thing | None:
        """Return the carried thing; None also while the press may still become a click."""
        held = self._grip.held
        return held.what[0] if held is not None and held.away else None

    def set_pace(self, motion: float) -> None:
        """Set the factor of all durations."""
        self.motion = motion

    def press(self, thing: Thing, at: Point, home: Rect) -> None:
        """Handle a button press on a thing."""
        self._grip.press((thing, home), at)

    def move(self, at: Point) -> bool:
        """Handle a move of the pointer; return whether a thing is carried."""
        self.at = at
        self._grip.move(at)
        return self.thing is not None

    def drop(self) -> Thing | None:
        """Handle the release of the button; return the carried thing, None after a click."""
        held = self._grip.release()
        if held is None or not held.away:
            return None
        thing, self._home = held.what
        return thing

    def fly_back(self, thing: Thing, now: float) -> None:
        """Animate a thing back to its origin after a failed drop."""
        self.flight = Flight(thing, self.at, self._home, now) if self.motion > 0 else None

    def flight_position(self, now: float) -> tuple[Thing, Point] | None:
        """Return the thing that flies back and its present centre; None after its arrival."""
        if self.flight is None:
            return None
        share = (now - self.flight.since) / (RETURN_ANIMATION_S * self.motion)
        if share >= 1:
            self.flight = None
            return None
        eased = 1 - (1 - max(0.0, share)) ** 3
        (x, y), (to_x, to_y) = self.flight.start, self.flight.goal.centre
        return self.flight.thing, (round(x + (to_x - x) * eased), round(y + (to_y - y) * eased))
