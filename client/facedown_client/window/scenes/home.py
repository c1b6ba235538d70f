"""The first screen: return to a running duel, host, join, tables on this network, practise, watch,
settings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec
import pygame

from facedown_client.connection import Return
from facedown_client.connection.return_words import format_words, turn_words
from facedown_client.data import preferences
from facedown_client.model.words.exit_texts import SERVER_ENDS
from facedown_client.model.words.sentences import way_words
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, HEADING_PX, MAIN_PX, SECOND_PX, Look, Theme, icon, mix, panel
from facedown_client.window.scenes import pictures
from facedown_client.window.scenes.dialogs import NameScene
from facedown_client.window.scenes.parts import CHOICES, FormScene, Page, Tile, choice_words, show_errors
from facedown_client.window.scenes.replays.shelf import open_replay
from facedown_client.window.scenes.returns import ReturnsScene, forget_seat
from facedown_client.window.widgets import (
    Button,
    Dropdown,
    Entry,
    ListBox,
    ListRow,
    Paragraph,
    Widget,
    disc,
    read_clipboard,
)
from facedown_shared.network.announcements import Announcement
from facedown_shared.network.links import TableLink, is_mistyped_code, parse_link
from facedown_shared.protocol.messages import Settings
from facedown_shared.protocol.table_settings import normalize
from facedown_shared.replay import ENDING
from facedown_shared.text import BadInput, _, gettext_noop

PANELS_TOP_PX = 200
"""Top of the two panels, in design pixels."""

WELCOME = gettext_noop("Card duels with friends: one link, no account.")
PROMISE = gettext_noop("Players are sent only what the rules let them see, and no duel is lost to a crash.")
HOST_WORDS = gettext_noop(
    "You get a link and a code to send. Friends on your network find your table automatically."
)
JOIN_WORDS = gettext_noop("Paste the link or type the code that a friend sent.")
FOOT = gettext_noop(
    "A fan client without official pictures or texts. Everything here works by keys: press ? anywhere."
)


CALLING = ("connecting", "waiting")
"""Statuses of a connection to a server that has not answered yet."""


class HomeScene(FormScene):
    """The first scene of the program."""

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.link = ""
        wanted = (app.preferences.table.format, app.preferences.table.best_of)
        self.choice = self._choice_at_start = CHOICES.index(wanted) if wanted in CHOICES else 0
        self._entry: Entry | None = None
        self._listing: ListBox | None = None

    # --- layout ---------------------------------------------------------------------------------------------

    def build(self, page: Page) -> Sequence[Widget]:
        theme = page.theme
        self._listing = ListBox(
            page.box(664, PANELS_TOP_PX + 58, 552, 470 - PANELS_TOP_PX - 60),
            self._rows(), self._pick, row_height=theme.px(62), paint_row=self._paint_row,
            empty=_("No table on this network yet. Host one, or ask for a link."),
        )  # fmt: skip
        return [
            *self._banner_buttons(page),
            *self._duel_a_friend(page),
            self._listing,
            *self._tiles(page),
            *self._picture_question(page),
            self._lessons(page),
            self._event(page),
            self._name(page),
        ]

    def _lessons(self, page: Page) -> Button:
        """Return the button of the lessons, left of the name."""
        left = 944 if self.app.preferences.name != preferences.UNNAMED else 844
        box = page.box(left, 32, 148, page.theme.hit_length(32) / page.theme.u)
        return Button(box, _("Lessons"), partial(self.app.open_screen, "lessons"), key="T", size=BODY_PX)

    def _event(self, page: Page) -> Button:
        """Return the button that runs events, left of the lessons."""
        left = 804 if self.app.preferences.name != preferences.UNNAMED else 704
        box = page.box(left, 32, 128, page.theme.hit_length(32) / page.theme.u)
        return Button(box, _("Event"), partial(self.app.host_table, None), key="E", size=BODY_PX)

    def _name(self, page: Page) -> Button:
        """Return the button with the player's name. A player without a name is asked for one here, before
        others see "Player".
        """
        name, high = self.app.preferences.name, page.theme.hit_length(32) / page.theme.u
        if name != preferences.UNNAMED:
            show = partial(self.app.open_screen, "settings")
            return Button(page.box(1104, 32, 128, high), name, show, image="person", size=BODY_PX)
        box = page.box(1004, 32, 228, high)
        return Button(box, _("What is your name?"), self._ask_name, style="accent", key="N", size=BODY_PX)

    def _ask_name(self) -> None:
        title, first = _("What is your name?"), ""
        self.app.open_scene(
            NameScene(self.look, self.app, title, first, _("Take it"), self._take_name, longest=24)
        )

    def _take_name(self, name: str) -> None:
        self.app.save_preferences(preferences.replace(self.app.preferences, name=name))

    @property
    def _has_banner(self) -> bool:
        network = self.app.network
        return bool(self.app.notice or self._is_calling or network.returns or network.own_server.goes_on)

    @property
    def _is_calling(self) -> bool:
        """Whether the client is connecting to a table."""
        return self.app.network.connection.status in CALLING

    def _banner_buttons(self, page: Page) -> list[Widget]:
        if self.app.notice:
            close = partial(self.app.show_notice, "")
            return [Button(page.box(1100, 114, 112, 44), _("Close"), close, style="outline", key="Esc")]
        if self._is_calling:
            box = page.box(1064, 114, 148, 44)
            return [Button(box, _("Cancel"), self.app.go_home, style="outline", key="Esc")]
        if self.app.network.own_server.goes_on:
            return self._server_buttons(page)
        if not self.app.network.returns:
            return []
        return [
            Button(page.box(1064, 114, 148, 44), _("Return"), self._resume, style="accent", key="Enter"),
            *self._other_duels(page),
            Button(page.box(944, 114, 108, 44), _("Forget it"), self._forget, style="quiet"),
        ]  # fmt: skip

    def _other_duels(self, page: Page) -> list[Widget]:
        """Return the button that lists all duels, if more than one waits."""
        count = len(self.app.network.returns)
        if count < 2:
            return []
        words = _("All {count} duels", count=count)
        box = page.box(768, 114, 164, 44)
        return [Button(box, words, self._list_duels, style="outline", key="L", size=BODY_PX)]

    def _list_duels(self) -> None:
        self.app.open_scene(ReturnsScene(self.look, self.app))

    def _server_buttons(self, page: Page) -> list[Widget]:
        """Return the buttons of a running server of our own: return to the seat, or stop the server."""
        end = partial(
            self.app.confirm,
            _("End your server?"),
            _(SERVER_ENDS),
            _("End the server"),
            self.app.network.own_server.stop,
        )
        buttons: list[Widget] = [
            Button(page.box(1064, 114, 148, 44), _("End the server"), end, style="quiet")
        ]
        box = page.box(856, 114, 196, 44)
        if self.app.network.own_server.event_page:
            show = partial(self.app.host_table, None)
            buttons.insert(0, Button(box, _("Open its page"), show, style="accent", key="Enter"))
        elif self._hosted_seat is not None:
            back = partial(self.app.resume_duel, self._hosted_seat)
            buttons.insert(0, Button(box, _("Take the seat back"), back, style="accent", key="Enter"))
        return buttons

    @property
    def _hosted_seat(self) -> Return | None:
        """The player's seat at their own server."""
        return next((place for place in self.app.network.returns if place.hosted), None)

    def _duel_a_friend(self, page: Page) -> list[Widget]:
        low = 476
        self._entry = Entry(
            page.box(364, low - 138, 244, 36), self.link, placeholder=_("Link or code"),
            on_change=self._open_typed, on_submit=lambda _: self._join(), limit=600,
        )  # fmt: skip
        words, choose = [choice_words(*choice) for choice in CHOICES], partial(setattr, self, "choice")
        return [
            Paragraph(page.box(72, PANELS_TOP_PX + 87, 248, 77), _(HOST_WORDS)),
            Dropdown(page.box(72, low - 112, 244, 36), words, self.choice, choose, label=_("Format")),
            Button(page.box(72, low - 60, 156, 40), _("Host a table"), self._host, style="outline", key="H"),
            Button(page.box(232, low - 60, 88, 40), _("More"), self._open_host_options, style="quiet",
            key="M"),
            Paragraph(page.box(364, PANELS_TOP_PX + 87, 248, 51), _(JOIN_WORDS)),
            self._entry,
            Button(
                page.box(364, low - 60, 244, 40), self._join_label(), self._join, style="outline", key="J"
            ),
        ]  # fmt: skip

    def _tiles(self, page: Page) -> list[Widget]:
        tiles: tuple[tuple[str, str, str, str, Callable[[], None]], ...] = (
            ("solo", _("Solo"), _("both sides yourself"), "O", partial(self.app.open_screen, "solo")),
            ("robot", _("Practise"), _("against the bot"), "P", partial(self.app.open_screen, "practise")),
            ("eye", _("Watch"), _("a link, a code"), "W", partial(self.app.open_screen, "watch")),
            ("decks", _("Decks"), _("look, import, try"), "D", partial(self.app.open_screen, "decks")),
            ("return", _("Replays"), _("watch past duels"), "R", partial(self.app.open_screen, "replays")),
            (
                "gear",
                _("Settings"),
                _("name, text, contrast"),
                "Ctrl+,",
                partial(self.app.open_screen, "settings"),
            ),
        )
        return [Tile(page.box(48 + index * 200, 500, 184, 136), *tile) for index, tile in enumerate(tiles)]

    def _picture_question(self, page: Page) -> list[Widget]:
        """Return the answers to the question for a folder of pictures, until it is answered."""
        if not pictures.is_asked(self.app.preferences):
            return []
        yes, no = page.box(904, 660, 204, 36), page.box(1116, 660, 116, 36)
        return [
            Button(yes, _("Choose the folder"), self._choose_pictures, key="F", size=BODY_PX),
            Button(no, _("I have none"), self._decline_pictures, style="quiet", size=BODY_PX),
        ]

    def _choose_pictures(self) -> None:
        self.app.open_scene(pictures.PictureFolderScene(self.look, self.app))

    def _decline_pictures(self) -> None:
        self.app.save_preferences(preferences.replace(self.app.preferences, asked_pictures=True))

    def _rows(self) -> list[ListRow]:
        return [
            ListRow(
                near.host,
                " · ".join(
                    [
                        choice_words(near.format, near.best_of, near.banlist),
                        *([] if near.mode == "rules" else [way_words(near.mode, near.format)]),
                        *([_("password")] if near.locked else []),
                    ]
                ),
                letter=near.host[:1],
            )
            for near in self.app.network.nearby
        ]

    # --- drawing --------------------------------------------------------------------------------------------

    def watched_values(self) -> object:
        network = self.app.network
        known = (
            network.nearby,
            network.returns,
            network.search_state,
            self._is_calling,
            network.own_server.goes_on,
            network.own_server.event_page,
        )
        own = self.app.preferences
        return known, self.app.notice, own.name, pictures.is_asked(own)

    def paint(self, page: Page) -> None:
        super().paint(page)
        surface, theme, palette = page.surface, page.theme, page.palette
        left, middle = page.point(48, 48)
        for size, ink in ((34, mix(palette.mine, (70, 100, 190), 0.45)), (15, palette.ground)):
            icon(surface, "diamond", (left + theme.px(14), middle), theme.px(size), ink)
        theme.draw_text(surface, "facedown", (left + theme.px(38), middle), 30, bold=True)
        if self._has_banner:
            self._paint_banner(page)
        else:
            page.text(_(WELCOME), (48, 124), HEADING_PX, bold=True, room=1100, least=12)
            page.text(_(PROMISE), (48, 152), BODY_PX, palette.soft, room=1100, least=10)
        page.card(48, PANELS_TOP_PX, 584, 476 - PANELS_TOP_PX)
        page.card(648, PANELS_TOP_PX, 584, 476 - PANELS_TOP_PX)
        page.heading(_("Duel a friend"), (72, PANELS_TOP_PX + 32), 300)
        page.heading(_("On this network"), (672, PANELS_TOP_PX + 32), 300)
        page.text(_("Host"), (72, PANELS_TOP_PX + 74), MAIN_PX, bold=True)
        page.text(_("Join"), (364, PANELS_TOP_PX + 74), MAIN_PX, bold=True)
        page.fill(palette.line, 340, PANELS_TOP_PX + 64, 1, 188)
        network = self.app.network
        page.dot(network.search_state, (1208, PANELS_TOP_PX + 32), 260, bool(network.nearby))
        if self.link.strip():
            link = self._parse_typed()
            page.tick(
                link if isinstance(link, str) else self._is_link(link),
                (364, 388),
                244,
                not isinstance(link, str),
            )
        if pictures.is_asked(self.app.preferences):
            page.icon("decks", (62, 678), 22, palette.soft)
            page.text(_(pictures.OFFER), (88, 678), BODY_PX, palette.soft, room=796, least=9)
        else:
            page.text(_(FOOT), (48, 680), SECOND_PX, palette.faint, room=900, least=9)

    def _paint_banner(self, page: Page) -> None:
        harm, palette = bool(self.app.notice), page.palette
        page.banner(48, 96, 1184, 80, harm=harm)
        calling = not harm and self._is_calling
        image = "warning" if harm else "hourglass" if calling else "return"
        page.icon(image, (92, 136), 34, palette.harm if harm else palette.accent)
        if harm:
            lines = page.theme.wrap(self.app.notice, MAIN_PX + 1, 940 * page.theme.u, lines=2)
            for number, line in enumerate(lines):
                page.text(line, (132, 136 + 22 * number - 11 * (len(lines) - 1)), MAIN_PX + 1)
            return
        if calling:
            self._paint_calling(page)
            return
        if self.app.network.own_server.goes_on:
            title, words = _("Your server keeps running"), _("Others are at your table.")
            if address := self.app.network.own_server.event_page:
                title = _("This computer runs events")
                words = _("Create or run yours in a browser: {address}", address=address)
            page.text(title, (132, 125), HEADING_PX, bold=True, room=700, least=12)
            page.text(words, (132, 151), BODY_PX, palette.soft, room=700, least=10)
            return
        place = self.app.network.returns[0]
        title = (
            _("Return to your duel with {opponent}", opponent=place.opponent)
            if place.opponent
            else _("Return to your duel")
        )
        if place.practice:
            title = _("Return to your practice against the bot")
        room = 790 if len(self.app.network.returns) < 2 else 620
        page.text(title, (132, 125), HEADING_PX, bold=True, room=room, least=12)
        words = " · ".join(filter(None, (format_words(place), turn_words(place))))
        page.text(words, (132, 151), BODY_PX, palette.soft, room=room, least=9)

    def _paint_calling(self, page: Page) -> None:
        """Draw where the client is connecting to and what it waits for."""
        state = self.app.network.connection
        if state.server == _("this computer"):
            title, words = _("Opening your table …"), _("A server of your own is started for it.")
        else:
            title = _("Connecting to {server} …", server=state.server)
            words = state.sentence or _("It has not answered yet.")
        page.text(title, (132, 125), HEADING_PX, bold=True, room=900, least=12)
        page.text(words, (132, 151), BODY_PX, page.palette.soft, room=900, least=10)

    def _paint_row(
        self, surface: pygame.Surface, theme: Theme, row: pygame.Rect, index: int, lit: bool
    ) -> None:
        palette, near = theme.palette, self.app.network.nearby[index]
        box = row.inflate(0, -theme.px(6))
        panel(
            surface, box, palette.raised if lit else palette.sunk, palette.strong if lit else palette.line,
            palette.thin, theme.px(8),
        )  # fmt: skip
        x, y = box.x + theme.px(28), box.centery
        disc(surface, theme, near.host, (x, y), theme.px(28))
        x, room = x + theme.px(28), box.w * 0.48
        theme.draw_text(surface, near.host, (x, y - theme.px(10)), MAIN_PX, bold=True, room=room, least=10)
        words = self._listing.rows[index].detail if self._listing else ""
        theme.draw_text(surface, words, (x, y + theme.px(11)), SECOND_PX, palette.soft, room=room, least=9)
        state = (
            _("waiting")
            if near.is_open
            else _("{spectators} watching", spectators=near.spectators)
            if near.spectators
            else _("playing")
        )
        theme.draw_text(surface, state, (box.right - theme.px(120), y), SECOND_PX, palette.soft, anchor="rm")
        button = pygame.Rect(0, 0, theme.px(92), theme.px(36))
        button.midright = (box.right - theme.px(16), y)
        line = palette.accent if near.is_open else palette.strong
        panel(surface, button, mix(palette.raised, palette.text, 0.06 * lit), line, 1.5, theme.px(6))
        label = _("Join") if near.is_open else _("Watch")
        theme.draw_text(surface, label, button.center, MAIN_PX, bold=True, anchor="cm")

    # --- requests -------------------------------------------------------------------------------------------

    def handle_key(self, name: str) -> None:
        if name == "Ctrl+V":
            self._paste(read_clipboard())
        elif name == "Esc":
            # Esc goes back in every other scene. One press too many must not close the game.
            self.app.confirm(_("Close facedown?"), _("Ctrl+Q closes it at once."), _("Close"), self.app.quit)

    def handle_dropped(self, path: str) -> None:
        """Open a line of play, a puzzle or a replay that is dropped on the window."""
        with show_errors(self.app.show_notice):
            if path.endswith(ENDING):
                open_replay(self.look, self.app, Path(path))
            else:
                self.app.play_file(path)

    def _paste(self, words: str) -> None:
        self.link = words.strip()[:600]
        if self._entry is not None:
            self._entry.set(self.link)
            self.group.give_focus(self._entry)

    def _open_typed(self, words: str) -> None:
        self.link = words
        for widget in self.group.widgets:
            if isinstance(widget, Button) and widget.on_press == self._join:
                widget.label = self._join_label()

    def _parse_typed(self) -> TableLink | str:
        """Return the target of the typed link, or the reason why it cannot be followed."""
        try:
            return parse_link(self.link)
        except BadInput as refused:
            return str(refused)

    def _is_link(self, link: TableLink | str) -> str:
        if isinstance(link, str):
            return link
        near = self._nearby_table(link)
        if near is not None and not link.host:
            return _("{host}'s table, on this network", host=near.host)
        if not link.host:
            return _("Table {code}: looking on this network and your last server", code=link.code)
        if is_mistyped_code(link):
            return _("A code has 6 letters and digits, without 0, O, 1, I and L. Or is this a computer?")
        bare = _("A table") if link.code else _("The tables")
        what = {"": bare, "watch": _("A place to watch"), "back": _("Your seat"), "once": _("Your seat")}
        what["relay"], what["replay"] = what["watch"], _("A replay")
        return _("{what} at {server}", what=what.get(link.role, _("A seat")), server=link.netloc)

    def _nearby_table(self, link: TableLink) -> Announcement | None:
        nearby = self.app.network.nearby
        return next((near for near in nearby if link.code and near.link.code == link.code), None)

    def _join_label(self) -> str:
        link = self._parse_typed()
        near = self._nearby_table(link) if isinstance(link, TableLink) else None
        return _("Join {host}", host=near.host) if near is not None else _("Join")

    def _join(self) -> None:
        """Follow the typed link; without one, focus its text field."""
        if not self.link.strip():
            self.group.give_focus(self._entry)
            pygame.key.start_text_input()
        elif isinstance(self._parse_typed(), TableLink):
            self.app.play_press_sound()
            self.app.open_link(self.link)

    def _host(self) -> None:
        self.app.play_press_sound()
        self.app.host_table(self._table())

    def _open_host_options(self) -> None:
        """Open the scene with all options of a table: as last time, or for the format chosen here."""
        if self.choice != self._choice_at_start:
            self.app.save_preferences(preferences.replace(self.app.preferences, table=self._table()))
        self.app.open_screen("host")

    def _table(self) -> Settings:
        name, best_of = CHOICES[self.choice]
        table = msgspec.structs.replace(
            self.app.preferences.table, format=name, best_of=best_of, mode="rules"
        )
        return normalize(table)

    def _pick(self, index: int) -> None:
        near = self.app.network.nearby[index]
        self.app.play_press_sound()
        self.app.open_link(str(near.link), watch=not near.is_open)

    def _resume(self) -> None:
        if self.app.network.returns:  # else a link was opened in the same frame
            self.app.resume_duel(self.app.network.returns[0])

    def _forget(self) -> None:
        if not self.app.network.returns:
            return
        self.group.give_focus(None)  # Enter returns to the next duel, as its button says
        forget_seat(self.app, self.app.network.returns[0])
