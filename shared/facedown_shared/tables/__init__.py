"""Every table by name. To add a game, add a module of rows here."""

from __future__ import annotations

from facedown_shared.tables.classic import CLASSIC
from facedown_shared.tables.flesh_and_blood import FLESH_AND_BLOOD
from facedown_shared.tables.genesys import GENESYS
from facedown_shared.tables.master import MASTER
from facedown_shared.tables.master1 import MASTER1
from facedown_shared.tables.master3 import MASTER3
from facedown_shared.tables.zones import Table

TABLES: dict[str, Table] = {
    table.name: table for table in (MASTER, MASTER3, MASTER1, CLASSIC, GENESYS, FLESH_AND_BLOOD)
}
"""The zone tables by the name that formats use."""
