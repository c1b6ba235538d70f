"""Dialog for the name of a deck, a line of play or a player. It shows why a name is invalid, and stays
open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, Look
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page, told
from facedown_client.window.widgets import Button, Entry, Widget
from facedown_shared.text import _

MAX_NAME_LETTERS = 60


class NameScene(Overlay):
    """Dialog with one text line and a button. `then` is called with the name and may raise BadInput."""

    wide, high = 520, 190

    def __init__(
        self, look: Look, app: AppPort, title: str, name: str, yes: str, then: Callable[[str], object],
        *, longest: int = MAX_NAME_LETTERS,
    ) -> None:  # fmt: skip
        super().__init__(look, app)
        self.title, self.name, self.yes, self.then = title, name, yes, then
        self.longest = longest
        self.first = name
        """The suggested name; typing replaces all of it."""
        self.trouble = ""

    def build(self, page: Page) -> Sequence[Widget]:
        entry = Entry(
            page.box(24, 66, page.wide - 48, 38), self.name, placeholder=_("Name"), limit=self.longest,
            on_change=partial(setattr, self, "name"), on_submit=lambda _typed: self._do(),
        )  # fmt: skip
        entry.all_selected = bool(self.name) and self.name == self.first
        return [
            entry.with_focus(),
            Button(page.foot(-348, 150), self.yes, self._do, style="accent"),
            self.away(page),
        ]

    def paint(self, page: Page) -> None:
        super().paint(page)
        page.text(self.trouble, (24, 118), BODY_PX, page.palette.harm, room=page.wide - 48, least=9)

    def _do(self) -> None:
        if not self.name.strip():
            return
        self.trouble = ""
        with told(partial(setattr, self, "trouble")):
            self.then(self.name.strip())
            self.app.close()
