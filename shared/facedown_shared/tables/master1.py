"""The table of Master Rule 1: the mat before Extra Monster Zones and Pendulum Zones."""

from __future__ import annotations

from facedown_shared.tables import geometry, master
from facedown_shared.tables.zones import Table

FIELD = tuple(zone for zone in master.FIELD if zone.name != "extra_monster")

MASTER1 = Table(
    "master1",
    {zone.name: zone for zone in (*FIELD, *master.PILES)},
    columns=geometry.columns(extra_monster=False),
    points=geometry.points(extra_monster=False),
)
