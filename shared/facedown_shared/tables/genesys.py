"""The table of Genesys: today's mat without Extra Monster Zones and Pendulum Zones."""

from __future__ import annotations

from facedown_shared.tables import geometry
from facedown_shared.tables.master import PILES
from facedown_shared.tables.master1 import FIELD
from facedown_shared.tables.zones import Table

GENESYS = Table(
    "genesys",
    {zone.name: zone for zone in (*FIELD, *PILES)},
    columns=geometry.columns(extra_monster=False),
    points=geometry.points(extra_monster=False),
)
