"""A table of one's own, in detail: which game and how, the clock, the pace, who may come. Opens over home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pygame

from client.data import preferences
from client.window.app_port import AppPort
from client.window.look import BODY, MAIN, Look, Theme
from client.window.scenes.dialogs import Overlay
from client.window.scenes.parts import Design
from client.window.widgets import Button, Dropdown, Entry, Segments, Switch, Widget
from shared.formats import FORMATS, PLAYED
from shared.protocol.messages import Clock, Settings
from shared.protocol.table_settings import as_played

ROWS = ("Game", "How", "Match", "Clock", "Pauses", "Password", "Who may come")
MODES = {"rules": "By the rules", "half": "Half and half", "free": "Free, by hand"}
BY_HAND = "free"
MATCHES = {1: "Single duel", 3: "Best of three"}
CLOCKS = {
    Clock(): "None",
    Clock(300, 10): "5 min + 10 s",
    Clock(600, 15): "10 min + 15 s",
    Clock(1800, 20): "30 min + 20 s",
}
"""A bank for each player, and what every answer puts back into it."""

PACES = {"off": "None", "quick": "Short", "careful": "Long"}
TOLD = {
    "off": "Where nobody can respond, the duel goes on at once; that can tell what is in a hand.",
    "quick": "A short pause now and then hides whether somebody could have responded.",
    "careful": "Longer pauses hide it better, and the duel takes longer.",
}
"""What a pace means for a player; docs/security.md has the figures."""


class HostScene(Overlay):
    """Everything a table can be opened with. What was chosen last is chosen again."""

    title = "Host a table"
    wide, high = 760, 600

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.table = _playable(app.preferences.table)

    def build(self, theme: Theme) -> Sequence[Widget]:
        table = self.table
        design, (x, y, w, h) = Design(theme), self.area(theme)
        titles = [FORMATS[name].title for name in PLAYED]
        chosen = PLAYED.index(table.format) if table.format in PLAYED else 0
        return [
            Dropdown(self._box(theme, 0), titles, chosen, lambda pick: self._set(format=PLAYED[pick])),
            self._segments(theme, 1, self._modes(), "mode"),
            self._segments(theme, 2, MATCHES, "best_of"),
            self._segments(theme, 3, self._clocks(), "clock"),
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
                self._box(theme, 6, 268), "Ask my router to let them in", self.app.preferences.open_port,
                lambda on: self.app.change(preferences.replace(self.app.preferences, open_port=on)),
            ),
            Button(
                design.box(x + w - 384, y + h - 60, 188, 40), "Open the table", self._host,
                style="accent",
            ),
            Button(design.box(x + w - 184, y + h - 60, 160, 40), "Not now", self.dismiss, key="Esc"),
        ]  # fmt: skip

    def _modes(self) -> Mapping[str, str]:
        """How the chosen game can be played."""
        by_hand = self.table.format in FORMATS and FORMATS[self.table.format].by_hand
        return {BY_HAND: MODES[BY_HAND]} if by_hand else MODES

    def _clocks(self) -> Mapping[Clock, str]:
        """By hand nobody's turn is measured."""
        return {Clock(): CLOCKS[Clock()]} if self.table.mode == BY_HAND else CLOCKS

    def _segments(self, theme: Theme, row: int, words: Mapping[Any, str], name: str) -> Widget:
        values = list(words)
        now = getattr(self.table, name)
        chosen = values.index(now) if now in values else 0
        box = self._box(theme, row)
        return Segments(box, list(words.values()), chosen, lambda pick: self._set(**{name: values[pick]}))

    def _box(self, theme: Theme, row: int, left: float = 0) -> pygame.Rect:
        x, y, _, _ = self.area(theme)
        return Design(theme).box(x + 200 + left, y + _middle(row) - 19, 536 if row < 6 else 268, 38)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        x, y, _, _ = self.area(theme)
        for row, words in enumerate(ROWS):
            at = Design(theme).at(x + 24, y + _middle(row))
            theme.text(surface, words, at, MAIN, room=168 * theme.u, least=10)
        at = Design(theme).at(x + 200, y + _middle(4) + 32)
        theme.text(
            surface, TOLD[self.table.pace], at, BODY - 2, theme.palette.faint, room=536 * theme.u, least=8.5
        )

    def _set(self, **changes: object) -> None:
        self.table = _playable(msgspec.structs.replace(self.table, **changes))
        if {"format", "mode"} & set(changes):
            self.rebuild()

    def _host(self) -> None:
        self.app.press()
        self.app.close()
        self.app.host(self.table)


def _playable(table: Settings) -> Settings:
    """The same table as it can be opened: some games are played by hand only, and by hand without a clock."""
    table = as_played(table)
    return msgspec.structs.replace(table, clock=Clock()) if table.mode == BY_HAND else table


def _middle(row: int) -> int:
    """Where a row's words stand within the panel; the pauses have a line about them below."""
    return 87 + row * 60 + (22 if row > 4 else 0)
