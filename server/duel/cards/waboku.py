"""Waboku: nobody gets hurt this turn."""

from server.duel.script import YOU, Body, Fx, Rule, activation, give_all, give_player

NAME = "Waboku"


@activation(NAME)
def resolve(fx: Fx) -> Body:
    """This turn you take no battle damage, and your monsters cannot be destroyed by battle."""
    you = fx.you
    yield give_player(Rule.NO_BATTLE_DAMAGE, whose=YOU)
    yield give_all(Rule.NO_BATTLE_DESTRUCTION, fits=lambda card: card.controller == you)
