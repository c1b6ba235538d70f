"""Princess of Tsurugi: her Flip effect burns for Spells and Traps."""

from server.duel.script import OPPONENT, Body, Fx, damage, flip

NAME = "Princess of Tsurugi"


@flip(NAME)
def flipped(fx: Fx) -> Body:
    """FLIP: The opponent takes 500 damage for each Spell and Trap they control."""
    yield damage(fx.opponent, 500 * len(fx.spells_traps(OPPONENT)))
