"""Sakuretsu Armor: destroys an attacker."""

from server.duel.script import (
    OPPONENT,
    Body,
    Fx,
    Selection,
    activation,
    destroy,
    is_attacker,
    opponent_attacks,
    still_attacks,
    the_targets,
)  # fmt: skip

NAME = "Sakuretsu Armor"


@activation(
    NAME,
    when=opponent_attacks,
    target=Selection("monster", OPPONENT, is_attacker, keep=still_attacks),
    destroys=the_targets,
)
def resolve(fx: Fx) -> Body:
    """When an opponent's monster declares an attack: target it; destroy it."""
    yield destroy(fx.targets)
