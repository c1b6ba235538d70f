"""Card faces drawn from what is printed on a card: no picture is shipped, and one's own may replace them.

`Faces` is the door for scenes; everything else draws at a given size and returns a premultiplied picture.
"""

from __future__ import annotations

from facedown_client.window.art.faces import Faces, are_faces_coming, shared_faces, take_in_faces

__all__ = ["Faces", "are_faces_coming", "shared_faces", "take_in_faces"]
