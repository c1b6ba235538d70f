"""Continuous effects of face-up cards, and lingering effects of resolved ones.

`refresh` computes which effects apply now and writes the current values of cards. The result does not depend
on the order of cards: each effect has a stamp (when it began), negation is resolved first, then values in
layers. Nothing is computed while the `basis` is unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter, is_
from typing import Any

from facedown_server.games.duel.core import (
    FIELD,
    MONSTER_ZONES,
    ActiveRule,
    Basis,
    Continuous,
    DelayedAction,
    Duel,
    Fx,
    OngoingEffect,
    Rule,
    StandingRule,
    Value,
    Values,
    Whose,
    Worth,
    activation_of,
    card_status,
)
from facedown_server.table import Card, LastingEffect, ops, sight
from facedown_shared.cards.facts import Facts
from facedown_shared.tables import Seat

AS_MONSTER = "as_monster"
"""Memory key of a Spell or Trap in a monster zone; the value is its Facts as a monster (YGO-MMZ-05)."""
FOREVER_TURNS = 1_000_000
LATER = "later"
"""Word published in place of a rule for a delayed action."""
END_PHASE_BEGINS = "end_phase_begins"
"""The `phase` of effects that last "until the End Phase"; "end" means the end of the turn."""


def basis(duel: Duel) -> Basis:
    """Return all inputs of `refresh` and of the state checks.

    These are the board with turn and Chain, the card being activated or Summoned, and the lingering effects.
    No test of a continuous effect may read more (see Continuous). `reset_face_effects` changes lingering
    effects and requests a refresh itself.
    """
    return duel.state.board, duel.activating, duel.summoning, (*duel.ongoing,)


def refresh(duel: Duel) -> None:
    """Compute the active rules and write the current values of cards, if the basis has changed.

    Writing values changes the basis, so later calls run again until no value changes.
    """
    found = basis(duel)
    if found != duel.refreshed:
        duel.refreshed = found
        recompute_values(duel)


def recompute_values(duel: Duel) -> None:
    """Compute the active rules and write the current values of cards, whether or not the basis has
    changed.
    """
    sources = sorted(_sources(duel), key=_stamp_of)
    negated = _resolve_negation(duel, sources)
    if negated:
        duel.ongoing = [one for one in duel.ongoing if not (one.own and one.fx.card.id in negated)]
    holding: list[ActiveRule] = [*_applied_rules(sources, negated), *(one.row for one in duel.ongoing)]
    holding.sort(key=_stamp_of)
    duel.active = {}
    for row in holding:
        duel.active.setdefault(row.rule, []).append(row)
    stats, coming = [row for row in holding if row.rule in _STATS], duel.summoning
    for card in duel.state.field_cards():
        reached = (
            () if coming is not None and coming.is_summoning(card) else stats
        )  # not on the field yet (GAP-17)
        now = _current_values(duel, card, reached) if card.place.zone in MONSTER_ZONES else None
        turned = card.negated != (card.face_up and card.id in negated)
        if turned or (now is not None and now != _current(card)):
            _write_values(duel, card, turned, now)
        if card.facts.scales is not None:
            _write_scale(duel, card, card.facts.scales[0])


def _write_scale(duel: Duel, card: Card, printed: int) -> None:
    """Write a card's current Pendulum Scale, as set by the newest effect."""
    changed = duel.values(Rule.SCALE, card)
    now = int(changed[-1]) if changed else printed
    if now != card.scale:
        ops.set_scale(duel.state, card, now)


def start_lingering_effect(
    duel: Duel, fx: Fx, rule: Rule, value: Value, *, cards: tuple[tuple[Card, int], ...] | None = None,
    seats: tuple[Seat, ...] = (), fits: Callable[[Card], bool] | None = None, until: int | None = None,
    phase: str = "end", follows_face: bool = True, own: bool = False,
) -> None:  # fmt: skip
    """Start a lingering effect that lasts until the end of turn `until` (None: permanently).

    The other parameters are those of OngoingEffect.
    """
    last_turn = FOREVER_TURNS if until is None else until
    readers = sight.ALL_CLASSES_MASK if fx.own is not None else sight.readers(duel.state, fx.card)
    marks = {card.id: card.handles for card, _ in cards or ()}
    duel.ongoing.append(
        OngoingEffect(
            rule, value, fx, cards, seats, fits, last_turn, duel.state.serial, phase, follows_face, own,
            readers, marks,
        )
    )  # fmt: skip


