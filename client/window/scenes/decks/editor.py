"""The deck editor: the deck as pictures, a card to read, a search, and what is wrong with the deck."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import partial

import pygame

from client.data import Boxed, deckbox, folder, known
from client.data.editing import CardSearch, Editing, Part
from client.window.app_port import AppPort
from client.window.art import Faces, shared_faces
from client.window.look import BODY, HEADING, MAIN, SECOND, Look, Theme, icon, panel
from client.window.scenes.decks.editor_panes import preview, results_row, search_labels, search_widgets
from client.window.scenes.decks.grid import CardGrid
from client.window.scenes.parts import Design, FormScene, card, facts_line
from client.window.widgets import Button, Dropdown, Entry, Listing, ListRow, Stepper, Widget, key_name
from shared.errors import BadInput
from shared.formats import FORMATS, PLAYED

LEFT = 280
"""Where the pane of the card being read ends, in the design."""


class EditorScene(FormScene):
    """One deck, open for changes."""

    def __init__(self, look: Look, app: AppPort, deck: Boxed, faces: Faces | None = None) -> None:
        super().__init__(look, app)
        self.title = deck.title
        format_name = next((name for name in PLAYED if not deck.reasons(name)), PLAYED[0])
        self.editing = Editing(deck.deck, format_name)
        self.search = CardSearch()
        self.found = self.search.find()
        self.reading = deck.deck.main[0] if deck.deck.main else 0
        self.said = ""
        self._faces = faces
        self._listing: Listing | None = None
        self._marked: dict[Part, int] = {}
        """The chosen place in each part."""
        self._dice = random.Random()

    @property
    def faces(self) -> Faces:
        """The store of card faces."""
        pictures = known.pictures(self.app.preferences.cards)
        return self._faces or shared_faces(pictures, folder.home() / "faces", self.look.contrast)

    # --- layout ---------------------------------------------------------------------------------------------

    def build(self, theme: Theme) -> Sequence[Widget]:
        design = Design(theme)
        return [
            *self._head(design),
            *self._parts(design),
            *search_widgets(design, self.search, self._look_for),
            self._results(design),
            *self._steppers(design),
        ]

    def _head(self, design: Design) -> list[Widget]:
        names = [FORMATS[name].title for name in PLAYED]
        mend = Button(design.box(858, 60, 112, 28), "Remove one", self._remove_one, size=BODY)
        return [
            Entry(
                design.box(296, 14, 210, 32), self.title, limit=60, on_change=partial(setattr, self, "title")
            ),
            Dropdown(
                design.box(514, 14, 170, 32), names, PLAYED.index(self.editing.format_name), self._format,
                label="For",
            ),
            Button(design.box(692, 14, 88, 32), "Test hand", self._hand, key="", size=BODY),
            Button(design.box(788, 14, 56, 32), "Sort", lambda: self._do(self.editing.sort), size=BODY),
            Button(
                design.box(852, 14, 64, 32), "Undo", lambda: self._do(self.editing.undo), size=BODY,
                enabled=self.editing.can_undo,
            ),
            Button(
                design.box(924, 14, 52, 32), "Save", self._save, style="accent", size=BODY,
                enabled=self.editing.is_changed or not self.editing.can_undo,
            ),
            Button(design.box(1176, 14, 88, 32), "Back", self._leave, key="Esc", size=BODY),
            *([mend] if self.editing.excess else []),
        ]  # fmt: skip

    def _parts(self, design: Design) -> list[Widget]:
        wrong, unit = frozenset(self.editing.excess), design.theme.u
        boxes = {
            Part.MAIN: design.box(296, 128, 680, 388),
            Part.EXTRA: design.box(308, 572, 312, 88),
            Part.SIDE: design.box(652, 572, 312, 88),
        }
        return [
            CardGrid(
                box, self.editing.cards(part), self.faces, partial(self._mark, part),
                partial(self._take_out, part), chosen=self._marked.get(part, -1),
                wrong=wrong, widest=round(62 * unit), overlap=part is not Part.MAIN, gap=round(6 * unit),
            )
            for part, box in boxes.items()
        ]  # fmt: skip

    def _results(self, design: Design) -> Listing:
        """The found cards; the list stays the same one, with its place, while the window does."""
        rows, box = [ListRow(facts.name) for facts in self.found], design.box(998, 300, 260, 404)
        if self._listing is not None and self._listing.rect == box:
            self._listing.set_rows(rows)
            return self._listing
        self._listing = Listing(
            box, rows, self._pick, row_height=design.theme.px(52), on_choose=self._choose_found,
            paint_row=self._paint_row, empty="No card fits.",
        )  # fmt: skip
        return self._listing

    def _paint_row(
        self, surface: pygame.Surface, theme: Theme, box: pygame.Rect, index: int, lit: bool
    ) -> None:
        facts = self.found[index]
        copies = self.editing.deck.cards.count(facts.code)
        results_row(surface, theme, box, facts, self.faces, lit, copies)

    def _steppers(self, design: Design) -> list[Widget]:
        if not self.reading:
            return []
        made: list[Widget] = []
        for row, part in enumerate((self.editing.home(self.reading), Part.SIDE)):
            count = self.editing.copies(self.reading, part)
            made.append(
                Stepper(
                    design.box(144, 488 + 44 * row, 120, 32), count, (0, 60),
                    partial(self._set, part),
                    wrong=self.reading in self.editing.excess,
                )
            )  # fmt: skip
        return made

    # --- drawing --------------------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        super().update(now)
        self.faces.poll()
        pointer = pygame.mouse.get_pos()
        for widget in self.group.widgets:
            if isinstance(widget, CardGrid) and widget.hovered and (index := widget.index_at(pointer)) >= 0:
                self._show(widget.cards[index])

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        design, palette = Design(theme), theme.palette
        edge = design.box(LEFT, 0, 1, 0).x
        surface.fill(palette.panel, (0, 0, edge, surface.get_height()))
        surface.fill(palette.line, (edge, 0, 1, surface.get_height()))
        panel(surface, design.box(992, 58, 272, 654), palette.panel, palette.line, palette.thin, theme.px(10))
        for x, part in ((296, Part.EXTRA), (640, Part.SIDE)):
            card(surface, theme, design.box(x, 532, 336, 140))
            count = len(self.editing.cards(part))
            at = design.at(x + 12, 550)
            theme.text(surface, f"{part.value.title()}  {count}", at, MAIN, bold=True)
        search_labels(surface, design, self.search, len(self.found))
        self._paint_main(surface, design)
        self._paint_problems(surface, design)
        self._paint_reading(surface, design)
        words = self.said or "Right click or Del takes a card out; Enter or a click on + puts one in."
        at, room = design.at(296, 696), 680 * theme.u
        theme.text(
            surface, words, at, SECOND, palette.soft if self.said else palette.faint, room=room, least=9
        )

    def _paint_main(self, surface: pygame.Surface, design: Design) -> None:
        theme, palette = design.theme, design.theme.palette
        low, high = FORMATS[self.editing.format_name].main_deck
        words = f"Main  {len(self.editing.deck.main)}"
        end = theme.text(surface, words, design.at(296, 112), HEADING - 4, bold=True).right
        span = f"of {low} to {high}" if high is not None else f"of {low} or more"
        theme.text(surface, span, (end + theme.px(8), design.at(0, 112)[1]), BODY, palette.soft)
        x = 976
        for count, name in zip(self.editing.kinds[::-1], ("Traps", "Spells", "Monsters"), strict=True):
            left = theme.text(surface, name, design.at(x, 112), BODY, palette.soft, anchor="rm").x
            at = (left - theme.px(6), design.at(0, 112)[1])
            theme.text(surface, str(count), at, MAIN, bold=True, anchor="rm")
            x -= 100

    def _paint_problems(self, surface: pygame.Surface, design: Design) -> None:
        theme, palette, problems = design.theme, design.theme.palette, self.editing.problems
        box = design.box(296, 58, 680, 32)
        if not problems:
            icon(surface, "check", design.at(308, 74), theme.px(13), palette.good)
            words = f"May be played in {FORMATS[self.editing.format_name].title}."
            theme.text(surface, words, design.at(326, 74), BODY, palette.soft)
            return
        panel(surface, box, palette.raised, palette.harm, max(1.5, palette.thin), theme.px(8))
        icon(surface, "warning", design.at(316, 74), theme.px(16), palette.harm)
        count = f"{len(problems)} thing{'s' * (len(problems) != 1)} to fix:"
        end = theme.text(surface, count, design.at(334, 74), BODY, bold=True).right + theme.px(6)
        room = box.right - end - theme.px(128 if self.editing.excess else 12)
        theme.text(surface, problems[0], (end, design.at(0, 74)[1]), BODY, room=room, least=9.5)

    def _paint_reading(self, surface: pygame.Surface, design: Design) -> None:
        theme, facts = design.theme, known.cards().get(self.reading)
        if facts is None:
            return
        preview(surface, design, facts, self.faces)
        home = self.editing.home(self.reading)
        for row, words in enumerate((f"{home.value.title()} Deck", "Side Deck")):
            theme.text(surface, words, design.at(16, 504 + 44 * row), MAIN)
        if home is not Part.MAIN:
            return
        size, room = FORMATS[self.editing.format_name].opening_hand, 248 * theme.u
        told = {
            f"In the opening hand of {size}": size,
            "By turn 3, going first": self.editing.opening_draws(3),
        }
        for row, (words, draws) in enumerate(told.items()):
            odds = f"{self.editing.odds(self.reading, draws) * 100:.1f} %"
            facts_line(surface, theme, words, odds, design.at(16, 606 + 28 * row), room)

    # --- wishes ---------------------------------------------------------------------------------------------

    def unused(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self._right_click(event.pos)
        elif event.type == pygame.KEYDOWN:
            action = {"Esc": self._leave, "Ctrl+Z": lambda: self._do(self.editing.undo), "Ctrl+S": self._save}
            if (done := action.get(key_name(event))) is not None:
                done()

    def _right_click(self, at: tuple[int, int]) -> None:
        for widget in self.group.widgets:
            if isinstance(widget, CardGrid) and (index := widget.index_at(at)) >= 0:
                widget.on_act(widget.cards[index])
                return
            if isinstance(widget, Listing) and (index := widget.index_at(at)) >= 0:
                self._do(lambda: self.editing.add(self.found[index].code))
                return

    def _pick(self, index: int) -> None:
        """Enter on a found card, or a click at its right end where the + is, puts one in."""
        facts = self.found[index]
        self._show(facts.code)
        listing, at = self._listing, pygame.mouse.get_pos()
        clicked = listing is not None and listing.hovered and listing.rect.collidepoint(at)
        if listing is None or not clicked or at[0] > listing.rect.right - listing.row_height:
            self._do(lambda: self.editing.add(facts.code))

    def _choose_found(self, index: int) -> None:
        if 0 <= index < len(self.found):
            self._show(self.found[index].code)

    def _look_for(self, search: CardSearch) -> None:
        self.search, self.found = search, search.find()
        if self._listing is not None:
            self._listing.chosen = -1
            self._listing.scroll(-self._listing.content)
        self.rebuild()

    def _mark(self, part: Part, index: int) -> None:
        self._marked[part] = index
        self._show(self.editing.cards(part)[index])

    def _show(self, code: int) -> None:
        if code != self.reading:
            self.reading = code
            self.rebuild()

    def _take_out(self, part: Part, code: int) -> None:
        self._do(lambda: self.editing.remove(code, part))

    def _remove_one(self) -> None:
        """The last copy too many."""
        code = next(iter(self.editing.excess))
        part = next(part for part in (Part.SIDE, *Part) if self.editing.copies(code, part))
        self._take_out(part, code)

    def _set(self, part: Part, count: int) -> None:
        self._do(lambda: self.editing.set_copies(self.reading, part, count))

    def _do(self, change: Callable[[], object]) -> None:
        change()
        self.said = ""
        self.rebuild()

    def _format(self, index: int) -> None:
        self.editing.format_name = PLAYED[index]
        self.rebuild()

    def _hand(self) -> None:
        hand = self.editing.hand(self._dice)
        names = [facts.name for code in hand if (facts := known.cards().get(code)) is not None]
        self.said = f"A hand: {', '.join(names)}." if names else "There is no Main Deck to draw from."

    def _save(self) -> None:
        try:
            text = deckbox.from_deck(self.editing.deck, self.title.strip() or "deck")
            kept = deckbox.keep(text, text.title)
        except BadInput as refused:
            self.said = str(refused)
            return
        self.editing.saved()
        self.said = f"Saved as {kept.title}, among your own decks."
        self.rebuild()

    def _leave(self) -> None:
        if self.editing.is_changed:
            words = "What you have changed since it was last saved is lost."
            self.app.ask("Leave without saving?", words, "Leave", self.app.close)
        else:
            self.app.close()
