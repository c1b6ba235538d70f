"""Summoning and Setting by a player's own act: Normal, Tribute, Flip, Set, and Special Summon by procedure.

Every act is declared first (Tributes, zone, position can be taken back), then done, then a window to negate
the Summon opens, then it has succeeded (GAP-17). Sources: YGO-MOVE-05 to 12, YGO-POS rows, CLS-SUM rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from server.duel.chain import chain, legality
from server.duel.core import zones
from server.duel.core.effect import Fx, Procedure
from server.duel.core.prompts import Offer, Play, ask_one, carry_out, declare
from server.duel.core.words import Limit, Rule
from server.duel.effects import ongoing_effects
from server.duel.game_actions import actions
from server.duel.summons import tributes
from server.referee import PromptKind
from server.table import ops
from server.table.state import Card
from shared.zones import Place, Seat

if TYPE_CHECKING:
    from server.duel.engine import Duel


@dataclass(frozen=True, slots=True)
class Arrival:
    """A Normal Summon or Set with every choice made."""

    card: Card
    tributes: tuple[Card, ...]
    place: Place


# --- what is possible ---------------------------------------------------------------------------------------


def normal_words(duel: Duel, seat: Seat, card: Card) -> list[str]:
    """Whether this hand card can be Normal Summoned ("summon"), Set ("set") or both (CLS-SUM-04)."""
    if not is_normal_summonable(duel, card) or not can_tribute(duel, seat, card):
        return []
    rules = {"summon": Rule.NO_NORMAL_SUMMON, "set": Rule.NO_SET}
    return [word for word, rule in rules.items() if not ongoing_effects.holds_for(duel, rule, seat, card)]


def has_normal_summon(duel: Duel, seat: Seat) -> bool:
    """One Normal Summon or Set a turn, unless an effect grants more (YGO-MOVE-09, CLS-SUM-01, CLS-SUM-10).

    CLS-FUS-09, CLS-RIT-08.
    """
    allowed = 1 + ongoing_effects.total_for(duel, Rule.EXTRA_SUMMONS, seat)
    return duel.this_turn.normal_summons[seat] < allowed


def is_normal_summonable(duel: Duel, card: Card) -> bool:
    """Whether the card itself allows a Normal Summon at all."""
    facts = card.facts
    if not facts.is_monster or facts.belongs_in_extra_deck:
        return False
    if facts.is_a("ritual") or facts.is_a("special_summon_only"):
        return False
    script = duel.script(card)
    return script is None or not script.no_normal_summon


def tributes_needed(card: Card) -> int:
    """0, 1 or 2 by Level (YGO-MOVE-05 to 07, CLS-SUM-06 to 08)."""
    level = card.facts.level
    return 0 if level <= 4 else 1 if level <= 6 else 2


def tributable(duel: Duel, seat: Seat) -> list[Card]:
    """Monsters this player may Tribute for a Tribute Summon."""
    found = tributes.usable(duel, seat)
    return [card for card in found if not ongoing_effects.holds(duel, Rule.NO_TRIBUTE_SUMMON, card)]


def worth(duel: Duel, tribute: Card, summoned: Card) -> int:
    """How many Tributes a monster counts as for this Summon."""
    doubles = ongoing_effects.values(duel, Rule.DOUBLE_TRIBUTE, tribute)
    return 2 if any(value is True or value == summoned.facts.attribute for value in doubles) else 1


def can_tribute(duel: Duel, seat: Seat, card: Card) -> bool:
    """Whether Tributes and a zone for this monster are there."""
    return _can_finish(duel, seat, card, (), tributes_needed(card))


def _can_finish(duel: Duel, seat: Seat, card: Card, chosen: Sequence[Card], needed: int) -> bool:
    """Whether more Tributes can complete the choice and leave a free zone."""
    if needed <= 0:
        first = not chosen or tributes.uses_what_is_lent(duel, seat, chosen, tributable(duel, seat))
        return first and bool(zones.free_main(duel.state, seat, chosen))
    rest = [other for other in tributable(duel, seat) if not any(other is one for one in chosen)]
    for other in rest:
        if _can_finish(duel, seat, card, [*chosen, other], needed - worth(duel, other, card)):
            return True
    return False


# --- Normal Summon and Set ----------------------------------------------------------------------------------


def declare_arrival(duel: Duel, seat: Seat, card: Card) -> Play[Arrival]:
    """Ask for Tributes, one at a time, and the zone (CLS-SUM-09)."""
    needed = tributes_needed(card)
    chosen: list[Card] = []
    while needed > 0:
        fitting = [
            other for other in tributable(duel, seat) if not any(other is one for one in chosen)
            and _can_finish(duel, seat, card, [*chosen, other], needed - worth(duel, other, card))
        ]  # fmt: skip
        offers = [Offer(f"card:{other.id}", other, "tribute", other) for other in fitting]
        tribute: Card = yield from ask_one(seat, offers, f"Choose a Tribute for {card.name}.")
        chosen.append(tribute)
        needed -= worth(duel, tribute, card)
    place = yield from actions.choose_zone(
        duel, seat, card, seat, (), zones.free_main(duel.state, seat, chosen), chosen
    )
    assert place is not None
    return Arrival(card, tuple(chosen), place)


def normal_summon(duel: Duel, seat: Seat, card: Card, *, counted: bool = True) -> Play[bool]:
    """Normal or Tribute Summon from the hand; False when it was taken back (CLS-SUM-02)."""
    arrival = yield from declare(lambda: declare_arrival(duel, seat, card), PromptKind.TURN)
    if arrival is None:
        return False
    yield from _summon(duel, seat, arrival, counted)
    return True


def _summon(duel: Duel, seat: Seat, arrival: Arrival, counted: bool) -> Play[None]:
    word = "tribute" if arrival.tributes else "normal"
    yield from _pay_tributes(duel, seat, arrival, counted)
    actions.arrive(duel, arrival.card, arrival.place, seat, "attack", by=seat, source=None, word=word)
    yield from attempt(duel, [arrival.card], seat, word)


def set_monster(duel: Duel, seat: Seat, card: Card) -> Play[bool]:
    """Set a monster face-down in Defense Position (CLS-SUM-03, CLS-CARD-04, CLS-CARD-06)."""
    arrival = yield from declare(lambda: declare_arrival(duel, seat, card), PromptKind.TURN)
    if arrival is None:
        return False
    yield from _set(duel, seat, arrival, True)
    return True


def _set(duel: Duel, seat: Seat, arrival: Arrival, counted: bool) -> Play[None]:
    card, turn = arrival.card, duel.state.turn
    yield from _pay_tributes(duel, seat, arrival, counted)
    ops.next_moment(duel.state)
    ops.move(
        duel.state, card, arrival.place, face_up=False, defense_position=True, cause="set", by=seat,
        kind="set",
    )  # fmt: skip
    ops.mark(duel.state, card, arrived=turn, set_turn=turn)


def extra_summons(duel: Duel, seat: Seat) -> list[Card]:
    """Hand cards an effect may let this player Normal Summon or Set beyond the one of the turn."""
    return [card for card in duel.lying("hand", seat) if normal_words(duel, seat, card)]


def summon_or_set(duel: Duel, seat: Seat, card: Card) -> Play[None]:
    """Within an effect: Normal Summon or Set this hand card; the one of the turn is not used up."""
    offers = [Offer(f"word:{word}", word, word, card) for word in normal_words(duel, seat, card)]
    word = yield from ask_one(seat, offers, f"Summon or Set {card.name}?")
    arrival = yield from declare_arrival(duel, seat, card)
    yield from (_summon if word == "summon" else _set)(duel, seat, arrival, False)


def _pay_tributes(duel: Duel, seat: Seat, arrival: Arrival, counted: bool) -> Play[None]:
    ops.next_moment(duel.state)
    if counted:
        duel.this_turn.normal_summons[seat] += 1
    yield from actions.send(
        duel, arrival.tributes, "graveyard", cause="tribute", by=seat, source=arrival.card
    )
    if arrival.tributes:
        duel.tributed_for[arrival.card.id] = arrival.tributes
        yield from duel.check_state()


def attempt(
    duel: Duel, cards: Sequence[Card], seat: Seat, word: str, *, by: Seat | None = None
) -> Play[bool]:  # fmt: skip
    """The window in which a declared Summon can be negated; then it succeeds. True if it did.

    Within an effect there is no such window.
    """
    if duel.state.chain:
        ops.next_moment(duel.state)
        _succeed(duel, cards, seat, word, by)
        return True
    duel.summoning = actions.SummonAttempt(list(cards), seat, word)
    yield from duel.check_state()
    names = ", ".join(card.name for card in cards)
    for asked in duel.seat_order():
        answer = yield from chain.respond(duel, asked, f"{names} is being Summoned. Respond?")
        if answer is not None:
            yield from chain.build(duel, answer)
            break
    negated, duel.summoning = duel.summoning.negated, None
    if negated:
        return False
    ops.next_moment(duel.state)
    _succeed(duel, cards, seat, word, by)
    return True


def _succeed(duel: Duel, cards: Sequence[Card], seat: Seat, word: str, by: Seat | None) -> None:
    for card in cards:
        if word in _PROPER:
            ops.mark(duel.state, card, proper=True)
        actions.announce(duel, card, seat, word, by=seat if by is None else by)


_PROPER = frozenset({"synchro", "xyz", "link", "pendulum", "fusion", "ritual", "special"})


# --- Flip Summon and position -------------------------------------------------------------------------------


def may_flip_summon(duel: Duel, card: Card) -> bool:
    """A face-down monster, not in the turn it was Set, Summoned, changed by hand or attacked (GAP-10).

    One that an effect has turned face-down may be flipped back at once (YGO-POS-07).

    CLS-SUM-05, CLS-SUM-15 to 16, YGO-POS-04.
    """
    turn = duel.state.turn
    return (
        card.in_monster_zone and not card.face_up and card.set_turn < turn and card.arrived < turn
        and card.moved_turn < turn and not card.attacks
        and not ongoing_effects.holds(duel, Rule.NO_POSITION_CHANGE, card)
        and not ongoing_effects.holds_for(duel, Rule.NO_FLIP_SUMMON, card.controller, card)
    )  # fmt: skip


def flip_summon(duel: Duel, seat: Seat, card: Card) -> Play[bool]:
    """TurnRecord a Set monster to Attack Position (CLS-SUM-11 to 13, CLS-CARD-05); its Flip effect waits."""
    ops.next_moment(duel.state)
    ops.turn_card(duel.state, card, face_up=True, defense_position=False, cause="flip_summon", by=seat)
    ops.mark(duel.state, card, moved_turn=duel.state.turn, summoned="flip")
    duel.collect()
    flipped, duel.pending = duel.pending, []
    if (yield from attempt(duel, [card], seat, "flip")):
        duel.pending = [replace(one, moment=duel.state.moment) for one in flipped] + duel.pending
    return True


def may_change_position(duel: Duel, card: Card) -> bool:
    """Once per turn, not in the turn it came or attacked (YGO-POS-06, CLS-SUM-17, GAP-10).

    CLS-TURN-10 to 12, CLS-BATTLE-06.
    """
    turn = duel.state.turn
    return (
        card.in_monster_zone and card.face_up and not card.facts.is_a("link") and card.arrived < turn
        and card.moved_turn < turn and not card.attacks
        and not ongoing_effects.holds(duel, Rule.NO_POSITION_CHANGE, card)
    )  # fmt: skip


def change_position(duel: Duel, seat: Seat, card: Card) -> Play[bool]:
    """Between face-up Attack and face-up Defense."""
    ops.next_moment(duel.state)
    actions.turn_card(
        duel, card, face_up=True, defense=not card.defense_position, by=seat, source=None, cause="position"
    )
    ops.mark(duel.state, card, moved_turn=duel.state.turn)
    yield from ()
    return True


# --- Spells and Traps ---------------------------------------------------------------------------------------


def may_set_card(duel: Duel, seat: Seat, card: Card) -> bool:
    """Whether a Spell or Trap in the hand may be Set now (CLS-SET-01 to 04, CLS-SPELL-01)."""
    if not (card.facts.is_spell or card.facts.is_trap) or ongoing_effects.holds_for(
        duel, Rule.NO_SET, seat, card
    ):
        return False
    return bool(set_places(duel, seat, card))


def set_places(duel: Duel, seat: Seat, card: Card) -> list[Place]:
    """Zones for a card about to be Set (YGO-STZ-03 to 06)."""
    if not card.facts.is_a("field"):
        return zones.free_spell_trap(duel, seat)
    taken = bool(duel.lying("field_zone", seat))
    return [] if taken and duel.format.replace_own_field == "refused" else [Place(seat, "field", 0)]


def set_card(duel: Duel, seat: Seat, card: Card) -> Play[bool]:
    """Set a Spell or Trap from the hand."""
    place = yield from declare(
        lambda: actions.choose_zone(duel, seat, card, seat, (), set_places(duel, seat, card)), PromptKind.TURN
    )
    if place is None:
        return False
    ops.next_moment(duel.state)
    yield from lay_set(duel, card, place, by=seat)
    return True


def lay_set(duel: Duel, card: Card, place: Place, *, by: Seat, source: Card | None = None) -> Play[None]:
    """Lay a Spell or Trap face-down; a Field Spell takes the place of one's own (CF-18)."""
    if card.facts.is_a("field"):
        yield from chain.clear_field_zone(duel, place.seat, card)
    ops.move(
        duel.state, card, place, face_up=False, cause="set", by=by, source=source, controller=place.seat,
        kind="set",
    )  # fmt: skip
    ops.mark(duel.state, card, arrived=duel.state.turn, set_turn=duel.state.turn)


