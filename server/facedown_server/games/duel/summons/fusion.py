"""Fusion and Ritual Summons by effects.

Sources: YGO-MOVE-14 to 16, GAP-29, CLS-RIT rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from facedown_server.games.duel.core import YOU, CardTest, Duel, Fx, Play, prompt_for_cards, zones
from facedown_server.games.duel.game_actions import arrivals
from facedown_server.games.duel.summons.material_choice import (
    distinct,
    frees_zone,
    prefers_lent_monsters,
    reachable,
    summon_with,
    usable_tributes,
)
from facedown_server.table import Card, card_sentence
from facedown_shared.text import words


@dataclass(frozen=True, slots=True)
class FusionMaterials:
    """Materials of a Fusion Monster: one test for each, in any order."""

    tests: tuple[CardTest, ...]

    def matches(self, cards: Sequence[Card]) -> bool:
        """Return whether these cards are a complete set of materials."""
        return len(cards) == len(self.tests) and _assign(list(cards), list(self.tests))

    def candidates(self, cards: Sequence[Card]) -> list[Card]:
        """Return the cards that can be materials; empty if no card passes one of the tests."""
        if not all(any(test(card) for card in cards) for test in self.tests):
            return []
        return [card for card in cards if any(test(card) for test in self.tests)]


def _assign(cards: list[Card], tests: list[CardTest]) -> bool:
    if not tests:
        return True
    return any(
        tests[0](card) and _assign([other for other in cards if other is not card], tests[1:])
        for card in cards
    )


def recipes(fx: Fx, materials: Sequence[Card]) -> list[Card]:
    """Return the Fusion Monsters that the player can Summon with these materials.

    CLS-FUS-01 to 04.
    """
    usable = [card for card in materials if card is not fx.card]
    fits: dict[int, bool] = {}  # copies of a face-down card are Summoned with the same materials
    for card in fx.cards("extra_deck", YOU):
        if not card.face_up and card.code not in fits:
            fits[card.code] = _can_fuse(fx, card, usable)
    return [card for card in fx.cards("extra_deck", YOU) if not card.face_up and fits[card.code]]


def _can_fuse(fx: Fx, monster: Card, usable: Sequence[Card]) -> bool:
    needs = _needs(fx, monster)
    if needs is None or monster.face_up or arrivals.is_locked(fx.duel, fx.you, monster, fx.card):
        return False
    count = len(needs.tests)
    candidates = distinct(needs.candidates(usable), count)
    if not frees_zone(candidates) and not zones.zones_for_summon(fx.duel, fx.you, monster):
        return False
    return reachable([], candidates, _make_fusion_test(fx, monster, needs), count, count)


def _needs(fx: Fx, monster: Card) -> FusionMaterials | None:
    script = fx.duel.script(monster)
    needs = script.materials if script else None
    return needs if isinstance(needs, FusionMaterials) else None


def _make_fusion_test(fx: Fx, monster: Card, needs: FusionMaterials) -> Callable[[Sequence[Card]], bool]:
    def is_complete(cards: Sequence[Card]) -> bool:
        return needs.matches(cards) and bool(zones.zones_for_summon(fx.duel, fx.you, monster, cards))

    return is_complete


def fusion_summon(duel: Duel, fx: Fx, materials: Sequence[Card]) -> Play[Card | None]:
    """Let the player choose a Fusion Monster and its materials; send the materials and Summon the monster.

    CLS-FUS-05.
    """
    makeable = recipes(fx, materials)
    if not makeable:
        return None
    # Prompt even for a single choice: a missing prompt would disclose hand and Extra Deck.
    (monster,) = yield from prompt_for_cards(fx.you, makeable, words("choose_a_fusion_monster"), always=True)
    needs = _needs(fx, monster)
    assert needs is not None
    usable = needs.candidates([card for card in materials if card is not fx.card])
    return (
        yield from summon_with(
            duel, fx, monster, usable, _make_fusion_test(fx, monster, needs), len(needs.tests), word="fusion",
            cause="material", text=card_sentence("choose_materials_for", monster),
        )
    )  # fmt: skip


# --- Ritual Summons (YGO-MOVE rows, CLS-RIT rows) -----------------------------------------------------------


def ritual_monsters(fx: Fx, fits: Callable[[Card], bool]) -> list[Card]:
    """Return the Ritual Monsters in the hand that fit and have enough Tributes (CLS-RIT-02 to 03)."""
    found = [
        card for card in fx.cards("hand") if card.owner == fx.you and card.facts.is_a("ritual") and fits(card)
    ]
    payable: dict[int, bool] = {}  # copies in the hand have the same Tributes
    for card in found:
        if card.code not in payable:
            payable[card.code] = not arrivals.is_locked(fx.duel, fx.you, card, fx.card) and _payable(
                fx, card, _tributes(fx, card)
            )
    return [card for card in found if payable[card.code]]


def _payable(fx: Fx, monster: Card, usable: Sequence[Card]) -> bool:
    if sum([card.level for card in usable]) < monster.facts.level:
        return False
    if not frees_zone(usable) and not zones.has_free_main(fx.state, fx.you):
        return False
    most = _max_tributes(monster, usable)
    highest_first = sorted(distinct(usable, most), key=lambda card: -card.level)
    return reachable([], highest_first, _make_tribute_test(fx, monster, usable), most)


def _max_tributes(monster: Card, usable: Sequence[Card]) -> int:
    """Return the maximum number of Tributes: without the lowest one, their Levels are too low."""
    lowest = min((card.level for card in usable), default=1)
    return 1 + (monster.facts.level - 1) // lowest


def _tributes(fx: Fx, monster: Card) -> list[Card]:
    own = [
        card
        for card in (*fx.duel.cards_at("hand", fx.you), *usable_tributes(fx.duel, fx.you))
        if card is not monster
    ]
    return [card for card in own if card.facts.is_monster and card.level > 0]


def _make_tribute_test(fx: Fx, monster: Card, usable: Sequence[Card]) -> Callable[[Sequence[Card]], bool]:
    need = monster.facts.level

    def is_enough(cards: Sequence[Card]) -> bool:
        total = sum(card.level for card in cards)
        spare = min((card.level for card in cards), default=0)
        return (
            total >= need and total - spare < need
            and prefers_lent_monsters(fx.duel, fx.you, cards, usable)
            and zones.has_free_main(fx.state, fx.you, cards)
        )  # fmt: skip

    return is_enough


def ritual_summon(duel: Duel, fx: Fx, fits: Callable[[Card], bool]) -> Play[Card | None]:
    """Let the player choose a Ritual Monster and its Tributes, and Ritual Summon it (CLS-RIT-04 to 05)."""
    found = ritual_monsters(fx, fits)
    if not found:
        return None
    # Prompt even for a single choice: a missing prompt would disclose the hand.
    (monster,) = yield from prompt_for_cards(fx.you, found, words("choose_a_ritual_monster"), always=True)
    usable = _tributes(fx, monster)
    return (
        yield from summon_with(
            duel, fx, monster, usable, _make_tribute_test(fx, monster, usable), _max_tributes(monster,
            usable),
            word="ritual", cause="tribute", text=card_sentence("choose_tributes_for", monster),
        )
    )  # fmt: skip
