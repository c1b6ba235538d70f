"""Conditions in card headers: tests of `fx.event`, `fx.window` and `fx.link`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from facedown_server.games.duel.battle import damage_step
from facedown_server.games.duel.core import NEVER_THERE, YOU, Fx, Rule, activation_of
from facedown_server.games.duel.effects.trigger_conditions import REPLAY
from facedown_server.games.duel.game_actions import arrivals, control
from facedown_server.games.duel.summons import normal_summons
from facedown_server.table import Card, ChainLink, GameEvent
from facedown_shared.tables import Place, Seat

SUMMONS_BY_HAND = frozenset({"normal", "tribute", "flip"})


# --- this card (triggers) -----------------------------------------------------------------------------------


def was_sent_to_graveyard(fx: Fx) -> bool:
    """Return whether this card went to the Graveyard, from any place."""
    event = fx.event
    return (
        event is not None
        and event.card is fx.card
        and event.goal is not None
        and event.goal.zone == "graveyard"
    )


def was_sent_from_field_to_graveyard(fx: Fx) -> bool:
    """Return whether this card went from the field to the Graveyard."""
    return was_sent_to_graveyard(fx) and fx.event is not None and was_on_field(fx.event)


def was_summoned(*words: str) -> Callable[[Fx], bool]:
    """Return a test that this card was Summoned in one of these ways; without words, in any.

    Ways: "normal", "tribute", "flip", "special" …
    """
    return lambda fx: (
        fx.event is not None and fx.event.card is fx.card and (not words or fx.event.word in words)
    )


def has_dealt_battle_damage(fx: Fx) -> bool:
    """Return whether this card inflicted battle damage on the opponent."""
    event = fx.event
    return (
        event is not None
        and event.source is fx.card
        and event.cause == "battle damage"
        and event.seat == fx.opponent
    )


def is_destruction(event: GameEvent) -> bool:
    """Return whether an event moved a card by destroying it."""
    return event.cause in ("destroy", "battle") or (event.cause == "rule" and event.word == "destroy")


def was_on_field(event: GameEvent) -> bool:
    """Return whether the event's card was on the field before."""
    return event.before is not None and event.before.was_on_field and event.word != NEVER_THERE


# --- what a fast effect responds to -------------------------------------------------------------------------


def monsters_just_summoned(
    fx: Fx, seat: Seat | None = None, *words: str, by: Seat | None = None
) -> list[Card]:
    """Return the monsters just Summoned. Filters: to this seat's side, in these ways, by this player."""
    return [
        event.card for event in fx.window
        if event.kind == "summoned" and event.card is not None and seat in (None, event.seat)
        and by in (None, event.by) and (not words or event.word in words)
    ]  # fmt: skip


def was_attack_declared(fx: Fx) -> bool:
    """Return whether the event is a new attack declaration, not the replay of one."""
    return fx.event is not None and fx.event.word != REPLAY


def is_damage_expected(fx: Fx) -> bool:
    """Return whether the present attack is the opponent's and this player would take battle damage."""
    attack = fx.duel.attack
    return (
        attack is not None and attack.seat == fx.opponent and damage_step.foreseen_damage(fx.duel, fx.you) > 0
    )


def is_answering_deck_use(fx: Fx) -> bool:
    """Return whether the effect responds to one that takes cards from a Deck and is not negated yet."""
    if fx.link is None or fx.link.card.negated:
        return False
    activation = activation_of(fx.link)
    uses = activation.effect.from_deck
    return bool(uses(activation.fx) if callable(uses) else uses)


def was_turned_to_defense(fx: Fx) -> bool:
    """Return whether this card changed from Attack Position to face-up Defense Position."""
    event = fx.event
    return (
        event is not None and event.card is fx.card and event.before is not None
        and not event.before.defense_position and fx.card.face_up and fx.card.defense_position
    )  # fmt: skip


def opponent_attacks(fx: Fx) -> bool:
    """Return whether the opponent has just declared an attack."""
    return any(event.kind == "attack" and event.seat == fx.opponent for event in fx.window)


def is_attacker(card: Card, fx: Fx) -> bool:
    """Return whether the card is the attacking monster."""
    return fx.duel.attack is not None and fx.duel.attack.attacker is card


def is_still_attacking(card: Card, fx: Fx) -> bool:
    """Return whether the card is the attacker, its attack is not negated, and its position is unchanged."""
    attack = fx.duel.attack
    on = attack is not None and attack.attacker is card and not attack.negated
    return on and card.face_up and not card.defense_position


def answers_card(*kinds: str) -> Callable[[Fx], bool]:
    """Return a test that the effect responds to the activation of a card of these kinds ("spell", "trap")."""
    return lambda fx: (
        fx.link is not None and activation_of(fx.link).is_card and has_link_kind(fx.link, *kinds)
    )


def is_answering_named(*names: str) -> Callable[[Fx], bool]:
    """Return a test that the effect responds to the activation of a card with one of these names."""
    return lambda fx: fx.link is not None and activation_of(fx.link).is_card and fx.link.card.name in names


def answers_opponent(fx: Fx) -> bool:
    """Return whether the effect responds to an activation of the opponent."""
    return fx.link is not None and fx.link.seat == fx.opponent


def answers_destruction(fx: Fx) -> bool:
    """Return whether the effect responds to one that would destroy cards on the field."""
    return bool(cards_to_be_destroyed(fx))


