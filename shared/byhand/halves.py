"""Hands in a duel half by the rules: which lines of the free table's menus stay, and what comes on top.

Whoever carries out a card may reach for open cards of both sides; the server has the last word.
"""

from __future__ import annotations

from shared.byhand import menus
from shared.byhand.board import Lying, seen
from shared.byhand.menus import Offered
from shared.messages import Gesture
from shared.tables import TABLES
from shared.view import View
from shared.zones import Place

RULED = frozenset({"phase", "turn", "attack", "activate"})
"""What the rules of the duel do, so that no hand has to."""


def card_menu(view: View, handle: int) -> list[Offered]:
    """Everything that makes sense for one card while a card is carried out by hand."""
    lines = menus.card_menu(view, handle, alone=True)
    card = seen(view).cards.get(handle)
    own = [] if card is None else _own_lines(view, card)
    return [*own, *(line for line in lines if line.gesture.do not in RULED)]


def table_menu(view: View) -> list[Offered]:
    """What can be done with the table as a whole, and with the Chain Links below the one that resolves."""
    links = [
        Offered(f"Negate the {word} of Chain Link {number}", Gesture("negate", amount=number, text=word))
        for number in range(len(view.chain) - 1, 0, -1)
        for word in ("effect", "activation")
    ]
    return [*links, *(line for line in menus.table_menu(view) if line.gesture.do not in RULED)]


def _own_lines(view: View, card: Lying) -> list[Offered]:
    tags = TABLES[view.table].zones[card.zone].tags if card.zone in TABLES[view.table].zones else ()
    gone = (Place(card.owner, "graveyard"),)
    lines = []
    if "field" in tags:
        lines.append(Offered("Destroy", Gesture("move", (card.key,), gone, text="destroy")))
    if card.zone == "hand":
        lines.append(Offered("Discard", Gesture("move", (card.key,), gone, text="discard")))
    if "field" in tags and card.face_up:
        lines.append(Offered("Negate its effects this turn", Gesture("negate", others=(card.key,))))
    if "monster" in tags and card.face_up:
        lines.append(
            Offered("Change ATK, DEF or Level", Gesture("stats", others=(card.key,)), needs=("text",))
        )
    return lines
