"""A table before the duel: players, decks, links, chat, and the choice who goes first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from facedown_client.data import DeckEntry, deck_entries
from facedown_client.model import card_catalogue, room_words
from facedown_client.model.words.phrases import TRUST, join_list
from facedown_client.model.words.sentences import unable_words, way_words
from facedown_client.model.words.text import report_lines
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, HEADING_PX, MAIN_PX, SECOND_PX, Look, Theme, icon, panel
from facedown_client.window.scenes.parts import JUST_CHANGED, FormScene, Page, choice_words, show_errors
from facedown_client.window.scenes.table.panels import (
    INVITE_HEIGHT_PX,
    ChatPanel,
    InvitePanel,
    RelaysScene,
    WaysPanel,
)
from facedown_client.window.widgets import Button, Dropdown, Entry, Scroll, Widget, disc, read_clipboard
from facedown_shared.manual.games import terms_of
from facedown_shared.network.tunnel_labels import WORKING
from facedown_shared.protocol.messages import (
    Answer,
    Kick,
    Leave,
    Prompt,
    Propose,
    Ready,
    SeatInfo,
    TableInfo,
    UseDeck,
)
from facedown_shared.tables import FORMATS
from facedown_shared.tables.formats import MASTER
from facedown_shared.text import _, gettext_noop

TOP_PX, BOTTOM_PX = 184, 640
CHAT_TOP_PX = TOP_PX + INVITE_HEIGHT_PX + 16
"""Top of the chat, below the links."""
ON_PAPER = gettext_noop(
    "No deck is needed. Here you see both Life totals and change yours by the menu of the table; a page in "
    "the browser has quick buttons for it."
)
"""Text in place of the choice of a deck."""

WATCHING = gettext_noop("You see what is public: no hands, no face-down cards.")
FIXED = gettext_noop("Your deck is on the table.")
UNREPORTED = gettext_noop("You have a ready deck. To use another: choose, paste, or drop a file here.")


class TableScene(FormScene):
    """Scene of a table before the duel, up to the toss."""

    def __init__(self, look: Look, app: AppPort, deck: DeckEntry | None = None) -> None:
        super().__init__(look, app)
        self.deck = deck
        """The deck that this client brought, if known."""
        self.trouble = ""
        self.path = ""
        self.talk = ChatPanel(app)
        self.invite = InvitePanel(app, 864, TOP_PX)
        self.ways = WaysPanel(look, app, lambda deck: self._bring(lambda: deck), lambda: self.deck)
        self._answered = -1

    # --- what it shows --------------------------------------------------------------------------------------

    @property
    def table(self) -> TableInfo | None:
        """The table's public state."""
        return self.app.model.table

    @property
    def order(self) -> Prompt | None:
        """The open prompt who goes first, if it is ours to answer."""
        prompt = self.app.model.prompt
        mine = prompt is not None and prompt.kind == "order" and prompt.ask != self._answered
        return prompt if mine else None

    @property
    def _is_choosing_decks(self) -> bool:
        """Whether players can still choose decks."""
        return self.table is not None and self.table.stage == "gathering"

    @property
    def _is_on_paper(self) -> bool:
        """Whether players have their cards on paper, so that no deck is brought."""
        return self.table is not None and self.table.life is not None

    @property
    def _is_opponent_overdue(self) -> bool:
        """Whether the other player has been away from the match for too long."""
        table, model = self.table, self.app.model
        return table is not None and model.is_in_duel and table.seats[1 - model.seat].overdue

    @property
    def own_seat(self) -> SeatInfo | None:
        """Our own seat; None for a spectator."""
        model = self.app.model
        return model.table.seats[model.seat] if model.table and model.is_player else None

    def update(self, now: float) -> None:
        self.invite.copying.update(now)
        super().update(now)
        self.talk.update()

    def next_change(self, now: float) -> float:
        return self.invite.copying.ends

    def watched_values(self) -> object:
        model = self.app.model
        asked = (model.table, model.prompt, model.report, model.refusal, model.links)
        return asked, self.trouble, self.invite.copying.text, self.app.network.connection.just_changed

    # --- widgets --------------------------------------------------------------------------------------------

    def build(self, page: Page) -> Sequence[Widget]:
        playing = self.app.model.is_player
        return [
            *self._head_buttons(page),
            *self._seat_buttons(page),
            *self._relay_button(page),
            *(self._deck_widgets(page) if playing and not self._is_on_paper else ()),
            *(self._ready_button(page) if playing else ()),
            *self.invite.build(page),
            *self.talk.build(page, (864, CHAT_TOP_PX + 16, 368, BOTTOM_PX - CHAT_TOP_PX - 16)),
            *self._leave_buttons(page),
        ]

    def _head_buttons(self, page: Page) -> list[Widget]:
        """Return the buttons at the top: who goes first, or to end the match without the absent player."""
        prompt = self.order
        if prompt is not None:
            words = {
                "first": _("I go first"),
                "second": _("{opponent} goes first", opponent=self.app.model.opponent),
            }
            return [
                Button(
                    page.box(1208 - 216 * (len(prompt.options) - index), 110, 204, 44),
                    words.get(option.verb, option.verb), partial(self._answer, prompt, index),
                    style="outline" if index else "accent", key=str(index + 1),
                )
                for index, option in enumerate(prompt.options)
            ]  # fmt: skip
        claims = ((776, _("Claim the win"), "win"), (992, _("End without a result"), "void"))
        return [
            Button(page.box(x, 110, 204, 44), words, partial(self.app.send, Propose(wish)), style="outline")
            for x, words, wish in claims
            if self._is_opponent_overdue
        ]

    def _leave_buttons(self, page: Page) -> list[Widget]:
        """Return the buttons to leave the table. After the match has begun, a player keeps the seat or gives
        up.
        """
        if not self.app.model.is_in_duel:
            return [
                Button(page.box(48, 656, 160, 40), _("Leave"), partial(self.app.send, Leave()), key="Esc")
            ]
        return [
            Button(page.box(48, 656, 212, 40), _("Leave, keep my seat"), self.app.leave_duel, key="Esc"),
            Button(page.box(268, 656, 120, 40), _("Give up"), self._concede, style="quiet"),
        ]

    def _seat_buttons(self, page: Page) -> list[Widget]:
        table, model = self.table, self.app.model
        other = table.seats[1 - model.seat] if table is not None and model.is_host else None
        if other is None or not other.name or not self._is_choosing_decks or self.app.network.is_practice:
            return []
        box = page.box(304, TOP_PX + 66 + 140 * (1 - model.seat) + 36, 112, 32)
        return [Button(box, _("Send away"), partial(self._kick, other.name), style="quiet", size=BODY_PX)]

    def _relay_button(self, page: Page) -> list[Widget]:
        """Return the button that opens the relays; only the host of a table on the network has it."""
        if not self.app.model.is_host or self.app.network.is_practice:
            return []
        show = partial(self.app.open_scene, RelaysScene(self.look, self.app))
        return [Button(page.box(72, TOP_PX + 412, 120, 32), _("Relays"), show, style="quiet", size=BODY_PX)]

    def _ready_button(self, page: Page) -> list[Widget]:
        mine, box = self.own_seat, page.box(1012, 656, 220, 40)
        if mine is None or not self._is_choosing_decks:
            return []
        if not mine.deck:
            return [Button(box, _("Ready"), enabled=False, reason=_("choose a deck that may be played"))]
        if mine.ready:
            return [Button(box, _("Not ready after all"), partial(self._ready, False), key="R")]
        if self.app.network.connection.just_changed:
            return [Button(box, _("Ready"), enabled=False, reason=_(JUST_CHANGED))]
        return [Button(box, _("Ready"), partial(self._ready, True), style="accent", key="R")]

    def _deck_widgets(self, page: Page) -> list[Widget]:
        table = self.table
        if table is None:
            return []
        top = TOP_PX + (172 if self._is_choosing_decks else 60)
        ways = self.ways.build(page, 472, top - 14, 352)
        top += round(self.ways.height)
        report = Scroll(page.box(472, top, 352, BOTTOM_PX - top - 16), self._paint_report)
        report.set_height(len(self._report_lines(page.theme)) * page.theme.line_height(BODY_PX) + 8)
        if not self._is_choosing_decks:
            return [report]
        ready = [
            *deck_entries.shelf(table.format, by_core=table.mode == "core"),
            *deck_entries.own(table.format),
        ]
        paste = partial(
            self._bring, lambda: deck_entries.from_text(read_clipboard(), format_name=table.format)
        )
        keys, names = [deck.key for deck in ready], [deck.display_title for deck in ready]
        lying = self.deck or next(iter(ready), None)  # none if no deck is of this format, as in a puzzle
        if lying is not None and (self.deck is None or lying.key not in keys):
            names = [self.deck.display_title if self.deck else _("the one on the table"), *names]
            ready = [lying, *ready]
        chosen = keys.index(self.deck.key) if self.deck and self.deck.key in keys else 0
        choice = Dropdown(
            page.box(472, TOP_PX + 60, 352, 36), names, chosen,
            lambda index: self._bring(lambda: ready[index]), label=_("Deck"),
        )  # fmt: skip
        return [
            *((choice,) if ready else ()),
            Entry(
                page.box(472, TOP_PX + 112, 216, 36), self.path, limit=600,
                placeholder=_("Path of a {file}", file=
                    _(terms_of(FORMATS.get(table.format, MASTER).table).deck_file)),
                on_change=partial(setattr, self, "path"), on_submit=self.handle_dropped,
            ),
            Button(page.box(696, TOP_PX + 112, 128, 36), _("Paste deck"), paste, key="V", size=BODY_PX),
            *ways,
            report,
        ]  # fmt: skip

    # --- drawing --------------------------------------------------------------------------------------------

    def paint(self, page: Page) -> None:
        super().paint(page)
        refusal, palette = self.app.model.refusal, page.palette
        left = 408 if self.app.model.is_in_duel else 232
        if self.table is None:
            page.text(_("Sitting down …"), (48, 48), HEADING_PX, bold=True)
        else:
            self._paint_head(page, self.table)
        self._paint_seats(page)
        page.card(448, TOP_PX, 400, BOTTOM_PX - TOP_PX)
        mine = self.app.model.is_player
        own = _("Cards on paper") if self._is_on_paper else _("Your deck")
        page.heading(own if mine else _("You are watching"), (472, TOP_PX + 32), 340)
        if mine and self._is_on_paper:
            page.draw_wrapped(_(ON_PAPER), (472, TOP_PX + 60), 352, BODY_PX, palette.soft)
        if not mine:
            page.draw_wrapped(_(WATCHING), (472, TOP_PX + 60), 352, BODY_PX, palette.soft)
        self.invite.paint(page)
        page.card(864, CHAT_TOP_PX, 368, BOTTOM_PX - CHAT_TOP_PX)
        if refusal is not None:
            page.text(refusal.sentence, (left, 676), BODY_PX, palette.harm, room=992 - left, least=10)
        elif not self.app.network.is_practice:
            page.text(_(TRUST), (left, 676), SECOND_PX, palette.soft, room=992 - left, least=9)

    def _paint_head(self, page: Page, table: TableInfo) -> None:
        soft = page.palette.soft
        page.text(_("Table {code}", code=table.code), (48, 48), 26, bold=True)
        way = "" if table.mode == "rules" else _(", {way}", way=way_words(table.mode, table.format))
        played = f"{choice_words(table.format, table.best_of, table.banlist)}{way}"
        page.text(played, (1232, 38), MAIN_PX, soft, anchor="rm")
        page.text(" · ".join(room_words.table_terms(self.app.model)), (1232, 64), BODY_PX, soft, anchor="rm")
        mine = self.order is not None or self._is_opponent_overdue
        lay = page.banner if mine else page.card
        lay(48, 96, 1184, 72)
        wide = 660 if mine else 1120
        words, detail = self._headline(table)
        page.text(words, (76, 122 if detail else 132), MAIN_PX + 2, bold=True, room=wide, least=11)
        page.text(detail, (76, 147), BODY_PX, soft, room=wide, least=10)

    def _headline(self, table: TableInfo) -> tuple[str, str]:
        """Return what the table waits for, and the news."""
        note, mine, caught = str(table.note), self.own_seat, self.app.model.verdict
        if self.order is not None:
            won = _("You won the toss") if table.duel == 0 else _("You choose")
            return _("{won}: who goes first?", won=won), note
        if self._is_opponent_overdue:
            name = table.seats[1 - self.app.model.seat].name
            return _("{name} has been away for too long: you may end the match.", name=name), note
        if self.ways.headline:
            return self.ways.headline, _("If you agree, both must be ready again.")
        if table.stage in ("toss", "order"):
            return caught.summary_line if caught else self._preparation_words(table), note
        if not all(seat.name for seat in table.seats):
            if self.app.network.is_practice:
                return _("The bot is joining."), _("The duel begins as soon as it has joined.")
            model = self.app.model
            if model.tunnel_label and model.tunnel_label not in WORKING:
                return _("Wait before you send the link."), note or _(model.tunnel_label)
            return _("Send the link to your friend, who needs only a browser."), note or _(
                "The duel begins when both of you are ready."
            )
        if unable := next((seat for seat in table.seats if seat.cannot_play), None):
            return unable_words(unable.name, unable is mine), note
        if mine is not None and not mine.ready:
            opens = _(room_words.OPENS) if table.open_hands else ""
            ready = _("Press Ready when you have the deck you want.")
            return _("Press Ready when you are.") if self._is_on_paper else ready, opens or note
        unready = [seat.name for seat in table.seats if not seat.ready]
        return (
            _("Waiting for {names} to be ready.", names=join_list(unready))
            if unready
            else _("Both are ready.")
        ), note

    def _preparation_words(self, table: TableInfo) -> str:
        """Return what happens between the pledge and the first turn while no prompt is open for us."""
        if table.stage == "toss":
            return _("Both add to the shuffle.")
        chooser = table.seats[table.chooser].name if table.chooser in (0, 1) else ""
        return _("{name} chooses who goes first.", name=chooser) if chooser else _("The coin is tossed.")

    def _paint_seats(self, page: Page) -> None:
        table = self.table
        page.card(48, TOP_PX, 384, BOTTOM_PX - TOP_PX)
        page.heading(_("Players"), (72, TOP_PX + 32), 330)
        if table is None:
            return
        for number, seat in enumerate(table.seats):
            self._paint_seat(page, number, seat, _deck_counts(seat, table.format))
        names = _(", ").join(table.spectators)
        words = (
            _("{count} watching: {names}", count=table.crowd, names=names) if names else _("No spectators.")
        )
        for row, line in enumerate(page.theme.wrap(words, BODY_PX, 340 * page.theme.u, lines=3)):
            page.text(line, (72, TOP_PX + 356 + row * 20), BODY_PX, page.palette.soft)

    def _paint_seat(self, page: Page, number: int, seat: SeatInfo, counts: str) -> None:
        surface, theme, palette = page.surface, page.theme, page.palette
        box = page.box(64, TOP_PX + 60 + 140 * number, 352, 124)
        mine = number == self.app.model.seat
        line = palette.accent if seat.ready else palette.strong if mine else palette.line
        panel(surface, box, palette.sunk, line, max(1.5 if seat.ready else 1, palette.thin), theme.px(8))
        if not seat.name:
            theme.draw_text(surface, _("An empty seat"), box.center, MAIN_PX, palette.faint, anchor="cm")
            return
        x, y, down = box.x + theme.px(34), box.y + theme.px(36), box.y + theme.px(76)
        disc(surface, theme, seat.name, (x, y), theme.px(36), palette.mine if mine else palette.harm)
        left, room = x + theme.px(30), box.w - theme.px(80)
        name = _("{name} (you)", name=seat.name) if mine else seat.name
        theme.draw_text(surface, name, (left, y - theme.px(2)), MAIN_PX + 2, bold=True, room=room, least=10)
        image, state, ink = (
            ("clock", _("away, the seat is kept"), palette.harm) if not seat.present
            else ("warning", _("the client does not play this"), palette.harm) if seat.cannot_play
            else ("check", _("ready"), palette.good) if seat.ready
            else ("ring", _("not ready yet") if self._is_choosing_decks else _("at the table"), palette.soft)
        )  # fmt: skip
        icon(surface, image, (x, down), theme.px(15), ink)
        theme.draw_text(surface, state, (left, down), BODY_PX, ink)
        down += theme.px(26)
        icon(surface, "decks", (x, down), theme.px(15), palette.soft)
        theme.draw_text(surface, counts, (left, down), BODY_PX, palette.soft, room=room, least=9)

    def _report_lines(self, theme: Theme) -> list[tuple[str, bool]]:
        """Return (line, whether it is a problem) for the deck's report."""
        report = self.app.model.report
        if self.trouble or report is None:
            usual = _(UNREPORTED) if self._is_choosing_decks else _(FIXED)
            said = [(self.trouble or usual, bool(self.trouble))]
        else:
            wrong = len(report.notes) + (0 if report.legal else len(report.reasons) + 1)
            lines = report_lines(
                report, self.table.mode if self.table else "rules", card_catalogue.find_facts
            )
            said = [(line.strip(), number < wrong) for number, line in enumerate(lines)]
            said += [("", False), *((line, False) for line in self.deck.card_lines())] if self.deck else []
        return [(part, bad) for line, bad in said for part in theme.wrap(line, BODY_PX, 340 * theme.u)]

    def _paint_report(self, surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
        inks = (theme.palette.soft, theme.palette.harm)
        theme.draw_two_inks(surface, self._report_lines(theme), box.topleft, BODY_PX, inks)

    # --- wishes ---------------------------------------------------------------------------------------------

    def handle_key(self, name: str) -> None:
        if name == "T":
            self.talk.focus(self.group)

    def handle_dropped(self, path: str) -> None:
        """Open a deck file that was dropped or typed."""
        self.path = path
        self._bring(lambda: deck_entries.find_deck(path.strip(), self.table.format if self.table else ""))

    def _bring(self, find: Callable[[], DeckEntry]) -> None:
        with show_errors(partial(setattr, self, "trouble")):
            deck = find()
            self.trouble, self.deck = "", deck
            self.app.store_deck(deck)
            self.app.send(UseDeck(deck.text, deck.title))

    def _answer(self, prompt: Prompt, pick: int) -> None:
        self._answered = prompt.ask
        self.rebuild()
        self.app.play_press_sound()
        self.app.send(Answer(prompt.ask, (pick,)))

    def _ready(self, ready: bool) -> None:
        self.app.play_press_sound()
        self.app.send(Ready(ready))

    def _kick(self, name: str) -> None:
        self.app.confirm(
            _("Kick {name}?", name=name), _("They cannot rejoin this table."), _("Send away"),
            lambda: self.app.send(Kick(name)),
        )  # fmt: skip

    def _concede(self) -> None:
        self.app.confirm(
            _("Give up the match?"), _("The match has begun: leaving the table loses it."), _("Give up"),
            lambda: self.app.send(Leave()),
        )  # fmt: skip


def _deck_counts(seat: SeatInfo, format_name: str) -> str:
    rules = FORMATS.get(format_name) or MASTER
    if rules.on_paper:
        return _("with cards on paper")
    if not seat.deck:
        return _("no deck yet")
    if seat.counts is None:
        return _("a deck")
    return deck_entries.counts_words(seat.counts, rules)
