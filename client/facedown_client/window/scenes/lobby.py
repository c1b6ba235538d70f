"""Tables to join or watch, at the current server or on this network, and a field for a link."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import pygame

from facedown_client.model.room_words import core_words
from facedown_client.model.words.sentences import client_words, way_words
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, Look, Theme, icon, panel
from facedown_client.window.scenes.parts import CHOICES, FormScene, Page, choice_words
from facedown_client.window.scenes.table.hosting import CORE, MODES, modes_of
from facedown_client.window.widgets import (
    Button,
    Dropdown,
    Entry,
    ListBox,
    ListRow,
    Paragraph,
    Widget,
    disc,
)
from facedown_shared.cards.listed_rules import format_of_list
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.messages import CreateTable, JoinTable, LobbyRow, Settings, Watch
from facedown_shared.protocol.table_settings import normalize
from facedown_shared.text import BadInput, _, gettext_noop

FAR = gettext_noop(
    "A duel that is not on this network needs its link: its host finds one at the table, marked Watch."
)

STAGES = {
    "gathering": gettext_noop("waiting"),
    "toss": gettext_noop("tossing"),
    "order": gettext_noop("beginning"),
    "duel": gettext_noop("playing"),
    "siding": gettext_noop("siding"),
    "over": gettext_noop("over"),
}


class LobbyScene(FormScene):
    """Scene with a list of tables. With a server, tables can be opened there too."""

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.link = ""
        self.chosen = 0
        self.choice = 0
        self.mode, self.banlist = next(iter(MODES)), ""

    @property
    def at_server(self) -> bool:
        """Whether the list is a server's and not the local network's."""
        return self.app.model.welcome is not None

    @property
    def rows(self) -> tuple[LobbyRow, ...]:
        """The listed tables: the server's, or those on the local network in the same form."""
        if self.at_server:
            return self.app.model.rows
        return tuple(
            LobbyRow(
                near.link.code, near.host, near.format, near.best_of, near.stage, near.spectators,
                near.locked, mode=near.mode, banlist=near.banlist, point_cap=near.point_cap,
            )
            for near in self.app.network.nearby
        )  # fmt: skip

    # --- layout ---------------------------------------------------------------------------------------------

    def build(self, page: Page) -> Sequence[Widget]:
        listing = ListBox(
            page.box(64, 168, 752, 464), [ListRow(row.host) for row in self.rows], self._pick,
            row_height=page.theme.px(58), chosen=min(self.chosen, len(self.rows) - 1),
            on_choose=partial(setattr, self, "chosen"), paint_row=self._paint_row,
            empty=_("No open table at the moment."),
        )  # fmt: skip
        return [
            listing.with_focus(bool(self.rows) and not self.link),
            Entry(
                page.box(872, 176, 336, 36), self.link, placeholder=_("Link or code"), limit=600,
                on_change=partial(setattr, self, "link"), on_submit=lambda _: self._open_link(False),
            ),
            Button(page.box(872, 272, 160, 40), _("Join"), partial(self._open_link, False), style="outline"),
            Button(page.box(1048, 272, 160, 40), _("Watch"), partial(self._open_link, True), key="W"),
            *self._open_widgets(page),
            Button(page.box(48, 656, 160, 40), _("Back"), self._return_home, key="Esc"),
        ]  # fmt: skip

    def _open_widgets(self, page: Page) -> list[Widget]:
        if not self.at_server:
            return [Paragraph(page.box(872, 396, 336, 80), _(FAR))]
        formats = self._formats()
        offered = [choice_words(*choice) for choice in formats]
        modes = self._modes()
        lists = self._banlists() if self._mode == CORE else ()
        step, deep = (40, 34) if lists else (48, 36)
        rows = [page.box(872, 404 + step * row, 336, deep) for row in range(3)]
        chosen = lists.index(self.banlist) + 1 if self.banlist in lists else 0
        listed = Dropdown(rows[2], [_("None"), *lists], chosen, self._choose_list, label=_("Ban list"))
        top = 404 + step * (3 if lists else 2)
        return [
            Dropdown(rows[0], offered, self.choice, self._choose, label=_("Format")),
            Dropdown(rows[1], list(map(_, modes.values())), list(modes).index(self._mode), self._choose_mode,
                     label=_("How")),
            *([listed] if lists else []),
            Button(page.box(872, top + 4, 336, 40), _("Open a table here"), self._open, style="outline",
                   key="H"),
            Paragraph(page.box(872, top + 54, 336, 636 - top - 54), core_words(self.app.model)),
        ]  # fmt: skip

    def _choose(self, choice: int) -> None:
        """Select another entry of the game list. The chosen mode stays, in games that have it."""
        self.choice = choice
        self.rebuild()

    def _choose_mode(self, number: int) -> None:
        self.mode = list(self._modes())[number]
        self.rebuild()

    def _choose_list(self, number: int) -> None:
        self.banlist = ["", *self._banlists()][number]

    @property
    def _mode(self) -> str:
        """The mode of a new table: the chosen one, if the game has it, else the game's first."""
        modes = self._modes()
        return self.mode if self.mode in modes else next(iter(modes))

    def _modes(self) -> Mapping[str, str]:
        """The modes that this server offers for the chosen game."""
        welcome = self.app.model.welcome
        return modes_of(self._formats()[self.choice][0], core=welcome is not None and bool(welcome.core))

    def _banlists(self) -> tuple[str, ...]:
        """The banlists with which this server can open a table in the core."""
        welcome = self.app.model.welcome
        return tuple(sorted(welcome.banlists)) if welcome is not None else ()

    def _formats(self) -> list[tuple[str, int]]:
        welcome = self.app.model.welcome
        known = [choice for choice in CHOICES if welcome is None or choice[0] in welcome.formats]
        return known or CHOICES

    # --- drawing --------------------------------------------------------------------------------------------

    def watched_values(self) -> object:
        return self.rows, self.at_server, self.app.model.refusal

    def paint(self, page: Page) -> None:
        super().paint(page)
        network, welcome, refusal = self.app.network, self.app.model.welcome, self.app.model.refusal
        state, at_server = network.connection, self.at_server
        title = _("Tables at {server}", server=state.server) if at_server else _("Watch a duel")
        page.text(title, (48, 48), 26, bold=True, room=800, least=14)
        if welcome is not None and state.latency is not None:
            words = f"{welcome.server or _('server')} · {round(state.latency * 1000)} ms"
            page.text(words, (1232, 48), SECOND_PX, page.palette.soft, anchor="rm")
        page.card(48, 96, 784, 544)
        page.card(848, 96, 384, 232)
        page.card(848, 344, 384, 296)
        page.heading(_("Open tables") if at_server else _("On this network"), (72, 132), 500)
        page.heading(_("By link or code"), (872, 132), 330)
        page.heading(_("Open one") if at_server else _("Farther away"), (872, 376), 330)
        if not at_server:
            page.dot(network.search_state, (808, 132), 300, bool(self.rows))
        if self.link.strip():
            self._paint_check(page)
        if refusal is not None:
            page.tick(refusal.sentence, (232, 676), 980, False)

    def _paint_check(self, page: Page) -> None:
        try:
            link = parse_link(self.link)
            page.tick(_("leads to {value}", value=link.netloc or link.code), (872, 232), 336, True)
        except BadInput as refused:
            page.tick(str(refused), (872, 232), 336, False)

    def _paint_row(
        self, surface: pygame.Surface, theme: Theme, row: pygame.Rect, index: int, lit: bool
    ) -> None:
        palette, table = theme.palette, self.rows[index]
        box = row.inflate(0, -theme.px(6))
        fill, line = (palette.raised, palette.strong) if lit else (palette.sunk, palette.line)
        panel(surface, box, fill, line, palette.thin, theme.px(8))
        x, y = box.x + theme.px(28), box.centery
        disc(surface, theme, table.host, (x, y), theme.px(28))
        x, room = x + theme.px(28), box.w * 0.5
        players = _(", ").join(filter(None, (table.host, table.opponent)))
        theme.draw_text(surface, players, (x, y - theme.px(9)), MAIN_PX, bold=True, room=room, least=10)
        clock = _(" · {minutes} min", minutes=table.clock.bank // 60) if table.clock.bank else ""
        cost = "" if table.point_cap is None else _(" · {points} points", points=table.point_cap)
        how = "" if table.mode == "rules" else f" · {way_words(table.mode, table.format)}"
        words = f"{choice_words(table.format, table.best_of, table.banlist)}{cost}{how}{clock}"
        if unable := client_words(table):
            words = f"{words} · {unable}"
        ink = palette.harm if unable else palette.soft
        theme.draw_text(surface, words, (x, y + theme.px(11)), SECOND_PX, ink, room=room, least=9)
        right = box.right - theme.px(16)
        state = _(STAGES.get(table.stage, table.stage))
        theme.draw_text(surface, state, (right, y - theme.px(9)), BODY_PX, palette.text, anchor="rm")
        watching = (
            _("{code} · {spectators} watching", code=table.code, spectators=table.spectators)
            if table.spectators
            else table.code
        )
        theme.draw_text(surface, watching, (right, y + theme.px(11)), SECOND_PX, palette.soft, anchor="rm")
        if table.locked:
            icon(surface, "lock", (right - theme.px(150), y), theme.px(14), palette.soft)

    # --- requests -------------------------------------------------------------------------------------------

    def _return_home(self) -> None:
        if self.at_server:
            self.app.go_home()
        else:
            self.app.close()

    def _open(self) -> None:
        name, best_of = self._formats()[self.choice]
        banlist = self.banlist if self._mode == CORE and self.banlist in self._banlists() else ""
        name = format_of_list(banlist) if banlist else name
        table = Settings(format=name, best_of=best_of, mode=self._mode, banlist=banlist)
        self.app.send(CreateTable(normalize(table)))

    def _pick(self, index: int) -> None:
        """Join the chosen table if it has a free seat, else watch it."""
        self._join_or_watch(self.rows[index], watch=self.rows[index].stage != "gathering")

    def _open_link(self, watch: bool) -> None:
        """Follow the typed link. Without one, join the chosen table, or watch it."""
        self.app.play_press_sound()
        if not self.link.strip():
            if 0 <= self.chosen < len(self.rows):
                self._join_or_watch(self.rows[self.chosen], watch=watch)
            return
        try:
            link = parse_link(self.link)
        except BadInput:
            return
        if self.at_server and not link.host:
            self.app.send(Watch(link.code) if watch else JoinTable(link.code))
        else:
            self.app.open_link(self.link, watch=watch)

    def _join_or_watch(self, row: LobbyRow, *, watch: bool) -> None:
        if not self.at_server:
            near = next((near for near in self.app.network.nearby if near.link.code == row.code), None)
            self.app.open_link(str(near.link if near else TableLink(code=row.code)), watch=watch)
        elif row.locked:
            self.app.ask_password(row.code, watch=watch)
        else:
            self.app.send(Watch(row.code) if watch else JoinTable(row.code))
