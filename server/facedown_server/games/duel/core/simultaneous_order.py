"""Order of cards that move at the same time.

In a Graveyard their owner chooses the order (YGO-GY-05). Cards picked one by one (Tributes, materials,
discards) keep the order of the picks. Cards that move to other zones are ordered by their former places. A
hand has no public order (YGO-HAND-03), so cards that leave it unpicked are ordered by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facedown_server.games.duel.core.duel import Duel
from facedown_server.games.duel.core.effect import DuelQueries
from facedown_server.games.duel.core.words import Rule
from facedown_server.refereeing.prompts import Offer, Play, prompt_for_offer
from facedown_server.table import MATERIAL, Card, moves
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import Place, Seat
from facedown_shared.text import words

PICKED = frozenset({"tribute", "material", "discard"})
"""Causes for which the player picked the cards one after the other."""

ZONES = (
    "nowhere", "deck", "hand", "monster", "extra_monster", "spell_trap", "field", "pendulum", "graveyard",
    "banished", "extra_deck", MATERIAL,
)  # fmt: skip


def order(duel: Duel, cards: Sequence[Card], cause: Cause) -> Play[list[Card]]:
    """Return the cards in the order in which they move.

    Prompts each owner for the order of cards that go to a Graveyard. Other cards are ordered by place.
    """
    stacks: dict[Seat, list[Card]] = {}
    for seat in duel.seat_order():
        own = [card for card in cards if card.owner == seat and _is_stacked(duel, card)]
        if own and all(card.zone == "hand" for card in own) and len(own) == len(duel.cards_at("hand", seat)):
            own = sort_by_place(duel, own)
        stacks[seat] = own if cause in PICKED else (yield from _prompt_for_order(seat, own))
    return [
        stacks[card.owner].pop(0) if _is_stacked(duel, card) else card for card in sort_by_place(duel, cards)
    ]


def sort_by_place(duel: DuelQueries, cards: Iterable[Card]) -> list[Card]:
    """Sort cards: the turn player's first, then by place, with zones from the left and piles from the top."""
    return sorted(cards, key=lambda card: rank(duel, card))


def rank(duel: DuelQueries, card: Card) -> tuple[bool, int, int, str]:
    """Return a card's sort key for `sort_by_place`."""
    depth, name = (0, card.facts.name) if card.zone == "hand" else (_depth(duel, card), "")
    return (card.controller != duel.state.turn_player, ZONES.index(card.zone), depth, name)


def _depth(duel: DuelQueries, card: Card) -> int:
    """Return the index of a card's zone from the left, or the card's distance from the top of its pile."""
    if card.place.slot >= 0 or card.zone not in moves.PILES:
        return card.place.slot
    at = duel.state.pile(card.place.seat, card.zone).index(card)
    return at if card.zone == "deck" else -at


def _is_stacked(duel: DuelQueries, card: Card) -> bool:
    """Return whether a card that is sent to the Graveyard really ends up there."""
    landing = moves.destination(card, Place(card.owner, "graveyard"), True)
    if landing.place is None or landing.place.zone != "graveyard":
        return False
    banished = (Rule.BANISH_INSTEAD, Rule.BANISH_WHEN_LEAVING) if card.is_on_field else (Rule.BANISH_INSTEAD,)
    return not any(duel.is_rule_active(rule, card) for rule in banished)


def _prompt_for_order(seat: Seat, cards: list[Card]) -> Play[list[Card]]:
    """Prompt a player for the order, one card at a time.

    Skips the prompt if all cards are public copies of one card.
    """
    if all(card.face_up for card in cards) and len({card.code for card in cards}) == 1:
        return cards
    left, ordered = list(cards), []
    while left:
        offers = [Offer(f"card:{card.id}", card, "order", card) for card in left]
        chosen: Card = yield from prompt_for_offer(seat, offers, words("which_goes_to_graveyard"))
        left = [card for card in left if card is not chosen]
        ordered.append(chosen)
    return ordered
