"""What may be done now: whether an effect may be activated, what it may choose, whether a trigger is met, and
every option of a window.

One list of tests, each a sentence of the rules; nothing here changes anything. Sources: GAP-11 to GAP-15,
GAP-48, CLS-CHAIN and YGO-STZ rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import islice

from server.duel.core import card_status, zones
from server.duel.core.duel import Duel, activation_of
from server.duel.core.effect import Effect, Fx, Selection
from server.duel.core.effect_index import FIELD, places_of
from server.duel.core.prompts import Offer, OfferGroup, Verb
from server.duel.core.records import Permission
from server.duel.core.words import During, EffectKind, Limit, Rule
from server.table.state import MATERIAL, Card, GameEvent
from shared.zones import Place, Seat

FACED = FIELD | {"banished"}
"""Where a face-down card uses no effects (YGO-STZ-10, YGO-BAN-11)."""
REPLAY = "replay"
"""The word of an attack that goes on after a Replay: no new declaration, so nothing answers it as one."""
BY_HAND: Verb = "by_hand"
"""The verb of activating an effect that its controller then carries out by hand."""
ACTIVATE = frozenset({"activate"})
"""How the key of every activation begins."""
MAIN_PHASES = frozenset({"main1", "main2"})
AROUND = frozenset({"before", "end"})
"""The parts of the Damage Step around its calculation."""


def may_activate(duel: Duel, fx: Fx, effect: Effect, answering: bool) -> bool:
    """Whether the player of `fx` may activate this effect, one usable from where its card lies, now.

    `answering`: in a response window. An effect with a condition answers what has just happened; one without
    may be used at any time.
    """
    return (
        _speed(duel, fx, effect, answering)
        and _time(duel, fx, effect)
        and _place(duel, fx, effect)
        and (effect.when is None or (answering and effect.when(fx)))
        and _allowed(duel, fx, effect)
        and _limit(duel, fx, effect)
        and _zone(duel, fx, effect)
        and can_be_done(fx, effect)
    )


def can_be_done(fx: Fx, effect: Effect) -> bool:
    """Whether an effect could do its work now, its cost paid and its targets there, in truth (GAP-48)."""
    return (
        (effect.only is None or effect.only(fx))
        and _cost(fx, effect)
        and all(has_enough(fx, pick, targeting=True) for pick in effect.target)
    )


def activations(duel: Duel, seat: Seat, answering: bool) -> Iterator[Offer]:
    """Every activation this player may begin now, in the order of places they can see."""
    link = duel.state.chain[-1] if duel.state.chain else None
    fast_only = answering and duel.priority_seat != seat
    for card, usable in duel.usable("anywhere", seat, fast=fast_only):
        for index, effect in usable.fast if fast_only else usable.effects:
            if effect.when is not None and not answering:
                continue
            fx = Fx(duel, card, seat, effect, link=link, life=card.incarnation)
            if may_activate(duel, fx, effect, answering):
                verb = BY_HAND if effect.by_hand else "activate"
                yield Offer(f"activate:{card.id}:{index}", fx, verb, card, words=effect.said(card))
    if duel.this_turn.permissions:
        yield from permitted(duel, seat)


def open_state(duel: Duel, seat: Seat) -> Sequence[OfferGroup]:
    """Every activation of the open state, and what is done by hand in it."""
    return (
        OfferGroup(partial(activations, duel, seat, False), ACTIVATE),
        OfferGroup(partial(duel.applied_by_hand, seat)),
    )


def permitted(duel: Duel, seat: Seat) -> list[Offer]:
    """What effects let this player do without a chain."""
    return [
        Offer(f"activate:{one.card.id}:permit{index}", one.act, "activate", one.card, words=one.words)
        for index, one in enumerate(duel.this_turn.permissions) if _is_open_to(duel, seat, one) and one.can()
    ]  # fmt: skip


def _is_open_to(duel: Duel, seat: Seat, permit: Permission) -> bool:
    """Not in a chain, nor while a Summon is declared, nor in the Damage Step."""
    busy = duel.state.chain or duel.summoning is not None or duel.step
    return permit.seat == seat and not busy and permit.seems()


def could_answer(duel: Duel, seat: Seat) -> bool:
    """Whether public facts allow this player any response at all: what everybody could work out.

    A hand or a Set card might hold anything the pool has; face-up cards and the Graveyard are open (VIS-L23).
    """
    if duel.answers_by_hand(seat) or any(_is_open_to(duel, seat, one) for one in duel.this_turn.permissions):
        return True
    pool = quick_pool(duel)
    fast_hand = "hand" in pool or (seat == duel.state.turn_player and "own_hand" in pool)
    set_cards = duel.cards_at("spell_trap", seat) if "set" in pool else ()
    if (fast_hand and duel.state.pile(seat, "hand")) or any(may_be_turned_up(duel, one) for one in set_cards):
        return True
    lying = duel.cards_at("field", seat) + duel.cards_at("graveyard", seat)
    return any(card.face_up and card.code in pool for card in lying)


def may_be_turned_up(duel: Duel, card: Card) -> bool:
    """Whether a Set card lies there long enough to be activated as a fast one: everybody saw it Set."""
    lies_long_enough = 0 <= card.set_turn < duel.state.turn or bool(card.memory.get("ready"))
    return not card.face_up and lies_long_enough


def quick_pool(duel: Duel) -> frozenset[str | int]:
    """From which places the cards of this pool have fast effects; in the Damage Step only those that fit it.

    Worked out from the scripts, once for each part.
    """
    if duel.step not in duel.fast_places:
        duel.fast_places[duel.step] = frozenset(_fast_places(duel))
    return duel.fast_places[duel.step]


def _fast_places(duel: Duel) -> Iterator[str | int]:
    """What goes by hand is in the scripts for cards of these decks alone, so it must not count here."""
    for code, script in duel.scripts.items():
        facts = duel.pool.get(code)
        for effect in script.effects:
            if effect.by_hand or (duel.step and not _in_damage_step(duel, effect)):
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


def trigger_fits(duel: Duel, card: Card, effect: Effect, told: GameEvent) -> bool:
    """Whether this event meets a trigger's condition, with its card where it must be.

    CLS-EFF-02, CLS-EFF-07.
    """
    if told.word == REPLAY and not any(card is target for target in told.others):
        return False
    if effect.kind is EffectKind.FLIP:
        if told.card is not card:
            return False
    elif not _trigger_place(card, effect) or not card_status.works(duel, card):
        return False
    if card.negated and card.on_field and effect.kind is not EffectKind.FLIP and card.is_spell:
        return False
    fx = Fx(duel, card, card.controller, effect, event=told, life=card.incarnation)
    return effect.when is None or effect.when(fx)


def _trigger_place(card: Card, effect: Effect) -> bool:
    faces_right = card.face_up or card.zone not in FACED or effect.face_down
    return faces_right and card.zone in places_of(effect, card.facts)


def trigger_stands(duel: Duel, fx: Fx, effect: Effect) -> bool:
    """Whether everybody can see that a waiting trigger may still be used (2021 update, GAP-53a)."""
    moved = fx.card.incarnation != fx.life and fx.card.on_field
    if moved or (effect.kind is not EffectKind.FLIP and not _trigger_place(fx.card, effect)):
        return False
    return _limit(duel, fx, effect) and not _is_forbidden(duel, fx)


# --- the tests of an activation -----------------------------------------------------------------------------


def _place(duel: Duel, fx: Fx, effect: Effect) -> bool:
    """The card, lying where this effect is used from, is the player's and has the right face."""
    card = fx.card
    if (card.controller != fx.you and not effect.any_player) or "destroyed_by_battle" in card.memory:
        return False
    if effect.kind is EffectKind.ACTIVATION:
        return bool(effect.zones) or _card_can_be_activated(duel, fx)
    return (card.face_up or card.zone not in FACED) and card_status.works(duel, card)


