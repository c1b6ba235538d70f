"""The duel: the board as it is, what the player does with it, and the words and buttons around it.

The scene reads the app's model and hands out messages; it never meets the network. Events go to what lies on
top first: menu, dialog, buttons, then hand and board (`pointer`, `keys`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import pygame

from client.board import Acting, Gesturing, Layout, LogLine
from client.board.layout import arrange
from client.data import folder, known
from client.data.model import LogEntry, Transition
from client.window.app_port import AppPort
from client.window.art import Faces, shared_faces
from client.window.look import Look, Theme
from client.window.paint import Last, Shown, rail
from client.window.paint.pane import is_chat_seen
from client.window.paint.screen import Screen
from client.window.scenes.duel.hands import DuelHands
from client.window.scenes.duel.input import DuelKeys, DuelPointer
from client.window.scenes.duel.motion import FADE, SECONDS, Motion, pulse
from client.window.scenes.duel.port import DuelPort
from client.window.scenes.duel.tools import DuelTools
from client.window.scenes.duel.widgets import DuelWidgets
from client.window.widgets import Group
from client.words.phrases import line
from shared.protocol.messages import Answer, TableInfo, ToServer
from shared.tables import TABLES
from shared.view import View
from shared.zones import PUBLIC

BEHIND = 12
"""Frames the board may be behind before it jumps."""

NOTICE = 4.0
"""Seconds a refusal stays on the screen."""

CALLED = 2.5
"""Seconds a throw or a quick word stands over the board."""

ALOUD = frozenset({"coin", "die", "signal", "search"})
"""Kinds of events that are called out over the board, since nothing on it shows them."""

ASKED = {
    "turn": "You may act",
    "response": "You may respond",
    "choice": "You choose",
    "trigger": "You may use an effect",
}


class DuelScene:
    """One duel, as a player or as a spectator. What the player does is written by `Doing` alone."""

    def __init__(self, look: Look, app: AppPort, faces: Faces | None = None) -> None:
        self.look, self.app = look, app
        self.now = 0.0
        self.view: View | None = None
        mode = app.model.respond or app.preferences.respond
        self.gesturing = Gesturing(app.send)
        self.acting = Acting(self._send, self.gesturing.begin, mode)
        self.motion = Motion()
        self.screen = Screen()
        port = DuelPort(app, self.acting, self.gesturing, self.shown, lambda: self.now)
        self.hands = DuelHands(port)
        self.tools = DuelTools(port, self.hands)
        self.widgets = DuelWidgets(port, self.hands, self.tools)
        self.pointer = DuelPointer(port, self.hands, self.widgets)
        self.keys = DuelKeys(port, self.hands, self.tools, self.widgets)
        self._own_faces = faces
        self._size = (1280, 720)
        self._lines = Last(_lines)
        self._table: tuple[TableInfo | None, float] = (None, 0.0)
        self._read = 0
        self._asked = -1
        self._openings: dict[str, tuple[object, float]] = {}
        self._notice: tuple[object, float] = (None, 0.0)
        self._called = ("", -CALLED)
        self._tools = 0

    # --- what is so -----------------------------------------------------------------------------------------

    @property
    def faces(self) -> Faces:
        """The store of card faces for the palette in use."""
        if self._own_faces is not None:
            return self._own_faces
        pics = known.pictures(self.app.preferences.cards)
        return shared_faces(pics, folder.home() / "faces", self.look.contrast)

    @property
    def group(self) -> Group:
        """The widgets, so that the app can tell whether somebody types."""
        return self.widgets.group

    @property
    def theme(self) -> Theme:
        """The theme of the window as last drawn."""
        return self.look.theme(self._size)

    @property
    def layout(self) -> Layout:
        """The layout of the window as last drawn, for the player below."""
        seat = self.app.model.seat
        near = self.acting.doing.near if seat == PUBLIC else seat
        return _layout(self.view.table if self.view else "master", self._size, near)

    def shown(self, view: View | None = None) -> Shown:
        """The board as one value, as it stands (or as an earlier View)."""
        now = view or self.view
        assert now is not None
        model, doing = self.app.model, self.acting.doing
        return Shown(
            theme=self.theme, layout=self.layout, faces=self.faces.now, view=now, table=model.table,
            choices=self.acting.choices, doing=doing, offers=self.gesturing.offers,
            chosen=self.gesturing.chosen, names=model.names, log=self._log(), chat=tuple(model.chat),
            unread=max(0, len(model.chat) - self._read), clocks=self._clocks(), hidden=self._hidden(),
            life=self.motion.life(self.now, now), notice=self._told(), tools=self._tools,
            steps=model.line.rows, called=self._called_out(),
            pulse=_in_twelfths(pulse(self.now, self.look.reduced or self.look.motion == 0)),
            grow=_in_twelfths(self.motion.grow(self.now)),
        )  # fmt: skip

    def _hidden(self) -> frozenset[int]:
        """Cards that are not drawn in their place: those in motion, and the one that is dragged."""
        dragged = self.acting.doing.dragged
        moving = self.motion.hidden(self.now)
        return moving | {dragged.card} if dragged is not None and dragged.card else moving

    def _called_out(self) -> str:
        """What was called out over the table, for a few seconds."""
        words, since = self._called
        return words if self.now - since < CALLED else ""

    def _clocks(self) -> tuple[float, float]:
        table, since = self._table
        if table is None:
            return (0.0, 0.0)
        passed = 0.0 if table.paused else self.now - since
        left = [
            rail.told_exactly(seat.clock - (passed if table.ticking == number else 0.0))
            for number, seat in enumerate(table.seats)
        ]
        return left[0], left[1]

    def _told(self) -> str:
        """Why the last thing asked of the server was refused, for a few seconds."""
        refusal = self.app.model.refusal
        if refusal is not self._notice[0]:
            self._notice = (refusal, self.now)
        fresh = refusal is not None and self.now - self._notice[1] < NOTICE
        return refusal.sentence if fresh and refusal is not None else self.app.notice

    def _log(self) -> Sequence[LogLine]:
        """The log's lines, and what is asked now."""
        model, prompt = self.app.model, self.acting.choices.prompt
        quiet = frozenset({"rewind"}) if model.is_alone else frozenset[str]()
        lines = self._lines.of(tuple(model.log), quiet)
        ours = prompt is None or prompt.kind == "by_hand" or prompt is self.gesturing.prompt
        if ours or prompt is None or self.view is None:
            return lines
        return (*lines, LogLine(ASKED.get(prompt.kind, "You are asked"), self.view.turn, "ask"))

    # --- the scene ------------------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        """Follow the model: new Views set cards in motion, a new prompt lights up when they have arrived."""
        self.now = now
        model = self.app.model
        if model.table is not self._table[0]:
            self._table = (model.table, now)
        self.faces.poll()
        self.motion.update(now)
        self._follow()
        self.hands.follow(self.view)
        self._take()
        if self.view is not None:
            shown = self.shown()
            self._tools = len(self.tools.seen(shown))
            self._read = len(model.chat) if is_chat_seen(shown) else self._read
        self._greet()

    def _take(self) -> None:
        """What is asked now: what our own hands still have to know, else what the server asks. It waits for
        cards in motion, unless cards may be moved at any time."""
        model = self.app.model
        asked = model.prompt
        if self.view is not model.view and asked is not None and asked.kind != "by_hand":
            asked = None
        self.acting.take(self.gesturing.prompt or asked, self.view, model.refusal, model.names)

    def _send(self, message: ToServer) -> None:
        if isinstance(message, Answer) and message.ask >= 0:
            self.tools.answering()
        self.hands.send(message)

    def _greet(self) -> None:
        """A new prompt takes the focus from buttons, so that Tab begins with what it offers."""
        prompt = self.acting.choices.prompt
        ask = prompt.ask if prompt is not None else -1
        if ask != self._asked:
            self._asked = ask
            if ask != -1 and not self.widgets.typing:
                self.widgets.group.give_focus(None)
                self.acting.doing.leave_keys()

    def _follow(self) -> None:
        """Show the next frames, one after the other, each with its movement."""
        model = self.app.model
        if model.view is None:
            return
        while len(model.steps) > BEHIND:
            self.view = model.steps.popleft().new
        while model.steps and not self.motion.busy:
            self._step(model.steps.popleft(), len(model.steps))
        if not model.steps and not self.motion.busy:
            self.view = model.view

    def _step(self, step: Transition, waiting: int) -> None:
        mine = step.new.viewer
        aloud = [
            told for told in step.visible_events
            if told.kind in ALOUD and not (told.kind == "search" and told.seat == mine)
        ]  # fmt: skip
        if aloud:
            words = [line(told, step.new, self.app.model.names, step.old) for told in aloud]
            self._called = (" · ".join(words), self.now)
        if self.view is None:
            self.view = step.new
            return
        before = self.shown(step.old)
        self.view = step.new
        factor = self.look.motion / (1 + waiting / 3)
        self.motion.begin(
            self.now, before, self.shown(step.new), step.visible_events, factor=factor,
            reduced=self.look.reduced,
        )  # fmt: skip

    def hurry(self) -> None:
        """Input does not wait for movement: show what is so."""
        model = self.app.model
        self.motion.finish()
        model.steps.clear()
        if model.view is not None:
            self.view = model.view
            self._take()
            self.widgets.lay()

    def event(self, event: pygame.event.Event) -> None:
        """Take one event."""
        self.hands.note(event)
        if self.app.model.view is None:
            return
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self.hurry()
        if self.view is None:
            self.view = self.app.model.view
        if not self.pointer.event(event):
            self.keys.event(event)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole screen."""
        self._size = surface.get_size()
        if self.view is None:
            self.view = self.app.model.view
        if self.view is None:
            self.theme.ground(surface)
            return
        self.widgets.lay()
        shown = self.shown()
        self.screen.draw(surface, shown)
        self.motion.draw(surface, shown, self.now)
        opened = shown.choices.modal or shown.doing.pile
        dialog = (shown.choices.prompt, shown.doing.pile) if opened else None
        self.screen.over(surface, shown, self._opened("dialog", dialog))
        self.widgets.group.draw(surface, self.theme)
        self.screen.top(surface, shown, self._opened("menu", shown.doing.menu))

    def _opened(self, what: str, now: object) -> float:
        """How far a menu or dialog has opened, 0 to 1; it can be used from the first frame on."""
        before, since = self._openings.get(what, (None, 0.0))
        if now is not before:
            same = before is not None and now is not None and before == now
            self._openings[what] = (now, since if same else self.now)
            since = self._openings[what][1]
        seconds = FADE if self.look.reduced else SECONDS[what] * self.look.motion
        return 1.0 if seconds <= 0 else max(0.0, min(1.0, (self.now - since) / seconds))


@lru_cache(maxsize=4)
def _layout(table: str, size: tuple[int, int], near: int) -> Layout:
    return arrange(TABLES.get(table) or TABLES["master"], size, near)


def _in_twelfths(share: float) -> float:
    """A share in steps that can be told apart, so that less is drawn anew."""
    return round(share * 12) / 12


def _lines(log: Iterable[LogEntry], quiet: frozenset[str]) -> list[LogLine]:
    """The log as the pane shows it: turns are headings, and what happens several times is told once. Kinds
    that are `quiet` have no line: whoever goes through a line alone knows where they are."""
    lines: list[LogLine] = []
    times = 1
    for entry in log:
        told = entry.happening
        if told.kind == "turn" or told.kind in quiet:
            continue
        last = lines[-1] if lines else None
        again = last is not None and (last.turn, last.text.partition(" \u00d7")[0]) == (
            entry.turn,
            entry.text,
        )
        times = times + 1 if again else 1
        text, number = entry.text, told.amount if told.kind == "activate" else 0
        if again:
            text = f"{text} \u00d7{times}"
            lines.pop()
        lines.append(LogLine(text, entry.turn, told.kind, told.seat, number))
    return lines
