"""The table of the starter-deck rulebook: the zones of Master Rule 1 under the names of that time.

What was removed from play lies open, since it never comes back (CF-23), and the Graveyard likewise.
"""

from __future__ import annotations

from dataclasses import replace

from shared.tables import geometry
from shared.tables.master1 import MASTER1
from shared.zones import Readers, Table

_TITLES = {
    "monster": "Monster Card Zone",
    "spell_trap": "Spell & Trap Card Zone",
    "field": "Field Card Zone",
    "extra_deck": "Fusion Deck",
    "banished": "Removed from play",
}

_ZONES = {name: replace(zone, title=_TITLES.get(name, zone.title)) for name, zone in MASTER1.zones.items()}
_ZONES["banished"] = replace(_ZONES["banished"], face_down=Readers.EVERYBODY)

CLASSIC = Table("classic", _ZONES, columns=geometry.columns(extra_monster=False))
