"""Free table of each format. Only this module knows all games that are played by hand."""

from __future__ import annotations

from facedown_server.games.manual.companion import CompanionTable
from facedown_server.games.manual.flesh_and_blood.referee import FleshAndBlood
from facedown_server.games.manual.referee import FreeTable
from facedown_server.games.manual.yugioh.referee import DuelTable
from facedown_shared.cards.facts import Pool
from facedown_shared.tables import Format

TABLES: dict[str, type[FreeTable]] = {
    "master": DuelTable, "classic": DuelTable, "genesys": DuelTable, "fab": FleshAndBlood,
    "companion": CompanionTable,
}  # fmt: skip
"""Classes of the games with gestures of their own, by table name. Every other game is data only."""


def free_table(rules: Format, pool: Pool, *, alone: bool = False) -> FreeTable:
    """Return a new free table of a format."""
    return TABLES.get(rules.table, FreeTable)(rules, pool, alone=alone)
