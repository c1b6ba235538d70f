"""Waiting trigger effects, their order on a Chain (GAP-14, GAP-15), and the acts of a phase.

The acts of a phase are its triggers, upkeep, delayed actions and the return of monsters. Each player does
them one by one in a chosen order, the turn player first (GAP-11). Mandatory ones must be done before an
optional one can be declined. This module opens no response windows; `chain` does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from facedown_server.games.duel.chain import legality
from facedown_server.games.duel.chain.activation import declaration
from facedown_server.games.duel.core import (
    Activation,
    Body,
    DelayedAction,
    Duel,
    Fx,
    Limit,
    OngoingEffect,
    PendingTrigger,
    rank,
)
from facedown_server.games.duel.effects import listeners, ongoing_effects
from facedown_server.refereeing.prompts import PASS, DuelPrompt, Offer, Play, declare, prompt_for_offer
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import Card, GameEvent, ops
from facedown_shared.protocol.asking import About
from facedown_shared.tables import Seat
from facedown_shared.text import Words, words

EVENTS = frozenset(
    {
        "move", "draw", "summoned", "flip", "face_down", "position", "attack", "life", "attach", "vanish",
        "set", "resolving",
    }
)  # fmt: skip
"""Kinds of events that count for timing: players can respond to them, and they make earlier events miss their
timing. A resolving Chain Link always counts.
"""

SPENT = "spent"
"""Word of the move that sends a Spell or Trap to the Graveyard after its Chain. It makes no event miss its
timing.
"""


def last_event(happened: Iterable[GameEvent]) -> int:
    """Return the moment of the last event that counts for timing (GAP-15), or -1."""
    return max(
        (event.moment for event in happened if event.kind in EVENTS and event.word != SPENT), default=-1
    )


def activate_waiting(duel: Duel, last: int, join: Callable[[Activation], Play[None]]) -> Play[None]:
    """Activate the waiting triggers in their order by calling `join` (GAP-14).

    Mandatory triggers come before optional ones, and the turn player's before the opponent's. `last` is the
    moment of the last event. Each trigger is activated and paid for before the next prompt (GAP-19), so no
    card pays for two of them. Triggers of a phase ("during the End Phase") are left to `choose_next`.
    """
    waiting = [one for one in duel.pending if not one.is_phase_trigger]
    duel.pending = [one for one in duel.pending if one.is_phase_trigger]
    ready = [
        one for one in waiting if _timely(one, last) and legality.is_trigger_usable(duel, one.fx, one.effect)
    ]
    ready.sort(key=lambda one: (one.moment, rank(duel, one.fx.card)))
    links: list[Activation] = []
    for hidden in (False, True):
        for must in (True, False):
            for seat in duel.seat_order():
                group = [
                    one for one in ready
                    if one.fx.you == seat and one.effect.must == must and (one.hidden and not must) == hidden
                ]  # fmt: skip
                yield from _order_group(duel, seat, group, links, join)


def clear_passes(duel: Duel) -> None:
    """Clear all passes, so that declined effects of this phase are offered again after a Chain."""
    for one in duel.pending:
        one.passed = False


def _timely(one: PendingTrigger, last: int) -> bool:
    """Return whether a trigger has not missed its timing.

    An optional "when … you can" trigger must meet the last event (GAP-15).
    """
    if not one.effect.can_miss_timing or one.effect.must or one.moment == last:
        return True
    return one.fx.event is not None and one.fx.event.word == SPENT


def _order_group(
    duel: Duel, seat: Seat, group: list[PendingTrigger], links: list[Activation],
    join: Callable[[Activation], Play[None]],
) -> Play[None]:  # fmt: skip
    """Prompt a player for the next trigger until no trigger is left or the player passes on optional ones.

    `links` are the triggers already on the Chain.
    """
    while group := [one for one in group if _can_still_join(duel, one, links)]:
        must = group[0].effect.must
        offers = [
            trigger_offer(one, index) for index, one in enumerate(group)
            if must or legality.can_resolve(one.fx, one.effect)
        ]  # fmt: skip
        if must:
            chosen = yield from prompt_for_offer(seat, offers, words("choose_next_effect"))
        else:
            chosen = yield from offer_triggers(seat, [PASS, *offers], _attack_subject(duel, group))
        if chosen is None:
            return
        group = [one for one in group if one is not chosen]
        declared = yield from declare_trigger(duel, chosen)
        if declared is not None:
            links.append(declared)
            yield from join(declared)
        elif not chosen.effect.must:
            group.append(chosen)


def _can_still_join(duel: Duel, one: PendingTrigger, links: Sequence[Activation]) -> bool:
    """Return whether a trigger may still join this Chain. Its card may have paid the cost of another one."""
    return not _is_spent(duel, one, links) and (
        not links or legality.is_trigger_usable(duel, one.fx, one.effect)
    )


def trigger_offer(one: PendingTrigger, index: int) -> Offer:
    """Return the offer that activates a waiting trigger."""
    card = one.fx.card
    return Offer(f"trigger:{card.id}:{index}", one, "activate", card, words=one.effect.words_for(card))


def _attack_subject(duel: Duel, group: Sequence[PendingTrigger]) -> About | None:
    """Return the attack that all these triggers answer; None if there is none, or if they answer others."""
    events = [one.fx.event for one in group]
    is_attack = all(event is not None and event.kind == "attack" for event in events)
    return About("attack", duel.attack.seat) if is_attack and duel.attack is not None else None


def offer_triggers(
    seat: Seat, offers: Sequence[Offer], about: About | None = None
) -> Play[PendingTrigger | None]:  # fmt: skip
    """Prompt for a trigger, even if passing is the only option. `about`: the attack that it answers.

    Skipping the prompt would reveal hidden cards, on which a trigger may depend.
    """
    chosen: PendingTrigger | None = yield DuelPrompt(
        seat, PromptKind.TRIGGER, words("choose_next_effect"), lambda: offers, default=(PASS.key,),
        about=about,
    )  # fmt: skip
    return chosen


def declare_trigger(duel: Duel, chosen: PendingTrigger) -> Play[Activation | None]:
    """Prompt for the cost and targets of a trigger. Returns None if the player cancels an optional one."""
    if chosen.effect.must:
        return (yield from declaration(duel, chosen.fx, chosen.effect))
    return (yield from declare(lambda: declaration(duel, chosen.fx, chosen.effect), PromptKind.TRIGGER))


def _is_spent(duel: Duel, one: PendingTrigger, links: Sequence[Activation]) -> bool:
    """Return whether the trigger's limit is used up by a link of this Chain."""
    return one.effect.limit is not Limit.NONE and any(
        link.effect is one.effect and link.fx.you == one.fx.you
        and (one.effect.limit in (Limit.NAME, Limit.ACTIVATED) or link.fx.card is one.fx.card)
        for link in links
    )  # fmt: skip


