"""The buttons of a table without an arbiter: the line of steps, what belongs to no card, and playing alone.

Law: it sends wishes; what may be taken back, and whether, the server says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from client.board import Shape, gesture_keys
from client.board.offers import HAND
from client.window.look import SECOND
from client.window.paint import Kept, Shown, overlays, rail
from client.window.paint.pane import is_listed, step_rows
from client.window.paint.state import SHOWN_PARTS
from client.window.scenes.duel.hands import DuelHands
from client.window.scenes.duel.port import DuelPort
from client.window.scenes.parts import Press
from client.window.scenes.table.lines import OpenScene
from client.window.scenes.table.opening import OpeningHand
from client.window.widgets import Button, IconButton, Slider, Widget
from shared.manual.menus import Offered
from shared.protocol.gestures import (
    ChangeLife,
    CloseChain,
    DeclareAttack,
    EndTurn,
    Gesture,
    GoToPhase,
    Hide,
    MakeToken,
    RollDice,
    SendSignal,
    TossCoins,
    telling,
)
from shared.protocol.messages import Propose, Restart, Rewind, SaveLine, TakeSide
from shared.zones import Place

SIGNALS = ("ok", "no_response", "thinking")
"""Quick words with a button of their own; the others are in the menu."""

HERE: dict[type[Gesture], str] = {
    Hide: "Hide again", DeclareAttack: "End battle", EndTurn: "End turn", CloseChain: "Close chain",
    ChangeLife: "Life…", MakeToken: "Token…", TossCoins: "Coin", RollDice: "Die",
}  # fmt: skip
"""Shorter words for narrow buttons; a gesture without any keeps its own."""


class RailTool(NamedTuple):
    """One button: what it is called, what it does, and its key."""

    label: str
    press: Callable[[], object] | None
    """None while it cannot be used."""
    key: str = ""


class DuelTools:
    """What stands in the rail of a free table, or of one played alone."""

    def __init__(self, port: DuelPort, hands: DuelHands) -> None:
        self.app, self.shown, self.hands = port.app, port.shown, hands
        self.gesturing = port.gesturing
        self.opening: dict[int, tuple[int, ...]] = {}
        """The opening hand chosen for each side, kept from one beginning to the next."""
        self._usual: list[RailTool] = []
        self._answers: set[int] = set()
        """Steps after which we were asked and answered: by the rules the others pass by themselves."""
        self._seen = Kept(self._room_for, SHOWN_PARTS)

    # --- what there is --------------------------------------------------------------------------------------

    def all(self, shown: Shown) -> list[RailTool]:
        """Every button, in the order of the rail."""
        if shown.table is None or not rail.has_line(shown):
            return []
        found = self._solo() if shown.table.alone else self._signals(shown)
        return [*found, *self._by_hand(shown)]

    def seen(self, shown: Shown) -> list[RailTool]:
        """The buttons there is room for: none while something is asked that is more than to act."""
        return self._seen.of(shown)

    def _room_for(self, shown: Shown) -> list[RailTool]:
        prompt = shown.choices.prompt
        asked = prompt is not None and prompt.kind not in ("turn", "by_hand")
        return [] if asked else self.all(shown)

    def _solo(self) -> list[RailTool]:
        return [
            RailTool("Same hand", self.restart, "Ctrl+R"),
            RailTool("New hand", partial(self.restart, fresh=True), "Ctrl+N"),
            RailTool("Pick hand…", self.pick_hand, "Ctrl+H"),
            RailTool("Other side", self.swap, "Ctrl+E"),
            RailTool("Save", partial(self.app.send, SaveLine()), "Ctrl+S"),
            RailTool("Open…", self.open, "Ctrl+O"),
        ]

    def _signals(self, shown: Shown) -> list[RailTool]:
        lines = {line.gesture.text: line for line in _lines(shown) if isinstance(line.gesture, SendSignal)}
        return [self._tool(lines[word]) for word in SIGNALS if word in lines]

    def _by_hand(self, shown: Shown) -> list[RailTool]:
        """What belongs to the table, save phases (their strip is above) and what would do nothing now."""
        elsewhere = (SendSignal, GoToPhase) if rail.has_phases(shown) else (SendSignal,)
        lines = [line for line in _lines(shown) if not isinstance(line.gesture, elsewhere)]
        if lines:
            found = [self._tool(line) for line in lines if _makes_sense(shown, line)]
            self._usual = [*found, RailTool("Hand…", self.hand_menu)]
            return self._usual
        # While a Deck is looked through nothing else is done; the buttons stay where they are.
        return [tool._replace(press=None) for tool in self._usual]

    def _tool(self, line: Offered) -> RailTool:
        key = gesture_keys.ROWS.get((type(line.gesture), "", ""), "")
        return RailTool(HERE.get(type(line.gesture), line.title), partial(self.gesturing.begin, line), key)

    def phases(self, shown: Shown) -> dict[str, Offered]:
        """The phases that can be gone to by hand."""
        lines = _lines(shown) if shown.choices.shape is Shape.HANDS else []
        return {line.gesture.text: line for line in lines if isinstance(line.gesture, GoToPhase)}

    def plates(self, shown: Shown) -> list[Widget]:
        """A press on a player's plate changes what is counted there: the own one's, alone the other's too."""
        lines = [line for line in _lines(shown) if isinstance(line.gesture, ChangeLife)]
        seats = (shown.near, 1 - shown.near) if shown.offers and shown.offers.alone else (shown.near,)
        return [
            Press(
                shown.layout.rail.plates[seat], f"{shown.names[seat]}: {line.title}",
                partial(self.gesturing.begin, replace(line, gesture=telling(line.gesture, seat=seat))),
            )
            for line in lines[:1]
            for seat in seats
        ]  # fmt: skip

    # --- widgets --------------------------------------------------------------------------------------------

    def widgets(self, shown: Shown) -> list[Widget]:
        """The line, and the buttons below it."""
        found = self.seen(shown)
        if not rail.has_line(shown) or shown.table is None:
            return []
        boxes = rail.tool_boxes(shown, len(found))
        return [
            *self._line(shown, boxes),
            *(
                Button(box, tool.label, tool.press or int, size=SECOND, enabled=tool.press is not None)
                for tool, box in zip(found, boxes.cells, strict=True)
            ),
        ]

    def _line(self, shown: Shown, boxes: rail.ToolBoxes) -> list[Widget]:
        table = shown.table
        assert table is not None, "only a table has a line"
        what, seat, _ = overlays.proposed(shown)
        if what == "rewind" and seat == str(shown.view.viewer):
            wide = boxes.back._replace(w=boxes.forth.right - boxes.back.x)
            withdraw = partial(self.app.send, Propose(""))
            return [Button(wide, "Asked: withdraw", withdraw, size=SECOND)]
        able, on = table.step > 0, table.step < table.steps
        back = IconButton(boxes.back, "Undo", partial(self._by, -1), image="left", enabled=able)
        forth = IconButton(boxes.forth, "Redo", partial(self._by, 1), image="right", enabled=on)
        if table.alone:
            span = (0, max(1, table.steps))
            return [
                back,
                Slider(boxes.line, span, (0, table.step), lambda value: self._to(value[1]), both=False),
                forth,
            ]
        wide = boxes.back._replace(w=boxes.line.right - boxes.back.x)
        return [
            Button(wide, "Take back", partial(self._by, -1), enabled=able, size=SECOND, key="Ctrl+Z"),
            forth,
        ]

    def jumps(self, shown: Shown) -> list[Widget]:
        """The steps of the list in the pane: each leads there."""
        return [
            Press(row.box, f"{row.number}. {row.words}", partial(self._to, row.number))
            for row in (step_rows(shown) if is_listed(shown) else ())
        ]

    # --- what they do ---------------------------------------------------------------------------------------

    def key(self, shown: Shown, name: str) -> bool:
        """A key of one of the tools; whether it was one."""
        if not rail.has_line(shown):
            return False
        presses: dict[str, Callable[[], object] | None] = {tool.key: tool.press for tool in self.all(shown)}
        presses |= {"": None, "Ctrl+Z": partial(self._by, -1), "Ctrl+Y": partial(self._by, 1)}
        press = presses.get(name)
        if press is not None:
            press()
        return press is not None

    def _by(self, direction: int) -> None:
        """To the step before or after (at once alone, else by asking); by the rules to an answer of our own,
        past what passed by itself."""
        table = self.app.model.table
        if table is None:
            return
        ahead = [step for step in self._answers if (step - table.step) * direction > 0]
        end = table.step + direction if not self._answers else 0 if direction < 0 else table.steps
        self._to(min(ahead, key=lambda step: abs(step - table.step), default=end))

    def answering(self) -> None:
        """A prompt of the table is about to be answered: this step is one to come back to."""
        table = self.app.model.table
        if table is not None and table.alone:
            self._answers = {step for step in self._answers if step < table.step} | {table.step}

    def _to(self, step: int) -> None:
        table = self.app.model.table
        if table is not None and 0 <= step <= table.steps and step != table.step:
            self.gesturing.cancel()
            self.app.send(Rewind(step))

    def restart(self, *, fresh: bool = False) -> None:
        """From the beginning: the same cards, or dealt anew; a chosen opening hand stays chosen."""
        self._answers.clear()
        self.app.send(Restart(fresh, self.opening.get(self.app.model.seat, ())))

    def pick_hand(self) -> None:
        """Choose which cards this side's opening hand is to hold."""
        app, shown = self.app, self.shown()
        deck = app.both[app.model.seat]
        if deck is None or not deck.deck.main:
            app.say("This side has no deck to choose a hand from.")
            return
        had, faces = self.opening.get(app.model.seat, ()), shown.faces.store
        app.lay(OpeningHand(shown.theme.look, app, deck, had, faces, self._opened))

    def _opened(self, cards: tuple[int, ...], *, fresh: bool) -> None:
        self.opening[self.app.model.seat] = cards
        self.restart(fresh=fresh)

    def swap(self) -> None:
        """Look and act from the other side."""
        self.app.send(TakeSide(1 - self.app.model.seat))

    def open(self) -> None:
        """Open another line, or a puzzle."""
        self.app.lay(OpenScene(self.shown().theme.look, self.app))

    def hand_menu(self) -> None:
        """What can be done with the whole hand."""
        shown = self.shown()
        if shown.offers is None:
            return
        labels = [tool.label for tool in self.seen(shown)]
        boxes = rail.tool_boxes(shown, len(labels)).cells
        anchor = boxes[labels.index("Hand…") if "Hand…" in labels else -1]
        more = [line for line in _lines(shown) if isinstance(line.gesture, SendSignal)]
        rest = [line for line in more if line.gesture.text not in SIGNALS and not shown.offers.alone]
        self.hands.open_menu([*shown.offers.of_pile(Place(shown.near, HAND)), *rest], anchor)


def _lines(shown: Shown) -> list[Offered]:
    """The menu of the table as a whole."""
    return shown.offers.of_table() if shown.offers is not None else []


def _makes_sense(shown: Shown, line: Offered) -> bool:
    """Whether a line would do anything now."""
    if isinstance(line.gesture, Hide):
        seats = (0, 1) if shown.offers is not None and shown.offers.alone else (shown.view.viewer,)
        return any(card.revealed and card.owner in seats for card in shown.view.cards.values())
    return not isinstance(line.gesture, DeclareAttack) or shown.view.attack is not None
