"""Hit testing for the duel screen: the thing at a point, and the thing with the keyboard focus.

A dialog or an open list covers the board; the own hand covers its mat.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from facedown_client.board import BoardSpot, Rect, Shape
from facedown_client.board.hand_offers import HAND
from facedown_client.window.paint import (
    DuelFrame,
    dialogs,
    hand,
    lingering_effects,
    ordering,
    pane,
    picked_cards,
    rail,
)
from facedown_client.window.paint.board import FACE_DOWN_PILES, cards_in_zones, place_box, spread_boxes
from facedown_shared.tables import Place

Point = tuple[float, float]


class Hit(NamedTuple):
    """A hit card, place or listed option, or nothing. For a pile, `card` is its top readable card."""

    card: int = 0
    place: Place | None = None
    box: Rect = Rect(0, 0, 1, 1)
    pile: bool = False
    """Whether the place is a pile as a whole."""
    held: bool = False
    """Whether the card is in the own hand."""
    listed: bool = False
    """Whether the card is in a dialog or an open list."""
    beside: bool = False
    """Whether an open list covers the board and the point is outside the list."""
    told: bool = False
    """Whether the card is only mentioned beside the board: it can be previewed, not played."""
    option: int = -1
    """Index of the dialog's option; -1 for none."""
    code: int = 0
    """Passcode of a listed card without a handle."""

    @property
    def hover(self) -> int:
        """The card if it has the focus itself; 0 if its place has the focus."""
        return self.card if self.held or (self.listed and self.option < 0) else 0

    @property
    def single(self) -> int:
        """The card; 0 if it only represents its pile or a line of the log."""
        return 0 if self.pile or self.told else self.card


def hit(shown: DuelFrame, at: Point) -> Hit:
    """Return the hit at a point: a card, a place, a listed option, or nothing."""
    if shown.choices.shape is Shape.POSITION and not shown.doing.peek:
        options = dialogs.position_box(shown).options
        return next(
            (_in_row(shown, *row)._replace(listed=False) for row in options if row[1].contains(at)), Hit()
        )
    if shown.choices.shape is Shape.ORDER and not shown.doing.peek:
        return next(
            (_in_row(shown, *cell) for cell in ordering.sheet(shown).cells if cell[1].contains(at)), Hit()
        )
    opened = next((one for one in reversed(pane.open_card_boxes(shown)) if one[1].contains(at)), None)
    if opened is not None:
        return Hit(opened[0].card, box=opened[1], told=True, code=opened[0].code)
    sheet = open_sheet(shown)
    if sheet is not None:
        cells = (cell for cell in sheet.cells if cell.box.contains(at) and sheet.body.contains(at))
        found = next((_in_list(cell) for cell in cells), None)
        return found or Hit(beside=not shown.choices.is_modal and not sheet.box.contains(at))
    if shown.choices.is_modal and not shown.doing.peek:
        return Hit()
    log_line = pane.log_line_at(shown, at)
    if log_line is not None and log_line[0].code:
        line, box = log_line
        return Hit(line.card, box=box, told=True, code=line.code)
    for chip in (chip for seat in (0, 1) for chip in lingering_effects.chips(shown, seat)):
        if chip.box.contains(at):
            return Hit(box=chip.box, told=True, code=chip.marks[0].code)
    for row in rail.chain_boxes(shown):
        if row.box.contains(at):
            return Hit(row.link.card, box=row.box, told=True, code=row.link.code)
    direct = shown.choices.direct_option
    if direct is not None and any(box.contains(at) for box in picked_cards.opponent_boxes(shown)):
        return opponent(shown, direct)
    card = hand.card_at(shown, at)
    return _in_hand(shown, card) if card else _on_board(shown, shown.layout.spot_at(at), at)


def opponent(shown: DuelFrame, direct: int) -> Hit:
    """Return the hit of the opponent for option `direct`, a direct attack."""
    return Hit(place=Place(1 - shown.near, HAND), box=picked_cards.opponent_boxes(shown)[0], option=direct)


def focus(shown: DuelFrame) -> Hit:
    """Return the hit with the keyboard focus, else the hit under the pointer."""
    doing = shown.doing
    if doing.pile is not None:
        cells = dialogs.pile_sheet(shown).cells
        return next((_in_list(cell) for cell in cells if cell.card == doing.hover), Hit())
    return _in_hand(shown, doing.hover) if doing.hover else at_place(shown, doing.spot)


def at_place(shown: DuelFrame, place: Place | None) -> Hit:
    """Return the hit in the middle of a place of the board."""
    spot = shown.layout.spot(place)
    return _on_board(shown, spot, spot.rect.centre)._replace(place=place) if spot is not None else Hit()


def goal(shown: DuelFrame, at: Point) -> Place | None:
    """Return the place where a card dropped at a point goes: a zone, a pile, or a hand."""
    spot = shown.layout.spot_at(at)
    if spot is not None:
        return spot.place
    strips = ((shown.near, shown.layout.hand), (1 - shown.near, shown.layout.far_hand))
    return next((Place(seat, HAND) for seat, strip in strips if strip.contains(at)), None)


def open_sheet(shown: DuelFrame) -> dialogs.CardSheet | None:
    """Return the cards dialog or open list that covers the board, or None."""
    if shown.choices.is_modal:
        cards = shown.choices.shape is Shape.CARDS and not shown.doing.peek
        return dialogs.cards_sheet(shown) if cards else None
    return dialogs.pile_sheet(shown) if shown.doing.pile is not None else None


def cards(shown: DuelFrame) -> Iterator[Hit]:
    """Yield every card of the own hand, every card in a zone, and every pile, each from the left."""
    yield from (_in_hand(shown, held.handle) for held in hand.fan(shown) if held.handle)
    for place, _, _ in cards_in_zones(shown):
        yield at_place(shown, place)
    yield from places(shown, piles=True)


def places(shown: DuelFrame, *, piles: bool = False) -> Iterator[Hit]:
    """Yield every place of the board; with `piles` only the piles."""
    for spot in shown.layout.spots:
        if spot.pile or not piles:
            yield _on_board(shown, spot, spot.rect.centre)


def _in_row(shown: DuelFrame, index: int, box: Rect) -> Hit:
    """Return the hit of a card in the row of a prompt."""
    option = shown.choices.options[index]
    return Hit(option.card, box=box, listed=True, option=index, code=option.code)


def _in_list(cell: dialogs.SheetCard) -> Hit:
    return Hit(cell.card, box=cell.box, listed=True, option=cell.option, code=cell.code)


def _in_hand(shown: DuelFrame, card: int) -> Hit:
    return Hit(card, box=hand.box_of(shown, card) or Rect(0, 0, 1, 1), held=True)


def _on_board(shown: DuelFrame, spot: BoardSpot | None, at: Point) -> Hit:
    if spot is None:
        return Hit()
    handles = shown.view.pile(spot.place.seat, spot.place.zone).handles
    if spot.spread:
        boxes = [(handle, box) for handle, box in spread_boxes(shown, spot) if box.contains(at)]
        card, box = boxes[-1] if boxes else (0, spot.rect)
        return Hit(card, spot.place, box, pile=not card)
    if spot.pile:
        readable = [handle for handle in handles if shown.facts(handle) is not None]
        card = readable[-1] if readable and spot.place.zone not in FACE_DOWN_PILES else 0
        return Hit(card, spot.place, spot.rect, pile=True)
    card = handles[spot.place.slot] if spot.place.slot < len(handles) else 0
    return Hit(card, spot.place, (place_box(shown, card) if card else None) or spot.rect)
