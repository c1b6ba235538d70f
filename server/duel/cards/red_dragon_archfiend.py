"""Red Dragon Archfiend: no mercy for those who hide, nor for those who rest."""

from server.duel.script import (
    OPPONENT,
    YOU,
    Body,
    Card,
    Fx,
    Limit,
    SynchroMaterials,
    begins_end_phase,
    destroy,
    materials,
    trigger,
)  # fmt: skip

NAME = "Red Dragon Archfiend"

materials(NAME, SynchroMaterials())


def in_defense(fx: Fx) -> list[Card]:
    return fx.monsters(OPPONENT, lambda card: card.defense_position)


def idle(fx: Fx) -> list[Card]:
    return fx.monsters(YOU, lambda card: not card.attacks and card is not fx.card)


def attacked_a_defender(fx: Fx) -> bool:
    told = fx.event
    return told is not None and told.card is fx.card and any(card.defense_position for card in told.others)


@trigger(NAME, "battled", when=attacked_a_defender, must=True, destroys=in_defense)
def burns_those_who_hide(fx: Fx) -> Body:
    """After damage calculation, if this card attacked a Defense Position monster: destroy all Defense
    Position monsters your opponent controls."""
    yield destroy(in_defense(fx))


@trigger(
    NAME,
    "phase",
    when=lambda fx: begins_end_phase(fx) and fx.your_turn,
    must=True,
    limit=Limit.TURN,
    destroys=idle,
)
def burns_those_who_rest(fx: Fx) -> Body:
    """During your End Phase: destroy all other monsters you control that did not declare an attack this
    turn."""
    if fx.here:
        yield destroy(idle(fx))