# --- acts of a phase ----------------------------------------------------------------------------------------


BUSY = frozenset({"standby", "end"})
"""Phases that can have acts of their own."""


@dataclass(frozen=True, slots=True)
class Due:
    """An act that a player must carry out in this phase, without a Chain."""

    seat: Seat
    card: Card
    words: Words
    act: Callable[[], Play[None]]


def choose_next(duel: Duel, seat: Seat) -> Play[Activation | Due | None]:
    """Prompt a player for the next act of the phase and return it.

    Returns None if no act is left or the player declines the rest. Declined acts are offered again only after
    another event. The phase lasts until both players pass.
    """
    listeners.collect_late_triggers(duel)
    while True:
        due = list(_due_acts(duel, seat))
        waiting = _waiting_triggers(duel, seat)
        if not due and not waiting:
            return None
        chosen = yield from _choose_next(seat, due, waiting)
        if chosen is None:
            for one in waiting:
                one.passed = True
            return None
        if isinstance(chosen, Due):
            return chosen
        declared = yield from declare_trigger(duel, chosen)
        if declared is not None:
            duel.pending = [one for one in duel.pending if one is not chosen]
            return declared


def _choose_next(
    seat: Seat, due: Sequence[Due], waiting: Sequence[PendingTrigger]
) -> Play[Due | PendingTrigger | None]:
    possible = [one for one in waiting if one.effect.must or legality.can_resolve(one.fx, one.effect)]
    by_force = [trigger_offer(one, at) for at, one in enumerate(possible) if one.effect.must]
    by_force += [
        Offer(f"due:{one.card.id}:{at}", one, "activate", one.card, words=one.words)
        for at, one in enumerate(due)
    ]
    optional = [trigger_offer(one, at) for at, one in enumerate(possible) if not one.effect.must]
    if not by_force:
        return (yield from offer_triggers(seat, [PASS, *optional]))
    offers = [*by_force, *optional]
    chosen: Due | PendingTrigger = yield from prompt_for_offer(seat, offers, words("choose_what_to_do_next"))
    return chosen


