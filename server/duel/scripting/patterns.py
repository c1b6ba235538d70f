"""Kinds of effect that many cards share, whole: equip, Field Spell, search, "destroy all …".

A pattern registers everything the card needs; the card file is then one call.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from server.duel import instructions
from server.duel.core.effect import Body, Cost, Fx, Procedure, Selection, Test
from server.duel.core.words import EITHER, YOU, During, Limit, Rule
from server.duel.scripting.conditions import begins_end_phase, named, this_left_field_to_graveyard
from server.duel.scripting.registry import (
    activation,
    cannot_be_special_summoned,
    continuous,
    does,
    equips,
    flip,
    procedure,
    trigger,
)
from server.duel.summons import ritual
from server.table.state import Card
from shared.cards.facts import Facts

__all__ = [
    "comes_freely",
    "destroys_all",
    "equip_spell",
    "equipped",
    "field_spell",
    "flip_bounces",
    "flip_recovers",
    "flip_unmasks",
    "is_equipped",
    "raise_target",
    "returns_to_top",
    "ritual_spell",
    "spirit",
    "takes_effect",
    "weak_search_when_sent",
]


def takes_effect(name: str, text: str = "", cost: Cost | None = None) -> None:
    """Activating this Continuous card does nothing at once; its rules hold from then on."""

    activation(name, cost=cost)(does(text or "Activate this card."))


def raise_target(name: str, text: str, rule: Rule, amount: int) -> None:
    """A card that raises ATK or DEF (`rule`) of a face-up monster that has it until the end of the turn."""

    def raisable(card: Card, fx: Fx) -> bool:
        return card.face_up and (rule is Rule.ATTACK or not card.is_a("link"))

    target = Selection("monster", EITHER, raisable, keep=raisable)
    activation(name, target=target, damage_step=During.BEFORE)(
        does(text, lambda fx: instructions.give(rule, amount, to=fx.targets))
    )


def destroys_all(name: str, text: str, which: Callable[[Fx], Sequence[Card]]) -> None:
    """A Spell that destroys every card it says, if there is any, without targeting."""

    activation(name, only=lambda fx: bool(which(fx)), destroys=which)(
        does(text, lambda fx: instructions.destroy(which(fx)))
    )


def ritual_spell(name: str, text: str, monster: str) -> None:
    """A Ritual Spell for one Ritual Monster, by Tributes of at least its Level from hand or field."""

    activation(name, only=lambda fx: bool(ritual.possible(fx, named(monster))))(
        does(text, lambda fx: instructions.ritual_summon(named(monster)))
    )


def returns_to_top(name: str, text: str, cost: Cost) -> None:
    """When the card goes from the field to the Graveyard, its owner can pay to put it on top of the Deck."""

    def resolve(fx: Fx) -> Body:
        if fx.affects(fx.card):
            yield instructions.return_to_deck([fx.card], "top")

    resolve.__doc__ = text
    left = this_left_field_to_graveyard
    trigger(name, "move", when=left, zones={"graveyard"}, can_miss_timing=True, cost=cost)(resolve)


def weak_search_when_sent(name: str, what: str, value: Callable[[Facts], int | None]) -> None:
    """Sent from the field to the Graveyard it must fetch a monster with little ATK or DEF (`what`; its
    `value`), whose name is barred for this turn."""

    def weak(card: Card) -> bool:
        found = value(card.facts)
        return card.facts.is_monster and found is not None and 0 <= found <= 1500

    def searches(fx: Fx) -> Body:
        found = yield instructions.search(weak)
        yield instructions.add_to_hand(found, show=True)
        yield instructions.shuffle_deck(fx.you)
        names = [card.name for card in found]
        yield instructions.give_player(Rule.NO_ACTIVATION, lambda _, other: other.name in names)

    searches.__doc__ = (
        f"If this card is sent from the field to the Graveyard: add 1 monster with 1500 or less {what} from"
        " your Deck to your hand, but you cannot activate cards, or the effects of cards, with that name this"
        " turn."
    )
    trigger(
        name, "move", when=this_left_field_to_graveyard, must=True, zones={"graveyard"}, limit=Limit.NAME,
        from_deck=True,
    )(searches)  # fmt: skip


def flip_recovers(name: str, text: str, kind: str) -> None:
    """A Flip effect that takes a card of a kind ("spell", "trap") back from the Graveyard."""

    flip(name, target=Selection("graveyard", YOU, lambda card, fx: card.facts.is_a(kind)))(
        does(text, lambda fx: instructions.add_to_hand(fx.targets))
    )


def flip_unmasks(name: str, text: str, kind: str) -> None:
    """A Flip effect that destroys a Spell (or Trap), also a Set card that turns out to be one."""

    def is_one(card: Card) -> bool:
        return card.is_spell if kind == "spell" else card.is_trap

    def possible(card: Card, fx: Fx) -> bool:
        return is_one(card) or (not card.face_up and card.zone == "spell_trap")

    def flipped(fx: Fx) -> Body:
        for card in fx.targets:
            if not card.face_up:
                yield instructions.show([card])
            if is_one(card):
                yield instructions.destroy([card])

    flipped.__doc__ = text
    flip(
        name,
        target=Selection("spell_trap", EITHER, possible),
        destroys=lambda fx: [card for card in fx.targets if card.face_up],
    )(flipped)


def flip_bounces(name: str, text: str, most: int = 1, must: bool = True) -> None:
    """A Flip effect that returns monsters on the field to their owners' hands."""

    flip(name, target=Selection("monster", EITHER, most=most), must=must)(
        does(text, lambda fx: instructions.return_to_hand(fx.targets))
    )


def comes_freely(name: str, text: str, can: Test) -> None:
    """A monster that may Special Summon itself from the hand without a chain while a condition holds."""

    def choose(fx: Fx) -> Generator[Any, Any, Any]:
        yield from ()
        return ()

    def pay(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield from ()

    def possible(fx: Fx) -> bool:
        return can(fx) and bool(fx.free_monster_zones(fx.you))

    procedure(name, Procedure(possible, choose, pay, text=text))


def spirit(name: str) -> None:
    """A Spirit: never Special Summoned, and back in the hand when the turn it came or was flipped in ends."""

    def came_now(fx: Fx) -> bool:
        told = [*fx.happened("summoned"), *fx.happened("flip")]
        return begins_end_phase(fx) and any(
            one.card is fx.card and one.life == fx.card.incarnation for one in told
        )

    cannot_be_special_summoned(name)
    trigger(name, "phase", when=came_now, must=True)(
        does(
            "In the End Phase of the turn it was Normal Summoned or flipped face-up: return it to the hand.",
            lambda fx: instructions.return_to_hand([fx.card]),
            here=True,
        )
    )


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
            yield instructions.equip_this(monster)

    resolve.__doc__ = text
    target = Selection("monster", EITHER, fitting, text="Choose a monster to equip.", keep=fitting)
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
