"""The deck editor: the deck as pictures, a card to read, a search, and what is wrong with the deck."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from client.data import Boxed, deckbox, folder, known
from client.data.editing import CardSearch, Editing, Part
from client.window.app_port import AppPort
from client.window.art import Faces, shared_faces
from client.window.art.drawing import number_words
from client.window.art.marks import attribute
from client.window.look import BODY, CARD, HEADING, MAIN, SECOND, Look, Theme, icon, panel
from client.window.paint.pane import type_line
from client.window.scenes.decks.grid import RATIO, CardGrid
from client.window.scenes.parts import FormScene, Page, told
from client.window.widgets import Button, Chip, Dropdown, Entry, Listing, ListRow, Slider, Stepper, Widget
from shared.cards.facts import Facts
from shared.formats import FORMATS, PLAYED

KINDS = (("Monster", "monster"), ("Spell", "spell"), ("Trap", "trap"))
ATTRIBUTES = ("light", "dark", "earth", "water", "fire", "wind")
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

    def build(self, page: Page) -> Sequence[Widget]:
        return [
            *self._head(page),
            *self._parts(page),
            *search_widgets(page, self.search, self._look_for),
            self._results(page),
            *self._steppers(page),
        ]

    def _head(self, page: Page) -> list[Widget]:
        names = [FORMATS[name].title for name in PLAYED]
        mend = Button(page.box(858, 60, 112, 28), "Remove one", self._remove_one, size=BODY)
        return [
            Entry(
                page.box(296, 14, 210, 32), self.title, limit=60, on_change=partial(setattr, self, "title")
            ),
            Dropdown(
                page.box(514, 14, 170, 32), names, PLAYED.index(self.editing.format_name), self._format,
                label="For",
            ),
            Button(page.box(692, 14, 88, 32), "Test hand", self._hand, size=BODY),
            Button(page.box(788, 14, 56, 32), "Sort", lambda: self._do(self.editing.sort), size=BODY),
            Button(
                page.box(852, 14, 64, 32), "Undo", lambda: self._do(self.editing.undo), size=BODY,
                enabled=self.editing.can_undo,
            ),
            Button(
                page.box(924, 14, 52, 32), "Save", self._save, style="accent", size=BODY,
                enabled=self.editing.is_changed or not self.editing.can_undo,
            ),
            Button(page.box(1176, 14, 88, 32), "Back", self._leave, key="Esc", size=BODY),
            *([mend] if self.editing.excess else []),
        ]  # fmt: skip

    def _parts(self, page: Page) -> list[Widget]:
        wrong, unit = frozenset(self.editing.excess), page.theme.u
        boxes = {
            Part.MAIN: page.box(296, 128, 680, 388),
            Part.EXTRA: page.box(308, 572, 312, 88),
            Part.SIDE: page.box(652, 572, 312, 88),
        }
        return [
            CardGrid(
                box, self.editing.cards(part), self.faces, partial(self._mark, part),
                partial(self._take_out, part), chosen=self._marked.get(part, -1),
                wrong=wrong, widest=round(62 * unit), overlap=part is not Part.MAIN, gap=round(6 * unit),
            )
            for part, box in boxes.items()
        ]  # fmt: skip

    def _results(self, page: Page) -> Listing:
        """The found cards; the list stays the same one, with its place, while the window does."""
        rows, box = [ListRow(facts.name) for facts in self.found], page.box(998, 300, 260, 404)
        if self._listing is not None and self._listing.rect == box:
            self._listing.set_rows(rows)
            return self._listing
        self._listing = Listing(
            box, rows, self._pick, row_height=page.theme.px(52), on_choose=self._choose_found,
            paint_row=self._paint_row, empty="No card fits.",
        )  # fmt: skip
        return self._listing

    def _paint_row(
        self, surface: pygame.Surface, theme: Theme, box: pygame.Rect, index: int, lit: bool
    ) -> None:
        copies = self.editing.deck.cards.count(self.found[index].code)
        results_row(surface, theme, box, self.found[index], self.faces, lit, copies)

    def _steppers(self, page: Page) -> list[Widget]:
        if not self.reading:
            return []
        return [
            Stepper(
                page.box(144, 488 + 44 * row, 120, 32), self.editing.copies(self.reading, part), (0, 60),
                partial(self._set, part), wrong=self.reading in self.editing.excess,
            )
            for row, part in enumerate((self.editing.home(self.reading), Part.SIDE))
        ]  # fmt: skip

    # --- drawing --------------------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        super().update(now)
        self.faces.poll()
        pointer = pygame.mouse.get_pos()
        for widget in self.group.widgets:
            if isinstance(widget, CardGrid) and widget.hovered and (index := widget.index_at(pointer)) >= 0:
                self._show(widget.cards[index])

    def paint(self, page: Page) -> None:
        super().paint(page)
        surface, palette = page.surface, page.palette
        edge = page.box(LEFT, 0, 1, 0).x
        surface.fill(palette.panel, (0, 0, edge, surface.get_height()))
        surface.fill(palette.line, (edge, 0, 1, surface.get_height()))
        page.card(992, 58, 272, 654)
        for x, part in ((296, Part.EXTRA), (640, Part.SIDE)):
            page.card(x, 532, 336, 140)
            title = f"{part.value.title()}  {len(self.editing.cards(part))}"
            page.text(title, (x + 12, 550), MAIN, bold=True)
        search_labels(page, self.search, len(self.found))
        self._paint_main(page)
        self._paint_problems(page)
        self._paint_reading(page)
        words = self.said or "Right click or Del takes a card out; Enter or a click on + puts one in."
        ink = palette.soft if self.said else palette.faint
        page.text(words, (296, 696), SECOND, ink, room=680, least=9)

    def _paint_main(self, page: Page) -> None:
        theme, soft, middle = page.theme, page.palette.soft, page.at(0, 112)[1]
        low, high = FORMATS[self.editing.format_name].main_deck
        words = f"Main  {len(self.editing.deck.main)}"
        end = page.text(words, (296, 112), HEADING - 4, bold=True).right
        span = f"of {low} to {high}" if high is not None else f"of {low} or more"
        theme.text(page.surface, span, (end + theme.px(8), middle), BODY, soft)
        names = zip((976, 876, 776), self.editing.kinds[::-1], ("Traps", "Spells", "Monsters"), strict=True)
        for x, count, name in names:
            left = page.text(name, (x, 112), BODY, soft, anchor="rm").x - theme.px(6)
            theme.text(page.surface, str(count), (left, middle), MAIN, bold=True, anchor="rm")

    def _paint_problems(self, page: Page) -> None:
        theme, palette, problems = page.theme, page.palette, self.editing.problems
        if not problems:
            page.icon("check", (308, 74), 13, palette.good)
            words = f"May be played in {FORMATS[self.editing.format_name].title}."
            page.text(words, (326, 74), BODY, palette.soft)
            return
        box = page.box(296, 58, 680, 32)
        panel(page.surface, box, palette.raised, palette.harm, max(1.5, palette.thin), theme.px(8))
        page.icon("warning", (316, 74), 16, palette.harm)
        count = f"{len(problems)} thing{'s' * (len(problems) != 1)} to fix:"
        end = page.text(count, (334, 74), BODY, bold=True).right + theme.px(6)
        room = box.right - end - theme.px(128 if self.editing.excess else 12)
        theme.text(page.surface, problems[0], (end, page.at(0, 74)[1]), BODY, room=room, least=9.5)

    def _paint_reading(self, page: Page) -> None:
        facts = known.cards().get(self.reading)
        if facts is None:
            return
        preview(page, facts, self.faces)
        home = self.editing.home(self.reading)
        for row, words in enumerate((f"{home.value.title()} Deck", "Side Deck")):
            page.text(words, (16, 504 + 44 * row), MAIN)
        if home is not Part.MAIN:
            return
        size = FORMATS[self.editing.format_name].opening_hand
        told = {
            f"In the opening hand of {size}": size,
            "By turn 3, going first": self.editing.opening_draws(3),
        }
        for row, (words, draws) in enumerate(told.items()):
            odds, y = f"{self.editing.odds(self.reading, draws) * 100:.1f} %", 606 + 28 * row
            page.text(words, (16, y), BODY, page.palette.soft, room=248 * 0.6, least=10)
            page.text(odds, (264, y), MAIN, bold=True, anchor="rm", room=248 * 0.5, least=10)

    # --- wishes ---------------------------------------------------------------------------------------------

    def pressed(self, name: str) -> None:
        if name == "Ctrl+Z":
            self._do(self.editing.undo)
        elif name == "Ctrl+S":
            self._save()

    def unused(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self._right_click(event.pos)
        else:
            super().unused(event)

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
        with told(partial(setattr, self, "said")):
            text = deckbox.from_deck(self.editing.deck, self.title.strip() or "deck")
            kept = deckbox.keep(text, text.title)
            self.editing.saved()
            self.said = f"Saved as {kept.title}, among your own decks."
            self.rebuild()

    def _leave(self) -> None:
        if self.editing.is_changed:
            words = "What you have changed since it was last saved is lost."
            self.app.ask("Leave without saving?", words, "Leave", self.app.close)
        else:
            self.app.close()


def search_widgets(page: Page, search: CardSearch, look: Callable[[CardSearch], object]) -> list[Widget]:
    """Words, kinds, attributes, level, ATK and DEF."""

    def changed(name: str, value: Any) -> None:
        look(replace(search, **{name: value}))

    def switched(part: str, name: str, on: bool) -> None:
        now: frozenset[str] = getattr(search, part)
        changed(part, now | {name} if on else now - {name})

    def numbered(name: str, words: str) -> None:
        changed(name, int(words) if words.isdecimal() else None)

    return [
        Entry(
            page.box(1004, 70, 248, 36), search.words, placeholder="Name or text", image="search",
            on_change=partial(changed, "words"), limit=60,
        ),
        *(
            Chip(
                page.box(1004 + 85 * column, 116, 78, 28), title, name in search.kinds,
                partial(switched, "kinds", name),
            )
            for column, (title, name) in enumerate(KINDS)
        ),
        *(
            Chip(
                page.box(1004 + 42.6 * column, 152, 35, 35), "", name in search.attributes,
                partial(switched, "attributes", name), paint=partial(_paint_attribute, name),
            )
            for column, name in enumerate(ATTRIBUTES)
        ),
        Slider(page.box(1056, 196, 140, 28), (0, 12), search.levels, partial(changed, "levels")),
        *(
            Entry(
                page.box(x, 230, 72, 30), "" if value is None else str(value), placeholder="from", limit=4,
                on_change=partial(numbered, name),
            )
            for x, name, value in ((1040, "attack", search.attack), (1180, "defense", search.defense))
        ),
    ]  # fmt: skip


def _paint_attribute(name: str, surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
    attribute(surface, name, box.center, box.h * 0.72)


def search_labels(page: Page, search: CardSearch, found: int) -> None:
    """The words beside the search's widgets."""
    soft, (low, high) = page.palette.soft, search.levels
    page.text("Level", (1004, 210), BODY, soft)
    span = "any" if (low, high) == (0, 12) else f"{low} – {high}"
    page.text(span, (1252, 210), BODY, bold=True, anchor="rm")
    page.text("ATK", (1004, 245), SECOND, soft, bold=True)
    page.text("DEF", (1144, 245), SECOND, soft, bold=True)
    page.fill(page.palette.line, 1004, 270, 248, 1)
    page.text(f"{found} found", (1004, 286), SECOND, soft)


