"""Zones, formats and the View, and every table by name. To add a game, add a module of rows here."""

from __future__ import annotations

from facedown_shared.tables.companion import COMPANION
from facedown_shared.tables.flesh_and_blood import FLESH_AND_BLOOD
from facedown_shared.tables.formats import DECK_FORMATS, FORMATS, PLAYED, Format
from facedown_shared.tables.view import (
    LingeringEffect,
    Pile,
    PromptNotice,
    View,
    VisibleCard,
    VisibleEvent,
    VisibleLink,
)
from facedown_shared.tables.ways_of_play import WAYS_OF_PLAY, known_ways, way_of_play
from facedown_shared.tables.yugioh import CLASSIC, GENESYS, MASTER, MASTER1, MASTER3
from facedown_shared.tables.zones import (
    CLASSES,
    PUBLIC_CLASS_INDEX,
    SHARED_SEAT_INDEX,
    Place,
    Readers,
    Seat,
    SeatOrNone,
    Side,
    Table,
    Zone,
    pile_place,
)

__all__ = [
    "CLASSES",
    "DECK_FORMATS",
    "FORMATS",
    "PLAYED",
    "PUBLIC_CLASS_INDEX",
    "SHARED_SEAT_INDEX",
    "TABLES",
    "WAYS_OF_PLAY",
    "Format",
    "LingeringEffect",
    "Pile",
    "Place",
    "PromptNotice",
    "Readers",
    "Seat",
    "SeatOrNone",
    "Side",
    "Table",
    "View",
    "VisibleCard",
    "VisibleEvent",
    "VisibleLink",
    "Zone",
    "known_ways",
    "pile_place",
    "way_of_play",
]

TABLES: dict[str, Table] = {
    table.name: table for table in (MASTER, MASTER3, MASTER1, CLASSIC, GENESYS, FLESH_AND_BLOOD, COMPANION)
}
"""The zone tables by the name that formats use."""
