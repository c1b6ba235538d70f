"""The client's data without a window: cards, decks, settings and the player's own files. No pygame."""

from __future__ import annotations

from facedown_client.data.deck_entries import DeckEntry
from facedown_client.data.preferences import Preferences

__all__ = [
    "DeckEntry",
    "Preferences",
]
