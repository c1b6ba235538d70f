"""Lists of all cards by the core's numbering of places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from facedown_server.games.edopro.locations import (
    BANISHED_FLAG,
    DECK_FLAG,
    EXTRA_DECK_FLAG,
    GRAVEYARD_FLAG,
    HAND_FLAG,
    MONSTERS_FLAG,
    OVERLAY_FLAG,
    SLOTS,
    SPELLS_FLAG,
    CoreMaterials,
)
from facedown_server.games.edopro.pile_orders import OutOfStep
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.table import Card, State


class CardLists:
    """Lists of the cards of one duel. Equal copies are taken in their order, since the core does not identify
    them.
    """

    def __init__(self, state: State) -> None:
        self.lists: dict[tuple[int, int], list[Any]] = {
            (player, location): [None] * SLOTS.get(location, 0)
            for player in (0, 1)
            for location in (
                DECK_FLAG,
                HAND_FLAG,
                MONSTERS_FLAG,
                SPELLS_FLAG,
                GRAVEYARD_FLAG,
                BANISHED_FLAG,
                EXTRA_DECK_FLAG,
            )
        }
        """Cards by player and location. The last card of a Deck is its topmost."""
        self.materials = CoreMaterials(state)

    def set_pile(self, player: int, location: int, cards: Sequence[Card]) -> None:
        """Set the cards of a pile at the start of the duel, in the core's order."""
        self.lists[(player, location)] = list(cards)

    def card(self, spot: CoreSpot) -> Card | None:
        """Return the card at a place of the core, or None."""
        cards = self.lists.get((spot.player, spot.location & ~OVERLAY_FLAG), ())
        found: Card | None = cards[spot.sequence] if spot.sequence < len(cards) else None
        if spot.location & OVERLAY_FLAG and found is not None:
            return self.materials.material_at(found, spot.position)
        return found

    def card_with_passcode(self, spot: CoreSpot, code: int) -> Card:
        """Return the card with this passcode at a place of the core.

        Raises OutOfStep if there is none.
        """
        found = self.card(spot)
        if (
            code
            and found is not None
            and found.code != code
            and spot.location in (DECK_FLAG, EXTRA_DECK_FLAG)
        ):
            found = self._swap_in(spot, code)
        if found is None or (code and found.code != code):
            raise OutOfStep(f"{code} is not at {spot}, but {found}")
        return found

    def _swap_in(self, spot: CoreSpot, code: int) -> Card | None:
        """Swap a face-down card of this passcode to the core's place for it.

        The core reordered a hidden pile without sending a message, so our order differs.
        """
        cards: list[Card] = self.lists[(spot.player, spot.location)]
        for index, card in enumerate(cards):
            if card.code == code and not card.face_up:
                cards[index], cards[spot.sequence] = cards[spot.sequence], card
                return card
        return None

    def card_at_slot(self, spot: CoreSpot) -> Card | None:
        """Return the card in a slot of the field. None for empty slots and other places."""
        found: Card | None = (
            self.lists[(spot.player, spot.location)][spot.sequence] if spot.location in SLOTS else None
        )
        return found

    def draw_card(self, player: int, code: int) -> Card:
        """Move the topmost card of this passcode from a Deck to a hand. Raises OutOfStep."""
        deck = self.lists[(player, DECK_FLAG)]
        for card in reversed(deck):
            if card.code == code:
                found: Card = card
                deck.remove(found)
                self.lists[(player, HAND_FLAG)].append(found)
                return found
        raise OutOfStep(f"{code} is drawn, and is not in the Deck")

    def remove(self, spot: CoreSpot, card: Card) -> None:
        """Remove a card from the list of its place in the core."""
        if spot.location & OVERLAY_FLAG:
            self.materials.remove(self._bearer(spot), card)
            return
        cards = self.lists[(spot.player, spot.location)]
        if spot.location in SLOTS:
            cards[spot.sequence] = None
        else:
            del cards[spot.sequence]

    def _bearer(self, spot: CoreSpot) -> Card:
        bearer: Card = self.lists[(spot.player, spot.location & ~OVERLAY_FLAG)][spot.sequence]
        return bearer

    def insert(self, spot: CoreSpot, card: Card) -> None:
        """Insert a card into the list of its place in the core."""
        cards = self.lists[(spot.player, spot.location)]
        if spot.location in SLOTS:
            cards[spot.sequence] = card
        else:
            cards.insert(spot.sequence, card)

    def clear(self, spot: CoreSpot, card: Card) -> None:
        """Remove a card that leaves the duel. A material stays with its bearer."""
        cards = self.lists[(spot.player, spot.location & ~OVERLAY_FLAG)]
        if spot.location in SLOTS:
            cards[spot.sequence] = None
        elif not spot.location & OVERLAY_FLAG:
            cards.remove(card)
