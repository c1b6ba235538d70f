"""What a board offers, whatever draws it: choices, gestures by hand, zones and where they lie. No pygame."""

from __future__ import annotations

from client.board.acting import Acting
from client.board.choices import Choices, Shape
from client.board.doing import Doing, Dragged, LogLine, Menu, MenuLine, OpenPile
from client.board.gesturing import Gesturing, TypedNeed
from client.board.layout import BoardSpot, Layout, Rect
from client.board.offers import HandOffers

__all__ = [
    "Acting",
    "BoardSpot",
    "Choices",
    "Doing",
    "Dragged",
    "Gesturing",
    "HandOffers",
    "Layout",
    "LogLine",
    "Menu",
    "MenuLine",
    "OpenPile",
    "Rect",
    "Shape",
    "TypedNeed",
]
