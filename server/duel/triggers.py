"""Trigger effects that wait, and the order in which they come onto a chain (GAP-14, GAP-15)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from server.duel import hearing, legal
from server.duel.declaring import PASS, Declared, declaration
from server.duel.hearing import Pending
from server.duel.playing import Offer, Play, Question, ask_one, declare
from server.duel.words import Limit
from server.referee import Kind as PromptKind
from server.table.state import Truth
from shared.zones import Seat

if TYPE_CHECKING:
    from server.duel.engine import Duel


EVENTS = frozenset(
    {
        "move", "draw", "summoned", "flip", "face_down", "position", "attack", "life", "attach", "vanish",
        "set", "resolving",
    }
)  # fmt: skip
"""Kinds of happenings that are events: what triggers and fast effects can answer, and what makes an earlier
one late. A Chain Link that is carried out is one by itself, whatever it does."""

SPENT = "spent"
"""The word of a Spell or Trap's move to the Graveyard after its chain, which makes nothing before it late."""


def last_event(happened: Iterable[Truth]) -> int:
    """The moment of the last event among these (GAP-15); -1 without one."""
    return max((told.moment for told in happened if told.kind in EVENTS and told.word != SPENT), default=-1)


def take(duel: Duel) -> Play[list[Declared]]:
    """Waiting triggers as links in their order (GAP-14): mandatory and optional, turn player first.

    Those of a phase ("during the End Phase") wait for `take_of_phase`.
    """
    last = last_event(duel.recent)
    waiting = [one for one in duel.pending if not _is_of_phase(one)]
    duel.pending = [one for one in duel.pending if _is_of_phase(one)]
    ready = [one for one in waiting if _timely(one, last) and legal.trigger_stands(duel, one.fx, one.effect)]
    first = duel.state.turn_player
    links: list[Declared] = []
    for hidden in (False, True):
        for must in (True, False):
            for seat in (first, 1 - first):
                group = [
                    one for one in ready
                    if one.fx.you == seat and one.effect.must == must and (one.hidden and not must) == hidden
                ]  # fmt: skip
                links += yield from _order_group(duel, seat, group)
    return links


def take_of_phase(duel: Duel) -> Play[list[Declared]]:
    """The one effect of this phase that comes next, as a link: each of them makes a chain of its own.

    First the turn player's, in the order they choose, then the opponent's. Who lets theirs pass is asked
    again when a chain has come in between: the phase lasts until nobody wants anything any more.
    """
    for seat in duel.seat_order():
        while own := _own_of_phase(duel, seat):
            chosen = yield from _choose_of_phase(duel, seat, own)
            if chosen is None:
                for one in own:
                    one.passed = True
                break
            declared = yield from _declare_trigger(duel, chosen)
            if declared is not None:
                duel.pending = [one for one in duel.pending if one is not chosen]
                return [declared]
    return []


def wait_of_phase(duel: Duel) -> bool:
    """Whether effects of this phase are still to come, those included that something in it made possible."""
    return any(_own_of_phase(duel, seat) for seat in duel.seat_order())


def ask_again(duel: Duel) -> None:
    """A chain has come since somebody let an effect of this phase pass."""
    for one in duel.pending:
        one.passed = False


def _own_of_phase(duel: Duel, seat: Seat) -> list[Pending]:
    hearing.late(duel)
    return [
        one for one in duel.pending
        if _is_of_phase(one) and one.fx.you == seat and not one.passed
        and legal.trigger_stands(duel, one.fx, one.effect)
    ]  # fmt: skip


def _choose_of_phase(duel: Duel, seat: Seat, own: Sequence[Pending]) -> Play[Pending | None]:
    offers = [
        _trigger_offer(one, index) for index, one in enumerate(own)
        if one.effect.must or legal.can_be_done(one.fx, one.effect)
    ]  # fmt: skip
    if not any(one.effect.must for one in own):
        return (yield from _offer_triggers(seat, [PASS, *offers]))
    chosen: Pending = yield from ask_one(seat, offers, "Choose the effect to activate next.")
    return chosen


def _is_of_phase(one: Pending) -> bool:
    return one.fx.event is not None and one.fx.event.kind == "phase"


def _timely(one: Pending, last: int) -> bool:
    """GAP-15: an optional "when … you can" needs its event to be the last thing that happened."""
    if not one.effect.exact or one.effect.must or one.moment == last:
        return True
    return one.fx.event is not None and one.fx.event.word == SPENT


def _order_group(duel: Duel, seat: Seat, group: list[Pending]) -> Play[list[Declared]]:
    """Let the player choose which trigger comes next (and, if optional, whether at all)."""
    links: list[Declared] = []
    while group := [one for one in group if not _spent(duel, one, links)]:
        must = group[0].effect.must
        offers = [
            _trigger_offer(one, index) for index, one in enumerate(group)
            if must or legal.can_be_done(one.fx, one.effect)
        ]  # fmt: skip
        if must:
            chosen = yield from ask_one(seat, offers, "Choose the effect to activate next.")
        else:
            chosen = yield from _offer_triggers(seat, [PASS, *offers])
        if chosen is None:
            return links
        group = [one for one in group if one is not chosen]
        declared = yield from _declare_trigger(duel, chosen)
        if declared is not None:
            links.append(declared)
        elif not chosen.effect.must:
            group.append(chosen)
    return links


def _trigger_offer(one: Pending, index: int) -> Offer:
    return Offer(f"trigger:{one.fx.card.id}:{index}", one, "activate", one.fx.card, text=one.effect.text)


def _offer_triggers(seat: Seat, offers: Sequence[Offer]) -> Play[Pending | None]:
    """Asked even when nothing but passing is left: whether a trigger works may depend on hidden cards."""
    chosen: Pending | None = yield Question(
        seat, PromptKind.TRIGGER, "Choose the effect to activate next.", lambda: offers, default=(PASS.key,)
    )
    return chosen


def _declare_trigger(duel: Duel, chosen: Pending) -> Play[Declared | None]:
    if chosen.effect.must:
        return (yield from declaration(duel, chosen.fx, chosen.effect))
    return (yield from declare(lambda: declaration(duel, chosen.fx, chosen.effect), PromptKind.TRIGGER))


def _spent(duel: Duel, one: Pending, links: Sequence[Declared]) -> bool:
    """A limited effect cannot be put on the same chain twice."""
    if one.effect.limit is Limit.NONE:
        return False
    return any(
        link.effect is one.effect and link.fx.you == one.fx.you
        and (one.effect.limit in (Limit.NAME, Limit.ACTIVATED) or link.fx.card is one.fx.card)
        for link in links
    )  # fmt: skip
