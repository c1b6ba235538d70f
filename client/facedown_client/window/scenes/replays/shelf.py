"""The replays on this computer: searched by player, deck, date and result; opened, shared, deleted."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pygame

from facedown_client.replays import replay_list, shared_replays
from facedown_client.replays.player import Player
from facedown_client.replays.replay_list import Row
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, Look, Theme, panel
from facedown_client.window.scenes.dialogs import CopyNotice, Overlay
from facedown_client.window.scenes.parts import FormScene, Page, show_errors
from facedown_client.window.scenes.replays.scene import ReplayScene
from facedown_client.window.widgets import Button, Entry, ListBox, ListRow, Segments, Widget, read_clipboard
from facedown_shared.decks.decks import TITLE
from facedown_shared.network.links import REPLAY, parse_link
from facedown_shared.replay import ENDING
from facedown_shared.tables import FORMATS, PUBLIC_CLASS_INDEX
from facedown_shared.text import BadInput, Code, _, gettext_noop, pgettext

KEPT = gettext_noop("Duels you finish are saved here. Drop a .replay file to watch it.")
ENDINGS = ("", "won", "lost", "drawn")
ENDED = {
    "won": gettext_noop("won"),
    "lost": gettext_noop("lost"),
    "drawn": gettext_noop("drawn"),
    "": gettext_noop("watched"),
}


def open_replay(look: Look, app: AppPort, path: Path) -> None:
    """Open the replay in a file over the current scene.

    Raises BadInput.
    """
    app.open_scene(ReplayScene(look, app, Player(replay_list.open_replay(path)), path))


def match_result(row: Row) -> str:
    """Return the result of a match for its viewer: "won", "lost", "drawn"; "" for a spectator."""
    if row.seat == PUBLIC_CLASS_INDEX:
        return ""
    return {None: "drawn", row.seat: "won"}.get(row.head.winner, "lost")


class ReplaysScene(FormScene):
    """Scene with the list of replays and a text search."""

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.words, self.ended, self.chosen, self.trouble, self.link = "", 0, 0, "", ""
        self.rows: list[Row] = []
        self.found: list[Row] = []
        """The rows that are shown."""
        self._read_replays()

    def _read_replays(self) -> None:
        with show_errors(self._show_refusal):
            self.rows = replay_list.list_replays()
        self._filter_rows()

    def _filter_rows(self) -> None:
        """Filter the rows to those that contain every typed word."""
        words, wanted = self.words.casefold().split(), ENDINGS[self.ended]
        self.found = [
            row for row in self.rows
            if (not wanted or match_result(row) == wanted)
            and all(word in f"{row.searched_text} {_(ENDED[match_result(row)])}" for word in words)
        ]  # fmt: skip
        self.rebuild()

    def build(self, page: Page) -> Sequence[Widget]:
        found = self.found
        self.chosen = max(0, min(self.chosen, len(found) - 1))
        listing = ListBox(
            page.box(48, 148, 1184, 480), [ListRow(" - ".join(row.head.names)) for row in found], self._pick,
            row_height=page.theme.px(56), chosen=self.chosen if found else -1,
            on_choose=partial(setattr, self, "chosen"), paint_row=self._paint_row,
            empty=_("No replays yet.") if not self.rows else _("Nothing found."),
        )  # fmt: skip
        return [
            Entry(
                page.box(48, 96, 560, 38), self.words, image="search",
                placeholder=_("Opponent, deck, date, result"), on_change=self._open_typed, limit=80,
            ),
            Segments(
                page.box(624, 96, 400, 38), [_("All"), _("Won"), _("Lost"), _("Drawn")], self.ended,
                self._set_filter,
            ),
            Entry(
                page.box(704, 40, 416, 38), self.link, image="link", placeholder=_("Link to a replay"),
                on_change=partial(setattr, self, "link"), on_submit=lambda _: self._download(), limit=600,
            ),
            Button(page.box(1132, 40, 100, 38), _("Open"), self._download, size=BODY_PX),
            listing.with_focus(bool(found) and not self.words),
            Button(page.box(48, 648, 140, 40), _("Back"), self.app.close, key="Esc"),
            Button(page.box(752, 648, 140, 40), _("Share"), self._share, key="L", enabled=bool(found)),
            Button(page.box(908, 648, 140, 40), _("Delete"), self._delete, key="Del", enabled=bool(found)),
            Button(
                page.box(1064, 648, 168, 40), _("See it"), self._open, style="accent", enabled=bool(found)
            ),
        ]  # fmt: skip

    def paint(self, page: Page) -> None:
        super().paint(page)
        page.text(_("Replays"), (48, 48), 26, bold=True, room=400, least=14)
        ink = page.palette.harm if self.trouble else page.palette.soft
        page.text(self.trouble or _(KEPT), (208, 668), BODY_PX, ink, room=528, least=8)

    def _paint_row(
        self, surface: pygame.Surface, theme: Theme, row: pygame.Rect, index: int, lit: bool
    ) -> None:
        palette, replay = theme.palette, self.found[index]
        head, box = replay.head, row.inflate(0, -theme.px(6))
        fill, line = (palette.raised, palette.strong) if lit else (palette.sunk, palette.line)
        panel(surface, box, fill, line, palette.thin, theme.px(8))
        x, y, room = box.x + theme.px(20), box.centery, box.w * 0.42
        title = _("{one} against {other}", one=head.names[0], other=head.names[1])
        theme.draw_text(surface, title, (x, y - theme.px(9)), MAIN_PX, bold=True, room=room, least=10)
        decks = _(" against ").join(pgettext(TITLE, deck) for deck in head.decks if deck)
        name = _(FORMATS[head.format].title) if head.format in FORMATS else head.format
        about = (decks, _("both hands") if head.is_opened else "", _("not from the beginning") * head.is_late)
        words = " · ".join((name, *filter(None, about)))
        theme.draw_text(surface, words, (x, y + theme.px(11)), SECOND_PX, palette.soft, room=room, least=9)
        middle = box.x + round(box.w * 0.62)
        theme.draw_text(
            surface, replay_list.local_time(head), (middle, y), BODY_PX, palette.soft, anchor="cm"
        )
        right, how = box.right - theme.px(20), match_result(replay)
        ink = {"won": palette.good, "lost": palette.harm}.get(how, palette.text)
        theme.draw_text(
            surface, _(ENDED[how]), (right, y - theme.px(9)), BODY_PX, ink, bold=True, anchor="rm"
        )
        turns = _("{score}, {count} turns", score=_score(replay), count=sum(head.turns))
        theme.draw_text(surface, turns, (right, y + theme.px(11)), SECOND_PX, palette.soft, anchor="rm")

    # --- requests -------------------------------------------------------------------------------------------

    def handle_key(self, name: str) -> None:
        if name == "Esc":
            self.app.close()
        elif name == "Ctrl+V":
            self.link = read_clipboard().strip()[:600]
            self.rebuild()

    def handle_dropped(self, path: str) -> None:
        """Open a dropped file."""
        if path.endswith(ENDING):
            self._open_chosen(Path(path))

    def _open_typed(self, words: str) -> None:
        self.words, self.chosen = words, 0
        self._filter_rows()

    def _set_filter(self, index: int) -> None:
        self.ended, self.chosen = index, 0
        self._filter_rows()

    def _pick(self, index: int) -> None:
        self._open_chosen(self.found[index].path)

    def _open(self) -> None:
        if self.found:
            self._open_chosen(self.found[self.chosen].path)

    def _open_chosen(self, path: Path) -> None:
        self.trouble = ""
        with show_errors(self._show_refusal):
            open_replay(self.look, self.app, path)

    def _download(self) -> None:
        """Download the replay of the typed link; it opens when it has arrived."""
        with show_errors(self._show_refusal):
            if parse_link(self.link).role != REPLAY:
                raise BadInput(
                    Code.WRONG_LINK, _("That is not a link to a replay; copy the whole link again.")
                )
            self.app.open_link(self.link)

    def _share(self) -> None:
        self.app.open_scene(ShareScene(self.look, self.app, self.found[self.chosen]))

    def _delete(self) -> None:
        row = self.found[self.chosen]
        title = _("Delete this replay?")
        self.app.confirm(title, _("It cannot be restored."), _("Delete"), partial(self._note_deleted, row))

    def _note_deleted(self, row: Row) -> None:
        with show_errors(self._show_refusal):
            replay_list.delete_replay(row.path)
        self._read_replays()

    def _show_refusal(self, sentence: str) -> None:
        self.trouble = sentence


def _score(row: Row) -> str:
    """Return the duels won by each player, the viewer's first."""
    won = [sum(result.startswith(f"{seat} ") for result in row.head.results) for seat in (0, 1)]
    near = row.seat if row.seat in (0, 1) else 0
    return f"{won[near]}:{won[1 - near]}"


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

    def watched_values(self) -> object:
        return self._copying.text, self.news

    def update(self, now: float) -> None:
        self._copying.update(now)
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
                on_change=partial(setattr, self, "where"), on_submit=lambda _: self._save_or_confirm(),
            ),
            Button(page.box(456, 222, 160, 38), _("Save a copy"), self._save_or_confirm, size=BODY_PX),
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

    def _save_or_confirm(self) -> None:
        """Save a copy, after a confirmation if it shows a hand."""
        if shared_replays.is_public(self.row.head):
            self._save()
        else:
            shown = shared_replays.describe_content(self.row.head)
            self.app.confirm(_("Share your own replay?"), shown, _("Save a copy"), self._save)

    def _save(self) -> None:
        self.is_wrong = False
        with show_errors(self._show_refusal):
            self.news = _(
                "A copy to send is in {path}", path=shared_replays.copy_to(self.row.path, self.where)
            )

    def _show_refusal(self, sentence: str) -> None:
        self.news, self.is_wrong = sentence, True
