"""Trigger effects that wait, and the order in which they come onto a chain (GAP-14, GAP-15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from server.duel.chain import legality
from server.duel.chain.activating import declaration
from server.duel.core.duel import Duel
from server.duel.core.effect_records import Activation, PendingTrigger
from server.duel.core.prompts import PASS, DuelPrompt, Offer, Play, ask_one, declare
from server.duel.core.simultaneous_order import rank
from server.duel.core.words import Limit
from server.referee import PromptKind
from server.table.state import GameEvent
from shared.words import words
from shared.zones import Seat

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


def take(duel: Duel) -> Play[list[Activation]]:
    """Waiting triggers as links in their order (GAP-14): mandatory and optional, turn player first.

    Those of a phase ("during the End Phase") wait for `phase_duties`.
    """
    if not duel.pending:
        return []
    last = last_event(duel.recent)
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
                links += yield from _order_group(duel, seat, group)
    return links


def ask_again(duel: Duel) -> None:
    """A chain has come since somebody let an effect of this phase pass."""
    for one in duel.pending:
        one.passed = False


def _timely(one: PendingTrigger, last: int) -> bool:
    """GAP-15: an optional "when … you can" needs its event to be the last thing that happened."""
    if not one.effect.can_miss_timing or one.effect.must or one.moment == last:
        return True
    return one.fx.event is not None and one.fx.event.word == SPENT


def _order_group(duel: Duel, seat: Seat, group: list[PendingTrigger]) -> Play[list[Activation]]:
    """Let the player choose which trigger comes next (and, if optional, whether at all)."""
    links: list[Activation] = []
    while group := [one for one in group if not _spent(duel, one, links)]:
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
            return links
        group = [one for one in group if one is not chosen]
        declared = yield from declare_trigger(duel, chosen)
        if declared is not None:
            links.append(declared)
        elif not chosen.effect.must:
            group.append(chosen)
    return links


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
