"""The table of Master Rule 3: no Extra Monster Zones, and Pendulum Zones of their own."""

from __future__ import annotations

from facedown_shared.tables import geometry
from facedown_shared.tables.master import PILES
from facedown_shared.tables.master1 import FIELD
from facedown_shared.tables.zones import Table, Zone
from facedown_shared.text import gettext_noop

PENDULUM = Zone("pendulum", gettext_noop("Pendulum Zone"), slots=2, tags=frozenset({"field", "spell_trap"}))

MASTER3 = Table(
    "master3",
    {zone.name: zone for zone in (*FIELD, PENDULUM, *PILES)},
    columns=geometry.columns(extra_monster=False),
    points=geometry.points(extra_monster=False),
)
