"""A table of one's own, in detail: which game and how, the clock, the pace, who may come. Opens over home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from client.data import preferences
from client.window.app_port import AppPort
from client.window.look import Look
from client.window.scenes.dialogs import Form
from client.window.scenes.parts import Page
from client.window.widgets import Button, Dropdown, Entry, Switch, Widget
from shared.formats import FORMATS, PLAYED
from shared.protocol.messages import Clock, Settings
from shared.protocol.table_settings import as_played

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


class HostScene(Form):
    """Everything a table can be opened with. What was chosen last is chosen again."""

    title = "Host a table"
    wide, high = 760, 600
    rows = ("Game", "How", "Match", "Clock", "Pauses", "Password", "Who may come")
    first, step = 87, 60
    left, deep = 200, 38
    gap = 22

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.table = _playable(app.preferences.table)

    def build(self, page: Page) -> Sequence[Widget]:
        table = self.table
        titles = [FORMATS[name].title for name in PLAYED]
        chosen = PLAYED.index(table.format) if table.format in PLAYED else 0
        return [
            Dropdown(self.row(page, 0), titles, chosen, lambda pick: self.set(format=PLAYED[pick])),
            self.one_of(page, 1, self._modes(), table, "mode"),
            self.one_of(page, 2, MATCHES, table, "best_of"),
            self.one_of(page, 3, self._clocks(), table, "clock"),
            self.one_of(page, 4, PACES, table, "pace"),
            Entry(
                self.row(page, 5), table.password, placeholder="None: whoever has the link comes in",
                limit=64, on_change=lambda word: self.set(password=word), on_submit=lambda _: self._host(),
            ),
            Switch(
                self.row(page, 6, 0, 268), "This network sees it", table.listed,
                lambda on: self.set(listed=on),
            ),
            Switch(
                self.row(page, 6, 268), "Ask my router to let them in", self.app.preferences.open_port,
                lambda on: self.app.change(preferences.replace(self.app.preferences, open_port=on)),
            ),
            Button(page.foot(-384, 188), "Open the table", self._host, style="accent"),
            self.away(page),
        ]  # fmt: skip

    def _modes(self) -> Mapping[str, str]:
        """How the chosen game can be played."""
        by_hand = self.table.format in FORMATS and FORMATS[self.table.format].by_hand
        return {BY_HAND: MODES[BY_HAND]} if by_hand else MODES

    def _clocks(self) -> Mapping[Clock, str]:
        """By hand nobody's turn is measured."""
        return {Clock(): CLOCKS[Clock()]} if self.table.mode == BY_HAND else CLOCKS

    def paint(self, page: Page) -> None:
        super().paint(page)
        self.note(page, TOLD[self.table.pace])

    def set(self, **changes: object) -> None:
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