def _card_can_be_activated(duel: Duel, fx: Fx) -> bool:
    """A Spell from the hand in one's own turn; a Set card, if it is fast not in the turn it was Set.

    GAP-13, CLS-TRAP-01, CLS-SPELL-17, CLS-SPELL-19, YGO-STZ-11, CF-37.
    """
    card = fx.card
    if card.zone == "hand":
        return fx.your_turn
    fast_or_trap = card.facts.is_trap or card.facts.is_a("quickplay")
    return not card.face_up and (not fast_or_trap or may_be_turned_up(duel, card))


def _speed(duel: Duel, fx: Fx, effect: Effect, answering: bool) -> bool:
    """A link is answered only by an equal or higher Spell Speed, and never by Spell Speed 1 (CLS-CHAIN).

    CLS-SPEED-01 to 07.
    """
    if not answering:
        return effect.speed < 3 or effect.when is None
    if effect.speed < 2:
        opens = duel.priority_seat == fx.you and effect.kind is EffectKind.IGNITION
        return opens and fx.card.in_monster_zone and not duel.state.chain
    return fx.link is None or effect.speed >= activation_of(fx.link).speed


def _time(duel: Duel, fx: Fx, effect: Effect) -> bool:
    """Spell Speed 1 only in one's own Main Phase; the Damage Step lets in only what it names.

    CLS-SPELL-01, CLS-SPELL-18, CLS-EFF-08.
    """
    if duel.step:
        return _in_damage_step(duel, effect) and not (
            effect.speed > 2 and duel.format.damage_step == "classic"
        )
    if effect.speed < 2:
        return fx.your_turn and duel.state.phase in MAIN_PHASES
    return effect.damage_step is not During.CALCULATION


