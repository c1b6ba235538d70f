"""Playing alone: which cards on either side, by hand or by the rules. Opens over home."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from client.data import Boxed, alone, deckbox, preferences
from client.window.app_port import AppPort
from client.window.look import BODY, MAIN, Look, Theme
from client.window.scenes.dialogs import Overlay
from client.window.scenes.parts import Design
from client.window.scenes.table.lines import OpenScene
from client.window.widgets import Button, Dropdown, Entry, Segments, Widget
from shared.errors import BadInput
from shared.formats import FORMATS, PLAYED

ROWS = ("Game", "How", "Your deck", "Other side", "Any file")
MODES = {"free": "By hand", "rules": "By the rules", "half": "Half and half"}
TOLD = {
    "free": "Every card is yours to move, on both sides. Everything can be taken back and played on.",
    "rules": "The rules ask, you answer for both sides. Everything can be taken back and played on.",
    "half": "The rules ask; cards that nobody has written yet you carry out by hand.",
}
NOBODY = {"free": "An empty side", "rules": "The same deck", "half": "The same deck"}


class SoloScene(Overlay):
    """Combos, goldfishing, puzzles: one person, both sides."""

    title = "Solo"
    wide, high = 760, 480

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.format = app.preferences.table.format if app.preferences.table.format in PLAYED else PLAYED[0]
        self.mode = self._possible(app.preferences.solo)
        self.path = self.trouble = ""
        self.brought: list[Boxed] = []
        """Decks from files, the newest first."""
        self._choose_first()

    @property
    def decks(self) -> list[Boxed]:
        """Everything that can be brought."""
        return [*self.brought, *deckbox.own(), *deckbox.ready(self.format)]

    @property
    def modes(self) -> list[str]:
        """How this game can be played."""
        return ["free"] if FORMATS[self.format].by_hand else list(MODES)

    def _possible(self, mode: str) -> str:
        return mode if mode in self.modes else self.modes[0]

    def _choose_first(self) -> None:
        """The deck used last, where this game allows it."""
        found = deckbox.starting(self.app.preferences.deck, self.format)
        keys = [deck.key for deck in self.decks]
        self.mine = keys.index(found.key) if found is not None and found.key in keys else 0
        self.other = -1

    def build(self, theme: Theme) -> Sequence[Widget]:
        design, (x, y, w, h) = Design(theme), self.area(theme)
        titles = [FORMATS[name].title for name in PLAYED]
        names = [deck.title for deck in self.decks]
        others = [NOBODY[self.mode], *names]
        return [
            Dropdown(self._box(theme, 0), titles, PLAYED.index(self.format), self._set_format),
            Segments(
                self._box(theme, 1), [MODES[mode] for mode in self.modes], self.modes.index(self.mode),
                self._set_mode,
            ),
            Dropdown(self._box(theme, 2), names, self.mine, partial(setattr, self, "mine")),
            Dropdown(self._box(theme, 3), others, self.other + 1, self._set_other),
            Entry(
                self._box(theme, 4), self.path, placeholder="Path of a .ydk, .duel or .json file", limit=600,
                on_change=partial(setattr, self, "path"), on_submit=lambda _: self._open(self.path),
            ),
            Button(design.box(x + 24, y + h - 60, 168, 40), "Open a line…", self._lines, key="O"),
            Button(
                design.box(x + w - 348, y + h - 60, 150, 40), "Begin", self._begin, style="accent", key="B"
            ),
            Button(design.box(x + w - 184, y + h - 60, 160, 40), "Not now", self.dismiss, key="Esc"),
        ]  # fmt: skip

    def _box(self, theme: Theme, row: int) -> pygame.Rect:
        x, y, w, _ = self.area(theme)
        return Design(theme).box(x + 184, y + 104 + row * 56, w - 208, 38)

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        design, (x, y, w, _) = Design(theme), self.area(theme)
        wrong, palette = bool(self.trouble), theme.palette
        words, ink = (self.trouble, palette.harm) if wrong else (TOLD[self.mode], palette.soft)
        theme.text(surface, words, design.at(x + 24, y + 72), BODY, ink, room=(w - 48) * theme.u, least=9)
        for row, title in enumerate(ROWS):
            at = design.at(x + 24, y + 123 + row * 56)
            theme.text(surface, title, at, MAIN, room=150 * theme.u, least=10)

    def unused(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE:
            self._open(event.file)
        else:
            super().unused(event)

    # --- choices --------------------------------------------------------------------------------------------

    def _set_format(self, index: int) -> None:
        self.format = PLAYED[index]
        self.mode = self._possible(self.mode)
        self._choose_first()
        self.rebuild()

    def _set_mode(self, index: int) -> None:
        self.mode = self.modes[index]
        self.rebuild()

    def _set_other(self, index: int) -> None:
        self.other = index - 1

    def _lines(self) -> None:
        self.app.close()
        self.app.lay(OpenScene(self.look, self.app))

    def _open(self, path: str) -> bool:
        """A deck becomes this side's; a line or a puzzle is opened at once. Whether it was a deck."""
        self.trouble = ""
        try:
            if not path.strip().lower().endswith(".ydk"):
                self.app.play_file(path, self._refuse)
                return False
            self.brought.insert(0, deckbox.find(path.strip()))
        except BadInput as refused:
            self._refuse(str(refused))
            return False
        self.path, self.mine = "", 0
        self.other += self.other >= 0
        self.rebuild()
        return True

    def _refuse(self, sentence: str) -> None:
        self.trouble = sentence

    def _begin(self) -> None:
        if self.path.strip() and not self._open(self.path):
            return
        found = self.decks
        mine = found[self.mine] if self.mine < len(found) else None
        other = found[self.other] if 0 <= self.other < len(found) else None
        self.app.press()
        self.app.close()
        self.app.change(preferences.replace(self.app.preferences, solo=self.mode))
        self.app.solo(alone.table(self.format, self.mode), mine, other)
