"""How far a duel in the core has come: what all parts of a mirror note for the prompts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from facedown_server.games.edopro.revealed_cards import Shows
from facedown_server.refereeing.referee import Result
from facedown_shared.protocol.asking import About

Handlers = Mapping[type[Any], Callable[[Any], Shows | None]]
"""What carries out each kind of the core's messages."""


@dataclass(slots=True)
class DuelProgress:
    """What the core has said that no card and no place holds."""

    about: About | None = None
    """What the next response window is about."""
    hint: int = 0
    """The core's hint for the next choice: a number of its own texts, or a passcode."""
    is_scaling: bool = False
    """Whether a Pendulum Summon was chosen in the open state that was asked last."""
    ended: Result | None = None
