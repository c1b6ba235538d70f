"""A bare State for tests of the table: cards laid out as needed, no rules."""

from __future__ import annotations

from facedown_server.table import ops
from facedown_server.table.state import Card, State
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.tables import TABLES
from facedown_shared.tables.zones import Place, Seat

MONSTER = "Celtic Guardian"
PENDULUM = "Stargazer Magician"
FUSION = "Gaia the Dragon Champion"
XYZ = "Number 39: Utopia"
SPELL = "Pot of Greed"


def table(name: str = "master") -> State:
    """Return an empty table."""
    return State(TABLES[name])


def put_card(
    state: State,
    name: str,
    place: str,
    *,
    owner: Seat | None = None,
    face_up: bool = True,
    token: bool = False,
) -> Card:
    """Lay a card of this name in a place ("0:monster:2", "1:hand"); by default its seat owns it."""
    facts = bundled_pool().find_named(name)
    assert facts is not None
    goal = Place.parse(place)
    card = ops.create(state, facts, max(goal.seat, 0) if owner is None else owner, token=token)
    ops.place_card(state, card, goal, face_up=face_up)
    return card