def are_effects_negated(duel: Duel, card: Card) -> bool:
    """Return whether a resolved effect has negated this card's effects."""
    return card.is_on_field and any(
        one.rule is Rule.NEGATE and one.is_applied_to(card) for one in duel.ongoing
    )


def negate_on_chain(duel: Duel, cards: Iterable[Card]) -> None:
    """Negate the present Chain Links of these cards, even if the cards leave the field before resolution."""
    for link in duel.state.chain:
        fx = activation_of(link).fx
        fx.effects_negated = fx.effects_negated or (
            fx.affects(fx.card) and any(card is fx.card for card in cards)
        )


def expire(duel: Duel, phase: str) -> None:
    """Remove lingering effects that stop in this phase of this turn, and those whose cards are all gone."""
    turn = duel.state.turn
    duel.ongoing = [
        one for one in duel.ongoing
        if (one.last_turn > turn or (one.last_turn == turn and phase != "end" and one.phase != phase))
        and (one.cards is None or any(card.incarnation == life for card, life in one.cards))
    ]  # fmt: skip


def publish(duel: Duel) -> None:
    """Publish the lingering effects and delayed actions if they have changed.

    All of them were announced when they resolved.
    """
    if duel.ongoing or duel.delayed or duel.published:
        holding = (*duel.ongoing, *[one.cards for one in duel.ongoing], *duel.delayed)
        if holding != duel.published:
            duel.published = holding
            rows = [_public_row(one) for one in duel.ongoing]
            rows += [_delayed_row(one) for one in duel.delayed if one.life >= 0]
            ops.set_lingering_effects(duel.state, tuple(rows))


def _public_row(one: OngoingEffect) -> LastingEffect:
    cards = one.cards
    held = None if cards is None else tuple([(card, life, one.marks[card.id]) for card, life in cards])
    turn = 0 if one.last_turn == FOREVER_TURNS else one.last_turn
    phase = "end_phase" if one.phase == END_PHASE_BEGINS else one.phase
    return LastingEffect(
        str(one.rule), one.fx.you, one.fx.card.code, one.readers, one.seats, held, turn, phase
    )


def _delayed_row(one: DelayedAction) -> LastingEffect:
    """Return the published row of a delayed action whose card is publicly known."""
    held = ((one.card, one.life, one.handles),)
    phase = "end_phase" if one.phase == "end" else one.phase
    return LastingEffect(LATER, one.seat, one.card.code, sight.ALL_CLASSES_MASK, (), held, one.turn, phase)


def release(duel: Duel, fx: Fx) -> None:
    """Remove the lingering effects of an effect use whose activation was negated."""
    duel.ongoing = [one for one in duel.ongoing if one.fx is not fx]


def reset_face_effects(duel: Duel, card: Card) -> None:
    """Remove effects from a monster that was turned face-down, except those that do not depend on its face.

    When it is turned face-up again, its own effects count as the newest. CF-41, CLS-EFF-05.
    """
    duel.stamps.pop(_timestamp(card), None)
    duel.standing.pop(card.id, None)
    duel.refreshed = duel.checked = None
    for one in duel.ongoing:
        if one.follows_face and one.cards:
            one.cards = tuple(row for row in one.cards if row[0] is not card)


def _sources(duel: Duel) -> Iterator[StandingRule]:
    """Yield the rules of all continuous effects whose cards are in the right zone and face.

    CLS-EFF-05, CLS-SPELL-09, CLS-SPELL-15 to 16.
    """
    for card, anywhere, own in duel.effect_index.steady:
        zone = card.place.zone
        if zone not in anywhere:
            continue
        there = [
            index for index, (continuous, zones) in enumerate(own)
            if zone in zones and (card.face_up or zone not in FIELD or continuous.even_face_down)
            and not _is_over(card, continuous)
        ]  # fmt: skip
        if there and card_status.is_applied(duel, card):
            rows = _standing_rules(duel, card, own)
            for index in there:
                yield rows[index]


