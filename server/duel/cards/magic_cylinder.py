"""Magic Cylinder: sends an attack back as damage."""

from server.duel.script import (
    OPPONENT,
    Body,
    Fx,
    Selection,
    activation,
    damage,
    is_attacker,
    negate_attack,
    opponent_attacks,
)  # fmt: skip

NAME = "Magic Cylinder"


@activation(NAME, when=opponent_attacks, target=Selection("monster", OPPONENT, is_attacker))
def resolve(fx: Fx) -> Body:
    """When an opponent's monster declares an attack: target it; negate the attack, and if you do, inflict
    damage to your opponent equal to its ATK."""
    for attacker in fx.targets:
        if (yield negate_attack()):
            yield damage(fx.opponent, attacker.attack or 0)
