"""Normal Summons, Tribute Summons, Flip Summons, position changes and Sets.

A player first declares a Summon (choices of Tributes and zone can be undone), then carries it out. Then a
window to negate the Summon opens; without a negation it succeeds (GAP-17). Sources: YGO-MOVE-05 to 12,
YGO-POS rows, CLS-SUM rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from facedown_server.games.duel.chain import activation
from facedown_server.games.duel.core import (
    Duel,
    DuelQueries,
    Offer,
    Play,
    Rule,
    Verb,
    declare,
    prompt_for_offer,
    zones,
)
from facedown_server.games.duel.effects import listeners
from facedown_server.games.duel.game_actions import arrivals, departures
from facedown_server.games.duel.summons.attempts import attempt
from facedown_server.games.duel.summons.material_choice import prefers_lent_monsters, usable_tributes
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import Card, card_sentence, ops
from facedown_shared.cards.facts import EXTRA_DECK_KINDS
from facedown_shared.tables import Place, Seat


@dataclass(frozen=True, slots=True)
class Arrival:
    """A declared Normal Summon or Set: the card, its Tributes and its zone."""

    card: Card
    tributes: tuple[Card, ...]
    place: Place


# --- legality -----------------------------------------------------------------------------------------------


def normal_summon_verbs(duel: DuelQueries, seat: Seat, card: Card) -> list[Verb]:
    """Return how a hand card can be played as a monster: "summon", "set", both or neither (CLS-SUM-04)."""
    if not is_normal_summonable(card) or not can_tribute(duel, seat, card):
        return []
    return [word for word, rule in _FORBIDS.items() if not duel.is_rule_active_for(rule, seat, card)]


_FORBIDS: dict[Verb, Rule] = {"summon": Rule.NO_NORMAL_SUMMON, "set": Rule.NO_SET}
_OTHERWISE = EXTRA_DECK_KINDS | {"ritual", "special_summon_only"}


def has_normal_summon(duel: DuelQueries, seat: Seat) -> bool:
    """Return whether the player has a Normal Summon or Set left this turn.

    One per turn, plus those that effects grant (YGO-MOVE-09, CLS-SUM-01, CLS-SUM-10). CLS-FUS-09, CLS-RIT-08.
    """
    rows = [row for row in duel.rows(Rule.EXTRA_SUMMONS) if seat in row.seats]
    extra = sum(row.value for row in rows if isinstance(row.value, int))
    return duel.this_turn.normal_summons[seat] < 1 + extra


def is_normal_summonable(card: Card) -> bool:
    """Return whether the card's kind allows a Normal Summon."""
    kinds = card.facts.kinds
    return "monster" in kinds and _OTHERWISE.isdisjoint(kinds)


def tributes_needed(card: Card) -> int:
    """Return the number of Tributes for the card's Level: 0, 1 or 2 (YGO-MOVE-05 to 07, CLS-SUM-06 to 08)."""
    level = card.facts.level
    return 0 if level <= 4 else 1 if level <= 6 else 2


def tributable(duel: DuelQueries, seat: Seat) -> list[Card]:
    """Return the monsters that this player may Tribute for a Tribute Summon."""
    return [
        card for card in usable_tributes(duel, seat) if not duel.is_rule_active(Rule.NO_TRIBUTE_SUMMON, card)
    ]


def tribute_value(duel: DuelQueries, tribute: Card, summoned: Card) -> int:
    """Return the number of Tributes that one monster counts as for this Summon."""
    doubles = duel.values(Rule.DOUBLE_TRIBUTE, tribute)
    return 2 if any(value is True or value == summoned.facts.attribute for value in doubles) else 1


def can_tribute(duel: DuelQueries, seat: Seat, card: Card) -> bool:
    """Return whether the player has the Tributes and a zone for this monster."""
    return _can_complete(duel, seat, card, (), tributes_needed(card))


def _can_complete(duel: DuelQueries, seat: Seat, card: Card, chosen: Sequence[Card], needed: int) -> bool:
    """Return whether more Tributes can complete the choice and leave a free zone."""
    if needed <= 0:
        first = not chosen or prefers_lent_monsters(duel, seat, chosen, tributable(duel, seat))
        return first and zones.has_free_main(duel.state, seat, chosen)
    return any(
        _can_complete(duel, seat, card, [*chosen, other], needed - tribute_value(duel, other, card))
        for other in tributable(duel, seat) if other not in chosen
    )  # fmt: skip


