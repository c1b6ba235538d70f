"""Reasons why a card cannot be played now: the first failed test of each way to play it.

The tests are those that make the options; there are no other rules here. Reasons use only what the player
knows: their own card, and public facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from facedown_server.games.duel.battle import battle_phase
from facedown_server.games.duel.chain import legality
from facedown_server.games.duel.core import (
    MAIN_PHASES,
    Duel,
    EffectKind,
    Fx,
    Rule,
    Verb,
    is_chosen,
    usable_zones,
)
from facedown_server.games.duel.summons import normal_summons, pendulum
from facedown_server.table import Card
from facedown_shared.protocol.reasons import Reason
from facedown_shared.tables import Seat

NEVER = frozenset({"not_normal", "by_effect"})
"""Reasons that apply in every phase. They are given instead of "wrong phase"."""


def reasons(duel: Duel, seat: Seat, card: Card, *, answering: bool) -> list[Reason]:
    """Return the reasons why a player cannot play a card: at most one for each way to play it.

    `answering`: the player is in a response window, not in the open state. A legal way has no reason.
    """
    tried = list(ways_to_play(duel, seat, card, answering=answering))
    found = [Reason(verb, code) for verb, code in dict.fromkeys(tried) if code]
    return found if tried else [Reason("", "no_effect")]


def ways_to_play(duel: Duel, seat: Seat, card: Card, *, answering: bool) -> Iterator[tuple[str, str]]:
    """Yield each way to play a card from its zone: the option's verb, and a reason's code ("" if legal)."""
    for code in _effects(duel, seat, card, answering):
        yield "activate", code
    yield from _acts(duel, seat, card, answering)


def _effects(duel: Duel, seat: Seat, card: Card, answering: bool) -> Iterator[str]:
    script = duel.script(card)
    for effect in script.effects if script is not None else ():
        if is_chosen(effect) and card.place.zone in usable_zones(effect, card.facts):
            yield legality.activation_obstacle(duel, card, seat, effect, answering)
        elif effect.kind is EffectKind.ACTIVATION and card.facts.is_trap and _is_in_hand(card):
            yield "not_set"


def _acts(duel: Duel, seat: Seat, card: Card, answering: bool) -> Iterator[tuple[str, str]]:
    """Yield the ways without a Chain, which are legal only in the open state of the player's own turn."""
    own, phase = duel.state.turn_player == seat, duel.state.phase
    fits = {"main_phase": own and phase in MAIN_PHASES, "battle_phase": own and phase == "battle"}
    for verb, zone, needs, keeps in _WAYS:
        code = keeps(duel, seat, card) if zone(card) else None
        if code is not None:
            held = needs if not fits[needs] else "answering" if answering else ""
            yield verb, code if code in NEVER else held or code


def _summon(duel: Duel, seat: Seat, card: Card) -> str:
    return _normal(duel, seat, card, "summon")


def _set_monster_reason(duel: Duel, seat: Seat, card: Card) -> str:
    return _normal(duel, seat, card, "set")


def _normal(duel: Duel, seat: Seat, card: Card, verb: Verb) -> str:
    if not normal_summons.is_normal_summonable(card):
        return "not_normal"
    if not normal_summons.has_normal_summon(duel, seat):
        return "no_summon_left"
    if not normal_summons.can_tribute(duel, seat, card):
        return "tributes" if normal_summons.tributes_needed(card) else "no_zone"
    return "" if verb in normal_summons.normal_summon_verbs(duel, seat, card) else "forbidden"


def _set_card_reason(duel: Duel, seat: Seat, card: Card) -> str:
    if duel.is_rule_active_for(Rule.NO_SET, seat, card):
        return "forbidden"
    return "" if normal_summons.can_set_card(duel, seat, card) else "no_zone"


def _special(duel: Duel, seat: Seat, card: Card) -> str | None:
    """Return the reason that prevents the card's own Special Summon; None if it has none."""
    script = duel.script(card)
    ways = [one for one in script.procedures if card.zone in one.zones] if script is not None else []
    codes = [
        pendulum.procedure_obstacle(duel, Fx(duel, card, seat, life=card.incarnation), one) for one in ways
    ]
    if codes:
        return "" if "" in codes else codes[0]
    return "by_effect" if card.facts.belongs_in_extra_deck or card.facts.is_a("ritual") else None


def _attack(duel: Duel, seat: Seat, card: Card) -> str:
    held = battle_phase.attack_obstacle(duel, card)
    if held or battle_phase.targets(duel, card):
        return held
    return "attacked" if card.attacks else "no_target"


def _turning_reason(duel: Duel, seat: Seat, card: Card) -> str:
    if card.facts.is_a("link"):
        return "position"
    return normal_summons.position_obstacle(duel, card)


Place = Callable[[Card], bool]
Keeps = Callable[[Duel, Seat, Card], str | None]


def _is_in_hand(card: Card) -> bool:
    return card.zone == "hand"


_WAYS: tuple[tuple[str, Place, str, Keeps], ...] = (
    ("summon", lambda card: _is_in_hand(card) and card.facts.is_monster, "main_phase", _summon),
    ("set", lambda card: _is_in_hand(card) and card.facts.is_monster, "main_phase", _set_monster_reason),
    ("set", lambda card: _is_in_hand(card) and not card.facts.is_monster, "main_phase", _set_card_reason),
    ("special_summon", lambda card: not card.is_on_field and card.facts.is_monster, "main_phase", _special),
    ("attack", lambda card: card.is_in_monster_zone, "battle_phase", _attack),
    ("flip_summon", lambda card: card.is_in_monster_zone and not card.face_up, "main_phase", _turning_reason),
    ("change_position", lambda card: card.is_in_monster_zone and card.face_up, "main_phase", _turning_reason),
)
"""Ways without a Chain: verb, test of the card, code for other phases, and the test of legality."""
