"""The list of all duels that wait for this player, the newest first. Opens over the home screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from facedown_client.connection import Return
from facedown_client.connection.return_words import format_words, opponent_words, turn_words
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import MAIN_PX, SECOND_PX, Look, Theme, panel
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, ListBox, ListRow, Widget, disc
from facedown_shared.text import _, gettext_noop

LOST = gettext_noop("You can no longer return to it from here. When your time runs out, the duel is lost.")


def forget_seat(app: AppPort, place: Return) -> None:
    """Ask before a stored seat is deleted."""
    words = _("The duel against the bot is deleted.") if place.practice else _(LOST)
    app.confirm(_("Forget this duel?"), words, _("Forget it"), partial(app.delete_seat, place))


class ReturnsScene(Overlay):
    """List of the duels to return to."""

    title = gettext_noop("Your duels")
    wide, high = 720, 480

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.chosen = 0
        self.shown: tuple[Return, ...] = ()
        self._listing: ListBox | None = None

    def build(self, page: Page) -> Sequence[Widget]:
        self.shown = tuple(self.app.network.returns)
        self.chosen = max(0, min(self.chosen, len(self.shown) - 1))
        rows = [
            ListRow(opponent_words(one), f"{format_words(one)} · {turn_words(one)}") for one in self.shown
        ]
        listing = ListBox(
            page.box(24, 68, page.wide - 48, page.high - 148), rows, self._return_to,
            row_height=page.theme.px(62), chosen=self.chosen, on_choose=self._choose,
            paint_row=self._paint_row, empty=_("No duel waits for you."),
        )  # fmt: skip
        self._listing = listing
        self._choose(self.chosen)
        able = bool(self.shown)
        return [
            listing.with_focus(),
            Button(page.foot(24, 160), _("Close"), self.dismiss, key="Esc"),
            Button(page.foot(-420, 176), _("Forget it"), self._forget, key="Del", enabled=able),
            Button(
                page.foot(-228, 204), _("Return"), lambda: self._return_to(self.chosen), style="accent",
                enabled=able,
            ),
        ]  # fmt: skip

    def watched_values(self) -> object:
        return tuple(self.app.network.returns)

    def update(self, now: float) -> None:
        super().update(now)
        self.app.network.return_checks.repeat()

    def _choose(self, index: int) -> None:
        """Choose a duel; the list is named after it, so that a screen reader says which it is."""
        self.chosen = index
        if self._listing is not None and index < len(self.shown):
            row = self._listing.rows[index]
            self._listing.label = f"{row.title} · {row.detail}"

    def _paint_row(
        self, surface: pygame.Surface, theme: Theme, row: pygame.Rect, index: int, lit: bool
    ) -> None:
        palette, place = theme.palette, self.shown[index]
        box = row.inflate(0, -theme.px(6))
        fill, line = (palette.raised, palette.strong) if lit else (palette.sunk, palette.line)
        panel(surface, box, fill, line, palette.thin, theme.px(8))
        x, y = box.x + theme.px(28), box.centery
        disc(surface, theme, opponent_words(place), (x, y), theme.px(28))
        x, room = x + theme.px(28), box.w - theme.px(72)
        title, detail = opponent_words(place), format_words(place)
        theme.draw_text(surface, title, (x, y - theme.px(10)), MAIN_PX, bold=True, room=room * 0.45, least=10)
        theme.draw_text(
            surface, detail, (box.right - theme.px(16), y - theme.px(10)), SECOND_PX, palette.soft,
            anchor="rm", room=room * 0.5, least=9,
        )  # fmt: skip
        at = (x, y + theme.px(11))
        theme.draw_text(surface, turn_words(place), at, SECOND_PX, palette.soft, room=room, least=9)

    def _return_to(self, index: int) -> None:
        if 0 <= index < len(self.shown) and self.shown[index] in self.app.network.returns:
            self.app.play_press_sound()
            self.app.close()
            self.app.resume_duel(self.shown[index])

    def _forget(self) -> None:
        if self.shown:
            forget_seat(self.app, self.shown[self.chosen])
