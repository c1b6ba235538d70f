"""Manual actions on a board, as menu lines: for a card, a pile, several cards at once, a drop.

Law: no pygame, nothing of any one game. The offers come from `facedown_shared.manual`, the rules that the
server enforces too, and depend on the View alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from facedown_client.model.words.phrases import card_words
from facedown_shared.manual import halves
from facedown_shared.manual.board import board_of_view
from facedown_shared.manual.game import Game, SummonPlan
from facedown_shared.manual.menus import (
    MenuOffer,
    card_menu,
    is_move_to_pile,
    pile_menu,
    table_menu,
    with_detach_line,
)
from facedown_shared.protocol.gestures import Arrange, Draw, Gesture, PointAt
from facedown_shared.tables import TABLES, Place, View
from facedown_shared.text import NOTHING, Words, _, gettext_noop

Cards = tuple[int, ...]

DECK, HAND = "deck", "hand"


@dataclass(frozen=True)
class HandOffers:
    """Manual actions of one player on one View.

    `alone`: the player may move both sides. `chosen`: the cards chosen together.
    """

    view: View
    game: Game
    alone: bool
    chosen: Cards = ()
    half: bool = False
    """True if one card is resolved by hand in a duel by the rules."""

    def _sort_lines(self, handle: int) -> list[MenuOffer]:
        if self.half:
            return halves.card_menu(self.view, handle)
        return card_menu(self.view, handle, alone=self.alone)

    def of_card(self, handle: int) -> list[MenuOffer]:
        """Return the menu of a card, or of all chosen cards if it is one of them."""
        if len(self.chosen) > 1 and handle in self.chosen:
            return self.of_chosen()
        lines = self._sort_lines(handle)
        return with_detach_line(lines, self.view, handle, alone=self.alone or self.half)

    def of_pile(self, place: Place) -> list[MenuOffer]:
        """Return the menu of a pile."""
        return pile_menu(self.view, place, alone=self.alone)

    def of_table(self) -> list[MenuOffer]:
        """Return the menu of the table as a whole."""
        return halves.table_menu(self.view) if self.half else table_menu(self.view, alone=self.alone)

    def of_chosen(self) -> list[MenuOffer]:
        """Return the menu of all chosen cards: Summons with them first, then moves of all of them."""
        return [*self._summons(), *self._order_lines(), *self._common_moves()] if self.chosen else []

    def possible_drops(self, handle: int, place: Place) -> list[MenuOffer]:
        """Return the possible meanings of dropping a card at a place or on the card there."""
        lines = [line for line in self.of_card(handle) if "beneath" not in line.needs]
        found = [settled for line in lines if (settled := _with_destination(line, place)) is not None]
        other = card_at(self.view, place)
        if other and other != handle:
            found += [_with_target(line, other, self.view) for line in lines if _aims_at(line, other)]
        return found

    def drop_places(self, handle: int) -> dict[Place, bool]:
        """Return the places where a card may be dropped: True if allowed, False if only by an effect."""
        found: dict[Place, bool] = {}
        for line in self.of_card(handle):
            places = line.places or line.gesture.places
            for place in places if "beneath" not in line.needs else ():
                found[place] = found.get(place, False) or not line.rule
            if {"target", "bearer"} & {*line.needs} and not isinstance(line.gesture, PointAt):
                aims = (place_of(self.view, card) for card in line.cards)
                found.update({place: True for place in aims if place is not None and place.slot >= 0})
        return found

    def pile_drop_places(self, place: Place) -> dict[Place, MenuOffer]:
        """Return the places where the top card of a pile may be dragged, with the line for each."""
        found: dict[Place, MenuOffer] = {}
        for line in self.of_pile(place):
            goals = line.gesture.places
            if isinstance(line.gesture, Draw):
                goals = (Place(place.seat, HAND),)
            one = line.with_need("amount", 1) if "amount" in line.needs else line
            for goal in goals:
                found.setdefault(goal, one)
        return found

    # --- several cards --------------------------------------------------------------------------------------

    def _summons(self) -> list[MenuOffer]:
        """Return Summons with the chosen cards as materials, those that fit the printed card first."""
        board, chosen = board_of_view(self.view), {*self.chosen}
        parts = tuple(board.cards[key] for key in self.chosen)
        found = self._summons_of_all()
        for handle in board.cards:
            if handle in chosen:
                continue
            for line in self._sort_lines(handle):
                if "materials" not in line.needs or not chosen <= {*line.cards}:
                    continue
                summoning = SummonPlan(board, (board.cards[handle],), parts, self.view.viewer)
                refusal = self.game.against(self.game.summons[type(line.gesture)], summoning)
                if refusal is None or refusal.effect:
                    rule = line.rule or (refusal.words if refusal else NOTHING)
                    found.append(self._with_materials(line, card_words(handle, self.view), rule))
        return sorted(found, key=lambda line: bool(line.rule))

    def _with_materials(self, line: MenuOffer, name: str, rule: Words) -> MenuOffer:
        """Return a Summon with its materials filled in."""
        gesture = msgspec.structs.replace(line.gesture, others=self.chosen, effect=bool(rule))
        needs = tuple(need for need in line.needs if need != "materials")
        return MenuOffer(f"{_(line.title)}: {name}", gesture, needs, line.places, (), rule)

    def _summons_of_all(self) -> list[MenuOffer]:
        """Return Summons of all chosen cards at once (a Pendulum Summon)."""
        first, *rest = self.chosen
        return [
            MenuOffer(
                _("{title} of these", title=_(line.title)),
                msgspec.structs.replace(line.gesture, cards=self.chosen),
                tuple(need for need in line.needs if need != "more"), line.places, (), line.rule,
            )
            for line in card_menu(self.view, first, alone=self.alone)
            if "more" in line.needs and {*rest} <= {*line.cards}
        ]  # fmt: skip

    def _order_lines(self) -> list[MenuOffer]:
        """Return lines that put viewed Deck cards back in the chosen order."""
        found = [self.view.place_of(card) for card in self.chosen]
        searched = any(row.kind == "search" for row in self.view.waiting)
        if searched or len({place and place.pile for place in found}) != 1:
            return []
        if found[0] is None or found[0].zone != DECK:
            return []
        return [
            MenuOffer(gettext_noop("On top, the first uppermost"), Arrange(self.chosen, "top")),
            MenuOffer(gettext_noop("To the bottom"), Arrange(self.chosen, "bottom")),
        ]

    def _common_moves(self) -> list[MenuOffer]:
        """Return the moves to piles that all chosen cards can make, each as one gesture."""
        menus = [
            {
                _kind(line): line for line in card_menu(self.view, card,
                alone=self.alone) if is_move_to_pile(line)
            } for card in self.chosen
        ]  # fmt: skip
        found = []
        for kind in menus[0]:
            alike = [menu[kind] for menu in menus if kind in menu]
            if len(alike) == len(menus):
                found.append(self._merge_lines(alike))
        return sorted(found, key=lambda line: bool(line.rule))

    def _merge_lines(self, alike: Sequence[MenuOffer]) -> MenuOffer:
        """Merge the same line of several cards into one line."""
        goals = tuple(line.gesture.places[0] for line in alike)
        rule = next((line.rule for line in alike if line.rule), NOTHING)
        gesture = msgspec.structs.replace(
            alike[0].gesture, cards=self.chosen, places=goals if len({*goals}) > 1 else goals[:1],
            effect=bool(rule),
        )  # fmt: skip
        return MenuOffer(alike[0].title, gesture, rule=rule)


def card_at(view: View, place: Place) -> int:
    """Return the card in a slot; 0 for an empty slot or a pile."""
    handles = view.pile(place.seat, place.zone).handles
    return handles[place.slot] if 0 <= place.slot < len(handles) else 0


def place_of(view: View, card: int) -> Place | None:
    """Return the place of a card: its slot, or its whole pile."""
    place = view.place_of(card)
    zone = TABLES[view.table].zones.get(place.zone) if place is not None else None
    return place._replace(slot=-1) if place is not None and (zone is None or zone.slots is None) else place


def _with_destination(line: MenuOffer, place: Place) -> MenuOffer | None:
    """Return a line with its destination filled in, if the place is one of its destinations."""
    places = line.places or line.gesture.places
    goal = next((goal for goal in (place, place._replace(slot=-1)) if goal in places), None)
    return line.with_need("place", (goal,)) if goal is not None else None


def _aims_at(line: MenuOffer, card: int) -> bool:
    return card in line.cards and bool({"target", "bearer"} & {*line.needs})


def _with_target(line: MenuOffer, card: int, view: View) -> MenuOffer:
    """Return a line with its target or bearer filled in."""
    need = "target" if "target" in line.needs else "bearer"
    title = f"{_(line.title).rstrip('…')}: {card_words(card, view)}"
    return replace(line.with_need(need, (card,)), title=title, cards=())


def _kind(line: MenuOffer) -> tuple[type[Gesture], str, str]:
    return type(line.gesture), line.gesture.places[0].zone, line.gesture.position
