"""Which table a format is played on by hand: the one place that knows every game moved by hand."""

from __future__ import annotations

from server.games.manual.flesh_and_blood.referee import FleshAndBlood
from server.games.manual.referee import FreeTable
from server.games.manual.yugioh.referee import DuelTable
from shared.cards.facts import Pool
from shared.tables.formats import Format

TABLES: dict[str, type[FreeTable]] = {
    "master": DuelTable, "classic": DuelTable, "genesys": DuelTable, "fab": FleshAndBlood,
}  # fmt: skip
"""Games with gestures of their own, by the name of their table; every other game is rows alone."""


def free_table(rules: Format, pool: Pool, *, alone: bool = False) -> FreeTable:
    """A fresh table for a format, to be moved by hand."""
    return TABLES.get(rules.table, FreeTable)(rules, pool, alone=alone)
