"""The pointer over the duel screen: what it reads, what a press does, what the wheel moves."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from client.window.paint import Shown, menu, pane
from client.window.scenes.duel import hits
from client.window.scenes.duel.hands import DuelHands
from client.window.scenes.duel.port import DuelPort
from client.window.scenes.duel.widgets import DuelWidgets

TWICE = 0.4
"""Seconds within which a second press on the same card confirms it."""

Point = tuple[int, int]


class DuelPointer:
    """Hands pointer events to whatever lies on top."""

    def __init__(self, port: DuelPort, hands: DuelHands, widgets: DuelWidgets) -> None:
        self.port, self.hands, self.widgets = port, hands, widgets
        self.acting, self.doing = port.acting, port.acting.doing
        self._last = (-1, -1.0)

    def event(self, event: pygame.event.Event) -> bool:
        """Whether the event was used."""
        handle = _HANDLERS.get(event.type)
        return handle is not None and handle(self, event)

    # --- moving ---------------------------------------------------------------------------------------------

    def _motion(self, event: pygame.event.Event) -> bool:
        self.widgets.group.event(event)
        self.doing.leave_keys()
        shown, opened = self.port.shown(), self.doing.menu
        if self.hands.moved(shown, event.pos):
            return True
        if opened is None:
            self.port.focus(hits.hit(shown, event.pos))
            return True
        _, rows = menu.boxes(shown, opened)
        under = (step for step, row in enumerate(rows) if row.holds(event.pos))
        self.doing.mark_line(next(under, opened.marked))
        return True

    # --- pressing -------------------------------------------------------------------------------------------

    def _down(self, event: pygame.event.Event) -> bool:
        shown, doing = self.port.shown(), self.doing
        if event.button == 3:
            if doing.menu is not None or not self.hands.down(shown, event):
                self.hands.leave()
            return True
        if event.button != 1:
            return False
        if doing.menu is not None:
            self._on_menu(shown, event.pos)
        elif doing.reading:
            doing.enlarge(pane.reading_box(shown).holds(event.pos))
        elif not self.widgets.group.event(event) and not self.hands.down(shown, event):
            self._on_board(shown, event.pos)
        return True

    def _on_menu(self, shown: Shown, at: Point) -> None:
        opened = self.doing.menu
        assert opened is not None
        _, rows = menu.boxes(shown, opened)
        for entry, row in zip(opened.entries, rows, strict=True):
            if row.holds(at):
                if entry.live:
                    self.widgets.do(self.acting.take_entry(entry))
                return
        self.doing.open_menu(None)
        # A press beside the menu closes it, and on another legal card opens that one's.
        press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        if not self.hands.down(shown, press):
            self._on_board(shown, at, lists=False)

    def _on_board(self, shown: Shown, at: Point, *, lists: bool = True) -> None:
        hit = hits.hit(shown, at)
        if hit.beside:
            self.doing.open_pile(None)
        elif hit.listed and hit.option >= 0:
            self._on_option(hit.option)
        elif hit.option >= 0:
            self.acting.pick(hit.option)
        else:
            self.port.press(hit, lists=lists)

    def _on_option(self, option: int) -> None:
        """A card of a dialog: the first press marks it, a second soon after confirms."""
        (last, when), now = self._last, self.port.now()
        self._last = (option, now)
        if last == option and now - when < TWICE and option in self.doing.picked:
            self.acting.confirm()
        else:
            self.acting.mark(option)

    def _up(self, event: pygame.event.Event) -> bool:
        if event.button == 1 and self.hands.up(self.port.shown(), event.pos):
            return True
        return self.widgets.group.event(event)

    # --- the wheel ------------------------------------------------------------------------------------------

    def _wheel(self, event: pygame.event.Event) -> bool:
        shown, at = self.port.shown(), pygame.mouse.get_pos()
        pane, sheet = shown.layout.pane, hits.listed(shown)
        if pane.text.holds(at) or pane.art.holds(at):
            self.doing.scroll_text(-event.y)
        elif pane.log.holds(at) and (self.doing.tab == "log" or pane.wide):
            self.doing.scroll_log(event.y * 2, max(0, len(shown.log) - 4))
        elif sheet is not None:
            self.doing.scroll_list(-event.y * 60, max(0, sheet.content - sheet.body.h))
        return True


_HANDLERS: dict[int, Callable[[DuelPointer, pygame.event.Event], bool]] = {
    pygame.MOUSEMOTION: DuelPointer._motion,
    pygame.MOUSEBUTTONDOWN: DuelPointer._down,
    pygame.MOUSEBUTTONUP: DuelPointer._up,
    pygame.MOUSEWHEEL: DuelPointer._wheel,
}
