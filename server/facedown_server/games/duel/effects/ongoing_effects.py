"""What holds for a while: continuous effects of face-up cards and lasting effects of resolved ones.

`refresh` works out which hold now and writes the cards' current values. The result does not depend on the
order in which cards are looked at: every effect has a stamp (when it began), negation is settled first, then
values in layers. While its `basis` is the same it has nothing to do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter, is_
from typing import Any

from facedown_server.games.duel.core import card_status
from facedown_server.games.duel.core.duel import Basis, Duel, OngoingEffect, Values, activation_of
from facedown_server.games.duel.core.effect import ActiveRule, Continuous, Fx, StandingRule, Value, Worth
from facedown_server.games.duel.core.effect_index import FIELD
from facedown_server.games.duel.core.records import DelayedAction
from facedown_server.games.duel.core.timing import MONSTER_ZONES
from facedown_server.games.duel.core.words import Rule, Whose
from facedown_server.table import Card, ops, sight
from facedown_server.table.state import LastingEffect
from facedown_shared.cards.facts import Facts
from facedown_shared.tables.zones import Seat

AS_MONSTER = "as_monster"
"""What a Spell or Trap in a monster zone notes of itself: the Facts it has as a monster (YGO-MMZ-05)."""
FOREVER_TURNS = 1_000_000
LATER = "later"
"""What stands in place of a rule where a card will do something by itself."""
END_PHASE_BEGINS = "end_phase_begins"
"""The `phase` of what holds "until the End Phase"; "end" is the end of the turn."""


def basis(duel: Duel) -> Basis:
    """Everything `refresh`, and what the rules check after it, goes by: the board with its turn and chain,
    the card that is being activated or Summoned, and what effects left behind.

    No test of a continuous effect may read more (see Continuous). `forget_face`, which changes what is left
    of an effect, makes it due by itself.
    """
    return duel.state.board, duel.activating, duel.summoning, (*duel.ongoing,)


def refresh(duel: Duel) -> None:
    """Work out what holds now and write current values of every monster on the field.

    What it writes is part of its own basis, so it is due again until nothing is written any more.
    """
    found = basis(duel)
    if found != duel.refreshed:
        duel.refreshed = found
        work_out(duel)


def work_out(duel: Duel) -> None:
    """Refresh whether it is due or not."""
    sources = sorted(_sources(duel), key=_stamp_of)
    negated = _settle_negation(duel, sources)
    if negated:
        duel.ongoing = [one for one in duel.ongoing if not (one.own and one.fx.card.id in negated)]
    holding: list[ActiveRule] = [*_working(sources, negated), *(one.row for one in duel.ongoing)]
    holding.sort(key=_stamp_of)
    duel.active = {}
    for row in holding:
        duel.active.setdefault(row.rule, []).append(row)
    stats, coming = [row for row in holding if row.rule in _STATS], duel.summoning
    for card in duel.state.on_field():
        reached = () if coming is not None and coming.holds(card) else stats  # it is not there yet (GAP-17)
        now = _now(duel, card, reached) if card.place.zone in MONSTER_ZONES else None
        turned = card.negated != (card.face_up and card.id in negated)
        if turned or (now is not None and now != _current(card)):
            _write_values(duel, card, turned, now)
        if card.facts.scales is not None:
            _write_scale(duel, card, card.facts.scales[0])


def _write_scale(duel: Duel, card: Card, printed: int) -> None:
    """A Pendulum Scale as it counts now: what the youngest effect makes of it."""
    changed = duel.values(Rule.SCALE, card)
    now = int(changed[-1]) if changed else printed
    if now != card.scale:
        ops.set_scale(duel.state, card, now)


def leave_behind(
    duel: Duel, fx: Fx, rule: Rule, value: Value, *, cards: tuple[tuple[Card, int], ...] | None = None,
    seats: tuple[Seat, ...] = (), fits: Callable[[Card], bool] | None = None, until: int | None = None,
    phase: str = "end", follows_face: bool = True, own: bool = False,
) -> None:  # fmt: skip
    """Let a rule hold from now on, to the end of turn `until` (None: for good). See OngoingEffect."""
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
    """Whether the effect of another card, resolved before, has taken this card's effects away."""
    return card.on_field and any(one.rule is Rule.NEGATE and one.holds_for(card) for one in duel.ongoing)


def negate_on_chain(duel: Duel, cards: Iterable[Card]) -> None:
    """What these cards have on the chain is negated, even if they leave the field before it resolves."""
    for link in duel.state.chain:
        fx = activation_of(link).fx
        fx.effects_negated = fx.effects_negated or (
            fx.affects(fx.card) and any(card is fx.card for card in cards)
        )


