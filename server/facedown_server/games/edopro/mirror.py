"""Mirror: apply the core's messages to our State, as places of cards and public events.

The core sends passcodes and places and does not identify physical cards. Equal copies that were shuffled are
taken in their order. Computed values are queried (`requests.Asked`). Nothing else of the core's stream is
passed on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from facedown_server.games.edopro.engine_protocol import QueryResult
from facedown_server.games.edopro.locations import HAND_FLAG, SLOTS, Places
from facedown_server.games.edopro.mirroring.card_lists import CardLists
from facedown_server.games.edopro.mirroring.card_moves import CardMoves
from facedown_server.games.edopro.mirroring.card_values import CardValues
from facedown_server.games.edopro.mirroring.chain_events import ChainEvents
from facedown_server.games.edopro.mirroring.duel_events import DuelEvents
from facedown_server.games.edopro.mirroring.duel_progress import DuelProgress, Handlers
from facedown_server.games.edopro.pile_orders import PileOrders
from facedown_server.games.edopro.revealed_cards import Shows
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import prompts, queries
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.games.edopro.stream.prompt_sources import PromptSources
from facedown_server.refereeing.prompts import DuelPrompt, Play, Show
from facedown_server.refereeing.referee import Result
from facedown_server.table import Card, State, ops
from facedown_shared.cards.facts import Pool

WINS = {0x1: "lp", 0x2: "deckout", 0x10: "exodia"}
NO_PLAYER_CODE = 2
LEAVING_REASON_FLAG = 1 << 32
"""Bit above all bits of the core's move reasons."""
SELECT_MESSAGE_HINT_CODE = 3


