"""Drawing of the duel screen from a View and the player's input state. Nothing here decides, sends or
remembers.

`Screen` is the entry point. It caches what has not changed since the last frame and draws the rest.
"""

from __future__ import annotations

from facedown_client.window.paint.dependency_cache import DependencyCache, Last
from facedown_client.window.paint.state import DuelFrame

__all__ = [
    "DependencyCache",
    "DuelFrame",
    "Last",
]