def cards_to_be_destroyed(fx: Fx) -> list[Card]:
    """Return the cards on the field that the answered Chain Link would destroy."""
    if fx.link is None:
        return []
    return [card for card in activation_of(fx.link).fx.doomed if card.is_on_field]


def has_link_kind(link: ChainLink, *kinds: str) -> bool:
    """Return whether a Chain Link's card is of one of these kinds.

    A monster activated as a scale is a Spell.
    """
    if activation_of(link).effect.key == "scale":
        return "spell" in kinds
    return any(kind in link.card.facts.kinds for kind in kinds)


def is_summon_declared(fx: Fx, seat: Seat | None = None) -> bool:
    """Return whether a Summon (of this player) is declared and can still be negated."""
    attempt = fx.duel.summoning
    return attempt is not None and not attempt.negated and (seat is None or attempt.seat == seat)


# --- cards that an effect would destroy (headers) -----------------------------------------------------------


def the_targets(fx: Fx) -> Iterable[Card]:
    """Return the effect's targets."""
    return fx.targets


def the_card(fx: Fx) -> Iterable[Card]:
    """Return the effect's own card."""
    return (fx.card,)


def all_monsters(fx: Fx) -> Iterable[Card]:
    """Return every monster on the field."""
    return fx.monsters()


def everything_but_this(fx: Fx) -> list[Card]:
    """Return every Spell and Trap on the field except this card."""
    return fx.spells_traps(only=lambda card: card is not fx.card)


def answered_card(fx: Fx) -> Iterable[Card]:
    """Return the card of the answered Chain Link; empty if the link is the card's own activation.

    Such a card is negated together with its activation.
    """
    return [fx.link.card] if fx.link is not None and not activation_of(fx.link).is_card else []


# --- tests of cards -----------------------------------------------------------------------------------------


def half_rounded_up(number: int) -> int:
    """Return half of ATK, DEF or damage, rounded up (GAP-49)."""
    return (number + 1) // 2


def has_name(*names: str) -> Callable[[Card], bool]:
    """Return a test of cards that accepts these names."""
    return lambda card: card.name in names


def another(card: Card, fx: Fx) -> bool:
    """Return whether a card is another than this one."""
    return card is not fx.card


def is_face_up(card: Card, fx: Fx) -> bool:
    """Return whether the card is face-up."""
    return card.face_up


def is_in_defense(card: Card, fx: Fx) -> bool:
    """Return whether the monster is in Defense Position, face-up or face-down."""
    return card.defense_position


def can_defend(card: Card, fx: Fx) -> bool:
    """Return whether a monster is in face-up Attack Position and can change to Defense Position."""
    return card.face_up and not card.defense_position and not card.facts.is_a("link")


def can_turn_down(card: Card, fx: Fx) -> bool:
    """Return whether a monster is face-up and can be turned face-down (GAP-48)."""
    return card.face_up and not card.facts.is_a("link") and not card.token


def can_change_sides(card: Card, fx: Fx) -> bool:
    """Return whether control of the monster can be swapped: its controller has a zone for the other one."""
    return control.can_swap(fx.duel, card)


def monster_was_sent(fx: Fx, seat: Seat) -> bool:
    """Return whether a monster was sent from this player's field to their Graveyard this turn."""
    return any(
        was_on_field(event) and event.before is not None and event.before.was_in_monster_zone
        and event.before.controller == seat and event.goal == Place(seat, "graveyard", event.goal.slot)
        for event in fx.events_of("move") if event.goal is not None
    )  # fmt: skip


def is_standby_start(fx: Fx, seat: Seat) -> bool:
    """Return whether the event begins this player's Standby Phase."""
    return fx.event is not None and fx.event.word == "standby" and fx.event.seat == seat


def is_end_phase_start(fx: Fx, seat: Seat | None = None) -> bool:
    """Return whether the event begins an End Phase (of this player)."""
    return fx.event is not None and fx.event.word == "end" and seat in (None, fx.event.seat)


def revivable(card: Card, fx: Fx) -> bool:
    """Return whether this effect may Special Summon the monster (GAP-28).

    A monster that needs a proper Summon must have had one.
    """
    return card.facts.is_monster and can_special_summon_here(fx, card)


# --- possible actions of an effect --------------------------------------------------------------------------


def has_monster_zone(fx: Fx) -> bool:
    """Return whether this player has a free Monster Zone."""
    return bool(fx.free_monster_zones(fx.you))


def can_special_summon_here(fx: Fx, card: Card, seat: Seat | None = None) -> bool:
    """Return whether this effect may Special Summon a card to a player's side (default: this player's)."""
    return arrivals.can_special_summon(fx, card, fx.you if seat is None else seat)


def can_summon_tokens(fx: Fx, count: int) -> bool:
    """Return whether the player may Special Summon and has zones for so many Tokens (GAP-48)."""
    banned = [row for row in fx.duel.rows(Rule.NO_SPECIAL_SUMMON) if fx.you in row.seats]
    return len(fx.free_monster_zones(fx.you)) >= count and all(callable(row.value) for row in banned)


def settable(fx: Fx) -> list[Card]:
    """Return the Spells and Traps in the player's hand that can be Set now."""
    return [card for card in fx.cards("hand", YOU) if normal_summons.can_set_card(fx.duel, fx.you, card)]


def summons_left(fx: Fx) -> int:
    """Return the number of hand cards that the player could Normal Summon or Set in addition."""
    return len(normal_summons.extra_summons(fx.duel, fx.you))
