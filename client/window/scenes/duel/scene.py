"""The duel: the board as it is, what the player does with it, and the words and buttons around it.

The scene reads the app's model and hands out messages; it never meets the network. Events go to what lies on
top first: menu, dialog, buttons, then hand and board (`duel_pointer`, `duel_keys`).
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from client.board.acting import Acting
from client.board.layout import Layout, arrange
from client.data import folder, known
from client.data.model import LogEntry, Transition
from client.window.app_port import AppPort
from client.window.art import Faces, shared_faces
from client.window.look.theme import Look, Theme
from client.window.paint.screen import Screen
from client.window.paint.state import LogLine, Shown
from client.window.scenes.base import Scene
from client.window.scenes.duel.hands import DuelHands
from client.window.scenes.duel.keys import DuelKeys
from client.window.scenes.duel.motion import FADE, SECONDS, Motion, pulse
from client.window.scenes.duel.pointer import DuelPointer
from client.window.scenes.duel.tools import RailTools
from client.window.scenes.duel.widgets import DuelWidgets
from client.window.widgets import Group
from client.words.phrases import line
from shared.protocol.messages import Answer, Prompt, TableInfo, ToServer
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
    """One duel, as a player or as a spectator."""

    def __init__(self, look: Look, app: AppPort, faces: Faces | None = None) -> None:
        self.look, self.app = look, app
        self.next: Scene | None = None
        self.now = 0.0
        self.acting = Acting(self._send)
        self.hands = DuelHands(self)
        self.tools = RailTools(self)
        self.acting.doing.mode = app.model.respond or app.preferences.respond
        self.motion = Motion()
        self.screen = Screen()
        self.near = 0
        self.view: View | None = None
        self.buttons = DuelWidgets(self)
        self.pointer = DuelPointer(self)
        self.keys = DuelKeys(self)
        self._own_faces = faces
        self._layout: Layout | None = None
        self._theme: Theme | None = None
        self._table: tuple[TableInfo | None, float] = (None, 0.0)
        self._lines: tuple[tuple[int, object, Prompt | None], list[LogLine]] | None = None
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
        return self.buttons.group

    @property
    def typing(self) -> bool:
        """Whether letters belong to a line of text now."""
        focus = self.buttons.group.focus
        return focus is not None and focus.typing

    @property
    def theme(self) -> Theme:
        """The theme of the window as last drawn."""
        if self._theme is None or self._theme.look != self.look:
            self._theme = self.look.theme(self._theme.size if self._theme else (1280, 720))
        return self._theme

    @property
    def layout(self) -> Layout:
        """The layout of the window as last drawn, for the player below."""
        seat = self.app.model.seat
        near = self.near if seat == PUBLIC else seat
        name = self.view.table if self.view else "master"
        old = self._layout
        if old is None or old.size != self.theme.size or old.near != near:
            table = TABLES.get(name) or TABLES["master"]
            self._layout = arrange(table, self.theme.size, near)
        assert self._layout is not None
        return self._layout

    def shown(self, view: View | None = None) -> Shown:
        """The board as one value, as it stands (or as an earlier View)."""
        now = view or self.view
        assert now is not None
        model = self.app.model
        return Shown(
            self.theme, self.layout, self.faces, now, model.table, self.acting.choices, self.acting.doing,
            model.names, self._log(), [(said.name, said.line) for said in model.chat], self._clocks(),
            self._hidden(), self.motion.life(self.now, now), self._told(), self._tools, model.line.rows,
            self._called_out(),
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
            max(0.0, seat.clock - (passed if table.ticking == number else 0.0))
            for number, seat in enumerate(table.seats)
        ]
        return left[0], left[1]

    def _told(self) -> str:
        """Why the last wish was refused, for a few seconds."""
        refusal = self.app.model.refusal
        if refusal is not self._notice[0]:
            self._notice = (refusal, self.now)
        fresh = refusal is not None and self.now - self._notice[1] < NOTICE
        return refusal.sentence if fresh and refusal is not None else self.app.notice

    def _log(self) -> list[LogLine]:
        """The log's lines, and what is asked now."""
        model = self.app.model
        prompt = self.acting.choices.prompt
        key = (len(model.log), model.log[-1] if model.log else None, prompt)
        if self._lines is None or self._lines[0] != key:
            alone = model.table is not None and model.table.alone
            lines = _lines(model.log, quiet=frozenset({"rewind"}) if alone else frozenset())
            asked = prompt is not None and prompt.kind != "by_hand" and prompt is not self.hands.prompt
            if asked and prompt is not None and self.view is not None:
                lines.append(LogLine(ASKED.get(prompt.kind, "You are asked"), self.view.turn, "ask"))
            self._lines = (key, lines)
        return self._lines[1]

    # --- the scene ------------------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        """Follow the model: new Views set cards in motion, a new prompt lights up when they have arrived."""
        self.now = now
        model = self.app.model
        if model.table is not self._table[0]:
            self._table = (model.table, now)
        if len(model.chat) != self._read and self.acting.doing.tab == "chat":
            self._read = len(model.chat)
        self.acting.doing.unread = max(0, len(model.chat) - self._read)
        self.acting.names = model.names
        self.faces.poll()
        self.motion.update(now)
        self._follow()
        self.hands.follow()
        self._take()
        if self.view is not None:
            self._tools = len(self.tools.seen(self.shown()))
        self._greet()

    def _take(self) -> None:
        """What is asked now: what our own hands still have to know, else what the server asks. It waits for
        cards in motion, unless cards may be moved at any time."""
        model = self.app.model
        asked = model.prompt
        if self.view is not model.view and asked is not None and asked.kind != "by_hand":
            asked = None
        self.acting.take(self.hands.prompt or asked, self.view, model.refusal)

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
            if ask != -1 and not self.typing:
                self.buttons.group.give_focus(None)
                self.acting.doing.keyboard = False

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
        self.motion.factor = self.look.motion / (1 + waiting / 3)
        self.motion.reduced = self.look.reduced
        self.motion.begin(self.now, before, self.shown(step.new), step.visible_events)

    def hurry(self) -> None:
        """Input does not wait for movement: show what is so."""
        model = self.app.model
        self.motion.finish()
        model.steps.clear()
        if model.view is not None:
            self.view = model.view
            self._take()
            self.buttons.lay()

    def event(self, event: pygame.event.Event) -> None:
        """Take one event."""
        self.hands.note(event)
        if self.app.model.view is None:
            return
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN):
            self.hurry()
        if self.view is None:
            self.view = self.app.model.view
        if self.pointer.event(event):
            return
        self.keys.event(event)

    def leave(self) -> None:
        """Esc or the right button: hands close the list they keep open, else what is asked takes it."""
        doing = self.acting.doing
        if doing.menu is None and doing.pile is not None and self.hands.offers is not None:
            self.hands.close_pile()
        else:
            self.acting.leave()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole screen."""
        if self._theme is None or self._theme.size != surface.get_size() or self._theme.look != self.look:
            self._theme = self.look.theme(surface.get_size())
        if self.view is None:
            self.view = self.app.model.view
        if self.view is None:
            self._theme.ground(surface)
            return
        self.buttons.lay()
        shown = self.shown()
        strength = pulse(self.now, self.look.reduced or self.look.motion == 0)
        self.screen.draw(surface, shown, round(strength * 12) / 12, self.motion.grow(self.now))
        self.motion.draw(surface, shown, self.now)
        opened = shown.choices.modal or shown.doing.pile
        dialog = (shown.choices.prompt, shown.doing.pile) if opened else None
        self.screen.over(surface, shown, self._opened("dialog", dialog))
        self.buttons.draw(surface)
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

    def chat_read(self) -> None:
        """The chat is in sight: nothing in it is new."""
        self._read = len(self.app.model.chat)


def _lines(log: Iterable[LogEntry], quiet: frozenset[str]) -> list[LogLine]:
    """The log as the pane shows it: turns are headings, and what happens several times is told once. Kinds
    that are `quiet` have no line: whoever goes through a line alone knows where they are."""
    lines: list[LogLine] = []
    times = 1
    for entry in log:
        told = entry.happening
        if told.kind == "turn" or told.kind in quiet:
            continue
        number = told.amount if told.kind == "activate" else 0
        times = times + 1 if lines and lines[-1].text.partition(" \u00d7")[0] == entry.text else 1
        line = LogLine(entry.text, entry.turn, told.kind, told.seat, number)
        if times > 1 and lines[-1].turn == entry.turn:
            lines[-1] = line._replace(text=f"{entry.text} \u00d7{times}")
        else:
            times = 1
            lines.append(line)
    return lines