def _in_damage_step(duel: Duel, effect: Effect) -> bool:
    """What may be used in the Damage Step (CLS-BATTLE-14, GAP-43)."""
    return effect.damage_step is During.ALWAYS or duel.step in _PARTS[effect.damage_step]


_PARTS: dict[During, Collection[str]] = {
    During.NEVER: (),
    During.BEFORE: ("start", "before"),
    During.CALCULATION: ("calculation",),
    During.AROUND: AROUND,
}
"""The parts of the Damage Step in which an effect may be used."""


def _allowed(duel: Duel, fx: Fx, effect: Effect) -> bool:
    """No lasting rule forbids the activation; a Summon being declared can only be negated."""
    declared = duel.summoning is not None and not duel.summoning.negated and not duel.state.chain
    return (declared == effect.summon_negation or effect.anytime) and not _is_forbidden(duel, fx)


def _is_forbidden(duel: Duel, fx: Fx) -> bool:
    """Whether a lasting rule keeps the card, or its player, from activating it."""
    return duel.holds(Rule.NO_ACTIVATION, fx.card) or duel.holds_for(Rule.NO_ACTIVATION, fx.you, fx.card)


def _limit(duel: Duel, fx: Fx, effect: Effect) -> bool:
    return effect.limit is Limit.NONE or duel.uses(fx, effect) == 0


def _cost(fx: Fx, effect: Effect) -> bool:
    """Whether the cost can be paid (CLS-EFF-06)."""
    cost = effect.cost
    return cost is None or (cost.can(fx) and (cost.pick is None or has_enough(fx, cost.pick)))


def _zone(duel: Duel, fx: Fx, effect: Effect) -> bool:
    """A card activated from the hand needs a zone (YGO-STZ-03, CLS-MAT-09, CLS-SPELL-20); where the format
    says so, one's own Field Spell keeps out another (CLS-SPELL-14)."""
    if effect.kind is not EffectKind.ACTIVATION:
        return True
    if fx.card.facts.is_a("field") and duel.format.replace_own_field == "refused":
        return all(card is fx.card for card in duel.cards_at("field_zone", fx.you))
    return fx.card.zone != "hand" or bool(activation_places(duel, fx, effect))


# --- what it may choose -------------------------------------------------------------------------------------


def may_target(fx: Fx, card: Card) -> bool:
    """Whether this effect may target that card now; what battle has destroyed is out of reach."""
    barred = any(row.fits(card) and row.allows(fx) for row in fx.duel.rows(Rule.NO_TARGET))
    lost = "destroyed_by_battle" in card.memory or card_status.is_gone_for_good(fx.duel, card)
    return not barred and not lost


def candidates(fx: Fx, selection: Selection, *, targeting: bool = False) -> Iterator[Card]:
    """What a Selection may choose now; for targets, without cards that cannot be targeted."""
    from_here = selection.where == MATERIAL
    for card in fx.card.materials if from_here else fx.cards(selection.where, selection.whose):
        fits = selection.only is None or selection.only(card, fx)
        if fits and (not targeting or may_target(fx, card)):
            yield card


def has_enough(fx: Fx, selection: Selection, *, targeting: bool = False) -> bool:
    """Whether a Selection has as many candidates as it needs at least."""
    least = fx.number(selection.least)
    return least <= 0 or len(list(islice(candidates(fx, selection, targeting=targeting), least))) >= least


def activation_places(duel: Duel, fx: Fx, effect: Effect) -> list[Place]:
    """Zones a card activated from the hand may be placed in; a Field Spell has its own (YGO-FZ-05).

    YGO-STZ-01, YGO-STZ-08, YGO-FZ-01, CLS-SPELL-10 to 11.
    """
    if effect.key == "scale":
        return zones.free_scales(duel, fx.you)
    if fx.card.facts.is_a("field"):
        return [Place(fx.you, "field", 0)]
    return zones.free_spell_trap(duel, fx.you)
