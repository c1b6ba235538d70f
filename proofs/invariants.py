"""What must hold of the truth at every moment of every duel: the self-check of rules and operations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from facedown_server.table import MATERIAL, NOWHERE, Card, State


class InvariantViolation(AssertionError):
    """The truth breaks an invariant: a bug of ours, with a description."""


def check(state: State) -> None:
    """Raise InvariantViolation when anything about the truth is impossible."""
    for complaint in complaints(state):
        raise InvariantViolation(complaint)


def complaints(state: State) -> Iterator[str]:
    """Return everything that is wrong, in words."""
    yield from _places(state)
    for card in state.cards:
        yield from _object(card) if state.table.new_objects else _card(card)
    for viewer, named in enumerate(state.named):
        if named != {card.handles[viewer]: card for card in state.cards if card.handles[viewer]}:
            yield f"class {viewer} finds another card by a handle than the one that has it"
    for seat in (0, 1):
        if state.life(seat) < 0:
            yield f"seat {seat} has {state.life(seat)} Life Points"


def _places(state: State) -> Iterator[str]:
    """Check that every card is in exactly one place, and knows it (YGO-FLD-01)."""
    lying: Counter[int] = Counter()
    for (seat, zone), pile in state.piles.items():
        for slot, card in enumerate(pile):
            if card is None:
                continue
            lying[card.id] += 1
            if (card.place.seat, card.place.zone) != (seat, zone) or card.place.slot not in (-1, slot):
                yield f"{card!r} lies in {seat}:{zone}:{slot}"
    for card in state.cards:
        for material in card.materials:
            lying[material.id] += 1
            if material.place.zone != MATERIAL or material.bearer is not card:
                yield f"{material!r} is no material of {card!r}"
    for card in state.cards:
        expected = 0 if card.place == NOWHERE else 1
        if lying[card.id] != expected:
            yield f"{card!r} is in {lying[card.id]} places"


def _object(card: Card) -> Iterator[str]:
    """Check an object of Flesh and Blood (FAB-3.0.9, FAB-3.0.12a, FAB-3.0.14d)."""
    if card.token and not card.is_on_field and card.place != NOWHERE:
        yield f"{card!r} is no card and lies outside arena and stack"
    if card.counters and not card.face_up:
        yield f"the private object {card!r} has counters"
    if card.materials and not card.is_on_field:
        yield f"{card!r} has cards beneath it outside arena and stack"
    for material in card.materials:
        if material.face_up != card.face_up or material.materials:
            yield f"{material!r} does not lie as a sub-card of {card!r}"


def _card(card: Card) -> Iterator[str]:
    if card.token and not card.is_on_field and card.place != NOWHERE:
        yield f"the Token {card!r} is off the field"
    if card.is_in_monster_zone:
        if not card.face_up and not card.defense_position:
            yield f"{card!r} is face-down in Attack Position (YGO-POS-05)"
        if card.facts.is_a("link") and (card.defense_position or not card.face_up):
            yield f"the Link Monster {card!r} is not in face-up Attack Position (YGO-POS-03)"
    if card.counters and not (card.is_on_field and card.face_up):
        yield f"{card!r} has counters where it cannot"
    if card.equipped_to is not None and (not card.is_on_field or not card.equipped_to.is_on_field):
        yield f"{card!r} is equipped across places"
    if card.materials and not card.is_in_monster_zone:
        yield f"{card!r} has materials off the field"
    if card.facts.belongs_in_extra_deck and card.zone in ("hand", "deck"):
        yield f"the Extra Deck monster {card!r} is in a {card.zone} (CF-11)"
