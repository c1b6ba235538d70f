"""Special Summons without a Chain: Pendulum Summons, and Summons by a card's own procedure.

A player may Pendulum Summon once per turn: any monsters with Levels between the scales, from the hand and the
face-up Extra Deck together. Sources: YGO-PEN rows, GAP-31, CF-01.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from facedown_server.games.duel.core import (
    Duel,
    Fx,
    Limit,
    Offer,
    Play,
    Procedure,
    Rule,
    declare,
    prompt_for_offer,
    zones,
)
from facedown_server.games.duel.game_actions import arrivals
from facedown_server.games.duel.summons.attempts import attempt
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import Card, ops
from facedown_shared.tables import Place, Seat
from facedown_shared.text import words


def offers(duel: Duel, seat: Seat) -> list[Offer]:
    """Return the options of the Pendulum Summon, one on each scale; empty if it is not possible."""
    if duel.this_turn.pendulum_summoned[seat] or not _first_steps(duel, seat, []):
        return []
    act = partial(perform, duel, seat)
    return [
        Offer(key, act, "pendulum_summon", card)
        for key, card in zip(("pendulum", "pendulum:right"), zones.scales(duel, seat), strict=True)
    ]  # fmt: skip


def levels_between_scales(duel: Duel, seat: Seat) -> range:
    """Return the Levels strictly between the two scales; empty without two scales."""
    found = zones.scales(duel, seat) if duel.format.pendulum_zones != "none" else ()
    if len(found) != 2:
        return range(0)
    lower, higher = sorted(card.scale for card in found)
    return range(lower + 1, higher)


def summonable(duel: Duel, seat: Seat) -> list[Card]:
    """Return the cards that can be Pendulum Summoned from the hand and the face-up Extra Deck."""
    levels = levels_between_scales(duel, seat)
    if not levels:
        return []
    hand = [
        card
        for card in duel.cards_at("hand", seat)
        if card.facts.is_monster and not card.facts.is_a("ritual")
    ]
    extra = [
        card for card in duel.cards_at("extra_deck", seat) if card.face_up and card.facts.is_a("pendulum")
    ]
    return [
        card for card in hand + extra
        if card.facts.level in levels and card.facts.level
        and not duel.is_rule_active_for(Rule.NO_SPECIAL_SUMMON, seat, card)
        and _itself_allows(duel, card, seat)
    ]  # fmt: skip


def _itself_allows(duel: Duel, card: Card, seat: Seat) -> bool:
    script = duel.script(card)
    allowed = script is None or script.allows_special_summon(Fx(duel, card, seat))
    return allowed and not card.facts.is_a("special_summon_only")


Step = tuple[Card, Place]


def _first_steps(duel: Duel, seat: Seat, chosen: Sequence[Step]) -> list[Step]:
    taken = [place for _, place in chosen]
    used = [card for card, _ in chosen]
    return [
        (card, place) for card in summonable(duel, seat) if not any(card is one for one in used)
        for place in zones.zones_for_summon(duel, seat, card) if _free(place, taken)
    ]  # fmt: skip


def _free(place: Place, taken: Sequence[Place]) -> bool:
    """Return whether a zone is free. A player may take at most one Extra Monster Zone."""
    second = place.zone == "extra_monster" and any(other.zone == "extra_monster" for other in taken)
    return place not in taken and not second


def _choose(duel: Duel, seat: Seat) -> Play[list[tuple[Card, Place, str]]]:
    chosen: list[tuple[Card, Place, str]] = []
    while True:
        steps = _first_steps(duel, seat, [(card, place) for card, place, _ in chosen])
        cards = list({id(card): card for card, _ in steps}.values())
        options = [Offer(f"card:{card.id}", card, "choose", card) for card in cards]
        if not options:
            return chosen
        if chosen:
            options.insert(0, Offer("done", None, "done"))
        card = yield from prompt_for_offer(seat, options, words("choose_to_pendulum_summon"), forced=False)
        if card is None:
            return chosen
        free = [place for one, place in steps if one is card]
        place = yield from arrivals.choose_zone(duel, seat, card, seat, (), free)
        position = yield from arrivals.choose_position(duel, seat, card, "")
        assert place is not None
        chosen.append((card, place, position))


def perform(duel: Duel, seat: Seat) -> Play[bool]:
    """Declare the Pendulum Summon and Summon all monsters at once; return False if it was undone."""
    chosen = yield from declare(partial(_choose, duel, seat), PromptKind.TURN)
    if chosen is None:
        return False
    ops.next_moment(duel.state)
    duel.this_turn.pendulum_summoned[seat] = True
    for card, place, position in chosen:
        arrivals.arrive(duel, card, place, seat, position, by=seat, source=None, word="pendulum")
    yield from attempt(duel, [card for card, _, _ in chosen], seat, "pendulum")
    return True


# --- procedures of cards ------------------------------------------------------------------------------------


def procedures(duel: Duel, seat: Seat) -> Iterator[tuple[Fx, Procedure, str]]:
    """Yield each Special Summon without a Chain that is legal now, with its option's key (YGO-ED-04)."""
    for card, index, procedure in duel.procedures(seat):
        fx = Fx(duel, card, seat, life=card.incarnation)
        if not procedure_obstacle(duel, fx, procedure):
            yield fx, procedure, f"special:{card.id}:{index}"


def procedure_obstacle(duel: Duel, fx: Fx, procedure: Procedure) -> str:
    """Return the code of the reason that prevents a Summon by procedure; "" if it is legal.

    See `reasons` for the codes.
    """
    barred = Rule.NO_SPECIAL_SUMMON
    if duel.rows(barred) and duel.is_rule_active_for(barred, fx.you, fx.card):
        return "forbidden"
    if procedure.limit is not Limit.NONE and (fx.card.name, procedure.word, fx.you) in duel.this_turn.used:
        return "used"
    if procedure.can(fx):
        return ""
    return "materials" if fx.card.zone == "extra_deck" else "condition"


def special_summon(duel: Duel, fx: Fx, procedure: Procedure) -> Play[bool]:
    """Special Summon a card by its own procedure (CLS-SUM-18 to 19); return False if it was undone.

    The player chooses materials, zone and position and pays. The monster arrives, then the window to negate
    opens.
    """
    declared = yield from declare(lambda: _declare_procedure(duel, fx, procedure), PromptKind.TURN)
    if declared is None:
        return False
    chosen, place, position = declared
    ops.next_moment(duel.state)
    if procedure.limit is not Limit.NONE:
        duel.this_turn.used[(fx.card.name, procedure.word, fx.you)] = 1
    yield from duel.carry_out(fx, procedure.pay(fx, chosen), check=not procedure.at_once)
    arrivals.arrive(duel, fx.card, place, fx.you, position, by=fx.you, source=fx.card, word=procedure.word)
    yield from attempt(duel, [fx.card], fx.you, procedure.word)
    return True


def _declare_procedure(duel: Duel, fx: Fx, procedure: Procedure) -> Play[Any]:
    chosen = yield from procedure.choose(fx)
    leaving = chosen if isinstance(chosen, list | tuple) else ()
    place = yield from arrivals.choose_zone(duel, fx.you, fx.card, fx.you, (), None, leaving)
    assert place is not None
    fixed = {True: "defense", False: "attack", None: ""}[procedure.defense]
    position = yield from arrivals.choose_position(duel, fx.you, fx.card, fixed)
    return chosen, place, position
