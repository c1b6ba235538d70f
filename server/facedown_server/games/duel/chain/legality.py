"""Legality of activations, targets and triggers, and the options of each window.

All functions are tests of the rules that do not change the state. Sources: GAP-11 to GAP-15, GAP-48,
CLS-CHAIN and YGO-STZ rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from facedown_server.games.duel.core import (
    MAIN_PHASES,
    ActivationTiming,
    Duel,
    Effect,
    EffectKind,
    FastPlaces,
    Fx,
    Limit,
    Permission,
    Rule,
    Selection,
    activation_of,
    can_use_in_damage_step,
    card_status,
    timing_obstacle,
    zones,
)
from facedown_server.games.duel.core.timing import timing
from facedown_server.games.duel.effects.trigger_conditions import FACED, is_trigger_place
from facedown_server.refereeing.prompts import Offer, OfferGroup, Verb
from facedown_server.table import MATERIAL, Card, ChainLink
from facedown_shared.tables import Place, Seat

BY_HAND: Verb = "by_hand"
"""Verb for activating an effect that its controller then carries out by hand."""
ACTIVATE = frozenset({"activate"})
"""Key prefix of all activations."""


def activations(duel: Duel, seat: Seat, answering: bool) -> Iterator[Offer]:
    """Yield an offer for each activation that a player may begin now, in the order of visible places.

    `answering`: the offers are for a response window. An effect with a condition responds to the latest
    events; an effect without one may be used at any time.
    """
    link = duel.state.chain[-1] if duel.state.chain else None
    resolvable: dict[tuple[int, int], bool] = {}  # by passcode and number of the effect
    for card, effects in duel.usable(seat, _activation_timing(duel, seat, answering, link)):
        for index, effect in effects:
            if not _card_obstacle(duel, card, seat, effect):
                fx = Fx(duel, card, seat, effect, link=link, life=card.incarnation)
                if (effect.when is None or effect.when(fx)) and _can_copy_resolve(
                    fx, effect, index, resolvable
                ):
                    verb = BY_HAND if effect.by_hand else "activate"
                    key, said = f"activate:{card.id}:{index}", effect.words_for(card)
                    yield Offer(key, fx, verb, card, words=said, targets=partial(aims, fx, effect))
    if duel.this_turn.permissions:
        yield from permitted_acts(duel, seat)


def _can_copy_resolve(fx: Fx, effect: Effect, index: int, known: dict[tuple[int, int], bool]) -> bool:
    """Return whether an effect could resolve now; copies of a card in the hand are checked once."""
    if effect.kind is not EffectKind.ACTIVATION or fx.card.zone != "hand":
        return can_resolve(fx, effect)
    key = fx.card.code, index
    if key not in known:
        known[key] = can_resolve(fx, effect)
    return known[key]


def names_window(duel: Duel, seat: Seat) -> bool:
    """Return whether a player can use a card whose text says when it is used ("when …")."""
    link = duel.state.chain[-1] if duel.state.chain else None
    return any(
        effect.when is not None and not activation_obstacle(duel, card, seat, effect, answering=True)
        for card, effects in duel.usable(seat, _activation_timing(duel, seat, True, link)) for _,
            effect in effects
    )  # fmt: skip


def can_resolve(fx: Fx, effect: Effect) -> bool:
    """Return whether an effect could resolve now, including its cost and targets and hidden facts
    (GAP-48).
    """
    return not _missing_requirement(fx, effect)


def _missing_requirement(fx: Fx, effect: Effect) -> str:
    """Return the code in `reasons` of what an effect lacks to resolve now, or ""."""
    if effect.only is not None and not effect.only(fx):
        return "condition"
    if not _cost(fx, effect):
        return "cost"
    if effect.target and not all(has_enough_candidates(fx, pick, targeting=True) for pick in effect.target):
        return "no_target"
    return ""


def activation_obstacle(duel: Duel, card: Card, seat: Seat, effect: Effect, answering: bool) -> str:
    """Return the code in `reasons` of what prevents this activation now, or "".

    Runs the tests of `activations` for one effect in the card's zone. The most informative test comes first:
    how the card was Set, then what the moment allows.
    """
    link = duel.state.chain[-1] if duel.state.chain else None
    now = _activation_timing(duel, seat, answering, link)
    is_laid = card.is_on_field and effect.kind is EffectKind.ACTIVATION and not effect.zones
    held = (is_laid and _set_card_obstacle(duel, card)) or timing_obstacle(now, effect, card.place.zone)
    held = held or _card_obstacle(duel, card, seat, effect)
    if held:
        return held
    fx = Fx(duel, card, seat, effect, link=link, life=card.incarnation)
    if effect.when is not None and not effect.when(fx):
        return "nothing_to_answer"
    return _missing_requirement(fx, effect)


def open_state(duel: Duel, seat: Seat) -> Sequence[OfferGroup]:
    """Return offers of all activations in the open state and of all acts by hand."""
    return (
        OfferGroup(partial(activations, duel, seat, False), ACTIVATE),
        OfferGroup(partial(duel.manual_offers, seat)),
    )


def permitted_acts(duel: Duel, seat: Seat) -> list[Offer]:
    """Return offers of the acts that effects permit this player without a Chain."""
    return [
        Offer(f"activate:{one.card.id}:permit{index}", one.act, "activate", one.card, words=one.words)
        for index, one in enumerate(duel.this_turn.permissions) if _can_use_permission(duel, seat,
            one) and one.can()
    ]  # fmt: skip


def _can_use_permission(duel: Duel, seat: Seat, permit: Permission) -> bool:
    """Return whether a player can use a permission by public facts.

    The state must be open: no Chain, no declared Summon and no Damage Step.
    """
    busy = duel.state.chain or duel.summoning is not None or duel.step
    return permit.seat == seat and not busy and permit.seems()


def can_respond(duel: Duel, seat: Seat) -> bool:
    """Return whether public facts allow this player any response.

    Hidden cards in the hand or Set count as if they could be any card of the pool. Face-up cards and the
    Graveyard are public (VIS-L23).
    """
    permissions = duel.this_turn.permissions
    if duel.can_answer_by_hand(seat) or (
        permissions and any(_can_use_permission(duel, seat, one) for one in permissions)
    ):
        return True
    pool, state = quick_pool(duel), duel.state
    fast_hand = "hand" in pool or (seat == state.turn_player and "own_hand" in pool)
    if fast_hand and state.pile(seat, "hand"):
        return True
    for card in duel.cards_at("spell_trap", seat) if "set" in pool else ():
        if can_be_turned_up(duel, card):
            return True
    for card in (*duel.cards_at("field", seat), *duel.cards_at("graveyard", seat)):
        if card.face_up and card.facts.code in pool:
            return True
    return False


def can_be_turned_up(duel: Duel, card: Card) -> bool:
    """Return whether a Set card may be activated as a fast card, judged by the public turn in which it
    was Set.
    """
    lies_long_enough = 0 <= card.set_turn < duel.state.turn or bool(card.memory.get("ready"))
    return not card.face_up and lies_long_enough


def quick_pool(duel: Duel) -> frozenset[str | int]:
    """Return the places from which cards of the pool have fast effects, and passcodes of face-up cards with
    some.

    In the Damage Step only effects that fit its present part count. Cached for each part.
    """
    if duel.fast_places.scripts is not duel.scripts:
        duel.fast_places = FastPlaces(duel.scripts)
    known = duel.fast_places.at
    if duel.step not in known:
        known[duel.step] = frozenset(_fast_places(duel))
    return known[duel.step]


def _fast_places(duel: Duel) -> Iterator[str | int]:
    """Yield the items of `quick_pool`.

    Skips effects carried out by hand, because their scripts exist only for the decks of this duel.
    """
    for code, script in duel.scripts.items():
        facts = duel.pool.get(code)
        for effect in script.effects:
            if effect.by_hand or (duel.step and not can_use_in_damage_step(effect, duel.step)):
                continue
            if effect.speed >= 2 and effect.kind is EffectKind.QUICK and "hand" in effect.zones:
                yield "hand"
            elif effect.speed >= 2 and effect.kind is EffectKind.ACTIVATION:
                yield "set"
                if facts and facts.is_a("quickplay"):
                    yield "own_hand"
            elif effect.speed >= 2:
                yield code


# --- triggers -----------------------------------------------------------------------------------------------


def is_trigger_usable(duel: Duel, fx: Fx, effect: Effect) -> bool:
    """Return whether public facts still allow a waiting trigger to be used (2021 update, GAP-53a)."""
    moved = fx.card.incarnation != fx.life and fx.card.is_on_field
    if moved or (effect.kind is not EffectKind.FLIP and not is_trigger_place(fx.card, effect)):
        return False
    return _limit(duel, fx.card, fx.you, effect) and not _is_forbidden(duel, fx.card, fx.you)


# --- the tests of an activation -----------------------------------------------------------------------------


def _activation_timing(duel: Duel, seat: Seat, answering: bool, link: ChainLink | None) -> ActivationTiming:
    state, summoning = duel.state, duel.summoning
    return timing(
        answering, state.turn_player == seat, state.phase in MAIN_PHASES, duel.step, duel.format.damage_step,
        activation_of(link).spell_speed if link is not None else 0, answering and duel.priority_seat == seat,
        summoning is not None and not summoning.negated and link is None,
    )  # fmt: skip


def _card_obstacle(duel: Duel, card: Card, seat: Seat, effect: Effect) -> str:
    """Return the code in `reasons` of what in a card's own state prevents the use of an effect, or "".

    Tests the limit of uses, prohibitions, the card's face, and a zone for a card from the hand (YGO-STZ-03,
    CLS-MAT-09, CLS-SPELL-20).
    """
    if card.controller != seat:
        return "not_yours"
    if "destroyed_by_battle" in card.memory:
        return "negated"
    if _is_forbidden(duel, card, seat):
        return "forbidden"
    if not _limit(duel, card, seat, effect):
        return "used"
    zone = card.place.zone
    if effect.kind is not EffectKind.ACTIVATION:
        if not card.face_up and zone in FACED:
            return "face_down"
        return "" if card_status.is_applied(duel, card) else "negated"
    if zone == "hand":
        scale = effect.key == "scale"
        free = zones.free_scales(duel, seat) if scale else zones.has_zone_for_spell_trap(duel, seat, card)
        return "" if free else "no_zone"
    return "" if effect.zones else _set_card_obstacle(duel, card)


def _set_card_obstacle(duel: Duel, card: Card) -> str:
    """Return the code in `reasons` of what prevents the activation of a Set card, or "".

    Traps and Quick-Play Spells cannot be activated in the turn they were Set. CLS-TRAP-01, CLS-SPELL-17,
    CLS-SPELL-19, YGO-STZ-11, CF-37.
    """
    if card.face_up:
        return "face_up"
    fast_or_trap = card.facts.is_trap or card.facts.is_a("quickplay")
    return "set_this_turn" if fast_or_trap and not can_be_turned_up(duel, card) else ""


def _is_forbidden(duel: Duel, card: Card, seat: Seat) -> bool:
    """Return whether an active rule forbids activation to the card or to its player."""
    barred = Rule.NO_ACTIVATION
    return barred in duel.active and (
        duel.is_rule_active(barred, card) or duel.is_rule_active_for(barred, seat, card)
    )


def _limit(duel: Duel, card: Card, seat: Seat, effect: Effect) -> bool:
    return effect.limit is Limit.NONE or duel.use_count(card, seat, effect) == 0


def _cost(fx: Fx, effect: Effect) -> bool:
    """Return whether the cost can be paid (CLS-EFF-06)."""
    cost = effect.cost
    return cost is None or (cost.can(fx) and (cost.pick is None or has_enough_candidates(fx, cost.pick)))


# --- targets and other choices ------------------------------------------------------------------------------


def can_target(fx: Fx, card: Card) -> bool:
    """Return whether an effect may target a card now. A card destroyed by battle cannot be targeted."""
    if "destroyed_by_battle" in card.memory or card_status.is_gone_for_good(fx.duel, card):
        return False
    rows = fx.duel.rows(Rule.NO_TARGET)
    return not rows or not any(row.fits(card) and row.allows(fx) for row in rows)


def candidates(fx: Fx, selection: Selection, *, targeting: bool = False) -> Iterator[Card]:
    """Yield the cards that a Selection may choose now; with `targeting`, only cards that can be targeted."""
    only = selection.only
    from_here = selection.where == MATERIAL
    for card in fx.card.materials if from_here else fx.cards(selection.where, selection.whose):
        if (only is None or only(card, fx)) and (not targeting or can_target(fx, card)):
            yield card


def aims(fx: Fx, effect: Effect) -> Sequence[Card]:
    """Return the possible targets of an effect with exactly one target, else nothing.

    Includes only cards that the player can tell apart.
    """
    if len(effect.target) != 1:
        return ()
    pick = effect.target[0]
    if (fx.number(pick.least), fx.number(pick.most)) != (1, 1):
        return ()
    return [card for card in candidates(fx, pick, targeting=True) if card.handles[fx.you]]


def has_enough_candidates(fx: Fx, selection: Selection, *, targeting: bool = False) -> bool:
    """Return whether a Selection has at least its minimum number of candidates."""
    least = fx.number(selection.least)
    return least <= 0 or any(islice(candidates(fx, selection, targeting=targeting), least - 1, None))


def activation_places(duel: Duel, card: Card, seat: Seat, effect: Effect) -> list[Place]:
    """Return the zones in which a card from the hand can be activated (YGO-FZ-05).

    YGO-STZ-01, YGO-STZ-08, YGO-FZ-01, CLS-SPELL-10 to 11.
    """
    if effect.key == "scale":
        return zones.free_scales(duel, seat)
    return zones.zones_for_spell_trap(duel, seat, card)