def expire(duel: Duel, phase: str) -> None:
    """Drop what stops in this phase of this turn, and what is about no living card any more."""
    turn = duel.state.turn
    duel.ongoing = [
        one for one in duel.ongoing
        if (one.last_turn > turn or (one.last_turn == turn and phase != "end" and one.phase != phase))
        and (one.cards is None or any(card.incarnation == life for card, life in one.cards))
    ]  # fmt: skip


def publish(duel: Duel) -> None:
    """Lay what holds for a while on the table, for everybody to see: each effect was told as it resolved."""
    if duel.ongoing or duel.delayed or duel.published:
        holding = (*duel.ongoing, *[one.cards for one in duel.ongoing], *duel.delayed)
        if holding != duel.published:
            duel.published = holding
            rows = [_published(one) for one in duel.ongoing]
            rows += [_promised(one) for one in duel.delayed if one.life >= 0]
            ops.lasting(duel.state, tuple(rows))


def _published(one: OngoingEffect) -> LastingEffect:
    cards = one.cards
    held = None if cards is None else tuple([(card, life, one.marks[card.id]) for card, life in cards])
    turn = 0 if one.last_turn == FOREVER_TURNS else one.last_turn
    phase = "end_phase" if one.phase == END_PHASE_BEGINS else one.phase
    return LastingEffect(
        str(one.rule), one.fx.you, one.fx.card.code, one.readers, one.seats, held, turn, phase
    )


def _promised(one: DelayedAction) -> LastingEffect:
    """Something that will be done, as a card that lies there has said."""
    held = ((one.card, one.life, one.handles),)
    phase = "end_phase" if one.phase == "end" else one.phase
    return LastingEffect(LATER, one.seat, one.card.code, sight.ALL_CLASSES_MASK, (), held, one.turn, phase)


def release(duel: Duel, fx: Fx) -> None:
    """Drop what this use of an effect left behind: its activation was negated, so it promised nothing."""
    duel.ongoing = [one for one in duel.ongoing if one.fx is not fx]


def forget_face(duel: Duel, card: Card) -> None:
    """A monster turned face-down loses what effects gave it, save what does not depend on its face.

    Turned up again its own effects are the youngest. CF-41, CLS-EFF-05.
    """
    duel.stamps.pop(_stamped(card), None)
    duel.standing.pop(card.id, None)
    duel.refreshed = duel.checked = None
    for one in duel.ongoing:
        if one.follows_face and one.cards:
            one.cards = tuple(row for row in one.cards if row[0] is not card)


def _sources(duel: Duel) -> Iterator[StandingRule]:
    """Every continuous effect that could hold.

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
        if there and card_status.works(duel, card):
            rows = _standing(duel, card, own)
            for index in there:
                yield rows[index]


def _standing(duel: Duel, card: Card, own: Sequence[tuple[Continuous, object]]) -> Sequence[StandingRule]:
    """What a card's continuous effects come to, made once for its life, its player and a turn."""
    known, life = duel.standing.get(card.id), (card.incarnation, card.controller, duel.state.turn)
    if known is not None and known[0] == life:
        return known[1]
    fx = Fx(duel, card, card.controller, life=card.incarnation)
    stamp = duel.stamps.setdefault(_stamped(card), duel.state.serial)
    rows = [
        StandingRule(one.rule, one.value, _fits(fx, one), _seats(fx, one), fx, stamp, one) for one, _ in own
    ]
    duel.standing[card.id] = (life, rows)
    return rows


def _seats(fx: Fx, continuous: Continuous) -> tuple[Seat, ...]:
    return fx.seats(continuous.player) if isinstance(continuous.player, Whose) else ()


def _is_over(card: Card, continuous: Continuous) -> bool:
    """What a monster that battle has destroyed did to other cards and players ends at once (GAP-07)."""
    about_itself = (continuous.fits, continuous.player) == (None, None)
    return (not about_itself or continuous.rule is Rule.NEGATE_LINK) and "destroyed_by_battle" in card.memory


def _stamped(card: Card) -> int:
    return card.id * 4096 + card.incarnation


@dataclass(frozen=True, slots=True)
class Negator:
    """A card that negates by a continuous effect: ids of those it would, and when the effect began."""

    card: Card
    reached: frozenset[int]
    stamp: int


