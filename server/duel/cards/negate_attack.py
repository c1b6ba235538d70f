"""Negate Attack: stops an attack and the Battle Phase."""

from server.duel.script import (
    OPPONENT,
    Body,
    Fx,
    Selection,
    activation,
    end_battle_phase,
    is_attacker,
    negate_attack,
    opponent_attacks,
)  # fmt: skip

NAME = "Negate Attack"


@activation(NAME, when=opponent_attacks, target=Selection("monster", OPPONENT, is_attacker))
def resolve(fx: Fx) -> Body:
    """When an opponent's monster declares an attack: target it; negate the attack, then end the Battle
    Phase."""
    if fx.targets and (yield negate_attack()):
        yield end_battle_phase()
