"""Patterns that many cards share.

Kinds of effect: equip, Field Spell, search, "destroy all …". Kinds of monster: Union, Toon, contact Summons.
A pattern registers everything that a card needs, so that one call is the whole card.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from facedown_server.games.duel import instructions
from facedown_server.games.duel.core import (
    EITHER,
    OPPONENT,
    YOU,
    Body,
    Cost,
    DamageStepUse,
    Fx,
    Limit,
    Procedure,
    Rule,
    Selection,
    Test,
    zones,
)
from facedown_server.games.duel.scripting.conditions import (
    can_special_summon_here,
    has_name,
    is_destruction,
    is_end_phase_start,
    was_on_field,
    was_sent_from_field_to_graveyard,
)
from facedown_server.games.duel.scripting.registry import (
    activation,
    continuous,
    equips,
    flip,
    forbid_special_summon,
    forbid_summon_from,
    ignition,
    instruction_body,
    procedure,
    reacts,
    saves,
    trigger,
)
from facedown_server.games.duel.summons import fusion, material_choice
from facedown_server.games.duel.summons.fusion import FusionMaterials
from facedown_server.games.duel.summons.material_choice import Good, procedure_with_materials
from facedown_server.table import Card, card_sentence
from facedown_shared.cards.facts import Facts
from facedown_shared.text import Words, words

__all__ = [
    "SCALE_ZONES",
    "contact",
    "equip_spell",
    "field_spell",
    "flip_bounces",
    "flip_recovers",
    "flip_unmasks",
    "gazing_scale",
    "is_equipped",
    "raise_target",
    "register_continuous",
    "register_destroy_all",
    "register_free_summon",
    "register_return_to_top",
    "register_weak_search",
    "ritual_spell",
    "spirit",
    "toon",
    "union",
]


def register_continuous(name: str, text: str = "", cost: Cost | None = None) -> None:
    """Register the activation of a Continuous card without an effect on resolution."""

    activation(name, cost=cost)(instruction_body(text or "Activate this card."))


def raise_target(name: str, text: str, rule: Rule, amount: int) -> None:
    """Register a card that raises a face-up monster's ATK or DEF (`rule`) until the end of the turn."""

    def raisable(card: Card, fx: Fx) -> bool:
        return card.face_up and (rule is Rule.ATTACK or not card.is_a("link"))

    target = Selection("monster", EITHER, raisable, keep=raisable)
    activation(name, target=target, damage_step=DamageStepUse.BEFORE)(
        instruction_body(text, lambda fx: instructions.apply_rule(rule, amount, to=fx.targets))
    )


def register_destroy_all(name: str, text: str, which: Callable[[Fx], Sequence[Card]]) -> None:
    """Register a Spell that destroys all cards in `which` without targeting; at least one must exist."""

    activation(name, only=lambda fx: bool(which(fx)), destroys=which)(
        instruction_body(text, lambda fx: instructions.destroy(which(fx)))
    )


def ritual_spell(name: str, text: str, monster: str) -> None:
    """Register a Ritual Spell for one Ritual Monster.

    The Tributes come from hand or field, with at least the Level of the monster.
    """

    activation(name, only=lambda fx: bool(fusion.ritual_monsters(fx, has_name(monster))))(
        instruction_body(text, lambda fx: instructions.ritual_summon(has_name(monster)))
    )


def register_return_to_top(name: str, text: str, cost: Cost) -> None:
    """Register a trigger of a card sent from the field to the Graveyard: pay to put it on top of the Deck."""

    def resolve(fx: Fx) -> Body:
        if fx.affects(fx.card):
            yield instructions.return_to_deck([fx.card], "top")

    resolve.__doc__ = text
    left = was_sent_from_field_to_graveyard
    trigger(name, "move", when=left, zones={"graveyard"}, can_miss_timing=True, cost=cost)(resolve)