def _standing_rules(
    duel: Duel, card: Card, own: Sequence[tuple[Continuous, object]]
) -> Sequence[StandingRule]:
    """Return the rules of a card's continuous effects, cached per incarnation, player and turn."""
    known, life = duel.standing.get(card.id), (card.incarnation, card.controller, duel.state.turn)
    if known is not None and known[0] == life:
        return known[1]
    fx = Fx(duel, card, card.controller, life=card.incarnation)
    stamp = duel.stamps.setdefault(_timestamp(card), duel.state.serial)
    rows = [
        StandingRule(one.rule, one.value, _card_test(fx, one), _seats(fx, one), fx, stamp, one)
        for one, _ in own
    ]
    duel.standing[card.id] = (life, rows)
    return rows


def _seats(fx: Fx, continuous: Continuous) -> tuple[Seat, ...]:
    return fx.seats(continuous.player) if isinstance(continuous.player, Whose) else ()


def _is_over(card: Card, continuous: Continuous) -> bool:
    """Return whether a continuous effect has ended because its monster was destroyed by battle (GAP-07).

    Only effects on other cards and players end that early.
    """
    about_itself = (continuous.fits, continuous.player) == (None, None)
    return (not about_itself or continuous.rule is Rule.NEGATE_LINK) and "destroyed_by_battle" in card.memory


def _timestamp(card: Card) -> int:
    return card.id * 4096 + card.incarnation


@dataclass(frozen=True, slots=True)
class Negator:
    """A card with a continuous effect that negates: the ids of the cards it would negate, and its stamp."""

    card: Card
    reached: frozenset[int]
    stamp: int


def _resolve_negation(duel: Duel, sources: Sequence[StandingRule]) -> set[int]:
    """Return the ids of cards whose effects are negated.

    Cards that a resolved effect has negated stay negated. Then continuous effects that no other one would
    negate apply, the effects that they negate do not apply, and so on. In a ring of mutual negation one
    effect continues: of those that applied before, the oldest.
    """
    lasting = [one for one in duel.ongoing if one.rule is Rule.NEGATE]
    negators = [row for row in sources if row.rule is Rule.NEGATE]
    if not lasting and not negators:
        return set()
    lying = [card for card in duel.state.field_cards() if card.face_up]
    negated = {card.id for card in lying if any(one.is_applied_to(card) for one in lasting)}
    waiting = [
        Negator(row.fx.card, frozenset(card.id for card in lying if row.fits(card)), row.stamp)
        for row in negators if row.is_allowed
    ]  # fmt: skip
    while waiting := [one for one in waiting if one.card.id not in negated]:
        working = [one for one in waiting if not _negators_of(one, waiting)] or [_first_in_ring(waiting)]
        for one in working:
            negated |= one.reached
        waiting = [one for one in waiting if one not in working]
    return negated


def _negators_of(one: Negator, others: Sequence[Negator]) -> list[Negator]:
    """Return the negators that would negate this one, directly or through others."""
    found = [one]
    for below in found:
        found += [other for other in others if below.card.id in other.reached and other not in found]
    return found[1:]


def _first_in_ring(waiting: Sequence[Negator]) -> Negator:
    """Return the negator that continues in a ring of mutual negation."""
    above = {one.card.id: _negators_of(one, waiting) for one in waiting}
    ring = [one for one in waiting if all(one in above[other.card.id] for other in above[one.card.id])]
    return min(ring, key=lambda one: (one.card.negated, one.stamp))


def _applied_rules(sources: Sequence[StandingRule], negated: set[int]) -> list[StandingRule]:
    return [
        row for row in sources
        if not (negated and row.fx.card.id in negated and not row.continuous.even_negated)
        and (row.continuous.only is None or row.is_allowed)
    ]  # fmt: skip


def _card_test(fx: Fx, continuous: Continuous) -> Callable[[Card], bool]:
    if continuous.player is not None:
        return lambda card: False
    return partial(is_, fx.card) if continuous.fits is None else partial(continuous.fits, fx)


