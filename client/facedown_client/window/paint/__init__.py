"""The duel screen, drawn from a View and what the player is doing. Nothing here decides, sends or remembers.

`Screen` is the door: it keeps what has not changed since the last frame and draws the rest.
"""

from __future__ import annotations

from facedown_client.window.paint.dependency_cache import DependencyCache, Last
from facedown_client.window.paint.state import DuelFrame

__all__ = [
    "DependencyCache",
    "DuelFrame",
    "Last",
]
