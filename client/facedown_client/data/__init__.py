"""What the client knows and keeps: the model fed by messages, cards, decks, settings, the player's own files.

No pygame.
"""

from __future__ import annotations

from facedown_client.data.deck_entries import DeckEntry
from facedown_client.data.preferences import Preferences

__all__ = [
    "DeckEntry",
    "Preferences",
]
