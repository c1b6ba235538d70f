"""A table before the duel: who sits here, which deck, the links to send, talk, and who goes first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from client.data import Boxed, deckbox
from client.window.app_port import AppPort
from client.window.look import BODY, HEADING, MAIN, SECOND, Look, Theme, icon, panel
from client.window.scenes.parts import Design, FormScene, banner, card, heading
from client.window.scenes.table.invite import InvitePanel
from client.window.scenes.table.talk import ChatPanel
from client.window.scenes.table.ways import WaysPanel
from client.window.widgets import Button, Dropdown, Entry, Scroll, Widget, clipboard, disc, key_name
from client.words.phrases import TRUST
from client.words.sentences import WAYS
from client.words.text import report_lines
from shared.errors import BadInput
from shared.formats import FORMATS, MASTER
from shared.manual.games import words_of
from shared.protocol.messages import Answer, Kick, Leave, Prompt, Propose, Ready, SeatInfo, TableInfo, UseDeck

TOP, LOW = 184, 640


class TableScene(FormScene):
    """Gathering at a table, up to the toss."""

    def __init__(self, look: Look, app: AppPort, deck: Boxed | None = None) -> None:
        super().__init__(look, app)
        self.deck = deck
        """What we brought, as far as this client knows."""
        self.trouble = ""
        self.path = ""
        self.talk = ChatPanel(app)
        self.invite = InvitePanel(app, 864, TOP)
        self.ways = WaysPanel(look, app, lambda deck: self._bring(lambda: deck), lambda: self.deck)
        self._answered = -1

    # --- what it shows --------------------------------------------------------------------------------------

    @property
    def table(self) -> TableInfo | None:
        """The table as everybody sees it."""
        return self.app.model.table

    @property
    def order(self) -> Prompt | None:
        """The question who goes first, when it is ours to answer."""
        prompt = self.app.model.prompt
        mine = prompt is not None and prompt.kind == "order" and prompt.ask != self._answered
        return prompt if mine else None

    @property
    def _is_kept_waiting(self) -> bool:
        """Whether the other player has been away from the match for too long."""
        table, model = self.table, self.app.model
        return table is not None and model.in_duel and table.seats[1 - model.seat].overdue

    @property
    def my_seat(self) -> SeatInfo | None:
        """Our own seat, unless we watch."""
        model = self.app.model
        return model.table.seats[model.seat] if model.table and model.is_player else None

    def update(self, now: float) -> None:
        super().update(now)
        self.talk.update()

    def watched(self) -> object:
        model = self.app.model
        asked = (model.table, model.prompt, model.report, model.refusal, model.links)
        return asked, self.trouble, self.invite.copied

    # --- widgets --------------------------------------------------------------------------------------------

    def build(self, theme: Theme) -> Sequence[Widget]:
        design, model = Design(theme), self.app.model
        widgets: list[Widget] = []
        if self.order is not None:
            widgets += self._toss_buttons(design, self.order)
        elif self._is_kept_waiting:
            for at, (words, wish) in enumerate((("Claim the win", "win"), ("End without a result", "void"))):
                box = design.box(776 + 216 * at, 110, 204, 44)
                widgets.append(Button(box, words, partial(self.app.send, Propose(wish)), style="outline"))
        widgets += self._seat_buttons(design)
        if model.is_player:
            widgets += [*self._deck_widgets(design), *self._ready_button(design)]
        widgets += self.invite.build(design)
        widgets += self.talk.build(design, (864, 400, 368, LOW - 400))
        widgets.append(Button(design.box(48, 656, 160, 40), "Leave", self._leave, key="Esc"))
        return widgets

    def _toss_buttons(self, design: Design, prompt: Prompt) -> list[Widget]:
        words = {"first": "I go first", "second": f"{self.app.model.opponent} goes first"}
        made: list[Widget] = []
        for index, option in enumerate(prompt.options):
            box = design.box(1208 - 216 * (len(prompt.options) - index), 110, 204, 44)
            style = "accent" if index == 0 else "outline"
            made.append(
                Button(
                    box, words.get(option.verb, option.verb), partial(self._answer, prompt, index),
                    style=style, key=str(index + 1),
                )
            )  # fmt: skip
        return made

    def _seat_buttons(self, design: Design) -> list[Widget]:
        table, model = self.table, self.app.model
        if table is None or not model.is_host:
            return []
        other = table.seats[1 - model.seat]
        if not other.name or table.stage != "gathering":
            return []
        box = design.box(304, TOP + 66 + 140 * (1 - model.seat) + 36, 112, 32)
        return [Button(box, "Send away", lambda: self._kick(other.name), style="quiet", size=BODY)]

    def _ready_button(self, design: Design) -> list[Widget]:
        mine = self.my_seat
        box = design.box(1012, 656, 220, 40)
        if mine is None or self.table is None or self.table.stage != "gathering":
            return []
        if not mine.deck:
            return [Button(box, "Ready", enabled=False, reason="bring a deck that may be played")]
        if mine.ready:
            return [Button(box, "Not ready after all", lambda: self._ready(False), key="R")]
        return [Button(box, "Ready", lambda: self._ready(True), style="accent", key="R")]

    def _deck_widgets(self, design: Design) -> list[Widget]:
        table = self.table
        if table is None:
            return []
        top = TOP + (172 if table.stage == "gathering" else 60)
        ways = self.ways.build(design, 472, top - 14, 352)
        top += round(self.ways.height)
        report = Scroll(design.box(472, top, 352, LOW - top - 16), 0, self._paint_report)
        report.grow(len(self._report_lines(design.theme)) * design.theme.line(BODY) + 8)
        if table.stage != "gathering":
            return [report]
        ready = [*deckbox.ready(table.format), *deckbox.own()]
        paste = partial(self._bring, lambda: deckbox.from_text(clipboard()))
        chosen = next((n for n, deck in enumerate(ready) if self.deck and deck.key == self.deck.key), -1)
        names = [deck.title for deck in ready]
        if chosen < 0:
            names, chosen = [self.deck.title if self.deck else "the one on the table", *names], 0
            ready = [self.deck or ready[0], *ready]
        return [
            Dropdown(
                design.box(472, TOP + 60, 352, 36), names, chosen,
                lambda index: self._bring(lambda: ready[index]), label="Deck",
            ),
            Entry(
                design.box(472, TOP + 112, 216, 36), self.path, limit=600,
                placeholder=f"Path of a {words_of(FORMATS.get(table.format, MASTER).table).deck_file}",
                on_change=partial(setattr, self, "path"), on_submit=lambda _: self._open(),
            ),
            Button(design.box(696, TOP + 112, 128, 36), "Paste deck", paste, key="V", size=BODY),
            *ways,
            report,
        ]  # fmt: skip

    # --- drawing --------------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        design = Design(theme)
        self._paint_head(surface, design)
        self._paint_seats(surface, design)
        self._paint_deck(surface, design)
        self.invite.paint(surface, design)
        card(surface, theme, design.box(864, 384, 368, LOW - 384))
        self._paint_foot(surface, design)

    def _paint_head(self, surface: pygame.Surface, design: Design) -> None:
        theme, table, palette = design.theme, self.table, design.theme.palette
        if table is None:
            theme.text(surface, "Sitting down …", design.at(48, 48), HEADING, bold=True)
            return
        title = FORMATS[table.format].title if table.format in FORMATS else table.format
        length = "single duel" if table.best_of == 1 else f"best of {table.best_of}"
        theme.text(surface, f"Table {table.code}", design.at(48, 48), 26, bold=True)
        way = "" if table.mode == "rules" else f", {WAYS.get(table.mode, '')}"
        theme.text(surface, f"{title}, {length}{way}", design.at(1232, 48), MAIN, palette.soft, anchor="rm")
        box = design.box(48, 96, 1184, 72)
        mine = self.order is not None or self._is_kept_waiting
        if mine:
            banner(surface, theme, box)
        else:
            panel(surface, box, palette.panel, palette.line, palette.thin, theme.px(10))
        room = (660 if mine else 1120) * theme.u
        words, detail = self._headline(table)
        middle = 122 if detail else 132
        theme.text(surface, words, design.at(76, middle), MAIN + 2, bold=True, room=room, least=11)
        theme.text(surface, detail, design.at(76, 147), BODY, palette.soft, room=room, least=10)

    def _headline(self, table: TableInfo) -> tuple[str, str]:
        """What everybody waits for, and the news."""
        note = str(table.note)
        if self.order is not None:
            won = "You won the toss" if table.duel <= 1 else "It is yours to choose"
            return f"{won}: who goes first?", note
        if self.ways.headline:
            return (
                self.ways.headline,
                "If you agree, both must be ready again.",
            )
        empty = sum(not seat.name for seat in table.seats)
        unready = [seat.name for seat in table.seats if seat.name and not seat.ready]
        if table.stage in ("toss", "order"):
            agreed = "The coin is tossed." if table.stage == "order" else "Both add to the shuffle."
            caught = self.app.model.verdict
            return caught.line if caught else agreed, note
        if empty:
            return (
                "Send the link to your friend.",
                note or "The duel begins when both of you are ready.",
            )
        mine = self.my_seat
        if mine is not None and not mine.ready:
            return "Press Ready when you have the deck you want.", note
        if unready:
            return f"Waiting for {' and '.join(unready)} to be ready.", note
        return "Both are ready.", note

    def _paint_seats(self, surface: pygame.Surface, design: Design) -> None:
        theme, table = design.theme, self.table
        card(surface, theme, design.box(48, TOP, 384, LOW - TOP))
        heading(surface, theme, "Players", design.at(72, TOP + 32), 330 * theme.u)
        for number, seat in enumerate(table.seats if table else ()):
            self._paint_seat(surface, design, number, seat)
        if table is None:
            return
        names = ", ".join(table.spectators)
        words = f"{len(table.spectators)} watching: {names}" if names else "Nobody is watching."
        for row, line in enumerate(theme.wrap(words, BODY, 340 * theme.u, lines=3)):
            at = design.at(72, TOP + 356 + row * 20)
            theme.text(surface, line, at, BODY, theme.palette.soft)

    def _paint_seat(self, surface: pygame.Surface, design: Design, number: int, seat: SeatInfo) -> None:
        theme, palette = design.theme, design.theme.palette
        box = design.box(64, TOP + 60 + 140 * number, 352, 124)
        mine = number == self.app.model.seat
        line = palette.accent if seat.ready else palette.strong if mine else palette.line
        panel(surface, box, palette.sunk, line, max(1.5 if seat.ready else 1, palette.thin), theme.px(8))
        x, y = box.x + theme.px(34), box.y + theme.px(36)
        if not seat.name:
            theme.text(surface, "An empty seat", box.center, MAIN, palette.faint, anchor="cm")
            return
        disc(surface, theme, seat.name, (x, y), theme.px(36), palette.mine if mine else palette.harm)
        room = box.w - theme.px(80)
        name = f"{seat.name} (you)" if mine else seat.name
        theme.text(
            surface, name, (x + theme.px(30), y - theme.px(2)), MAIN + 2, bold=True, room=room, least=10
        )
        waiting = (
            "not ready yet" if self.table is not None and self.table.stage == "gathering" else "at the table"
        )
        state = "away, the seat is kept" if not seat.present else "ready" if seat.ready else waiting
        colour = palette.harm if not seat.present else palette.good if seat.ready else palette.soft
        image = "clock" if not seat.present else "check" if seat.ready else "ring"
        down = box.y + theme.px(76)
        icon(surface, image, (x, down), theme.px(15), colour)
        theme.text(surface, state, (x + theme.px(30), down), BODY, colour)
        icon(surface, "decks", (x, down + theme.px(26)), theme.px(15), palette.soft)
        at = (x + theme.px(30), down + theme.px(26))
        theme.text(
            surface,
            _counts(seat, self.table.format if self.table else ""),
            at,
            BODY,
            palette.soft,
            room=room,
            least=9,
        )

    def _paint_deck(self, surface: pygame.Surface, design: Design) -> None:
        theme, palette = design.theme, design.theme.palette
        card(surface, theme, design.box(448, TOP, 400, LOW - TOP))
        if not self.app.model.is_player:
            heading(surface, theme, "You are watching", design.at(472, TOP + 32), 340 * theme.u)
            words = "You see what everybody may see: no hands, no face-down cards."
            lines = theme.wrap(words, BODY, 352 * theme.u)
            theme.lines(surface, lines, design.at(472, TOP + 60), BODY, palette.soft)
            return
        heading(surface, theme, "Your deck", design.at(472, TOP + 32), 340 * theme.u)

    def _report_lines(self, theme: Theme) -> list[tuple[str, bool]]:
        """(line, whether it says something is wrong) of the deck's report."""
        report = self.app.model.report
        if self.trouble:
            return [(line, True) for line in theme.wrap(self.trouble, BODY, 340 * theme.u)]
        if report is None:
            words = "You have a ready deck. Bring another: choose, paste, or drop a file here."
            return [(line, False) for line in theme.wrap(words, BODY, 340 * theme.u)]
        lines, mode = [], self.table.mode if self.table else "rules"
        for number, line in enumerate(report_lines(report, mode)):
            wrong = not report.legal and number <= len(report.reasons)
            lines += [(part, wrong) for part in theme.wrap(line.strip(), BODY, 340 * theme.u)]
        return lines + ([("", False), *((line, False) for line in self.deck.lines())] if self.deck else [])

    def _paint_report(self, surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
        inks = (theme.palette.soft, theme.palette.harm)
        theme.two_inks(surface, self._report_lines(theme), box.topleft, BODY, inks)

    def _paint_foot(self, surface: pygame.Surface, design: Design) -> None:
        theme, refusal = design.theme, self.app.model.refusal
        at, room = design.at(232, 676), 760 * theme.u
        if refusal is not None:
            theme.text(surface, refusal.sentence, at, BODY, theme.palette.harm, room=room, least=10)
        else:
            theme.text(surface, TRUST, at, SECOND, theme.palette.soft, room=room, least=9)

    # --- wishes ---------------------------------------------------------------------------------------------

    def unused(self, event: pygame.event.Event) -> None:
        if event.type == pygame.DROPFILE:
            self.path = event.file
            self._open()
        elif event.type == pygame.KEYDOWN and key_name(event) == "T":
            self.talk.focus(self.group)

    def _open(self) -> None:
        self._bring(lambda: deckbox.find(self.path.strip()))

    def _bring(self, find: Callable[[], Boxed]) -> None:
        try:
            deck = find()
        except BadInput as refused:
            self.trouble = str(refused)
            return
        self.trouble, self.deck = "", deck
        self.app.bring(deck)
        self.app.send(UseDeck(deck.text, deck.title))

    def _answer(self, prompt: Prompt, pick: int) -> None:
        self._answered = prompt.ask
        self.rebuild()
        self.app.press()
        self.app.send(Answer(prompt.ask, (pick,)))

    def _ready(self, ready: bool) -> None:
        self.app.press()
        self.app.send(Ready(ready))

    def _kick(self, name: str) -> None:
        self.app.ask(
            f"Send {name} away?", "They cannot come back to this table.", "Send away",
            lambda: self.app.send(Kick(name)),
        )  # fmt: skip

    def _leave(self) -> None:
        if self.app.model.in_duel:
            self.app.ask(
                "Give up the match?", "The match has begun: leaving the table loses it.", "Give up",
                lambda: self.app.send(Leave()),
            )  # fmt: skip
        else:
            self.app.send(Leave())


def _counts(seat: SeatInfo, format_name: str) -> str:
    if not seat.deck:
        return "no deck yet"
    if seat.counts is None:
        return "a deck"
    parts = (FORMATS.get(format_name) or MASTER).parts
    sizes = zip(seat.counts, parts, strict=True)
    return ", ".join(f"{count} {part.removesuffix(' Deck')}" for count, part in sizes)
