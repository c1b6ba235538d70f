"""The gestures that a card, a pile and a table offer, computed from a View: no round trip, no secrets.

The server enforces the same rows on its state and decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

import msgspec

from facedown_shared.manual.board import Board, PlacedCard, board_of_view
from facedown_shared.manual.game import Game, MenuEntry, Movement, PileEntry, Refusal
from facedown_shared.manual.games import GAMES
from facedown_shared.protocol.gestures import (
    MAX_CARDS,
    Attach,
    DeclareAttack,
    Gesture,
    GoToPhase,
    Move,
    PointAt,
    QuickWord,
    SendSignal,
    is_complete,
    make_gesture,
)
from facedown_shared.tables import Place, Seat, View
from facedown_shared.text import NOTHING, Words, gettext_noop


@dataclass(frozen=True, slots=True)
class MenuOffer:
    """One entry of a menu: the gesture that will be sent once its `needs`, keys of FIELDS, are filled in.

    For the need "place" choose one of `places`; for cards, some of `cards`. `rule`: the rule that only a
    card's effect may break; `gesture.effect` is set already then.
    """

    title: str
    gesture: Gesture
    needs: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    cards: tuple[int, ...] = ()
    rule: Words = NOTHING
    asks: str = ""
    """Text of the question; if empty, a client uses a general text for the need."""

    @property
    def by_effect(self) -> str:
        """The rule that only a card's effect may break, as a sentence; "" for none."""
        return str(self.rule)

    def with_need(self, need: str, value: object) -> MenuOffer:
        """Return the same entry with one need filled in. Cards for "more" follow the entry's own card.

        A gesture without a place (pitching) keeps its fixed destination.
        """
        field, gesture = FIELDS.get(need, need), self.gesture
        if need == "more":
            value = (*gesture.cards, *cast(tuple[int, ...], value))
        if need != "place" or field in gesture.__struct_fields__:
            gesture = msgspec.structs.replace(gesture, **{field: value})
        return replace(self, gesture=gesture, needs=tuple(other for other in self.needs if other != need))


ORDER = ("materials", "more", "beneath", "target", "bearer", "viewer", "place", "text", "amount", "token")
"""Order in which the needs of a gesture are asked."""

FIELDS = {
    "place": "places", "materials": "others", "target": "others", "bearer": "others", "more": "cards",
}  # fmt: skip
"""Fields of a gesture by need, if the need and the field have different names."""


SIGNALS: dict[QuickWord, str] = {
    "ok": "OK",
    "no_response": gettext_noop("No response"),
    "thinking": gettext_noop("Thinking"),
    "wait": gettext_noop("Wait, please"),
    "your_move": gettext_noop("Your move"),
}
"""Quick words as they are sent. They change nothing and are not recorded as steps."""


def card_menu(view: View, handle: int, *, alone: bool = False) -> list[MenuOffer]:
    """Return the gestures that make sense for one card of this View: common ones first, those by effect alone
    last.
    """
    game, board = GAMES.get(view.table), board_of_view(view)
    card = board.cards.get(handle)
    if game is None or card is None or not (alone or card.controller == view.viewer):
        return []
    if _is_searching(view, view.viewer) and card.zone != "deck":
        return []
    found = [
        offered
        for entry in game.entries
        if entry.fits(board, card, view.viewer)
        if (offered := _offer(game, board, card, entry, view.viewer)) is not None
    ]
    return sorted(found, key=lambda offered: bool(offered.rule))


def pile_menu(view: View, place: Place, *, alone: bool = False) -> list[MenuOffer]:
    """Return the gestures of a whole pile, given as a place without a slot, such as Place(0, "deck")."""
    game = GAMES.get(view.table)
    searched = _is_searching(view, place.seat)
    closed = _is_searching(view, view.viewer) and not searched
    if game is None or closed or not (alone or place.seat == view.viewer):
        return []
    rows = [row for row in game.piles if row.zone == place.zone and row.while_searching == searched]
    pile = view.pile(place.seat, place.zone)
    return [
        _offer_pile(row, view, place, place.seat)
        for row in rows
        if (any(pile.handles) if row.whole else pile.count or row.while_searching)
    ]


