"""Sharing of a replay: first the link to the public one; a file that shows a hand needs a confirmation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from facedown_client.replays import shared_replays
from facedown_client.replays.replay_list import Row
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, MAIN_PX, Look
from facedown_client.window.scenes.copy_notice import CopyNotice
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page, told
from facedown_client.window.widgets import Button, Entry, Widget
from facedown_shared.text import _, gettext_noop

PUBLIC_ONE = gettext_noop("The public one, as spectators saw it: no hand, no face-down card.")
NO_LINK = gettext_noop("No server that others can reach has it (any more).")


class ShareScene(Overlay):
    """Dialog to share one replay of the list."""

    title = gettext_noop("Share this replay")
    wide, high = 640, 372

    def __init__(self, look: Look, app: AppPort, row: Row) -> None:
        super().__init__(look, app)
        self.row, self.link = row, shared_replays.link_of(row.path)
        self.where, self.news = str(shared_replays.default_folder()), ""
        self.is_wrong = False
        self._copying = CopyNotice()

    def watched(self) -> object:
        return self._copying.text, self.news

    def update(self, now: float) -> None:
        self._copying.follow(now)
        super().update(now)

    def next_change(self, now: float) -> float:
        return self._copying.ends

    def build(self, page: Page) -> Sequence[Widget]:
        words = _("Copied") if self._copying.text else _("Copy the link")
        link = Button(
            page.box(24, 116, 220, 40), words, partial(self._copying.copy, self.link), key="V",
            style="accent" if self.link else "plain", enabled=bool(self.link),
        )  # fmt: skip
        return [
            link.with_focus(bool(self.link)),
            Entry(
                page.box(24, 222, 420, 38), self.where, placeholder=_("Folder"), limit=400,
                on_change=partial(setattr, self, "where"), on_submit=lambda _: self._ask(),
            ),
            Button(page.box(456, 222, 160, 38), _("Save a copy"), self._ask, size=BODY_PX),
            Button(page.foot(-172, 148), _("Close"), self.dismiss, key="Esc"),
        ]  # fmt: skip

    def paint(self, page: Page) -> None:
        super().paint(page)
        room, soft = page.wide - 48, page.palette.soft
        page.text(_("A link"), (24, 76), MAIN_PX, bold=True, room=room)
        page.text(_(PUBLIC_ONE) if self.link else _(NO_LINK), (24, 98), BODY_PX, soft, room=room, least=9)
        page.text(_("The file"), (24, 184), MAIN_PX, bold=True, room=room)
        page.text(
            shared_replays.describe_content(self.row.head), (24, 206), BODY_PX, soft, room=room, least=9
        )
        ink = page.palette.harm if self.is_wrong else page.palette.good
        page.text(self.news, (24, 282), BODY_PX, ink, room=room, least=8)

    def _ask(self) -> None:
        """Save a copy, after a confirmation if it shows a hand."""
        if shared_replays.is_public(self.row.head):
            self._save()
        else:
            shown = shared_replays.describe_content(self.row.head)
            self.app.ask(_("Share your own replay?"), shown, _("Save a copy"), self._save)

    def _save(self) -> None:
        self.is_wrong = False
        with told(self._refuse):
            self.news = _(
                "A copy to send is in {path}", path=shared_replays.copy_to(self.row.path, self.where)
            )

    def _refuse(self, sentence: str) -> None:
        self.news, self.is_wrong = sentence, True
