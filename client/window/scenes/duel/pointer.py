"""The pointer over the duel screen: what is under it, what a press does, what the wheel moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from client.board.choices import Shape
from client.board.layout import Rect
from client.window.paint import hand, menu, reading, sheets
from client.window.paint.board import place_box, spread_boxes
from client.window.paint.state import Shown
from shared.zones import Place

if TYPE_CHECKING:
    from client.window.scenes.duel.scene import DuelScene

TWICE = 0.4
"""Seconds within which a second press on the same card confirms it."""

Point = tuple[int, int]


class DuelPointer:
    """Hands pointer events to whatever lies on top."""

    def __init__(self, scene: DuelScene) -> None:
        self.scene = scene
        self._last = (-1, -1.0)

    def event(self, event: pygame.event.Event) -> bool:
        """Whether the event was used."""
        handle = _HANDLERS.get(event.type)
        if handle is not None:
            return handle(self, event)
        return False

    # --- moving ---------------------------------------------------------------------------------------------

    def _motion(self, event: pygame.event.Event) -> bool:
        scene = self.scene
        doing = scene.acting.doing
        scene.buttons.group.event(event)
        doing.keyboard = False
        shown = scene.shown()
        if scene.hands.moved(shown, event.pos):
            return True
        if doing.menu is not None:
            _, rows = menu.boxes(shown, doing.menu)
            doing.menu.marked = next(
                (step for step, row in enumerate(rows) if row.holds(event.pos)), doing.menu.marked
            )
            return True
        self.look_at(shown, event.pos)
        return True

    def look_at(self, shown: Shown, at: Point) -> None:
        """Note what is under a point, and read it in the preview."""
        doing = shown.doing
        doing.hover, doing.spot = 0, None
        cell = self._cell(shown, at)
        if cell is not None:
            self.scene.keys.read(cell.card, cell.code)
            doing.hover = cell.card if doing.pile is not None else 0
            return
        if self._covered(shown):
            return
        handle = hand.at(shown, at)
        if handle:
            doing.hover = handle
            self.scene.keys.read(handle)
            return
        place, card = under(shown, at)
        doing.spot = place
        if card:
            self.scene.keys.read(card)

    def _covered(self, shown: Shown) -> bool:
        """Whether a dialog or a list covers the board."""
        return (shown.choices.modal and not shown.doing.peek) or shown.doing.pile is not None

    def _cell(self, shown: Shown, at: Point) -> sheets.SheetCard | None:
        """The card of a dialog under a point."""
        if shown.choices.shape is Shape.CARDS and not shown.doing.peek:
            sheet = sheets.cards_sheet(shown)
        elif shown.doing.pile is not None and not shown.choices.modal:
            sheet = sheets.pile_sheet(shown)
        else:
            return None
        if not sheet.body.holds(at):
            return None
        return next((cell for cell in sheet.cells if cell.box.holds(at)), None)

    # --- pressing -------------------------------------------------------------------------------------------

    def _down(self, event: pygame.event.Event) -> bool:
        shown = self.scene.shown()
        doing = shown.doing
        if event.button == 3:
            if doing.menu is not None or not self.scene.hands.down(shown, event):
                self.scene.leave()
            return True
        if event.button != 1:
            return False
        if doing.menu is not None:
            return self._on_menu(shown, event.pos)
        if doing.reading:
            doing.reading = reading.reading_box(shown).holds(event.pos)
            return True
        if self.scene.buttons.group.event(event) or self.scene.hands.down(shown, event):
            return True
        self._on_board(shown, event.pos)
        return True

    def _on_menu(self, shown: Shown, at: Point) -> bool:
        opened = shown.doing.menu
        assert opened is not None
        _, rows = menu.boxes(shown, opened)
        for entry, row in zip(opened.entries, rows, strict=True):
            if row.holds(at):
                if entry.live:
                    self.scene.buttons.do(self.scene.acting.take_entry(entry))
                return True
        shown.doing.menu = None
        # A press beside the menu closes it, and on another legal card opens that one's.
        press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        if self.scene.hands.down(shown, press):
            return True
        self._on_board(shown, at, again=False)
        return True

    def _on_board(self, shown: Shown, at: Point, again: bool = True) -> None:
        acting, doing = self.scene.acting, shown.doing
        cell = self._cell(shown, at)
        if cell is not None:
            self._on_cell(shown, cell)
            return
        if shown.choices.modal and not doing.peek:
            self._on_position(shown, at)
            return
        if doing.pile is not None:
            if not sheets.pile_sheet(shown).box.holds(at):
                doing.pile = None
            return
        handle = hand.at(shown, at)
        if handle:
            box = hand.box_of(shown, handle)
            acting.act_on(handle, box or Rect(*at, 1, 1))
            return
        place, card = under(shown, at)
        if place is not None:
            self.press_place(shown, place, card, again)

    def press_place(self, shown: Shown, place: Place, card: int, open_piles: bool = True) -> None:
        """A zone or pile was pressed: pick it, act on its card, or list its cards."""
        acting = self.scene.acting
        index = shown.choices.by_place.get(place)
        if index is not None:
            acting.pick(index)
            return
        box = place_box(shown, card) if card else shown.layout.rect(place)
        if card and acting.act_on(card, box or Rect(0, 0, 1, 1)):
            return
        if open_piles and shown.view.pile(place.seat, place.zone).handles:
            acting.open_pile(place)

    def _on_cell(self, shown: Shown, cell: sheets.SheetCard) -> None:
        acting = self.scene.acting
        if cell.option < 0:
            acting.act_on(cell.card, cell.box)
            return
        last, when = self._last
        self._last = (cell.option, self.scene.now)
        if last == cell.option and self.scene.now - when < TWICE and cell.option in shown.doing.picked:
            acting.confirm()
            return
        acting.mark(cell.option)

    def _on_position(self, shown: Shown, at: Point) -> None:
        if shown.choices.shape is Shape.POSITION:
            for index, box in sheets.position_box(shown).options:
                if box.holds(at):
                    self.scene.acting.pick(index)

    def _up(self, event: pygame.event.Event) -> bool:
        if event.button == 1 and self.scene.hands.up(self.scene.shown(), event.pos):
            return True
        return self.scene.buttons.group.event(event)

    # --- the wheel ------------------------------------------------------------------------------------------

    def _wheel(self, event: pygame.event.Event) -> bool:
        shown = self.scene.shown()
        doing, pane, at = shown.doing, shown.layout.pane, pygame.mouse.get_pos()
        if pane.text.holds(at) or pane.art.holds(at):
            doing.text_offset = max(0, doing.text_offset - event.y)
        elif pane.log.holds(at) and (doing.tab == "log" or pane.wide):
            doing.log_offset = max(0, min(max(0, len(shown.log) - 4), doing.log_offset + event.y * 2))
        elif self._covered(shown):
            self._scroll(shown, -event.y * 60)
        return True

    def _scroll(self, shown: Shown, pixels: int) -> None:
        if shown.choices.shape is Shape.CARDS:
            sheet = sheets.cards_sheet(shown)
        elif shown.doing.pile is not None:
            sheet = sheets.pile_sheet(shown)
        else:
            return
        most = max(0, sheet.content - sheet.body.h)
        shown.doing.dialog_offset = max(0, min(most, shown.doing.dialog_offset + pixels))


def under(shown: Shown, at: tuple[float, float]) -> tuple[Place | None, int]:
    """The place under a point and the card on top there (0 for none, or one that cannot be told)."""
    spot = shown.layout.at(at)
    if spot is None:
        return None, 0
    pile = shown.view.pile(spot.place.seat, spot.place.zone)
    if spot.spread:
        boxes = [(handle, box) for handle, box in spread_boxes(shown, spot) if box.holds(at)]
        return spot.place, boxes[-1][0] if boxes else 0
    if spot.pile:
        known = [handle for handle in pile.handles if shown.facts(handle) is not None]
        open_pile = spot.place.zone not in ("deck", "extra_deck")
        return spot.place, known[-1] if known and open_pile else 0
    slot = spot.place.slot
    return spot.place, pile.handles[slot] if slot < len(pile.handles) else 0


_HANDLERS: dict[int, Callable[[DuelPointer, pygame.event.Event], bool]] = {
    pygame.MOUSEMOTION: DuelPointer._motion,
    pygame.MOUSEBUTTONDOWN: DuelPointer._down,
    pygame.MOUSEBUTTONUP: DuelPointer._up,
    pygame.MOUSEWHEEL: DuelPointer._wheel,
}