def table_menu(view: View, *, alone: bool = False) -> list[MenuOffer]:
    """Return the gestures on the table as a whole: Life Points, phases, throws, Tokens, quick words."""
    game = GAMES.get(view.table)
    if game is None:
        return []
    found = (
        []
        if _is_searching(view, view.viewer)
        else [
            _offer_pile(row, view, Place(view.viewer, ""), view.turn_player if alone else view.viewer)
            for row in game.piles
            if not row.zone and (row.gesture is not GoToPhase or row.text != view.phase)
        ]
    )
    return found + [MenuOffer(title, SendSignal(word)) for word, title in SIGNALS.items()]


def card_limits(game: Game | None, offered: MenuOffer, need: str) -> tuple[int, int]:
    """Return the minimum and maximum number of cards for a need of an entry."""
    summon = game.summons.get(type(offered.gesture)) if game else None
    if need == "more":
        least = 0 if is_complete(offered.gesture) else 1
        return least, (summon.most if summon else MAX_CARDS) - len(offered.gesture.cards)
    if need in ("materials", "beneath"):
        return 1, MAX_CARDS
    return (0, MAX_CARDS) if isinstance(offered.gesture, PointAt) else (1, 1)


def is_move_to_pile(line: MenuOffer) -> bool:
    """Return whether a line moves its card to a pile and needs nothing else."""
    goals = line.gesture.places
    return isinstance(line.gesture, Move) and not line.needs and bool(goals) and goals[0].slot < 0


def with_detach_line(
    lines: Sequence[MenuOffer], view: View, handle: int, *, alone: bool = False
) -> list[MenuOffer]:  # fmt: skip
    """Return the menu of a card with the entry that takes cards from beneath it to their default piles.

    That entry has one place for each of its `cards`, and comes after a few entries of the card itself.
    """
    found, game, board = list(lines), GAMES.get(view.table), board_of_view(view)
    goals = {
        material: line.gesture.places[0]
        for material in (view.cards[handle].materials if lines and game is not None else ())
        if game is not None and (card := board.cards.get(material)) is not None
        if alone or card.controller == view.viewer
        if (line := _pile_offer(game, board, card, view.viewer)) is not None
    }
    if goals:
        at = next((number for number, line in enumerate(found) if line.rule), len(found))
        detach = MenuOffer(
            gettext_noop("Detach"), Move((), ()), ("beneath",), tuple(goals.values()), tuple(goals)
        )
        found.insert(min(at, 3), detach)
    return found


def _pile_offer(game: Game, board: Board, card: PlacedCard, seat: Seat) -> MenuOffer | None:
    """Return the first entry of a card's menu that moves it to a pile and needs nothing else."""
    found = [
        offered
        for entry in game.entries
        if entry.gesture is Move and not entry.needs and entry.fits(board, card, seat)
        if (offered := _offer(game, board, card, entry, seat)) is not None and is_move_to_pile(offered)
    ]
    return min(found, key=lambda offered: bool(offered.rule), default=None)


def _is_searching(view: View, seat: Seat) -> bool:
    """Return whether this seat is searching its Deck; closing it is then the only gesture."""
    return any(row.seat == seat and row.kind == "search" for row in view.waiting)


def _offer_pile(row: PileEntry, view: View, place: Place, whose: Seat) -> MenuOffer:
    handles = view.pile(place.seat, place.zone).handles if row.whole else ()
    named = view.pile(whose, row.of).handles if row.of else handles
    more = "more" in row.needs and len(named) > 1
    gesture = make_gesture(
        row.gesture, cards=tuple(handle for handle in handles if handle and not more),
        places=(Place(place.seat, row.goal),) if row.goal else (), position=row.position, text=row.text,
        seat=-1 if place.seat == view.viewer else place.seat, viewer=view.viewer if row.to_me else -1,
    )  # fmt: skip
    if "more" in row.needs and not more:
        return MenuOffer(row.title, gesture)
    return MenuOffer(
        row.title, gesture, row.needs, cards=tuple(filter(None, named if more else ())), asks=row.asks
    )


