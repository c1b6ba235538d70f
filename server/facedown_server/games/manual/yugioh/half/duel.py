"""A duel in which cards without a script are carried out by hand: what the rules ask of such a duel.

Nothing but a card without a script is ever done by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from facedown_server.games.duel.chain import legality
from facedown_server.games.duel.core import timing
from facedown_server.games.duel.core.duel import Duel
from facedown_server.games.duel.core.effect import Fx
from facedown_server.games.duel.library import goes_by_hand
from facedown_server.refereeing.prompts import Offer, Play, Verb
from facedown_server.table.state import Card, Handles
from facedown_shared.manual.game import Game
from facedown_shared.tables.zones import Seat
from facedown_shared.text.words import words

APPLY: Verb = "apply"
"""The verb of carrying out something of a card that starts no chain."""

HIDDEN = ("hand", "extra_deck")
AT_WILL = (*HIDDEN, "field", "graveyard", "banished")
"""Where a card may lie that does something without a chain."""


@dataclass(eq=False)
class ManualEffect:
    """One card being carried out: what for, and what has been done of it."""

    fx: Fx
    handles: Handles
    """Those of the card when it was activated, or when it began without a chain."""
    paying: bool = False
    moved: bool = False
    searching: list[bool] = field(default_factory=lambda: [False, False])
    """Whose Deck is being looked through."""
    shown: tuple[Card, ...] = ()
    """Cards that were shown to somebody before it began."""


@dataclass(eq=False, kw_only=True)
class HalfDuel(Duel):
    """One duel, half by the rules and half by hand. `alone`: one person plays both sides.

    `carries_out` is how a card is carried out that starts no chain.
    """

    game: Game
    carries_out: Callable[[HalfDuel, Seat, Card], Play[bool]]
    alone: bool = False
    work: ManualEffect | None = None
    """What is being carried out by hand right now."""

    def answers_by_hand(self, seat: Seat) -> bool:
        """By public facts: a hand or a Set card may hold anything, open cards are what they are (law 4)."""
        if self.step and self.step not in timing.AROUND:
            return False
        if any(legality.may_be_turned_up(self, card) for card in self.cards_at("spell_trap", seat)):
            return True
        if self.summoning is not None and not self.summoning.negated and not self.state.chain:
            return False
        return bool(self.cards_at("hand", seat)) or any(
            card.face_up and goes_by_hand(card.facts)
            for where in ("field", "graveyard", "banished") for card in self.cards_at(where, seat)
        )  # fmt: skip

    def applied_by_hand(self, seat: Seat) -> Iterator[Offer]:
        """Everything of this player's that nobody has written."""
        for where in AT_WILL:
            for card in self.cards_at(where, seat):
                if goes_by_hand(card.facts) and (card.face_up or where in HIDDEN):
                    act = partial(self.carries_out, self, seat, card)
                    yield Offer(f"{APPLY}:{card.id}", act, APPLY, card, words=words("applied_by_hand"))
