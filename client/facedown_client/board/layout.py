"""Layout of the duel screen in a window of a given size: zones, piles, hands, pane and rail, as rectangles.

Law: no pygame, nothing drawn. `grids` says which zone is in which cell; the lengths here are for a window of
1280x720.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from facedown_client.board.grids import COLUMNS_COUNT, GRIDS, ROWS_COUNT, GridCell, compute_grid
from facedown_shared.tables import PUBLIC_CLASS_INDEX, SHARED_SEAT_INDEX, Place, Side, Table


class Rect(NamedTuple):
    """Rectangle in whole pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def contains(self, at: tuple[float, float]) -> bool:
        """Return whether a point is inside."""
        return self.x <= at[0] < self.right and self.y <= at[1] < self.bottom

    def intersects(self, other: Rect) -> bool:
        """Return whether two rectangles share a pixel."""
        across = self.x < other.right and other.x < self.right
        return across and self.y < other.bottom and other.y < self.bottom


_LEFT = (296, 388, 502, 616, 730, 844, 960)
_WIDE = (80, 104, 104, 104, 104, 104, 80)
_TOP_PX, _HEIGHT_PX, _GAP_PX = 40, 512, 8
_BOARD = (296, 744)
"""Left edge and width of the board's columns."""


class BoardSpot(NamedTuple):
    """Place on the board and its rectangle. `pile`: cards are stacked; `spread`: side by side."""

    place: Place
    rect: Rect
    pile: bool
    spread: bool
    row: int


OPEN_CARDS_PX = 96
"""Design height of the area for cards that lie open."""


