"""Speed Warrior: twice as strong in the battle right after his Summon."""

from server.duel.script import Body, Fx, Limit, Rule, gain, quick

NAME = "Speed Warrior"


def _fresh_in_battle(fx: Fx) -> bool:
    fresh = any(
        told.card is fx.card and told.life == fx.card.incarnation and told.word in ("normal", "tribute")
        for told in fx.happened("summoned")
    )
    return fresh and fx.in_battle_step and not fx.state.chain


@quick(NAME, only=_fresh_in_battle, limit=Limit.TURN)
def speeds(fx: Fx) -> Body:
    """Once per turn, in the Battle Step of the turn this card was Normal Summoned, as the first effect of a
    chain: double its original ATK until the end of the Battle Phase."""
    if fx.here:
        yield gain(Rule.SET_ATTACK, 2 * (fx.card.facts.attack or 0), turns=0, phase="battle")
