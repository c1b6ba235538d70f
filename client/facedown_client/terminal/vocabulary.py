"""Additional typed words of a game at a table moved by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from facedown_shared.manual.menus import MenuOffer
from facedown_shared.protocol.gestures import Gesture, Move
from facedown_shared.tables import View

Picks = Callable[[MenuOffer], bool]


class GameVocabulary(NamedTuple):
    """Vocabulary of one game; missing words are those of every table."""

    verbs: dict[str, Picks] = {}
    """Verbs of entries in a card's menu."""
    others: dict[str, Callable[[str, View], Gesture]] = {}
    """First words of other lines, each with a function for the rest of the line."""
    places: dict[str, str] = {}
    """Short names of zones."""
    help: tuple[str, ...] = ()
    """Help as lines; empty for that of every table."""


def makes_gesture(*kinds: type[Gesture]) -> Picks:
    """Return a test whether an entry makes one of these gestures."""
    return lambda offered: isinstance(offered.gesture, kinds)


def moves_to(*zones: str, position: str = "") -> Picks:
    """Return a test whether an entry moves a card to one of these zones."""
    return lambda offered: (
        isinstance(offered.gesture, Move)
        and offered.places[:1] != ()
        and offered.places[0].zone in zones
        and position in ("", offered.gesture.position)
    )
