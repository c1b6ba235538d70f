"""Read-only view of the State as the board that a game's rows (its data) read. Cards are keyed by number."""

from __future__ import annotations

from facedown_server.table import MATERIAL, Card, State
from facedown_shared.manual.board import Board, PlacedCard
from facedown_shared.tables import Place


def placed_card(card: Card) -> PlacedCard:
    """Return a card with its place, in the form that a game's rows read."""
    place, controller = card.place, card.controller
    if card.bearer is not None:
        place, controller = Place(card.bearer.controller, MATERIAL), card.bearer.controller
    # Without facts (a card known by name only), no check of the card's kind applies.
    facts = None if card.facts.is_blank else card.facts
    return PlacedCard(
        card.id, place, card.owner, controller, facts, card.face_up, card.defense_position, card.token,
        tuple(material.id for material in card.materials), card.summoned,
        tuple(key for key in card.memory if key.startswith("from_")), bool(card.revealed),
    )  # fmt: skip


def board(state: State) -> Board:
    """Return the board of a table. A game's rows read only the moving card and the cards in slots."""

    def all_cards() -> dict[int, PlacedCard]:
        zones = state.table.zones
        slotted = (pile for (_, name), pile in state.piles.items() if zones[name].slots is not None)
        return {card.id: placed_card(card) for pile in slotted for card in pile if card}

    return Board(state.table, state.piles, placed_card, all_cards)