def results_row(
    surface: pygame.Surface,
    theme: Theme,
    row: pygame.Rect,
    facts: Facts,
    faces: Faces,
    lit: bool,
    copies: int,
) -> None:
    """A found card: its face, name, what it is, how often the deck has it, and the + that puts one in."""
    palette = theme.palette
    box = row.inflate(0, -theme.px(4))
    if lit:
        panel(surface, box, palette.raised, palette.strong, palette.thin, theme.px(6))
    wide = round((box.h - theme.px(8)) / RATIO)
    size = (wide, round(wide * RATIO))
    surface.blit(faces.get(facts, size, "board"), (box.x + theme.px(8), box.centery - size[1] / 2))
    x = box.x + theme.px(16) + wide
    room = box.right - theme.px(40) - x
    theme.text(surface, facts.name, (x, box.centery - theme.px(9)), BODY, bold=True, room=room, least=9)
    at = (x, box.centery + theme.px(10))
    theme.text(surface, _line(facts), at, SECOND, palette.soft, room=room, least=9)
    right = box.right - theme.px(10)
    if copies:
        at = (right, box.centery - theme.px(10))
        theme.text(surface, f"×{copies}", at, BODY, bold=True, anchor="rm")
    if lit:
        icon(surface, "plus", (right - theme.px(8), box.centery + theme.px(11)), theme.px(13), palette.accent)


