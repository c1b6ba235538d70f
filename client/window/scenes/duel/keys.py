"""The keyboard in a duel: everything the pointer can do, by keys alone.

Arrows go from zone to zone and along the hand, Tab from one legal thing to the next, Enter acts, numbers
pick, Space reads, Esc passes or takes back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from client.board.choices import Shape
from client.board.layout import Rect
from client.window.paint import hand, menu, sheets
from client.window.paint.board import standing
from client.window.paint.state import Menu, OpenPile, Shown
from client.window.scenes.duel.pointer import under
from client.window.widgets.base import key_name
from shared.zones import Place

if TYPE_CHECKING:
    from client.window.scenes.duel.scene import DuelScene

ARROWS = {"LEFT": (-1, 0), "RIGHT": (1, 0), "UP": (0, -1), "DOWN": (0, 1)}
MODES = {"A": "always", "D": "able", "S": "never"}
PILES = {
    "F1": (True, "graveyard"),
    "F2": (True, "banished"),
    "F3": (True, "extra_deck"),
    "F5": (False, "graveyard"),
    "F6": (False, "banished"),
    "F7": (False, "extra_deck"),
}
HELD = 0.4
"""Seconds after which a mode's key counts as held: letting go gives the old mode back."""


class DuelKeys:
    """Keyboard events that no widget used."""

    def __init__(self, scene: DuelScene) -> None:
        self.scene = scene
        self._held: tuple[int, str, float] | None = None
        self._space_held = False

    def event(self, event: pygame.event.Event) -> None:
        """Take a keyboard event."""
        if event.type == pygame.KEYUP:
            self._up(event)
            return
        if event.type != pygame.KEYDOWN:
            self.scene.buttons.group.event(event)
            return
        name, doing = key_name(event), self.scene.acting.doing
        if doing.menu is not None:
            self._in_menu(_shifted(event, name))
            return
        if self.scene.typing and name not in ("F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"):
            self.scene.buttons.group.event(event)
            return
        if doing.reading and name in ("Esc", "Enter"):
            doing.reading = False
        elif self._by_hand(event, name):
            return
        elif name == "TAB":
            self._tab(-1 if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else 1)
        elif not self._own(event, name) and not self.scene.buttons.group.event(event):
            self._rest(name)

    def _by_hand(self, event: pygame.event.Event, name: str) -> bool:
        """Keys for cards that are moved by hand, and for the line of steps."""
        shown = self.scene.shown()
        shifted = _shifted(event, name)
        return self.scene.hands.key(shown, shifted) or self.scene.tools.key(shown, shifted)

    def _own(self, event: pygame.event.Event, name: str) -> bool:
        """Keys that mean the same whatever has the focus."""
        shown = self.scene.shown()
        if name in MODES and shown.player and shown.choices.shape is not Shape.HANDS:
            self._mode(event, MODES[name])
        elif name in PILES:
            self._pile(shown, *PILES[name])
        elif name in ("F4", "F8"):
            self._materials(shown)
        elif name == "Space":
            return self._space_held or self._space(shown)
        elif name.isdigit():
            return self._number(shown, int(name))
        elif name in ARROWS and self.scene.buttons.group.focus is None:
            self._arrow(shown, *ARROWS[name])
        elif name == "T":
            self.scene.buttons.talk()
        else:
            return False
        return True

    def _rest(self, name: str) -> None:
        """Enter on the board, and Esc."""
        if name == "Enter":
            self._enter()
        elif name == "Esc":
            self.scene.leave()

    # --- menus, numbers -------------------------------------------------------------------------------------

    def _in_menu(self, name: str) -> None:
        acting = self.scene.acting
        opened = acting.doing.menu
        assert opened is not None
        count = len(opened.entries)
        keyed = next(
            (step for step, entry in enumerate(opened.entries) if entry.key and entry.key == name), -1
        )
        if keyed >= 0:
            self._entry(keyed)
        elif name in ARROWS:
            self._mark(opened, *ARROWS[name])
        elif name in ("Enter", "Space") and 0 <= opened.marked < count:
            self._entry(opened.marked)
        elif name.isdigit() and 1 <= int(name) <= count:
            self._entry(int(name) - 1)
        elif name in ("Esc", "TAB"):
            acting.doing.menu = None

    def _mark(self, opened: Menu, across: int, away: int) -> None:
        """The next line up or down, or beside in the other column; headings are passed over."""
        boxes = menu.boxes(self.scene.shown(), opened)[1]
        live = [step for step, entry in enumerate(opened.entries) if not entry.heading]
        if not live:
            return
        now = opened.marked if opened.marked in live else live[0]
        if across:
            beside = [step for step in live if (boxes[step].x - boxes[now].x) * across > 0]
            now = min(beside, key=lambda step: abs(boxes[step].y - boxes[now].y), default=now)
        else:
            now = live[(live.index(now) + away) % len(live)] if opened.marked in live else live[0]
        opened.marked = now

    def _entry(self, index: int) -> None:
        acting = self.scene.acting
        assert acting.doing.menu is not None
        entry = acting.doing.menu.entries[index]
        if entry.live:
            self.scene.buttons.do(acting.take_entry(entry))

    def _number(self, shown: Shown, number: int) -> bool:
        choices, acting = shown.choices, self.scene.acting
        if choices.shape is Shape.ZONE:
            picks = list(choices.by_place.values())
        elif choices.shape is Shape.CARDS and not shown.doing.peek:
            cells = sheets.cards_sheet(shown).cells
            if 1 <= number <= len(cells):
                self.read(cells[number - 1].card, cells[number - 1].code)
                acting.mark(cells[number - 1].option)
            return True
        elif choices.shape in (Shape.POSITION, Shape.ASK):
            picks = list(choices.listed)
        elif choices.shape is Shape.PICK:
            picks = [index for indices in choices.by_card.values() for index in indices]
        else:
            return False
        if 1 <= number <= len(picks):
            acting.pick(picks[number - 1])
        return True

    # --- focus ----------------------------------------------------------------------------------------------

    def read(self, handle: int, code: int = 0) -> None:
        """Show a card in the preview."""
        scene, doing = self.scene, self.scene.acting.doing
        if scene.view is None:
            return
        seen = scene.view.cards.get(handle)
        code = seen.code if seen is not None else code
        if code and (code != doing.preview or handle != doing.preview_card):
            doing.preview, doing.preview_card, doing.text_offset = code, handle, 0

    def _targets(self, shown: Shown) -> list[tuple[int, Place | None]]:
        """Everything legal on the board: (hand card, place), left to right."""
        if shown.choices.shape is Shape.ZONE:
            return [(0, place) for place in shown.choices.by_place]
        if shown.choices.shape is Shape.HANDS:
            return self._all(shown)
        found: list[tuple[int, Place | None]] = [
            (held.handle, None) for held in hand.fan(shown) if shown.is_legal(held.handle)
        ]
        found += [(0, place) for place, _, handle in standing(shown) if shown.is_legal(handle)]
        for spot in shown.layout.spots:
            handles = shown.view.pile(spot.place.seat, spot.place.zone).handles
            if spot.pile and any(shown.is_legal(handle) for handle in handles):
                found.append((0, spot.place))
        return found

    def _all(self, shown: Shown) -> list[tuple[int, Place | None]]:
        """Every card and pile there is: by hand anything may be taken up."""
        found: list[tuple[int, Place | None]] = [
            (held.handle, None) for held in hand.fan(shown) if held.handle
        ]
        found += [(0, place) for place, _, _ in standing(shown)]
        return found + [(0, spot.place) for spot in shown.layout.spots if spot.pile]

    def _tab(self, step: int) -> None:
        """The next legal thing: hand, board, then buttons, and around."""
        shown, group = self.scene.shown(), self.scene.buttons.group
        if shown.choices.shape is Shape.CARDS and not shown.doing.peek:
            self._next_cell(shown, step)
            return
        if shown.doing.pile is not None and shown.choices.shape is Shape.HANDS and not self.scene.typing:
            self._next_in_pile(shown, step, 0)
            return
        covered = shown.choices.modal or shown.doing.pile is not None
        targets = [] if covered else self._targets(shown)
        buttons = [widget for widget in group.widgets if widget.focusable and widget.live]
        now = self._position(shown, targets, len(targets) + len(buttons))
        after = (now + step) % max(1, len(targets) + len(buttons))
        shown.doing.hover, shown.doing.spot = 0, None
        if after < len(targets):
            group.give_focus(None)
            self._focus(shown, *targets[after])
        elif buttons:
            shown.doing.keyboard = False
            group.give_focus(buttons[after - len(targets)])

    def _position(self, shown: Shown, targets: list[tuple[int, Place | None]], count: int) -> int:
        """Where Tab stands now among all there is; -1 (before the first) when nowhere."""
        group, doing = self.scene.buttons.group, shown.doing
        buttons = [widget for widget in group.widgets if widget.focusable and widget.live]
        focus = group.focus
        if focus in buttons:
            return len(targets) + buttons.index(focus)
        here = (doing.hover, doing.spot)
        if doing.keyboard and here in targets:
            return targets.index(here)
        return -1 if count else 0

    def _focus(self, shown: Shown, handle: int, place: Place | None) -> None:
        """Put the focus on a hand card or a place, and read what lies there."""
        doing = shown.doing
        doing.keyboard, doing.hover, doing.spot = True, handle, place
        if handle:
            self.read(handle)
            return
        rect = shown.layout.rect(place)
        if rect is not None:
            _, card = under(shown, rect.centre)
            self.read(card)

    def _next_cell(self, shown: Shown, step: int) -> None:
        cells = sheets.cards_sheet(shown).cells
        if not cells:
            return
        options = [cell.option for cell in cells]
        now = options.index(shown.doing.marked) if shown.doing.marked in options else -1
        cell = cells[(now + step) % len(cells)]
        shown.doing.marked = cell.option
        self.read(cell.card, cell.code)
        body = sheets.cards_sheet(shown).body
        if cell.box.bottom > body.bottom or cell.box.y < body.y:
            shown.doing.dialog_offset = max(0, shown.doing.dialog_offset + cell.box.y - body.y)

    def _next_in_pile(self, shown: Shown, across: int, away: int) -> None:
        """From card to card of an open list."""
        sheet = sheets.pile_sheet(shown)
        if not sheet.cells:
            return
        columns = sum(cell.box.y == sheet.cells[0].box.y for cell in sheet.cells)
        cards = [cell.card for cell in sheet.cells]
        step = across + away * columns
        now = cards.index(shown.doing.hover) + step if shown.doing.hover in cards else 0
        cell = sheet.cells[max(0, min(len(cards) - 1, now))]
        shown.doing.hover, shown.doing.keyboard = cell.card, True
        self.read(cell.card)
        if cell.box.bottom > sheet.body.bottom or cell.box.y < sheet.body.y:
            shown.doing.dialog_offset = max(0, shown.doing.dialog_offset + cell.box.y - sheet.body.y)

    def _arrow(self, shown: Shown, across: int, away: int) -> None:
        """The nearest thing in a direction: zones, piles and hand cards."""
        if shown.choices.shape is Shape.CARDS and not shown.doing.peek:
            self._next_cell(shown, across or away)
            return
        if shown.doing.pile is not None and not shown.choices.modal:
            self._next_in_pile(shown, across, away)
            return
        if shown.choices.modal:
            return
        places: list[tuple[Rect, int, Place | None]] = [
            (spot.rect, 0, spot.place) for spot in shown.layout.spots
        ]
        places += [(held.box, held.handle, None) for held in hand.fan(shown) if held.handle]
        doing = shown.doing
        here = next(
            (rect for rect, handle, place in places if (handle, place) == (doing.hover, doing.spot)), None
        )
        if here is None:
            start = next((found for found in places if shown.is_legal(found[1])), places[0])
            self._focus(shown, start[1], start[2])
            return
        best = min(
            (found for found in places if _ahead(here, found[0], across, away)),
            key=lambda found: _cost(here, found[0], across),
            default=None,
        )
        if best is not None:
            self._focus(shown, best[1], best[2])

    def _enter(self) -> None:
        """Act on what has the focus; in a dialog, choose what is marked, then confirm."""
        shown, acting = self.scene.shown(), self.scene.acting
        doing = shown.doing
        if shown.choices.shape is Shape.CARDS and not doing.peek:
            if doing.marked >= 0 and doing.marked not in doing.picked:
                acting.mark(doing.marked)
            else:
                acting.confirm()
        elif doing.hover:
            acting.act_on(doing.hover, hand.box_of(shown, doing.hover) or Rect(0, 0, 1, 1))
        elif doing.spot is not None:
            rect = shown.layout.rect(doing.spot)
            _, card = under(shown, rect.centre) if rect is not None else (None, 0)
            self.scene.pointer.press_place(shown, doing.spot, card)

    # --- piles, modes, reading ------------------------------------------------------------------------------

    def _pile(self, shown: Shown, own: bool, zone: str) -> None:
        seat = shown.near if own else 1 - shown.near
        self.scene.acting.open_pile(Place(seat, zone))

    def _materials(self, shown: Shown) -> None:
        """The Xyz Materials of the card under focus."""
        rect = shown.layout.rect(shown.doing.spot)
        _, card = under(shown, rect.centre) if rect is not None else (None, 0)
        seen = shown.seen(card or shown.doing.preview_card)
        place = shown.doing.spot or Place(shown.near, "monster", 0)
        if seen is not None and seen.materials:
            shown.doing.pile = OpenPile(place, "Materials", seen.materials)

    def _space(self, shown: Shown) -> bool:
        """Look through a dialog while held; else read the card under the focus, large."""
        doing = shown.doing
        if self.scene.buttons.group.focus is not None and not shown.choices.modal:
            return False
        self._space_held = True
        if shown.choices.modal or shown.view.result:
            doing.peek = True
        elif doing.preview:
            doing.reading = not doing.reading
        return True

    def _mode(self, event: pygame.event.Event, mode: str) -> None:
        doing = self.scene.acting.doing
        if self._held is not None and self._held[0] == event.key:
            return
        self._held = (event.key, doing.mode, self.scene.now)
        if doing.mode != mode:
            self.scene.acting.ask_me(mode, held=True)

    def _up(self, event: pygame.event.Event) -> None:
        doing = self.scene.acting.doing
        if event.key == pygame.K_SPACE:
            doing.peek = self._space_held = False
        if self._held is not None and self._held[0] == event.key:
            _, before, since = self._held
            self._held = None
            if before != doing.mode:
                self.scene.acting.ask_me(before if self.scene.now - since > HELD else doing.mode)


def _shifted(event: pygame.event.Event, name: str) -> str:
    """A key's name with the Shift that was held, for keys that have another meaning with it."""
    return f"Shift+{name}" if getattr(event, "mod", 0) & pygame.KMOD_SHIFT and name != "TAB" else name


def _ahead(here: Rect, there: Rect, across: int, away: int) -> bool:
    dx, dy = there.centre[0] - here.centre[0], there.centre[1] - here.centre[1]
    return dx * across > 4 if across else dy * away > 4


def _cost(here: Rect, there: Rect, across: int) -> float:
    dx, dy = abs(there.centre[0] - here.centre[0]), abs(there.centre[1] - here.centre[1])
    return dx + 3 * dy if across else dy + 2 * dx