class Mirror:
    """Mirror of one duel: keeps our State up to date with the core's messages. Each subject has a handler
    class of its own (`mirroring`).
    """

    def __init__(self, state: State, pool: Pool, places: Places, *, hides_windows: bool = True) -> None:
        """`hides_windows`: False for a duel that began before windows of hidden cards were hidden."""
        self.state, self.pool, self.places = state, pool, places
        self.progress = DuelProgress(hides_windows=hides_windows)
        self._results: dict[tuple[int, int], tuple[bytes, list[Any]]] = {
            (player, location): (b"", []) for player in (0, 1) for location in (*SLOTS, HAND_FLAG)
        }
        """The last query result of each place that is queried again and again, and its cards."""
        self._unwritten: dict[tuple[int, int], list[Any]] = {}
        """Query results of a window before the draw, to be written with the next ones."""
        self.cards = CardLists(state)
        self.sources = PromptSources(state, self.cards.card)
        self._orders = PileOrders(state, places, self.cards.lists, self.cards.card)
        self._moves = CardMoves(state, pool, places, self.cards, self.progress)
        self._chain = ChainEvents(state, places, self.cards, self.progress)
        self.showing = self._chain.showing
        self.showing.keeps_both_hands = hides_windows
        self._values = CardValues(state, pool, self.cards, self.showing)
        self._handlers: Handlers = {
            **self._moves.handlers,
            **self._chain.handlers,
            **DuelEvents(state, places, self.cards, self._moves, self.progress).handlers,
            **self._values.handlers,
            said.ShuffleHand: self._orders.shuffle_named, said.ShuffleExtra: self._orders.shuffle_named,
            said.ConfirmCards: self._confirm, said.ConfirmDeckTop: self._confirm_top,
            said.ConfirmExtraTop: self._confirm_top, prompts.SortCards: self.showing.sort,
            said.Win: self._handle_win, said.Hint: self._handle_hint,
        }  # fmt: skip

    # --- all messages of one call ---------------------------------------------------------------------------

    def apply_messages(
        self, decoded: Sequence[Any], asked: Sequence[QueryResult],
        before: Callable[[Any], Iterable[DuelPrompt | Show]] = lambda message: (),
    ) -> Play[None]:  # fmt: skip
        """Carry out the messages of one call and the query results after it. `before`: yields prompts that
        precede a message.

        Messages after the end of the duel are ignored, since the core clears its Chain then.
        """
        answers = self._unwritten | {(one.player, one.location): self._decode_result(one) for one in asked}
        self._unwritten = {}
        for leaving, run in groupby(decoded, leaving_reason):  # the first message that ends the duel counts
            if not leaving:
                for message in run:
                    if self.progress.ended is None:
                        self.showing.cover(message)
                        if self._is_window_before_draw(message):
                            self._unwritten = {at: one for at, one in answers.items() if at in self._results}
                        elif type(message) in prompts.KINDS:  # windows before it show the same values
                            self._values.write_values(answers)
                        yield from before(message)
                        yield from self._apply_message(message, answers)
            elif self.progress.ended is None:
                moved = [*run]
                self.showing.cover(moved[0])
                yield from before(moved[0])
                self._moves.move_together(moved)
        if self.progress.ended is None and not self._unwritten:
            self._values.write_values(answers)

    def _is_window_before_draw(self, message: Any) -> bool:
        """Return whether the core opens a window that it may open because of a hidden card: no value may
        show in it that would otherwise show later.
        """
        is_window = type(message) in (prompts.SelectChain, prompts.SelectEffect)
        return self.progress.is_before_draw and is_window and not getattr(message, "forced", 0)

    def _apply_message(self, message: Any, answers: dict[tuple[int, int], list[Any]]) -> Shows:
        kind = type(message)
        if kind is said.ShuffleDeck:
            self._orders.shuffle_deck(message.player, answers)
        elif kind is said.ShuffleSet:
            self._orders.mix(message, answers)
        elif kind is said.SwapGraveDeck:
            self._orders.swap_piles(message.player, answers)
        elif (step := self._handlers.get(kind)) is not None:
            yield from step(message) or ()
        self.sources.update(message)

    def _decode_result(self, result: QueryResult) -> list[Any]:
        """Return the queried cards of a place: the same list as last time, if the bytes are the same."""
        place = (result.player, result.location)
        if place not in self._results:  # whole piles are queried rarely
            return [*queries.decode_queries(result.cards)]
        data, cards = self._results[place]
        if data != result.cards:
            cards = [*queries.decode_queries(result.cards)]
            self._results[place] = (result.cards, cards)
        return cards

    @property
    def is_chaining(self) -> bool:
        """True if an effect is being activated or is on the Chain."""
        return self._chain.is_chaining

    def card(self, spot: CoreSpot) -> Card | None:
        """Return the card at a place of the core, or None."""
        return self.cards.card(spot)

    # --- shown cards, the end, hints ------------------------------------------------------------------------

    def _confirm(self, message: said.ConfirmCards) -> Shows:
        cards = [
            self.cards.card_with_passcode(row.spot, row.code) for row in message.cards if row.spot.location
        ]
        yield from self.showing.confirm(message, cards)

    def _confirm_top(self, message: said.ConfirmDeckTop) -> Shows:
        cards = [self.cards.card_with_passcode(row.spot, row.code) for row in message.cards]
        yield from self.showing.show(cards, ops.ALL_CLASSES_MASK)

    def _handle_win(self, message: said.Win) -> None:
        self._chain.add_to_chain()  # an effect paid for with the last Life Points was activated nevertheless
        winner = None if message.player == NO_PLAYER_CODE else self.places.seat(message.player)
        self.progress.ended = Result(
            winner, WINS.get(message.reason, "effect" if winner is not None else "lp")
        )

    def _handle_hint(self, message: said.Hint) -> None:
        if message.kind == SELECT_MESSAGE_HINT_CODE:
            self.progress.hint = message.value


def leaving_reason(message: Any) -> int:
    """Return the core's reason, with LEAVING_REASON_FLAG, if the message moves an existing card to a place
    off the field. Returns 0 for any other message.
    """
    if type(message) is not said.CardMoved or not message.start.location or message.goal.location in SLOTS:
        return 0
    reason: int = message.reason
    return LEAVING_REASON_FLAG | reason
