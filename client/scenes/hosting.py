"""A table of one's own, in detail: which game and how, the clock, the pace, who may come. Opens over home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pygame

from client import settings
from client.scenes.desk import Desk
from client.scenes.dialogs import Overlay
from client.scenes.parts import Frame
from client.theme import BODY, MAIN, Look, Theme
from client.widgets import Button, Dropdown, Entry, Segments, Switch, Widget
from shared.formats import FORMATS, PLAYED
from shared.messages import Clock

ROWS = ("Game", "How", "Match", "Clock", "Answers are told", "Password", "Who may come")
MODES = {"rules": "By the rules", "half": "Half and half", "free": "Free, by hand"}
MATCHES = {1: "Single duel", 3: "Best of three"}
CLOCKS = {
    Clock(): "None",
    Clock(300, 10): "5 min + 10 s",
    Clock(600, 15): "10 min + 15 s",
    Clock(1800, 20): "30 min + 20 s",
}
"""A bank for each player, and what every answer puts back into it."""

PACES = {"off": "At once", "quick": "Quick", "careful": "Careful"}
TOLD = {
    "off": "At once: a quick pass can tell that there was nothing to respond with.",
    "quick": "Quick: a short, drawn pause hides whether somebody could respond.",
    "careful": "Careful: longer pauses hide more, and the duel takes longer.",
}
"""What a pace means for a player; docs/security.md has the figures."""


class HostScene(Overlay):
    """Everything a table can be opened with. What was chosen last is chosen again."""

    title = "Host a table"
    wide, high = 760, 600

    def __init__(self, look: Look, desk: Desk) -> None:
        super().__init__(look, desk)
        self.table = desk.settings.table

    def build(self, theme: Theme) -> Sequence[Widget]:
        table = self.table
        frame, (x, y, w, h) = Frame(theme), self.area(theme)
        titles = [FORMATS[name].title for name in PLAYED]
        chosen = PLAYED.index(table.format) if table.format in PLAYED else 0
        return [
            Dropdown(self._box(theme, 0), titles, chosen, lambda pick: self._set(format=PLAYED[pick])),
            self._segments(theme, 1, MODES, "mode"),
            self._segments(theme, 2, MATCHES, "best_of"),
            self._segments(theme, 3, CLOCKS, "clock"),
            self._segments(theme, 4, PACES, "pace"),
            Entry(
                self._box(theme, 5), table.password, placeholder="None: whoever has the link comes in",
                limit=64, on_change=lambda word: self._set(password=word), on_submit=lambda _: self._host(),
            ),
            Switch(
                self._box(theme, 6), "This network sees it", table.listed,
                lambda on: self._set(listed=on),
            ),
            Switch(
                self._box(theme, 6, 268), "Ask my router to let them in", self.desk.settings.open_port,
                self._router,
            ),
            Button(frame.box(x + w - 384, y + h - 60, 188, 40), "Open the table", self._host, style="accent"),
            Button(frame.box(x + w - 184, y + h - 60, 160, 40), "Not now", self.dismiss, key="Esc"),
        ]  # fmt: skip

    def _segments(self, theme: Theme, row: int, words: Mapping[Any, str], name: str) -> Widget:
        values = list(words)
        now = getattr(self.table, name)
        chosen = values.index(now) if now in values else 0
        box = self._box(theme, row)
        return Segments(box, list(words.values()), chosen, lambda pick: self._set(**{name: values[pick]}))

    def _box(self, theme: Theme, row: int, left: float = 0) -> pygame.Rect:
        x, y, _, _ = self.area(theme)
        return Frame(theme).box(x + 200 + left, y + 68 + row * 62, 536 if row < 6 else 268, 38)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        x, y, _, _ = self.area(theme)
        for row, words in enumerate(ROWS):
            at = Frame(theme).at(x + 24, y + 87 + row * 62)
            theme.text(surface, words, at, MAIN, room=168 * theme.u, least=10)
        at = Frame(theme).at(x + 200, y + 68 + 4 * 62 + 49)
        theme.text(
            surface, TOLD[self.table.pace], at, BODY - 2, theme.palette.faint, room=536 * theme.u, least=8.5
        )

    def _router(self, on: bool) -> None:
        self.desk.change(settings.replace(self.desk.settings, open_port=on))

    def _set(self, **changes: object) -> None:
        self.table = msgspec.structs.replace(self.table, **changes)

    def _host(self) -> None:
        self.desk.press()
        self.desk.close()
        self.desk.host(self.table)
