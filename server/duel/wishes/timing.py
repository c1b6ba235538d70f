"""Verbs about chain, attack and turn: negate, end the Battle Phase, do it later."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from server.duel.effect import Fx
from server.duel.playing import Later, carry_out
from server.duel.wishes.making import Doing, done, wish
from server.table import ops
from server.table.state import Card, ChainLink


@wish
def negate_activation(fx: Fx, link: ChainLink | None = None) -> Doing:
    """Negate the activation this effect answers; its card in a list, so that it can be destroyed next."""
    answered = link or fx.link
    if answered is not None:
        ops.negate_link(fx.state, answered, "activation", fx.you)
    return (yield from done([answered.card] if answered else []))


@wish
def negate_effect(fx: Fx, link: ChainLink | None = None) -> Doing:
    """Negate the effect this effect answers; its card in a list."""
    answered = link or fx.link
    if answered is not None:
        ops.negate_link(fx.state, answered, "effect", fx.you)
    return (yield from done([answered.card] if answered else []))


@wish
def negate_summon(fx: Fx) -> Doing:
    """Negate the Summon being declared; the monsters concerned."""
    attempt = fx.duel.summoning
    attempt.negated = True
    ops.note(
        fx.state, "summon_negated", seat=attempt.seat, others=tuple(attempt.cards), by=fx.you, source=fx.card
    )
    return (yield from done(list(attempt.cards)))


@wish
def negate_attack(fx: Fx) -> Doing:
    """Negate the attack that is on."""
    if fx.duel.attack is not None:
        fx.duel.attack.negated = True
        ops.note(
            fx.state, "attack_negated", seat=fx.duel.attack.seat, card=fx.duel.attack.attacker, by=fx.you
        )
    return (yield from done())


@wish
def end_battle_phase(fx: Fx) -> Doing:
    """End the Battle Phase after this."""
    fx.duel.this_turn.battle_ended = True
    return (yield from done())


@wish
def lend_for_tribute(fx: Fx, card: Card) -> Doing:
    """Let the player use this opposing monster as a Tribute in this turn."""
    notes = fx.duel.this_turn.notes
    key = f"lent:{fx.you}"
    notes[key] = (*notes.get(key, ()), card)
    return (yield from done())


@wish
def later(fx: Fx, phase: str, body: Callable[[Fx], Generator[Any, Any, Any]], turns: int = 0) -> Doing:
    """Do a body in the "standby" or "end" phase of the turn that comes `turns` turns from now."""
    fx.duel.later.append(Later(phase, fx.state.turn + turns, lambda: carry_out(fx, body(fx))))
    return (yield from done())
