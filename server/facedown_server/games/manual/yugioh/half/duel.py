"""State of a duel by the rules in which players carry out cards without a script by hand.

Only cards without a script are ever carried out by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from facedown_server.games.duel.chain import legality
from facedown_server.games.duel.core import Duel, Fx, timing
from facedown_server.games.duel.library import needs_manual_play
from facedown_server.refereeing.prompts import Offer, Play, Verb
from facedown_server.table import Card, Handles
from facedown_shared.manual.game import Game
from facedown_shared.tables import Seat
from facedown_shared.text import words

APPLY: Verb = "apply"
"""Verb for an effect that starts no Chain."""

HIDDEN = ("hand", "extra_deck")
AT_WILL = (*HIDDEN, "field", "graveyard", "banished")
"""Zones of cards that may have an effect that starts no Chain."""


@dataclass(eq=False)
class ManualEffect:
    """Effect that a player carries out by hand, with its progress."""

    fx: Fx
    handles: Handles
    """Handles of the card when it was activated, or when an effect without a Chain began."""
    paying: bool = False
    moved: bool = False
    chose: bool = False
    """True if cards of a Deck, Graveyard or the banished ones were moved."""
    refused: int = 0
    """How often the opponent refused to have hidden cards shown."""
    searching: list[bool] = field(default_factory=lambda: [False, False])
    """For each seat, whether its Deck is being searched."""
    shown: tuple[Card, ...] = ()
    """Cards that were already shown to a player before the effect began."""


@dataclass(eq=False, kw_only=True)
class HalfDuel(Duel):
    """One duel, half by the rules and half by hand. `alone`: one person plays both sides.

    `carries_out` carries out a card's effect that starts no Chain.
    """

    game: Game
    carries_out: Callable[[HalfDuel, Seat, Card], Play[bool]]
    alone: bool = False
    work: ManualEffect | None = None
    """Effect that is being carried out by hand now, or None."""

    confirms: bool = False
    """`Setup.confirms`."""
    unconfirmed: int = 0
    """Effects that are carried out and not confirmed yet: one may be negated or answered within another."""

    def is_undecided(self) -> bool:
        """Return whether an effect is carried out that the opponent may still object to."""
        return self.confirms and not self.alone and self.unconfirmed > 0

    def can_answer_by_hand(self, seat: Seat) -> bool:
        """Return whether a player may respond by hand. Public facts decide, since a hand or a Set card may
        hold anything (law 4).
        """
        if self.step and self.step not in timing.AROUND:
            return False
        if any(legality.can_be_turned_up(self, card) for card in self.cards_at("spell_trap", seat)):
            return True
        if self.summoning is not None and not self.summoning.negated and not self.state.chain:
            return False
        return bool(self.cards_at("hand", seat)) or any(
            card.face_up and needs_manual_play(card.facts)
            for where in ("field", "graveyard", "banished") for card in self.cards_at(where, seat)
        )  # fmt: skip

    def manual_offers(self, seat: Seat) -> Iterator[Offer]:
        """Yield an offer for each card without a script that this player may apply without a Chain."""
        for where in AT_WILL:
            for card in self.cards_at(where, seat):
                if needs_manual_play(card.facts) and (card.face_up or where in HIDDEN):
                    act = partial(self.carries_out, self, seat, card)
                    yield Offer(f"{APPLY}:{card.id}", act, APPLY, card, words=words("applied_by_hand"))
