"""The truth as the rows of a game see it: a board of every card, keyed by its number. It only reads."""

from __future__ import annotations

from server.table.state import MATERIAL, NOWHERE, Card, State
from shared.byhand.board import Board, Lying
from shared.zones import Place


def lying(card: Card) -> Lying:
    """One card as it lies."""
    place, controller = card.place, card.controller
    if card.bearer is not None:
        place, controller = Place(card.bearer.controller, MATERIAL), card.bearer.controller
    return Lying(
        card.id, place, card.owner, controller, card.facts, card.face_up, card.defense_position, card.token,
        tuple(material.id for material in card.materials), card.summoned,
        tuple(key for key in card.memory if key.startswith("from_")), bool(card.revealed),
    )  # fmt: skip


def board(state: State) -> Board:
    """Every card that lies anywhere."""
    counts = {
        Place(seat, zone): sum(card is not None for card in pile)
        for (seat, zone), pile in state.piles.items()
    }
    return Board(state.table, {card.id: lying(card) for card in state.cards if card.place != NOWHERE}, counts)
