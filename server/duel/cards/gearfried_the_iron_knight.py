"""Gearfried the Iron Knight: iron sheds whatever it is equipped with."""

from server.duel.script import Body, Card, Fx, destroy, trigger

NAME = "Gearfried the Iron Knight"


def _equipment(fx: Fx) -> list[Card]:
    told = fx.event
    if told is None or told.card is None or not any(card is fx.card for card in told.others):
        return []
    return [told.card] if told.card.incarnation == told.life and told.card.on_field else []


@trigger(NAME, "equip", when=lambda fx: bool(_equipment(fx)), must=True, destroys=_equipment)
def sheds(fx: Fx) -> Body:
    """If an Equip Card becomes equipped to this card: destroy it."""
    yield destroy(_equipment(fx))
