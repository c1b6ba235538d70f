"""Enchanted Javelin: Life Points worth the attacker's ATK."""

from server.duel.script import (
    OPPONENT,
    Body,
    Fx,
    Selection,
    activation,
    gain_life,
    is_attacker,
    opponent_attacks,
)

NAME = "Enchanted Javelin"


@activation(NAME, when=opponent_attacks, target=Selection("monster", OPPONENT, is_attacker))
def resolve(fx: Fx) -> Body:
    """When an opponent's monster declares an attack: target it; gain Life Points equal to its ATK."""
    for attacker in fx.targets:
        if attacker.face_up:
            yield gain_life(fx.you, attacker.attack or 0)
