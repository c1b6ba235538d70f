"""Verbs about chain, attack and turn: negate, end the Battle Phase, do it later."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from server.duel.core.effect import Fx
from server.duel.core.prompts import DelayedAction, Permission, Play, carry_out
from server.duel.instructions.making import Doing, done, instruction
from server.table import ops
from server.table.state import ChainLink


@instruction
def negate_activation(fx: Fx, link: ChainLink | None = None) -> Doing:
    """Negate the activation this effect answers; its card in a list, if it has not moved since."""
    answered = link or fx.link
    if answered is None:
        return (yield from done([]))
    ops.negate_link(fx.state, answered, "activation", fx.you)
    return (yield from done([answered.card] if answered.activation.fx.affects(answered.card) else []))


@instruction
def negate_effect(fx: Fx, link: ChainLink | None = None) -> Doing:
    """Negate the effect this effect answers; its card in a list."""
    answered = link or fx.link
    if answered is not None:
        ops.negate_link(fx.state, answered, "effect", fx.you)
    return (yield from done([answered.card] if answered else []))


@instruction
def negate_summon(fx: Fx) -> Doing:
    """Negate the Summon being declared; the monsters concerned."""
    attempt = fx.duel.summoning
    attempt.negated = True
    ops.note(
        fx.state, "summon_negated", seat=attempt.seat, others=tuple(attempt.cards), by=fx.you, source=fx.card
    )
    return (yield from done(list(attempt.cards)))


@instruction
def negate_attack(fx: Fx) -> Doing:
    """Negate the attack that is on; whether it was still on."""
    attack = fx.duel.attack
    if attack is None or attack.negated:
        return (yield from done(False))
    attack.negated = True
    ops.note(fx.state, "attack_negated", seat=attack.seat, card=attack.attacker, by=fx.you)
    return (yield from done(True))


@instruction
def end_battle_phase(fx: Fx) -> Doing:
    """End the Battle Phase after this."""
    fx.duel.this_turn.battle_ended = True
    return (yield from done())


@instruction
def permit(
    fx: Fx, text: str, seems: Callable[[Fx], bool], can: Callable[[Fx], bool],
    body: Callable[[Fx], Generator[Any, Any, Any]],
) -> Doing:  # fmt: skip
    """Let the player do a body once this turn whenever no chain is on and `can` holds, `seems` being as much
    of it as everybody can see; it starts no chain."""
    permits = fx.duel.this_turn.permits

    def act() -> Play[bool]:
        permits.remove(given)
        yield from carry_out(fx, body(fx))
        return True

    given = Permission(fx.you, fx.card, text, lambda: seems(fx), lambda: can(fx), act)
    permits.append(given)
    return (yield from done())


@instruction
def later(fx: Fx, phase: str, body: Callable[[Fx], Generator[Any, Any, Any]], turns: int = 0) -> Doing:
    """Do a body in the "standby" or "end" phase of the turn that comes `turns` turns from now."""
    left = DelayedAction(phase, fx.state.turn + turns, fx.you, fx.card, "", lambda: carry_out(fx, body(fx)))
    fx.duel.later.append(left)
    return (yield from done())
