"""Lines of play as files: the list to open one from, and where one was kept."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

import pygame

from client.data import lines
from client.window.app_port import AppPort
from client.window.look import BODY, Look, Theme
from client.window.scenes.dialogs import Overlay
from client.window.scenes.parts import Design
from client.window.widgets import Button, Entry, Listing, ListRow, Widget, to_clipboard
from shared.errors import BadInput

OPEN_WORDS = "A saved line (.duel), or a scenario (.json) as a puzzle. Drop a file here, or type its path."


class OpenScene(Overlay):
    """The player's own lines, and any other file by its path."""

    title = "Open a line"
    wide, high = 640, 480

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.files = lines.listing()
        self.path = self.trouble = ""

    def build(self, theme: Theme) -> Sequence[Widget]:
        design, (x, y, w, h) = Design(theme), self.area(theme)
        rows = [
            ListRow(file.stem, right=time.strftime("%d.%m. %H:%M", time.localtime(file.stat().st_mtime)))
            for file in self.files
        ]
        listing = Listing(
            design.box(x + 24, y + 88, w - 48, h - 224), rows, self._pick, row_height=theme.px(38),
            empty="No line kept yet: Ctrl+S keeps one.",
        )  # fmt: skip
        entry = Entry(
            design.box(x + 24, y + h - 120, w - 48, 38), self.path, placeholder="Path of a file", limit=600,
            on_change=partial(setattr, self, "path"), on_submit=lambda _: self._open(self.path),
        )  # fmt: skip
        return [
            listing.with_focus(bool(rows)),
            entry.with_focus(not rows),
            Button(
                design.box(x + w - 348, y + h - 60, 150, 40), "Open", lambda: self._open(self.path),
                style="accent",
            ),
            Button(design.box(x + w - 184, y + h - 60, 160, 40), "Not now", self.dismiss, key="Esc"),
        ]  # fmt: skip

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        design, (x, y, w, _) = Design(theme), self.area(theme)
        words, ink = (self.trouble, theme.palette.harm) if self.trouble else (OPEN_WORDS, theme.palette.soft)
        theme.text(surface, words, design.at(x + 24, y + 68), BODY, ink, room=(w - 48) * theme.u, least=9)

    def unused(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE:
            self._open(event.file)
        else:
            super().unused(event)

    def _pick(self, index: int) -> None:
        self._open(str(self.files[index]))

    def _open(self, path: str) -> None:
        if not path.strip():
            return
        self.trouble = ""
        try:
            self.app.play_file(path, self._refuse)
        except BadInput as refused:
            self._refuse(str(refused))

    def _refuse(self, sentence: str) -> None:
        self.trouble = sentence


class KeptScene(Overlay):
    """Where a line was kept, to copy."""

    title = "The line is kept"
    wide, high = 640, 210

    def __init__(self, look: Look, app: AppPort, path: str) -> None:
        super().__init__(look, app)
        self.path = path
        self.copied = False

    def build(self, theme: Theme) -> Sequence[Widget]:
        design, (x, y, w, h) = Design(theme), self.area(theme)
        label = "Copied" if self.copied else "Copy the path"
        fine = Button(
            design.box(x + w - 184, y + h - 60, 160, 40), "Go on", self.dismiss, style="accent", key="Esc"
        )
        return [
            Button(design.box(x + w - 364, y + h - 60, 168, 40), label, self._copy, image="copy", key="C"),
            fine.with_focus(),
        ]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        design, (x, y, w, _) = Design(theme), self.area(theme)
        found = theme.wrap(self.path, BODY, (w - 48) * theme.u, lines=2)
        theme.lines(surface, found, design.at(x + 24, y + 66), BODY)
        words = "Everybody with facedown can open it, go through it and play on from any step."
        theme.text(
            surface, words, design.at(x + 24, y + 122), BODY, theme.palette.soft, room=(w - 48) * theme.u
        )

    def _copy(self) -> None:
        to_clipboard(self.path)
        self.copied = True
        self.rebuild()
