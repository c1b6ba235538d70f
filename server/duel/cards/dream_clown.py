"""Dream Clown: turning to defend, it destroys an opposing monster."""

from server.duel.script import (
    OPPONENT,
    Body,
    Fx,
    Selection,
    destroy,
    the_targets,
    this_turned_from_attack_to_defense,
    trigger,
)

NAME = "Dream Clown"


@trigger(
    NAME,
    "position",
    when=this_turned_from_attack_to_defense,
    must=True,
    target=Selection("monster", OPPONENT),
    destroys=the_targets,
)
def juggles(fx: Fx) -> Body:
    """When this card is changed from Attack Position to face-up Defense Position: target 1 monster the
    opponent controls; destroy it."""
    yield destroy(fx.targets)
