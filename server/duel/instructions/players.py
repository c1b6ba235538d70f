"""Verbs about players: damage, Life Points, coins and dice."""

from __future__ import annotations

from server.duel.core.effect import Fx
from server.duel.game_actions import actions
from server.duel.instructions.making import Doing, done, instruction
from server.table import ops
from shared.zones import Seat


@instruction
def damage(fx: Fx, seat: Seat, amount: int) -> Doing:
    """Effect damage to one player; the damage taken."""
    return (yield from done(actions.damage(fx.duel, seat, amount, by=fx.you, source=fx.card)))


@instruction
def damage_both(fx: Fx, amount: int) -> Doing:
    """The same effect damage to both players at once."""
    for seat in fx.duel.seat_order():
        actions.damage(fx.duel, seat, amount, by=fx.you, source=fx.card)
    return (yield from done())


@instruction
def gain_life(fx: Fx, seat: Seat, amount: int) -> Doing:
    """Gain Life Points."""
    ops.life(fx.state, seat, amount, cause="gain", by=fx.you, source=fx.card)
    return (yield from done())


@instruction
def pay_life(fx: Fx, amount: int) -> Doing:
    """Pay Life Points as a cost (or an upkeep)."""
    ops.life(fx.state, fx.you, -amount, cause="cost", by=fx.you, source=fx.card)
    return (yield from done())


@instruction
def lose_life(fx: Fx, seat: Seat, amount: int) -> Doing:
    """Lose Life Points: neither damage nor a cost."""
    ops.life(fx.state, seat, -amount, cause="lose", by=fx.you, source=fx.card)
    return (yield from done())


@instruction
def set_life(fx: Fx, amount: int) -> Doing:
    """Life Points of both players become this, at once."""
    for seat in fx.duel.seat_order():
        ops.life(fx.state, seat, amount - fx.state.life(seat), cause="set", by=fx.you, source=fx.card)
    return (yield from done())


@instruction
def toss_coin(fx: Fx) -> Doing:
    """Toss a coin; True is heads."""
    heads = fx.duel.streams.below(2, "coin") == 0
    ops.note(fx.state, "coin", seat=fx.you, amount=int(heads), word="heads" if heads else "tails")
    return (yield from done(heads))


@instruction
def roll_die(fx: Fx) -> Doing:
    """Roll a six-sided die."""
    number = fx.duel.streams.below(6, "die") + 1
    ops.note(fx.state, "die", seat=fx.you, amount=number)
    return (yield from done(number))
