"""The tables of Yu-Gi-Oh!, the oldest last: a format's table adds rows to another one or leaves rows out."""

from __future__ import annotations

from dataclasses import replace

from facedown_shared.tables import geometry
from facedown_shared.tables.zones import Readers, Side, Table, Zone
from facedown_shared.text import gettext_noop

FIELD = (
    Zone("monster", gettext_noop("Main Monster Zone"), slots=5, tags=frozenset({"field", "monster"})),
    Zone(
        "extra_monster",
        gettext_noop("Extra Monster Zone"),
        side=Side.SHARED,
        slots=2,
        tags=frozenset({"field", "monster"}),
    ),
    Zone("spell_trap", gettext_noop("Spell & Trap Zone"), slots=5, tags=frozenset({"field", "spell_trap"})),
    Zone("field", gettext_noop("Field Zone"), slots=1, tags=frozenset({"field"})),
)
"""YGO-FLD-02, YGO-EMZ-02, YGO-STZ-02, YGO-FZ-08; face-down cards by YGO-FLD-06."""

PILES = (
    # YGO-GY-02 to 03, CLS-MAT-06 to 07
    Zone("graveyard", gettext_noop("Graveyard"), face_down=Readers.OWNER),
    # YGO-DECK-04, CLS-MAT-11, CF-16
    Zone("deck", gettext_noop("Deck"), face_up=Readers.NOBODY, face_down=Readers.NOBODY, backs=False),
    # YGO-ED-02, YGO-ED-05 to 06, YGO-ED-08, CLS-MAT-05, CLS-FUS-11
    Zone("extra_deck", gettext_noop("Extra Deck"), face_down=Readers.OWNER, backs=False),
    # YGO-HAND-02, CF-14
    Zone("hand", gettext_noop("Hand"), face_down=Readers.OWNER, backs=False),
    # YGO-BAN-01, YGO-BAN-04, YGO-BAN-10, YGO-BAN-12, CF-15, VIS-L10
    Zone("banished", gettext_noop("Banished"), face_down=Readers.OWNER, backs=False),
)

MASTER = Table(
    "master",
    {zone.name: zone for zone in (*FIELD, *PILES)},
    columns=geometry.columns(extra_monster=True),
    points=geometry.points(extra_monster=True),
)
"""Extra Monster Zones, and Pendulum Zones within the Spell & Trap Zones."""

OLD_FIELD = tuple(zone for zone in FIELD if zone.name != "extra_monster")

GENESYS = Table(
    "genesys",
    {zone.name: zone for zone in (*OLD_FIELD, *PILES)},
    columns=geometry.columns(extra_monster=False),
    points=geometry.points(extra_monster=False),
)
"""Today's mat without Extra Monster Zones and Pendulum Zones."""

PENDULUM = Zone("pendulum", gettext_noop("Pendulum Zone"), slots=2, tags=frozenset({"field", "spell_trap"}))

MASTER3 = replace(GENESYS, name="master3", zones={zone.name: zone for zone in (*OLD_FIELD, PENDULUM, *PILES)})
"""Master Rule 3: no Extra Monster Zones, and Pendulum Zones of their own."""

MASTER1 = replace(GENESYS, name="master1")
"""Master Rule 1: the mat before Extra Monster Zones and Pendulum Zones."""

_CLASSIC_TITLES = {
    "monster": gettext_noop("Monster Card Zone"),
    "spell_trap": gettext_noop("Spell & Trap Card Zone"),
    "field": gettext_noop("Field Card Zone"),
    "extra_deck": gettext_noop("Fusion Deck"),
    "banished": gettext_noop("Removed from play"),
}

CLASSIC = Table(
    "classic",
    {
        name: replace(zone, title=_CLASSIC_TITLES.get(name, zone.title))
        for name, zone in MASTER1.zones.items()
    },
    columns=geometry.columns(extra_monster=False),
)
"""The starter-deck rulebook: the zones of Master Rule 1 under the names of that time.

Cards removed from play are face-up, and so public (GAP-V7), unless a card says face-down.
"""
