"""Kinds of effect that many cards share, whole: equip, Field Spell, search, "destroy all …".

A pattern registers everything the card needs; the card file is then one call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from server.duel import wishes
from server.duel.effect import Body, Cost, Fx, Pick, Test
from server.duel.events import named, this_left_field_to_graveyard
from server.duel.procedures import ritual
from server.duel.registry import activation, continuous, equips, trigger
from server.duel.words import EITHER, During, Rule
from server.table.state import Card

__all__ = [
    "destroys_all",
    "equip_spell",
    "equipped",
    "field_spell",
    "is_equipped",
    "raise_target",
    "returns_to_top",
    "ritual_spell",
    "takes_effect",
]


def takes_effect(name: str, text: str = "", cost: Cost | None = None) -> None:
    """Activating this Continuous card does nothing at once; its rules hold from then on."""

    def resolve(fx: Fx) -> Body:
        yield from ()

    resolve.__doc__ = text or "Activate this card."
    activation(name, cost=cost)(resolve)


def raise_target(name: str, text: str, attack: int = 0, defense: int = 0) -> None:
    """A card that raises a face-up monster until the end of the turn, also in the Damage Step."""

    def resolve(fx: Fx) -> Body:
        if attack:
            yield wishes.give(Rule.ATTACK, attack, to=fx.targets)
        if defense:
            yield wishes.give(Rule.DEFENSE, defense, to=fx.targets)

    def face_up(card: Card, fx: Fx) -> bool:
        return card.face_up and (attack != 0 or not card.is_a("link"))

    resolve.__doc__ = text
    target = Pick("monster", EITHER, face_up, keep=face_up)
    activation(name, target=target, damage_step=During.BEFORE)(resolve)


def destroys_all(name: str, text: str, which: Callable[[Fx], Sequence[Card]]) -> None:
    """A Spell that destroys every card it says, if there is any, without targeting."""

    def resolve(fx: Fx) -> Body:
        yield wishes.destroy(which(fx))

    resolve.__doc__ = text
    activation(name, only=lambda fx: bool(which(fx)), destroys=which)(resolve)


def ritual_spell(name: str, text: str, monster: str) -> None:
    """A Ritual Spell for one Ritual Monster, by Tributes of at least its Level from hand or field."""

    def resolve(fx: Fx) -> Body:
        yield wishes.ritual_summon(named(monster))

    resolve.__doc__ = text
    activation(name, only=lambda fx: bool(ritual.possible(fx, named(monster))))(resolve)


def returns_to_top(name: str, text: str, cost: Cost) -> None:
    """When the card goes from the field to the Graveyard, its owner can pay to put it on top of the Deck."""

    def resolve(fx: Fx) -> Body:
        if fx.affects(fx.card):
            yield wishes.return_to_deck([fx.card], "top")

    resolve.__doc__ = text
    left = this_left_field_to_graveyard
    trigger(name, "move", when=left, zones={"graveyard"}, exact=True, cost=cost)(resolve)


def is_equipped(fx: Fx, card: Card) -> bool:
    """Whether a card is the monster this card is equipped to."""
    return card is fx.card.equipped_to


equipped = is_equipped


def equip_spell(
    name: str, text: str, fits: Callable[[Card, Fx], bool] | None = None, attack: int = 0, defense: int = 0,
    only: Test | None = None,
) -> None:  # fmt: skip
    """An Equip Spell for a face-up monster that fits, raising (or lowering) its ATK and DEF."""
    allowed = fits or (lambda card, fx: True)

    def fitting(card: Card, fx: Fx) -> bool:
        return card.face_up and allowed(card, fx)

    def resolve(fx: Fx) -> Body:
        for monster in fx.targets:
            yield wishes.equip_this(monster)

    resolve.__doc__ = text
    target = Pick("monster", EITHER, fitting, text="Choose a monster to equip.", keep=fitting)
    activation(name, target=target, only=only)(resolve)
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