@dataclass(frozen=True)
class Layout:
    """Rectangles of the duel screen. `near` is the seat shown below."""

    size: tuple[int, int]
    near: int
    board_u: float
    mat: Rect
    spots: tuple[BoardSpot, ...]
    gaps: tuple[Rect, ...]
    """Cells of the middle row without a zone, drawn as a thin line."""
    hand: Rect
    far_hand: Rect
    pane: Pane
    rail: Rail
    _by_place: dict[Place, BoardSpot] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        self._by_place.update({spot.place: spot for spot in self.spots})

    def spot(self, place: Place | None) -> BoardSpot | None:
        """Return the spot of a place; for a card in a pile, the pile's."""
        if place is None:
            return None
        return self._by_place.get(place) or self._by_place.get(place._replace(slot=-1))

    def rect(self, place: Place | None) -> Rect | None:
        """Return the rectangle of a place; for a hand, its whole strip."""
        spot = self.spot(place)
        if spot is not None:
            return spot.rect
        if place is not None and place.zone == "hand":
            return self.hand if place.seat == self.near else self.far_hand
        return None

    def spot_at(self, point: tuple[float, float]) -> BoardSpot | None:
        """Return the spot under a point; None without one."""
        return next((spot for spot in self.spots if spot.rect.contains(point)), None)

    @property
    def middle(self) -> Rect:
        """Return the area between pane and rail."""
        left = self.pane.rect.right
        return Rect(left, 0, self.rail.rect.x - left, self.size[1])

    def without_chat(self) -> Layout:
        """Return this layout without chat: the log gets the space of both."""
        pane = self.pane
        log = pane.log._replace(w=pane.chat.right - pane.log.x)
        return replace(self, pane=replace(pane, wide=False, log=log))

    def with_open_cards(self) -> Layout:
        """Return this layout with an area for cards that lie open, at the top of the log's."""
        pane, high = self.pane, round(OPEN_CARDS_PX * self.board_u)
        high = min(high, pane.log.h // 2)
        log = pane.log._replace(y=pane.log.y + high, h=pane.log.h - high)
        opened = pane.log._replace(h=high)
        chat = pane.chat if pane.wide else log
        return replace(self, pane=replace(pane, log=log, chat=chat, opened=opened))

    def centred_box(self, wide: int, high: int) -> Rect:
        """Return a box of this size in the centre of the mat."""
        x, y = self.mat.x + (self.mat.w - wide) / 2, self.mat.y + (self.mat.h - high) / 2
        return Rect(round(x), round(y), wide, high)

    def card_size(self, width: float = 62) -> tuple[int, int]:
        """Return the size of a card of this design width: 62 on the board, 48 in a pile."""
        wide = round(width * self.board_u)
        return wide, round(wide * 86 / 59)


@dataclass(frozen=True)
class Pane:
    """Left pane: preview of a card above, log and chat below (side by side if `wide`)."""

    rect: Rect
    art: Rect
    text: Rect
    """Area from the card's name down to the ATK/DEF box."""
    numbers: Rect
    tabs: Rect
    log: Rect
    chat: Rect
    wide: bool
    opened: Rect | None = None
    """Area of the cards that lie open, above the log; None while there are none."""


@dataclass(frozen=True)
class Rail:
    """Right rail, from the opponent's plate down to the player's own."""

    rect: Rect
    plates: tuple[Rect, Rect]
    """Plates by seat."""
    turn: Rect
    phases: Rect
    chain: Rect
    """Area from the phases down to the toggle: the Chain fills it from above, the question from below."""
    toggle: Rect
    caption: Rect
    buttons: tuple[Rect, ...]
    key_caps: bool


def arrange(table: Table, size: tuple[int, int], near: int = 0) -> Layout:
    """Return the layout of a table in a window of this size, with seat `near` below."""
    near = 0 if near == PUBLIC_CLASS_INDEX else near
    wide, high = size
    u = max(0.5, min(wide / 1280, high / 720))
    frame = _frame(size, u)
    spots = tuple(_spots(table, near, frame))
    return Layout(
        size=size,
        near=near,
        board_u=frame.u,
        mat=frame.mat(),
        spots=spots,
        gaps=tuple(_gaps(spots, frame)),
        hand=frame.hand(),
        far_hand=frame.far_hand(),
        pane=_pane(frame, u),
        rail=_rail(frame, u, near),
    )


class _Frame(NamedTuple):
    """Three columns of the window: width of the pane, left edge of the board, left edge of the rail."""

    size: tuple[int, int]
    u: float
    """Unit of the board: the window's, or less if pane and rail leave too little space."""
    pane: int
    board: float
    top: float
    rail: int
    rail_wide: int
    small: bool

    def cell(self, column: int, row: int, span: int = 1, rows: int = ROWS_COUNT) -> Rect:
        """Return the rectangle of a grid cell in pixels."""
        deep = (_HEIGHT_PX - (rows - 1) * _GAP_PX) / rows
        last = column + span - 1
        left = self.board + (_LEFT[column] - _BOARD[0]) * self.u
        right = self.board + (_LEFT[last] + _WIDE[last] - _BOARD[0]) * self.u
        top = self.top + (row * (deep + _GAP_PX)) * self.u
        bottom = top + deep * self.u
        return _between(left, top, right, bottom)

    def mat(self) -> Rect:
        """Return the mat: all cells and, if there is space, a margin of 8 around them."""
        edge = min(8 * self.u, self.board - self.pane - 1)
        right = self.board + _BOARD[1] * self.u + edge
        return _between(self.board - edge, self.top - 8 * self.u, right, self.top + (_HEIGHT_PX + 8) * self.u)

    def hand(self) -> Rect:
        """Return the strip below the board for the player's hand."""
        bottom = self.mat().bottom
        return _between(self.pane, bottom + 4 * self.u, self.rail, self.size[1])

    def far_hand(self) -> Rect:
        """Return the strip above the board for the opponent's hand."""
        return _between(self.board, 0, self.board + _BOARD[1] * self.u, self.top - 10 * self.u)


def _between(left: float, top: float, right: float, bottom: float) -> Rect:
    x, y = round(left), round(top)
    return Rect(x, y, max(1, round(right) - x), max(1, round(bottom) - y))


def _frame(size: tuple[int, int], u: float) -> _Frame:
    wide, high = size
    small = wide < 1100
    spare = max(0.0, wide - 1280 * u)
    if small:
        pane, rail_wide, edge = 240, 168, 7.0
    else:
        pane, rail_wide, edge = round(280 * u + min(80 * u, spare)), round(200 * u), 16 * u
    rail = round(wide - rail_wide - edge)
    room = rail - pane
    unit = min(u, (room - 8) / _BOARD[1])
    # As in the design: slightly closer to the pane than to the rail.
    board = pane + (room - _BOARD[1] * unit - min(8 * unit, room - _BOARD[1] * unit)) / 2
    extra = high - 720 * unit
    return _Frame(size, unit, pane, board, _TOP_PX * unit + extra * 0.4, rail, rail_wide, small)


def _spots(table: Table, near: int, frame: _Frame) -> Iterator[BoardSpot]:
    cells, between = GRIDS.get(table.name) or compute_grid(table)
    deepest = max([cell.row for cell in cells], default=ROWS_COUNT - 1)
    rows = deepest + 1
    for cell in cells:
        zone = table.zones.get(cell.zone)
        if zone is None or zone.side is not Side.EACH:
            continue
        for seat in (near, 1 - near):
            column = cell.column if seat == near else COLUMNS_COUNT - cell.span - cell.column
            row = cell.row if seat == near else deepest - cell.row
            yield _spot(
                Place(seat, cell.zone, cell.slot), row, cell, frame.cell(column, row, cell.span, rows)
            )
    for cell in between:
        if cell.zone in table.zones:
            column = cell.column if near == 0 else COLUMNS_COUNT - cell.span - cell.column
            rect = frame.cell(column, cell.row, cell.span, rows)
            yield _spot(Place(SHARED_SEAT_INDEX, cell.zone, cell.slot), cell.row, cell, rect)


def _spot(place: Place, row: int, cell: GridCell, rect: Rect) -> BoardSpot:
    return BoardSpot(place, rect, cell.slot < 0, cell.slot < 0 and cell.span > 1, row)


def _gaps(spots: tuple[BoardSpot, ...], frame: _Frame) -> Iterator[Rect]:
    middle = max((spot.row for spot in spots), default=ROWS_COUNT - 1) // 2
    taken = [spot.rect for spot in spots]
    for column in range(1, COLUMNS_COUNT - 1):
        cell = frame.cell(column, middle, rows=2 * middle + 1)
        if not any(cell.intersects(rect) for rect in taken):
            yield cell


def _pane(frame: _Frame, u: float) -> Pane:
    high = frame.size[1]
    inset = round((12 if frame.small else 16) * u)
    left, right = inset, frame.pane - inset
    wide = frame.pane >= round(360 * u) and not frame.small
    art = Rect(left, inset, right - left, round((96 / 0.8 if frame.small else 156) * u))
    split = round(high * 0.54) if frame.small else round(388 * u + (high - 720 * u) * 0.5)
    numbers = _between(left, split, right, split + 62 * u)
    text = _between(left, art.bottom, right, numbers.y - 6 * u)
    tabs = _between(left, numbers.bottom + 6 * u, right, numbers.bottom + 6 * u + max(28, 32 * u))
    below, end = tabs.bottom + 6 * u, high - 8 * u
    middle = (left + right) / 2
    log = _between(left, below, middle - 6 * u if wide else right, end)
    chat = _between(middle + 6 * u, below, right, end) if wide else log
    return Pane(Rect(0, 0, frame.pane, high), art, text, numbers, tabs, log, chat, wide)


def _rail(frame: _Frame, u: float, near: int) -> Rail:
    x, wide, high = frame.rail, frame.rail_wide, frame.size[1]
    edge, plate = 16 * u, 96 * u
    key_caps = u >= 0.9

    def strip(top: float, height: float) -> Rect:
        return _between(x, top, x + wide, top + height)

    far_plate, own_plate = strip(edge, plate), strip(high - edge - plate, plate)
    buttons_y = own_plate.y - 16 * u - max(28, 32 * u)
    buttons = tuple(_buttons(x, wide, buttons_y, max(28, 32 * u), u))
    caps = 34 * u if key_caps else 10 * u
    toggle = strip(buttons_y - caps - max(28, 32 * u), max(28, 32 * u))
    caption = strip(toggle.y - 22 * u, 18 * u)
    turn = strip(far_plate.bottom + 10 * u, 20 * u)
    phases = strip(turn.bottom + 6 * u, max(28, 34 * u))
    chain = _between(x, phases.bottom + 18 * u, x + wide, caption.y - 14 * u)
    plates = (own_plate, far_plate) if near == 0 else (far_plate, own_plate)
    left = max(x - round(8 * u), frame.mat().right)
    rect = Rect(left, 0, frame.size[0] - left, high)
    return Rail(rect, plates, turn, phases, chain, toggle, caption, buttons, key_caps)


def _buttons(x: int, wide: int, top: float, height: float, u: float) -> Iterator[Rect]:
    """Return four buttons in a row; the first (spectators) is wider than the others."""
    gap = 2 * u
    first = wide - 3 * max(28, 40 * u) - 2 * gap - 8 * u
    yield _between(x, top, x + first, top + height)
    left = x + first + 8 * u
    each = (x + wide - left - 2 * gap) / 3
    for step in range(3):
        start = left + step * (each + gap)
        yield _between(start, top, start + each, top + height)
