"""The question, asked once, whether the player has pictures of cards in a folder of their own.

The home screen offers it until it is answered; the settings change the answer later.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from facedown_client.data import preferences
from facedown_client.data.preferences import Preferences
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, Look
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Entry, Paragraph, Widget
from facedown_shared.text import _, gettext_noop

OFFER = gettext_noop("Cards are drawn here. Do you have pictures of cards in a folder, such as EDOPro's?")
EXPLANATION = gettext_noop(
    "Write the path of EDOPro's folder, or of one with pictures named by passcode (12345678.jpg or .png), or "
    "drop the folder on this window. Pictures stay on this computer: they are only shown."
)


def is_asked(own: Preferences) -> bool:
    """Return whether the question is still open."""
    return not own.cards and not own.asked_pictures


class PictureFolderScene(Overlay):
    """Dialog for the folder of pictures."""

    title = gettext_noop("Pictures of cards")
    wide, high = 640, 270

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.path = app.preferences.cards
        self.trouble = ""

    def build(self, page: Page) -> Sequence[Widget]:
        entry = Entry(
            page.box(24, 134, page.wide - 48, 38),
            self.path,
            placeholder=_("EDOPro's folder, or one of pictures"),
            limit=400,
            on_change=partial(setattr, self, "path"),
            on_submit=self._use,
        )
        return [
            Paragraph(page.box(24, 60, page.wide - 48, 68), _(EXPLANATION)),
            entry.with_focus(),
            Button(page.foot(24, 190), _("Keep the drawn ones"), self._decline, style="quiet", size=BODY_PX),
            Button(page.foot(-396, 212), _("Use this folder"), lambda: self._use(self.path), style="accent"),
            self.close_button(page),
        ]

    def paint(self, page: Page) -> None:
        super().paint(page)
        page.text(self.trouble, (24, 190), BODY_PX, page.palette.harm, room=page.wide - 48, least=8.5)

    def handle_dropped(self, path: str) -> None:
        self.path = path
        self._use(path)

    def _use(self, path: str) -> None:
        """Use a folder if it has pictures or cards; else say why not."""
        chosen = path.strip()
        if not chosen:
            return
        before = self.app.notice
        self._save(cards=chosen, asked_pictures=True)
        if self.app.preferences.cards == chosen:
            self.app.close()
            return
        self.trouble = self.app.notice
        self.app.show_notice(before)
        self.rebuild()

    def _decline(self) -> None:
        self._save(asked_pictures=True)
        self.app.close()

    def _save(self, **changes: object) -> None:
        self.app.save_preferences(preferences.replace(self.app.preferences, **changes))
