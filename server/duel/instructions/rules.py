"""Verbs that let a rule hold for a while."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from server.duel.core.effect import Fx
from server.duel.core.words import YOU, Rule, Whose
from server.duel.effects import ongoing_effects
from server.duel.instructions.making import Doing, done, instruction
from server.table import ops
from server.table.state import Card
from shared.zones import Seat


@instruction
def give(
    fx: Fx, rule: Rule, value: Any = True, to: Iterable[Card] = (), turns: int | None = 0, phase: str = "end",
    follows_face: bool = True,
) -> Doing:  # fmt: skip
    """Let a rule hold for these cards to the end of the turn `turns` from now (None: while they stay)."""
    cards = tuple((card, card.incarnation) for card in to)
    _last(fx, rule, value, cards, (), None, turns, phase, follows_face)
    if rule is Rule.NEGATE:
        ongoing_effects.negate_on_chain(fx.duel, [card for card, _ in cards])
    return (yield from done())


@instruction
def gain(fx: Fx, rule: Rule, value: Any, turns: int | None = None, phase: str = "end") -> Doing:
    """Let this monster raise itself while it stays face-up and its effects are not negated (as `give`)."""
    card = fx.card
    if card.in_monster_zone and card.face_up and fx.affects(card):
        _last(fx, rule, value, ((card, card.incarnation),), (), None, turns, phase, True, own=True)
    return (yield from done())


@instruction
def give_all(
    fx: Fx, rule: Rule, value: Any = True, fits: Callable[[Card], bool] = lambda card: True,
    turns: int | None = 0, phase: str = "end",
) -> Doing:  # fmt: skip
    """Let a rule hold for every card that fits, also later ones."""
    _last(fx, rule, value, None, (), fits, turns, phase, True)
    return (yield from done())


@instruction
def give_player(
    fx: Fx, rule: Rule, value: Any = True, whose: Whose = YOU, turns: int | None = 0, phase: str = "end"
) -> Doing:  # fmt: skip
    """Let a rule hold for players."""
    _last(fx, rule, value, None, tuple(fx.seats(whose)), None, turns, phase, True)
    return (yield from done())


def _last(
    fx: Fx, rule: Rule, value: Any, cards: tuple[tuple[Card, int], ...] | None, seats: tuple[Seat, ...],
    fits: Callable[[Card], bool] | None, turns: int | None, phase: str, follows_face: bool, own: bool = False,
) -> None:  # fmt: skip
    last_turn = ongoing_effects.FOREVER if turns is None else fx.state.turn + turns
    fx.duel.ongoing.append(
        ongoing_effects.OngoingEffect(
            rule, value, fx, cards, seats, fits, last_turn, fx.state.serial, phase, follows_face, own
        )
    )
    held = fx.own.handles if fx.own else None
    ops.note(fx.state, "lasting", seat=fx.you, card=fx.card, word=rule, held=held)
