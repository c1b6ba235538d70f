"""A link of the table as a QR code, for a phone's camera."""

from __future__ import annotations

from collections.abc import Sequence

from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, Look
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Segments, Widget
from facedown_shared.text import _, gettext_noop

CODE_TOP_PX, CODE_SIZE_PX = 156, 352
"""Top and side of the code, in design pixels."""
DARK, LIGHT = (0, 0, 0), (255, 255, 255)
"""Colours of the code in every palette: scanners need the contrast."""


class QrScene(Overlay):
    """Dialog with the code of one link; above it the choice between the links."""

    title = gettext_noop("Scan with a phone")
    wide, high = 448, 588

    def __init__(self, look: Look, app: AppPort, links: Sequence[tuple[str, str, str]]) -> None:
        """Create the dialog for (receivers, address label, link) rows. There is at least one."""
        super().__init__(look, app)
        best: dict[str, tuple[str, str]] = {}
        for receivers, label, link in links:
            best.setdefault(receivers, (label, link))
        self.links = [*best.items()]
        self.shown = 0
        """Index of the shown link."""

    def watched_values(self) -> object:
        return self.shown

    def build(self, page: Page) -> Sequence[Widget]:
        names = [receivers for receivers, _row in self.links]
        choice = [Segments(page.box(24, 64, 400, 36), names, self.shown, self._choose)] if names[1:] else []
        return [*choice, Button(page.foot(-172, 148), _("Close"), self.dismiss, key="Esc").with_focus()]

    def _choose(self, index: int) -> None:
        self.shown = index

    def paint(self, page: Page) -> None:
        super().paint(page)
        from facedown_shared.network.qr_codes import qr_code

        _receivers, (label, link) = self.links[self.shown]
        address = f"{link.partition('/t/')[0]}, {_(label)}"
        page.text(address, (24, 128), BODY_PX, page.palette.soft, room=page.wide - 48, least=9)
        rows = qr_code(link)
        area = page.box((page.wide - CODE_SIZE_PX) / 2, CODE_TOP_PX, CODE_SIZE_PX, CODE_SIZE_PX)
        side = area.w // len(rows)
        left, top = area.x + (area.w - side * len(rows)) // 2, area.y + (area.h - side * len(rows)) // 2
        page.surface.fill(LIGHT, area)
        for y, row in enumerate(rows):
            for x, is_dark in enumerate(row):
                if is_dark:
                    page.surface.fill(DARK, (left + x * side, top + y * side, side, side))
