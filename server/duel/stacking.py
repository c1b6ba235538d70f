"""In what order cards that go to the Graveyard at once are stacked: their owner says (YGO-GY-05).

What a player picks one by one (Tributes, materials, discards) stacks in the order of the picks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from server.duel import lasting
from server.duel.playing import Offer, Play, ask_one
from server.duel.words import Rule
from server.table import moves
from server.table.state import Card
from shared.zones import Place, Seat

if TYPE_CHECKING:
    from server.duel.engine import Duel

PICKED = frozenset({"tribute", "material", "discard"})
"""Causes whose cards were picked one after the other."""


def order(duel: Duel, cards: Sequence[Card], cause: str) -> Play[list[Card]]:
    """The same cards, each owner's in the order they chose; everything else keeps its turn."""
    if cause in PICKED:
        return list(cards)
    stacks: dict[Seat, list[Card]] = {}
    for seat in duel.seat_order():
        own = [card for card in cards if card.owner == seat and _is_stacked(duel, card)]
        stacks[seat] = yield from _ask(seat, own)
    return [stacks[card.owner].pop(0) if _is_stacked(duel, card) else card for card in cards]


def _is_stacked(duel: Duel, card: Card) -> bool:
    """Whether the card ends up in the Graveyard when it is sent there."""
    landing = moves.destination(card, Place(card.owner, "graveyard"), True)
    if landing.place is None or landing.place.zone != "graveyard":
        return False
    banished = (Rule.BANISH_INSTEAD, Rule.BANISH_WHEN_LEAVING) if card.on_field else (Rule.BANISH_INSTEAD,)
    return not any(lasting.holds(duel, rule, card) for rule in banished)


def _ask(seat: Seat, cards: list[Card]) -> Play[list[Card]]:
    """One card after the other; copies everybody sees are told apart by nobody."""
    if all(card.face_up for card in cards) and len({card.code for card in cards}) == 1:
        return cards
    left, ordered = list(cards), []
    while left:
        offers = [Offer(f"card:{card.id}", card, "order", card) for card in left]
        chosen: Card = yield from ask_one(
            seat, offers, "Which goes to the Graveyard next? The last lies on top."
        )
        left = [card for card in left if card is not chosen]
        ordered.append(chosen)
    return ordered