def _waiting_triggers(duel: Duel, seat: Seat) -> list[PendingTrigger]:
    return [
        one for one in duel.pending
        if one.is_phase_trigger and one.fx.you == seat and not one.passed and _is_still_controllers(duel, one)
        and legality.is_trigger_usable(duel, one.fx, one.effect)
    ]  # fmt: skip


def _is_still_controllers(duel: Duel, one: PendingTrigger) -> bool:
    """Return whether a phase's trigger still belongs to its player.

    If control of the card has changed, the trigger must also meet its condition for the new controller,
    because "your End Phase" is the controller's.
    """
    card = one.fx.card
    if not card.is_on_field or card.controller == one.fx.you or one.effect.when is None:
        return True
    return bool(one.effect.when(Fx(duel, card, card.controller, event=one.fx.event, life=card.incarnation)))


# --- without a chain ----------------------------------------------------------------------------------------


def _due_acts(duel: Duel, seat: Seat) -> Iterator[Due]:
    yield from _upkeep(duel, seat)
    yield from _ending_effects(duel, seat)
    turn, phase = duel.state.turn, duel.state.phase
    for left in duel.delayed:
        if left.phase == phase and left.turn <= turn and left.seat == seat:
            yield Due(seat, left.card, left.words, partial(_run_delayed, duel, left))


def _ending_effects(duel: Duel, seat: Seat) -> Iterator[Due]:
    """Yield an act for each lingering effect of the player that ends in this End Phase."""
    if duel.state.phase != "end":
        return
    for one in duel.ongoing:
        ends = one.phase == ongoing_effects.END_PHASE_BEGINS and one.last_turn <= duel.state.turn
        held = any(card.incarnation == life for card, life in one.cards or ())
        if ends and held and one.fx.you == seat:
            yield Due(seat, one.fx.card, words("effect_ends"), partial(_end_effect, duel, one))


def _end_effect(duel: Duel, ending: OngoingEffect) -> Play[None]:
    duel.ongoing = [one for one in duel.ongoing if one is not ending]
    yield from duel.check_state()


def _upkeep(duel: Duel, seat: Seat) -> Iterator[Due]:
    """Yield the upkeep of face-up cards ("each of your Standby Phases, pay … or destroy this card")."""
    if duel.state.phase != "standby" or seat != duel.state.turn_player:
        return
    for card in duel.cards_at("field", seat):
        script = duel.script(card)
        if script is None or script.maintenance is None or not card.face_up or card.negated:
            continue
        if (card.id, card.incarnation, "upkeep") not in duel.noted_in_phase:
            yield Due(seat, card, words("pay_upkeep"), partial(_maintain, duel, card, script.maintenance))


def _maintain(duel: Duel, card: Card, maintenance: Callable[[Fx], Body]) -> Play[None]:
    duel.noted_in_phase.add((card.id, card.incarnation, "upkeep"))
    fx = Fx(duel, card, card.controller, life=card.incarnation)
    yield from duel.carry_out(fx, maintenance(fx))


def _run_delayed(duel: Duel, left: DelayedAction) -> Play[None]:
    duel.delayed = [one for one in duel.delayed if one is not left]
    ops.next_moment(duel.state)
    yield from left.act()
    yield from duel.check_state()
