"""Every table by name. Adding a game is adding a module of rows here."""

from __future__ import annotations

from shared.tables.classic import CLASSIC
from shared.tables.flesh_and_blood import FLESH_AND_BLOOD
from shared.tables.genesys import GENESYS
from shared.tables.master import MASTER
from shared.tables.master1 import MASTER1
from shared.tables.master3 import MASTER3
from shared.tables.zones import Table

TABLES: dict[str, Table] = {
    table.name: table for table in (MASTER, MASTER3, MASTER1, CLASSIC, GENESYS, FLESH_AND_BLOOD)
}
"""The zone tables by the name a format gives."""
