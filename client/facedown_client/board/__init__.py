"""Model of the board without any drawing: choices, gestures by hand, zones and their layout. No pygame."""

from __future__ import annotations

from facedown_client.board.choices import Choices, Shape
from facedown_client.board.gesture_actions import GestureActions, TypedNeed
from facedown_client.board.hand_offers import HandOffers
from facedown_client.board.interaction_state import (
    DraggedCard,
    InteractionState,
    LogLine,
    Menu,
    MenuLine,
    OpenPile,
)
from facedown_client.board.layout import BoardSpot, Layout, Rect
from facedown_client.board.open_cards import OpenCard, open_cards
from facedown_client.board.prompt_actions import PromptActions

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
    "OpenCard",
    "OpenPile",
    "PromptActions",
    "Rect",
    "Shape",
    "TypedNeed",
    "open_cards",
]
