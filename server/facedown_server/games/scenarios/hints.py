"""Matching of decisions with options: which option, card or target a decision means.

The other words of a decision (tributes, cost, targets, zone, position …) answer the prompts that follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from facedown_server.games.duel.chain.legality import candidates
from facedown_server.games.duel.core import Fx, Offer
from facedown_server.games.scenarios.files import Decision
from facedown_server.games.scenarios.words import (
    Copy,
    Word,
    is_meant,
    is_zone,
    left_to_right_key,
    matching_offers,
    place_of_name,
)
from facedown_server.refereeing.prompts import Verb
from facedown_server.table import Card, GameEvent
from facedown_shared.tables import Seat

FIRST = {
    "tribute": "tributes",
    "material": "materials",
    "pay": "cost",
    "target": "targets",
    "choose": "cards",
}
"""Verb of a choice -> the field of a decision that answers it first."""

FIELDS = ("tributes", "materials", "cost", "targets", "cards")
LANDINGS = frozenset({"zone", "position", "summon", "set"})
"""Verbs of choices of a card's zone and position."""
POSITIONS = {"atk": "attack", "def": "defense", "set": "face_down"}


@dataclass
class Hints:
    """Values in a player's last decision that no prompt has used yet: cards, targets, zone, position …

    Each is called a word. Zones and positions are kept after the next `choose`.
    """

    seat: Seat
    words: dict[str, list[Word]] = field(default_factory=dict)
    option: int | str | None = None
    """The effect's option that a `choose` means: its number, or part of its text."""
    what: str | None = None
    landings: list[Decision] = field(default_factory=list)
    told: list[Decision] = field(default_factory=list)
    """Decisions whose position has been used for a card that they name."""
    flipped: Word | None = None
    """The card that was just Flip Summoned. Its activation keeps the unused words unless it has its own."""

    def start_decision(self, decision: Decision) -> None:
        """Store the words of a new decision. Only `choose` and `answer` keep earlier zones and positions."""
        if decision.do not in ("choose", "answer"):
            self.landings = []
        self.what = decision.what
        self.option = decision.option if decision.do == "choose" else None
        words = {name: list(getattr(decision, name)) for name in FIELDS}
        if any(words.values()) or decision.do != "activate" or decision.card != self.flipped:
            self.words = words
        self.flipped = decision.card if decision.do == "flip_summon" else None
        if decision.zone or decision.position:
            self.landings.append(decision)

    def can_stack(self, verbs: set[Verb]) -> bool:
        """Return whether the words may answer these verbs: only a `choose` of an order may order cards."""
        return "order" not in verbs or self.what == "order"

    def has_match(self, offers: Sequence[Offer]) -> bool:
        """Return whether a word of the decision matches one of these options."""
        return self._option(offers) is not None or any(self._find_word(name, offers, ()) for name in FIELDS)

    def take_keys(self, offers: Sequence[Offer], most: int) -> list[str]:
        """Return the keys of the options that the decision's words mean, and remove these words.

        The keys have the order of the options.
        """
        option = self._option(offers)
        if option is not None:
            self.option = None
            return [option.key]
        verb = next((offer.verb for offer in offers if offer.card is not None), "")
        order = sorted(FIELDS, key=lambda name: name != FIRST.get(verb))
        keys: list[str] = []
        for name in order:
            while len(keys) < most and (found := self._find_word(name, offers, keys)) is not None:
                word, offer = found
                self.words[name].remove(word)
                keys.append(offer.key)
        return [offer.key for offer in offers if offer.key in keys]

    def _find_word(
        self, name: str, offers: Sequence[Offer], taken: Sequence[str]
    ) -> tuple[Word, Offer] | None:
        found = [
            (word, offer) for word in self.words.get(name, ()) for offer in self._meant_offers(offers, word)
            if offer.key not in taken
        ]  # fmt: skip
        if any(offer.verb == "choose" for _, offer in found):
            return min(found, key=lambda pair: offers.index(pair[1]))
        return found[0] if found else None

    def _meant_offers(self, offers: Sequence[Offer], word: Word) -> Sequence[Offer]:
        said = [offer for offer in offers if offer.verb == "number" and offer.amount == word]
        return said or matching_offers(offers, word, self.seat)

    def _option(self, offers: Sequence[Offer]) -> Offer | None:
        return option(offers, self.option) if self.option is not None else None

    def zone(self, card: Card | None, offers: Sequence[Offer]) -> Offer:
        """Return the option of the zone that a decision names for this card; by default the lowest free zone.

        "Lowest" counts from the player's left.
        """
        for decision in self._placing_decisions(card):
            if decision.zone and is_zone(decision.zone):
                wanted = place_of_name(decision.zone, self.seat)
                for offer in offers:
                    if offer.place == wanted:
                        used = msgspec.structs.replace(decision, zone=None)
                        self.landings = [used if one is decision else one for one in self.landings]
                        return offer
        return min(offers, key=lambda offer: left_to_right_key(offer.place, self.seat) if offer.place else ())

    def position(self, card: Card | None, offers: Sequence[Offer]) -> Offer:
        """Return the option of the position that a decision names.

        By default attack, or Summon in "Summon or Set". A position used for a card that its decision names is
        not used for another card.
        """
        for decision in self._placing_decisions(card):
            named = _names(decision, card, self.seat)
            if not named and any(decision is one for one in self.told):
                continue
            for offer in offers:
                if decision.position and offer.value in (decision.position, POSITIONS[decision.position]):
                    self.told += [decision] if named else []
                    return offer
        return next((offer for offer in offers if offer.value in ("attack", "summon")), offers[0])

    def _placing_decisions(self, card: Card | None) -> list[Decision]:
        """Return the decisions with a zone or position: first those that name this card, then the latest."""
        named = [one for one in self.landings if _names(one, card, self.seat)]
        return named + [one for one in reversed(self.landings) if one not in named]


