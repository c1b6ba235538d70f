"""De-Spell: destroys a Spell, or looks whether a Set card is one."""

from server.duel.script import EITHER, Body, Card, Fx, Selection, activation, destroy, show

NAME = "De-Spell"


def _may_be_a_spell(card: Card, fx: Fx) -> bool:
    return card is not fx.card and (card.is_spell or not card.face_up)


@activation(
    NAME,
    target=Selection("spell_trap", EITHER, _may_be_a_spell),
    destroys=lambda fx: [card for card in fx.targets if card.face_up],
)
def resolve(fx: Fx) -> Body:
    """Target 1 Spell or Set Spell/Trap on the field; show it if it is Set; destroy it if it is a Spell."""
    for card in fx.targets:
        if not card.face_up:
            yield show([card])
        if card.is_spell:
            yield destroy([card])
