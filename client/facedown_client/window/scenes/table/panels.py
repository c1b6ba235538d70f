"""Panels of a table's screen before the match: the host's links, the chat, the mode, and relays.

The mode panel shows a mode suggested by a deck with unscripted cards, a mode proposed by the other player,
and asks for names of unknown cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from facedown_client.data import DeckEntry, deck_entries
from facedown_client.model import card_catalogue
from facedown_client.model.room_words import key_words
from facedown_client.model.words.relays import relay_name, relay_state
from facedown_client.model.words.sentences import ASKS, OWN_CORE, WAYS
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, SECOND_PX, Look, Theme
from facedown_client.window.scenes.decks.card_form import CardScene
from facedown_client.window.scenes.dialogs import CopyNotice, Overlay
from facedown_client.window.scenes.parts import JUST_CHANGED, Page, show_errors
from facedown_client.window.scenes.table.qr_scene import QrScene
from facedown_client.window.widgets import Button, Entry, Group, Scroll, Widget
from facedown_shared.cards.facts import Facts
from facedown_shared.network.tunnel_labels import NOTES, SHORT_LABELS, WORKING
from facedown_shared.protocol.envelope import MAX_CHAT_LETTERS
from facedown_shared.protocol.messages import (
    ChangeMode,
    Chat,
    Consent,
    ControlRelay,
    RelayRow,
    Said,
    ToServer,
)
from facedown_shared.tables import FORMATS
from facedown_shared.tables.formats import FAB, MASTER
from facedown_shared.text import _, gettext_noop, ngettext

ROW_HEIGHT_PX = 40
"""Height of a row, with its gap."""


class WaysPanel:
    """Mode panel of the table's screen. `bring` submits a deck; `deck` is the submitted one."""

    def __init__(
        self,
        look: Look,
        app: AppPort,
        bring: Callable[[DeckEntry], None],
        deck: Callable[[], DeckEntry | None],
    ) -> None:
        self.look = look
        self.app = app
        self._bring, self._deck = bring, deck
        self._name = ""

    # --- what is so -----------------------------------------------------------------------------------------

    @property
    def proposed_mode(self) -> str:
        """The mode that the other player proposes; "" for none."""
        table, model = self.app.model.table, self.app.model
        what, _, rest = (table.proposal if table else "").partition(" ")
        seat, _, way = rest.partition(" ")
        return way if what == "mode" and model.is_player and seat != str(model.seat) else ""

    @property
    def core_question(self) -> str:
        """The sentence that asks the host to play by the core because of a deck; "" for none."""
        table, model = self.app.model.table, self.app.model
        what, _rest, seat = (table.proposal if table else "").partition(" ")
        if what != "core" or not model.is_host:
            return ""
        return _(OWN_CORE) if seat == str(model.seat) else f"{model.opponent} {_(ASKS['core'])}"

    @property
    def headline(self) -> str:
        """The proposal or question as a sentence; "" for none."""
        if self.core_question:
            return self.core_question
        return (
            _(
                "{name} asks to play {way}.",
                name=self.app.model.opponent,
                way=_(WAYS.get(self.proposed_mode, "")),
            )
            if self.proposed_mode
            else ""
        )

    @property
    def has_unscripted(self) -> bool:
        """Whether our deck has cards without effect in this table's mode."""
        table, report = self.app.model.table, self.app.model.report
        by_rules = table is not None and (table.mode, table.stage) == ("rules", "gathering")
        return by_rules and report is not None and bool(report.unscripted)

    @property
    def core_button(self) -> tuple[str, Callable[[], object], str] | tuple[()]:
        """The button to and from EDOPro's core, where the server has it: words, action, key."""
        table, model = self.app.model.table, self.app.model
        here = table is not None and table.stage == "gathering" and model.is_player and not table.alone
        if table is None or not here or model.welcome is None or not model.welcome.core:
            return ()
        ask = "" if model.is_host else "?"
        if table.mode == "core":
            title = _("Play by facedown's rules{ask}", ask=ask)
            return title, partial(self._send, ChangeMode("rules")), "E"
        if FORMATS.get(table.format, MASTER).core_rules:
            title = _("Play by EDOPro's core{ask}", ask=ask)
            return title, partial(self._send, ChangeMode("core")), "E"
        return ()

    @property
    def nameless_code(self) -> int:
        """The passcode of an unknown card in our deck; 0 for none."""
        report, table = self.app.model.report, self.app.model.table
        naming = table is not None and table.stage == "gathering" and table.mode != "core"
        return report.unknown[0] if naming and report is not None and report.unknown else 0

    @property
    def unread_codes(self) -> list[Facts]:
        """The cards of our deck with a name and no other facts, at a table whose cards can be typed in."""
        table, deck, own = self.app.model.table, self._deck(), card_catalogue.cards()
        if table is None or deck is None or (table.format, table.stage) != (FAB.name, "gathering"):
            return []
        return [own[code] for code in dict.fromkeys(deck.deck.cards) if code in own and own[code].is_blank]

    # --- widgets --------------------------------------------------------------------------------------------

    def build(self, page: Page, left: float, top: float, room: float) -> list[Widget]:
        """Return the widgets of the rows from `top` on; see `height`."""
        made: list[Widget] = []
        for number, row in enumerate(self._rows()):
            made += self._layout_row(page, row, left, top + number * ROW_HEIGHT_PX, room)
        if self.nameless_code:
            box = page.box(left, top + len(self._rows()) * ROW_HEIGHT_PX, room, 34)
            made.append(
                Entry(
                    box, self._name, limit=80,
                    placeholder=_("Name for card {code}", code=self.nameless_code),
                    on_change=partial(setattr, self, "_name"), on_submit=lambda _: self._send_name(),
                )
            )  # fmt: skip
        return made

    @property
    def height(self) -> float:
        """The height of the rows."""
        return ROW_HEIGHT_PX * (len(self._rows()) + bool(self.nameless_code))

    def _rows(self) -> list[Sequence[tuple[str, Callable[[], object], str]]]:
        rows: list[Sequence[tuple[str, Callable[[], object], str]]] = []
        if (self.core_question or self.proposed_mode) and self.app.network.connection.just_changed:
            rows.append(((_(JUST_CHANGED), int, ""),))
        elif self.core_question:
            yes, no = (partial(self._send, Consent(yes=answer)) for answer in (True, False))
            rows.append(((_("Yes"), yes, "Y"), (_("No"), no, "N")))
        elif self.proposed_mode:
            rows.append(
                (
                    (
                        _("Play {way}", way=_(WAYS.get(self.proposed_mode, ""))),
                        partial(self._send, Consent(yes=True)),
                        "Y",
                    ),
                    (_("No"), partial(self._send, Consent(yes=False)), "N"),
                )
            )
        if self.core_button:
            rows.append((self.core_button,))
        if self.has_unscripted:
            ask = "" if self.app.model.is_host else "?"
            rows.append(
                (
                    (_("Half and half{ask}", ask=ask), partial(self._send, ChangeMode("half")), "H"),
                    (_("Free table{ask}", ask=ask), partial(self._send, ChangeMode("free")), "F"),
                    (_("Ready deck"), self._ready_deck, "D"),
                )
            )
        if blank := len(self.unread_codes):
            words = ngettext("Type in an unknown card", "Type in {count} unknown cards", blank)
            rows.append(((words, self._type_in, "I"),))
        return rows

    def _layout_row(
        self, page: Page, row: Sequence[tuple[str, Callable[[], object], str]], left: float, top: float,
        room: float,
    ) -> list[Widget]:  # fmt: skip
        """Return the buttons of a row. All have the same padding around their words."""
        words = [page.theme.width(title, BODY_PX, bold=True) / page.theme.u for title, *_rest in row]
        spare = (room - 8 * (len(row) - 1) - sum(words)) / len(row)
        made: list[Widget] = []
        for wide, (title, act, key) in zip(words, row, strict=True):
            made.append(Button(page.box(left, top, wide + spare, 34), title, act, key=key, size=BODY_PX))
            left += wide + spare + 8
        return made

    # --- requests -------------------------------------------------------------------------------------------

    def _send(self, message: ToServer) -> None:
        self.app.play_press_sound()
        self.app.send(message)

    def _ready_deck(self) -> None:
        table = self.app.model.table
        fitting = deck_entries.ready(table.format) if table else []
        if fitting:
            self._bring(fitting[0])

    def _type_in(self) -> None:
        self.app.open_scene(CardScene(self.look, self.app, self.unread_codes, self._note_typed))

    def _note_typed(self, facts: Facts) -> None:
        for telling in card_catalogue.facts_messages([facts.code]):
            self.app.send(telling)

    def _send_name(self) -> None:
        """Give the unknown card its typed name, here and at the table."""
        code, words = self.nameless_code, self._name.strip()
        if code and words:
            with show_errors(self.app.show_notice):
                card_catalogue.name_card(code, words)
                self._name = ""
                self._note_typed(card_catalogue.cards()[code])


