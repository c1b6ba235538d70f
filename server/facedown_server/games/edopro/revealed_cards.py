"""Hidden cards that the core shows for a while: which viewers see them, and until when. No other State
changes here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from facedown_server.games.edopro.locations import Places
from facedown_server.games.edopro.pile_orders import simultaneous_sort_key
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import prompts
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.refereeing.prompts import SHOW, Show
from facedown_server.table import Card, ChainLink, State, ops
from facedown_shared.tables import Seat

UNCHANGING = frozenset({said.Hint, said.CardHint, said.PlayerHint})
"""Messages that do not end the showing of cards."""
Shows = Iterator[Show]


class ShownCards:
    """Hidden cards that are shown at the moment in one duel."""

    def __init__(
        self, state: State, places: Places, card: Callable[[CoreSpot], Card | None],
        pending: Sequence[tuple[ChainLink, int]],
    ) -> None:  # fmt: skip
        """`pending`: activations that are not on the Chain yet."""
        self._state, self._places, self._card, self._pending = state, places, card, pending
        self.keeps_both_hands = True
        """Whether both hands stay shown until both players have chosen. They did not in earlier duels."""
        self._shown: list[Card] = []
        """Cards to hide again at the core's next message."""
        self._public: set[Card] = set()
        """Cards in hands that an effect reveals to all, by the core's last message."""

    def confirm(self, message: said.ConfirmCards, cards: Sequence[Card]) -> Shows:
        """Show cards to a player. Cards of the opponent's hand and the like are shown to all, and so is a
        card that the player has just Set by an effect: it proves what was Set.
        """
        seat = self._places.seat(message.player)
        own = [card for card in cards if card.controller == seat or card.zone == "deck"]
        proof = [card for card in own if card.is_on_field]
        looked = [card for card in cards if card not in proof and (card in own or card.is_on_field)]
        yield from self.show(looked, 1 << seat)
        others = [card for card in cards if card not in looked]
        yield from self.show(others, ops.ALL_CLASSES_MASK)

    def sort(self, message: prompts.SortCards) -> Shows:
        """Show the player who orders cards of a Deck their present order."""
        cards = [self._card(row.spot) for row in message.cards]
        hidden = [card for card in cards if card is not None and card.zone == "deck"]
        yield from self.show(hidden, 1 << self._places.seat(message.player))

    def show(self, cards: Sequence[Card], classes: int) -> Shows:
        """Show cards in a frame of their own, until the core's next message."""
        hidden = [card for card in cards if not card.face_up and not card.revealed]
        if hidden:
            hidden.sort(key=lambda card: simultaneous_sort_key(self._state, card))
            ops.reveal(self._state, hidden, classes, cause="effect")
            self._shown += hidden
            yield SHOW

    def cover(self, message: Any) -> None:
        """Hide the shown cards again before the core's next message.

        A player who chooses among shown cards of the opponent can read them until the choice is made;
        otherwise the choice would be blind. Prompts name the cards of the player's own Deck anyway. Where
        both players look at each other's hands, both hands stay shown until both have chosen.
        """
        if not self._shown or type(message) in UNCHANGING:
            return
        stays = self._cards_still_shown(message)
        over = [card for card in self._shown if card not in stays and card.revealed]
        self._shown = stays
        if over:
            ops.conceal(self._state, over)

    def _cards_still_shown(self, message: Any) -> list[Card]:
        """Return the shown cards that stay so during this message."""
        if type(message) not in (*prompts.CHOICES, said.ConfirmCards):
            return []
        seat: Seat = self._places.seat(message.player)
        found = {self._card(row.spot) for row in message.cards}
        own = [card for card in self._shown if card.zone == "hand" and card.place.seat == seat]
        own = own if self.keeps_both_hands else []
        if isinstance(message, said.ConfirmCards):
            return own if found.intersection(self._state.pile(1 - seat, "hand")) else []
        others = [card for card in self._shown if card.place.seat == 1 - seat]
        return own + others if found.intersection(others) else []

    def hand(self, cards: Sequence[Card], public: Sequence[Card]) -> None:
        """Reveal these public cards of a hand to all, and hide cards that nothing shows any longer."""
        self._public = self._public.difference(cards).union(public)
        shown = [card for card in public if not card.revealed]
        if shown:
            ops.reveal(self._state, shown, cause="effect")
        self._conceal(cards)

    def hide_activated(self) -> None:
        """Hide cards in hands that were activated there, when the Chain is over."""
        for seat in (0, 1):
            self._conceal(self._state.pile(seat, "hand"))

    def is_shown_briefly(self, card: Card) -> bool:
        """Return whether a card is shown only for a moment: because it is on the Chain, or for a choice."""
        links = [*self._state.chain, *(link for link, _ in self._pending)]
        return card in self._shown or any(link.card is card for link in links)

    def _conceal(self, hand: Sequence[Card]) -> None:
        """Hide the revealed cards of a hand that no effect, no Chain and no choice shows any longer."""
        shown = [card for card in hand if card.revealed and card not in self._public]
        over = [card for card in shown if not self.is_shown_briefly(card)]
        if over:
            ops.conceal(self._state, over)
