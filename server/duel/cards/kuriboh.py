"""Kuriboh: thrown from the hand, it takes the damage of a battle."""

from server.duel.script import (
    YOU,
    Body,
    During,
    Fx,
    Rule,
    discard_this,
    give_player,
    opponent_would_hurt,
    quick,
)  # fmt: skip

NAME = "Kuriboh"


@quick(NAME, when=opponent_would_hurt, cost=discard_this(), zones={"hand"}, damage_step=During.CALCULATION)
def shields(fx: Fx) -> Body:
    """At damage calculation, when an opponent's monster attacks and you would take battle damage: discard
    this card; you take no battle damage from this battle."""
    yield give_player(Rule.NO_BATTLE_DAMAGE, whose=YOU, phase="attack")
