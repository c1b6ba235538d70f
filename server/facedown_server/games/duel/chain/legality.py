"""Legality: whether an effect may be activated, what it may choose, whether a trigger is met, and every
option of a window.

A list of tests, each a sentence of the rules; nothing here changes state. Sources: GAP-11 to GAP-15,
GAP-48, CLS-CHAIN and YGO-STZ rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice

from facedown_server.games.duel.core import card_status, zones
from facedown_server.games.duel.core.duel import Duel, activation_of
from facedown_server.games.duel.core.effect import Effect, FastPlaces, Fx, Selection
from facedown_server.games.duel.core.records import ActivationTiming, Permission
from facedown_server.games.duel.core.timing import MAIN_PHASES, in_damage_step, keeps_out, timing
from facedown_server.games.duel.core.words import EffectKind, Limit, Rule
from facedown_server.games.duel.effects.trigger_conditions import FACED, is_trigger_place
from facedown_server.refereeing.prompts import Offer, OfferGroup, Verb
from facedown_server.table.state import MATERIAL, Card, ChainLink
from facedown_shared.tables.zones import Place, Seat

BY_HAND: Verb = "by_hand"
"""The verb for activating an effect that its controller then carries out by hand."""
ACTIVATE = frozenset({"activate"})
"""The prefix of the key of every activation."""


def activations(duel: Duel, seat: Seat, answering: bool) -> Iterator[Offer]:
    """Return every activation this player may begin now, in the order of visible places.

    `answering`: in a response window. An effect with a condition responds to the latest events; one without
    may be used at any time.
    """
    link = duel.state.chain[-1] if duel.state.chain else None
    for card, effects in duel.usable(seat, _now(duel, seat, answering, link)):
        for index, effect in effects:
            if not _held_back(duel, card, seat, effect):
                fx = Fx(duel, card, seat, effect, link=link, life=card.incarnation)
                if (effect.when is None or effect.when(fx)) and can_be_done(fx, effect):
                    verb = BY_HAND if effect.by_hand else "activate"
                    key, said = f"activate:{card.id}:{index}", effect.said(card)
                    yield Offer(key, fx, verb, card, words=said, targets=partial(aims, fx, effect))
    if duel.this_turn.permissions:
        yield from permitted(duel, seat)


def names_window(duel: Duel, seat: Seat) -> bool:
    """Return whether this player has a usable card whose text says when it is used ("when …")."""
    link = duel.state.chain[-1] if duel.state.chain else None
    return any(
        effect.when is not None and not keeps_from(duel, card, seat, effect, answering=True)
        for card, effects in duel.usable(seat, _now(duel, seat, True, link)) for _, effect in effects
    )  # fmt: skip


def can_be_done(fx: Fx, effect: Effect) -> bool:
    """Return whether an effect could resolve now, with cost and targets, in truth (GAP-48)."""
    return not _lacks(fx, effect)


def _lacks(fx: Fx, effect: Effect) -> str:
    """Return what an effect lacks to resolve now, as a code of `reasons`; "" for nothing."""
    if effect.only is not None and not effect.only(fx):
        return "condition"
    if not _cost(fx, effect):
        return "cost"
    if effect.target and not all(has_enough(fx, pick, targeting=True) for pick in effect.target):
        return "no_target"
    return ""


def keeps_from(duel: Duel, card: Card, seat: Seat, effect: Effect, answering: bool) -> str:
    """Return what prevents a player from activating this effect of a card now, as a code of `reasons`; "" for
    nothing.

    The tests of `activations` for one effect used from the card's zone, with the most telling first: how it
    was Set, then what the moment allows.
    """
    link = duel.state.chain[-1] if duel.state.chain else None
    now = _now(duel, seat, answering, link)
    is_laid = card.on_field and effect.kind is EffectKind.ACTIVATION and not effect.zones
    held = (is_laid and _keeps_set(duel, card)) or keeps_out(now, effect, card.place.zone)
    held = held or _held_back(duel, card, seat, effect)
    if held:
        return held
    fx = Fx(duel, card, seat, effect, link=link, life=card.incarnation)
    if effect.when is not None and not effect.when(fx):
        return "nothing_to_answer"
    return _lacks(fx, effect)


def open_state(duel: Duel, seat: Seat) -> Sequence[OfferGroup]:
    """Return every activation of the open state, and the acts by hand in it."""
    return (
        OfferGroup(partial(activations, duel, seat, False), ACTIVATE),
        OfferGroup(partial(duel.applied_by_hand, seat)),
    )


def permitted(duel: Duel, seat: Seat) -> list[Offer]:
    """Return what effects let this player do without a Chain."""
    return [
        Offer(f"activate:{one.card.id}:permit{index}", one.act, "activate", one.card, words=one.words)
        for index, one in enumerate(duel.this_turn.permissions) if _is_open_to(duel, seat, one) and one.can()
    ]  # fmt: skip


def _is_open_to(duel: Duel, seat: Seat, permit: Permission) -> bool:
    """Return whether the state is open: no Chain, no declared Summon, no Damage Step."""
    busy = duel.state.chain or duel.summoning is not None or duel.step
    return permit.seat == seat and not busy and permit.seems()


def could_answer(duel: Duel, seat: Seat) -> bool:
    """Return whether public facts allow this player any response at all.

    A hand or a Set card might be any card of the pool; face-up cards and the Graveyard are open (VIS-L23).
    """
    permissions = duel.this_turn.permissions
    if duel.answers_by_hand(seat) or (
        permissions and any(_is_open_to(duel, seat, one) for one in permissions)
    ):
        return True
    pool, state = quick_pool(duel), duel.state
    fast_hand = "hand" in pool or (seat == state.turn_player and "own_hand" in pool)
    if fast_hand and state.pile(seat, "hand"):
        return True
    for card in duel.cards_at("spell_trap", seat) if "set" in pool else ():
        if may_be_turned_up(duel, card):
            return True
    for card in (*duel.cards_at("field", seat), *duel.cards_at("graveyard", seat)):
        if card.face_up and card.facts.code in pool:
            return True
    return False


def may_be_turned_up(duel: Duel, card: Card) -> bool:
    """Return whether a Set card lies there long enough to be activated as a fast one: its Set was public."""
    lies_long_enough = 0 <= card.set_turn < duel.state.turn or bool(card.memory.get("ready"))
    return not card.face_up and lies_long_enough


def quick_pool(duel: Duel) -> frozenset[str | int]:
    """Return the places from which cards of this pool have fast effects; in the Damage Step only fitting
    ones.

    Computed from the scripts, once for each part.
    """
    if duel.fast_places.scripts is not duel.scripts:
        duel.fast_places = FastPlaces(duel.scripts)
    known = duel.fast_places.at
    if duel.step not in known:
        known[duel.step] = frozenset(_fast_places(duel))
    return known[duel.step]


def _fast_places(duel: Duel) -> Iterator[str | int]:
    """Return these places without effects carried out by hand, whose scripts exist for these decks alone."""
    for code, script in duel.scripts.items():
        facts = duel.pool.get(code)
        for effect in script.effects:
            if effect.by_hand or (duel.step and not in_damage_step(effect, duel.step)):
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


def trigger_stands(duel: Duel, fx: Fx, effect: Effect) -> bool:
    """Return whether a waiting trigger can still be used by public facts (2021 update, GAP-53a)."""
    moved = fx.card.incarnation != fx.life and fx.card.on_field
    if moved or (effect.kind is not EffectKind.FLIP and not is_trigger_place(fx.card, effect)):
        return False
    return _limit(duel, fx.card, fx.you, effect) and not _is_forbidden(duel, fx.card, fx.you)


# --- the tests of an activation -----------------------------------------------------------------------------


def _now(duel: Duel, seat: Seat, answering: bool, link: ChainLink | None) -> ActivationTiming:
    state, summoning = duel.state, duel.summoning
    return timing(
        answering, state.turn_player == seat, state.phase in MAIN_PHASES, duel.step, duel.format.damage_step,
        activation_of(link).speed if link is not None else 0, answering and duel.priority_seat == seat,
        summoning is not None and not summoning.negated and link is None,
    )  # fmt: skip


def _held_back(duel: Duel, card: Card, seat: Seat, effect: Effect) -> str:
    """Return what prevents the use of an effect by its card's own state, as a code of `reasons`; "" for
    nothing.

    The limit of uses, prohibitions, the card's face, a zone for a card from the hand (YGO-STZ-03,
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
        return "" if card_status.works(duel, card) else "negated"
    if zone == "hand":
        scale = effect.key == "scale"
        free = zones.free_scales(duel, seat) if scale else zones.has_spell_trap(duel, seat, card)
        return "" if free else "no_zone"
    return "" if effect.zones else _keeps_set(duel, card)


