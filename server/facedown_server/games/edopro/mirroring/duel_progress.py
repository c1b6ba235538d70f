"""Progress of a duel in the core: facts that the parts of a mirror record for the prompts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from facedown_server.games.edopro.revealed_cards import Shows
from facedown_server.refereeing.referee import Result
from facedown_shared.protocol.asking import About

Handlers = Mapping[type[Any], Callable[[Any], Shows | None]]
"""Map of each message type of the core to its handler."""


@dataclass(slots=True)
class DuelProgress:
    """Facts from the core's messages that belong to no card and no place."""

    about: About | None = None
    """Event or act that the next response window is about."""
    hint: int = 0
    """The core's hint for the next choice: the code of one of its texts, or a passcode."""
    is_scaling: bool = False
    """True if the player chose a Pendulum Summon at the last prompt for an act in the turn."""
    hides_windows: bool = True
    """Whether windows before the draw are hidden. They were not in duels of an earlier version."""
    is_before_draw: bool = False
    """True from the beginning of a Draw Phase until a card is drawn or an effect is activated."""
    ended: Result | None = None
