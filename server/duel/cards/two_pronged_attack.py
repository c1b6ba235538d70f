"""Two-Pronged Attack: two of yours for one of theirs."""

from server.duel.script import OPPONENT, YOU, Body, Fx, Selection, activation, destroy, the_targets

NAME = "Two-Pronged Attack"


@activation(
    NAME,
    target=(
        Selection("monster", YOU, least=2, most=2, text="Choose 2 monsters of yours."),
        Selection("monster", OPPONENT, text="Choose an opponent's monster."),
    ),
    destroys=the_targets,
)
def resolve(fx: Fx) -> Body:
    """Target 2 monsters you control and 1 your opponent controls; destroy them, if all 3 are still there."""
    if len(fx.targets) == 3:
        yield destroy(fx.targets)
