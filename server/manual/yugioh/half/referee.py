"""The duel by the rules with cards that are carried out by hand, as a Referee. Sync and pure (law 5).

Nothing but a card without a script is ever done by hand. While one is carried out, gestures of both players
are acts of the duel; at every other time they are refused.
"""

from __future__ import annotations

from collections.abc import Iterator

from server.duel.chain import legality
from server.duel.core.prompts import Offer
from server.duel.engine import Duel
from server.duel.library import goes_by_hand
from server.manual.yugioh.half import gestures, manual_effects
from server.manual.yugioh.half.gestures import HalfDuelHands
from server.manual.yugioh.half.manual_effects import ManualEffect
from server.manual.yugioh.half.scripts import scripts
from server.referee import Act, ByHand, Frame, PromptKind, Setup
from server.table.random_streams import RandomStreams
from server.table.state import Card
from shared.cards.facts import Pool
from shared.errors import Code, Illegal
from shared.formats import Format
from shared.manual.games import GAMES
from shared.protocol.messages import Gesture
from shared.zones import Seat

APPLY = "apply"
"""The verb of carrying out something of a card that starts no chain."""

APPLIED = "Something of it that starts no chain, carried out by hand."
HIDDEN = ("hand", "extra_deck")
AT_WILL = (*HIDDEN, "field", "graveyard", "banished")
"""Where a card may lie that does something without a chain."""


class HalfDuel(Duel):
    """One duel, half by the rules and half by hand. `alone`: one person plays both sides."""

    def __init__(self, rules: Format, pool: Pool, *, alone: bool = False) -> None:
        super().__init__(rules, pool)
        self.game = GAMES[rules.table]
        self.alone = alone
        self.work: ManualEffect | None = None
        """What is being carried out by hand right now."""

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Begin the duel of a setup; frames up to the first prompt."""
        self.scripts = scripts(self.pool, [code for deck in setup.decks for code in deck.cards])
        yield from super().start(setup, streams)

    def check(self, act: Act) -> None:
        """Raise Illegal if the act is not allowed now; changes nothing."""
        if not isinstance(act.body, ByHand):
            super().check(act)
        elif self.decided is not None:
            raise Illegal("The duel is over.", Code.NOT_NOW)
        elif self.work is None or not any(ask.kind is PromptKind.BY_HAND for ask in self.prompts()):
            raise Illegal("No card is being carried out by hand now: the rules ask.", Code.NOT_NOW)
        else:
            gestures.plan(self.hands(self.work, act.seat, act.body.gesture), self)

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act; frames up to the next prompt or the end."""
        if isinstance(act.body, ByHand):
            yield from self._advance((act.seat, act.body.gesture))
        else:
            yield from super().apply(act)

    def hands(self, work: ManualEffect, seat: Seat, gesture: Gesture) -> HalfDuelHands:
        """A seat's hands for one gesture."""
        return HalfDuelHands(
            self.state, self.game, self.format, self.streams, self.pool, seat, gesture, work.searching,
            self.alone, work.fx.card, work.fx, work.paying,
        )  # fmt: skip

    # --- what the rules ask of a duel with such cards -------------------------------------------------------

    def answers_by_hand(self, seat: Seat) -> bool:
        """By public facts: a hand or a Set card may hold anything, open cards are what they are (law 4)."""
        if self.step and self.step not in legality.AROUND:
            return False
        if any(legality.may_be_turned_up(self, card) for card in self.lying("spell_trap", seat)):
            return True
        if self.summoning is not None and not self.summoning.negated and not self.state.chain:
            return False
        if self.lying("hand", seat):
            return True
        return any(
            card.face_up and goes_by_hand(card.facts)
            for word in ("field", "graveyard", "banished") for card in self.lying(word, seat)
        )  # fmt: skip

    def applied_by_hand(self, seat: Seat) -> Iterator[Offer]:
        """Everything of this player's that nobody has written."""
        for word in AT_WILL:
            for card in self.lying(word, seat):
                if goes_by_hand(card.facts) and (card.face_up or word in HIDDEN):
                    yield Offer(f"{APPLY}:{card.id}", self._apply(seat, card), APPLY, card, text=APPLIED)

    def _apply(self, seat: Seat, card: Card) -> object:
        return lambda: manual_effects.apply(self, seat, card)
