"""In what order cards that go somewhere at once are stacked: in a Graveyard their owner says (YGO-GY-05).

What a player picks one by one (Tributes, materials, discards) stacks in the order of the picks; what goes
anywhere else than a Graveyard, in the order of the places it leaves. A hand has no order others may know
(YGO-HAND-03): what leaves it unpicked goes by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facedown_server.games.duel.core.duel import Duel
from facedown_server.games.duel.core.effect import DuelQueries
from facedown_server.games.duel.core.words import Rule
from facedown_server.refereeing.prompts import Offer, Play, ask_one
from facedown_server.table import moves
from facedown_server.table.state import MATERIAL, Card
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables.zones import Place, Seat
from facedown_shared.text.words import words

PICKED = frozenset({"tribute", "material", "discard"})
"""Causes whose cards were picked one after the other."""

ZONES = (
    "nowhere", "deck", "hand", "monster", "extra_monster", "spell_trap", "field", "pendulum", "graveyard",
    "banished", "extra_deck", MATERIAL,
)  # fmt: skip


def order(duel: Duel, cards: Sequence[Card], cause: Cause) -> Play[list[Card]]:
    """The same cards, each owner's in the order they chose; the rest in the order of their places."""
    stacks: dict[Seat, list[Card]] = {}
    for seat in duel.seat_order():
        own = [card for card in cards if card.owner == seat and _is_stacked(duel, card)]
        if own and all(card.zone == "hand" for card in own) and len(own) == len(duel.cards_at("hand", seat)):
            own = by_place(duel, own)
        stacks[seat] = own if cause in PICKED else (yield from _ask(seat, own))
    return [stacks[card.owner].pop(0) if _is_stacked(duel, card) else card for card in by_place(duel, cards)]


def by_place(duel: DuelQueries, cards: Iterable[Card]) -> list[Card]:
    """The turn player's first, then by where they lie: zones from the left, piles from the top."""
    return sorted(cards, key=lambda card: rank(duel, card))


def rank(duel: DuelQueries, card: Card) -> tuple[bool, int, int, str]:
    """What `by_place` goes by."""
    depth, name = (0, card.facts.name) if card.zone == "hand" else (_depth(duel, card), "")
    return (card.controller != duel.state.turn_player, ZONES.index(card.zone), depth, name)


def _depth(duel: DuelQueries, card: Card) -> int:
    """Its zone from the left, or how far from the top of its pile it lies."""
    if card.place.slot >= 0 or card.zone not in moves.PILES:
        return card.place.slot
    at = duel.state.pile(card.place.seat, card.zone).index(card)
    return at if card.zone == "deck" else -at


def _is_stacked(duel: DuelQueries, card: Card) -> bool:
    """Whether the card ends up in the Graveyard when it is sent there."""
    landing = moves.destination(card, Place(card.owner, "graveyard"), True)
    if landing.place is None or landing.place.zone != "graveyard":
        return False
    banished = (Rule.BANISH_INSTEAD, Rule.BANISH_WHEN_LEAVING) if card.on_field else (Rule.BANISH_INSTEAD,)
    return not any(duel.holds(rule, card) for rule in banished)


def _ask(seat: Seat, cards: list[Card]) -> Play[list[Card]]:
    """One card after the other; copies everybody sees are told apart by nobody."""
    if all(card.face_up for card in cards) and len({card.code for card in cards}) == 1:
        return cards
    left, ordered = list(cards), []
    while left:
        offers = [Offer(f"card:{card.id}", card, "order", card) for card in left]
        chosen: Card = yield from ask_one(seat, offers, words("which_goes_to_graveyard"))
        left = [card for card in left if card is not chosen]
        ordered.append(chosen)
    return ordered
