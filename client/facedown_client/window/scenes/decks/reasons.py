"""List of everything that is wrong with a deck."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, Look, Theme, icon
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Scroll, Widget
from facedown_shared.text import _, ngettext


class ReasonList(Scroll):
    """Widget that lists sentences, each after a cross, in as many lines as they need."""

    def __init__(self, box: pygame.Rect, reasons: Sequence[str], theme: Theme) -> None:
        super().__init__(box)
        room = box.w - theme.px(40)
        self.rows = [theme.wrap(words, BODY_PX, room) for words in reasons]
        self.set_height(sum(self._high(theme, row) for row in self.rows))

    @staticmethod
    def _high(theme: Theme, row: Sequence[str]) -> int:
        return len(row) * theme.line_height(BODY_PX) + theme.px(8)

    def draw_content(self, surface: pygame.Surface, theme: Theme, inside: pygame.Rect) -> None:
        y = inside.y
        for row in self.rows:
            at = (inside.x + theme.px(8), y + theme.line_height(BODY_PX) / 2)
            icon(surface, "close", at, theme.px(12), theme.palette.harm)
            theme.draw_lines(surface, row, (inside.x + theme.px(24), y), BODY_PX, theme.palette.text)
            y += self._high(theme, row)


class ReasonsScene(Overlay):
    """Overlay of the editor with all reasons."""

    wide, high = 640, 420

    def __init__(self, look: Look, app: AppPort, reasons: Sequence[str]) -> None:
        super().__init__(look, app)
        self.reasons = tuple(reasons)
        self.title = ngettext("{count} thing to fix", "{count} things to fix", len(reasons))

    def build(self, page: Page) -> Sequence[Widget]:
        box = page.box(24, 70, page.wide - 48, page.high - 146)
        close = Button(page.foot(-172, 148), _("Close"), self.dismiss, key="Esc")
        return [ReasonList(box, self.reasons, page.theme), close.with_focus()]
