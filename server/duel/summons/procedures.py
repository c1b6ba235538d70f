"""Special Summons by a procedure of the card itself, which start no chain."""

from __future__ import annotations

from typing import Any

from server.duel.core import Duel, Fx, Limit, Play, Procedure, Rule, declare
from server.duel.game_actions import arriving
from server.duel.summons.attempts import attempt
from server.referee import PromptKind
from server.table import ops
from shared.zones import Seat


def procedures(duel: Duel, seat: Seat) -> list[tuple[Fx, Procedure, str]]:
    """Every Special Summon one may declare now that starts no chain (YGO-ED-04), with its option's key."""
    found = []
    for card, usable in duel.usable("off_field", seat):
        for index, procedure in usable.procedures:
            if duel.holds_for(Rule.NO_SPECIAL_SUMMON, seat, card):
                continue
            fx = Fx(duel, card, seat, life=card.incarnation)
            if not _used_up(duel, fx, procedure) and procedure.can(fx):
                found.append((fx, procedure, f"special:{card.id}:{index}"))
    return found


def _used_up(duel: Duel, fx: Fx, procedure: Procedure) -> bool:
    return procedure.limit is not Limit.NONE and (fx.card.name, procedure.word, fx.you) in duel.this_turn.used


def special_summon(duel: Duel, fx: Fx, procedure: Procedure) -> Play[bool]:
    """Choose materials, zone and position, pay, arrive, window, success (CLS-SUM-18 to 19)."""
    declared = yield from declare(lambda: _declare_procedure(duel, fx, procedure), PromptKind.TURN)
    if declared is None:
        return False
    chosen, place, position = declared
    ops.next_moment(duel.state)
    if procedure.limit is not Limit.NONE:
        duel.this_turn.used[(fx.card.name, procedure.word, fx.you)] = 1
    yield from duel.carry_out(fx, procedure.pay(fx, chosen), check=not procedure.at_once)
    arriving.arrive(duel, fx.card, place, fx.you, position, by=fx.you, source=fx.card, word=procedure.word)
    yield from attempt(duel, [fx.card], fx.you, procedure.word)
    return True


def _declare_procedure(duel: Duel, fx: Fx, procedure: Procedure) -> Play[Any]:
    chosen = yield from procedure.choose(fx)
    leaving = chosen if isinstance(chosen, list | tuple) else ()
    place = yield from arriving.choose_zone(duel, fx.you, fx.card, fx.you, (), None, leaving)
    assert place is not None
    fixed = {True: "defense", False: "attack", None: ""}[procedure.defense]
    position = yield from arriving.choose_position(duel, fx.you, fx.card, fixed)
    return chosen, place, position