MAX_ROWS = 4
INVITE_HEIGHT_PX = 256
"""Height of the panel of links, in design pixels."""
WHO = {"opponent": gettext_noop("Friend"), "spectator": gettext_noop("Watch")}
ALONE = gettext_noop(
    "On this computer only: no other player can join. The duel is saved until it is over, and Return on "
    "the home screen resumes it."
)
NO_LINKS = gettext_noop("The host has the links.")


class InvitePanel:
    """Panel with the links of a table; remembers which one was copied."""

    def __init__(self, app: AppPort, left: float, top: float) -> None:
        self.app = app
        self.left, self.top = left, top
        self.copying = CopyNotice()

    @property
    def rows(self) -> list[tuple[str, str, str]]:
        """Return (receivers, address label, link) rows.

        There are as many for the friend as fit beside one for spectators, and none in practice, as those
        links only work on this computer. Beside a tunnel that works there are no links of this network, and
        its note has room.
        """
        model = self.app.model
        links = {} if self.app.network.is_practice else model.links
        friend, watch = (
            [(_(WHO[who]), _(SHORT_LABELS.get(label, label)), link) for label, link in links.get(who, ())]
            for who in ("opponent", "spectator")
        )
        if model.tunnel_label:
            return [*friend[:1], *watch[:1]] if model.tunnel_label in WORKING else friend[:2]
        return [*friend[: MAX_ROWS - bool(watch)], *watch][:MAX_ROWS]

    def build(self, page: Page) -> list[Widget]:
        """Return a button for each row, and one for their QR codes; C copies the first link."""
        if not self.rows:
            return []
        show: Widget = Button(
            page.box(self.left + 240, self.top + 16, 112, 32), _("QR code"),
            partial(self._show_codes, page.theme.look), key="Q", size=SECOND_PX,
        )  # fmt: skip
        return [show] + [
            Button(
                page.box(self.left + 272, self.top + 60 + 34 * row, 80, 28),
                _("Copied") if self.copying.text == link else _("Copy"),
                partial(self.copying.copy, link), key="" if row else "C", size=SECOND_PX,
            )
            for row, (__, __, link) in enumerate(self.rows)
        ]  # fmt: skip

    def _show_codes(self, look: Look) -> None:
        self.app.open_scene(QrScene(look, self.app, self.rows))

    def paint(self, page: Page) -> None:
        """Draw the panel with the rows, or the table's code where there are none."""
        theme, palette, left, top = page.theme, page.palette, self.left + 24, self.top
        page.card(self.left, top, 368, INVITE_HEIGHT_PX)
        if self.app.network.is_practice:
            page.heading(_("Practice"), (left, top + 32), 320)
            page.draw_wrapped(_(ALONE), (left, top + 64), 320, BODY_PX, palette.soft)
            return
        if not self.rows:
            page.heading(_("Code"), (left, top + 32), 200)
            page.text(self.app.model.code, (left, top + 80), 28, bold=True)
            page.text(_(NO_LINKS), (left, top + 118), BODY_PX, palette.soft, room=320)
            return
        page.heading(_("Links to send"), (left, top + 32), 208)
        for row, (who, label, link) in enumerate(self.rows):
            y = top + 74 + 34 * row
            end = page.text(who, (left, y - 7), BODY_PX, bold=True).right + theme.px(8)
            edge, middle = page.point(left + 236, y - 7)
            theme.draw_text(
                page.surface, label, (end, middle), BODY_PX, palette.soft, room=edge - end, least=9
            )
            # The part after # is the seat's credential: it is copied, and never shown to an onlooker.
            shown = f"{link.partition('#')[0]} …"
            page.text(shown, (left, y + 9), SECOND_PX - 1, palette.faint, room=236, least=9)
        below = top + 68 + 34 * len(self.rows)
        model = self.app.model
        words = _(NOTES[model.tunnel_label]) if model.tunnel_label else key_words(model)
        page.draw_wrapped(words, (left, below), 328, SECOND_PX, palette.soft)


