"""What the cards of a duel say, sorted by when it is looked for: noted once, when a card is made.

So nobody looks through every card after every operation. Whether any of it holds or fits now is for others.
"""

from __future__ import annotations

from collections.abc import Collection

from server.duel.core.effect import Cards, CardScript, Effect, Reaction, SteadyRows, Usable
from server.duel.core.words import EffectKind
from server.table.state import Card
from shared.cards.facts import Facts

MONSTER_ZONES = frozenset({"monster", "extra_monster"})
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
        self.winners: list[tuple[Card, Cards]] = []
        """Cards that can win by themselves, and with which cards."""
        self.used_from: set[str] = set()
        """Zones from which any of them can be used, save for triggers."""
        self.fast_from: set[str] = set()
        """Those of them from which any fast effect can be used."""

    def add(self, card: Card, script: CardScript) -> None:
        """Note what a new card says."""
        for effect in script.effects:
            if _is_chosen(effect):
                self.used_from |= places_of(effect, card.facts)
                self.fast_from |= places_of(effect, card.facts) if effect.speed >= 2 else set()
            for kind in sorted(effect.on):
                self.triggers.setdefault(kind, []).append((card, effect, places_of(effect, card.facts)))
        for way in script.procedures:
            self.used_from |= way.zones
        for reaction in script.reactions:
            self.reactions.setdefault(reaction.on, []).append((card, reaction))
        if script.continuous:
            self.steady.append((card, *_steady(card, script)))
        if script.wins is not None:
            self.winners.append((card, script.wins))


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


def usable(card: Card, script: CardScript) -> Usable:
    """What this script lets be used of a card where it lies; kept in the script, so worked out once."""
    zone, facts = card.place.zone, card.facts
    effects = tuple(
        (index, effect) for index, effect in enumerate(script.effects)
        if _is_chosen(effect) and zone in places_of(effect, facts)
    )  # fmt: skip
    fast = tuple((index, effect) for index, effect in effects if effect.speed >= 2)
    ways = tuple((index, way) for index, way in enumerate(script.procedures) if zone in way.zones)
    found = script.by_zone[zone] = Usable(effects, fast, ways)
    return found


def _is_chosen(effect: Effect) -> bool:
    """Whether a player activates it when they choose to, and no event does."""
    return effect.kind not in (EffectKind.TRIGGER, EffectKind.FLIP)


def places_of(effect: Effect, facts: Facts) -> frozenset[str]:
    """The zones an effect is used from; a monster among Spells and Traps has no effects of its own."""
    if effect.zones:
        return effect.zones
    if effect.kind is EffectKind.ACTIVATION:
        return SPELL_TRAP_ZONES if facts.is_trap else SPELL_TRAP_ZONES | {"hand"}
    return MONSTER_ZONES if facts.is_monster else FIELD