NAMES = ("attack", "defense", "level", "attribute", "race", "called", "kinds")
"""Card attributes of the fields of Values, in order."""
_current = attrgetter(*NAMES)
_stamp_of = attrgetter("stamp")


def _write_values(duel: Duel, card: Card, turned: bool, now: Values | None) -> None:
    """Write a card's changed values.

    `turned`: its negation has begun or ended. `now`: its values as a monster, or None.
    """
    changed: dict[str, Any] = {}
    if turned:
        changed["negated"] = not card.negated
        if not card.negated:
            _lose_counters(duel, card)
    if now is not None:
        was = _current(card)
        changed |= {name: new for name, old, new in zip(NAMES, was, now, strict=True) if new != old}
    ops.set_values(duel.state, card, changed)


def _lose_counters(duel: Duel, card: Card) -> None:
    """Remove the counters that a card holds by its own, now negated effect (GAP-19, YGO-CTR-04)."""
    script = duel.script(card)
    for name in script.holds if script else ():
        if card.counters.get(name):
            ops.counters(duel.state, card, name, -card.counters[name])


def _current_values(duel: Duel, card: Card, stats: Sequence[ActiveRule]) -> Values:
    """Return a monster's values.

    They are cached while the same rules apply and all their values are constants.
    """
    rows = None if not card.face_up else [row for row in stats if row.fits(card)] if stats else _NO_ROWS
    if rows is not None and AS_MONSTER in card.memory:
        return _stats(card, rows)
    known = duel.worked_out.get(card)
    if known is not None and known[0] == rows:
        return known[1]
    now = _printed_values(card.facts) if rows is None else _stats(card, rows)
    if not any(callable(row.value) for row in rows or ()):
        duel.worked_out[card] = (rows, now)
    return now


_NO_ROWS: list[ActiveRule] = []


def _printed_values(facts: Facts) -> Values:
    return facts.attack, facts.defense, facts.level, facts.attribute, facts.race, "", facts.kinds


def _stats(card: Card, rows: Sequence[ActiveRule]) -> Values:
    """Compute a monster's values in layers.

    Printed values come first and may be swapped. Then they are replaced, and last raised, lowered or set. A
    printed "?" counts as 0. Without DEF there is nothing to swap (YGO-LNK-08).
    """
    now: list[Any] = list(_printed_values(card.memory.get(AS_MONSTER, card.facts)))
    originals: dict[int, Worth] = {}
    settled: dict[int, Worth] = {}
    plus, swapped, sign = [0, 0, 0], False, 1
    for row in rows:
        rule = row.rule
        if rule in _RAISED:
            plus[_RAISED[rule]] += int(row.value_for(card))
        elif rule in _SET:
            settled[_SET[rule]], plus[_SET[rule]] = row.value_for(card), 0
        elif rule in _ORIGINALS:
            originals[_ORIGINALS[rule]] = row.value_for(card)
        elif rule is Rule.SWAP_ORIGINAL:
            swapped = not swapped
        else:
            sign = -1
    if swapped and now[1] is not None:
        now[:2] = now[1], now[0]
    for at, worth in (originals | settled).items():
        now[at] = worth
    for at in (0, 1):
        if now[at] is not None:
            now[at] = max(0, max(now[at], 0) + sign * plus[at])
    if now[2]:
        now[2] = max(1, now[2] + plus[2])
    attack, defense, level, attribute, race, called, kinds = now
    return attack, defense, level, attribute, race, called, kinds


_ORIGINALS = {
    Rule.BASE_ATTACK: 0, Rule.BASE_DEFENSE: 1, Rule.ATTRIBUTE: 3, Rule.RACE: 4, Rule.TREATED_AS: 5,
}  # fmt: skip
"""Rule -> the index in NAMES of the value that it replaces."""
_RAISED = {Rule.ATTACK: 0, Rule.DEFENSE: 1, Rule.LEVEL: 2}
_SET = {Rule.SET_ATTACK: 0, Rule.SET_DEFENSE: 1}
_STATS = frozenset({*_ORIGINALS, *_RAISED, *_SET, Rule.SWAP_ORIGINAL, Rule.REVERSE})
