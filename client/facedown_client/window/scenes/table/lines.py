"""Lines of play as files: a list to open one, and the path of a saved one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from facedown_client.data import solo_lines
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, Look
from facedown_client.window.scenes.dialogs import CopyNotice, Overlay
from facedown_client.window.scenes.parts import Page, show_errors
from facedown_client.window.widgets import Button, Entry, ListBox, ListRow, Widget
from facedown_shared.text import _, gettext_noop

OPEN_WORDS = gettext_noop(
    "A saved line (.duel), or a scenario (.json) as a puzzle. Drop a file here, or type its path."
)


class OpenScene(Overlay):
    """Dialog to open one of the player's lines, or another file by its path."""

    title = gettext_noop("Open a line")
    wide, high = 640, 480

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.files = solo_lines.list_lines()
        self.path = self.trouble = ""
        self.chosen = 0

    def build(self, page: Page) -> Sequence[Widget]:
        rows = [
            ListRow(file.stem, right=time.strftime("%d.%m. %H:%M", time.localtime(file.stat().st_mtime)))
            for file in self.files
        ]
        listing = ListBox(
            page.box(24, 88, page.wide - 48, page.high - 224), rows, self._pick,
            chosen=self.chosen, on_choose=partial(setattr, self, "chosen"), row_height=page.theme.px(38),
            empty=_("No line saved yet: Ctrl+S saves one."),
        )  # fmt: skip
        entry = Entry(
            page.box(24, page.high - 120, page.wide - 48, 38), self.path, placeholder=_("Path of a file"),
            limit=600, on_change=partial(setattr, self, "path"), on_submit=self.handle_dropped,
        )  # fmt: skip
        return [
            listing.with_focus(bool(rows)),
            entry.with_focus(not rows),
            Button(page.foot(-348, 150), _("Open"), self._open, style="accent"),
            self.close_button(page),
        ]

    def paint(self, page: Page) -> None:
        super().paint(page)
        ink = page.palette.harm if self.trouble else page.palette.soft
        page.text(self.trouble or _(OPEN_WORDS), (24, 68), BODY_PX, ink, room=page.wide - 48, least=9)

    def _open(self) -> None:
        """Open the typed file, or else the chosen line."""
        if self.path.strip() or not self.files:
            self.handle_dropped(self.path)
        else:
            self._pick(self.chosen)

    def _pick(self, index: int) -> None:
        self.handle_dropped(str(self.files[index]))

    def handle_dropped(self, path: str) -> None:
        """Open a file that was dropped or typed."""
        if not path.strip():
            return
        self.trouble = ""
        with show_errors(self._show_refusal):
            self.app.play_file(path, self._show_refusal)

    def _show_refusal(self, sentence: str) -> None:
        self.trouble = sentence


class SavedLineScene(Overlay):
    """Dialog with the path of a saved line, to copy."""

    title = gettext_noop("The line is saved")
    wide, high = 640, 210

    def __init__(self, look: Look, app: AppPort, path: str) -> None:
        super().__init__(look, app)
        self.path = path
        self.copying = CopyNotice()

    def build(self, page: Page) -> Sequence[Widget]:
        label = _("Copied") if self.copying.text else _("Copy the path")
        fine = Button(page.foot(-184, 160), _("Go on"), self.dismiss, style="accent", key="Esc")
        return [
            Button(page.foot(-364, 168), label, partial(self.copying.copy, self.path), image="copy", key="C"),
            fine.with_focus(),
        ]

    def paint(self, page: Page) -> None:
        super().paint(page)
        room = page.wide - 48
        page.draw_wrapped(self.path, (24, 66), room, BODY_PX, page.palette.text, lines=2)
        words = _("Anyone with facedown can open it, go through it and play on from any step.")
        page.text(words, (24, 122), BODY_PX, page.palette.soft, room=room)

    def watched_values(self) -> object:
        return self.copying.text

    def update(self, now: float) -> None:
        self.copying.update(now)
        super().update(now)

    def next_change(self, now: float) -> float:
        return self.copying.ends
