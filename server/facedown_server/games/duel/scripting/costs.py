"""Costs as data: the test, the choice of cards, and the payment (GAP-16, GAP-19)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from facedown_server.games.duel import instructions
from facedown_server.games.duel.core import EITHER, YOU, Rule
from facedown_server.games.duel.core.effect import Body, Cost, Fx, Instruction, Number, Selection, Test
from facedown_server.games.duel.summons import material_choice
from facedown_server.table import Card
from facedown_shared.text import words

CardAndFx = Callable[[Card, Fx], bool]


def _always(fx: Fx) -> bool:
    return True


def _cost_of(
    pay: Callable[[Fx, Sequence[Card]], Instruction], *, can: Test = _always, pick: Selection | None = None
) -> Cost:
    """Return a cost that one instruction pays with the chosen cards."""

    def body(fx: Fx, chosen: Sequence[Card]) -> Body:
        yield pay(fx, chosen)

    return Cost(can, pick, body)


def pay_cost(amount: Number) -> Cost:
    """Return the cost of paying Life Points.

    The player must have at least that many. Paying all of them loses the duel (GAP-16).
    """
    return _cost_of(
        lambda fx, _: instructions.pay_life(fx.number(amount)),
        can=lambda fx: fx.state.life(fx.you) >= fx.number(amount),
    )


def pay_half_cost() -> Cost:
    """Return the cost of paying half the Life Points. The player keeps the rounded-up half (GAP-49)."""
    return _cost_of(lambda fx, _: instructions.pay_life(fx.state.life(fx.you) // 2))


def _is_not_this(only: CardAndFx | None) -> CardAndFx:
    return lambda card, fx: card is not fx.card and (only is None or only(card, fx))


def discard_cost(count: Number = 1, only: CardAndFx | None = None) -> Cost:
    """Return the cost of discarding other cards from the hand."""
    pick = Selection("hand", YOU, _is_not_this(only), count, count, words("choose_what_to_discard"))
    return _cost_of(lambda fx, chosen: instructions.discard(chosen, word="cost"), pick=pick)


def discard_this_cost() -> Cost:
    """Return the cost of discarding this card from the hand."""
    return _cost_of(
        lambda fx, _: instructions.discard([fx.card], word="cost"), can=lambda fx: fx.card.zone == "hand"
    )


def send_this_cost(from_zone: str = "hand") -> Cost:
    """Return the cost of sending this card to the Graveyard."""

    def can_pay(fx: Fx) -> bool:
        lies_there = fx.card.zone == from_zone or (from_zone == "field" and fx.card.is_on_field)
        return lies_there and not fx.duel.is_rule_active(Rule.BANISH_INSTEAD, fx.card)

    return _cost_of(lambda fx, _: instructions.send_to_graveyard([fx.card], word="cost"), can=can_pay)


def tribute_this_cost() -> Cost:
    """Return the cost of Tributing this card."""
    return _cost_of(
        lambda fx, _: instructions.tribute([fx.card]),
        can=lambda fx: fx.card.is_in_monster_zone and not fx.duel.is_rule_active(Rule.NO_TRIBUTE, fx.card),
    )


def tribute_cost(count: Number = 1, only: CardAndFx | None = None, this_too: bool = False) -> Cost:
    """Return the cost of Tributing own monsters. Monsters that an effect lends must be Tributed first."""

    def can_be_tributed(card: Card, fx: Fx) -> bool:
        first = material_choice.lent_monsters(fx.duel, fx.you)
        usable = first if len(first) >= fx.number(count) else material_choice.usable_tributes(fx.duel, fx.you)
        if not any(card is one for one in usable) or (not this_too and card is fx.card):
            return False
        return only is None or only(card, fx)

    pick = Selection("monster", EITHER, can_be_tributed, count, count, words("choose_a_tribute"))
    return _cost_of(lambda fx, chosen: instructions.tribute(chosen), pick=pick)


def detach_cost(count: int = 1) -> Cost:
    """Return the cost of detaching materials from this card."""
    pick = Selection("material", YOU, None, count, count, words("choose_what_to_detach"))
    return _cost_of(lambda fx, chosen: instructions.detach(fx.card, chosen), pick=pick)


def remove_counter(name: str, count: int = 1) -> Cost:
    """Return the cost of removing counters from this card."""
    return _cost_of(
        lambda fx, _: instructions.remove_counters(fx.card, name, count),
        can=lambda fx: fx.card.counters.get(name, 0) >= count,
    )


def hand_to_deck_cost(where: str = "top", count: Number = 1) -> Cost:
    """Return the cost of putting cards from the hand on the top or bottom of the Deck."""
    pick = Selection("hand", YOU, _is_not_this(None), count, count, words("choose_what_to_put_back"))
    return _cost_of(lambda fx, chosen: instructions.return_to_deck(chosen, where), pick=pick)


def banish_top_cost(count: int, face_up: bool = True) -> Cost:
    """Return the cost of banishing the top cards of the player's Deck."""
    return _cost_of(
        lambda fx, _: instructions.banish(
            fx.state.pile(fx.you, "deck")[:count], face_up=face_up, word="cost"
        ),
        can=lambda fx: fx.can_draw(fx.you, count),
    )


def oath(can: Callable[[Fx], bool], body: Callable[[Fx], Body]) -> Cost:
    """Return a cost without payment: a restriction that lasts from the activation on.

    The effect can be activated only while `can` is true; `body` applies the restriction.
    """
    return Cost(can, None, lambda fx, chosen: body(fx))
