"""The truth as the rows of a game see it: a board, its cards keyed by their numbers. It only reads."""

from __future__ import annotations

from facedown_server.table.state import MATERIAL, Card, State
from facedown_shared.manual.board import Board, PlacedCard
from facedown_shared.tables.zones import Place


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
    """The board of a table: the rows ask of no cards but those in slots, and the one that moves."""

    def everything() -> dict[int, PlacedCard]:
        zones = state.table.zones
        slotted = (pile for (_, name), pile in state.piles.items() if zones[name].slots is not None)
        return {card.id: placed(card) for pile in slotted for card in pile if card}

    return Board(state.table, state.piles, placed, everything)
