"""Effect Veiler: thrown from the hand, it takes a monster's effects away for a turn."""

from server.duel.script import OPPONENT, Body, Card, Fx, Rule, Selection, give, quick, send_this

NAME = "Effect Veiler"


def _has_effects(card: Card, fx: Fx) -> bool:
    return card.face_up and card.is_effect_monster and not card.negated and card.controller == fx.opponent


@quick(
    NAME,
    only=lambda fx: not fx.your_turn and fx.phase in ("main1", "main2"),
    cost=send_this("hand"),
    target=Selection("monster", OPPONENT, _has_effects, keep=_has_effects),
    zones={"hand"},
)
def veils(fx: Fx) -> Body:
    """In your opponent's Main Phase: send this card from your hand to the Graveyard and target 1 face-up
    Effect Monster they control; negate its effects until the end of this turn."""
    yield give(Rule.NEGATE, to=fx.targets)
