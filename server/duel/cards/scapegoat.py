"""Scapegoat: four Tokens, and no other Summon this turn."""

from server.duel.script import YOU, Body, Fx, Rule, activation, give, give_player, summon_token

NAME = "Scapegoat"
SHEEP = 73915052


@activation(NAME, only=lambda fx: len(fx.free_monster_zones(fx.you)) >= 4 and not fx.has_summoned(fx.you))
def resolve(fx: Fx) -> Body:
    """Special Summon 4 Sheep Tokens (Beast/EARTH/Level 1/ATK 0/DEF 0) in Defense Position. They cannot be
    Tributed for a Tribute Summon. You cannot Summon other monsters this turn, but you can Set."""
    tokens = yield summon_token(SHEEP, 4, "defense")
    yield give(Rule.NO_TRIBUTE, to=tokens, turns=None)
    for rule in (Rule.NO_NORMAL_SUMMON, Rule.NO_SPECIAL_SUMMON):
        yield give_player(rule, whose=YOU)
