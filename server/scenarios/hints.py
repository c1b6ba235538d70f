"""What a decision says about the choices that follow it: tributes, cost, targets, zone, position …"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from server.duel.playing import Offer
from server.scenarios.files import Decision
from server.scenarios.zones import is_meant, is_zone, place
from server.table.state import Card
from shared.zones import Seat

FIRST = {
    "tribute": "tributes",
    "material": "materials",
    "pay": "cost",
    "target": "targets",
    "choose": "cards",
}
"""Which field of a decision answers a choice of this verb first."""

FIELDS = ("tributes", "materials", "cost", "targets", "cards")
LANDINGS = frozenset({"zone", "position", "summon", "set"})
"""Verbs of choices about where a card goes and how it lies there."""
POSITIONS = {"atk": "attack", "def": "defense", "set": "face_down"}


@dataclass
class Hints:
    """The words of a decision that no choice has used yet; zones and positions outlive the next `choose`."""

    seat: Seat
    words: dict[str, list[int | str]] = field(default_factory=dict)
    what: str | None = None
    landings: list[Decision] = field(default_factory=list)
    told: list[Decision] = field(default_factory=list)
    """Decisions whose position was for a card they name."""
    flipped: int | str | None = None
    """The card a Flip Summon turned up: an activation of it without words of its own keeps those."""

    def begin(self, decision: Decision) -> None:
        """A decision is taken: its words count from here on, its zone only until the next act."""
        if decision.do not in ("choose", "answer"):
            self.landings = []
        self.what = decision.what
        words = {name: list(getattr(decision, name)) for name in FIELDS}
        if any(words.values()) or decision.do != "activate" or decision.card != self.flipped:
            self.words = words
        self.flipped = decision.card if decision.do == "flip_summon" else None
        if decision.zone or decision.position:
            self.landings.append(decision)

    def may_stack(self, verbs: set[str]) -> bool:
        """Whether the words may say how cards lie in a Graveyard: only those of a `choose` of an order."""
        return "order" not in verbs or self.what == "order"

    def fits(self, offers: Sequence[Offer]) -> bool:
        """Whether some word of the decision is among the offers."""
        return any(self._find(name, offers) is not None for name in FIELDS)

    def take(self, offers: Sequence[Offer], most: int) -> list[str]:
        """Keys of the offers that the decision's words mean, each word used once.

        They come in the order of the offers, as what is chosen at once has no other one of its own; cards to
        be put in an order come in that of the words.
        """
        verb = next((offer.verb for offer in offers if offer.card is not None), "")
        order = sorted(FIELDS, key=lambda name: name != FIRST.get(verb))
        keys: list[str] = []
        for name in order:
            while len(keys) < most:
                found = self._find(name, [offer for offer in offers if offer.key not in keys])
                if found is None:
                    break
                word, offer = found
                self.words[name].remove(word)
                keys.append(offer.key)
        return [offer.key for offer in offers if offer.key in keys]

    def _find(self, name: str, offers: Sequence[Offer]) -> tuple[int | str, Offer] | None:
        words = self.words.get(name, ())
        found = [(word, offer) for word in words for offer in offers if self._is_meant(offer, word)]
        if any(offer.verb == "choose" for _, offer in found):
            return min(found, key=lambda pair: offers.index(pair[1]))
        return found[0] if found else None

    def _is_meant(self, offer: Offer, word: int | str) -> bool:
        return is_said(offer, word) or (offer.card is not None and is_meant(offer.card, word, self.seat))

    def zone(self, card: Card | None, offers: Sequence[Offer]) -> Offer:
        """The zone a decision names for this card, or the first free one."""
        for decision in self._landings(card):
            if decision.zone and is_zone(decision.zone):
                wanted = place(decision.zone, self.seat)
                for offer in offers:
                    if offer.place == wanted:
                        self.landings = [
                            _without_zone(one) if one is decision else one for one in self.landings
                        ]
                        return offer
        return offers[0]

    def position(self, card: Card | None, offers: Sequence[Offer]) -> Offer:
        """The position a decision names, or attack; where it is "Summon or Set", that.

        What a decision has said of a card it names is about no other card.
        """
        for decision in self._landings(card):
            named = _names(decision, card, self.seat)
            if not named and any(decision is one for one in self.told):
                continue
            for offer in offers:
                if decision.position and offer.value in (decision.position, POSITIONS[decision.position]):
                    self.told += [decision] if named else []
                    return offer
        return next((offer for offer in offers if offer.value in ("attack", "summon")), offers[0])

    def _landings(self, card: Card | None) -> list[Decision]:
        """Decisions that say where something goes: first those that name this card, then the latest."""
        named = [one for one in self.landings if _names(one, card, self.seat)]
        return named + [one for one in reversed(self.landings) if one not in named]


def is_said(offer: Offer, word: int | str) -> bool:
    """Whether a word is the number this option stands for."""
    return offer.verb == "number" and offer.amount == word


def _names(decision: Decision, card: Card | None, seat: Seat) -> bool:
    if card is None:
        return False
    words = (*decision.cards, *((decision.card,) if decision.card is not None else ()))
    return any(isinstance(word, int) and is_meant(card, word, seat) for word in words)


def _without_zone(decision: Decision) -> Decision:
    return msgspec.structs.replace(decision, zone=None)
