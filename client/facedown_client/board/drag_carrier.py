"""A thing carried by the pointer: lifted once a press has become a drag, dropped, or on its way back in vain.

Law: no pygame, and nothing of what is carried: a deck's cards here, whatever else there.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from facedown_client.board.layout import Rect
from facedown_client.board.pointer_grip import Point, PointerGrip

RETURN_ANIMATION_S = 0.25
"""Seconds in which a thing goes back to where it was taken from, at the usual motion."""

Thing = TypeVar("Thing")


class Flight(NamedTuple, Generic[Thing]):
    """A thing on its way back: from where, to which box, since when."""

    thing: Thing
    start: Point
    goal: Rect
    since: float


class DragCarrier(Generic[Thing]):
    """What the pointer holds, or has let go in vain."""

    def __init__(self, motion: float = 1.0) -> None:
        self.motion = motion
        """Durations are multiplied by this; 0 is no motion at all."""
        self.at: Point = (0, 0)
        self.flight: Flight[Thing] | None = None
        self._grip = PointerGrip[tuple[Thing, Rect]]()
        self._home = Rect(0, 0, 1, 1)

    @property
    def thing(self) -> Thing | None:
        """What is carried now; None too while a press may still become a click."""
        held = self._grip.held
        return held.what[0] if held is not None and held.away else None

    def keep_to(self, motion: float) -> None:
        """From now on durations are multiplied by this."""
        self.motion = motion

    def press(self, thing: Thing, at: Point, home: Rect) -> None:
        """Handle the button pressed on a thing."""
        self._grip.take((thing, home), at)

    def move(self, at: Point) -> bool:
        """The pointer moved; whether something is carried with it."""
        self.at = at
        self._grip.move(at)
        return self.thing is not None

    def drop(self) -> Thing | None:
        """The button went up: what was carried; None where it was a click."""
        held = self._grip.let_go()
        if held is None or not held.away:
            return None
        thing, self._home = held.what
        return thing

    def fly_back(self, thing: Thing, now: float) -> None:
        """It cannot lie where it was let go: back to where it came from."""
        self.flight = Flight(thing, self.at, self._home, now) if self.motion > 0 else None

    def flying(self, now: float) -> tuple[Thing, Point] | None:
        """Return what is on its way back now, and where its middle is; nothing once it has arrived."""
        if self.flight is None:
            return None
        share = (now - self.flight.since) / (RETURN_ANIMATION_S * self.motion)
        if share >= 1:
            self.flight = None
            return None
        eased = 1 - (1 - max(0.0, share)) ** 3
        (x, y), (to_x, to_y) = self.flight.start, self.flight.goal.centre
        return self.flight.thing, (round(x + (to_x - x) * eased), round(y + (to_y - y) * eased))
