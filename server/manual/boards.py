"""The truth as the rows of a game see it: a board, its cards keyed by their numbers. It only reads."""

from __future__ import annotations

from server.table.state import MATERIAL, Card, State
from shared.manual.board import Board, PlacedCard
from shared.zones import Place


def placed(card: Card) -> PlacedCard:
    """One card as it lies."""
    place, controller = card.place, card.controller
    if card.bearer is not None:
        place, controller = Place(card.bearer.controller, MATERIAL), card.bearer.controller
    # A card of which nobody knows more than a name passes where only its kind would stand in the way.
    facts = None if card.facts.is_blank else card.facts
    return PlacedCard(
        card.id, place, card.owner, controller, facts, card.face_up, card.defense_position, card.token,
        tuple(material.id for material in card.materials), card.summoned,
        tuple(key for key in card.memory if key.startswith("from_")), bool(card.revealed),
    )  # fmt: skip


def board(state: State) -> Board:
    """Every card in a zone with slots: the rows ask of no others but the one that moves."""
    slotted = [zone.name for zone in state.table.zones.values() if zone.slots is not None]
    counts = {(seat, zone): len(pile) for (seat, zone), pile in state.piles.items() if zone in slotted}
    found = (
        card
        for (_, zone), pile in state.piles.items()
        if zone in slotted
        for card in pile
        if card is not None
    )
    return Board(state.table, {card.id: placed(card) for card in found}, counts)
