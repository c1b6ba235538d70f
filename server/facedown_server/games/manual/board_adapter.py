"""Present the state as the board that a game's rows read, with cards keyed by number. Read-only."""

from __future__ import annotations

from facedown_server.table.state import MATERIAL, Card, State
from facedown_shared.manual.board import Board, PlacedCard
from facedown_shared.tables.zones import Place


def placed(card: Card) -> PlacedCard:
    """Return one card and its place."""
    place, controller = card.place, card.controller
    if card.bearer is not None:
        place, controller = Place(card.bearer.controller, MATERIAL), card.bearer.controller
    # A card known by name alone is allowed wherever only its kind would forbid it.
    facts = None if card.facts.is_blank else card.facts
    return PlacedCard(
        card.id, place, card.owner, controller, facts, card.face_up, card.defense_position, card.token,
        tuple(material.id for material in card.materials), card.summoned,
        tuple(key for key in card.memory if key.startswith("from_")), bool(card.revealed),
    )  # fmt: skip


def board(state: State) -> Board:
    """Return the board of a table: rows only look at cards in slots, and at the moving card."""

    def everything() -> dict[int, PlacedCard]:
        zones = state.table.zones
        slotted = (pile for (_, name), pile in state.piles.items() if zones[name].slots is not None)
        return {card.id: placed(card) for pile in slotted for card in pile if card}

    return Board(state.table, state.piles, placed, everything)
