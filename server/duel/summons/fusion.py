"""Fusion Summons: which monsters can be made of what (YGO-MOVE-14 to 16, GAP-29)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from server.duel.core import YOU, CardTest, Duel, Fx, Play, ask_cards, zones
from server.duel.game_actions import arriving
from server.duel.summons.material_choice import reachable, summon_with
from server.table.state import Card, card_words
from shared.words import words


@dataclass(frozen=True, slots=True)
class FusionMaterials:
    """One test for each material, in any order."""

    tests: tuple[CardTest, ...]

    def matches(self, cards: Sequence[Card]) -> bool:
        """Whether these cards are exactly the materials."""
        return len(cards) == len(self.tests) and _assign(list(cards), list(self.tests))

    def among(self, cards: Sequence[Card]) -> list[Card]:
        """Those of these cards that could be a material; none when for one of the materials there is none."""
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
    """The player's Fusion Monsters that can be made of these cards and have a zone to go to.

    CLS-FUS-01 to 04.
    """
    usable = [card for card in materials if card is not fx.card]
    return [card for card in fx.cards("extra_deck", YOU) if _can_make(fx, card, usable)]


def _can_make(fx: Fx, monster: Card, usable: Sequence[Card]) -> bool:
    needs = _needs(fx, monster)
    if needs is None or monster.face_up or arriving.is_locked(fx.duel, fx.you, monster, fx.card):
        return False
    return reachable([], needs.among(usable), _good(fx, monster, needs), len(needs.tests))


def _needs(fx: Fx, monster: Card) -> FusionMaterials | None:
    script = fx.duel.script(monster)
    needs = script.materials if script else None
    return needs if isinstance(needs, FusionMaterials) else None


def _good(fx: Fx, monster: Card, needs: FusionMaterials) -> Callable[[Sequence[Card]], bool]:
    def good(cards: Sequence[Card]) -> bool:
        return needs.matches(cards) and bool(zones.for_summon(fx.duel, fx.you, monster, cards))

    return good


def fusion_summon(duel: Duel, fx: Fx, materials: Sequence[Card]) -> Play[Card | None]:
    """Choose a Fusion Monster and its materials, send them to the Graveyard, Fusion Summon it.

    CLS-FUS-05.
    """
    makeable = recipes(fx, materials)
    if not makeable:
        return None
    # Asked even when only one will do: that nothing was asked would tell of hand and Extra Deck.
    (monster,) = yield from ask_cards(fx.you, makeable, words("choose_a_fusion_monster"), always=True)
    needs = _needs(fx, monster)
    assert needs is not None
    usable = needs.among([card for card in materials if card is not fx.card])
    return (
        yield from summon_with(
            duel, fx, monster, usable, _good(fx, monster, needs), len(needs.tests), word="fusion",
            cause="material", text=card_words("choose_materials_for", monster),
        )
    )  # fmt: skip
