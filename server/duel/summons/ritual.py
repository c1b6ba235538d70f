"""Ritual Summons: Tribute monsters of enough Levels from hand or field (YGO-MOVE rows, CLS-RIT rows)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from server.duel.core import Duel, Fx, Play, ask_cards, zones
from server.duel.game_actions import arriving
from server.duel.summons.material_choice import reachable, summon_with, usable_tributes, uses_what_is_lent
from server.table.state import Card, card_words
from shared.words import words


def possible(fx: Fx, fits: Callable[[Card], bool]) -> list[Card]:
    """Ritual Monsters in the hand that fit and can be paid for now (CLS-RIT-02 to 03)."""
    found = [
        card for card in fx.cards("hand") if card.owner == fx.you and card.facts.is_a("ritual") and fits(card)
    ]
    return [
        card for card in found
        if not arriving.is_locked(fx.duel, fx.you, card, fx.card) and _payable(fx, card, _tributes(fx, card))
    ]  # fmt: skip


def _payable(fx: Fx, monster: Card, usable: Sequence[Card]) -> bool:
    enough = sum(card.level for card in usable) >= monster.facts.level
    return enough and reachable([], usable, _good(fx, monster, usable), _most(monster, usable))


def _most(monster: Card, usable: Sequence[Card]) -> int:
    """How many Tributes can be needed: all but the lowest of them do not reach the Level."""
    lowest = min((card.level for card in usable), default=1)
    return 1 + (monster.facts.level - 1) // lowest


def _tributes(fx: Fx, monster: Card) -> list[Card]:
    own = [
        card
        for card in (*fx.duel.cards_at("hand", fx.you), *usable_tributes(fx.duel, fx.you))
        if card is not monster
    ]
    return [card for card in own if card.facts.is_monster and card.level > 0]


def _good(fx: Fx, monster: Card, usable: Sequence[Card]) -> Callable[[Sequence[Card]], bool]:
    need = monster.facts.level

    def good(cards: Sequence[Card]) -> bool:
        total = sum(card.level for card in cards)
        spare = min((card.level for card in cards), default=0)
        return (
            total >= need and total - spare < need
            and uses_what_is_lent(fx.duel, fx.you, cards, usable)
            and bool(zones.free_main(fx.state, fx.you, cards))
        )  # fmt: skip

    return good


def ritual_summon(duel: Duel, fx: Fx, fits: Callable[[Card], bool]) -> Play[Card | None]:
    """Choose the Ritual Monster and the Tributes, Tribute them, Ritual Summon it (CLS-RIT-04 to 05)."""
    found = possible(fx, fits)
    if not found:
        return None
    # Asked even when only one will do: that nothing was asked would tell of the hand.
    (monster,) = yield from ask_cards(fx.you, found, words("choose_a_ritual_monster"), always=True)
    usable = _tributes(fx, monster)
    return (
        yield from summon_with(
            duel, fx, monster, usable, _good(fx, monster, usable), _most(monster, usable), word="ritual",
            cause="tribute", text=card_words("choose_tributes_for", monster),
        )
    )  # fmt: skip
