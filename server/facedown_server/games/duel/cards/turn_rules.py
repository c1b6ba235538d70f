"""Spells and Traps that let a rule hold until the end of the turn, and nothing more."""

from facedown_server.games.duel.script import (
    EITHER,
    OPPONENT,
    YOU,
    Body,
    Card,
    Fx,
    Rule,
    Selection,
    activation,
    does,
    give,
    give_all,
    give_player,
    oath,
)

activation("Reverse Trap")(
    does(
        "Until the end of this turn, effects that raise ATK or DEF lower them instead, and those that lower"
        " them raise them.",
        lambda fx: give_all(Rule.REVERSE),
    )
)


def _face_up(fx: Fx) -> list[Card]:
    return fx.monsters(EITHER, lambda card: card.face_up)


activation("Shield & Sword", only=lambda fx: bool(_face_up(fx)), about=_face_up)(
    does(
        "All monsters that are face-up now exchange their original ATK and DEF until the end of this turn.",
        lambda fx: give(Rule.SWAP_ORIGINAL, to=[card for card in fx.about if card.face_up]),
    )
)

activation(
    "Soul Exchange",
    target=Selection("monster", OPPONENT),
    cost=oath(
        lambda fx: fx.phase != "main2", does("", lambda fx: give_player(Rule.NO_BATTLE_PHASE, whose=YOU))
    ),
)(
    does(
        "Target 1 monster the opponent controls; if you Tribute a monster this turn, you must use that one,"
        " as if you controlled it. You have no Battle Phase this turn.",
        lambda fx: give(Rule.LENT, fx.you, to=fx.targets),
    )
)


@activation("Waboku")
def waboku(fx: Fx) -> Body:
    """This turn you take no battle damage, and your monsters cannot be destroyed by battle."""
    you = fx.you
    yield give_player(Rule.NO_BATTLE_DAMAGE, whose=YOU)
    yield give_all(Rule.NO_BATTLE_DESTRUCTION, fits=lambda card: card.controller == you)
