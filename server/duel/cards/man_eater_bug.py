"""Man-Eater Bug: its Flip effect destroys a monster, itself if there is no other."""

from server.duel.script import EITHER, Body, Fx, Selection, destroy, flip, the_targets

NAME = "Man-Eater Bug"


@flip(NAME, target=Selection("monster", EITHER), destroys=the_targets)
def flipped(fx: Fx) -> Body:
    """FLIP: Target 1 monster on the field; destroy that target."""
    yield destroy(fx.targets)
