"""What a player can set: name, text, contrast, motion, sound. Seen at once, and kept at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
import pygame

from client.data.preferences import MOTIONS, RESPOND, TEXT_SIZES
from client.window.app_port import AppPort
from client.window.look import BODY, MAIN, Look, Theme
from client.window.scenes.dialogs import Overlay
from client.window.scenes.parts import Design
from client.window.widgets import Button, Entry, Segments, Switch, Widget

SIZES = ("Small", "Normal", "Large", "Larger")
SPEEDS = ("Off", "Fast", "Normal", "Slow")
ASKED = ("Always", "When able", "Never")
ROWS = ("Your name", "Text", "Motion", "Ask me to respond", "Your cards", "Screen", "Sound")


class SettingsScene(Overlay):
    """The settings, over whatever is open."""

    title = "Settings"
    wide, high = 720, 560

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self._cards = app.preferences.cards

    def build(self, theme: Theme) -> Sequence[Widget]:
        settings = self.app.preferences
        x, y, w, h = self.area(theme)
        return [
            Entry(self._box(theme, 0), settings.name, limit=24, on_change=self._name),
            self._segments(theme, 1, SIZES, TEXT_SIZES, settings.text_size, "text_size"),
            self._segments(theme, 2, SPEEDS, MOTIONS, settings.motion, "motion"),
            self._segments(theme, 3, ASKED, RESPOND, settings.respond, "respond"),
            Entry(
                self._box(theme, 4), self._cards, placeholder="EDOPro's folder, or one of pictures",
                limit=400, on_change=partial(setattr, self, "_cards"),
                on_submit=lambda _: self._set(cards=self._cards.strip()),
            ),
            self._switch(theme, 5, 0, "High contrast", settings.contrast, "contrast"),
            self._switch(theme, 5, 220, "Full screen (F11)", settings.full_screen, "full_screen"),
            self._switch(theme, 6, 0, "Play sounds", settings.sound, "sound"),
            Button(
                Design(theme).box(x + 24, y + h - 60, 148, 40), "All keys",
                lambda: self.app.show("help"), key="?",
            ),
            Button(
                Design(theme).box(x + w - 172, y + h - 60, 148, 40), "Done", self.dismiss,
                style="accent", key="Esc",
            ),
        ]  # fmt: skip

    def _box(self, theme: Theme, row: int, left: float = 0, wide: float = 440) -> pygame.Rect:
        x, y, _, _ = self.area(theme)
        return Design(theme).box(x + 256 + left, y + _middle(row) - 18, wide, 36)

    def _segments(
        self, theme: Theme, row: int, words: Sequence[str], values: Sequence[object], value: object, name: str
    ) -> Widget:
        chosen = list(values).index(value) if value in values else 1
        return Segments(self._box(theme, row), words, chosen, lambda pick: self._set(**{name: values[pick]}))

    def _switch(self, theme: Theme, row: int, left: float, words: str, on: bool, name: str) -> Widget:
        box = self._box(theme, row, left, 210)
        return Switch(box, words, on, lambda value: self._set(**{name: value}))

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        x, y, _, _ = self.area(theme)
        for row, words in enumerate(ROWS):
            at = Design(theme).at(x + 24, y + _middle(row))
            theme.text(surface, words, at, MAIN, room=220 * theme.u, least=10)
        words = "EDOPro's cards and pictures, or pictures named <passcode>.jpg or .png."
        at = Design(theme).at(x + 256, y + _middle(4) + 31)
        theme.text(surface, words, at, BODY - 2, theme.palette.faint, room=440 * theme.u, least=8.5)

    def dismiss(self) -> None:
        """Keep what was typed, and close."""
        if self._cards.strip() != self.app.preferences.cards:
            self._set(cards=self._cards.strip())
        self.app.close()

    def _name(self, words: str) -> None:
        if words.strip():
            self._set(name=words.strip())

    def _set(self, **changes: object) -> None:
        self.app.change(msgspec.structs.replace(self.app.preferences, **changes))


def _middle(row: int) -> int:
    """Where a row's words stand within the panel; the cards have a line about them below."""
    return 90 + row * 56 + (20 if row > 4 else 0)
