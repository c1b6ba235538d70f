"""Predicates of rectangles on a screen."""

from __future__ import annotations

from facedown_client.board.layout import Rect


def is_inside(part: Rect, whole: Rect) -> bool:
    """Return whether a rectangle is wholly in another."""
    across = whole.x <= part.x and part.right <= whole.right
    return across and whole.y <= part.y and part.bottom <= whole.bottom
