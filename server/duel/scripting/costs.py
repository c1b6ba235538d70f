"""Costs as data: whether they can be paid, what is chosen, and how they are paid (GAP-16, GAP-19)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from server.duel import instructions
from server.duel.core.effect import Body, Cost, Fx, Number, Selection
from server.duel.core.words import EITHER, YOU, Rule
from server.duel.summons import tributes
from server.table.state import Card

CardAndFx = Callable[[Card, Fx], bool]


def _always(fx: Fx) -> bool:
    return True


def pay(amount: Number) -> Cost:
    """Pay Life Points; more than that must be there, or exactly that (paying down to 0 loses, GAP-16)."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.pay_life(fx.number(amount))

    return Cost(lambda fx: fx.state.life(fx.you) >= fx.number(amount), None, body)


def pay_half() -> Cost:
    """Pay half the Life Points; who pays keeps the rounded-up half (GAP-49)."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.pay_life(fx.state.life(fx.you) // 2)

    return Cost(_always, None, body)


def _not_this(only: CardAndFx | None) -> CardAndFx:
    return lambda card, fx: card is not fx.card and (only is None or only(card, fx))


def discard_cost(count: Number = 1, only: CardAndFx | None = None) -> Cost:
    """Discard other cards from the hand."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.discard(chosen, word="cost")

    pick = Selection("hand", YOU, _not_this(only), count, count, "Choose what to discard.")
    return Cost(_always, pick, body)


def discard_this() -> Cost:
    """Discard this card from the hand."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.discard([fx.card], word="cost")

    return Cost(lambda fx: fx.card.zone == "hand", None, body)


def send_this(from_zone: str = "hand") -> Cost:
    """Send this card to the Graveyard."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.send_to_graveyard([fx.card], word="cost")

    def can(fx: Fx) -> bool:
        lies_there = fx.card.zone == from_zone or (from_zone == "field" and fx.card.on_field)
        return lies_there and not fx.duel.holds(Rule.BANISH_INSTEAD, fx.card)

    return Cost(can, None, body)


def tribute_this() -> Cost:
    """Tribute this card."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.tribute([fx.card])

    return Cost(
        lambda fx: fx.card.in_monster_zone and not fx.duel.holds(Rule.NO_TRIBUTE, fx.card),
        None,
        body,
    )


def tribute_cost(count: Number = 1, only: CardAndFx | None = None, this_too: bool = False) -> Cost:
    """Tribute monsters you control, or first of all one an effect lends you."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.tribute(chosen)

    def fits(card: Card, fx: Fx) -> bool:
        first = tributes.lent(fx.duel, fx.you)
        usable = first if len(first) >= fx.number(count) else tributes.usable(fx.duel, fx.you)
        if not any(card is one for one in usable) or (not this_too and card is fx.card):
            return False
        return only is None or only(card, fx)

    return Cost(_always, Selection("monster", EITHER, fits, count, count, "Choose a Tribute."), body)


def detach_cost(count: int = 1) -> Cost:
    """Detach materials from this card."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.detach(fx.card, chosen)

    return Cost(_always, Selection("material", YOU, None, count, count, "Choose what to detach."), body)


def remove_counter(name: str, count: int = 1) -> Cost:
    """Remove counters from this card."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.remove_counters(fx.card, name, count)

    return Cost(lambda fx: fx.card.counters.get(name, 0) >= count, None, body)


def banish_this() -> Cost:
    """Banish this card (from the Graveyard, say)."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.banish([fx.card], word="cost")

    return Cost(_always, None, body)


def banish_cost(pick: Selection, face_up: bool = True) -> Cost:
    """Banish chosen cards."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.banish(chosen, face_up=face_up, word="cost")

    return Cost(_always, pick, body)


def hand_to_deck_cost(where: str = "top", count: Number = 1) -> Cost:
    """Put cards from the hand on the top or bottom of the Deck."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.return_to_deck(chosen, where)

    return Cost(
        _always, Selection("hand", YOU, _not_this(None), count, count, "Choose what to put back."), body
    )


def both_costs(first: Cost, second: Cost) -> Cost:
    """Two costs together; at most one of them may ask for cards."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield from first.pay(fx, chosen if first.pick else ())
        yield from second.pay(fx, chosen if second.pick else ())

    return Cost(lambda fx: first.can(fx) and second.can(fx), first.pick or second.pick, body)


def oath(can: Callable[[Fx], bool], body: Callable[[Fx], Body]) -> Cost:
    """No cost but a promise: possible only while `can` holds, binding from the activation on."""
    return Cost(can, None, lambda fx, chosen: body(fx))


def banish_top_cost(count: int, face_up: bool = True) -> Cost:
    """Banish the top cards of your Deck."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield instructions.banish(fx.state.pile(fx.you, "deck")[:count], face_up=face_up, word="cost")

    return Cost(lambda fx: fx.can_draw(fx.you, count), None, body)


def own_cost(
    can: Callable[[Fx], bool], body: Callable[[Fx, Sequence[Card]], Any], pick: Selection | None = None
) -> Cost:
    """A cost of one's own making."""
    return Cost(can, pick, body)