# --- Normal Summon and Set ----------------------------------------------------------------------------------


def declare_arrival(duel: Duel, seat: Seat, card: Card) -> Play[Arrival]:
    """Let the player choose Tributes, one at a time, and the zone (CLS-SUM-09)."""
    needed = tributes_needed(card)
    chosen: list[Card] = []
    while needed > 0:
        fitting = [
            other for other in tributable(duel, seat) if other not in chosen
            and _can_complete(duel, seat, card, [*chosen, other], needed - tribute_value(duel, other, card))
        ]  # fmt: skip
        offers = [Offer(f"card:{other.id}", other, "tribute", other) for other in fitting]
        tribute: Card = yield from prompt_for_offer(
            seat, offers, card_sentence("choose_a_tribute_for", card), forced=not duel.announces
        )
        chosen.append(tribute)
        needed -= tribute_value(duel, tribute, card)
    place = yield from arrivals.choose_zone(
        duel, seat, card, seat, (), zones.free_main(duel.state, seat, chosen), chosen
    )
    assert place is not None
    return Arrival(card, tuple(chosen), place)


def normal_summon_or_set(duel: Duel, word: str, seat: Seat, card: Card) -> Play[bool]:
    """Declare and carry out a Normal Summon ("summon") or Set ("set"); return False if it was undone."""
    arrival = yield from declare(lambda: declare_arrival(duel, seat, card), PromptKind.TURN)
    if arrival is not None:
        yield from _ACTS[word](duel, seat, arrival, True)
    return arrival is not None


def _summon(duel: Duel, seat: Seat, arrival: Arrival, counted: bool) -> Play[None]:
    """Normal Summon or Tribute Summon from the hand (CLS-SUM-02)."""
    word = "tribute" if arrival.tributes else "normal"
    yield from _pay_tributes(duel, seat, arrival, counted)
    arrivals.arrive(duel, arrival.card, arrival.place, seat, "attack", by=seat, source=None, word=word)
    yield from attempt(duel, [arrival.card], seat, word)


def _set_monster(duel: Duel, seat: Seat, arrival: Arrival, counted: bool) -> Play[None]:
    """Set a monster face-down in Defense Position (CLS-SUM-03, CLS-CARD-04, CLS-CARD-06)."""
    card, turn = arrival.card, duel.state.turn
    yield from _pay_tributes(duel, seat, arrival, counted)
    ops.next_moment(duel.state)
    ops.move(
        duel.state, card, arrival.place, face_up=False, defense_position=True, cause="set", by=seat,
        kind="set",
    )  # fmt: skip
    ops.mark(duel.state, card, arrived=turn, set_turn=turn)


_ACTS = {"summon": _summon, "set": _set_monster}


def extra_summons(duel: DuelQueries, seat: Seat) -> list[Card]:
    """Return the hand cards that an effect may let this player Normal Summon or Set in addition."""
    return [card for card in duel.cards_at("hand", seat) if normal_summon_verbs(duel, seat, card)]


def summon_or_set(duel: Duel, seat: Seat, card: Card) -> Play[None]:
    """Normal Summon or Set this hand card by an effect. Does not use up the turn's Normal Summon."""
    offers = [Offer(f"word:{word}", word, word, card) for word in normal_summon_verbs(duel, seat, card)]
    word = yield from prompt_for_offer(seat, offers, card_sentence("summon_or_set", card))
    arrival = yield from declare_arrival(duel, seat, card)
    yield from _ACTS[word](duel, seat, arrival, False)


def _pay_tributes(duel: Duel, seat: Seat, arrival: Arrival, counted: bool) -> Play[None]:
    ops.next_moment(duel.state)
    if counted:
        duel.this_turn.normal_summons[seat] += 1
    yield from departures.send_cards(
        duel, arrival.tributes, "graveyard", cause="tribute", by=seat, source=arrival.card
    )
    if arrival.tributes:
        duel.tributed_for[arrival.card.id] = arrival.tributes
        yield from duel.check_state()


# --- Flip Summon and position -------------------------------------------------------------------------------


