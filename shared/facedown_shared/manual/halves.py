"""Gestures in a duel half by the rules: the entries kept from the free table's menus, and additional ones.

The player who carries out a card may use open cards of both sides; the server decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from facedown_shared.manual import menus
from facedown_shared.manual.board import MATERIAL, PlacedCard, board_of_view
from facedown_shared.manual.menus import MenuOffer
from facedown_shared.protocol.gestures import (
    PARTS,
    Activate,
    ChangeStats,
    DeclareAttack,
    EndTurn,
    GoToPhase,
    Hide,
    Move,
    Negate,
    Reveal,
    SpecialSummon,
)
from facedown_shared.tables import SHARED_SEAT_INDEX, TABLES, Place, View
from facedown_shared.text import _, gettext_noop

RULED = (GoToPhase, EndTurn, DeclareAttack, Activate)
"""Gestures that are not offered, because the rules of the duel do the same."""

SHOWN = (Reveal, Hide)
"""Gestures on own cards alone: the player who carries out a card asks, and the opponent shows the cards."""

_EVERY_CARD = frozenset({"graveyard", "banished", "hand", "deck", MATERIAL})
"""Zones to which every card can move, or is redirected to the zone where it belongs."""
_AMONG_ITS_LIKE: Mapping[str, frozenset[str]] = {
    "monster": frozenset({"monster", "spell_trap"}),
    "extra_monster": frozenset({"monster", "extra_monster", "spell_trap"}),
    "spell_trap": frozenset({"spell_trap"}),
    "field": frozenset({"field"}),
}
"""Zones to which a card of a given zone can move, of whatever kind it is."""


def can_move_unread(start: str, goal: str, position: str) -> bool:
    """Return whether a card may move between these zones, of whatever kind it is.

    Other moves depend on the card's kind: allowing or refusing them would disclose the kind to a player who
    may not read the card.
    """
    return goal in _EVERY_CARD or (goal in _AMONG_ITS_LIKE.get(start, ()) and position != "scale")


NEGATES = {
    "effect": gettext_noop("Negate the effect of Chain Link {number}"),
    "activation": gettext_noop("Negate the activation of Chain Link {number}"),
}


def card_menu(view: View, handle: int) -> list[MenuOffer]:
    """Return the gestures that make sense for one card while a card is carried out by hand."""
    card = board_of_view(view).cards.get(handle)
    if card is None:
        return []
    lines = menus.card_menu(view, handle, alone=True)
    return [
        *_own_lines(view, card),
        *(limited for line in lines if (limited := _limited_entry(view, card, line))),
    ]


def table_menu(view: View) -> list[MenuOffer]:
    """Return the gestures on the table as a whole, and on the Chain Links below the resolving one."""
    links = [
        MenuOffer(_(NEGATES[word], number=number), Negate((), number, word))
        for number in range(len(view.chain) - 1, 0, -1)
        for word in PARTS
    ]
    return [*links, *(line for line in menus.table_menu(view) if not isinstance(line.gesture, RULED))]


def _limited_entry(view: View, card: PlacedCard, line: MenuOffer) -> MenuOffer | None:
    """Return an entry of the free table's menu, limited to what is allowed here."""
    gesture, position = line.gesture, line.gesture.position
    keeper = card.controller if card.place.seat == SHARED_SEAT_INDEX else card.place.seat
    if isinstance(gesture, RULED) or (isinstance(gesture, SHOWN) and keeper != view.viewer):
        return None
    if isinstance(gesture, SpecialSummon) and card.facts is not None and not card.facts.is_monster:
        return None  # no rule knows a Spell or Trap in a Monster Zone
    if view.cards[card.key].code or not line.places:
        return line
    places = tuple(place for place in line.places if can_move_unread(card.zone, place.zone, position))
    if not places:
        return None
    if gesture.places:
        gesture = msgspec.structs.replace(gesture, places=places[:1])
    return replace(line, gesture=gesture, places=places)


def _own_lines(view: View, card: PlacedCard) -> list[MenuOffer]:
    tags = TABLES[view.table].zones[card.zone].tags if card.zone in TABLES[view.table].zones else ()
    key, gone = (card.key,), (Place(card.owner, "graveyard"),)
    lines = (
        ("field" in tags, MenuOffer(_("Destroy"), Move(key, gone, text="destroy"))),
        (card.zone == "hand", MenuOffer(_("Discard"), Move(key, gone, text="discard"))),
        ("field" in tags and card.face_up, MenuOffer(_("Negate its effects this turn"), Negate(key))),
        ("monster" in tags and card.face_up,
         MenuOffer(_("Change ATK, DEF or Level"), ChangeStats(key, ""), needs=("text",))),
    )  # fmt: skip
    return [line for fits, line in lines if fits]
