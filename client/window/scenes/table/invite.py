"""The links a host sends: for the friend, for those who watch, each by address, with a button to copy it."""

from __future__ import annotations

from functools import partial

import pygame

from client.window.app_port import AppPort
from client.window.look import BODY, SECOND
from client.window.scenes.parts import Design, card, heading
from client.window.widgets import Button, Widget, to_clipboard

ROWS = 4
WHO = {"opponent": "Friend", "spectator": "Watch"}
NO_LINKS = "The host has the links."


class InvitePanel:
    """A part of the table's screen; remembers what was copied."""

    def __init__(self, app: AppPort, left: float, top: float) -> None:
        self.app = app
        self.left, self.top = left, top
        self.copied = ""

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """(who it is for, address label, link): as many for the friend as fit beside one to watch."""
        links = self.app.model.links
        friend, watch = (
            [(WHO[who], label, link) for label, link in links.get(who, ())]
            for who in ("opponent", "spectator")
        )
        first = friend[: ROWS - bool(watch)]
        return [*first, *watch][:ROWS]

    def build(self, design: Design) -> list[Widget]:
        """A button for each row; C copies the first."""
        made: list[Widget] = []
        for row, (_, _, link) in enumerate(self.rows):
            box = design.box(self.left + 272, self.top + 60 + 34 * row, 80, 28)
            label = "Copied" if self.copied == link else "Copy"
            made.append(Button(box, label, partial(self._copy, link), key="" if row else "C", size=SECOND))
        return made

    def _copy(self, link: str) -> None:
        to_clipboard(link)
        self.copied = link

    def paint(self, surface: pygame.Surface, design: Design) -> None:
        """The panel with the rows, or the table's code for those who were given none."""
        theme, palette, left, top = design.theme, design.theme.palette, self.left + 24, self.top
        card(surface, theme, design.box(self.left, top, 368, 184))
        if not self.rows:
            heading(surface, theme, "Code", design.at(left, top + 32), 200 * theme.u)
            code = self.app.model.code
            theme.text(surface, code, design.at(left, top + 80), 28, palette.text, bold=True)
            theme.text(surface, NO_LINKS, design.at(left, top + 118), BODY, palette.soft, room=320 * theme.u)
            return
        heading(surface, theme, "Links to send", design.at(left, top + 32), 320 * theme.u)
        for row, (who, label, link) in enumerate(self.rows):
            y = top + 74 + 34 * row
            end = theme.text(surface, who, design.at(left, y - 7), BODY, bold=True).right + theme.px(8)
            at, edge = (end, design.at(0, y - 7)[1]), design.at(self.left + 260, 0)[0]
            theme.text(surface, label, at, BODY, palette.soft, room=edge - end, least=9)
            # What stands behind # opens the seat: it is copied, never shown to somebody looking on.
            shown, at = f"{link.partition('#')[0]} …", design.at(left, y + 9)
            theme.text(surface, shown, at, SECOND - 1, palette.faint, room=edge - at[0], least=9)
