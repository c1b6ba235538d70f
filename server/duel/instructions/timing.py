"""Verbs about chain, attack and turn: negate, end the Battle Phase, do it later."""

from __future__ import annotations

from collections.abc import Callable

from server.duel.core.duel import Duel
from server.duel.core.effect import Body, Fx
from server.duel.core.prompts import Play
from server.duel.core.records import DelayedAction, Permission
from server.duel.instructions.making import instruction
from server.duel.summons import attempts
from server.table import ops
from server.table.state import Card, ChainLink


@instruction
def negate_activation(duel: Duel, fx: Fx, link: ChainLink | None = None) -> list[Card]:
    """Negate the activation this effect answers; its card in a list, if it has not moved since."""
    answered = link or fx.link
    if answered is None:
        return []
    ops.negate_link(fx.state, answered, "activation", fx.you)
    return [answered.card] if answered.activation.fx.affects(answered.card) else []


@instruction
def negate_effect(duel: Duel, fx: Fx, link: ChainLink | None = None) -> list[Card]:
    """Negate the effect this effect answers; its card in a list."""
    answered = link or fx.link
    if answered is None:
        return []
    ops.negate_link(fx.state, answered, "effect", fx.you)
    return [answered.card]


@instruction
def negate_summon(duel: Duel, fx: Fx) -> list[Card]:
    """Negate the Summon being declared; the monsters concerned."""
    return attempts.negate(duel, by=fx.you, source=fx.card)


@instruction
def negate_attack(duel: Duel, fx: Fx) -> bool:
    """Negate the attack that is on; whether it was still on."""
    attack = duel.attack
    if attack is None or attack.negated:
        return False
    attack.negated = True
    ops.note(fx.state, "attack_negated", seat=attack.seat, card=attack.attacker, by=fx.you)
    return True


@instruction
def end_battle_phase(duel: Duel, fx: Fx) -> None:
    """End the Battle Phase after this."""
    duel.this_turn.battle_ended = True


@instruction
def permit(
    duel: Duel, fx: Fx, text: str, seems: Callable[[Fx], bool], can: Callable[[Fx], bool],
    body: Callable[[Fx], Body],
) -> None:  # fmt: skip
    """Let the player do a body once this turn whenever no chain is on and `can` holds, `seems` being as much
    of it as everybody can see; it starts no chain."""
    permissions = duel.this_turn.permissions

    def act() -> Play[bool]:
        permissions.remove(given)
        yield from duel.carry_out(fx, body(fx))
        return True

    given = Permission(fx.you, fx.card, text, lambda: seems(fx), lambda: can(fx), act)
    permissions.append(given)


@instruction
def later(duel: Duel, fx: Fx, phase: str, body: Callable[[Fx], Body], turns: int = 0) -> None:
    """Do a body in the "standby" or "end" phase of the turn that comes `turns` turns from now."""
    turn = fx.state.turn + turns
    act = DelayedAction(phase, turn, fx.you, fx.card, "", lambda: duel.carry_out(fx, body(fx)))
    duel.delayed.append(act)