def register_weak_search(name: str, what: str, value: Callable[[Facts], int | None]) -> None:
    """Register a mandatory search of a weak monster when this card is sent from the field to the Graveyard.

    `value` is the monster's ATK or DEF, `what` its name in the text. Cards of the found monster's name cannot
    be activated this turn.
    """

    def weak(card: Card) -> bool:
        found = value(card.facts)
        return card.facts.is_monster and found is not None and 0 <= found <= 1500

    def searches(fx: Fx) -> Body:
        found = yield instructions.search(weak)
        yield instructions.add_to_hand(found, show=True)
        yield instructions.shuffle_deck(fx.you)
        names = [card.name for card in found]
        yield instructions.apply_rule_to_player(Rule.NO_ACTIVATION, lambda _, other: other.name in names)

    searches.__doc__ = (
        f"If this card is sent from the field to the Graveyard: add 1 monster with 1500 or less {what} from"
        " your Deck to your hand, but you cannot activate cards, or the effects of cards, with that name this"
        " turn."
    )
    trigger(
        name, "move", when=was_sent_from_field_to_graveyard, must=True, zones={"graveyard"}, limit=Limit.NAME,
        from_deck=True,
    )(searches)  # fmt: skip


def flip_recovers(name: str, text: str, kind: str) -> None:
    """Register a Flip effect that adds a card of a kind ("spell", "trap") from the Graveyard to the hand."""

    flip(name, target=Selection("graveyard", YOU, lambda card, fx: card.facts.is_a(kind)))(
        instruction_body(text, lambda fx: instructions.add_to_hand(fx.targets))
    )


def flip_unmasks(name: str, text: str, kind: str) -> None:
    """Register a Flip effect that destroys a "spell" or "trap". A Set target is revealed first."""

    def is_face_down_spell_trap(card: Card) -> bool:
        return card.is_spell if kind == "spell" else card.is_trap

    def possible(card: Card, fx: Fx) -> bool:
        return is_face_down_spell_trap(card) or (not card.face_up and card.zone == "spell_trap")

    def reveal(fx: Fx) -> Body:
        for card in fx.targets:
            if not card.face_up:
                yield instructions.show([card])
            if is_face_down_spell_trap(card):
                yield instructions.destroy([card])

    reveal.__doc__ = text
    flip(
        name,
        target=Selection("spell_trap", EITHER, possible),
        destroys=lambda fx: [card for card in fx.targets if card.face_up],
    )(reveal)


def flip_bounces(name: str, text: str, most: int = 1, must: bool = True) -> None:
    """Register a Flip effect that returns monsters on the field to their owners' hands."""

    flip(name, target=Selection("monster", EITHER, most=most), must=must)(
        instruction_body(text, lambda fx: instructions.return_to_hand(fx.targets))
    )


