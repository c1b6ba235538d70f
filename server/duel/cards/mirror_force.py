"""Mirror Force: an attack costs the opponent every monster in Attack Position."""

from server.duel.script import OPPONENT, Body, Card, Fx, activation, destroy, opponent_attacks

NAME = "Mirror Force"


def in_attack_position(fx: Fx) -> list[Card]:
    return fx.monsters(OPPONENT, lambda card: not card.defense_position)


@activation(
    NAME, when=opponent_attacks, only=lambda fx: bool(in_attack_position(fx)), destroys=in_attack_position
)
def resolve(fx: Fx) -> Body:
    """When an opponent's monster declares an attack: destroy all Attack Position monsters they control."""
    yield destroy(in_attack_position(fx))
