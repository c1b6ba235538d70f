"""Dialog on leaving the deck editor with unsaved changes: save, discard, or stay."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from facedown_client.window.app_port import AppPort
from facedown_client.window.look import Look
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Paragraph, Widget
from facedown_shared.text import _, gettext_noop


class UnsavedChangesScene(Overlay):
    """Dialog with the choices for unsaved changes. "Save" has the focus."""

    title = gettext_noop("Leave the editor?")
    wide = 560

    def __init__(self, look: Look, app: AppPort, save: Callable[[], object]) -> None:
        super().__init__(look, app)
        self.save = save

    def build(self, page: Page) -> Sequence[Widget]:
        words = _("The deck has been changed since it was last saved.")
        return [
            Paragraph(page.box(24, 64, page.wide - 48, page.high - 136), words),
            Button(page.foot(24, 190), _("Save and leave"), self._save, style="accent").with_focus(),
            Button(page.foot(226, 150), _("Leave"), self._leave, style="harm"),
            Button(page.foot(388, 148), _("Stay"), self.dismiss, key="Esc"),
        ]

    def _save(self) -> None:
        self.app.close()
        self.save()

    def _leave(self) -> None:
        self.app.close()
        self.app.close()