def option(offers: Sequence[Offer], wanted: int | str) -> Offer | None:
    """Return the option with this number (from 1), or the first one whose text contains `wanted`.

    Ignores case.
    """
    if isinstance(wanted, int):
        return offers[wanted - 1] if 0 < wanted <= len(offers) else None
    wanted = wanted.casefold()
    return next((one for one in offers if wanted in f"{one.text} {one.words}".casefold()), None)


def _names(decision: Decision, card: Card | None, seat: Seat) -> bool:
    if card is None:
        return False
    words = (*decision.cards, *((decision.card,) if decision.card is not None else ()))
    return any(isinstance(word, int) and is_meant(card, word, seat) for word in words)


# --- which option, which card, which target -----------------------------------------------------------------

VERBS = {
    "normal_summon": "summon", "set": "set", "special_summon": "special_summon", "flip_summon": "flip_summon",
    "change_position": "change_position", "activate": "activate", "attack": "attack", "phase": "phase",
    "pendulum_summon": "pendulum_summon",
}  # fmt: skip
"""Decision -> the verb of its option in the open state."""


def is_about(offer: Offer, action: Decision, seat: Seat) -> bool:
    """Return whether an option with the right verb is about the decision's card or phase."""
    if action.do == "phase":
        return offer.text == action.to
    named = action.with_ if action.do == "attack" else action.card
    if named is None or offer.card is None:
        return named is None
    lies_there = action.from_ is None or is_meant(offer.card, action.from_, seat)
    return lies_there and is_meant(offer.card, named, seat)


def next_decision(decisions: Sequence[Decision]) -> Sequence[Decision]:
    """Return the next decision that is no probe, as a sequence of one; empty if there is none."""
    return [one for one in decisions if one.do not in ("can", "could", "snapshot")][:1]


def is_possible_target(offer: Offer, decision: Decision) -> bool:
    """Return whether the offered effect can target a card that the decision names.

    If not, a later window may allow it.
    """
    fx = offer.value
    if not decision.targets or not isinstance(fx, Fx) or fx.effect is None or not fx.effect.target:
        return True
    found = [card for pick in fx.effect.target for card in candidates(fx, pick, targeting=True)]
    return any(is_meant(card, word, decision.player) for word in decision.targets for card in found)


def has_moved(event: GameEvent, word: Word, seat: Seat) -> bool:
    """Return whether a move event is about the card that a word means, by passcode or by its former place."""
    if isinstance(word, Copy):
        parts = [part for part in (word.card, word.zone) if part is not None]
        return all(has_moved(event, part, seat) for part in parts)
    if isinstance(word, int):
        return event.card is not None and is_meant(event.card, word, seat)
    return event.start == place_of_name(word, seat)


def is_target(card: Card | None, wanted: Word, seat: Seat) -> bool:
    """Return whether a word for an attack target means this monster. `card` None is a direct attack."""
    if card is None or wanted == "direct":
        return card is None and wanted == "direct"
    return is_meant(card, wanted, 1 - seat)
