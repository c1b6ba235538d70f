"""The table of the starter-deck rulebook: the zones of Master Rule 1 under the names of that time.

Cards removed from play are face-up, and so public (GAP-V7), unless a card says face-down.
"""

from __future__ import annotations

from dataclasses import replace

from facedown_shared.tables import geometry
from facedown_shared.tables.master1 import MASTER1
from facedown_shared.tables.zones import Table
from facedown_shared.text import gettext_noop

_TITLES = {
    "monster": gettext_noop("Monster Card Zone"),
    "spell_trap": gettext_noop("Spell & Trap Card Zone"),
    "field": gettext_noop("Field Card Zone"),
    "extra_deck": gettext_noop("Fusion Deck"),
    "banished": gettext_noop("Removed from play"),
}

_ZONES = {name: replace(zone, title=_TITLES.get(name, zone.title)) for name, zone in MASTER1.zones.items()}

CLASSIC = Table("classic", _ZONES, columns=geometry.columns(extra_monster=False))
