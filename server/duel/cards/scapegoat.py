"""Scapegoat: four Tokens, and no other Summon this turn."""

from server.duel.script import (
    YOU,
    Body,
    Fx,
    Rule,
    activation,
    can_summon_tokens,
    give,
    give_player,
    oath,
    summon_token,
)

NAME = "Scapegoat"
SHEEP = 73915052


def _no_summons(fx: Fx) -> Body:
    for rule in (Rule.NO_NORMAL_SUMMON, Rule.NO_FLIP_SUMMON, Rule.NO_SPECIAL_SUMMON):
        yield give_player(rule, whose=YOU)


@activation(
    NAME,
    only=lambda fx: can_summon_tokens(fx, 4),
    cost=oath(lambda fx: not fx.has_summoned(fx.you), _no_summons),
)
def resolve(fx: Fx) -> Body:
    """Special Summon 4 Sheep Tokens (Beast/EARTH/Level 1/ATK 0/DEF 0) in Defense Position. They cannot be
    Tributed for a Tribute Summon. You cannot Summon other monsters this turn, but you can Set."""
    if len(fx.free_monster_zones(fx.you)) >= 4:
        tokens = yield summon_token(SHEEP, 4, "defense")
        yield give(Rule.NO_TRIBUTE_SUMMON, to=tokens, turns=None, follows_face=False)