class ChatPanel:
    """Chat panel, which keeps its typed text and scroll position over a new layout."""

    def __init__(self, app: AppPort) -> None:
        self.app = app
        self.typed = ""
        self._entry: Entry | None = None
        self._scroll: Scroll | None = None
        self._theme: Theme | None = None
        self._heard = -1

    def build(self, page: Page, area: tuple[float, float, float, float]) -> list[Widget]:
        """Return the two widgets within an area of the design."""
        x, y, w, h = area
        self._theme = page.theme
        self._scroll = Scroll(page.box(x + 24, y, w - 48, h - 64), self._paint, follow=True)
        self._heard = -1
        self.update()
        self._scroll.to_end()
        self._entry = Entry(
            page.box(x + 16, y + h - 52, w - 32, 36), self.typed, placeholder=_("Say something (T)"),
            on_change=partial(setattr, self, "typed"), on_submit=self._send_line, limit=MAX_CHAT_LETTERS,
        )  # fmt: skip
        return [self._scroll, self._entry]

    def update(self) -> None:
        """Show the messages since the last call."""
        if self._scroll is not None and self._theme is not None and self._heard != self.app.model.talked:
            self._heard = self.app.model.talked
            self._scroll.set_height(len(self._lines(self._theme)) * self._theme.line_height(BODY_PX))

    def focus(self, group: Group) -> None:
        """Focus the text line."""
        group.give_focus(self._entry)
        pygame.key.start_text_input()

    def _send_line(self, words: str) -> None:
        if words.strip():
            self.app.send(Chat(words.strip()))
            self.typed = ""
            if self._entry is not None:
                self._entry.set("")

    def _lines(self, theme: Theme) -> list[tuple[str, bool]]:
        room = self._scroll.rect.w - theme.px(8) if self._scroll else 300
        found = []
        for said in self.app.model.chat:
            found += [(line, not said.name) for line in theme.wrap(_words(said), BODY_PX, room)]
        return found or [(_("No messages yet."), True)]

    def _paint(self, surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
        inks = (theme.palette.text, theme.palette.faint)
        theme.draw_two_inks(surface, self._lines(theme), box.topleft, BODY_PX, inks)


def _words(said: Said) -> str:
    if not said.name:
        return said.line
    name = said.name if said.seat in (0, 1) else _("{name} (watching)", name=said.name)
    return f"{name}: {said.line}"


ROWS_PER_PAGE = 5
FIRST_ROW_TOP_PX, RELAY_ROW_HEIGHT_PX = 128, 56
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
    def page_relays(self) -> tuple[RelayRow, ...]:
        """The relays on the current page."""
        rows = self.app.model.relays
        if self._first >= len(rows):
            self._first = 0
        return rows[self._first : self._first + ROWS_PER_PAGE]

    def watched_values(self) -> object:
        return self.app.model.relays, self._copying.text, self._first

    def update(self, now: float) -> None:
        self._copying.update(now)
        super().update(now)

    def next_change(self, now: float) -> float:
        return self._copying.ends

    def build(self, page: Page) -> Sequence[Widget]:
        links = self.app.model.links.get("relay", ())
        made: list[Widget] = [
            button for at, row in enumerate(self.page_relays) for button in self._row(page, at, row)
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
        top = FIRST_ROW_TOP_PX + RELAY_ROW_HEIGHT_PX * at - 18
        mute = (_("Unmute"), "unmute") if row.muted else (_("Mute"), "mute")
        acts = ((_("Disconnect"), "disconnect"), mute, (_("Ban"), "ban"))
        return [
            Button(
                page.box(348 + 116 * number, top, 108, 36),
                words,
                partial(self._run_act, row, act),
                size=BODY_PX,
            )
            for number, (words, act) in enumerate(acts)
        ]

    def _run_act(self, row: RelayRow, act: str) -> None:
        """Send the pressed act. A ban cannot be undone, so it is confirmed first."""
        send = partial(self.app.send, ControlRelay(row.number, act))
        if act != "ban":
            send()
            return
        self.app.confirm(
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
        for at, row in enumerate(self.page_relays):
            middle = FIRST_ROW_TOP_PX + RELAY_ROW_HEIGHT_PX * at
            page.text(relay_name(row), (24, middle - 10), BODY_PX, bold=True, room=312, least=9)
            page.text(relay_state(row), (24, middle + 10), SECOND_PX, soft, room=312, least=8)
