"""Orders of piles and Set cards that the core changes, and orders that reveal nothing secret.

The core handles simultaneous cards in order of creation, which is the order of the initial Decks. That order
is secret, so simultaneous moves are ordered by place here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from facedown_server.games.edopro.locations import (
    DECK_FLAG,
    EXTRA_DECK_FLAG,
    GRAVEYARD_FLAG,
    HAND_FLAG,
    Places,
)
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import queries
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.table import MATERIAL, Card, State, ops, sight
from facedown_shared.tables import Place


class OutOfStep(Exception):
    """The mirror and the core disagree. This is a bug of ours; it ends that table only."""


Order = tuple[int, ...]


def place_sort_key(state: State, card: Card) -> Order:
    """Return the sort key of a card's place, as viewers who can identify the card see it."""
    seat, zone, slot = card.place
    if zone == MATERIAL and card.bearer is not None:
        return (*place_sort_key(state, card.bearer), 1 + card.bearer.materials.index(card))
    if zone not in state.table.zones:
        return (seat, -1, slot)
    index = slot if card.is_on_field else state.pile(seat, zone).index(card)
    return (seat, list(state.table.zones).index(zone), index)


def simultaneous_sort_key(state: State, card: Card) -> Order:
    """Return the sort key of a card among simultaneous moves: by place if that is public, else by passcode.

    Materials sort before their bearer.
    """
    order = place_sort_key(state, card)
    if card.is_on_field or card.zone == MATERIAL or sight.readers(state, card) == sight.ALL_CLASSES_MASK:
        return (card.zone != MATERIAL, *order)
    return (1, *order[:2], card.code, order[2])


class PileOrders:
    """Handler of the core's messages about orders of cards."""

    def __init__(
        self, state: State, places: Places, lists: dict[tuple[int, int], list[Any]],
        card: Callable[[CoreSpot], Card | None],
    ) -> None:  # fmt: skip
        self._state, self._places, self._lists, self._card = state, places, lists, card

    def shuffle_deck(self, player: int, answers: dict[tuple[int, int], list[Any]]) -> None:
        """Reorder a shuffled Deck by the queried passcodes."""
        codes = [one[queries.CODE_FLAG] for one in answers.get((player, DECK_FLAG), ()) if one is not None]
        self._reorder(player, DECK_FLAG, codes)

    def shuffle_named(self, message: said.ShuffleHand) -> None:
        """Reorder a hand, or the face-down part of an Extra Deck, by the passcodes in the message."""
        self._reorder(
            message.player, HAND_FLAG if type(message) is said.ShuffleHand else EXTRA_DECK_FLAG, message.codes
        )

    def _reorder(self, player: int, location: int, codes: Sequence[int]) -> None:
        """Reorder a pile by its new list of passcodes. Face-up cards of an Extra Deck stay.

        Raises OutOfStep if the pile holds other cards.
        """
        cards, seat = self._lists[(player, location)], self._places.seat(player)
        left = [card for card in cards if location != EXTRA_DECK_FLAG or not card.face_up]
        if len(codes) == len(cards):  # the core shuffles face-up cards too
            left = [*cards]
        stays = [card for card in cards if card not in left]
        if sorted(codes) != sorted(card.code for card in left):
            raise OutOfStep(f"a pile of {len(left)} cards holds others after it was shuffled")
        by_code: dict[int, list[Card]] = {}
        for card in reversed(left):
            by_code.setdefault(card.code, []).append(card)
        new = [by_code[code].pop() for code in codes]
        self._lists[(player, location)] = new + stays
        zone = "deck" if location == DECK_FLAG else "hand" if location == HAND_FLAG else "extra_deck"
        pile = self._state.pile(seat, zone)
        wanted = [*reversed(new)] if location == DECK_FLAG else self._permute(pile, left, new)
        index = {card: number for number, card in enumerate(pile)}
        ops.shuffle(self._state, seat, zone, [index[card] for card in wanted], stirred=True)

    @staticmethod
    def _permute(pile: Sequence[Card], old: Sequence[Card], new: Sequence[Card]) -> list[Card]:
        """Return our own pile, permuted as the core permuted its pile.

        The pile's player has seen our order. The core's order depends on former places of cards under the
        opponent's control.
        """
        was = {card: number for number, card in enumerate(old)}
        lying = [card for card in pile if card in was]
        return [lying[was[card]] for card in new] + [card for card in pile if card not in was]

    def mix(self, message: said.ShuffleSet, answers: dict[tuple[int, int], list[Any]]) -> None:
        """Shuffle Set cards among their places, as the core did. Raises OutOfStep if they are other cards."""
        spots, _ = message.places
        cards = [self._card(spot) for spot in spots]
        held = [card for card in cards if card is not None]
        row = answers[(spots[0].player, message.location)]
        codes = [
            row[spot.sequence][queries.CODE_FLAG] for spot in sorted(spots, key=lambda spot: spot.sequence)
        ]
        order = sorted(range(len(held)), key=lambda index: spots[index].sequence)
        held, spots = [held[index] for index in order], tuple(spots[index] for index in order)
        left = list(range(len(held)))
        new = []
        for code in codes:
            found = next((index for index in left if held[index].code == code), None)
            if found is None:
                raise OutOfStep("Set cards are others after they were shuffled")
            left.remove(found)
            new.append(found)
        ops.mix(self._state, held, new)
        for spot, index in zip(spots, new, strict=True):
            self._lists[(spot.player, spot.location)][spot.sequence] = held[index]

    def swap_piles(self, player: int, answers: dict[tuple[int, int], list[Any]]) -> None:
        """Swap a player's Deck and Graveyard. Raises OutOfStep if they hold other cards afterwards."""
        seat = self._places.seat(player)
        piles = [self._lists[(player, location)] for location in (DECK_FLAG, GRAVEYARD_FLAG, EXTRA_DECK_FLAG)]
        cards = [card for pile in piles for card in pile]
        for location, zone in (
            (GRAVEYARD_FLAG, "graveyard"),
            (EXTRA_DECK_FLAG, "extra_deck"),
            (DECK_FLAG, "deck"),
        ):
            now: list[Card] = []
            for one in answers[(player, location)]:
                found = next((card for card in cards if card.code == one[queries.CODE_FLAG]), None)
                if found is None:
                    raise OutOfStep("Deck and Graveyard hold others after they changed places")
                cards.remove(found)
                now.append(found)
                if found.zone != zone:
                    open_ = zone == "graveyard"
                    ops.move(self._state, found, Place(seat, zone), face_up=open_, cause="moving")
            self._lists[(player, location)] = now
        pile = self._state.pile(seat, "deck")
        index = {card: number for number, card in enumerate(pile)}
        order = [index[card] for card in reversed(self._lists[(player, DECK_FLAG)])]
        ops.shuffle(self._state, seat, "deck", order, stirred=True)
