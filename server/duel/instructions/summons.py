"""Verbs that bring cards onto the field: Special Summons, Tokens, Fusion, Ritual, Set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from server.duel.core import Duel, Fx, Play, ask_cards, instruction, zones
from server.duel.effects import ongoing_effects
from server.duel.game_actions import arriving
from server.duel.summons import card_sets, fusion, normal_summons, ritual
from server.table import Card, ops
from shared.words import words
from shared.zones import Place, Seat


@instruction
def special_summon(
    duel: Duel, fx: Fx, cards: Iterable[Card], position: str = "", to: Seat | None = None,
    places: Sequence[Place] | None = None, proper: bool = False,
) -> Play[list[Card]]:  # fmt: skip
    """Special Summon by effect: position "" asks, or "attack", "defense", "face_down", "any_defense"."""
    return arriving.special_summon(
        duel, list(cards), to=fx.you if to is None else to, by=fx.you, source=fx.card, position=position,
        places=places, proper=proper,
    )  # fmt: skip


@instruction
def summon_token(
    duel: Duel, fx: Fx, code: int, count: int = 1, position: str = "", to: Seat | None = None
) -> Play[list[Card]]:
    """Special Summon Tokens by passcode to Monster Zones (CLS-TOK-01, CLS-TOK-03); the Tokens."""
    seat = fx.you if to is None else to
    tokens = [ops.create(fx.state, duel.pool[code], fx.you, token=True) for _ in range(count)]
    for token in tokens:
        duel.listen(token)
    free = zones.free_main(fx.state, seat)
    return arriving.special_summon(
        duel, tokens, to=seat, by=fx.you, source=fx.card, position=position, places=free
    )


@instruction
def summon_as_monster(
    duel: Duel, fx: Fx, attack: int, defense: int, level: int, attribute: str, race: str,
    also: Iterable[str] = (),
) -> Play[list[Card]]:  # fmt: skip
    """Special Summon this Spell or Trap as a monster; `also`: what it still is besides (YGO-MMZ-06)."""
    facts = msgspec.structs.replace(
        fx.card.facts, kinds=("monster", *also), attack=attack, defense=defense, level=level,
        attribute=attribute, race=race,
    )  # fmt: skip
    free = zones.free_main(fx.state, fx.you)
    summoned = yield from arriving.special_summon(
        duel, [fx.card], to=fx.you, by=fx.you, source=fx.card, places=free
    )
    for card in summoned:
        ops.remember(fx.state, card, ongoing_effects.AS_MONSTER, facts)
    return summoned


@instruction
def normal_summon_afterwards(duel: Duel, fx: Fx) -> None:
    """Immediately after this effect resolves let the player Normal Summon or Set one more hand card."""
    duel.afterwards.append(lambda: _normal_summon_again(duel, fx.you))


def _normal_summon_again(duel: Duel, seat: Seat) -> Play[None]:
    cards = normal_summons.extra_summons(duel, seat)
    for card in (yield from ask_cards(seat, cards, words("choose_normal_summon_or_set"), always=True)):
        yield from normal_summons.summon_or_set(duel, seat, card)


@instruction
def fusion_summon(duel: Duel, fx: Fx, materials: Sequence[Card]) -> Play[Card | None]:
    """Fusion Summon with materials among these cards; the monster or None."""
    return fusion.fusion_summon(duel, fx, materials)


@instruction
def ritual_summon(duel: Duel, fx: Fx, fits: Callable[[Card], bool]) -> Play[Card | None]:
    """Ritual Summon a fitting monster from the hand; the monster or None."""
    return ritual.ritual_summon(duel, fx, fits)


@instruction
def set_cards(duel: Duel, fx: Fx, cards: Sequence[Card], ready: bool = False) -> Play[Sequence[Card]]:
    """Set Spells or Traps on the field; `ready`: they may be activated this turn."""
    for card in cards:
        places = card_sets.set_places(duel, fx.you, card)
        place = yield from arriving.choose_zone(duel, fx.you, card, fx.you, (), places)
        if place is not None:
            yield from card_sets.lay_set(duel, card, place, by=fx.you, source=fx.card)
            if ready:
                ops.remember(fx.state, card, "ready", True)
    return cards
