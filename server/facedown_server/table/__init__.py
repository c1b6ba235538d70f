"""The physical state of a table, shared by every game: state, operations, movement rules, Views, random
streams.
"""

from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_server.table.starting_position import StartingCard, StartingPosition, StartingSide
from facedown_server.table.state import (
    Before,
    Card,
    CardWords,
    ChainLink,
    GameEvent,
    State,
    card_sentence,
    name_list,
)

__all__ = [
    "Before",
    "Card",
    "CardWords",
    "ChainLink",
    "GameEvent",
    "RandomStreams",
    "Setup",
    "StartingCard",
    "StartingPosition",
    "StartingSide",
    "State",
    "card_sentence",
    "name_list",
]
