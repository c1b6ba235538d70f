"""Map a drop of a card at a place to the options that it can mean, in a duel by the rules.

A drop answers later prompts ahead: zone, position, target. Law: no pygame; the options come from the server,
and the server decides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from facedown_client.board.answer_planner import DIRECT_ATTACK_TARGET_INDEX, PlannedAnswers
from facedown_client.board.choices import MONSTERS, Choices, Shape
from facedown_client.board.hand_offers import HAND, card_at, place_of
from facedown_client.board.prompt_actions import targets_of
from facedown_client.model import card_catalogue
from facedown_client.model.words.phrases import card_words
from facedown_shared.protocol.messages import Option
from facedown_shared.tables import SHARED_SEAT_INDEX, TABLES, Place, View
from facedown_shared.text import _

SUMMONS = frozenset({"summon", "special_summon"})
"""Verbs that put a card into a Monster Zone in face-up Attack Position."""

ACTIVATIONS = frozenset({"activate", "by_hand"})
"""Verbs that activate a card."""

SCALES = (0, 4)
"""Slots of the Spell & Trap Zones that hold Pendulum Scales on tables without Pendulum Zones."""


class Drop(NamedTuple):
    """Possible meaning of a drop: an option, and the later choices that the drop answers."""

    option: int
    said: PlannedAnswers
    at: int = 0
    """Handle of the target card; 0 without one."""


@dataclass(frozen=True)
class Drops:
    """Drop targets of one player's choices on one View."""

    view: View
    choices: Choices

    @property
    def is_open(self) -> bool:
        """Return whether the open prompt can be answered by dropping cards."""
        return self.choices.shape is Shape.ACT

    def drop_places(self, card: int, *, turned: bool = False) -> dict[Place, bool]:
        """Return the places that light up for a card. `turned`: held sideways."""
        found: dict[Place, bool] = {}
        for index in self.choices.by_card.get(card, ()):
            for place in self._places(index):
                if self._fits_position(index, turned=turned):
                    found[place] = True
        return found

    def possible_drops(self, card: int, place: Place, *, turned: bool = False) -> list[Drop]:
        """Return the possible meanings of a drop, the most common first."""
        settled = PlannedAnswers(place=place, position="defense" if turned else "attack")
        options = self.choices.by_card.get(card, ())
        found = []
        for index in options:
            if place in self._places(index) and self._fits_position(index, turned=turned):
                target = self._target_at(index, place)
                found.append(Drop(index, PlannedAnswers(target=target) if target is not None else settled))
        other = card_at(self.view, place)
        if not found and other and other != card:
            aimed = (index for index in options if self.choices.options[index].verb in ACTIVATIONS)
            found = [
                Drop(index, PlannedAnswers(target=other), other) for index in aimed
                if not self.choices.options[index].targets
            ]  # fmt: skip
        return found

    def refusal_reason(self, card: int, place: Place) -> str:
        """Return why a card cannot be dropped at a place, as far as the board shows."""
        name = card_words(card, self.view)
        if not self.is_open:
            return _("You have nothing to decide now.")
        if card not in self.choices.by_card:
            return _("{card} cannot be used now.", card=name)
        if card_at(self.view, place) not in (0, card) and place.seat != 1 - self.view.viewer:
            return _("Another card lies there.")
        return _("{card} cannot go there.", card=name)

    # --- where an option leads ------------------------------------------------------------------------------

    def _fits_position(self, index: int, *, turned: bool) -> bool:
        """Return whether the option fits how the card is held: upright to Summon, sideways to Set or Special
        Summon.
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
        return (*aimed, *self._destinations(option))

    def _destinations(self, option: Option) -> tuple[Place, ...]:
        """Return the places where the option may put its card."""
        kinds, start = self._kinds(option.card), place_of(self.view, option.card)
        if option.verb in SUMMONS or (option.verb == "set" and "monster" in kinds):
            extra = start is not None and start.zone == "extra_deck"
            return self._free_slots(*(MONSTERS if extra else MONSTERS[:1]))
        if option.verb not in ACTIVATIONS | {"set"} or start is None or start.zone != HAND:
            return ()
        if "pendulum" in kinds:
            return self._scales()
        return (
            self._free_slots("field" if "field" in kinds else "spell_trap") if "monster" not in kinds else ()
        )

    def _place_of(self, target: int) -> Place:
        found = place_of(self.view, target) if target != DIRECT_ATTACK_TARGET_INDEX else None
        return found or Place(1 - self.view.viewer, HAND)

    def _target_at(self, index: int, place: Place) -> int | None:
        """Return the target at a place for an attack or an effect; None without a target there."""
        option, found = self.choices.options[index], card_at(self.view, place)
        if option.verb == "attack":
            return DIRECT_ATTACK_TARGET_INDEX if place.zone == HAND else found
        return found if found and found in option.targets else None

    def _free_slots(self, *zones: str) -> tuple[Place, ...]:
        """Return the player's empty slots in these zones.

        If none is empty, return the slots whose cards may be replaced. The one Field Zone always takes a
        card.
        """
        slots = [place for zone in zones for place in self._slots(zone)]
        empty = tuple(place for place in slots if not card_at(self.view, place))
        return empty or tuple(place for place in slots if place.seat != SHARED_SEAT_INDEX)

    def _scales(self) -> tuple[Place, ...]:
        if "pendulum" in TABLES[self.view.table].zones:
            return self._free_slots("pendulum")
        row = self._slots("spell_trap")
        return tuple(place for place in row if place.slot in SCALES and not card_at(self.view, place))

    def _slots(self, zone: str) -> list[Place]:
        seat = SHARED_SEAT_INDEX if zone == "extra_monster" else self.view.viewer
        return [Place(seat, zone, slot) for slot in range(len(self.view.pile(seat, zone).handles))]

    def _kinds(self, card: int) -> frozenset[str]:
        """Return the printed kinds of a card."""
        seen = self.view.cards.get(card)
        code = seen.code if seen is not None else 0
        card_facts = self.view.facts.get(code)
        facts = (
            card_catalogue.in_own_language(card_facts)
            if card_facts is not None
            else card_catalogue.find_facts(code)
        )
        return frozenset(facts.kinds) if facts is not None else frozenset()
