"""Values of cards from the core: query results, ties between cards, counters, public cards in hands."""

from __future__ import annotations

from typing import Any

from facedown_server.games.edopro.locations import HAND_FLAG, SLOTS
from facedown_server.games.edopro.mirroring.card_lists import CardLists
from facedown_server.games.edopro.mirroring.duel_progress import Handlers
from facedown_server.games.edopro.pile_orders import OutOfStep
from facedown_server.games.edopro.revealed_cards import ShownCards
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import queries, values
from facedown_server.table import Card, State, ops
from facedown_shared.cards.facts import Pool


class CardValues:
    """Writer of the core's query results into the State of one duel, and handler of its messages about
    equips, lasting targets and counters. Raises OutOfStep if query results contradict the State.
    """

    def __init__(self, state: State, pool: Pool, cards: CardLists, showing: ShownCards) -> None:
        self._state, self._pool, self._cards, self._showing = state, pool, cards, showing
        self._written: dict[tuple[int, int], tuple[list[Card | None], list[Any], int]] = {}
        """For each place the cards and the query results that were written last, and `State.touches` then."""

    @property
    def handlers(self) -> Handlers:
        """Map each message type to its handler."""
        return {
            said.Equipped: self._equip, said.Unequip: self._unequip, said.CardTarget: self._handle_tie,
            said.CancelTarget: self._untie, said.AddCounter: self._counters,
            said.RemoveCounter: self._counters,
        }  # fmt: skip

    def write_values(self, answers: dict[tuple[int, int], list[Any]]) -> None:
        """Write the core's computed values, and which cards in hands are public, into the State."""
        for (player, location), found in answers.items():
            cards = self._cards.lists[(player, location)]
            if location in SLOTS:
                if self._is_written((player, location), cards, found):
                    continue
                for card, query in zip(cards, found, strict=True):
                    if (card is None) is not (query is None):
                        raise OutOfStep(
                            f"{card} stands where the core has {query and query[queries.CODE_FLAG]}"
                        )
                    if card is not None and queries.TYPE_FLAG in query.values:
                        self._renew(card, query)
                self._written[(player, location)] = ([*cards], found, self._state.touches)
            elif location == HAND_FLAG:
                self._show_hand(cards, found)

    def _is_written(self, place: tuple[int, int], cards: list[Card | None], found: list[Any]) -> bool:
        """Return whether these results were written before, and the cards have not changed since."""
        if place not in self._written:
            return False
        written, results, at = self._written[place]
        touched = self._state.touched_cards
        return (
            results is found
            and at >= self._state.forgotten_touches
            and written == cards
            and not any(card is not None and touched.get(card, 0) > at for card in cards)
        )

    def _renew(self, card: Card, query: queries.CardQuery) -> None:
        if card.code != query[queries.CODE_FLAG]:
            raise OutOfStep(f"{card} is {query[queries.CODE_FLAG]} to the core")
        if changed := values.changes(card, query, self._pool):
            ops.set_values(self._state, card, changed)
        now = values.counters(query)
        for name in sorted({*now, *card.counters}):
            if change := now.get(name, 0) - card.counters.get(name, 0):
                ops.counters(self._state, card, name, change)

    def _show_hand(self, cards: list[Card], found: list[Any]) -> None:
        if [card.code for card in cards] != [query[queries.CODE_FLAG] for query in found]:
            raise OutOfStep("a hand holds other cards than the core's")
        public = [card for card, query in zip(cards, found, strict=True) if query.get(queries.PUBLIC_FLAG)]
        self._showing.hand(cards, public)

    def _equip(self, message: said.Equipped) -> None:
        card, monster = self._cards.card(message.spot), self._cards.card(message.target)
        if card is not None and monster is not None:
            ops.equip(self._state, card, monster)

    def _unequip(self, message: said.Unequip) -> None:
        if (card := self._cards.card(message.spot)) is not None:
            ops.unequip(self._state, card)

    def _handle_tie(self, message: said.CardTarget) -> None:
        card, target = self._cards.card(message.spot), self._cards.card(message.target)
        if card is not None and target is not None and target not in card.targets:
            ops.add_tie(self._state, card, target)

    def _untie(self, message: said.CancelTarget) -> None:
        card, target = self._cards.card(message.spot), self._cards.card(message.target)
        if card is not None and target in card.targets:
            left = [one for one in card.targets if one is not target]
            ops.untie(self._state, card)
            for one in left:
                ops.add_tie(self._state, card, one)

    def _counters(self, message: said.AddCounter) -> None:
        """Apply a change of counters at once, since no query follows the last message of a duel."""
        card, name = self._cards.card(message.spot), values.counter(message.counter)
        if card is not None:
            gone = type(message) is said.RemoveCounter
            change = -min(message.many, card.counters.get(name, 0)) if gone else message.many
            if change:
                ops.counters(self._state, card, name, change)
