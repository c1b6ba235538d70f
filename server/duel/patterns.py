"""Kinds of effect that many cards share, whole: equip, Field Spell, search, "destroy all …".

A pattern registers everything the card needs; the card file is then one call.
"""

from __future__ import annotations

from collections.abc import Callable

from server.duel import wishes
from server.duel.effect import Body, Fx, Pick
from server.duel.registry import activation, continuous, equips
from server.duel.words import EITHER, Rule
from server.table.state import Card

__all__ = ["equip_spell", "equipped", "field_spell", "is_equipped", "takes_effect"]


def takes_effect(name: str, text: str = "") -> None:
    """Activating this Continuous card does nothing at once; its rules hold from then on."""

    def resolve(fx: Fx) -> Body:
        yield from ()

    resolve.__doc__ = text or "Activate this card."
    activation(name)(resolve)


def is_equipped(fx: Fx, card: Card) -> bool:
    """Whether a card is the monster this card is equipped to."""
    return card is fx.card.equipped_to


equipped = is_equipped


def equip_spell(
    name: str, text: str, fits: Callable[[Card, Fx], bool] | None = None, attack: int = 0, defense: int = 0
) -> None:
    """An Equip Spell for a face-up monster that fits, raising (or lowering) its ATK and DEF."""
    allowed = fits or (lambda card, fx: True)

    def fitting(card: Card, fx: Fx) -> bool:
        return card.face_up and allowed(card, fx)

    def resolve(fx: Fx) -> Body:
        for monster in fx.targets:
            yield wishes.equip_this(monster)

    resolve.__doc__ = text
    activation(
        name, target=Pick("monster", EITHER, fitting, text="Choose a monster to equip.", keep=fitting)
    )(resolve)
    equips(name, fitting)
    if attack:
        continuous(name, Rule.ATTACK, attack, fits=is_equipped)
    if defense:
        continuous(name, Rule.DEFENSE, defense, fits=is_equipped)


def field_spell(name: str, text: str, raises: dict[str, int], lowers: dict[str, int] | None = None) -> None:
    """A Field Spell that changes ATK and DEF of monsters by race: {"fiend": 200}."""
    takes_effect(name, text)
    changes = {**raises, **{race: -amount for race, amount in (lowers or {}).items()}}

    def fits(fx: Fx, card: Card) -> bool:
        return card.in_monster_zone and card.face_up and card.race in changes

    def amount(fx: Fx, card: Card) -> int:
        return changes[card.race]

    continuous(name, Rule.ATTACK, amount, fits=fits)
    continuous(name, Rule.DEFENSE, amount, fits=fits)
