"""Mysterious Puppeteer: every Summon by hand gives Life Points."""

from server.duel.script import SUMMONS_BY_HAND, Body, Fx, gain_life, trigger

NAME = "Mysterious Puppeteer"


def _another(fx: Fx) -> bool:
    told = fx.event
    return told is not None and told.card is not fx.card and told.word in SUMMONS_BY_HAND


@trigger(NAME, "summoned", when=_another, must=True)
def applauds(fx: Fx) -> Body:
    """Each time another monster is Normal or Flip Summoned: gain 500 LP."""
    yield gain_life(fx.you, 500)
