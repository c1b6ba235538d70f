"""Index of the effects in a duel, by the occasion on which they are looked up.

A card is added once, when it is created, so no operation has to search all cards. Other modules decide
whether an effect applies now.
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
from facedown_server.games.duel.core.timing import MONSTER_ZONES, is_timely
from facedown_server.games.duel.core.words import EffectKind
from facedown_server.table import Card
from facedown_shared.cards.facts import Facts

SPELL_TRAP_ZONES = frozenset({"spell_trap", "field", "pendulum"})
FIELD = MONSTER_ZONES | SPELL_TRAP_ZONES


class EffectIndex:
    """Index of all cards of a duel that have effects, in order of creation."""

    def __init__(self) -> None:
        self.triggers: dict[str, list[tuple[Card, Effect, Collection[str]]]] = {}
        """Triggers by the kind of event, each with the zones its card must be in at that time."""
        self.reactions: dict[str, list[tuple[Card, Reaction]]] = {}
        self.steady: list[tuple[Card, Collection[str], SteadyRows]] = []
        """Cards with continuous effects, each with all their zones and the zones of each effect."""
        self._known: dict[int, CardScript] = {}
        """Scripts already indexed, by passcode."""
        self.winners: list[tuple[Card, Cards]] = []
        """Cards that can win the duel, each with the cards it needs."""
        self.summoned_from: set[str] = set()
        """Zones from which a card can be Summoned by a procedure."""
        self.used_from: set[str] = set()
        """Zones from which an effect other than a trigger can be used."""
        self.fast_from: set[str] = set()
        """Zones of `used_from` from which a fast effect can be used."""

    def add(self, card: Card, script: CardScript) -> None:
        """Add the effects of a new card."""
        if self._known.get(card.code) is not script:
            self._known[card.code] = script
            self._note_zones(card.facts, script)
        for effect in script.effects:
            for kind in sorted(effect.on) if effect.on else ():
                self.triggers.setdefault(kind, []).append((card, effect, usable_zones(effect, card.facts)))
        for reaction in script.reactions:
            self.reactions.setdefault(reaction.on, []).append((card, reaction))
        if script.continuous:
            self.steady.append((card, *_steady(card, script)))
        if script.wins is not None:
            self.winners.append((card, script.wins))

    def _note_zones(self, facts: Facts, script: CardScript) -> None:
        for effect in script.effects:
            if is_chosen(effect):
                self.used_from |= usable_zones(effect, facts)
                self.fast_from |= usable_zones(effect, facts) if effect.speed >= 2 else set()
        for way in script.procedures:
            self.summoned_from |= way.zones


def home_zones(card: Card) -> frozenset[str]:
    """Return the default zones of a card's effects.

    A monster that is equipped to another card has no effects of its own there (CF-29).
    """
    return MONSTER_ZONES if card.facts.is_monster else FIELD


def _steady(card: Card, script: CardScript) -> tuple[Collection[str], SteadyRows]:
    """Return a script's entry for `EffectIndex.steady`, cached in the script."""
    if script.steady is None:
        rows = [(one, one.zones or home_zones(card)) for one in script.continuous]
        script.steady = (frozenset().union(*(zones for _, zones in rows)), rows)
    return script.steady


def usable(card: Card, script: CardScript, now: ActivationTiming) -> UsableEffects:
    """Return the card's effects that are usable from its zone at this moment, cached in the script."""
    zone, facts = card.place.zone, card.facts
    found = script.usable.setdefault(zone, {})[now] = tuple(
        (index, effect) for index, effect in enumerate(script.effects)
        if is_chosen(effect) and zone in usable_zones(effect, facts) and is_timely(now, effect, zone)
    )  # fmt: skip
    return found


def is_chosen(effect: Effect) -> bool:
    """Return whether a player chooses when to activate the effect, rather than an event triggering it."""
    return effect.kind not in (EffectKind.TRIGGER, EffectKind.FLIP)


def usable_zones(effect: Effect, facts: Facts) -> frozenset[str]:
    """Return the zones from which an effect can be used.

    By default a monster in a Spell & Trap Zone has no usable effects.
    """
    if effect.zones:
        return effect.zones
    if effect.kind is EffectKind.ACTIVATION:
        return SPELL_TRAP_ZONES if facts.is_trap else SPELL_TRAP_ZONES | {"hand"}
    return MONSTER_ZONES if facts.is_monster else FIELD
