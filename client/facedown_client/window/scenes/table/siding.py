"""Siding between two duels: cards are exchanged with the Side Deck; sizes stay the same.

Spectators see that siding is going on, and no card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pygame

from facedown_client.data import DeckEntry
from facedown_client.data.deck_editor import Part
from facedown_client.data.siding import SidingState
from facedown_client.window.app_port import AppPort
from facedown_client.window.art import Faces
from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, Look
from facedown_client.window.scenes.decks.card_text import draw_pane
from facedown_client.window.scenes.decks.cards_scene import PANE_EDGE_PX, CardsScene, Cargo, PartBox
from facedown_client.window.scenes.decks.grid import CARD_HEIGHT_RATIO
from facedown_client.window.scenes.parts import Page
from facedown_client.window.scenes.table.panels import ChatPanel
from facedown_client.window.widgets import Button, Widget
from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.messages import Answer, Leave, Prompt, SeatInfo, UseDeck
from facedown_shared.text import _, gettext_noop

UNKNOWN = gettext_noop(
    "This client was restarted and no longer knows your deck list: you can keep the deck as it is."
)
HINT = gettext_noop(
    "Drag cards to another part; a right click or Enter moves one too. New ones are outlined."
)
WATCHING = gettext_noop("Both players may swap cards with their Side Decks. The swaps are secret.")
NEXT = gettext_noop("The next duel begins when both are done.")
TOP_PX, BOTTOM_PX, GAP_PX = 72, 644, 8
"""Top and bottom of the panels of the parts, and the distance between them, in design pixels."""
HEAD_PX, FOOT_PX, INNER_WIDTH_PX, CARD_GAP_PX = 36, 10, 656, 6
"""Space over and below the cards of a panel, their width, and the distance between cards."""
MAX_CARD_PX, MIN_CARD_PX = 84, 30
"""Largest and smallest width of a card."""
TALK = (992, 252, 272, 392)
"""Box of the chat, in design pixels."""


class SidingScene(CardsScene):
    """Scene with the deck's parts as pictures. Spectators and finished players see who is waited for."""

    def __init__(self, look: Look, app: AppPort, deck: DeckEntry | None, faces: Faces | None = None) -> None:
        super().__init__(look, app, faces)
        self.box = deck
        table = app.model.table
        self.siding = SidingState(deck.deck if deck else Deck(), table.format if table else "")
        self.talk = ChatPanel(app)
        self.sent = -1
        self.rows: dict[Part, tuple[int, int]] = {}
        """Top and height of each part's panel, in design pixels."""
        self.choose_card(next(iter(self.siding.cards(Part.SIDE) or self.siding.cards(Part.MAIN)), 0))

    @property
    def prompt(self) -> Prompt | None:
        """The open prompt, unless it was answered."""
        prompt = self.app.model.prompt
        return prompt if prompt and prompt.kind == "side" and prompt.ask != self.sent else None

    @property
    def parts(self) -> SidingState | None:
        return self.siding if self.prompt is not None and self.box is not None else None

    def update(self, now: float) -> None:
        if self.app.model.refusal is not None and self.prompt is None:
            self.sent = -1
        super().update(now)
        self.talk.update()

    def watched_values(self) -> object:
        model = self.app.model
        return model.table, model.prompt, model.refusal, self.sent

    # --- layout ---------------------------------------------------------------------------------------------

    def build(self, page: Page) -> Sequence[Widget]:
        return [
            *(self._grids(page) if self.parts is not None else ()),
            *(self._buttons(page) if self.prompt is not None else ()),
            *self.talk.build(page, TALK),
            *self._leave_buttons(page),
        ]

    def _leave_buttons(self, page: Page) -> list[Widget]:
        """Return the buttons to leave the table; a player keeps the seat or gives up the match."""
        if not self.app.model.is_player:
            leave = partial(self.app.send, Leave())
            return [Button(page.box(1112, 656, 152, 40), _("Leave"), leave, size=BODY_PX)]
        away = self.app.leave_duel
        return [
            Button(page.box(984, 656, 184, 40), _("Leave, keep my seat"), away, size=BODY_PX),
            Button(page.box(1172, 656, 92, 40), _("Give up"), self._concede, style="quiet", size=BODY_PX),
        ]

    def _grids(self, page: Page) -> list[Widget]:
        wide, heights = fit_parts(len(set(self.siding.cards(Part.MAIN))))
        top, grids = TOP_PX, list[Widget]()
        self.boxes = {}
        for part, high in zip(Part, heights, strict=True):
            cards = page.box(308, top + HEAD_PX, INNER_WIDTH_PX, high - HEAD_PX - FOOT_PX)
            overlap = part is not Part.MAIN
            self.boxes[part] = PartBox(cards, page.box(296, top, 680, high), overlap, captions=True)
            self.rows[part] = (top, high)
            grids.append(self._grid_of_copies(page, part, wide))
            top += high + GAP_PX
        return grids

    def _grid_of_copies(self, page: Page, part: Part, wide: float) -> Widget:
        """Return the grid of a part in which the copies of a card are one picture with their number."""
        cards, title = self.siding.cards(part), self.siding.title(part)
        shown = tuple(dict.fromkeys(cards))
        made = self.grid(page, part, self.boxes[part], shown, title, wide)
        last = {code: place for place, code in enumerate(cards)}
        made.places, made.copies = [last[code] for code in shown], [cards.count(code) for code in shown]
        made.fresh = frozenset(shown.index(cards[place]) for place in self.siding.new_indices(part))
        made.label, made.named = f"{title}, {len(cards)}", True
        return made

    def _buttons(self, page: Page) -> list[Widget]:
        put, reasons = page.box, self.siding.reasons
        keep = Button(put(296, 656, 200, 40), _("Play the same deck"), self._keep_deck, key="K", size=BODY_PX)
        if self.parts is None:
            return [keep]
        return [
            keep,
            Button(
                put(504, 656, 96, 40), _("Undo"), self._undo, size=BODY_PX, enabled=self.siding.can_undo
            ),
            Button(put(608, 656, 136, 40), _("Undo all"), self._reset, key="U", size=BODY_PX),
            Button(
                put(752, 656, 224, 40), _("Done"), self._finish, style="accent", key="R", enabled=not reasons,
                reason=_("sizes must stay as they were") if reasons else "",
            ),
        ]  # fmt: skip

    # --- drawing --------------------------------------------------------------------------------------------

    def paint(self, page: Page) -> None:
        super().paint(page)
        table, (one, other) = self.app.model.table, self._seats
        page.text(_("Siding"), (296 if self.parts is not None else 48, 38), 26, bold=True)
        best = f"{table.duel + 1} / {table.best_of}" if table is not None else ""
        words = _("before duel {number}", number=best) if best else ""
        page.text(words, (976, 38), MAIN_PX, page.palette.soft, anchor="rm", room=420, least=10)
        self._paint_match(page, one, other)
        page.card(992, 216, 272, 428)
        page.text(_("Talk"), (1008, 236), MAIN_PX, bold=True)
        if self.parts is not None:
            draw_pane(page, PANE_EDGE_PX)
            self._paint_parts(page)
            self._draw_preview(page, 14)
        else:
            self._paint_waiting(page)
        self._paint_foot(page)

    @property
    def _seats(self) -> tuple[SeatInfo, SeatInfo]:
        table = self.app.model.table
        return table.seats if table is not None else (SeatInfo(), SeatInfo())

    def _paint_match(self, page: Page, *seats: SeatInfo) -> None:
        """Draw both players, their wins, and whether they are connected."""
        page.card(992, 72, 272, 136)
        page.text(_("The match"), (1008, 94), MAIN_PX, bold=True)
        for row, seat in enumerate(seats):
            y = 120 + 36 * row
            ink = page.palette.text if seat.present else page.palette.faint
            name = seat.name if seat.present else _("{name} (away)", name=seat.name)
            page.text(name, (1008, y), MAIN_PX, ink, bold=True, room=190, least=10)
            page.text(str(seat.wins), (1248, y), MAIN_PX + 2, bold=True, anchor="rm")
            page.text(self._progress_words(row, seat), (1008, y + 16), SECOND_PX, page.palette.soft, room=200)
        note = str(self.app.model.table.note) if self.app.model.table else ""
        page.text(note, (1008, 195), SECOND_PX, page.palette.soft, room=240, least=8.5)

    def _progress_words(self, number: int, seat: SeatInfo) -> str:
        """Return in words whether a player is done, which is public."""
        model = self.app.model
        if model.is_player:
            if number == model.seat:
                return _("You are done") if seat.ready else _("You are siding")
            return _("The other player is done") if seat.ready else _("The other player is still siding")
        return _("Done") if seat.ready else _("Still siding")

    def _paint_parts(self, page: Page) -> None:
        for part, (top, high) in self.rows.items():
            page.card(296, top, 680, high)
            now, once = len(self.siding.cards(part)), self.siding.size(part)
            title = page.text(f"{self.siding.title(part)}  {now}", (308, top + 18), MAIN_PX, bold=True)
            if now != once:
                at = (title.right + page.theme.px(10), page.point(0, top + 18)[1])
                page.theme.draw_text(page.surface, size_words(now - once), at, BODY_PX, page.palette.harm)

    def _paint_waiting(self, page: Page) -> None:
        """Draw the progress of siding for those who wait."""
        page.card(48, 72, 928, 572)
        model = self.app.model
        words = _(WATCHING)
        if self.prompt is not None:
            words = _(UNKNOWN)
        elif model.is_player:
            words = _("You are done. Waiting for {name}.", name=model.opponent or _("the other player"))
        page.icon("clock", (512, 300), 40, page.palette.soft)
        page.text(words, (512, 350), MAIN_PX, anchor="cm", room=620, least=10)
        page.text(_(NEXT), (512, 380), BODY_PX, page.palette.soft, anchor="cm", room=620)

    def _paint_foot(self, page: Page) -> None:
        refusal = self.app.model.refusal
        trouble = refusal.sentence if refusal else self.said
        if trouble or self.parts is not None:
            ink = page.palette.harm if trouble else page.palette.faint
            page.text(trouble or _(HINT), (296, 708), SECOND_PX, ink, room=680, least=9)

    # --- requests -------------------------------------------------------------------------------------------

    def handle_unused(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and self.parts is not None:
            for part, grid in self.grids.items():
                if (index := grid.index_at(event.pos)) >= 0:
                    self._exchange(Cargo(grid.cards[index], part, grid.place_of(index)))
                    return
        else:
            super().handle_unused(event)

    def handle_key(self, name: str) -> None:
        if name == "T":
            self.talk.focus(self.group)
        elif name == "Ctrl+Z":
            self._undo()

    def act(self, part: Part, code: int) -> None:
        self._exchange(Cargo(code, part, self.grids[part].place_of(self.marked.get(part, -1))))

    def _exchange(self, cargo: Cargo) -> None:
        if cargo.start is not None:
            self.send_to(cargo, self.siding.other_part(cargo.code, cargo.start))

    def _undo(self) -> None:
        self.siding.undo()
        self.handle_change()

    def _reset(self) -> None:
        self.siding.reset()
        self.said = ""
        self.handle_change()

    def _keep_deck(self) -> None:
        if self.prompt is not None:
            self.app.send(Answer(self.prompt.ask, (0,)))
            self.sent = self.prompt.ask

    def _finish(self) -> None:
        if self.prompt is None or self.box is None or self.siding.reasons:
            return
        text = decks.to_ydk(self.siding.after)
        self.app.store_deck(replace(self.box, deck=self.siding.after, text=text))
        self.app.send(UseDeck(text, self.box.title))
        self.sent = self.prompt.ask

    def _concede(self) -> None:
        words = _("The match has begun: leaving the table loses it.")
        self.app.confirm(_("Give up the match?"), words, _("Give up"), lambda: self.app.send(Leave()))


def fit_parts(main: int) -> tuple[int, tuple[int, int, int]]:
    """Return the largest width at which so many pictures of the Main Deck fit, and each panel's height.

    The Main Deck has as many rows as it needs; Extra and Side Deck have one, in which pictures may overlap.
    """
    room = BOTTOM_PX - TOP_PX - 2 * GAP_PX - 3 * (HEAD_PX + FOOT_PX)
    for wide in range(MAX_CARD_PX, MIN_CARD_PX - 1, -1):
        high = round(wide * CARD_HEIGHT_RATIO)
        columns = (INNER_WIDTH_PX + CARD_GAP_PX) // (wide + CARD_GAP_PX)
        rows = -(-max(1, main) // columns)
        if rows * (high + CARD_GAP_PX) - CARD_GAP_PX + 2 * high <= room:
            break
    rest = HEAD_PX + FOOT_PX + high
    return wide, (BOTTOM_PX - TOP_PX - 2 * GAP_PX - 2 * rest, rest, rest)


def size_words(more: int) -> str:
    """Return in words how many cards a part has too many or too few."""
    if more > 0:
        return _("{count} too many", count=more)
    return _("{count} too few", count=-more)
