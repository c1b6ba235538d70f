"""The table of Flesh and Blood: its fifteen types of zone (FAB-3.0.1), two weapon zones for each player.

The arena is no zone but a tag (FAB-3.0.5a); a hero's soul is beneath the hero card (FAB-3.11.5). "field" are
the zones in which an arriving card stays the same object: arena and stack (FAB-3.0.9).
"""

from __future__ import annotations

from facedown_shared.tables.zones import Readers, Side, Table, Zone
from facedown_shared.text import gettext_noop

_ARENA = frozenset({"arena", "public", "field"})
_EQUIPMENT = _ARENA | {"equipment"}
_PUBLIC = frozenset({"public"})
_PRIVATE = frozenset({"private"})

_OWNER = Readers.OWNER
"""The readers of a private object outside a deck: its owner and the zone's owner (FAB-3.0.3a)."""

ZONES = (
    Zone("head", gettext_noop("Head"), slots=1, spare=1, face_down=_OWNER, tags=_EQUIPMENT),
    Zone("chest", gettext_noop("Chest"), slots=1, spare=1, face_down=_OWNER, tags=_EQUIPMENT),
    Zone("arms", gettext_noop("Arms"), slots=1, spare=1, face_down=_OWNER, tags=_EQUIPMENT),
    Zone("legs", gettext_noop("Legs"), slots=1, spare=1, face_down=_OWNER, tags=_EQUIPMENT),
    Zone("weapon", gettext_noop("Weapon"), slots=2, spare=2, face_down=_OWNER, tags=_ARENA | {"weapon"}),
    Zone("hero", gettext_noop("Hero"), slots=1, face_down=_OWNER, tags=_ARENA | {"hero"}),
    Zone("permanent", gettext_noop("Permanents"), side=Side.SHARED, face_down=_OWNER, tags=_ARENA),
    Zone("combat_chain", gettext_noop("Combat chain"), side=Side.SHARED, face_down=_OWNER, tags=_ARENA),
    Zone("stack", gettext_noop("Stack"), side=Side.SHARED, face_down=_OWNER, tags=_PUBLIC | {"field"}),
    Zone("arsenal", gettext_noop("Arsenal"), slots=1, spare=1, face_down=_OWNER, tags=_PRIVATE),
    Zone("pitch", gettext_noop("Pitch"), face_down=_OWNER, tags=_PUBLIC),
    Zone("graveyard", gettext_noop("Graveyard"), face_down=_OWNER, tags=_PUBLIC),
    Zone(
        "deck",
        gettext_noop("Deck"),
        face_up=Readers.NOBODY,
        face_down=Readers.NOBODY,
        backs=False,
        tags=_PRIVATE,
    ),
    Zone("hand", gettext_noop("Hand"), face_down=_OWNER, backs=False, tags=_PRIVATE),
    Zone("banished", gettext_noop("Banished"), face_down=_OWNER, backs=False, tags=_PUBLIC),
)

FLESH_AND_BLOOD = Table("fab", {zone.name: zone for zone in ZONES}, new_objects=True)
