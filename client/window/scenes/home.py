"""The first screen: back to a running duel, host, join, tables on this network, practise, watch, settings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
import pygame

from client.data import preferences
from client.window.app_port import AppPort
from client.window.look import BODY, HEADING, MAIN, SECOND, Look, Theme, icon, mix, panel
from client.window.scenes.parts import Design, FormScene, Tile, banner, card, dot, heading, logo, tick
from client.window.widgets import (
    Button,
    Dropdown,
    Entry,
    Listing,
    ListRow,
    Paragraph,
    Widget,
    clipboard,
    disc,
    key_name,
)
from shared.errors import BadInput
from shared.formats import FORMATS, PLAYED
from shared.links import parse_link
from shared.nearby import Announced
from shared.protocol.messages import Settings
from shared.protocol.table_settings import as_played

CHOICES = [(name, best_of) for name in PLAYED for best_of in (1, 3)]
"""What can be hosted: each format, as a single duel and as best of three."""

TOP = 200
"""Where the two panels begin, in the design."""

WELCOME = "Card duels with friends: one link, no account."
PROMISE = "Nobody is sent what the rules do not let them see, and no duel is lost to a crash."
HOST_WORDS = "You get a link and a code to send. Friends on your network find you by themselves."
JOIN_WORDS = "Paste the link or type the code that a friend sent."
FOOT = "A fan client without official pictures or texts. Everything here works by keys: press ? anywhere."


class HomeScene(FormScene):
    """Where everything begins."""

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.link = ""
        wanted = (app.preferences.table.format, app.preferences.table.best_of)
        self.choice = CHOICES.index(wanted) if wanted in CHOICES else 0
        self._entry: Entry | None = None
        self._listing: Listing | None = None

    # --- layout ---------------------------------------------------------------------------------------------

    def build(self, theme: Theme) -> Sequence[Widget]:
        design = Design(theme)
        widgets: list[Widget] = []
        if self._has_banner:
            widgets += self._banner_buttons(design)
        widgets += self._duel_a_friend(design)
        self._listing = Listing(
            design.box(664, TOP + 58, 552, 470 - TOP - 60),
            self._rows(), self._pick, row_height=theme.px(62), paint_row=self._paint_row,
            empty="No table on this network yet. Host one, or ask for a link.",
        )  # fmt: skip
        widgets.append(self._listing)
        widgets += self._tiles(design)
        name = Button(
            design.box(1104, 32, 128, theme.hit(32) / theme.u),
            self.app.preferences.name,
            lambda: self.app.show("settings"),
            image="person",
            size=BODY,
        )
        return [*widgets, name]

    @property
    def _has_banner(self) -> bool:
        return bool(self.app.notice or self.app.network.returns)

    def _banner_buttons(self, design: Design) -> list[Widget]:
        if self.app.notice:
            return [Button(design.box(1100, 114, 112, 44), "Close", self._hush, style="outline", key="Esc")]
        return [
            Button(design.box(1064, 114, 148, 44), "Return", self._come_back, style="accent", key="Enter"),
            Button(design.box(944, 114, 108, 44), "Forget it", self._forget, style="quiet"),
        ]  # fmt: skip

    def _duel_a_friend(self, design: Design) -> list[Widget]:
        low = 476
        self._entry = Entry(
            design.box(364, low - 138, 244, 36), self.link, placeholder="Link or code",
            on_change=self._typed, on_submit=lambda _: self._join(), limit=600,
        )  # fmt: skip
        words, choose = [choice_words(*choice) for choice in CHOICES], partial(setattr, self, "choice")
        return [
            Paragraph(design.box(72, TOP + 87, 248, 77), HOST_WORDS),
            Dropdown(design.box(72, low - 112, 244, 36), words, self.choice, choose, label="Format"),
            Button(design.box(72, low - 60, 156, 40), "Host a table", self._host, style="outline", key="H"),
            Button(design.box(232, low - 60, 88, 40), "More", self._host_with_care, style="quiet", key="M"),
            Paragraph(design.box(364, TOP + 87, 248, 51), JOIN_WORDS),
            self._entry,
            Button(
                design.box(364, low - 60, 244, 40), self._join_label(), self._join, style="outline", key="J"
            ),
        ]  # fmt: skip

    def _tiles(self, design: Design) -> list[Widget]:
        show = self.app.show
        tiles = (
            ("solo", "Solo", "both sides yourself", "O", lambda: show("solo")),
            ("robot", "Practise", "against the bot", "P", self._practise),
            ("eye", "Watch", "a link, a code", "W", lambda: show("watch")),
            ("decks", "Decks", "look, import, try", "D", lambda: show("decks")),
            ("gear", "Settings", "name, text, contrast", "S", lambda: show("settings")),
        )
        return [Tile(design.box(48 + index * 240, 500, 224, 136), *tile) for index, tile in enumerate(tiles)]

    def _rows(self) -> list[ListRow]:
        return [
            ListRow(
                near.host,
                f"{choice_words(near.format, near.best_of)}{' · password' if near.locked else ''}",
                letter=near.host[:1],
            )
            for near in self.app.network.nearby
        ]

    # --- drawing --------------------------------------------------------------------------------------------

    def watched(self) -> object:
        network = self.app.network
        return network.nearby, network.returns, network.looking, self.app.notice, self.app.preferences.name

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        design = Design(theme)
        logo(surface, theme, design.at(48, 48))
        if self._has_banner:
            self._paint_banner(surface, design)
        else:
            self._paint_welcome(surface, design)
        card(surface, theme, design.box(48, TOP, 584, 476 - TOP))
        card(surface, theme, design.box(648, TOP, 584, 476 - TOP))
        room = 300 * theme.u
        heading(surface, theme, "Duel a friend", design.at(72, TOP + 32), room)
        heading(surface, theme, "On this network", design.at(672, TOP + 32), room)
        theme.text(surface, "Host", design.at(72, TOP + 74), MAIN, bold=True)
        theme.text(surface, "Join", design.at(364, TOP + 74), MAIN, bold=True)
        surface.fill(theme.palette.line, design.box(340, TOP + 64, 1, 188))
        looking = self.app.network.looking
        dot(surface, theme, looking, design.at(1208, TOP + 32), 260 * theme.u, bool(self.app.network.nearby))
        self._paint_check(surface, design)
        theme.text(
            surface, FOOT, design.at(48, 680), SECOND, theme.palette.faint, room=900 * theme.u, least=9
        )
        self._paint_status(surface, design)

    def _paint_welcome(self, surface: pygame.Surface, design: Design) -> None:
        theme, room = design.theme, 1100 * design.theme.u
        theme.text(surface, WELCOME, design.at(48, 124), HEADING, bold=True, room=room, least=12)
        theme.text(surface, PROMISE, design.at(48, 152), BODY, theme.palette.soft, room=room, least=10)

    def _paint_banner(self, surface: pygame.Surface, design: Design) -> None:
        theme, box = design.theme, design.box(48, 96, 1184, 80)
        harm = bool(self.app.notice)
        banner(surface, theme, box, harm=harm)
        palette = theme.palette
        image, ink = ("warning", palette.harm) if harm else ("return", palette.accent)
        icon(surface, image, design.at(92, 136), theme.px(34), ink)
        if harm:
            lines = theme.wrap(self.app.notice, MAIN + 1, 940 * theme.u, lines=2)
            top = 136 - (len(lines) - 1) * 11
            for number, line in enumerate(lines):
                theme.text(surface, line, design.at(132, top + number * 22), MAIN + 1, palette.text)
            return
        place = self.app.network.returns[0]
        title = f"Return to your duel with {place.opponent}" if place.opponent else "Return to your duel"
        room = 790 * theme.u
        theme.text(surface, title, design.at(132, 125), HEADING, palette.text, bold=True, room=room, least=12)
        more = len(self.app.network.returns) - 1
        words = place.summary or f"Table {place.code} at {place.address.netloc}"
        words += f" · and {more} more" if more else ""
        theme.text(surface, words, design.at(132, 151), BODY, palette.soft, room=room, least=10)

    def _paint_check(self, surface: pygame.Surface, design: Design) -> None:
        theme = design.theme
        if self.link.strip():
            reads = self._reads()
            words, good = (self._check_words(), True) if reads is True else (str(reads), False)
            tick(surface, theme, words, design.at(364, 388), 244 * theme.u, good)

    def _paint_status(self, surface: pygame.Surface, design: Design) -> None:
        connection, theme = self.app.network.connection, design.theme
        words = {
            "connecting": f"calling {connection.server} …",
            "waiting": f"calling {connection.server} again …",
        }.get(connection.status, "")
        if words:
            theme.text(surface, words, design.at(1232, 680), SECOND, theme.palette.soft, anchor="rm")

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
        theme.text(surface, near.host, (x, y - theme.px(10)), MAIN, bold=True, room=room, least=10)
        words = self._listing.rows[index].detail if self._listing else ""
        theme.text(surface, words, (x, y + theme.px(11)), SECOND, palette.soft, room=room, least=9)
        state = "waiting" if near.is_open else f"{near.spectators} watching" if near.spectators else "playing"
        theme.text(surface, state, (box.right - theme.px(150), y), SECOND, palette.soft, anchor="cm")
        button = pygame.Rect(0, 0, theme.px(92), theme.px(36))
        button.midright = (box.right - theme.px(16), y)
        line = palette.accent if near.is_open else palette.strong
        panel(surface, button, mix(palette.raised, palette.text, 0.06 * lit), line, 1.5, theme.px(6))
        label = "Join" if near.is_open else "Watch"
        theme.text(surface, label, button.center, MAIN, bold=True, anchor="cm")

    # --- wishes ---------------------------------------------------------------------------------------------

    def unused(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE:
            self._dropped(event.file)
        if event.type != pygame.KEYDOWN:
            return
        name = key_name(event)
        if name == "Ctrl+V":
            self._paste(clipboard())
        elif name == "Enter" and self.app.network.returns and not self.app.notice:
            self._come_back()
        elif name == "Esc":
            self._hush() if self.app.notice else self._ask_to_quit()

    def _dropped(self, path: str) -> None:
        """A line or a puzzle that is dropped on the window is opened."""
        try:
            self.app.play_file(path)
        except BadInput as refused:
            self.app.say(str(refused))

    def _paste(self, words: str) -> None:
        self.link = words.strip()[:600]
        if self._entry is not None:
            self._entry.set(self.link)
            self.group.give_focus(self._entry)

    def _typed(self, words: str) -> None:
        self.link = words
        for widget in self.group.widgets:
            if isinstance(widget, Button) and widget.on_press == self._join:
                widget.label = self._join_label()

    def _reads(self) -> bool | str:
        """True when the line can be followed; else why not."""
        if not self.link.strip():
            return JOIN_WORDS
        try:
            parse_link(self.link)
        except BadInput as refused:
            return str(refused)
        return True

    def _check_words(self) -> str:
        link = parse_link(self.link)
        near = self._near(link.code)
        if near is not None and not link.host:
            return f"{near.host}'s table, on this network"
        if not link.host:
            return f"Table {link.code}: looking on this network and your last server"
        bare = "A table" if link.code else "The tables"
        what = {"": bare, "watch": "A place to watch", "back": "Your seat", "once": "Your seat"}
        return f"{what.get(link.role, 'A seat')} at {link.netloc}"

    def _near(self, code: str) -> Announced | None:
        return next((near for near in self.app.network.nearby if code and near.link.code == code), None)

    def _join_label(self) -> str:
        near = self._near(parse_link(self.link).code) if self._reads() is True else None
        return f"Join {near.host}" if near is not None else "Join"

    def _join(self) -> None:
        """With a line typed: follow it. Without: put the cursor where it goes."""
        if not self.link.strip():
            self.group.give_focus(self._entry)
            pygame.key.start_text_input()
            return
        reads = self._reads()
        if reads is True:
            self.app.press()
            self.app.follow(self.link)

    def _host(self) -> None:
        self.app.press()
        self.app.host(self._table())

    def _host_with_care(self) -> None:
        """Everything a table can be opened with, beginning with what is chosen here."""
        self.app.change(preferences.replace(self.app.preferences, table=self._table()))
        self.app.show("host")

    def _table(self) -> Settings:
        name, best_of = CHOICES[self.choice]
        table = msgspec.structs.replace(
            self.app.preferences.table, format=name, best_of=best_of, mode="rules"
        )
        return as_played(table)

    def _practise(self) -> None:
        name = CHOICES[self.choice][0]
        if FORMATS[name].by_hand:
            self.app.show("solo")
            return
        self.app.press()
        self.app.practise(name)

    def _pick(self, index: int) -> None:
        near = self.app.network.nearby[index]
        self.app.press()
        self.app.follow(str(near.link), watch=not near.is_open)

    def _come_back(self) -> None:
        self.app.come_back(self.app.network.returns[0])

    def _forget(self) -> None:
        place = self.app.network.returns[0]
        self.app.ask(
            "Forget this duel?",
            "You can no longer come back to it from here. When your time runs out, the duel is lost.",
            "Forget it",
            lambda: self.app.forget(place),
        )

    def _ask_to_quit(self) -> None:
        """Esc leads back everywhere else: pressed once too often, it must not close the game."""
        self.app.ask("Close facedown?", "Ctrl+Q closes it at once.", "Close", self.app.quit)

    def _hush(self) -> None:
        self.app.say("")


def choice_words(name: str, best_of: int) -> str:
    """A format and the length of a match, in words."""
    title = FORMATS[name].title if name in FORMATS else name
    return f"{title}, {'single duel' if best_of == 1 else f'best of {best_of}'}"
