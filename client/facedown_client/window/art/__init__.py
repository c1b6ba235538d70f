"""Card faces drawn from the facts of a card. No picture is shipped; the player's own pictures may replace
them.

Scenes use `Faces`; everything else draws at a given size and returns a premultiplied picture.
"""

from __future__ import annotations

from facedown_client.window.art.faces import (
    Faces,
    are_faces_coming,
    player_faces,
    shared_faces,
    take_in_faces,
)

__all__ = ["Faces", "are_faces_coming", "player_faces", "shared_faces", "take_in_faces"]
