"""The table of two players with cards on paper: it has no zones, since no card is on it."""

from __future__ import annotations

from facedown_shared.tables.zones import Table

COMPANION = Table("companion", {})
