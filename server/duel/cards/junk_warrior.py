"""Junk Warrior: gains what its small friends have."""

from server.duel.script import (
    YOU,
    Body,
    Fx,
    Rule,
    SynchroMaterials,
    gain,
    materials,
    named,
    this_summoned,
    trigger,
)  # fmt: skip

NAME = "Junk Warrior"

materials(NAME, SynchroMaterials(tuner=named("Junk Synchron")))


@trigger(NAME, "summoned", when=this_summoned("synchro"), must=True)
def grows(fx: Fx) -> Body:
    """If this card is Synchro Summoned: it gains ATK equal to the total ATK of all Level 2 or lower monsters
    you control."""
    small = fx.monsters(YOU, lambda card: card.face_up and 1 <= card.level <= 2)
    yield gain(Rule.ATTACK, sum(card.attack or 0 for card in small))