def _line(facts: Facts) -> str:
    if not facts.is_monster:
        return type_line(facts)
    stars = facts.level or facts.rank or facts.link
    word = "Link " if facts.link else "Rank " if facts.rank else "Level "
    numbers = "/".join(number_words(value) for value in (facts.attack, facts.defense) if value is not None)
    return f"{word}{stars}  {numbers}"


def preview(page: Page, facts: Facts, faces: Faces) -> None:
    """Everything printed on the card being read."""
    surface, palette, art = page.surface, page.palette, page.box(16, 16, 248, 156)
    surface.blit(faces.get(facts, art.size, "wide"), art)
    page.text(facts.name, (16, 191), CARD, bold=True, room=214, least=10)
    attribute(surface, facts.attribute, page.at(253, 191), page.theme.px(22))
    page.text(type_line(facts), (16, 216), SECOND, palette.soft, room=160, least=9)
    page.text(f"No. {facts.code:08d}", (264, 216), SECOND - 1, palette.faint, anchor="rm")
    page.fill(palette.line, 16, 232, 248, 1)
    words = "\n".join(filter(None, (facts.pendulum_text, facts.text)))
    ink = palette.text if words else palette.faint
    page.wrapped(words or "No effect.", (16, 242), 248, BODY, ink, lines=8)
    if facts.is_monster:
        _numbers(page, facts)
    page.fill(palette.line, 16, 470, 248, 1)


def _numbers(page: Page, facts: Facts) -> None:
    theme, palette = page.theme, page.palette
    box = page.box(16, 400, 248, 56)
    panel(page.surface, box, palette.sunk, palette.line, palette.thin, theme.px(8))
    stars = facts.level or facts.rank
    second = ("LINK", str(facts.link)) if facts.link else ("DEF", number_words(facts.defense))
    third = ("RANK" if facts.rank else "LEVEL", str(stars)) if stars else ("", "")
    told = (("ATK", number_words(facts.attack)), second, third)
    for column, (label, value) in enumerate(told):
        page.text(label, (28 + 80 * column, 418), SECOND - 1, palette.soft, bold=True)
        page.text(value, (28 + 80 * column, 440), MAIN + 2, bold=True)