def can_flip_summon(duel: DuelQueries, card: Card) -> bool:
    """Return whether a face-down monster may be Flip Summoned (GAP-10).

    Not in a turn in which it was Set or Summoned, attacked, or had its position changed by its player. A
    monster that an effect turned face-down may be flipped at once (YGO-POS-07).

    CLS-SUM-05, CLS-SUM-15 to 16, YGO-POS-04.
    """
    return not card.face_up and card.is_in_monster_zone and not position_obstacle(duel, card)


def position_obstacle(duel: DuelQueries, card: Card) -> str:
    """Return the code of the reason that prevents a monster's position change; "" if it is legal.

    See `reasons` for the codes.
    """
    turn = duel.state.turn
    if not (card.arrived < turn and card.moved_turn < turn and (card.face_up or card.set_turn < turn)):
        return "came_this_turn"
    if card.attacks:
        return "attacked"
    flips = not card.face_up and duel.is_rule_active_for(Rule.NO_FLIP_SUMMON, card.controller, card)
    return "forbidden" if flips or duel.is_rule_active(Rule.NO_POSITION_CHANGE, card) else ""


def flip_summon(duel: Duel, seat: Seat, card: Card) -> Play[bool]:
    """Flip Summon a monster (CLS-SUM-11 to 13, CLS-CARD-05).

    Its Flip effect triggers after the Summon succeeds.
    """
    ops.next_moment(duel.state)
    ops.turn_card(duel.state, card, face_up=True, defense_position=False, cause="flip_summon", by=seat)
    ops.mark(duel.state, card, moved_turn=duel.state.turn, summoned="flip")
    listeners.collect(duel)
    flipped, duel.pending = duel.pending, []
    if (yield from attempt(duel, [card], seat, "flip")):
        duel.pending = [replace(one, moment=duel.state.moment) for one in flipped] + duel.pending
    return True


def can_change_position(duel: DuelQueries, card: Card) -> bool:
    """Return whether a face-up monster's position may be changed by its player.

    Once per turn, not in a turn in which it was Summoned or attacked (YGO-POS-06, CLS-SUM-17, GAP-10).

    CLS-TURN-10 to 12, CLS-BATTLE-06.
    """
    lies = card.face_up and card.is_in_monster_zone and not card.facts.is_a("link")
    return lies and not position_obstacle(duel, card)


def change_position(duel: Duel, seat: Seat, card: Card) -> Play[bool]:
    """Change a monster between face-up Attack and face-up Defense Position."""
    ops.next_moment(duel.state)
    arrivals.turn_card(
        duel, card, face_up=True, defense=not card.defense_position, by=seat, source=None, cause="position"
    )
    ops.mark(duel.state, card, moved_turn=duel.state.turn)
    yield from ()
    return True


# --- Sets of Spells and Traps -------------------------------------------------------------------------------


def can_set_card(duel: DuelQueries, seat: Seat, card: Card) -> bool:
    """Return whether a Spell or Trap in the hand may be Set now (CLS-SET-01 to 04, CLS-SPELL-01)."""
    if not (card.facts.is_spell or card.facts.is_trap) or duel.is_rule_active_for(Rule.NO_SET, seat, card):
        return False
    return zones.has_zone_for_spell_trap(duel, seat, card)


def set_card(duel: Duel, seat: Seat, card: Card) -> Play[bool]:
    """Set a Spell or Trap from the hand; return False if that was undone."""
    place = yield from declare(
        lambda: arrivals.choose_zone(
            duel, seat, card, seat, (), zones.zones_for_spell_trap(duel, seat, card)
        ),
        PromptKind.TURN,
    )
    if place is None:
        return False
    ops.next_moment(duel.state)
    yield from place_set_card(duel, card, place, by=seat)
    return True


def place_set_card(
    duel: Duel, card: Card, place: Place, *, by: Seat, source: Card | None = None
) -> Play[None]:
    """Place a Spell or Trap face-down. A Field Spell replaces the player's present one (CF-18)."""
    if card.facts.is_a("field"):
        yield from activation.clear_field_zone(duel, place.seat, card)
    ops.move(
        duel.state, card, place, face_up=False, cause="set", by=by, source=source, controller=place.seat,
        kind="set",
    )  # fmt: skip
    ops.mark(duel.state, card, arrived=duel.state.turn, set_turn=duel.state.turn)