# --- Special Summon by procedure ----------------------------------------------------------------------------


def procedures(duel: Duel, seat: Seat) -> list[tuple[Fx, Procedure, str]]:
    """Every Special Summon one may declare now that starts no chain (YGO-ED-04), with its option's key."""
    found = []
    for card, usable in duel.usable("off_field", seat):
        for index, procedure in usable.procedures:
            if ongoing_effects.holds_for(duel, Rule.NO_SPECIAL_SUMMON, seat, card):
                continue
            fx = Fx(duel, card, seat, life=card.incarnation)
            if not _used_up(duel, fx, procedure) and procedure.can(fx):
                found.append((fx, procedure, f"special:{card.id}:{index}"))
    return found


def _used_up(duel: Duel, fx: Fx, procedure: Procedure) -> bool:
    return procedure.limit is not Limit.NONE and (fx.card.name, procedure.word, fx.you) in duel.this_turn.used


def special_summon(duel: Duel, fx: Fx, procedure: Procedure) -> Play[bool]:
    """Choose materials, zone and position, pay, arrive, window, success (CLS-SUM-18 to 19)."""
    declared = yield from declare(lambda: _declare_procedure(duel, fx, procedure), PromptKind.TURN)
    if declared is None:
        return False
    chosen, place, position = declared
    ops.next_moment(duel.state)
    if procedure.limit is not Limit.NONE:
        duel.this_turn.used[(fx.card.name, procedure.word, fx.you)] = 1
    yield from carry_out(fx, procedure.pay(fx, chosen), check=not procedure.at_once)
    actions.arrive(duel, fx.card, place, fx.you, position, by=fx.you, source=fx.card, word=procedure.word)
    yield from attempt(duel, [fx.card], fx.you, procedure.word)
    return True


