"""What the cards of a duel say, sorted by when it is looked for: noted once, when a card is made.

So nobody looks through every card after every operation. Whether any of it holds or fits now is for others.
"""

from __future__ import annotations

from collections.abc import Collection

from facedown_server.games.duel.core.effect import (
    Cards,
    CardScript,
    Effect,
    Reaction,
    SteadyRows,
    UsableEffects,
)
from facedown_server.games.duel.core.records import ActivationTiming
from facedown_server.games.duel.core.timing import MONSTER_ZONES, lets_in
from facedown_server.games.duel.core.words import EffectKind
from facedown_server.table.state import Card
from facedown_shared.cards.facts import Facts

SPELL_TRAP_ZONES = frozenset({"spell_trap", "field", "pendulum"})
FIELD = MONSTER_ZONES | SPELL_TRAP_ZONES


class EffectIndex:
    """Every card of one duel that says something, in the order in which they were made."""

    def __init__(self) -> None:
        self.triggers: dict[str, list[tuple[Card, Effect, Collection[str]]]] = {}
        """By the kind of event they listen to, each with the zones its card must lie in then."""
        self.reactions: dict[str, list[tuple[Card, Reaction]]] = {}
        self.steady: list[tuple[Card, Collection[str], SteadyRows]] = []
        """Cards with continuous effects, all zones these work in, and each of them with its own."""
        self._known: dict[int, CardScript] = {}
        """Passcodes, with the scripts whose zones are noted."""
        self.winners: list[tuple[Card, Cards]] = []
        """Cards that can win by themselves, and with which cards."""
        self.summoned_from: set[str] = set()
        """Zones from which any of them can be Summoned by a procedure."""
        self.used_from: set[str] = set()
        """Zones from which any of them can be used, save for triggers."""
        self.fast_from: set[str] = set()
        """Those of them from which any fast effect can be used."""

    def add(self, card: Card, script: CardScript) -> None:
        """Note what a new card says."""
        if self._known.get(card.code) is not script:
            self._known[card.code] = script
            self._note_zones(card.facts, script)
        for effect in script.effects:
            for kind in sorted(effect.on) if effect.on else ():
                self.triggers.setdefault(kind, []).append((card, effect, places_of(effect, card.facts)))
        for reaction in script.reactions:
            self.reactions.setdefault(reaction.on, []).append((card, reaction))
        if script.continuous:
            self.steady.append((card, *_steady(card, script)))
        if script.wins is not None:
            self.winners.append((card, script.wins))

    def _note_zones(self, facts: Facts, script: CardScript) -> None:
        for effect in script.effects:
            if is_chosen(effect):
                self.used_from |= places_of(effect, facts)
                self.fast_from |= places_of(effect, facts) if effect.speed >= 2 else set()
        for way in script.procedures:
            self.summoned_from |= way.zones


def home_zones(card: Card) -> frozenset[str]:
    """Where what is written on a card holds unless it says so: a monster worn as an Equip Card has no effects
    of its own (CF-29)."""
    return MONSTER_ZONES if card.facts.is_monster else FIELD


def _steady(card: Card, script: CardScript) -> tuple[Collection[str], SteadyRows]:
    """A script's continuous effects as `EffectIndex.steady` has them; kept in the script for all copies."""
    if script.steady is None:
        rows = [(one, one.zones or home_zones(card)) for one in script.continuous]
        script.steady = (frozenset().union(*(zones for _, zones in rows)), rows)
    return script.steady


def usable(card: Card, script: CardScript, now: ActivationTiming) -> UsableEffects:
    """What this script lets be used of a card where it lies, as the moment has it; kept in the script."""
    zone, facts = card.place.zone, card.facts
    found = script.usable.setdefault(zone, {})[now] = tuple(
        (index, effect) for index, effect in enumerate(script.effects)
        if is_chosen(effect) and zone in places_of(effect, facts) and lets_in(now, effect, zone)
    )  # fmt: skip
    return found


def is_chosen(effect: Effect) -> bool:
    """Whether a player activates it when they choose to, and no event does."""
    return effect.kind not in (EffectKind.TRIGGER, EffectKind.FLIP)


def places_of(effect: Effect, facts: Facts) -> frozenset[str]:
    """The zones an effect is used from; a monster among Spells and Traps has no effects of its own."""
    if effect.zones:
        return effect.zones
    if effect.kind is EffectKind.ACTIVATION:
        return SPELL_TRAP_ZONES if facts.is_trap else SPELL_TRAP_ZONES | {"hand"}
    return MONSTER_ZONES if facts.is_monster else FIELD
