"""Materials of Synchro, Xyz and Link Monsters, and the Summons with them.

Sources: YGO-MOVE-17 to 20, YGO-XYZ rows, YGO-LNK rows, GAP-27, GAP-29.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from facedown_server.games.duel.core import Body, CardTest, Fx, Procedure, sort_by_place, zones
from facedown_server.games.duel.instructions import attach_to_this, send_as_material
from facedown_server.games.duel.summons.material_choice import procedure_with_materials
from facedown_server.table import Card, card_sentence
from facedown_shared.text import words


def _is_any_card(card: Card) -> bool:
    return True


class ExtraDeckMaterials(ABC):
    """Materials of an Extra Deck monster."""

    def _procedure(self, kind: str, most: int, **more: Any) -> Procedure:
        """Return a Procedure for at most `most` cards; `more` are further arguments of it."""

        def make_material_test(fx: Fx) -> Callable[[Sequence[Card]], bool]:
            return lambda cards: (
                self.matches(fx, cards) and bool(zones.zones_for_summon(fx.duel, fx.you, fx.card, cards))
            )

        return procedure_with_materials(
            self.usable, make_material_test, most, self.send_materials, word=kind.lower(),
            asks=lambda fx: card_sentence(f"summon_materials_{kind.lower()}", fx.card),
            zones=frozenset({"extra_deck"}), words=words(f"procedure_{kind.lower()}"), **more,
        )  # fmt: skip

    @abstractmethod
    def procedure(self) -> Procedure:
        """Return the Procedure that Summons a monster with these materials."""

    @abstractmethod
    def usable(self, fx: Fx) -> list[Card]:
        """Return the cards that can be materials."""

    @abstractmethod
    def matches(self, fx: Fx, cards: Sequence[Card]) -> bool:
        """Return whether these cards are a complete set of materials."""

    def send_materials(self, fx: Fx, chosen: Sequence[Card]) -> Body:
        """Send the materials to the Graveyard."""
        yield send_as_material(chosen)


@dataclass(frozen=True, slots=True)
class SynchroMaterials(ExtraDeckMaterials):
    """Tests of the Tuner and the non-Tuners, and the minimum and maximum of non-Tuners."""

    tuner: CardTest = _is_any_card
    others: CardTest = _is_any_card
    least: int = 1
    most: int = 4

    def procedure(self) -> Procedure:
        """Return the Procedure of the Synchro Summon."""
        return self._procedure("Synchro", self.most + 1, least=self.least + 1)

    def usable(self, fx: Fx) -> list[Card]:
        """Return the face-up monsters with a Level that fit; empty without a Tuner (GAP-29).

        Link and Xyz Monsters have no Level (YGO-LNK-07).
        """
        found = [
            card for card in fx.duel.cards_at("monster", fx.you)
            if card.face_up and card.level > 0
            and (self.others(card) or (card.is_a("tuner") and self.tuner(card)))
        ]  # fmt: skip
        return found if any(card.is_a("tuner") for card in found) else []

    def matches(self, fx: Fx, cards: Sequence[Card]) -> bool:
        """Return whether the cards are one Tuner and enough non-Tuners, with the right sum of Levels."""
        tuners = [card for card in cards if card.is_a("tuner")]
        others = [card for card in cards if not card.is_a("tuner")]
        return (
            len(tuners) == 1 and self.tuner(tuners[0]) and self.least <= len(others) <= self.most
            and all(self.others(card) for card in others)
            and sum(card.level for card in cards) == fx.card.facts.level
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class XyzMaterials(ExtraDeckMaterials):
    """Number and test of monsters whose Level equals the Rank.

    `over`: the test of an Xyz Monster that can be the only material (YGO-XYZ-12); None: not possible.
    """

    count: int
    test: CardTest = _is_any_card
    over: CardTest | None = None

    def procedure(self) -> Procedure:
        """Return the Procedure of the Xyz Summon."""
        least = 1 if self.over is not None else self.count
        return self._procedure("Xyz", self.count, least=least, at_once=True)

    def can_rank_up(self, card: Card) -> bool:
        """Return whether a card is an Xyz Monster that can be the only material."""
        return self.over is not None and card.is_a("xyz") and self.over(card)

    def is_xyz_material(self, fx: Fx, card: Card) -> bool:
        """Return whether a card passes the test and its Level equals the Rank (GAP-27)."""
        return card.level == fx.card.facts.rank and self.test(card)

    def usable(self, fx: Fx) -> list[Card]:
        """Return the face-up monsters that can be materials. Tokens cannot (YGO-TOK rows)."""
        return [
            card for card in fx.duel.cards_at("monster", fx.you)
            if card.face_up and not card.token and (self.is_xyz_material(fx, card) or self.can_rank_up(card))
        ]  # fmt: skip

    def matches(self, fx: Fx, cards: Sequence[Card]) -> bool:
        """Return whether the cards are enough fitting monsters, or one Xyz Monster that suffices."""
        alone = len(cards) == 1 and self.can_rank_up(cards[0])
        return alone or (len(cards) == self.count and all(self.is_xyz_material(fx, card) for card in cards))

    def send_materials(self, fx: Fx, chosen: Sequence[Card]) -> Body:
        """Attach the materials in the order of their zones, with their own materials (YGO-XYZ-13)."""
        placed = sort_by_place(fx.duel, chosen)
        yield attach_to_this([card for one in placed for card in (*one.materials, one)])


@dataclass(frozen=True, slots=True)
class LinkMaterials(ExtraDeckMaterials):
    """Minimum and maximum of materials, and the test of each."""

    least: int
    most: int
    test: CardTest = _is_any_card

    def procedure(self) -> Procedure:
        """Return the Procedure of the Link Summon."""
        return self._procedure("Link", self.most, least=self.least, defense=False)

    def usable(self, fx: Fx) -> list[Card]:
        """Return the face-up monsters that pass the test."""
        return [card for card in fx.duel.cards_at("monster", fx.you) if card.face_up and self.test(card)]

    def matches(self, fx: Fx, cards: Sequence[Card]) -> bool:
        """Return whether the number of cards is allowed and their values can add up to the Link Rating."""
        return self.least <= len(cards) <= self.most and fx.card.facts.link in _sums(cards)


def _sums(cards: Sequence[Card]) -> frozenset[int]:
    """Return all possible sums of the cards' values.

    A Link Monster counts as 1 or as its Link Rating (YGO-LNK-09).
    """
    totals = frozenset({0})
    for card in cards:
        worth = (1, card.facts.link) if card.facts.is_a("link") else (1,)
        totals = frozenset(total + one for total in sorted(totals) for one in worth)
    return totals