def _offer(game: Game, board: Board, card: PlacedCard, entry: MenuEntry, seat: Seat) -> MenuOffer | None:
    places, refusal = _places(game, board, card, entry, seat)
    if entry.zone and not places:
        return None
    gesture = make_gesture(
        entry.gesture, cards=(card.key,), places=tuple(places[: "place" not in entry.needs]),
        position=entry.position, effect=refusal is not None,
    )  # fmt: skip
    cards = _candidates(game, board, card, entry, seat)
    if {"materials", "bearer"} & set(entry.needs) and not cards:
        return None
    return MenuOffer(
        entry.title, gesture, entry.needs, tuple(places), cards, refusal.words if refusal else NOTHING,
        entry.asks,
    )  # fmt: skip


def _places(
    game: Game, board: Board, card: PlacedCard, entry: MenuEntry, seat: Seat
) -> tuple[list[Place], Refusal | None]:
    """Return the possible destinations of an entry: those without an effect if there are any, else those with
    one.
    """
    if not entry.zone:
        return [], None
    freely: list[Place] = []
    helped: list[Place] = []
    reason: Refusal | None = None
    for place in _goals(board, card, entry, seat):
        movement = Movement(board, card, place, entry.position, seat, _zones_left(entry, board, seat))
        refusal = game.refusal(movement)
        if refusal is None:
            freely.append(place)
        elif refusal.effect:
            helped.append(place)
            reason = reason or refusal
    return (freely, None) if freely else (helped, reason)


def _goals(board: Board, card: PlacedCard, entry: MenuEntry, seat: Seat) -> list[Place]:
    whose = 1 - card.controller if entry.other_side else seat
    from_extra = entry.zone == "monster" and card.zone == "extra_deck"
    zones = ("monster", "extra_monster") if from_extra else (entry.zone,)
    rows = board.table.zones
    if entry.zone not in rows:
        return []
    if all(name not in rows or rows[name].slots is None for name in zones):
        whose = card.owner
    return [place for name in zones for place in board.slots(whose, name)]


def _zones_left(entry: MenuEntry, board: Board, seat: Seat) -> tuple[int, ...]:
    """Return the zones that materials could leave empty; the materials are chosen later."""
    if "materials" not in entry.needs:
        return ()
    return tuple(
        card.key
        for card in board.field_cards()
        if card.controller == seat and "monster" in board.table.zones[card.zone].tags
    )


def _candidates(game: Game, board: Board, card: PlacedCard, entry: MenuEntry, seat: Seat) -> tuple[int, ...]:
    monsters = board.table.zones_tagged("monster")
    cards = [other for other in board.cards.values() if other.key != card.key]
    summon = game.summons.get(entry.gesture)
    if summon is not None and "materials" in entry.needs:
        return tuple(
            other.key for other in cards
            if other.zone in summon.material_zones and other.controller == seat
            and summon.material_fits(other) and (other.zone != "hand" or other.facts is not None)
        )  # fmt: skip
    if "more" in entry.needs:
        fitting = (other for other in cards if entry.fits(board, other, seat))
        return tuple(other.key for other in fitting if other.controller == seat)
    if entry.gesture is Attach:
        return tuple(
            other.key
            for other in cards
            if game.refuse_attach(Movement(board, other, other.place, "", seat)) is None
        )
    if "bearer" in entry.needs:
        return tuple(other.key for other in cards if other.zone in monsters and other.face_up)
    if "target" not in entry.needs:
        return ()
    if entry.gesture is DeclareAttack:
        cards = [other for other in cards if other.zone in monsters and other.controller != card.controller]
    return tuple(other.key for other in cards)
