"""The buttons of a table without an arbiter: the line of steps, what belongs to no card, and playing alone.

Law: it sends wishes; what may be taken back, and whether, the server says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from client.board import gesture_keys
from client.board.layout import Rect
from client.board.offers import HAND
from client.window.look.theme import SECOND
from client.window.paint import overlays, rail, tools
from client.window.paint.state import Shown
from client.window.paint.steps import is_listed, step_rows
from client.window.scenes.parts import Press
from client.window.scenes.table.lines import OpenScene
from client.window.scenes.table.opening import OpeningHand
from client.window.widgets import Button, IconButton, Slider, Widget
from client.window.widgets.buttons import nothing
from shared.manual.menus import Offered
from shared.protocol.messages import Propose, Restart, Rewind, SaveLine, TakeSide
from shared.zones import Place

if TYPE_CHECKING:
    from client.window.scenes.duel.scene import DuelScene

SIGNALS = ("ok", "no_response", "thinking")
"""Quick words with a button of their own; the others are in the menu."""

HERE = {"hide": "Hide again", "attack": "End battle", "turn": "End turn", "close_chain": "Close chain",
        "life": "Life…", "token": "Token…", "coin": "Coin", "die": "Die"}  # fmt: skip
"""Shorter words for narrow buttons; a gesture without any keeps its own."""


class RailTool(NamedTuple):
    """One button: what it is called, what it does, and its key."""

    label: str
    press: Callable[[], object] | None
    """None while it cannot be used."""
    key: str = ""


class RailTools:
    """What stands in the rail of a free table, or of one played alone."""

    def __init__(self, scene: DuelScene) -> None:
        self.scene = scene
        self.opening: dict[int, tuple[int, ...]] = {}
        """The opening hand chosen for each side, kept from one beginning to the next."""
        self._usual: list[RailTool] = []
        self._answers: set[int] = set()
        """Steps after which we were asked and answered: by the rules the others pass by themselves."""

    # --- what there is --------------------------------------------------------------------------------------

    def all(self, shown: Shown) -> list[RailTool]:
        """Every button, in the order of the rail."""
        table = shown.table
        if table is None or not tools.has_line(shown):
            return []
        found = self._solo(shown) if table.alone else self._signals()
        return [*found, *self._by_hand(shown)]

    def seen(self, shown: Shown) -> list[RailTool]:
        """The buttons there is room for: none while something is asked that is more than to act."""
        prompt = shown.choices.prompt
        asked = prompt is not None and prompt.kind not in ("turn", "by_hand")
        return [] if asked else self.all(shown)

    def _solo(self, shown: Shown) -> list[RailTool]:
        return [
            RailTool("Same hand", self.restart, "Ctrl+R"),
            RailTool("New hand", partial(self.restart, fresh=True), "Ctrl+N"),
            RailTool("Pick hand…", self.pick_hand, "Ctrl+H"),
            RailTool("Other side", self.swap, "Ctrl+E"),
            RailTool("Save", self.save, "Ctrl+S"),
            RailTool("Open…", self.open, "Ctrl+O"),
        ]

    def _signals(self) -> list[RailTool]:
        lines = {line.gesture.text: line for line in self._table_lines() if line.gesture.do == "signal"}
        return [self._tool(lines[word]) for word in SIGNALS if word in lines]

    def _by_hand(self, shown: Shown) -> list[RailTool]:
        """What belongs to the table, save phases (their strip is above) and what would do nothing now."""
        lines = [line for line in self._table_lines() if line.gesture.do != "signal"]
        if rail.has_phases(shown):
            lines = [line for line in lines if line.gesture.do != "phase"]
        if lines:
            found = [self._tool(line) for line in lines if self._makes_sense(shown, line)]
            self._usual = [*found, RailTool("Hand…", self.hand_menu)]
            return self._usual
        # While a Deck is looked through nothing else is done; the buttons stay where they are.
        return [tool._replace(press=None) for tool in self._usual]

    def _makes_sense(self, shown: Shown, line: Offered) -> bool:
        if line.gesture.do == "hide":
            seats = (0, 1) if self.scene.hands.gesturing.alone else (shown.view.viewer,)
            return any(card.revealed and card.owner in seats for card in shown.view.cards.values())
        return line.gesture.do != "attack" or shown.view.attack is not None

    def _tool(self, line: Offered) -> RailTool:
        key = gesture_keys.ROWS.get((line.gesture.do, "", ""), "")
        begin = self.scene.hands.gesturing.begin
        return RailTool(HERE.get(line.gesture.do, line.title), lambda: begin(line), key)

    def _table_lines(self) -> list[Offered]:
        offers = self.scene.hands.gesturing.offers
        return offers.of_table() if offers is not None else []

    def phases(self) -> dict[str, Offered]:
        """The phases that can be gone to by hand."""
        if self.scene.hands.offers is None:
            return {}
        return {line.gesture.text: line for line in self._table_lines() if line.gesture.do == "phase"}

    def plates(self, shown: Shown) -> list[Widget]:
        """A press on a player's plate changes what is counted there: the own one's, alone the other's too."""
        lines = [line for line in self._table_lines() if line.gesture.do == "life"]
        seats = (shown.near, 1 - shown.near) if self.scene.hands.gesturing.alone else (shown.near,)
        found: list[Widget] = []
        for seat in seats if lines else ():
            offered = replace(lines[0], gesture=msgspec.structs.replace(lines[0].gesture, seat=seat))
            words = f"{shown.names[seat]}: {lines[0].title}"
            begin = partial(self.scene.hands.gesturing.begin, offered)
            found.append(Press(shown.layout.rail.plates[seat], words, begin))
        return found

    # --- widgets --------------------------------------------------------------------------------------------

    def widgets(self, shown: Shown) -> list[Widget]:
        """The line, and the buttons below it."""
        found = self.seen(shown)
        if not tools.has_line(shown) or shown.table is None:
            return []
        boxes = tools.tools(shown, len(found))
        made: list[Widget] = [*self._line(shown, boxes)]
        for tool, box in zip(found, boxes.cells, strict=True):
            press = tool.press
            made.append(Button(box, tool.label, press or nothing, size=SECOND, enabled=press is not None))
        return made

    def _line(self, shown: Shown, boxes: tools.ToolBoxes) -> list[Widget]:
        table = shown.table
        assert table is not None, "only a table has a line"
        what, seat, _ = overlays.proposed(shown)
        if what == "rewind" and seat == str(shown.view.viewer):
            wide = Rect(boxes.back.x, boxes.back.y, boxes.forth.right - boxes.back.x, boxes.back.h)
            return [Button(wide, "Asked: withdraw", self._withdraw, size=SECOND)]
        able, on = table.step > 0, table.step < table.steps
        back = IconButton(boxes.back, "Undo", self.undo, image="left", enabled=able)
        forth = IconButton(boxes.forth, "Redo", self.redo, image="right", enabled=on)
        if table.alone:
            span = (0, max(1, table.steps))
            return [back, Slider(boxes.line, span, (0, table.step), self._slide, both=False), forth]
        wide = Rect(boxes.back.x, boxes.back.y, boxes.line.right - boxes.back.x, boxes.back.h)
        return [Button(wide, "Take back", self.undo, enabled=able, size=SECOND, key="Ctrl+Z"), forth]

    def jumps(self, shown: Shown) -> list[Widget]:
        """The steps of the list in the pane: each leads there."""
        return [
            Press(row.box, f"{row.number}. {row.words}", partial(self._to, row.number))
            for row in (step_rows(shown) if is_listed(shown) else ())
        ]

    def _slide(self, value: tuple[int, int]) -> None:
        self._to(value[1])

    # --- what they do ---------------------------------------------------------------------------------------

    def key(self, shown: Shown, name: str) -> bool:
        """A key of one of the tools; whether it was one."""
        if not tools.has_line(shown):
            return False
        moves = {"Ctrl+Z": self.undo, "Ctrl+Y": self.redo}
        presses = {tool.key: tool.press for tool in self.all(shown) if tool.key and tool.press} | moves
        press = presses.get(name)
        if press is None:
            return False
        press()
        return True

    def undo(self) -> None:
        """One step back: at once alone, else by asking."""
        self._by(-1)

    def redo(self) -> None:
        """One step forward again."""
        self._by(1)

    def _by(self, direction: int) -> None:
        """To the step before or after; by the rules to an answer of our own, past what passed by itself."""
        table = self.scene.app.model.table
        if table is None:
            return
        ahead = [step for step in self._answers if (step - table.step) * direction > 0]
        end = table.step + direction if not self._answers else 0 if direction < 0 else table.steps
        self._to(min(ahead, key=lambda step: abs(step - table.step), default=end))

    def answering(self) -> None:
        """A prompt of the table is about to be answered: this step is one to come back to."""
        table = self.scene.app.model.table
        if table is not None and table.alone:
            self._answers = {step for step in self._answers if step < table.step} | {table.step}

    def _to(self, step: int) -> None:
        table = self.scene.app.model.table
        if table is not None and 0 <= step <= table.steps and step != table.step:
            self.scene.hands.gesturing.cancel()
            self.scene.app.send(Rewind(step))

    def _withdraw(self) -> None:
        self.scene.app.send(Propose(""))

    def restart(self, *, fresh: bool = False) -> None:
        """From the beginning: the same cards, or dealt anew; a chosen opening hand stays chosen."""
        seat = self.scene.app.model.seat
        self._answers.clear()
        self.scene.app.send(Restart(fresh, self.opening.get(seat, ())))

    def pick_hand(self) -> None:
        """Choose which cards this side's opening hand is to hold."""
        scene = self.scene
        seat = scene.app.model.seat
        deck = scene.app.both[seat]
        if deck is None or not deck.deck.main:
            scene.app.notice = "This side has no deck to choose a hand from."
            return
        had = self.opening.get(seat, ())
        scene.app.lay(OpeningHand(scene.look, scene.app, deck, had, scene.faces, self._opened))

    def _opened(self, cards: tuple[int, ...], *, fresh: bool) -> None:
        self.opening[self.scene.app.model.seat] = cards
        self.restart(fresh=fresh)

    def swap(self) -> None:
        """Look and act from the other side."""
        self.scene.app.send(TakeSide(1 - self.scene.app.model.seat))

    def save(self) -> None:
        """Ask for the line as a file; the app keeps it and says where."""
        self.scene.app.send(SaveLine())

    def open(self) -> None:
        """Open another line, or a puzzle."""
        self.scene.app.lay(OpenScene(self.scene.look, self.scene.app))

    def hand_menu(self) -> None:
        """What can be done with the whole hand."""
        hands, shown = self.scene.hands, self.scene.shown()
        offers = hands.gesturing.offers
        if offers is None:
            return
        found = self.seen(shown)
        boxes = tools.tools(shown, len(found)).cells
        anchor = next(
            (box for tool, box in zip(found, boxes, strict=True) if tool.label == "Hand…"), boxes[-1]
        )
        extra = [line for line in self._table_lines() if line.gesture.do == "signal"]
        alone = self.scene.hands.gesturing.alone
        rest = [] if alone else [line for line in extra if line.gesture.text not in SIGNALS]
        hands.open_menu([*offers.of_pile(Place(shown.near, HAND)), *rest], anchor)
