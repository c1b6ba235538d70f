"""What a board offers, whatever draws it: choices, gestures by hand, zones and where they lie. No pygame."""

from __future__ import annotations

from client.board.acting import PromptActions
from client.board.choices import Choices, Shape
from client.board.doing import DraggedCard, InteractionState, LogLine, Menu, MenuLine, OpenPile
from client.board.gesturing import GestureActions, TypedNeed
from client.board.layout import BoardSpot, Layout, Rect
from client.board.offers import HandOffers

__all__ = [
    "BoardSpot",
    "Choices",
    "DraggedCard",
    "GestureActions",
    "HandOffers",
    "InteractionState",
    "Layout",
    "LogLine",
    "Menu",
    "MenuLine",
    "OpenPile",
    "PromptActions",
    "Rect",
    "Shape",
    "TypedNeed",
]
