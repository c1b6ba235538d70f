"""The chat: what was said, and a line to say something. A part of several screens."""

from __future__ import annotations

from functools import partial

import pygame

from client.window.app_port import AppPort
from client.window.look import BODY, Theme
from client.window.scenes.parts import Page
from client.window.widgets import Entry, Group, Scroll, Widget
from shared.protocol.messages import Chat, Said


class ChatPanel:
    """Keeps what was typed and scrolled while its screen is laid out anew."""

    def __init__(self, app: AppPort) -> None:
        self.app = app
        self.typed = ""
        self._entry: Entry | None = None
        self._scroll: Scroll | None = None
        self._theme: Theme | None = None
        self._heard = -1

    def build(self, page: Page, area: tuple[float, float, float, float]) -> list[Widget]:
        """The two widgets within an area of the design."""
        x, y, w, h = area
        self._theme = page.theme
        self._scroll = Scroll(page.box(x + 24, y, w - 48, h - 64), self._paint, follow=True)
        self._heard = -1
        self.update()
        self._scroll.to_end()
        self._entry = Entry(
            page.box(x + 16, y + h - 52, w - 32, 36), self.typed, placeholder="Say something (T)",
            on_change=partial(setattr, self, "typed"), on_submit=self._say,
        )  # fmt: skip
        return [self._scroll, self._entry]

    def update(self) -> None:
        """Make room for what was said since."""
        if self._scroll is not None and self._theme is not None and self._heard != len(self.app.model.chat):
            self._heard = len(self.app.model.chat)
            self._scroll.grow(len(self._lines(self._theme)) * self._theme.line(BODY))

    def focus(self, group: Group) -> None:
        """Put the cursor into the line."""
        group.give_focus(self._entry)
        pygame.key.start_text_input()

    def _say(self, words: str) -> None:
        if words.strip():
            self.app.send(Chat(words.strip()))
            self.typed = ""
            if self._entry is not None:
                self._entry.set("")

    def _lines(self, theme: Theme) -> list[tuple[str, bool]]:
        room = self._scroll.rect.w - theme.px(8) if self._scroll else 300
        found = []
        for said in self.app.model.chat:
            found += [(line, not said.name) for line in theme.wrap(_words(said), BODY, room)]
        return found or [("Nobody has said anything yet.", True)]

    def _paint(self, surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
        inks = (theme.palette.text, theme.palette.faint)
        theme.two_inks(surface, self._lines(theme), box.topleft, BODY, inks)


def _words(said: Said) -> str:
    watching = " (watching)" if said.seat not in (0, 1) else ""
    return f"{said.name}{watching}: {said.line}" if said.name else said.line
