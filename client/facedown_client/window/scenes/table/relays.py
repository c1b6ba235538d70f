"""The relays of a table, for its host: buttons for each, and the link for another one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from facedown_client.model.words.relays import relay_name, relay_state
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, SECOND_PX, Look
from facedown_client.window.scenes.copy_notice import CopyNotice
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Widget
from facedown_shared.protocol.messages import ControlRelay, RelayRow
from facedown_shared.text import _, gettext_noop

ROWS_PER_PAGE = 5
FIRST_ROW_TOP_PX, ROW_HEIGHT_PX = 128, 56
ABOUT_LINK = gettext_noop("Send the link for relays to the operator of a relay: it reserves a place for it.")
NO_RELAY = gettext_noop("No relay watches this table.")


class RelaysScene(Overlay):
    """Dialog with the host's relays and three buttons for each."""

    title = gettext_noop("Relays")
    wide, high = 720, 480

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self._copying = CopyNotice()
        self._first = 0
        """Index of the first row that is shown."""

    @property
    def shown(self) -> tuple[RelayRow, ...]:
        """The relays on the current page."""
        rows = self.app.model.relays
        if self._first >= len(rows):
            self._first = 0
        return rows[self._first : self._first + ROWS_PER_PAGE]

    def watched(self) -> object:
        return self.app.model.relays, self._copying.text, self._first

    def update(self, now: float) -> None:
        self._copying.follow(now)
        super().update(now)

    def next_change(self, now: float) -> float:
        return self._copying.ends

    def build(self, page: Page) -> Sequence[Widget]:
        links = self.app.model.links.get("relay", ())
        made: list[Widget] = [
            button for at, row in enumerate(self.shown) for button in self._row(page, at, row)
        ]
        if len(self.app.model.relays) > ROWS_PER_PAGE:
            made.append(Button(page.foot(236, 120), _("More"), self._turn_page, key="M"))
        if links:
            words = _("Copied") if self._copying.text else _("Copy the link")
            made.append(
                Button(page.foot(24, 200), words, partial(self._copying.copy, links[0][1]), key="C")
            )  # fmt: skip
        close = Button(page.foot(-172, 148), _("Close"), self.dismiss, key="Esc")
        return [*made, close.with_focus()]

    def _row(self, page: Page, at: int, row: RelayRow) -> list[Widget]:
        top = FIRST_ROW_TOP_PX + ROW_HEIGHT_PX * at - 18
        mute = (_("Unmute"), "unmute") if row.muted else (_("Mute"), "mute")
        acts = ((_("Disconnect"), "disconnect"), mute, (_("Ban"), "ban"))
        return [
            Button(
                page.box(348 + 116 * number, top, 108, 36), words, partial(self._do, row, act), size=BODY_PX
            )
            for number, (words, act) in enumerate(acts)
        ]

    def _do(self, row: RelayRow, act: str) -> None:
        """Send the pressed act. A ban cannot be undone, so it is confirmed first."""
        send = partial(self.app.send, ControlRelay(row.number, act))
        if act != "ban":
            send()
            return
        self.app.ask(
            _("Ban this relay?"), _("Relays from its IP address are banned, and all its spectators are "
                                    "disconnected."),
            _("Ban"), send,
        )  # fmt: skip

    def _turn_page(self) -> None:
        self._first += ROWS_PER_PAGE
        self.rebuild()

    def paint(self, page: Page) -> None:
        super().paint(page)
        soft = page.palette.soft
        page.text(_(ABOUT_LINK), (24, 76), BODY_PX, soft, room=page.wide - 48, least=9)
        if not self.app.model.relays:
            page.text(_(NO_RELAY), (24, FIRST_ROW_TOP_PX), BODY_PX, soft)
        for at, row in enumerate(self.shown):
            middle = FIRST_ROW_TOP_PX + ROW_HEIGHT_PX * at
            page.text(relay_name(row), (24, middle - 10), BODY_PX, bold=True, room=312, least=9)
            page.text(relay_state(row), (24, middle + 10), SECOND_PX, soft, room=312, least=8)
