"""Handlers of the core's messages about the Chain: activations, targets, resolution."""

from __future__ import annotations

from facedown_server.games.edopro.locations import OVERLAY_FLAG, Places
from facedown_server.games.edopro.mirroring.card_lists import CardLists
from facedown_server.games.edopro.mirroring.duel_progress import DuelProgress, Handlers
from facedown_server.games.edopro.pile_orders import simultaneous_sort_key
from facedown_server.games.edopro.revealed_cards import ShownCards
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.table import ChainLink, State, ops
from facedown_shared.protocol.asking import About
from facedown_shared.tables import SHARED_SEAT_INDEX
from facedown_shared.text import NOTHING


class ChainEvents:
    """Handler of the Chain messages of one duel."""

    def __init__(self, state: State, places: Places, cards: CardLists, progress: DuelProgress) -> None:
        self._state, self._places, self._cards, self._progress = state, places, cards, progress
        self.pending: list[tuple[ChainLink, int]] = []
        """Activations that are not on the Chain yet."""
        self.showing = ShownCards(state, places, cards.card, self.pending)

    @property
    def is_chaining(self) -> bool:
        """True if an effect is being activated or is on the Chain."""
        return bool(self.pending or self._state.chain)

    @property
    def handlers(self) -> Handlers:
        """Map each message type to its handler."""
        return {
            said.Chaining: self._handle_chaining, said.BecomeTarget: self._targets,
            said.Chained: self._handle_chained,
            said.ChainSolving: self._handle_solving, said.ChainSolved: self._handle_solved,
            said.ChainEnd: self._handle_chain_end,
            said.ChainNegated: self._handle_negated, said.ChainDisabled: self._handle_negated,
        }  # fmt: skip

    def _handle_chaining(self, message: said.Chaining) -> None:
        self._progress.is_scaling = False
        card = self._cards.card_with_passcode(message.spot, message.code)
        seat = self._places.seat(message.player)
        if not card.face_up and not card.revealed:
            ops.reveal(self._state, (card,), cause="activate")
        place = self._places.to_place(
            CoreSpot(message.player, message.location & ~OVERLAY_FLAG, message.sequence)
        )
        link = ChainLink(seat, card, card.handles, NOTHING, (), place)
        self.pending.append((link, message.link))

    def _targets(self, message: said.BecomeTarget) -> None:
        found = [card for spot in message.spots if (card := self._cards.card(spot)) is not None]
        targets = tuple(sorted(found, key=lambda card: simultaneous_sort_key(self._state, card)))
        if self.pending:
            link, number = self.pending[-1]
            merged = (*link.targets, *targets)
            self.pending[-1] = (
                ChainLink(link.seat, link.card, link.handles, link.words, merged, link.place), number,
            )  # fmt: skip

    def add_to_chain(self) -> None:
        """Put the last activation on the Chain."""
        if self.pending:
            link, number = self.pending.pop()
            ops.link(self._state, link, f"core:{number}")
            self._progress.about = About("activation", link.seat)

    def _handle_chained(self, message: said.Chained) -> None:
        self.add_to_chain()

    def _handle_solving(self, message: said.ChainSolving) -> None:
        if len(self._state.chain) >= message.link:
            ops.start_resolving(self._state, self._state.chain[message.link - 1])

    def _handle_solved(self, message: said.ChainSolved) -> None:
        while len(self._state.chain) >= message.link:
            ops.unlink(self._state)

    def _handle_chain_end(self, message: said.ChainEnd) -> None:
        while self._state.chain:
            ops.unlink(self._state)
        self.pending.clear()
        self.showing.hide_activated()
        if not (self._progress.about and self._progress.about.what == "summon"):
            self._progress.about = About("chain_resolved", self._state.turn_player)

    def _handle_negated(self, message: said.ChainNegated) -> None:
        if len(self._state.chain) >= message.link:
            link = self._state.chain[message.link - 1]
            word = "activation" if type(message) is said.ChainNegated else "effect"
            ops.negate_link(self._state, link, word, SHARED_SEAT_INDEX)
