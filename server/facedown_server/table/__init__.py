"""The physical state of a table, shared by every game: state, operations, movement rules, Views, random
streams.
"""

from facedown_server.table.random_streams import FixedStreams, RandomStreams
from facedown_server.table.setup import Setup
from facedown_server.table.starting_position import (
    BEFORE_FIRST_TURN,
    StartingCard,
    StartingPosition,
    StartingSide,
)
from facedown_server.table.state import (
    MATERIAL,
    NOWHERE,
    Before,
    Card,
    Cards,
    CardWords,
    ChainLink,
    GameEvent,
    Handles,
    LastingEffect,
    State,
    Step,
    card_sentence,
    name_list,
)

__all__ = [
    "BEFORE_FIRST_TURN",
    "MATERIAL",
    "NOWHERE",
    "Before",
    "Card",
    "CardWords",
    "Cards",
    "ChainLink",
    "FixedStreams",
    "GameEvent",
    "Handles",
    "LastingEffect",
    "RandomStreams",
    "Setup",
    "StartingCard",
    "StartingPosition",
    "StartingSide",
    "State",
    "Step",
    "card_sentence",
    "name_list",
]
