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
    apply_rule,
    apply_rule_to_all,
    apply_rule_to_player,
    instruction_body,
    oath,
)

activation("Reverse Trap")(
    instruction_body(
        "Until the end of this turn, effects that raise ATK or DEF lower them instead, and those that lower"
        " them raise them.",
        lambda fx: apply_rule_to_all(Rule.REVERSE),
    )
)


def _face_up_monsters(fx: Fx) -> list[Card]:
    return fx.monsters(EITHER, lambda card: card.face_up)


activation("Shield & Sword", only=lambda fx: bool(_face_up_monsters(fx)), about=_face_up_monsters)(
    instruction_body(
        "All monsters that are face-up now exchange their original ATK and DEF until the end of this turn.",
        lambda fx: apply_rule(Rule.SWAP_ORIGINAL, to=[card for card in fx.about if card.face_up]),
    )
)

activation(
    "Soul Exchange",
    target=Selection("monster", OPPONENT),
    cost=oath(
        lambda fx: fx.phase != "main2",
        instruction_body("", lambda fx: apply_rule_to_player(Rule.NO_BATTLE_PHASE, whose=YOU)),
    ),
)(
    instruction_body(
        "Target 1 monster the opponent controls; if you Tribute a monster this turn, you must use that one,"
        " as if you controlled it. You have no Battle Phase this turn.",
        lambda fx: apply_rule(Rule.LENT, fx.you, to=fx.targets),
    )
)


@activation("Waboku")
def waboku(fx: Fx) -> Body:
    """This turn you take no battle damage, and your monsters cannot be destroyed by battle."""
    you = fx.you
    yield apply_rule_to_player(Rule.NO_BATTLE_DAMAGE, whose=YOU)
    yield apply_rule_to_all(Rule.NO_BATTLE_DESTRUCTION, fits=lambda card: card.controller == you)
