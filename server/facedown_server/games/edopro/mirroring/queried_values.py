"""Query results of the core: current values of cards on the field, and which cards in hands are public."""

from __future__ import annotations

from typing import Any

from facedown_server.games.edopro.locations import HAND_FLAG, SLOTS
from facedown_server.games.edopro.mirroring.card_lists import CardLists
from facedown_server.games.edopro.pile_orders import OutOfStep
from facedown_server.games.edopro.revealed_cards import ShownCards
from facedown_server.games.edopro.stream import queries, values
from facedown_server.table import Card, State, ops
from facedown_shared.cards.facts import Pool


class QueriedValues:
    """Writer of the core's query results into the State of one duel. Raises OutOfStep if they contradict the
    State.
    """

    def __init__(self, state: State, pool: Pool, cards: CardLists, showing: ShownCards) -> None:
        self._state, self._pool, self._cards, self._showing = state, pool, cards, showing

    def write_values(self, answers: dict[tuple[int, int], list[Any]]) -> None:
        """Write the core's computed values, and which cards in hands are public, into the State."""
        for (player, location), found in answers.items():
            cards = self._cards.lists[(player, location)]
            if location in SLOTS:
                for card, told in zip(cards, found, strict=True):
                    if (card is None) is not (told is None):
                        raise OutOfStep(
                            f"{card} stands where the core has {told and told[queries.CODE_FLAG]}"
                        )
                    if card is not None and queries.TYPE_FLAG in told.values:
                        self._renew(card, told)
            elif location == HAND_FLAG:
                self._show_hand(cards, found)

    def _renew(self, card: Card, told: queries.CardQuery) -> None:
        if card.code != told[queries.CODE_FLAG]:
            raise OutOfStep(f"{card} is {told[queries.CODE_FLAG]} to the core")
        if changed := values.changes(card, told, self._pool):
            ops.set_values(self._state, card, changed)
        now = values.counters(told)
        for name in sorted({*now, *card.counters}):
            if change := now.get(name, 0) - card.counters.get(name, 0):
                ops.counters(self._state, card, name, change)

    def _show_hand(self, cards: list[Card], found: list[Any]) -> None:
        if [card.code for card in cards] != [told[queries.CODE_FLAG] for told in found]:
            raise OutOfStep("a hand holds other cards than the core's")
        public = [card for card, told in zip(cards, found, strict=True) if told.get(queries.PUBLIC_FLAG)]
        self._showing.hand(cards, public)
