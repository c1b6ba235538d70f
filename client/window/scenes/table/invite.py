"""The links a host sends: for the friend, for those who watch, each by address, with a button to copy it."""

from __future__ import annotations

from functools import partial

from client.window.app_port import AppPort
from client.window.look import BODY, SECOND
from client.window.scenes.parts import Page
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

    def build(self, page: Page) -> list[Widget]:
        """A button for each row; C copies the first."""
        return [
            Button(
                page.box(self.left + 272, self.top + 60 + 34 * row, 80, 28),
                "Copied" if self.copied == link else "Copy",
                partial(self._copy, link), key="" if row else "C", size=SECOND,
            )
            for row, (_, _, link) in enumerate(self.rows)
        ]  # fmt: skip

    def _copy(self, link: str) -> None:
        to_clipboard(link)
        self.copied = link

    def paint(self, page: Page) -> None:
        """The panel with the rows, or the table's code for those who were given none."""
        theme, palette, left, top = page.theme, page.palette, self.left + 24, self.top
        page.card(self.left, top, 368, 184)
        if not self.rows:
            page.heading("Code", (left, top + 32), 200)
            page.text(self.app.model.code, (left, top + 80), 28, bold=True)
            page.text(NO_LINKS, (left, top + 118), BODY, palette.soft, room=320)
            return
        page.heading("Links to send", (left, top + 32), 320)
        for row, (who, label, link) in enumerate(self.rows):
            y = top + 74 + 34 * row
            end = page.text(who, (left, y - 7), BODY, bold=True).right + theme.px(8)
            edge, middle = page.at(left + 236, y - 7)
            theme.text(page.surface, label, (end, middle), BODY, palette.soft, room=edge - end, least=9)
            # What stands behind # opens the seat: it is copied, never shown to somebody looking on.
            shown = f"{link.partition('#')[0]} …"
            page.text(shown, (left, y + 9), SECOND - 1, palette.faint, room=236, least=9)
