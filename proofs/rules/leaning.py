"""Random legal play that leans towards the card a deck is about. No option is ever out of its reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from proofs.rules.plans import plan
from server.duel.core.prompts import Offer
from server.duel.engine import DuelReferee
from server.table.state import Card
from shared.zones import Seat

USES = frozenset("activate summon special_summon flip_summon pendulum_summon yes change_position".split())
LOSES = frozenset({"tribute", "pay", "discard"})
BRINGS_OUT = frozenset({"summon", "set", "special_summon"})
AIMS = frozenset({"target", "attack", "choose"})
PLAIN, LITTLE, MORE, MOST = 20, 1, 60, 200
"""Weights: of anything, of what is better kept, of what helps the card, of using the card itself."""


@dataclass(frozen=True, slots=True)
class Leaning:
    """What a seat leans towards: using the `subject` of its deck and its `friends`, hitting its `prey`.

    Its plan (`plans.py`) says what it keeps in its hand, would not have for scales, and whether it seldom
    brings out monsters that are not wanted.
    """

    seat: Seat
    subject: str
    friends: Collection[str] = ()
    prey: Collection[str] = ()

    def weights(self, referee: DuelReferee) -> list[int]:
        """How often to take each option of the open prompt, against the others."""
        held = Counter(offer.card.name for offer in referee.offers if offer.card is not None)
        return [self._weight(referee, offer, held) for offer in referee.offers]

    def _weight(self, referee: DuelReferee, offer: Offer, held: Counter[str]) -> int:
        card = offer.card
        if card is None:
            to_battle = (offer.verb, offer.text) == ("phase", "battle")
            return MORE if to_battle and self._could_attack(referee) else PLAIN
        if card.owner != self.seat:
            return MORE if card.name in self.prey and offer.verb in AIMS else PLAIN
        wanted = card.name == self.subject or card.name in self.friends
        if offer.verb in LOSES:
            return LITTLE if wanted and held[card.name] == 1 else PLAIN
        if card.zone == "hand" and self._holds_back(offer.verb, card, wanted):
            return LITTLE
        return self._use(offer.verb, card.name, card.facts.kinds) if wanted else PLAIN

    def _could_attack(self, referee: DuelReferee) -> bool:
        return plan(self.subject).fights and any(
            card.name == self.subject and card.face_up for card in referee.duel.cards_at("monster", self.seat)
        )

    def _holds_back(self, verb: str, card: Card, wanted: bool) -> bool:
        if verb == "activate":
            return card.name in plan(self.subject).no_scales and card.is_a("pendulum")
        unwanted = plan(self.subject).alone and card.is_monster and not wanted
        return verb in BRINGS_OUT and (card.name in plan(self.subject).keeps or unwanted)

    def _use(self, verb: str, name: str, kinds: Collection[str]) -> int:
        """Traps and Flip monsters are Set first, anything else is brought out face-up."""
        much = MOST if name == self.subject else MORE
        from_below = "trap" in kinds or "flip" in kinds
        if verb == "set":
            return much if from_below else LITTLE
        if verb == "summon" and from_below:
            return LITTLE
        if verb == "attack":
            return much if plan(self.subject).fights else PLAIN
        return much if verb in USES else PLAIN
