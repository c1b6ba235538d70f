"""Random tokens for links, made from the entropy of the World alone."""

from __future__ import annotations

import base64

from facedown_server.runtime.world import World

SECRET_BYTES = 15


def new_secret(world: World, count: int = SECRET_BYTES) -> str:
    """Return random letters for a link."""
    return base64.urlsafe_b64encode(world.entropy(count)).decode().rstrip("=")
