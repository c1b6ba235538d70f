"""Who is entitled to which card, written a second time from the visibility rows: the judge of sight.

Deliberately shares nothing with `server/facedown_server/table/sight.py`; it is coarse where that does no
harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from facedown_server.table import NOWHERE, Card, GameEvent, State
from facedown_shared.tables import PUBLIC_CLASS_INDEX, Seat

OPEN = frozenset({"graveyard", "material"})
"""Places that any player may look through (VIS-12, VIS-20)."""
FIELD = frozenset({"monster", "extra_monster", "spell_trap", "field", "pendulum"})
FACED = FIELD | {"banished", "extra_deck"}
"""Places where a face-up card is open (VIS-01, VIS-32, VIS-50)."""
OWN = frozenset({"hand", "extra_deck", "banished"})
"""Places whose cards their owner may read, and so may the player who has them: a hand also holds cards that
its player was given (VIS-31, VIS-40, VIS-51).
"""


def readable_cards(state: State, viewer: Seat) -> Iterator[int]:
    """Return the ids of the cards this class is entitled to read in their present places."""
    may_read = _may_read_object if state.table.new_objects else _may_read
    return (card.id for card in state.cards if may_read(card, viewer))


def shown_cards(events: Iterable[GameEvent], viewer: Seat) -> Iterator[int]:
    """Return the ids of the cards an event showed this class in passing: through an open place, or
    revealed.
    """
    for event in events:
        if event.card is None:
            continue
        places = (event.start, event.goal)
        passed = any(place is not None and place.zone in OPEN for place in places)
        shown = event.kind == "reveal" and bool(event.readers >> (viewer % 3) & 1)
        was_open = event.before is not None and event.before.face_up and event.before.place.zone in FACED
        if passed or shown or was_open:
            yield event.card.id


def _may_read_object(card: Card, viewer: Seat) -> bool:
    """In Flesh and Blood (VIS-F01 to F11): return whether it is public, one's own, or in one's own zone."""
    if card.place == NOWHERE:
        return viewer == card.owner
    above = card.bearer or card
    if card.zone == "deck":
        return False
    own = viewer != PUBLIC_CLASS_INDEX and viewer in (card.owner, card.place.seat)
    return own or (above.face_up and card.zone != "hand")


def _may_read(card: Card, viewer: Seat) -> bool:
    if card.zone in OPEN or (card.zone in FACED and card.face_up):
        return True
    if viewer == PUBLIC_CLASS_INDEX:
        return False
    if card.zone in FIELD:
        return viewer in (card.owner, card.controller)
    return card.zone in OWN and viewer in (card.owner, card.place.seat)
