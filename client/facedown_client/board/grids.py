"""Zones and the grid cells they occupy, as rows seen by the player below. No lengths here.

The opponent's side is the same, rotated by 180 degrees. `compute_grid` lays out tables without rows of their
own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from facedown_shared.tables import Side, Table


class GridCell(NamedTuple):
    """Zone on the grid of the player below. Columns 0 and 6 are piles, 1-5 between; rows from the top."""

    zone: str
    slot: int
    column: int
    row: int
    span: int = 1


COLUMNS_COUNT = 7
ROWS_COUNT = 5

_DUEL = (
    *(GridCell("monster", slot, slot + 1, 3) for slot in range(5)),
    *(GridCell("spell_trap", slot, slot + 1, 4) for slot in range(5)),
    GridCell("field", 0, 0, 3),
    GridCell("extra_deck", -1, 0, 4),
    GridCell("graveyard", -1, 6, 3),
    GridCell("deck", -1, 6, 4),
    GridCell("banished", -1, 6, 2),
    # On tables with separate Pendulum Zones, each player's pair is on their own left.
    GridCell("pendulum", 0, 1, 2),
    GridCell("pendulum", 1, 2, 2),
)
_SHARED_CELLS = (GridCell("extra_monster", 0, 2, 2), GridCell("extra_monster", 1, 4, 2))

_FLESH_AND_BLOOD = (
    GridCell("head", 0, 0, 3),
    GridCell("chest", 0, 1, 3),
    GridCell("weapon", 0, 2, 3),
    GridCell("hero", 0, 3, 3),
    GridCell("weapon", 1, 4, 3),
    GridCell("pitch", -1, 5, 3),
    GridCell("graveyard", -1, 6, 3),
    GridCell("legs", 0, 0, 4),
    GridCell("arms", 0, 1, 4),
    GridCell("arsenal", 0, 3, 4),
    GridCell("arsenal", 1, 4, 4),
    GridCell("weapon", 2, 2, 4),
    GridCell("banished", -1, 5, 4),
    GridCell("deck", -1, 6, 4),
)
_ARENA = (
    GridCell("permanent", -1, 0, 2, 2),
    GridCell("combat_chain", -1, 2, 2, 3),
    GridCell("stack", -1, 5, 2, 2),
)

GRIDS: dict[str, tuple[tuple[GridCell, ...], tuple[GridCell, ...]]] = {
    "master": (_DUEL, _SHARED_CELLS),
    "master3": (_DUEL, ()),
    "master1": (_DUEL, ()),
    "classic": (_DUEL, ()),
    "genesys": (_DUEL, ()),
    "fab": (_FLESH_AND_BLOOD, _ARENA),
}
"""By table: the cells of the player below, and the cells between the players as seat 0 sees them."""


def compute_grid(table: Table) -> tuple[tuple[GridCell, ...], tuple[GridCell, ...]]:
    """Compute a grid for a table without a layout: single places left, piles right, shared places between."""
    zones = [zone for zone in table.zones.values() if zone.side is Side.EACH and zone.name != "hand"]
    singles = [(zone.name, slot) for zone in zones for slot in range(zone.slots or 0)]
    piles = [(zone.name, -1) for zone in zones if zone.slots is None]
    per_side = max(1, -(-(len(singles) + len(piles)) // COLUMNS_COUNT))
    first = per_side + 1
    cells = [
        GridCell(name, slot, step % COLUMNS_COUNT, first + step // COLUMNS_COUNT)
        for step, (name, slot) in enumerate(singles)
    ]
    for step, (name, slot) in enumerate(reversed(piles)):
        cells.append(
            GridCell(
                name,
                slot,
                COLUMNS_COUNT - 1 - step % COLUMNS_COUNT,
                first + per_side - 1 - step // COLUMNS_COUNT,
            )
        )
    return tuple(cells), tuple(_place_shared(table, per_side))


def _place_shared(table: Table, row: int) -> Iterator[GridCell]:
    places = [
        (zone.name, slot)
        for zone in table.zones.values()
        if zone.side is Side.SHARED
        for slot in (range(zone.slots) if zone.slots else (-1,))
    ]
    span = max(1, COLUMNS_COUNT // max(1, len(places)))
    for step, (name, slot) in enumerate(places[:COLUMNS_COUNT]):
        yield GridCell(name, slot, step * span, row, span)