def register_free_summon(name: str, said: Words, can: Test) -> None:
    """Register a Special Summon from the hand without a Chain while `can` is true."""

    def choose(fx: Fx) -> Generator[Any, Any, Any]:
        yield from ()
        return ()

    def do_nothing(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield from ()

    def possible(fx: Fx) -> bool:
        return can(fx) and bool(fx.free_monster_zones(fx.you))

    procedure(name, Procedure(possible, choose, do_nothing, words=said))


def spirit(name: str) -> None:
    """Register a Spirit monster.

    It cannot be Special Summoned. In the End Phase of the turn it was Summoned or flipped it returns to the
    hand.
    """

    def was_summoned_this_turn(fx: Fx) -> bool:
        summon_events = [*fx.events_of("summoned"), *fx.events_of("flip")]
        return is_end_phase_start(fx) and any(
            one.card is fx.card and one.life == fx.card.incarnation for one in summon_events
        )

    forbid_special_summon(name)
    trigger(name, "phase", when=was_summoned_this_turn, must=True)(
        instruction_body(
            "In the End Phase of the turn it was Normal Summoned or flipped face-up: return it to the hand.",
            lambda fx: instructions.return_to_hand([fx.card]),
            here=True,
        )
    )


def is_equipped(fx: Fx, card: Card) -> bool:
    """Return whether a card is the monster equipped with this card."""
    return card is fx.card.equipped_to


def equip_spell(
    name: str, text: str, fits: Callable[[Card, Fx], bool] | None = None, attack: int = 0, defense: int = 0,
    only: Test | None = None,
) -> None:  # fmt: skip
    """Register an Equip Spell for a fitting face-up monster, and its changes of ATK and DEF."""
    allowed = fits or (lambda card, fx: True)

    def is_equippable(card: Card, fx: Fx) -> bool:
        return card.face_up and allowed(card, fx)

    def resolve(fx: Fx) -> Body:
        for monster in fx.targets:
            yield instructions.equip_this(monster)

    resolve.__doc__ = text
    target = Selection(
        "monster", EITHER, is_equippable, text=words("choose_a_monster_to_equip"), keep=is_equippable
    )
    activation(name, target=target, only=only)(resolve)
    equips(name, is_equippable)
    for rule, raised in ((Rule.ATTACK, attack), (Rule.DEFENSE, defense)):
        if raised:
            continuous(name, rule, raised, fits=is_equipped)


def field_spell(name: str, text: str, raises: dict[str, int], lowers: dict[str, int] | None = None) -> None:
    """Register a Field Spell that changes monsters' ATK and DEF by race, as in {"fiend": 200}."""
    register_continuous(name, text)
    changes = {**raises, **{race: -amount for race, amount in (lowers or {}).items()}}

    def is_affected(fx: Fx, card: Card) -> bool:
        return card.face_up and card.race in changes and card.is_in_monster_zone

    def amount(fx: Fx, card: Card) -> int:
        return changes[card.race]

    continuous(name, Rule.ATTACK, amount, fits=is_affected)
    continuous(name, Rule.DEFENSE, amount, fits=is_affected)


# --- Kinds of monster ---------------------------------------------------------------------------------------


MONSTER_ZONES = ("monster", "extra_monster")
TOON_WORLD = "Toon World"
TOON_ATTACK_COST_LP = 500


# --- Union --------------------------------------------------------------------------------------------------


def union(name: str, fits: Callable[[Card], bool], attack: int = 0, defense: int = 0) -> None:
    """Register a Union monster: it equips a fitting monster, strengthens and protects it, and can unequip."""

    def can_join(card: Card, fx: Fx) -> bool:
        return card.face_up and fits(card) and card is not fx.card

    def join(fx: Fx) -> Body:
        """Target 1 fitting monster you control; equip this card to it."""
        if not (fx.is_in_place and fx.card.is_in_monster_zone):
            return
        if fx.targets:
            yield instructions.equip_card(fx.card, fx.targets[0])
        else:
            yield instructions.send_to_graveyard([fx.card])

    ignition(
        name, target=Selection("monster", YOU, can_join, keep=can_join), zones=MONSTER_ZONES,
        limit=Limit.TURN, key="union", only=lambda fx: bool(fx.free_spell_trap_zones(fx.you)),
    )(join)  # fmt: skip
    ignition(
        name, zones=("spell_trap",), limit=Limit.TURN, key="union",
        only=lambda fx: (
            fx.card.equipped_to is not None and bool(fx.free_monster_zones(fx.you))
            and can_special_summon_here(fx, fx.card)
        ),
    )(
        instruction_body(
            "Special Summon this equipped card.",
            lambda fx: instructions.special_summon([fx.card]),
            here=True,
        )
    )  # fmt: skip
    saves(name, lambda fx, card, _: is_equipped(fx, card))(
        instruction_body(
            "If the equipped monster would be destroyed, destroy this card instead.",
            lambda fx: instructions.destroy_instead([fx.card]),
        )
    )
    equips(name, lambda card, fx: fits(card))
    continuous(name, Rule.ATTACK, attack, fits=is_equipped, zones=("spell_trap",))
    continuous(name, Rule.DEFENSE, defense, fits=is_equipped, zones=("spell_trap",))


# --- Toon ---------------------------------------------------------------------------------------------------


def toon(name: str, tributes_needed: int) -> None:
    """Register a Toon monster.

    It is Summoned from the hand by Tributes while Toon World is face-up, and destroyed together with it.
    """
    procedure(name, _toon_summon(tributes_needed))
    continuous(name, Rule.NO_ATTACK, only=lambda fx: fx.card.arrived == fx.state.turn, zones=MONSTER_ZONES)
    continuous(name, Rule.ATTACK_COST, TOON_ATTACK_COST_LP, zones=MONSTER_ZONES)
    continuous(name, Rule.DIRECT_ATTACK, only=lambda fx: not _faces_toon(fx), zones=MONSTER_ZONES)
    continuous(name, Rule.NO_DIRECT_ATTACK, only=_faces_toon, zones=MONSTER_ZONES)
    continuous(
        name,
        Rule.ATTACKS_ONLY,
        lambda fx, card: _is_toon_monster(card),
        only=_faces_toon,
        zones=MONSTER_ZONES,
    )
    reacts(name, "move", _was_toon_world_destroyed, zones=MONSTER_ZONES)(
        instruction_body("", lambda fx: instructions.destroy([fx.card]))
    )


def _toon_summon(needed: int) -> Procedure:
    def usable(fx: Fx) -> list[Card]:
        return material_choice.usable_tributes(fx.duel, fx.you)

    def make_tribute_test(fx: Fx) -> Good:
        stands = bool(fx.spells_traps(YOU, lambda card: card.face_up and card.name == TOON_WORLD))
        return lambda cards: (
            stands and len(cards) == needed
            and material_choice.prefers_lent_monsters(fx.duel, fx.you, cards, usable(fx))
            and zones.has_free_main(fx.state, fx.you, cards)
        )  # fmt: skip

    def pay_tributes(fx: Fx, chosen: Sequence[Card]) -> Body:
        if chosen:
            yield instructions.tribute(chosen)

    return procedure_with_materials(
        usable, make_tribute_test, needed, pay_tributes,
        asks=lambda fx: card_sentence("choose_tributes_for", fx.card),
        words=words("procedure_toon"), least=needed,
    )  # fmt: skip


def _is_toon_monster(card: Card) -> bool:
    return card.face_up and card.is_a("toon")


def _faces_toon(fx: Fx) -> bool:
    return any(_is_toon_monster(card) for card in fx.duel.cards_at("monster", fx.opponent))


def _was_toon_world_destroyed(fx: Fx) -> bool:
    event = fx.event
    return (
        event is not None and event.card is not None and event.card.name == TOON_WORLD
        and is_destruction(event) and was_on_field(event)
        and event.before is not None and event.before.face_up
    )  # fmt: skip


# --- contact ------------------------------------------------------------------------------------------------


def contact(name: str, needs: FusionMaterials) -> None:
    """Register a Fusion Monster that is Summoned only by banishing its materials from the player's field."""

    def usable(fx: Fx) -> list[Card]:
        return needs.candidates(fx.cards("field", YOU))

    def make_material_test(fx: Fx) -> Good:
        return lambda cards: (
            needs.matches(cards) and bool(zones.zones_for_summon(fx.duel, fx.you, fx.card, cards))
        )

    def send_materials(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.banish(chosen, word="cost")

    way = procedure_with_materials(
        usable, make_material_test, len(needs.tests), send_materials,
        asks=lambda fx: card_sentence("choose_to_banish_for", fx.card),
        zones=frozenset({"extra_deck"}), words=words("procedure_contact"),
    )  # fmt: skip
    procedure(name, way)
    forbid_summon_from(name, "extra_deck", "graveyard")


# --- Pendulum -----------------------------------------------------------------------------------------------

SCALE_ZONES = ("spell_trap", "pendulum")
MAGICIAN_CODE, ODD_EYES_CODE = 0x98, 0x99


def gazing_scale(name: str, kind: str) -> None:
    """Register a Pendulum Scale that becomes 4 without a partner.

    While the player's Pendulum Monsters battle, the opponent cannot activate cards of `kind` ("spell",
    "trap").
    """

    def is_not_yet_active(_: object, card: Card) -> bool:
        """Return whether a card is of this kind and not yet face-up on the field.

        Effects of face-up cards can still be used.
        """
        return card.facts.is_a(kind) and not (card.is_on_field and card.face_up)

    continuous(name, Rule.SCALE, 4, only=_has_no_partner, zones=SCALE_ZONES)
    reacts(name, "attack", _pendulum_battles, zones=SCALE_ZONES)(
        instruction_body(
            "",
            lambda fx: instructions.apply_rule_to_player(
                Rule.NO_ACTIVATION, is_not_yet_active, OPPONENT, phase="attack"
            ),
        )
    )


def _has_no_partner(fx: Fx) -> bool:
    others = [card for card in zones.scales(fx.duel, fx.you) if card is not fx.card]
    return not any(card.belongs_to(MAGICIAN_CODE) or card.belongs_to(ODD_EYES_CODE) for card in others)


def _pendulum_battles(fx: Fx) -> bool:
    event = fx.event
    fighters = (event.card, *event.others) if event is not None else ()
    return fx.card.summoned == "scale" and any(
        card is not None and card.controller == fx.you and card.is_a("pendulum") for card in fighters
    )
