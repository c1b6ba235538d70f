"""Cards that were excavated, revealed or searched for, and lie open beside the board until the next act.

The server sends the passcode of such a card only to viewers who may read it. Law: no pygame.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from facedown_client.model.model import LogEntry
from facedown_shared.tables import VisibleEvent

NEXT_ACTS = frozenset({"turn", "phase", "activate", "attack", "declare", "rewind"})
"""Kinds of events that end the time of the cards shown before."""

PLAYED = frozenset({"normal", "tribute", "flip_summon"})
"""Words of a Summon that is an act of its own, not a part of an effect."""

MAX_OPEN_CARDS = 30
"""Limit of the cards shown together, the latest ones."""


class OpenCard(NamedTuple):
    """A card that lies open: its handle, its passcode, and the player who shows it."""

    card: int
    code: int
    seat: int


def open_cards(log: Iterable[LogEntry]) -> tuple[OpenCard, ...]:
    """Return the cards shown since the last act, in the order in which they were shown."""
    found: dict[tuple[int, int], OpenCard] = {}
    for entry in log:
        event = entry.happening
        if event.kind in NEXT_ACTS or event.word in PLAYED:
            found.clear()
        elif event.code and _is_shown(event):
            found[event.card, event.code] = OpenCard(event.card, event.code, event.seat)
    return tuple(found.values())[-MAX_OPEN_CARDS:]


def _is_shown(event: VisibleEvent) -> bool:
    """Return whether an event reveals a card, or brings one from a Deck to a hand. Its passcode is known."""
    if event.kind == "reveal":
        return True
    start, goal = event.start, event.goal
    from_deck = event.kind == "move" and start is not None and start.zone == "deck"
    return from_deck and goal is not None and goal.zone == "hand"
