"""Dimensional Fissure: no monster finds rest in a Graveyard."""

from server.duel.script import Card, Fx, Rule, continuous, takes_effect

NAME = "Dimensional Fissure"


def _monster_card(fx: Fx, card: Card) -> bool:
    return card.facts.is_monster and card.is_monster and card.zone != "material"


takes_effect(NAME, "Any monster sent to a Graveyard is banished instead.")
continuous(NAME, Rule.BANISH_INSTEAD, fits=_monster_card)
