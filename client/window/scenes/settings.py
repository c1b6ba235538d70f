"""What a player can set: name, text, contrast, motion, sound. Seen at once, and kept at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from client.data.preferences import MOTIONS, RESPOND, TEXT_SIZES
from client.window.app_port import AppPort
from client.window.look import Look
from client.window.scenes.dialogs import Form
from client.window.scenes.parts import Page
from client.window.widgets import Button, Entry, Switch, Widget

SIZES = dict(zip(TEXT_SIZES, ("Small", "Normal", "Large", "Larger"), strict=True))
SPEEDS = dict(zip(MOTIONS, ("Off", "Fast", "Normal", "Slow"), strict=True))
ASKED = dict(zip(RESPOND, ("Always", "When able", "Never"), strict=True))
PICTURES = "EDOPro's cards and pictures, or pictures named <passcode>.jpg or .png."


class SettingsScene(Form):
    """The settings, over whatever is open."""

    title = "Settings"
    wide, high = 720, 560
    rows = ("Your name", "Text", "Motion", "Ask me to respond", "Your cards", "Screen", "Sound")
    gap = 20
    unlisted = 1

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self._cards = app.preferences.cards

    def build(self, page: Page) -> Sequence[Widget]:
        own = self.app.preferences
        return [
            Entry(self.row(page, 0), own.name, limit=24, on_change=self._name),
            self.one_of(page, 1, SIZES, own, "text_size"),
            self.one_of(page, 2, SPEEDS, own, "motion"),
            self.one_of(page, 3, ASKED, own, "respond"),
            Entry(
                self.row(page, 4), self._cards, placeholder="EDOPro's folder, or one of pictures",
                limit=400, on_change=partial(setattr, self, "_cards"), on_submit=lambda _: self._keep(),
            ),
            self._switch(page, 5, 0, "High contrast", "contrast"),
            self._switch(page, 5, 220, "Full screen (F11)", "full_screen"),
            self._switch(page, 6, 0, "Play sounds", "sound"),
            Button(page.foot(24, 148), "All keys", partial(self.app.show, "help"), key="?"),
            Button(page.foot(-172, 148), "Done", self.dismiss, style="accent", key="Esc"),
        ]  # fmt: skip

    def _switch(self, page: Page, row: int, left: float, words: str, name: str) -> Widget:
        on = bool(getattr(self.app.preferences, name))
        return Switch(self.row(page, row, left, 210), words, on, lambda on: self.set(**{name: on}))

    def paint(self, page: Page) -> None:
        super().paint(page)
        self.note(page, PICTURES)

    def dismiss(self) -> None:
        """Keep what was typed, and close."""
        self._keep()
        self.app.close()

    def _keep(self) -> None:
        self.set(cards=self._cards.strip())

    def _name(self, words: str) -> None:
        if words.strip():
            self.set(name=words.strip())

    def set(self, **changes: object) -> None:
        self.app.change(msgspec.structs.replace(self.app.preferences, **changes))