def _keeps_set(duel: Duel, card: Card) -> str:
    """Return what prevents the activation of a Set card: a fast one in the turn it was Set.

    CLS-TRAP-01, CLS-SPELL-17, CLS-SPELL-19, YGO-STZ-11, CF-37.
    """
    if card.face_up:
        return "face_up"
    fast_or_trap = card.facts.is_trap or card.facts.is_a("quickplay")
    return "set_this_turn" if fast_or_trap and not may_be_turned_up(duel, card) else ""


def _is_forbidden(duel: Duel, card: Card, seat: Seat) -> bool:
    """Return whether a lingering or continuous rule forbids the activation to the card or its player."""
    barred = Rule.NO_ACTIVATION
    return barred in duel.active and (duel.holds(barred, card) or duel.holds_for(barred, seat, card))


def _limit(duel: Duel, card: Card, seat: Seat, effect: Effect) -> bool:
    return effect.limit is Limit.NONE or duel.uses(card, seat, effect) == 0


def _cost(fx: Fx, effect: Effect) -> bool:
    """Return whether the cost can be paid (CLS-EFF-06)."""
    cost = effect.cost
    return cost is None or (cost.can(fx) and (cost.pick is None or has_enough(fx, cost.pick)))


# --- what it may choose -------------------------------------------------------------------------------------


