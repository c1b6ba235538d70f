"""Handlers of the core's messages about ties between cards, and about counters."""

from __future__ import annotations

from facedown_server.games.edopro.mirroring.card_lists import CardLists
from facedown_server.games.edopro.mirroring.duel_progress import Handlers
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import values
from facedown_server.table import State, ops


class CardTies:
    """Handler of the messages about equips, lasting targets and counters."""

    def __init__(self, state: State, cards: CardLists) -> None:
        self._state, self._cards = state, cards

    @property
    def handlers(self) -> Handlers:
        """Map each message type to its handler."""
        return {
            said.Equipped: self._equip, said.Unequip: self._unequip, said.CardTarget: self._handle_tie,
            said.CancelTarget: self._untie, said.AddCounter: self._counters,
            said.RemoveCounter: self._counters,
        }  # fmt: skip

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
