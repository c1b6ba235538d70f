"""Verbs that bring cards onto the field: Special Summons, Tokens, Fusion, Ritual, Set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from server.duel.core import zones
from server.duel.core.effect import Fx
from server.duel.core.prompts import ask_cards
from server.duel.effects import ongoing_effects
from server.duel.game_actions import actions
from server.duel.instructions.making import Doing, done, instruction
from server.duel.summons import fusion, ritual, summoning
from server.table import ops
from server.table.state import Card
from shared.zones import Place, Seat


@instruction
def special_summon(
    fx: Fx, cards: Iterable[Card], position: str = "", to: Seat | None = None,
    places: Sequence[Place] | None = None, proper: bool = False,
) -> Doing:  # fmt: skip
    """Special Summon by effect: position "" asks, or "attack", "defense", "face_down", "any_defense"."""
    seat = fx.you if to is None else to
    return (
        yield from actions.special_summon(
            fx.duel,
            list(cards),
            to=seat,
            by=fx.you,
            source=fx.card,
            position=position,
            places=places,
            proper=proper,
        )
    )


@instruction
def summon_token(fx: Fx, code: int, count: int = 1, position: str = "", to: Seat | None = None) -> Doing:
    """Special Summon Tokens by passcode to Monster Zones (CLS-TOK-01, CLS-TOK-03); the Tokens."""
    seat = fx.you if to is None else to
    tokens = [ops.create(fx.state, fx.duel.pool[code], fx.you, token=True) for _ in range(count)]
    for token in tokens:
        fx.duel.listen(token)
    free = zones.free_main(fx.state, seat)
    return (
        yield from actions.special_summon(
            fx.duel, tokens, to=seat, by=fx.you, source=fx.card, position=position, places=free
        )
    )


@instruction
def summon_as_monster(
    fx: Fx, attack: int, defense: int, level: int, attribute: str, race: str, also: Iterable[str] = ()
) -> Doing:
    """Special Summon this Spell or Trap as a monster; `also`: what it still is besides (YGO-MMZ-06)."""
    kinds = ("monster", *also)
    facts = msgspec.structs.replace(
        fx.card.facts,
        kinds=kinds,
        attack=attack,
        defense=defense,
        level=level,
        attribute=attribute,
        race=race,
    )
    free = zones.free_main(fx.state, fx.you)
    summoned: list[Card] = yield from actions.special_summon(
        fx.duel, [fx.card], to=fx.you, by=fx.you, source=fx.card, places=free
    )
    for card in summoned:
        ops.remember(fx.state, card, ongoing_effects.AS_MONSTER, facts)
    return summoned


@instruction
def normal_summon_afterwards(fx: Fx) -> Doing:
    """Immediately after this effect resolves let the player Normal Summon or Set one more hand card."""
    fx.duel.afterwards.append(lambda: _normal_summon_again(fx))
    return (yield from done())


def _normal_summon_again(fx: Fx) -> Doing:
    cards = summoning.extra_summons(fx.duel, fx.you)
    chosen = yield from ask_cards(fx.you, cards, "Choose a monster to Normal Summon or Set.", always=True)
    for card in chosen:
        yield from summoning.summon_or_set(fx.duel, fx.you, card)


@instruction
def fusion_summon(fx: Fx, materials: Sequence[Card]) -> Doing:
    """Fusion Summon with materials among these cards; the monster or None."""
    return (yield from fusion.fusion_summon(fx, materials))


@instruction
def ritual_summon(fx: Fx, fits: Callable[[Card], bool]) -> Doing:
    """Ritual Summon a fitting monster from the hand; the monster or None."""
    return (yield from ritual.ritual_summon(fx, fits))


@instruction
def set_cards(fx: Fx, cards: Sequence[Card], ready: bool = False) -> Doing:
    """Set Spells or Traps on the field; `ready`: they may be activated this turn."""
    for card in cards:
        places = summoning.set_places(fx.duel, fx.you, card)
        place = yield from actions.choose_zone(fx.duel, fx.you, card, fx.you, (), places)
        if place is not None:
            yield from summoning.lay_set(fx.duel, card, place, by=fx.you, source=fx.card)
            if ready:
                ops.remember(fx.state, card, "ready", True)
    return cards