def _declare_procedure(duel: Duel, fx: Fx, procedure: Procedure) -> Play[Any]:
    chosen = yield from procedure.choose(fx)
    leaving = chosen if isinstance(chosen, list | tuple) else ()
    place = yield from actions.choose_zone(duel, fx.you, fx.card, fx.you, (), None, leaving)
    assert place is not None
    fixed = {True: "defense", False: "attack", None: ""}[procedure.defense]
    position = yield from actions.choose_position(duel, fx.you, fx.card, fixed)
    return chosen, place, position


# --- the open state -----------------------------------------------------------------------------------------


def offers(duel: Duel, seat: Seat) -> Iterator[Offer]:
    """Every Summon, Set and position change open to the turn player, each with the act that does it."""
    has_summon = has_normal_summon(duel, seat)
    for card in duel.lying("hand", seat):
        for word in normal_words(duel, seat, card) if has_summon else ():
            act = normal_summon if word == "summon" else set_monster
            yield _act(word, card, partial(act, duel, seat, card))
        if may_set_card(duel, seat, card):
            yield _act("set", card, partial(set_card, duel, seat, card))
    for fx, procedure, key in procedures(duel, seat):
        perform = partial(special_summon, duel, fx, procedure)
        yield Offer(key, perform, "special_summon", fx.card, text=procedure.text)
    for card in duel.lying("monster", seat):
        if may_flip_summon(duel, card):
            yield _act("flip_summon", card, partial(flip_summon, duel, seat, card))
        if may_change_position(duel, card):
            yield _act("change_position", card, partial(change_position, duel, seat, card))
    yield from legality.activations(duel, seat, False)


def _act(verb: str, card: Card, act: Any) -> Offer:
    return Offer(f"{verb}:{card.id}", act, verb, card)