def may_target(fx: Fx, card: Card) -> bool:
    """Return whether this effect may target that card now; a card destroyed by battle cannot be reached."""
    if "destroyed_by_battle" in card.memory or card_status.is_gone_for_good(fx.duel, card):
        return False
    rows = fx.duel.rows(Rule.NO_TARGET)
    return not rows or not any(row.fits(card) and row.allows(fx) for row in rows)


def candidates(fx: Fx, selection: Selection, *, targeting: bool = False) -> Iterator[Card]:
    """Return what a Selection may choose now; for targets, without cards that cannot be targeted."""
    only = selection.only
    from_here = selection.where == MATERIAL
    for card in fx.card.materials if from_here else fx.cards(selection.where, selection.whose):
        if (only is None or only(card, fx)) and (not targeting or may_target(fx, card)):
            yield card


def aims(fx: Fx, effect: Effect) -> Sequence[Card]:
    """Return what an effect with one target could choose now, of cards its player can tell apart; else
    nothing.
    """
    if len(effect.target) != 1:
        return ()
    pick = effect.target[0]
    if (fx.number(pick.least), fx.number(pick.most)) != (1, 1):
        return ()
    return [card for card in candidates(fx, pick, targeting=True) if card.handles[fx.you]]


def has_enough(fx: Fx, selection: Selection, *, targeting: bool = False) -> bool:
    """Return whether a Selection has its minimum of candidates."""
    least = fx.number(selection.least)
    return least <= 0 or any(islice(candidates(fx, selection, targeting=targeting), least - 1, None))


def activation_places(duel: Duel, card: Card, seat: Seat, effect: Effect) -> list[Place]:
    """Return the zones for a card activated from the hand; a Field Spell has its own (YGO-FZ-05).

    YGO-STZ-01, YGO-STZ-08, YGO-FZ-01, CLS-SPELL-10 to 11.
    """
    if effect.key == "scale":
        return zones.free_scales(duel, seat)
    return zones.for_spell_trap(duel, seat, card)
