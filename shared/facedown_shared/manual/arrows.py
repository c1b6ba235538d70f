"""The zones that Link Arrows open, and the completion of an Extra Link (CF-33, CF-42, YGO-LNK rows)."""

from __future__ import annotations

from facedown_shared.manual.board import Board, PlacedCard
from facedown_shared.tables import SHARED_SEAT_INDEX, Place, Seat

EXTRA = "extra_monster"


def linked_zones(board: Board, seat: Seat, leaving: tuple[int, ...] = ()) -> list[Place]:
    """Return a player's Main Monster Zones that a face-up Link Monster points at."""
    return [
        place
        for card in _links(board, leaving)
        for place in _aims(board, card, card.place, card.controller)
        if place.seat == seat
    ]


def can_enter_extra_zone(
    board: Board, card: PlacedCard, goal: Place, seat: Seat, leaving: tuple[int, ...]
) -> bool:
    """Return whether a player may use an Extra Monster Zone: one is free to use, the other only to complete
    an Extra Link.
    """
    other = board.card_at(Place(SHARED_SEAT_INDEX, EXTRA, 1 - goal.slot))
    if other is None or other.controller != seat or other.key in leaving or other.key == card.key:
        return True
    return card.has_kinds("link") and _completes(board, card, goal, seat, leaving)


def _completes(board: Board, card: PlacedCard, goal: Place, seat: Seat, leaving: tuple[int, ...]) -> bool:
    """Return whether co-links lead from `goal` to the other Extra Monster Zone (GAP-35)."""
    waiting = [other for other in _links(board, leaving) if other.key != card.key]
    reached = [(card, goal, seat)]
    for one, place, whose in reached:
        for other in list(waiting):
            there = other.place
            if there in _aims(board, one, place, whose) and place in _aims(
                board, other, there, other.controller
            ):
                waiting.remove(other)
                reached.append((other, there, other.controller))
    return any(place == Place(SHARED_SEAT_INDEX, EXTRA, 1 - goal.slot) for _, place, _ in reached)


def _links(board: Board, leaving: tuple[int, ...]) -> list[PlacedCard]:
    monsters = board.table.zones_tagged("monster")
    return [
        card for card in board.cards.values()
        if card.zone in monsters and card.face_up and card.has_kinds("link") and card.key not in leaving
    ]  # fmt: skip


def _aims(board: Board, card: PlacedCard, place: Place, seat: Seat) -> tuple[Place, ...]:
    return board.table.zones_pointed_at(seat, place, card.facts.arrows if card.facts else ())
