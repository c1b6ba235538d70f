"""Arrivals on the field: Special Summons, zones and positions.

Actions that may prompt a player are generators. `by` is the responsible player, `source` the card whose
effect it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from facedown_server.games.duel.core import (
    Duel,
    DuelQueries,
    Fx,
    Offer,
    Play,
    Rule,
    card_status,
    prompt_for_offer,
    zones,
)
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.table import Card, ops
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import Place, Seat
from facedown_shared.text import words


def can_special_summon(fx: Fx, card: Card, seat: Seat) -> bool:
    """Return whether an effect may Special Summon a card to this player's side (GAP-28).

    Checks the card's own limits too.
    """
    improper = needs_proper_summon(card) and not card.proper
    if improper or card_status.is_gone_for_good(fx.duel, card):
        return False
    script = fx.duel.script(card)
    if script is not None and (card.zone in script.never_from or not script.allows_special_summon(fx)):
        return False
    return not fx.duel.is_rule_active_for(Rule.NO_SPECIAL_SUMMON, seat, card)


def is_locked(duel: DuelQueries, seat: Seat, card: Card, source: Card | None) -> bool:
    """Return whether a rule forbids a player to Special Summon a card by the effect of `source`.

    The card that makes the rule is exempt from it.
    """
    return any(
        seat in row.seats and row.fx.card is not source and row.allows(card)
        for row in duel.rows(Rule.NO_SPECIAL_SUMMON)
    )  # fmt: skip


def needs_proper_summon(card: Card) -> bool:
    """Return whether a card must first be Summoned by its own kind of Summon (GAP-28, CLS-RIT-07)."""
    return card.facts.belongs_in_extra_deck or any(
        card.facts.is_a(kind) for kind in ("ritual", "special_summon_only")
    )


def special_summon(
    duel: Duel, cards: Sequence[Card], *, to: Seat, by: Seat, source: Card | None = None, position: str = "",
    word: str = "special", places: Sequence[Place] | None = None, proper: bool = False,
) -> Play[list[Card]]:  # fmt: skip
    """Special Summon cards by an effect, all at once; return the Summoned cards (CLS-SUM-18).

    `by` chooses zones and positions that are not fixed.
    """
    choices: list[tuple[Card, Place, str]] = []
    for card in cards:
        if is_locked(duel, by, card, source) or not can_take_position(card, position):
            continue
        place = yield from choose_zone(duel, by, card, to, [place for _, place, _ in choices], places)
        if place is None:
            continue
        chosen = yield from choose_position(duel, by, card, position)
        choices.append((card, place, chosen))
    for card, place, chosen in choices:
        arrive(duel, card, place, to, chosen, by=by, source=source, word=word)
        if proper:
            ops.mark(duel.state, card, proper=True)
    for card, _, _ in choices:
        announce(duel, card, to, word, by=by, source=source)
    return [card for card, _, _ in choices]


def choose_zone(
    duel: Duel, chooser: Seat, card: Card, to: Seat, taken: Sequence[Place], places: Sequence[Place] | None,
    leaving: Sequence[Card] = (),
) -> Play[Place | None]:  # fmt: skip
    """Let a player choose the zone for a card; return None if no zone is free (GAP-33)."""
    free = places if places is not None else zones.zones_for_summon(duel, to, card, leaving)
    offers = [
        Offer(f"zone:{place}", place, "zone", card, place)
        for place in free if place not in taken and zones.can_ever_move_to(card, place)
    ]  # fmt: skip
    if not offers:
        return None
    chosen: Place = yield from prompt_for_offer(chooser, offers, words("choose_a_zone"))
    return chosen


def can_take_position(card: Card, position: str) -> bool:
    """Return whether a card can take this position.

    A Link Monster cannot defend, and a Token cannot be face-down (GAP-48).

    YGO-POS-03, YGO-LNK-08, YGO-TOK-09.
    """
    if card.facts.is_a("link"):
        return position in ("", "attack")
    return not (card.token and position == "face_down")


def choose_position(duel: Duel, chooser: Seat, card: Card, position: str) -> Play[str]:
    """Return the position "attack", "defense" or "face_down", and prompt the player if it is not fixed.

    A Link Monster always takes Attack Position (CF-43). YGO-MMZ-03 to 04.
    """
    if card.facts.is_a("link"):
        return "attack"
    if position in ("attack", "defense", "face_down"):
        return position
    among = ("defense", "face_down") if position == "any_defense" else ("attack", "defense")
    offers = [
        Offer(f"position:{word}", word, "position", card, text=word)
        for word in among
        if can_take_position(card, word)
    ]
    chosen: str = yield from prompt_for_offer(chooser, offers, words("choose_a_position"))
    return chosen


def arrive(
    duel: Duel, card: Card, place: Place, to: Seat, position: str, *, by: Seat, source: Card | None, word: str
) -> None:  # fmt: skip
    """Place a Summoned card in its zone. A card that was equipped gets a new incarnation."""
    from_extra, life = card.zone == "extra_deck", card.incarnation
    was_equipped = card.equipped_to is not None
    ops.move(
        duel.state, card, place, face_up=position != "face_down", defense_position=position != "attack",
        cause="summon", by=by, source=source, controller=to, word=word, is_new_object=was_equipped,
    )  # fmt: skip
    if was_equipped:
        duel.carry_uses(card, life)
    if from_extra:
        ops.store_note(duel.state, card, zones.FROM_EXTRA_DECK, True)
    ops.mark(duel.state, card, arrived=duel.state.turn, summoned=word)
    if position == "face_down":
        ops.mark(duel.state, card, set_turn=duel.state.turn)


def announce(duel: Duel, card: Card, seat: Seat, word: str, *, by: Seat, source: Card | None = None) -> None:
    """Emit the event of a successful Summon, for triggers and responses (CLS-FUS-08)."""
    if by in (0, 1):
        duel.this_turn.summons[by] += 1
    ops.note(duel.state, "summoned", seat=seat, card=card, word=word, by=by, source=source, place=card.place)


def turn_card(
    duel: Duel, card: Card, *, face_up: bool, defense: bool, by: Seat, source: Card | None,
    cause: Cause = "effect",
) -> None:  # fmt: skip
    """Change a monster's face or position if the monster can take the new position."""
    possible = can_take_position(card, "face_down" if not face_up else "defense" if defense else "attack")
    if not possible or (card.face_up, card.defense_position) == (face_up, defense):
        return
    lost = list(card.equips) if card.face_up and not face_up else []
    ops.turn_card(
        duel.state, card, face_up=face_up, defense_position=defense, cause=cause, by=by, source=source
    )
    if not face_up:
        ongoing_effects.reset_face_effects(duel, card)
        duel.forget_uses(card)
        for equipped in lost:
            ops.unequip(duel.state, equipped)
