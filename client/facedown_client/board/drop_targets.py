"""What dropping a card at a place means in a duel by the rules: of its options, those that lead there.

What the place decides (a zone, a position, a target) is answered ahead. Law: no pygame; the options are the
server's, and it decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from facedown_client.board.answer_planner import DIRECT_ATTACK_TARGET_INDEX, PlannedAnswers
from facedown_client.board.choices import MONSTERS, Choices, Shape
from facedown_client.board.hand_offers import HAND, lying, where
from facedown_client.board.stand_in_prompt import targets_of
from facedown_client.model import card_catalogue
from facedown_client.model.words.phrases import card_words
from facedown_shared.protocol.messages import Option
from facedown_shared.tables import TABLES
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place
from facedown_shared.text.language import _

SUMMONS = frozenset({"summon", "special_summon"})
"""Verbs with which a card comes to a Monster Zone, upright in Attack Position."""

ACTIVATIONS = frozenset({"activate", "by_hand"})
"""Verbs with which a card is activated."""

SCALES = (0, 4)
"""Slots of the Spell & Trap Zones in which Pendulum Scales lie, where they have no zone of their own."""


class Drop(NamedTuple):
    """One thing that a drop may mean: an option, and what of it the drop has settled."""

    option: int
    said: PlannedAnswers
    at: int = 0
    """The card it was let go on, where that is what it is aimed at."""


@dataclass(frozen=True)
class Drops:
    """One player's choices on one View, as places to let cards go."""

    view: View
    choices: Choices

    @property
    def open(self) -> bool:
        """Whether something is asked that cards can answer where they lie."""
        return self.choices.shape is Shape.ACT

    def goals(self, card: int, *, turned: bool = False) -> dict[Place, bool]:
        """Return the places that light up for a card; `turned` on its side."""
        found: dict[Place, bool] = {}
        for index in self.choices.by_card.get(card, ()):
            for place in self._places(index):
                if self._as_it_lies(index, turned=turned):
                    found[place] = True
        return found

    def dropped(self, card: int, place: Place, *, turned: bool = False) -> list[Drop]:
        """Return what letting a card go at a place may mean, what most would do first."""
        settled = PlannedAnswers(place=place, position="defense" if turned else "attack")
        options = self.choices.by_card.get(card, ())
        found = []
        for index in options:
            if place in self._places(index) and self._as_it_lies(index, turned=turned):
                target = self._target(index, place)
                found.append(Drop(index, PlannedAnswers(target=target) if target is not None else settled))
        other = lying(self.view, place)
        if not found and other and other != card:
            aimed = (index for index in options if self.choices.options[index].verb in ACTIVATIONS)
            found = [
                Drop(index, PlannedAnswers(target=other), other) for index in aimed
                if not self.choices.options[index].targets
            ]  # fmt: skip
        return found

    def reason(self, card: int, place: Place) -> str:
        """Return why a card cannot be dropped there, as far as the board shows."""
        name = card_words(card, self.view)
        if not self.open:
            return _("You have nothing to decide now.")
        if card not in self.choices.by_card:
            return _("{card} cannot be used now.", card=name)
        if lying(self.view, place) not in (0, card) and place.seat != 1 - self.view.viewer:
            return _("Another card lies there.")
        return _("{card} cannot go there.", card=name)

    # --- where an option leads ------------------------------------------------------------------------------

    def _as_it_lies(self, index: int, *, turned: bool) -> bool:
        """Return whether a card held like this may do it: upright a monster is Summoned, on its side it is
        Set or Special Summoned.
        """
        option = self.choices.options[index]
        verbs = {self.choices.options[other].verb for other in self.choices.by_card.get(option.card, ())}
        if option.verb == "set" and self._kinds(option.card) >= {"monster"}:
            return turned or not verbs & SUMMONS
        return not (turned and option.verb == "summon")

    def _places(self, index: int) -> tuple[Place, ...]:
        option = self.choices.options[index]
        if option.verb == "attack":
            return tuple(self._place_of(target) for target in targets_of(option, self.view))
        aimed = tuple(place for target in option.targets if (place := self._place_of(target)).slot >= 0)
        return (*aimed, *self._put_down(option))

    def _put_down(self, option: Option) -> tuple[Place, ...]:
        """Return where its card may lie."""
        kinds, start = self._kinds(option.card), where(self.view, option.card)
        if option.verb in SUMMONS or (option.verb == "set" and "monster" in kinds):
            extra = start is not None and start.zone == "extra_deck"
            return self._free(*(MONSTERS if extra else MONSTERS[:1]))
        if option.verb not in ACTIVATIONS | {"set"} or start is None or start.zone != HAND:
            return ()
        if "pendulum" in kinds:
            return self._scales()
        return self._free("field" if "field" in kinds else "spell_trap") if "monster" not in kinds else ()

    def _place_of(self, target: int) -> Place:
        found = where(self.view, target) if target != DIRECT_ATTACK_TARGET_INDEX else None
        return found or Place(1 - self.view.viewer, HAND)

    def _target(self, index: int, place: Place) -> int | None:
        """Return what an attack or an effect is aimed at that is let go at a place; None where it is not
        aimed.
        """
        option, found = self.choices.options[index], lying(self.view, place)
        if option.verb == "attack":
            return DIRECT_ATTACK_TARGET_INDEX if place.zone == HAND else found
        return found if found and found in option.targets else None

    def _free(self, *zones: str) -> tuple[Place, ...]:
        """Own empty slots of these zones; where none is empty, those whose cards may make room. The one Field
        Zone always takes a card."""
        slots = [place for zone in zones for place in self._slots(zone)]
        empty = tuple(place for place in slots if not lying(self.view, place))
        return empty or tuple(place for place in slots if place.seat != SHARED_SEAT_INDEX)

    def _scales(self) -> tuple[Place, ...]:
        if "pendulum" in TABLES[self.view.table].zones:
            return self._free("pendulum")
        row = self._slots("spell_trap")
        return tuple(place for place in row if place.slot in SCALES and not lying(self.view, place))

    def _slots(self, zone: str) -> list[Place]:
        seat = SHARED_SEAT_INDEX if zone == "extra_monster" else self.view.viewer
        return [Place(seat, zone, slot) for slot in range(len(self.view.pile(seat, zone).handles))]

    def _kinds(self, card: int) -> frozenset[str]:
        """Return what a card is by its print."""
        seen = self.view.cards.get(card)
        code = seen.code if seen is not None else 0
        told = self.view.facts.get(code)
        facts = card_catalogue.in_own_language(told) if told is not None else card_catalogue.printed(code)
        return frozenset(facts.kinds) if facts is not None else frozenset()
