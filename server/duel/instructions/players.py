"""Verbs about players: damage, Life Points, coins and dice."""

from __future__ import annotations

from server.duel.core.duel import Duel
from server.duel.core.effect import Fx
from server.duel.game_actions import players
from server.duel.instructions.making import instruction
from server.table import ops
from shared.zones import Seat


@instruction
def damage(duel: Duel, fx: Fx, seat: Seat, amount: int) -> int:
    """Effect damage to one player; the damage taken."""
    return players.damage(duel, seat, amount, by=fx.you, source=fx.card)


@instruction
def damage_both(duel: Duel, fx: Fx, amount: int) -> None:
    """The same effect damage to both players at once."""
    for seat in duel.seat_order():
        players.damage(duel, seat, amount, by=fx.you, source=fx.card)


@instruction
def gain_life(duel: Duel, fx: Fx, seat: Seat, amount: int) -> None:
    """Gain Life Points."""
    ops.life(fx.state, seat, amount, cause="gain", by=fx.you, source=fx.card)


@instruction
def pay_life(duel: Duel, fx: Fx, amount: int) -> None:
    """Pay Life Points as a cost (or an upkeep)."""
    ops.life(fx.state, fx.you, -amount, cause="cost", by=fx.you, source=fx.card)


@instruction
def lose_life(duel: Duel, fx: Fx, seat: Seat, amount: int) -> None:
    """Lose Life Points: neither damage nor a cost."""
    ops.life(fx.state, seat, -amount, cause="lose", by=fx.you, source=fx.card)


@instruction
def set_life(duel: Duel, fx: Fx, amount: int) -> None:
    """Life Points of both players become this, at once."""
    for seat in duel.seat_order():
        ops.life(fx.state, seat, amount - fx.state.life(seat), cause="set", by=fx.you, source=fx.card)


@instruction
def toss_coin(duel: Duel, fx: Fx) -> bool:
    """Toss a coin; True is heads."""
    heads = duel.streams.below(2, "coin") == 0
    ops.note(fx.state, "coin", seat=fx.you, amount=int(heads), word="heads" if heads else "tails")
    return heads


@instruction
def roll_die(duel: Duel, fx: Fx) -> int:
    """Roll a six-sided die."""
    number = duel.streams.below(6, "die") + 1
    ops.note(fx.state, "die", seat=fx.you, amount=number)
    return number
