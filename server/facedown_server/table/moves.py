"""Redirects of moving cards that apply in every game, as a table of rules.

A referee requests a destination; the first matching row decides the real one. Sources: movement table
(YGO-TT-01 to 13), CF-08, CF-11, CF-13, YGO-TOK-11.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from facedown_server.table.state import MATERIAL, Card
from facedown_shared.tables import Place, pile_place


class Landing(NamedTuple):
    """The end of a move: the place (None: the card is removed) and its face there."""

    place: Place | None
    face_up: bool


Row = tuple[Callable[[Card, Place], bool], Callable[[Card, Place, bool], Landing]]

PILES = frozenset({"graveyard", "deck", "hand", "banished", "extra_deck"})

NEVER: dict[str, frozenset[str]] = {
    "monster": frozenset({"field"}),  # YGO-TT-02
    "extra_monster": frozenset({"field"}),  # YGO-TT-04
    "spell_trap": frozenset({"extra_monster", "field"}),  # YGO-TT-03
    "pendulum": frozenset({"extra_monster", "field"}),
    "field": frozenset({"monster", "extra_monster", "spell_trap", "pendulum", "field"}),  # YGO-TT-05
    "extra_deck": frozenset({"field"}),  # YGO-TT-09
    MATERIAL: frozenset({"extra_monster", "spell_trap", "pendulum", "field"}),  # YGO-TT-10
}
"""Zone that a card comes from -> field zones that it cannot move to, whatever an effect says (CF-13)."""


def can_move(card: Card, goal: Place, face_up: bool) -> bool:
    """Return whether sending a card to a pile moves it.

    Only Extra Deck cards go to the Extra Deck, and a card that already lies at its destination stays (CF-10,
    CF-13).
    """
    landing = destination(card, goal, face_up).place
    if landing is None or landing.zone == "deck":
        return True
    if landing.zone == "extra_deck" and not _belongs_in_extra_deck(card):
        return False
    return landing.zone != card.zone or destination(card, goal, face_up).face_up != card.face_up


def _belongs_in_extra_deck(card: Card) -> bool:
    return card.facts.belongs_in_extra_deck or "pendulum" in card.facts.kinds


def destination(card: Card, goal: Place, face_up: bool) -> Landing:
    """Return the place where a card sent to `goal` lands. Off the field it is always its owner's pile
    (YGO-GY-01).

    YGO-GY-06 to 07, YGO-BAN-02, YGO-BAN-05, CLS-CTRL-06.
    """
    if goal.zone in PILES:
        goal = pile_place(card.owner, goal.zone)
    for fits, landing in _REDIRECTS:
        if fits(card, goal):
            return landing(card, goal, face_up)
    return Landing(goal, _face(goal, face_up))


def _face(goal: Place, face_up: bool) -> bool:
    return _FACES.get(goal.zone, face_up)


_FACES = {"graveyard": True, "hand": False, "deck": False}


def _remove_token(card: Card, goal: Place) -> bool:
    """Remove a Token that would leave the field (YGO-TOK-10, CF-36, CLS-TOK-04)."""
    return card.token and goal.zone in PILES


def _extra_deck_monster_home(card: Card, goal: Place) -> bool:
    """Redirect an Extra Deck monster from hand or Deck to the Extra Deck (CF-11, CLS-FUS-07)."""
    return goal.zone in ("hand", "deck", "extra_deck") and card.facts.belongs_in_extra_deck


def _redirect_pendulum_card(card: Card, goal: Place) -> bool:
    """Redirect a Pendulum Card from field to Graveyard to the face-up Extra Deck; banishing is unchanged.

    YGO-PEN-01 to 07, YGO-ED-07, CF-08, YGO-MOVE-49.
    """
    return goal.zone == "graveyard" and card.is_on_field and "pendulum" in card.facts.kinds


_REDIRECTS: tuple[Row, ...] = (
    (_remove_token, lambda card, goal, face_up: Landing(None, False)),
    (_extra_deck_monster_home, lambda card, goal, face_up: Landing(Place(card.owner, "extra_deck"), False)),
    (_redirect_pendulum_card, lambda card, goal, face_up: Landing(Place(card.owner, "extra_deck"), True)),
)
