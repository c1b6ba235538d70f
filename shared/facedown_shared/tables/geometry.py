"""The geometry of the Yu-Gi-Oh! mat: columns, neighbours and Link Arrows, from coordinates.

All coordinates are from seat 0's view: "across" is 1-5 from its left; "away" counts from its own Spell & Trap
Zones (0) over the Extra Monster Zones (2) to the opponent's Spell & Trap Zones (4). Players read arrows from
their own side, so seat 1's are rotated by 180 degrees (YGO-LNK-12). Only tables use this module.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place

MAIN_ZONES_COUNT = 5

ARROWS = {
    "top_left": (-1, 1),
    "top": (0, 1),
    "top_right": (1, 1),
    "left": (-1, 0),
    "right": (1, 0),
    "bottom_left": (-1, -1),
    "bottom": (0, -1),
    "bottom_right": (1, -1),
}
"""Every arrow (YGO-LNK-01), as steps (to the right, away from the player) from its controller's view."""


class Spot(NamedTuple):
    """A position on the mat: column 1-5 from seat 0's left, rows away from seat 0."""

    across: int
    away: int

    def step(self, arrow: str, seat: int) -> Spot:
        """Return the spot one step along an arrow, as the player at `seat` reads it (YGO-LNK-06,
        YGO-LNK-12).
        """
        right, forward = ARROWS[arrow]
        turn = 1 if seat == 0 else -1
        return Spot(self.across + turn * right, self.away + turn * forward)


def spots(extra_monster: bool) -> dict[Place, Spot]:
    """Return the spot of every zone in a column (YGO-COL-01 to 03, YGO-FLD-10 to 11), with or without Extra
    Monster Zones.
    """
    laid: dict[Place, Spot] = {}
    for seat, rows in ((0, {"spell_trap": 0, "monster": 1}), (1, {"monster": 3, "spell_trap": 4})):
        for zone, away in rows.items():
            for slot in range(MAIN_ZONES_COUNT):
                laid[Place(seat, zone, slot)] = Spot(slot + 1 if seat == 0 else MAIN_ZONES_COUNT - slot, away)
    if extra_monster:
        for slot, across in ((0, 2), (1, 4)):
            laid[Place(SHARED_SEAT_INDEX, "extra_monster", slot)] = Spot(across, 2)
    return laid


def columns(extra_monster: bool) -> dict[str, int]:
    """Return the column of each place by the place's text, counted from seat 0's left."""
    return {str(place): spot.across for place, spot in spots(extra_monster).items()}


def points(extra_monster: bool) -> dict[tuple[str, str], Place]:
    """Return every arrow that reaches a zone: ("controller/place", arrow) -> the place it points at.

    An arrow reaches one step. It can reach the controller's own Spell & Trap Zone, which links nothing
    (YGO-LNK-14), and from an Extra Monster Zone either player's Main Monster Zones (YGO-LNK-10).
    """
    laid = spots(extra_monster)
    lying = {spot: place for place, spot in laid.items()}
    reached: dict[tuple[str, str], Place] = {}
    for seat, place in _link_positions(extra_monster):
        for arrow in ARROWS:
            goal = lying.get(laid[place].step(arrow, seat))
            if goal is not None:
                reached[f"{seat}/{place}", arrow] = goal
    return reached


def _link_positions(extra_monster: bool) -> Iterator[tuple[int, Place]]:
    """Return every (controller, place) at which a Link Monster can be."""
    for seat in (0, 1):
        for slot in range(MAIN_ZONES_COUNT):
            yield seat, Place(seat, "monster", slot)
        for slot in range(2 if extra_monster else 0):
            yield seat, Place(SHARED_SEAT_INDEX, "extra_monster", slot)
