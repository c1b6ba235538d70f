"""Verbs that let a rule hold for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from server.duel.core.duel import Duel
from server.duel.core.effect import Fx, Value
from server.duel.core.words import YOU, Rule, Whose
from server.duel.effects import ongoing_effects
from server.duel.instructions.making import instruction
from server.table import ops
from server.table.state import Card


@instruction
def give(
    duel: Duel, fx: Fx, rule: Rule, value: Value = True, to: Iterable[Card] = (), turns: int | None = 0,
    phase: str = "end", follows_face: bool = True,
) -> None:  # fmt: skip
    """Let a rule hold for these cards to the end of the turn `turns` from now (None: while they stay)."""
    cards = tuple((card, card.incarnation) for card in to)
    until = _turn(fx, turns)
    ongoing_effects.leave_behind(
        duel, fx, rule, value, cards=cards, until=until, phase=phase, follows_face=follows_face
    )
    _tell(fx, rule)
    if rule is Rule.NEGATE:
        ongoing_effects.negate_on_chain(duel, [card for card, _ in cards])


@instruction
def gain(duel: Duel, fx: Fx, rule: Rule, value: Value, turns: int | None = None, phase: str = "end") -> None:
    """Let this monster raise itself while it stays face-up and its effects are not negated (as `give`)."""
    card = fx.card
    if card.in_monster_zone and card.face_up and fx.affects(card):
        life = ((card, card.incarnation),)
        ongoing_effects.leave_behind(
            duel, fx, rule, value, cards=life, until=_turn(fx, turns), phase=phase, own=True
        )
        _tell(fx, rule)


@instruction
def give_all(
    duel: Duel, fx: Fx, rule: Rule, value: Value = True, fits: Callable[[Card], bool] = lambda card: True,
    turns: int | None = 0, phase: str = "end",
) -> None:  # fmt: skip
    """Let a rule hold for every card that fits, also later ones."""
    ongoing_effects.leave_behind(duel, fx, rule, value, fits=fits, until=_turn(fx, turns), phase=phase)
    _tell(fx, rule)


@instruction
def give_player(
    duel: Duel, fx: Fx, rule: Rule, value: Value = True, whose: Whose = YOU, turns: int | None = 0,
    phase: str = "end",
) -> None:  # fmt: skip
    """Let a rule hold for players."""
    seats, until = tuple(fx.seats(whose)), _turn(fx, turns)
    ongoing_effects.leave_behind(duel, fx, rule, value, seats=seats, until=until, phase=phase)
    _tell(fx, rule)


def _turn(fx: Fx, turns: int | None) -> int | None:
    return None if turns is None else fx.state.turn + turns


def _tell(fx: Fx, rule: Rule) -> None:
    held = fx.own.handles if fx.own else None
    ops.note(fx.state, "lasting", seat=fx.you, card=fx.card, word=rule, held=held)
