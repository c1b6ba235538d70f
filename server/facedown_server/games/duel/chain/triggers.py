"""Trigger effects that wait, and the order in which they come onto a chain (GAP-14, GAP-15); and what is done
in a phase because it is that phase: its triggers, upkeep, what effects left for it, monsters that go home.

In a phase each player does theirs one by one in the order they choose, the turn player first (GAP-11): what
must be done before anything optional is declined. Windows between them are the chain's. Nothing here builds a
chain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from facedown_server.games.duel.chain import legality
from facedown_server.games.duel.chain.activation import declaration
from facedown_server.games.duel.core.duel import Activation, Duel, OngoingEffect, PendingTrigger
from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.core.records import DelayedAction
from facedown_server.games.duel.core.simultaneous_order import rank
from facedown_server.games.duel.core.words import Limit
from facedown_server.games.duel.effects import listeners, ongoing_effects
from facedown_server.refereeing.prompts import PASS, DuelPrompt, Offer, Play, ask_one, declare
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import Card, GameEvent, ops
from facedown_shared.tables.zones import Seat
from facedown_shared.text.words import Words, words

EVENTS = frozenset(
    {
        "move", "draw", "summoned", "flip", "face_down", "position", "attack", "life", "attach", "vanish",
        "set", "resolving",
    }
)  # fmt: skip
"""Kinds of events that count for timing: what triggers and fast effects can answer, and what makes an earlier
one late. A Chain Link that is carried out is one by itself, whatever it does."""

SPENT = "spent"
"""The word of a Spell or Trap's move to the Graveyard after its chain, which makes nothing before it late."""


def last_event(happened: Iterable[GameEvent]) -> int:
    """The moment of the last event among these (GAP-15); -1 without one."""
    return max((told.moment for told in happened if told.kind in EVENTS and told.word != SPENT), default=-1)


def take(duel: Duel, last: int, join: Callable[[Activation], Play[None]]) -> Play[None]:
    """Let `join` activate the waiting triggers in their order (GAP-14): mandatory and optional, turn player
    first. `last` is the moment of what happened last.

    Each is activated, its cost paid, before the next is asked for (GAP-19): what pays for one pays for no
    other. Those of a phase ("during the End Phase") wait for `comes_next`.
    """
    waiting = [one for one in duel.pending if not one.of_phase]
    duel.pending = [one for one in duel.pending if one.of_phase]
    ready = [
        one for one in waiting if _timely(one, last) and legality.trigger_stands(duel, one.fx, one.effect)
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


def ask_again(duel: Duel) -> None:
    """A chain has come since somebody let an effect of this phase pass."""
    for one in duel.pending:
        one.passed = False


def _timely(one: PendingTrigger, last: int) -> bool:
    """GAP-15: an optional "when … you can" needs its event to be the last thing that happened."""
    if not one.effect.can_miss_timing or one.effect.must or one.moment == last:
        return True
    return one.fx.event is not None and one.fx.event.word == SPENT


def _order_group(
    duel: Duel, seat: Seat, group: list[PendingTrigger], links: list[Activation],
    join: Callable[[Activation], Play[None]],
) -> Play[None]:  # fmt: skip
    """Let the player choose which trigger comes next (and, if optional, whether at all). `links`: those that
    stand on the chain already."""
    while group := [one for one in group if _is_left(duel, one, links)]:
        must = group[0].effect.must
        offers = [
            trigger_offer(one, index) for index, one in enumerate(group)
            if must or legality.can_be_done(one.fx, one.effect)
        ]  # fmt: skip
        if must:
            chosen = yield from ask_one(seat, offers, words("choose_next_effect"))
        else:
            chosen = yield from offer_triggers(seat, [PASS, *offers])
        if chosen is None:
            return
        group = [one for one in group if one is not chosen]
        declared = yield from declare_trigger(duel, chosen)
        if declared is not None:
            links.append(declared)
            yield from join(declared)
        elif not chosen.effect.must:
            group.append(chosen)


def _is_left(duel: Duel, one: PendingTrigger, links: Sequence[Activation]) -> bool:
    """Whether it may still come onto this chain: its card may have left as the cost of another."""
    return not _spent(duel, one, links) and (not links or legality.trigger_stands(duel, one.fx, one.effect))


def trigger_offer(one: PendingTrigger, index: int) -> Offer:
    """A waiting trigger as an option."""
    card = one.fx.card
    return Offer(f"trigger:{card.id}:{index}", one, "activate", card, words=one.effect.said(card))


def offer_triggers(seat: Seat, offers: Sequence[Offer]) -> Play[PendingTrigger | None]:
    """Asked even when nothing but passing is left: whether a trigger works may depend on hidden cards."""
    chosen: PendingTrigger | None = yield DuelPrompt(
        seat, PromptKind.TRIGGER, words("choose_next_effect"), lambda: offers, default=(PASS.key,)
    )
    return chosen


def declare_trigger(duel: Duel, chosen: PendingTrigger) -> Play[Activation | None]:
    """Ask for its cost and targets; None: an optional one was taken back."""
    if chosen.effect.must:
        return (yield from declaration(duel, chosen.fx, chosen.effect))
    return (yield from declare(lambda: declaration(duel, chosen.fx, chosen.effect), PromptKind.TRIGGER))


def _spent(duel: Duel, one: PendingTrigger, links: Sequence[Activation]) -> bool:
    """A limited effect cannot be put on the same chain twice."""
    return one.effect.limit is not Limit.NONE and any(
        link.effect is one.effect and link.fx.you == one.fx.you
        and (one.effect.limit in (Limit.NAME, Limit.ACTIVATED) or link.fx.card is one.fx.card)
        for link in links
    )  # fmt: skip


# --- what is done in a phase --------------------------------------------------------------------------------


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
        if one.of_phase and one.fx.you == seat and not one.passed and _is_still_theirs(duel, one)
        and legality.trigger_stands(duel, one.fx, one.effect)
    ]  # fmt: skip


def _is_still_theirs(duel: Duel, one: PendingTrigger) -> bool:
    """Whether its card has not gone home meanwhile; if it has, whether it would wait for its controller as
    well: "your End Phase" is that of who controls it."""
    card = one.fx.card
    if not card.on_field or card.controller == one.fx.you or one.effect.when is None:
        return True
    return bool(one.effect.when(Fx(duel, card, card.controller, event=one.fx.event, life=card.incarnation)))


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
