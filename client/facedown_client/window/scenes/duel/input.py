"""Pointer and keyboard input in a duel. Everything that the pointer can do can be done by keys alone.

Arrows move between zones and along the hand, Tab moves to the next legal thing, Enter acts, numbers pick,
Space reads, Esc passes or takes back.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from facedown_client.board import Menu, OpenPile, Rect, Shape
from facedown_client.window.paint import DuelFrame, menu, pane
from facedown_client.window.paint.steps import is_listed, steps_room
from facedown_client.window.scenes.duel import hits
from facedown_client.window.scenes.duel.drag_controller import DuelDragController
from facedown_client.window.scenes.duel.hands import DuelHands
from facedown_client.window.scenes.duel.hits import Hit
from facedown_client.window.scenes.duel.mode_switch import ModeSwitch
from facedown_client.window.scenes.duel.ordering_row import OrderingRow
from facedown_client.window.scenes.duel.port import DuelPort
from facedown_client.window.scenes.duel.reason_hover import ReasonHover
from facedown_client.window.scenes.duel.tools import DuelTools
from facedown_client.window.scenes.duel.widgets import DuelWidgets
from facedown_client.window.widgets import key_name
from facedown_shared.tables import Place
from facedown_shared.text import _

ARROWS = {"LEFT": (-1, 0), "RIGHT": (1, 0), "UP": (0, -1), "DOWN": (0, 1)}
MODES = {"A": "always", "W": "smart", "D": "able", "S": "never"}
PILES = {
    "F1": (True, "graveyard"),
    "F2": (True, "banished"),
    "F3": (True, "extra_deck"),
    "F5": (False, "graveyard"),
    "F6": (False, "banished"),
    "F7": (False, "extra_deck"),
}
ANSWERS = {"Y": True, "N": False}
WHY, UNDO_MODE = "Q", "U"
WAITING = (Shape.NONE, Shape.ACT)
"""Shapes of prompts in which a press on an unplayable card shows the reason."""
MATERIALS = ("F4", "F8")
PRESSING = frozenset({"Enter", "Space", "Esc"})
"""Keys that a focused button uses itself."""


class DuelKeys:
    """Handler of keyboard events that no widget used."""

    def __init__(
        self, port: DuelPort, hands: DuelHands, tools: DuelTools, widgets: DuelWidgets, sliding: OrderingRow,
        wondering: ReasonHover, modes: ModeSwitch,
    ) -> None:  # fmt: skip
        self.port, self.hands, self.tools, self.widgets = port, hands, tools, widgets
        self.sliding, self.wondering, self.modes = sliding, wondering, modes
        self.acting, self.doing, self.group = port.acting, port.acting.doing, widgets.group
        self._space_held = False

    def event(self, event: pygame.event.Event) -> None:
        """Handle a keyboard event."""
        if event.type == pygame.KEYUP:
            self._release_key(event)
            return
        if event.type != pygame.KEYDOWN:
            self.group.event(event)
            return
        name, doing, shown = key_name(event), self.doing, self.port.shown()
        shift = getattr(event, "mod", 0) & pygame.KMOD_SHIFT and name != "TAB"
        shifted = f"Shift+{name}" if shift else name
        if doing.menu is not None:
            self._handle_menu_key(shown, doing.menu, shifted)
        elif self.widgets.is_typing and name not in (*PILES, *MATERIALS):
            self.group.event(event)
        elif doing.reading and name in ("Esc", "Enter"):
            doing.enlarge(False)
        elif self._handle_manual_key(shown, shifted) or self.sliding.handle_key(shown, shifted):
            return
        elif name == "TAB":
            self._focus_next(shown, -1 if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else 1)
        elif self._handle_fixed_key(shown, event, name) or self.group.event(event):
            return
        elif name == "Enter":
            self._press_focused(shown)
        elif name == "Esc":
            self.hands.escape()

    def _handle_manual_key(self, shown: DuelFrame, name: str) -> bool:
        """Handle keys for manual play and for the line of steps, and return whether one was used."""
        pressing = self.group.focus is not None and name in PRESSING
        return (not pressing and self.hands.key(shown, name)) or self.tools.handle_key(shown, name)

    def _handle_fixed_key(self, shown: DuelFrame, event: pygame.event.Event, name: str) -> bool:
        """Handle keys that do the same wherever the focus is, and return whether one was used."""
        if name in MODES and shown.is_player and shown.choices.shape is not Shape.HANDS:
            self.modes.hold(event.key, MODES[name])
        elif name == UNDO_MODE and shown.mode_note:
            return self.modes.undo()
        elif name in PILES:
            own, zone = PILES[name]
            self.acting.open_pile(Place(shown.near if own else 1 - shown.near, zone))
        elif name in MATERIALS:
            self._open_materials(shown)
        elif name in ANSWERS and shown.choices.shape is Shape.QUESTION:
            self.acting.answer_question(ANSWERS[name])
        elif name == "Space":
            return self._space_held or self._press_space(shown)
        elif name.isdigit():
            return self._press_number(shown, int(name))
        elif name in ARROWS and self.group.focus is None:
            self._focus_direction(shown, *ARROWS[name])
        elif name == "T":
            self.widgets.focus_chat()
        elif name == WHY:
            return self.wondering.handle_key(shown)
        else:
            return False
        return True

    # --- menus, numbers -------------------------------------------------------------------------------------

    def _handle_menu_key(self, shown: DuelFrame, opened: Menu, name: str) -> None:
        keyed = next((step for step, entry in enumerate(opened.entries) if entry.key == name != ""), -1)
        if keyed < 0 and name in ("Enter", "Space"):
            keyed = opened.marked
        elif keyed < 0 and name.isdigit():
            keyed = int(name) - 1
        if 0 <= keyed < len(opened.entries):
            if opened.entries[keyed].is_enabled:
                self.widgets.run_menu_line(self.acting.take_menu_line(opened.entries[keyed]))
        elif name in ARROWS:
            self._mark_line(shown, opened, *ARROWS[name])
        elif name in ("Esc", "TAB"):
            self.doing.open_menu(None)

    def _mark_line(self, shown: DuelFrame, opened: Menu, across: int, away: int) -> None:
        """Mark the next menu line above or below, or beside it in the other column; headings are skipped."""
        boxes = menu.boxes(shown, opened)[1]
        live = [step for step, entry in enumerate(opened.entries) if not entry.heading]
        if not live:
            return
        now = opened.marked if opened.marked in live else live[0]
        if across:
            beside = [step for step in live if (boxes[step].x - boxes[now].x) * across > 0]
            now = min(beside, key=lambda step: abs(boxes[step].y - boxes[now].y), default=now)
        elif opened.marked in live:
            now = live[(live.index(now) + away) % len(live)]
        self.doing.mark_line(now)

    def _press_number(self, shown: DuelFrame, number: int) -> bool:
        choices, acting = shown.choices, self.acting
        if choices.shape is Shape.CARDS and not shown.doing.peek:
            sheet = hits.open_sheet(shown)
            for cell in sheet.cells[number - 1 : number] if sheet is not None and number else ():
                acting.show_card(cell.card, cell.code)
                acting.mark(cell.option)
            return True
        if choices.shape not in (Shape.ZONE, Shape.POSITION, Shape.ASK, Shape.PICK):
            return False
        option = choices.numbered_options.get(number)
        if option is not None:
            acting.pick(option)
        return True

    # --- focus ----------------------------------------------------------------------------------------------

    def _targets(self, shown: DuelFrame) -> list[Hit]:
        """Return everything that can be acted on: legal cards, or every card in manual play."""
        if shown.choices.is_modal or shown.doing.pile is not None:
            return []
        if shown.choices.shape is Shape.ZONE:
            return [hits.at_place(shown, place) for place in shown.choices.by_place]
        return [hit for hit in hits.cards(shown) if shown.choices.shape is Shape.HANDS or _legal(shown, hit)]

    def _focus_next(self, shown: DuelFrame, step: int) -> None:
        """Focus the next legal thing: hand, board, then buttons, and around again."""
        asked = shown.choices.shape is Shape.CARDS and not shown.doing.peek
        opened = shown.doing.pile is not None and shown.choices.shape is Shape.HANDS
        if asked or (opened and not self.widgets.is_typing):
            self._focus_next_listed(shown, step)
            return
        targets, buttons, focus = self._targets(shown), self.group.focusable, self.group.focus
        here = (number for number, hit in enumerate(targets) if _is_here(shown, hit))
        now = next(here, -1) if self.doing.keyboard else -1
        if focus in buttons:
            now = len(targets) + buttons.index(focus)
        after = (now + step) % max(1, len(targets) + len(buttons))
        self.doing.point_at(keys=self.doing.keyboard)
        if after < len(targets):
            self.group.give_focus(None)
            self.port.focus(targets[after], keys=True)
        elif buttons:
            self.doing.hide_focus()
            self.group.give_focus(buttons[after - len(targets)])

    def _focus_next_listed(self, shown: DuelFrame, across: int, away: int = 0) -> None:
        """Focus the next card of a dialog (wraps around) or of an open list (stops at the end)."""
        sheet, doing = hits.open_sheet(shown), self.doing
        if sheet is None or not sheet.cells:
            return
        count = len(sheet.cells)
        if shown.choices.is_modal:
            options = [cell.option for cell in sheet.cells]
            now = options.index(doing.marked) if doing.marked in options else -1
            cell = sheet.cells[(now + (across or away)) % count]
            doing.mark(cell.option)
            self.acting.show_card(cell.card, cell.code)
        else:
            columns = sum(cell.box.y == sheet.cells[0].box.y for cell in sheet.cells)
            cards = [cell.card for cell in sheet.cells]
            now = cards.index(doing.hover) + across + away * columns if doing.hover in cards else 0
            cell = sheet.cells[max(0, min(count - 1, now))]
            doing.point_at(cell.card, doing.spot, keys=True)
            self.acting.show_card(cell.card)
        if cell.box.bottom > sheet.body.bottom or cell.box.y < sheet.body.y:
            doing.scroll_list(cell.box.y - sheet.body.y, sheet.content)

    def _focus_direction(self, shown: DuelFrame, across: int, away: int) -> None:
        """Focus the nearest zone, pile or hand card in a direction."""
        if hits.open_sheet(shown) is not None:
            self._focus_next_listed(shown, across, away)
            return
        if shown.choices.is_modal:
            return
        found = [*hits.places(shown), *(hit for hit in hits.cards(shown) if hit.held)]
        here = next((hit for hit in found if _is_here(shown, hit)), None)
        if here is None:
            self.port.focus(next((hit for hit in found if shown.is_legal(hit.hover)), found[0]), keys=True)
            return
        best = min(
            (hit for hit in found if _distance_ahead(_box(shown, here), _box(shown, hit), across, away)),
            key=lambda hit: _cost(_box(shown, here), _box(shown, hit), across),
            default=None,
        )
        if best is not None:
            self.port.focus(best, keys=True)

    def _press_focused(self, shown: DuelFrame) -> None:
        """Act on the focused thing. In a dialog, choose the marked card, then confirm."""
        doing, acting = self.doing, self.acting
        if shown.choices.shape is Shape.QUESTION:
            acting.answer_question(True)
        elif shown.choices.shape is Shape.ORDER:
            acting.confirm()
        elif shown.choices.shape is not Shape.CARDS or doing.peek:
            self.port.press(hits.focus(shown))
        elif doing.marked >= 0 and doing.marked not in doing.picked:
            acting.mark(doing.marked)
        else:
            acting.confirm()

    # --- piles, modes, reading ------------------------------------------------------------------------------

    def _open_materials(self, shown: DuelFrame) -> None:
        """Open the list of Xyz Materials of the focused card."""
        card = hits.at_place(shown, shown.doing.spot).card or shown.doing.preview_card
        seen = shown.visible_card(card)
        place = shown.doing.spot or Place(shown.near, "monster", 0)
        if seen is not None and seen.materials:
            self.doing.open_pile(OpenPile(place, _("Materials"), seen.materials))

    def _press_space(self, shown: DuelFrame) -> bool:
        """Look behind a dialog while Space is held; without one, enlarge the previewed card or shrink it
        again.

        Returns whether the key was used.
        """
        doing = self.doing
        if self.group.focus is not None and not shown.choices.is_modal:
            return False
        self._space_held = True
        if shown.choices.is_modal or (shown.view.result and not shown.put_away):
            doing.show_behind(True)
        elif doing.preview:
            doing.enlarge(not doing.reading)
        return True

    def _release_key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_SPACE:
            self._space_held = False
            self.doing.show_behind(False)
        self.modes.release(event.key)


def _legal(shown: DuelFrame, hit: Hit) -> bool:
    """Return whether the card, or a card of the pile, has a legal option."""
    if not hit.pile or hit.place is None:
        return shown.is_legal(hit.card)
    return any(map(shown.is_legal, shown.view.pile(hit.place.seat, hit.place.zone).handles))


def _is_here(shown: DuelFrame, hit: Hit) -> bool:
    """Return whether the focus is on this hit."""
    return (hit.hover, hit.place) == (shown.doing.hover, shown.doing.spot)


def _box(shown: DuelFrame, hit: Hit) -> Rect:
    """Return the box of a whole place, or of a hand card."""
    return shown.layout.rect(hit.place) or hit.box


def _distance_ahead(here: Rect, there: Rect, across: int, away: int) -> bool:
    dx, dy = there.centre[0] - here.centre[0], there.centre[1] - here.centre[1]
    return dx * across > 4 if across else dy * away > 4


def _cost(here: Rect, there: Rect, across: int) -> float:
    dx, dy = abs(there.centre[0] - here.centre[0]), abs(there.centre[1] - here.centre[1])
    return dx + 3 * dy if across else dy + 2 * dx


DOUBLE_PRESS_S = 0.4
"""Seconds within which a second press on the same card confirms it."""

Point = tuple[int, int]


class DuelPointer:
    """Dispatcher of pointer events to the topmost thing."""

    def __init__(
        self, port: DuelPort, hands: DuelHands, widgets: DuelWidgets, sliding: OrderingRow,
        dragging: DuelDragController,
    ) -> None:  # fmt: skip
        self.port, self.hands, self.widgets, self.sliding = port, hands, widgets, sliding
        self.dragging = dragging
        self.acting, self.doing = port.acting, port.acting.doing
        self._last = (-1, -1.0)

    def event(self, event: pygame.event.Event) -> bool:
        """Handle a pointer event and return whether it was used."""
        handle = _HANDLERS.get(event.type)
        return handle is not None and handle(self, event)

    # --- moving ---------------------------------------------------------------------------------------------

    def _handle_motion(self, event: pygame.event.Event) -> bool:
        self.widgets.group.event(event)
        self.doing.hide_focus()
        shown, opened = self.port.shown(), self.doing.menu
        carriers = (self.hands, self.sliding, self.dragging)
        if any(carrier.drag(shown, event.pos) for carrier in carriers):
            return True
        if opened is None:
            self.port.focus(hits.hit(shown, event.pos))
            return True
        _, rows = menu.boxes(shown, opened)
        under = (step for step, row in enumerate(rows) if row.contains(event.pos))
        self.doing.mark_line(next(under, opened.marked))
        return True

    # --- pressing -------------------------------------------------------------------------------------------

    def _handle_press(self, event: pygame.event.Event) -> bool:
        shown, doing = self.port.shown(), self.doing
        if event.button == 3:
            if self.dragging.turn():
                return True
            if doing.menu is not None or not self.hands.press(shown, event):
                self.hands.escape()
            return True
        if event.button != 1:
            return False
        if doing.menu is not None:
            self._press_menu(shown, event.pos)
        elif doing.reading:
            doing.enlarge(pane.reading_box(shown).contains(event.pos))
        elif not self.widgets.group.event(event) and not self.hands.press(shown, event):
            self._press_board(shown, event.pos)
        return True

    def _press_menu(self, shown: DuelFrame, at: Point) -> None:
        opened = self.doing.menu
        assert opened is not None
        _, rows = menu.boxes(shown, opened)
        for entry, row in zip(opened.entries, rows, strict=True):
            if row.contains(at):
                if entry.is_enabled:
                    self.widgets.run_menu_line(self.acting.take_menu_line(entry))
                return
        self.doing.open_menu(None)
        # A press outside the menu closes it; on another legal card it opens that card's menu.
        press = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1)
        if not self.hands.press(shown, press):
            self._press_board(shown, at, lists=False)

    def _press_board(self, shown: DuelFrame, at: Point, *, lists: bool = True) -> None:
        hit = hits.hit(shown, at)
        if self.sliding.press(shown, hit, at):
            return
        self.dragging.press(shown, hit, at)
        if hit.beside:
            self.doing.open_pile(None)
        elif hit.listed and hit.option >= 0:
            self.acting.show_card(hit.card, hit.code)  # a touch has no hover before it
            self._press_option(hit.option)
        elif hit.option >= 0:
            self.acting.pick(hit.option)
        elif (
            not self.port.press(hit, lists=lists)
            and (hit.held or hit.listed)
            and shown.choices.shape in WAITING
            and self.dragging.wondering.can_explain(shown, hit)
        ):
            self.dragging.wondering.show_for(hit.card)

    def _press_option(self, option: int) -> None:
        """Handle a press on a card of a dialog: the first marks it, a second soon after confirms it."""
        (last, when), now = self._last, self.port.now()
        self._last = (option, now)
        if last == option and now - when < DOUBLE_PRESS_S and option in self.doing.picked:
            self.acting.confirm()
        else:
            self.acting.mark(option)

    def _handle_release(self, event: pygame.event.Event) -> bool:
        shown = self.port.shown()
        if event.button == 1:
            at = event.pos
            if (
                self.sliding.release(shown)
                or self.dragging.release(shown, at)
                or self.hands.release(shown, at)
            ):
                return True
        return self.widgets.group.event(event)

    # --- the wheel ------------------------------------------------------------------------------------------

    def _handle_wheel(self, event: pygame.event.Event) -> bool:
        shown, at = self.port.shown(), pygame.mouse.get_pos()
        if self.dragging.turn() or self.widgets.group.event(event):
            return True
        pane, sheet = shown.layout.pane, hits.open_sheet(shown)
        if pane.text.contains(at) or pane.art.contains(at):
            self.doing.scroll_text(-event.y)
        elif pane.log.contains(at) and (self.doing.tab == "log" or pane.wide):
            self.doing.scroll_log(event.y * 2, max(0, len(shown.log) - 4))
        elif is_listed(shown) and pane.chat.contains(at):
            self.doing.scroll_steps(-event.y, *steps_room(shown))
        elif sheet is not None:
            self.doing.scroll_list(-event.y * 60, max(0, sheet.content - sheet.body.h))
        return True


_HANDLERS: dict[int, Callable[[DuelPointer, pygame.event.Event], bool]] = {
    pygame.MOUSEMOTION: DuelPointer._handle_motion,
    pygame.MOUSEBUTTONDOWN: DuelPointer._handle_press,
    pygame.MOUSEBUTTONUP: DuelPointer._handle_release,
    pygame.MOUSEWHEEL: DuelPointer._handle_wheel,
}