def _settle_negation(duel: Duel, sources: Sequence[StandingRule]) -> set[int]:
    """Ids of cards whose effects are negated.

    What a resolved effect has negated stays so. Continuous effects that nothing can negate work; those
    they negate fall away; and so on. Where some negate each other in a ring, one that worked before goes on,
    the oldest of them.
    """
    lasting = [one for one in duel.ongoing if one.rule is Rule.NEGATE]
    negators = [row for row in sources if row.rule is Rule.NEGATE]
    if not lasting and not negators:
        return set()
    lying = [card for card in duel.state.on_field() if card.face_up]
    negated = {card.id for card in lying if any(one.holds_for(card) for one in lasting)}
    waiting = [
        Negator(row.fx.card, frozenset(card.id for card in lying if row.fits(card)), row.stamp)
        for row in negators if row.is_allowed
    ]  # fmt: skip
    while waiting := [one for one in waiting if one.card.id not in negated]:
        working = [one for one in waiting if not _above(one, waiting)] or [_first_of_a_ring(waiting)]
        for one in working:
            negated |= one.reached
        waiting = [one for one in waiting if one not in working]
    return negated


def _above(one: Negator, others: Sequence[Negator]) -> list[Negator]:
    """Those of the others that would negate this one, and those that would negate them, and so on."""
    found = [one]
    for below in found:
        found += [other for other in others if below.card.id in other.reached and other not in found]
    return found[1:]


def _first_of_a_ring(waiting: Sequence[Negator]) -> Negator:
    """Of those that only negate each other the one that goes on."""
    above = {one.card.id: _above(one, waiting) for one in waiting}
    ring = [one for one in waiting if all(one in above[other.card.id] for other in above[one.card.id])]
    return min(ring, key=lambda one: (one.card.negated, one.stamp))


def _working(sources: Sequence[StandingRule], negated: set[int]) -> list[StandingRule]:
    return [
        row for row in sources
        if not (negated and row.fx.card.id in negated and not row.continuous.even_negated)
        and (row.continuous.only is None or row.is_allowed)
    ]  # fmt: skip


def _fits(fx: Fx, continuous: Continuous) -> Callable[[Card], bool]:
    if continuous.player is not None:
        return lambda card: False
    return partial(is_, fx.card) if continuous.fits is None else partial(continuous.fits, fx)


NAMES = ("attack", "defense", "level", "attribute", "race", "called", "kinds")
"""What Values are, in their order."""
_current = attrgetter(*NAMES)
_stamp_of = attrgetter("stamp")


def _write_values(duel: Duel, card: Card, turned: bool, now: Values | None) -> None:
    """`turned`: whether it is negated no more, or from now on; `now`: what it has as a monster."""
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
    """Counters a card holds by an effect of its own go when that is negated (GAP-19, YGO-CTR-04)."""
    script = duel.script(card)
    for name in script.holds if script else ():
        if card.counters.get(name):
            ops.counters(duel.state, card, name, -card.counters[name])


def _now(duel: Duel, card: Card, stats: Sequence[ActiveRule]) -> Values:
    """What a monster has: what it had last, if the same rules of a fixed worth are on it."""
    rows = None if not card.face_up else [row for row in stats if row.fits(card)] if stats else _NO_ROWS
    if rows is not None and AS_MONSTER in card.memory:
        return _stats(card, rows)
    known = duel.worked_out.get(card)
    if known is not None and known[0] == rows:
        return known[1]
    now = _printed(card.facts) if rows is None else _stats(card, rows)
    if not any(callable(row.value) for row in rows or ()):
        duel.worked_out[card] = (rows, now)
    return now


_NO_ROWS: list[ActiveRule] = []


def _printed(facts: Facts) -> Values:
    return facts.attack, facts.defense, facts.level, facts.attribute, facts.race, "", facts.kinds


def _stats(card: Card, rows: Sequence[ActiveRule]) -> Values:
    """Layers: what is printed, maybe exchanged; what takes its place; then what raises, lowers or sets it.

    What is printed as "?" counts as 0. Without DEF there is nothing to exchange (YGO-LNK-08).
    """
    now: list[Any] = list(_printed(card.memory.get(AS_MONSTER, card.facts)))
    originals: dict[int, Worth] = {}
    settled: dict[int, Worth] = {}
    plus, swapped, sign = [0, 0, 0], False, 1
    for row in rows:
        rule = row.rule
        if rule in _RAISED:
            plus[_RAISED[rule]] += int(row.worth(card))
        elif rule in _SET:
            settled[_SET[rule]], plus[_SET[rule]] = row.worth(card), 0
        elif rule in _ORIGINALS:
            originals[_ORIGINALS[rule]] = row.worth(card)
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
"""Rule -> the value it takes the place of, by its number in NAMES."""
_RAISED = {Rule.ATTACK: 0, Rule.DEFENSE: 1, Rule.LEVEL: 2}
_SET = {Rule.SET_ATTACK: 0, Rule.SET_DEFENSE: 1}
_STATS = frozenset({*_ORIGINALS, *_RAISED, *_SET, Rule.SWAP_ORIGINAL, Rule.REVERSE})
