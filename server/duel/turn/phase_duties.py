"""What is done in a phase because it is that phase: its triggers, upkeep, what effects left for it, monsters
that go home.

Each player does theirs one by one in the order they choose, the turn player first (GAP-11): what must be done
before anything optional is declined. Windows between them are the chain's. Nothing here builds a chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from server.duel.chain import legality
from server.duel.chain.triggers import declare_trigger, offer_triggers, trigger_offer
from server.duel.core.duel import Duel
from server.duel.core.effect import Body, Fx
from server.duel.core.effect_records import Activation, OngoingEffect, PendingTrigger
from server.duel.core.prompts import PASS, Offer, Play, ask_one
from server.duel.core.records import DelayedAction
from server.duel.effects import listeners, ongoing_effects
from server.table import Card, ops
from shared.words import Words, words
from shared.zones import Seat

BUSY = frozenset({"standby", "end"})
"""Phases in which anything is done for their own sake."""


@dataclass(frozen=True, slots=True)
class Due:
    """Something a player must do in this phase that starts no chain."""

    seat: Seat
    card: Card
    words: Words
    act: Callable[[], Play[None]]


def comes_next(duel: Duel, seat: Seat) -> Play[Activation | Due | None]:
    """What this player does next, as they choose; None when nothing is left or they let the rest pass.

    What they let pass is offered again only when something has happened since: the phase lasts until nobody
    wants anything any more.
    """
    listeners.late(duel)
    while True:
        due = list(_due(duel, seat))
        waiting = _waiting(duel, seat)
        if not due and not waiting:
            return None
        chosen = yield from _choose(seat, due, waiting)
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


def _choose(
    seat: Seat, due: Sequence[Due], waiting: Sequence[PendingTrigger]
) -> Play[Due | PendingTrigger | None]:
    possible = [one for one in waiting if one.effect.must or legality.can_be_done(one.fx, one.effect)]
    by_force = [trigger_offer(one, at) for at, one in enumerate(possible) if one.effect.must]
    by_force += [
        Offer(f"due:{one.card.id}:{at}", one, "activate", one.card, words=one.words)
        for at, one in enumerate(due)
    ]
    optional = [trigger_offer(one, at) for at, one in enumerate(possible) if not one.effect.must]
    if not by_force:
        return (yield from offer_triggers(seat, [PASS, *optional]))
    offers = [*by_force, *optional]
    chosen: Due | PendingTrigger = yield from ask_one(seat, offers, words("choose_what_to_do_next"))
    return chosen


def _waiting(duel: Duel, seat: Seat) -> list[PendingTrigger]:
    return [
        one for one in duel.pending
        if one.of_phase and one.fx.you == seat and not one.passed
        and legality.trigger_stands(duel, one.fx, one.effect)
    ]  # fmt: skip


# --- without a chain ----------------------------------------------------------------------------------------


def _due(duel: Duel, seat: Seat) -> Iterator[Due]:
    yield from _upkeep(duel, seat)
    yield from _homegoing(duel, seat)
    turn, phase = duel.state.turn, duel.state.phase
    for left in duel.delayed:
        if left.phase == phase and left.turn <= turn and left.seat == seat:
            yield Due(seat, left.card, left.words, partial(_do_later, duel, left))


def _homegoing(duel: Duel, seat: Seat) -> Iterator[Due]:
    """What holds "until the End Phase" ends in it."""
    if duel.state.phase != "end":
        return
    for one in duel.ongoing:
        ends = one.phase == ongoing_effects.END_PHASE_BEGINS and one.last_turn <= duel.state.turn
        held = any(card.incarnation == life for card, life in one.cards or ())
        if ends and held and one.fx.you == seat:
            yield Due(seat, one.fx.card, words("effect_ends"), partial(_end, duel, one))


def _end(duel: Duel, ending: OngoingEffect) -> Play[None]:
    duel.ongoing = [one for one in duel.ongoing if one is not ending]
    yield from duel.check_state()


def _upkeep(duel: Duel, seat: Seat) -> Iterator[Due]:
    """Upkeep of face-up cards ("each of your Standby Phases, pay … or destroy this card")."""
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


def _do_later(duel: Duel, left: DelayedAction) -> Play[None]:
    duel.delayed = [one for one in duel.delayed if one is not left]
    ops.next_moment(duel.state)
    yield from left.act()
    yield from duel.check_state()
