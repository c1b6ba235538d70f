"""Kinds of monster with rules of their own, whole: Union, Toon, and what is Summoned by contact.

Like a pattern, each registers everything such a card needs; the card file is then one call and its numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from server.duel import instructions
from server.duel.core import zones
from server.duel.core.effect import Body, Fx, Procedure, Selection
from server.duel.core.words import OPPONENT, YOU, Limit, Rule
from server.duel.scripting.conditions import is_destruction, may_special_summon, was_on_field
from server.duel.scripting.patterns import is_equipped
from server.duel.scripting.registry import (
    continuous,
    does,
    equips,
    ignition,
    never_summoned_from,
    procedure,
    reacts,
    saves,
)
from server.duel.summons import tributes
from server.duel.summons.fusion import FusionMaterials
from server.duel.summons.material_choice import Good, by_materials
from server.table.state import Card

__all__ = ["SCALE_ZONES", "contact", "gazing_scale", "toon", "union"]

MONSTER_ZONES = ("monster", "extra_monster")
TOON_WORLD = "Toon World"
TOON_ATTACK_COST = 500


# --- Union --------------------------------------------------------------------------------------------------


def union(name: str, fits: Callable[[Card], bool], attack: int = 0, defense: int = 0) -> None:
    """A Union monster: it joins a fitting monster, raises and saves it, and parts from it again."""

    def may_join(card: Card, fx: Fx) -> bool:
        return card.face_up and fits(card) and card is not fx.card

    def join(fx: Fx) -> Body:
        """Target 1 fitting monster you control; equip this card to it."""
        if not (fx.here and fx.card.in_monster_zone):
            return
        if fx.targets:
            yield instructions.equip_card(fx.card, fx.targets[0])
        else:
            yield instructions.send_to_graveyard([fx.card])

    ignition(
        name, target=Selection("monster", YOU, may_join, keep=may_join), zones=MONSTER_ZONES,
        limit=Limit.TURN, key="union", only=lambda fx: bool(fx.free_spell_trap_zones(fx.you)),
    )(join)  # fmt: skip
    ignition(
        name, zones=("spell_trap",), limit=Limit.TURN, key="union",
        only=lambda fx: (
            fx.card.equipped_to is not None and bool(fx.free_monster_zones(fx.you))
            and may_special_summon(fx, fx.card)
        ),
    )(
        does(
            "Special Summon this equipped card.",
            lambda fx: instructions.special_summon([fx.card]),
            here=True,
        )
    )  # fmt: skip
    saves(name, lambda fx, card, _: is_equipped(fx, card))(
        does(
            "If the equipped monster would be destroyed, destroy this card instead.",
            lambda fx: instructions.destroy_instead([fx.card]),
        )
    )
    equips(name, lambda card, fx: fits(card))
    continuous(name, Rule.ATTACK, attack, fits=is_equipped, zones=("spell_trap",))
    continuous(name, Rule.DEFENSE, defense, fits=is_equipped, zones=("spell_trap",))


# --- Toon ---------------------------------------------------------------------------------------------------


def toon(name: str, tributes_needed: int) -> None:
    """A Toon monster: it comes from the hand by Tributes while Toon World stands, and falls with it."""
    procedure(name, _toon_summon(tributes_needed))
    continuous(name, Rule.NO_ATTACK, only=lambda fx: fx.card.arrived == fx.state.turn, zones=MONSTER_ZONES)
    continuous(name, Rule.ATTACK_COST, TOON_ATTACK_COST, zones=MONSTER_ZONES)
    continuous(name, Rule.DIRECT_ATTACK, only=lambda fx: not _faces_toon(fx), zones=MONSTER_ZONES)
    continuous(name, Rule.NO_DIRECT_ATTACK, only=_faces_toon, zones=MONSTER_ZONES)
    continuous(
        name, Rule.ATTACKS_ONLY, lambda fx, card: _is_toon(card), only=_faces_toon, zones=MONSTER_ZONES
    )
    reacts(name, "move", _world_destroyed, zones=MONSTER_ZONES)(
        does("", lambda fx: instructions.destroy([fx.card]))
    )


def _toon_summon(needed: int) -> Procedure:
    def usable(fx: Fx) -> list[Card]:
        return tributes.usable(fx.duel, fx.you)

    def good(fx: Fx) -> Good:
        stands = bool(fx.spells_traps(YOU, lambda card: card.face_up and card.name == TOON_WORLD))
        return lambda cards: (
            stands and len(cards) == needed
            and tributes.uses_what_is_lent(fx.duel, fx.you, cards, usable(fx))
            and bool(zones.free_main(fx.state, fx.you, cards))
        )  # fmt: skip

    def pay(fx: Fx, chosen: Sequence[Card]) -> Body:
        if chosen:
            yield instructions.tribute(chosen)

    return by_materials(
        usable, good, needed, pay, asks="Choose Tributes for {}.",
        text="Special Summon it while you control Toon World",
    )  # fmt: skip


def _is_toon(card: Card) -> bool:
    return card.face_up and card.is_a("toon")


def _faces_toon(fx: Fx) -> bool:
    return any(_is_toon(card) for card in fx.duel.cards_at("monster", fx.opponent))


def _world_destroyed(fx: Fx) -> bool:
    told = fx.event
    return (
        told is not None and told.card is not None and told.card.name == TOON_WORLD and is_destruction(told)
        and was_on_field(told) and told.before is not None and told.before.face_up
    )  # fmt: skip


# --- contact ------------------------------------------------------------------------------------------------


def contact(name: str, needs: FusionMaterials) -> None:
    """A Fusion Monster that comes only by banishing its materials from your field, without a Spell."""

    def usable(fx: Fx) -> list[Card]:
        return needs.among(fx.cards("field", YOU))

    def good(fx: Fx) -> Good:
        return lambda cards: needs.matches(cards) and bool(zones.for_summon(fx.duel, fx.you, fx.card, cards))

    def pay(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.banish(chosen, word="cost")

    way = by_materials(
        usable, good, len(needs.tests), pay, asks="Choose what to banish for {}.",
        zones=frozenset({"extra_deck"}), text="Banish its materials",
    )  # fmt: skip
    procedure(name, way)
    never_summoned_from(name, "extra_deck", "graveyard")


# --- Pendulum -----------------------------------------------------------------------------------------------

SCALE_ZONES = ("spell_trap", "pendulum")
MAGICIAN, ODD_EYES = 0x98, 0x99


def gazing_scale(name: str, kind: str) -> None:
    """A scale of 4 unless its partner fits; it hushes Spells or Traps while Pendulum Monsters battle."""

    def would_be_activated(_: object, card: Card) -> bool:
        """A card of this kind in a hand or Set: effects of those face-up can still be used."""
        return card.facts.is_a(kind) and not (card.on_field and card.face_up)

    continuous(name, Rule.SCALE, 4, only=_partner_missing, zones=SCALE_ZONES)
    reacts(name, "attack", _pendulum_battles, zones=SCALE_ZONES)(
        does(
            "",
            lambda fx: instructions.give_player(
                Rule.NO_ACTIVATION, would_be_activated, OPPONENT, phase="attack"
            ),
        )
    )


def _partner_missing(fx: Fx) -> bool:
    others = [card for card in zones.scales(fx.duel, fx.you) if card is not fx.card]
    return not any(card.belongs_to(MAGICIAN) or card.belongs_to(ODD_EYES) for card in others)


def _pendulum_battles(fx: Fx) -> bool:
    told = fx.event
    fighters = (told.card, *told.others) if told is not None else ()
    return fx.card.summoned == "scale" and any(
        card is not None and card.controller == fx.you and card.is_a("pendulum") for card in fighters
    )
