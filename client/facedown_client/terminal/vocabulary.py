"""What a game adds to the words that are typed at a table moved by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from facedown_shared.manual.menus import MenuOffer
from facedown_shared.protocol.gestures import Gesture, Move
from facedown_shared.tables.view import View

Picks = Callable[[MenuOffer], bool]


class GameVocabulary(NamedTuple):
    """A game's own words; where it has none, those of every table do."""

    verbs: dict[str, Picks] = {}
    """Verbs that are lines of a card's menu."""
    others: dict[str, Callable[[str, View], Gesture]] = {}
    """First words of other lines, and what is made of the rest."""
    places: dict[str, str] = {}
    """Short names of zones."""
    help: tuple[str, ...] = ()
    """What can be typed, in lines; empty: as at every table."""


def does(*kinds: type[Gesture]) -> Picks:
    """It is one of these gestures."""
    return lambda offered: isinstance(offered.gesture, kinds)


def sent(*zones: str, position: str = "") -> Picks:
    """It moves a card to one of these zones."""
    return lambda offered: (
        isinstance(offered.gesture, Move)
        and offered.places[:1] != ()
        and offered.places[0].zone in zones
        and position in ("", offered.gesture.position)
    )
