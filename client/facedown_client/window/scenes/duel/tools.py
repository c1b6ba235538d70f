"""The buttons of a table without rules: the line of steps, gestures without a card, and solo tools.

Law: it sends requests; the server decides whether a step may be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from facedown_client.board import Shape
from facedown_client.board.hand_offers import HAND
from facedown_client.board.step_stops import StepStops
from facedown_client.window.look import SECOND_PX
from facedown_client.window.paint import DependencyCache, DuelFrame, overlays, rail
from facedown_client.window.paint.state import SHOWN_PARTS, ToolGroup
from facedown_client.window.paint.steps import is_listed, step_rows
from facedown_client.window.scenes.dialogs import NameScene
from facedown_client.window.scenes.duel.hands import DuelHands
from facedown_client.window.scenes.duel.port import DuelPort
from facedown_client.window.scenes.parts import Press
from facedown_client.window.scenes.table.lines import OpenScene
from facedown_client.window.scenes.table.opening_hand import OpeningHand
from facedown_client.window.widgets import Button, IconButton, Slider, Widget
from facedown_shared.manual import gesture_keys
from facedown_shared.manual.menus import MenuOffer
from facedown_shared.protocol.gestures import (
    ChangeLife,
    ChangePoints,
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
    with_fields,
)
from facedown_shared.protocol.messages import Propose, Restart, Rewind, SaveLine, TakeSide
from facedown_shared.tables import Place
from facedown_shared.text import _, gettext_noop

SIGNALS = ("ok", "no_response", "thinking")
"""Quick words with a button of their own; the others are in the menu."""

HERE: dict[type[Gesture], str] = {
    Hide: gettext_noop("Hide"), DeclareAttack: gettext_noop("End battle"), EndTurn: gettext_noop("End turn"),
    CloseChain: gettext_noop("Close chain"),
    ChangeLife: gettext_noop("Life…"), MakeToken: gettext_noop("Token…"), TossCoins: gettext_noop("Coin"),
    RollDice: gettext_noop("Die"),
}  # fmt: skip
"""Shorter words for narrow buttons; other gestures keep their own words."""


POINTS = {
    "action +1": gettext_noop("Act. +1"), "action -1": gettext_noop("Act. \N{MINUS SIGN}1"),
    "resource +1": gettext_noop("Res. +1"), "resource -1": gettext_noop("Res. \N{MINUS SIGN}1"),
}  # fmt: skip
"""Shorter words for points that are counted up and down."""

THROWS = (TossCoins, RollDice)
GROUPS: tuple[tuple[str, tuple[type[Gesture], ...], int], ...] = (
    (gettext_noop("Turn"), (EndTurn, CloseChain, DeclareAttack, GoToPhase), 2),
    (gettext_noop("Action and resource points"), (ChangePoints,), 4),
    (gettext_noop("Table"), (ChangeLife, MakeToken, Hide), 3),
)
"""Groups of buttons: a title, the gestures with a button each, and the number of columns. Throws, gestures
for the hand and all others are in menus of the last group.
"""


class RailTool(NamedTuple):
    """A button: its title, its action, and its key."""

    label: str
    press: Callable[[], object] | None
    """The action; None while the button is disabled."""
    key: str = ""


class ToolRows(NamedTuple):
    """A titled group of buttons."""

    title: str
    tools: tuple[RailTool, ...]
    columns: int = 3


class DuelTools:
    """The buttons in the rail of a free table or a solo table."""

    def __init__(self, port: DuelPort, hands: DuelHands) -> None:
        self.app, self.shown, self.hands, self.acting = port.app, port.shown, hands, port.acting
        self.gesturing, self.doing = port.gesturing, port.acting.doing
        self.opening: dict[int, tuple[int, ...]] = {}
        """The opening hand chosen for each side, kept over restarts."""
        self._usual: list[ToolRows] = []
        self._stops = StepStops()
        self._line_widgets: tuple[Widget, ...] = ()
        """The buttons of the line, as they were shown last."""
        self._sought: bool | None = None
        """Whether the line was gone through since the last answer; None at its first prompt."""
        self._seen = DependencyCache(self._room_for, SHOWN_PARTS)

    # --- what there is --------------------------------------------------------------------------------------

    def all_groups(self, shown: DuelFrame) -> list[ToolRows]:
        """Return every group of buttons, in the order of the rail."""
        if shown.table is None or not rail.has_line(shown):
            return []
        found = self._solo() if shown.table.alone else self._signals(shown)
        return [*found, *self._manual_tools(shown)]

    def shown_groups(self, shown: DuelFrame) -> list[ToolRows]:
        """Return the groups that are shown.

        While a prompt other than for an act is open, only the first group is shown. The shown buttons keep
        their places.
        """
        return self._seen.of(shown)

    def group_layout(self, shown: DuelFrame) -> tuple[ToolGroup, ...]:
        """Return the layout of the groups in the rail."""
        return tuple(ToolGroup(row.title, len(row.tools), row.columns) for row in self.shown_groups(shown))

    def _room_for(self, shown: DuelFrame) -> list[ToolRows]:
        prompt, __ = shown.choices.prompt, shown.theme  # the theme, since words are in its language
        asked = prompt is not None and prompt.kind not in ("turn", "by_hand")
        return self.all_groups(shown)[: 1 if asked else None]

    def _solo(self) -> list[ToolRows]:
        name = self.app.alone.name
        fork = RailTool(_("Fork…"), self.fork_line, "Ctrl+F")
        line = (
            fork,
            RailTool(_("Save…"), self.save_line, "Ctrl+S"),
            RailTool(_("Open…"), self.open_line, "Ctrl+O"),
        )
        hand = (
            RailTool(_("Same hand"), self.restart, "Ctrl+R"),
            RailTool(_("New hand"), partial(self.restart, fresh=True), "Ctrl+N"),
            RailTool(_("Pick hand…"), self.pick_hand, "Ctrl+H"),
        )
        title = _("Line: {name}", name=name) if name else _("Line without a name")
        return [ToolRows(title, line), ToolRows(_("Begin again"), hand, 2)]

    def _signals(self, shown: DuelFrame) -> list[ToolRows]:
        lines = {
            line.gesture.text: line for line in _table_lines(shown) if isinstance(line.gesture, SendSignal)
        }
        tools = tuple(self._tool(lines[word]) for word in SIGNALS if word in lines)
        return [ToolRows(_("Say"), tools, 2)] if tools else []

    def _manual_tools(self, shown: DuelFrame) -> list[ToolRows]:
        """Return the buttons for the table, except phases (their strip is above).

        A button without effect now keeps its place and is disabled.
        """
        elsewhere = (SendSignal, GoToPhase) if rail.has_phases(shown) else (SendSignal,)
        lines = [line for line in _table_lines(shown) if not isinstance(line.gesture, elsewhere)]
        if not lines:  # while a Deck is being searched, nothing else can be done
            off = [[tool._replace(press=None) for tool in row.tools] for row in self._usual]
            return [row._replace(tools=tuple(tools)) for row, tools in zip(self._usual, off, strict=True)]
        sensible = {id(line): _has_effect(shown, line) for line in lines}
        rows = []
        for title, kinds, columns in GROUPS:
            tools = [
                self._tool(line, able=sensible[id(line)])
                for kind in kinds for line in lines if isinstance(line.gesture, kind)
            ]  # fmt: skip
            rows.append(ToolRows(_(title), tuple(tools), columns))
        rows[-1] = rows[-1]._replace(tools=(*rows[-1].tools, *self._menus(shown, lines)))
        self._usual = [row for row in rows if row.tools]
        return self._usual

    def _menus(self, shown: DuelFrame, lines: Sequence[MenuOffer]) -> list[RailTool]:
        """Return the buttons that open a menu: throws, the hand, and all gestures without a button of their
        own.
        """
        kinds = tuple(kind for _title, own, _columns in (*GROUPS, ("", THROWS, 0)) for kind in own)
        throws = [line for line in lines if isinstance(line.gesture, THROWS)]
        more = [line for line in lines if not isinstance(line.gesture, kinds)]
        throw, rest = _("Throw…"), _("More…")
        return [
            RailTool(throw, partial(self._open_menu, throw, throws)),
            *([RailTool(_("Hand…"), self.open_hand_menu)] if shown.has_hands else []),
            *([RailTool(rest, partial(self._open_menu, rest, more))] if more else []),
        ]

    def _tool(self, line: MenuOffer, *, able: bool = True) -> RailTool:
        gesture = line.gesture
        key = gesture_keys.ROWS.get((type(gesture), "", ""), "")
        short = POINTS.get(gesture.text) or HERE.get(type(gesture), line.title)
        return RailTool(_(short), partial(self.gesturing.start_line, line) if able else None, key)

    def phases(self, shown: DuelFrame) -> dict[str, MenuOffer]:
        """Return the phases that can be entered by hand."""
        lines = _table_lines(shown) if shown.choices.shape is Shape.HANDS else []
        return {line.gesture.text: line for line in lines if isinstance(line.gesture, GoToPhase)}

    def plates(self, shown: DuelFrame) -> list[Widget]:
        """Return the player plates as buttons that change what they count: the own plate, and the other's in
        solo play.
        """
        lines = [line for line in _table_lines(shown) if isinstance(line.gesture, ChangeLife)]
        seats = (shown.near, 1 - shown.near) if shown.offers and shown.offers.alone else (shown.near,)
        return [
            Press(
                shown.layout.rail.plates[seat], f"{shown.names[seat]}: {_(line.title)}",
                partial(self.gesturing.start_line,
                replace(line, gesture=with_fields(line.gesture, seat=seat))),
            )
            for line in lines[:1]
            for seat in seats
        ]  # fmt: skip

    # --- widgets --------------------------------------------------------------------------------------------

    def widgets(self, shown: DuelFrame) -> list[Widget]:
        """Return the line of steps and the buttons below it."""
        found = self._flat(shown)
        if not rail.has_line(shown) or shown.table is None:
            return []
        boxes = rail.tool_boxes(shown, self.group_layout(shown))
        buttons = [
            Button(box, tool.label, tool.press or int, size=SECOND_PX, enabled=tool.press is not None)
            for tool, box in zip(found, boxes.cells, strict=True)
        ]
        line, own = self._line(shown, boxes), len(self.shown_groups(shown)[0].tools) if found else 0
        self._line_widgets = (*line, *(buttons[:own] if shown.table.alone else ()))
        return [*line, *buttons]

    def is_for_line(self, widget: Widget | None) -> bool:
        """Return whether a widget is for the line of steps: it answers no prompt."""
        return any(widget is one for one in self._line_widgets)

    def _line(self, shown: DuelFrame, boxes: rail.ToolBoxes) -> list[Widget]:
        table = shown.table
        assert table is not None, "only a table has a line"
        what, seat, __ = overlays.parse_proposal(shown)
        if what == "rewind" and seat == str(shown.view.viewer):
            wide = boxes.back._replace(w=boxes.forth.right - boxes.back.x)
            withdraw = partial(self.app.send, Propose(""))
            return [Button(wide, _("Asked: withdraw"), withdraw, size=SECOND_PX)]
        able, on = table.step > 0, table.step < table.steps
        back = IconButton(boxes.back, _("Undo"), partial(self._step_by, -1), image="left", enabled=able)
        forth = IconButton(boxes.forth, _("Redo"), partial(self._step_by, 1), image="right", enabled=on)
        if table.alone:
            span = (0, max(1, table.steps))
            return [
                Button(boxes.turn, _("Other side"), self.switch_side, size=SECOND_PX),
                back,
                Slider(
                    boxes.line, span, (0, table.step), lambda value: self._go_to_step(value[1]), both=False
                ),
                forth,
            ]
        wide = boxes.back._replace(w=boxes.line.right - boxes.back.x)
        return [
            Button(
                wide, _("Take back"), partial(self._step_by, -1), enabled=able, size=SECOND_PX, key="Ctrl+Z"
            ),
            forth,
        ]

    def _flat(self, shown: DuelFrame) -> list[RailTool]:
        return [tool for row in self.shown_groups(shown) for tool in row.tools]

    def step_buttons(self, shown: DuelFrame) -> list[Widget]:
        """Return a button for each step that the pane lists; it rewinds to that step."""
        return [
            Press(row.box, f"{row.number}. {row.words}", partial(self._go_to_step, row.number))
            for row in (step_rows(shown) if is_listed(shown) else ())
        ]

    # --- what they do ---------------------------------------------------------------------------------------

    def handle_key(self, shown: DuelFrame, name: str) -> bool:
        """Handle the key of a tool and return whether there is one."""
        if not rail.has_line(shown):
            return False
        tools = [tool for row in self.all_groups(shown) for tool in row.tools]
        presses: dict[str, Callable[[], object] | None] = {tool.key: tool.press for tool in tools}
        throws = [line for line in _table_lines(shown) if isinstance(line.gesture, THROWS)]
        presses |= {tool.key: tool.press for tool in map(self._tool, throws)}
        if shown.table is not None and shown.table.alone:
            presses["Ctrl+E"] = self.switch_side
        presses |= {"": None, "Ctrl+Z": partial(self._step_by, -1), "Ctrl+Y": partial(self._step_by, 1)}
        press = presses.get(name)
        if press is not None:
            press()
        return press is not None

    def _step_by(self, direction: int) -> None:
        """Go to the previous or next step.

        In solo play this happens immediately, else the other player is asked. By the rules it goes to the
        previous or next answer of our own and skips automatic passes.
        """
        table = self.app.model.table
        if table is not None:
            self._go_to_step(self._stops.next_stop(table.step, table.steps, direction))

    def note_answer(self) -> None:
        """Record the current step as one to return to, because a prompt is about to be answered."""
        table = self.app.model.table
        self._sought = False
        if table is not None and table.alone:
            self._stops.note_answer(table.step, self.app.model.line.done)

    def _go_to_step(self, step: int) -> None:
        table = self.app.model.table
        if table is not None and 0 <= step <= table.steps and step != table.step:
            self.gesturing.cancel()
            self.acting.ahead.discard_plan()
            self.doing.scroll_steps(0)
            self._sought = True
            self.app.send(Rewind(step))

    @property
    def is_seeking(self) -> bool:
        """Return whether the player goes through a line: an answer would delete its later steps."""
        table = self.app.model.table
        if self._sought is None and table is not None:
            self._sought = table.alone and table.step < table.steps
        return bool(self._sought)

    def restart(self, *, fresh: bool = False) -> None:
        """Restart with the same cards, or shuffled again with `fresh`. A chosen opening hand is kept."""
        self._stops.clear()
        self.app.send(Restart(fresh, self.opening.get(self.app.model.seat, ())))

    def pick_hand(self) -> None:
        """Open the choice of cards for this side's opening hand."""
        app, shown = self.app, self.shown()
        deck = app.solo_decks[app.model.seat]
        if deck is None or not deck.deck.main:
            app.show_notice(_("This side has no deck to choose a hand from."))
            return
        had, faces = self.opening.get(app.model.seat, ()), shown.faces.store
        app.open_scene(OpeningHand(shown.theme.look, app, deck, had, faces, self._note_opened))

    def _note_opened(self, cards: tuple[int, ...], *, fresh: bool) -> None:
        self.opening[self.app.model.seat] = cards
        self.restart(fresh=fresh)

    def switch_side(self) -> None:
        """Switch to the other side."""
        self.app.send(TakeSide(1 - self.app.model.seat))

    def save_line(self) -> None:
        """Save the line to a file under its name. A line without a name asks for one."""
        if name := self.app.alone.name:
            self._save_as(name)
        else:
            look = self.shown().theme.look
            self.app.open_scene(
                NameScene(look, self.app, _("Save the line"), _("Line"), _("Save"), self._save_as)
            )  # fmt: skip

    def fork_line(self) -> None:
        """Save the line, and continue in a new line from the current step."""
        table, look = self.app.model.table, self.shown().theme.look
        step = table.step if table is not None else 0
        name = self.app.alone.name or _("Line")
        self.app.open_scene(
            NameScene(
                look, self.app, _("Fork at step {step}: name of the new line", step=step),
                _("{name}, from step {step}", name=name, step=step), _("Fork"), partial(self._save_as, name),
            )
        )  # fmt: skip

    def _save_as(self, name: str, then: str = "") -> None:
        """Save the line under a name; `then` is the name of the line to continue in."""
        self.app.alone.request_save(name, then)
        self.app.send(SaveLine())

    def open_line(self) -> None:
        """Open another line or a puzzle."""
        self.app.open_scene(OpenScene(self.shown().theme.look, self.app))

    def open_hand_menu(self) -> None:
        """Open the menu with gestures for the whole hand."""
        shown = self.shown()
        if shown.offers is None:
            return
        more = [line for line in _table_lines(shown) if isinstance(line.gesture, SendSignal)]
        rest = [line for line in more if line.gesture.text not in SIGNALS and not shown.offers.alone]
        self._open_menu(_("Hand…"), [*shown.offers.of_pile(Place(shown.near, HAND)), *rest])

    def _open_menu(self, label: str, lines: Sequence[MenuOffer]) -> None:
        """Open a menu with these lines over the button with this label."""
        shown = self.shown()
        labels = [tool.label for tool in self._flat(shown)]
        if label in labels:
            boxes = rail.tool_boxes(shown, self.group_layout(shown)).cells
            able = [line for line in lines if _has_effect(shown, line)]
            self.hands.open_menu(able, boxes[labels.index(label)])


def _table_lines(shown: DuelFrame) -> list[MenuOffer]:
    """Return the menu of the whole table."""
    return shown.offers.of_table() if shown.offers is not None else []


def _has_effect(shown: DuelFrame, line: MenuOffer) -> bool:
    """Return whether a line would have an effect now."""
    if isinstance(line.gesture, Hide):
        seats = (0, 1) if shown.offers is not None and shown.offers.alone else (shown.view.viewer,)
        return any(card.revealed and card.owner in seats for card in shown.view.cards.values())
    return not isinstance(line.gesture, DeclareAttack) or shown.view.attack is not None
