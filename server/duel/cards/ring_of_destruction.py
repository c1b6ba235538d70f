"""Ring of Destruction: destroys a monster in the opponent's turn and burns both players."""

from server.duel.script import (
    OPPONENT,
    Body,
    Card,
    Fx,
    Limit,
    Selection,
    activation,
    damage,
    destroy,
    face_up,
    the_targets,
)

NAME = "Ring of Destruction"


def fits(card: Card, fx: Fx) -> bool:
    return card.face_up and (card.attack or 0) <= fx.state.life(fx.opponent)


@activation(
    NAME,
    only=lambda fx: not fx.your_turn,
    target=Selection("monster", OPPONENT, fits, keep=face_up),
    limit=Limit.ACTIVATED,
    destroys=the_targets,
)
def resolve(fx: Fx) -> Body:
    """In your opponent's turn: target 1 face-up monster they control whose ATK is not above their Life
    Points; destroy it, and if you do, take damage equal to its original ATK, then inflict to your opponent as
    much damage as you took. You can activate only 1 of this card in a turn."""
    for monster in (yield destroy(fx.targets)):
        taken = yield damage(fx.you, max(monster.facts.attack or 0, 0))
        yield damage(fx.opponent, taken)
