"""The deck editor: the deck as pictures, a card preview, a search, and the deck's problems."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from facedown_client.data import DeckEntry, banlists, deck_entries, preferences
from facedown_client.data.deck_editor import ARENA, DeckEditor, Part
from facedown_client.model import card_catalogue
from facedown_client.window.app_port import AppPort
from facedown_client.window.art import Faces
from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, Look, Theme, panel
from facedown_client.window.scenes.decks.card_text import draw_pane
from facedown_client.window.scenes.decks.cards_scene import PANE_EDGE_PX, CardsScene, Cargo, PartBox
from facedown_client.window.scenes.decks.grid import CardGrid
from facedown_client.window.scenes.decks.hand import HandScene
from facedown_client.window.scenes.decks.reasons import ReasonsScene
from facedown_client.window.scenes.decks.search import SearchPanel, results_row
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page, show_errors
from facedown_client.window.widgets import (
    Button,
    Dropdown,
    Entry,
    ListBox,
    ListRow,
    Paragraph,
    Stepper,
    Widget,
)
from facedown_shared.cards.facts import Facts
from facedown_shared.decks import card_search
from facedown_shared.decks.banlists import NO_LIMITS
from facedown_shared.decks.card_search import AllowedCopies, CardSearch
from facedown_shared.tables import DECK_FORMATS, FORMATS
from facedown_shared.text import _, gettext_noop, ngettext

HINT = gettext_noop(
    "Drag cards, or right click. Keys: Enter puts one in, Del takes it out, S to the Side, M back."
)


PLACES = {
    "hero": gettext_noop("Hero"), "weapon": gettext_noop("Weapon"), "head": gettext_noop("Head"),
    "chest": gettext_noop("Chest"),
    "arms": gettext_noop("Arms"), "legs": gettext_noop("Legs"),
}  # fmt: skip
"""Places in the arena where a card begins."""


class EditorScene(CardsScene):
    """Scene to edit one deck.

    `patience` is the time budget of the first picture in seconds; beyond it, the preview is drawn in the
    next.
    """

    def __init__(
        self, look: Look, app: AppPort, deck: DeckEntry, faces: Faces | None = None,
        patience: float = math.inf,
    ) -> None:  # fmt: skip
        super().__init__(look, app, faces)
        self._patience, self._is_behind = patience, False
        self.title, self.key = deck.display_title, deck.key
        format_name = next((name for name in DECK_FORMATS if not deck.reasons(name)), deck.game.name)
        self.lists = banlists.known_lists(app.preferences.cards)
        limits = self.lists.get(app.preferences.banlist, NO_LIMITS)
        self.editing = DeckEditor(deck.deck, format_name, limits)
        self.search = CardSearch.for_format(self.editing.rules)
        self.found = self.search.matching_cards(card_catalogue.cards())
        self.choose_card(next(iter(deck.deck.cards), 0))
        self._listing: ListBox | None = None
        self._listed: list[Facts] = []
        """The cards of the list's rows. There may be many, so their rows are made once."""

    @property
    def parts(self) -> DeckEditor:
        return self.editing

    # --- layout ---------------------------------------------------------------------------------------------

    def build(self, page: Page) -> Sequence[Widget]:
        seeking = self._search_widgets(page)
        return [
            *self._head(page),
            *self._problem_buttons(page),
            *self._grids(page),
            *seeking.widgets(),
            self._results(page, seeking.bottom),
            *self._steppers(page),
        ]

    def _search_widgets(self, page: Page) -> SearchPanel:
        hero = card_search.hero_of(self.editing.deck.extra, card_catalogue.cards())
        return SearchPanel(page, self.search, self._set_search, hero, card_catalogue.find_facts(self.reading))

    def _head(self, page: Page) -> list[Widget]:
        names, lists = [_(FORMATS[name].title) for name in DECK_FORMATS], [_("None"), *self.lists]
        chosen = lists.index(self.editing.limits.name) if self.editing.limits.name in lists else 0
        return [
            Entry(
                page.box(296, 14, 186, 32), self.title, limit=60, on_change=partial(setattr, self, "title"),
                label=_("Name of the deck"),
            ),
            Dropdown(
                page.box(490, 14, 166, 32), names, DECK_FORMATS.index(self.editing.format_name), self._format,
                label=_("For"),
            ),
            Dropdown(page.box(664, 14, 168, 32), lists, chosen, self._banlist, label=_("Banlist")),
            Button(page.box(840, 14, 84, 32), _("Test hand"), self._hand, size=BODY_PX),
            Button(page.box(932, 14, 52, 32), _("Sort"), lambda: self._run_change(self.editing.sort),
            size=BODY_PX),
            Button(
                page.box(992, 14, 60, 32), _("Undo"), lambda: self._run_change(self.editing.undo),
                size=BODY_PX,
                enabled=self.editing.can_undo,
            ),
            Button(
                page.box(1060, 14, 72, 32), _("Save"), self._save, style="accent", size=BODY_PX,
                enabled=self.editing.is_changed or not self.editing.can_undo,
            ),
            Button(page.box(1176, 14, 88, 32), _("Back"), self._leave, key="Esc", size=BODY_PX),
        ]  # fmt: skip

    def _problem_buttons(self, page: Page) -> list[Widget]:
        """Return the buttons beside the problems: show all of them, and remove a copy too many."""
        everything = Button(page.box(790, 60, 60, 28), _("All…"), self._show_problems, size=BODY_PX)
        mend = Button(page.box(858, 60, 112, 28), _("Remove one"), self._remove_one, size=BODY_PX)
        many = len(self.editing.problems) > 1
        return [*([everything] if many else []), *([mend] if self.editing.excess else [])]

    def _grids(self, page: Page) -> list[CardGrid]:
        """Return the grids of the parts. With heroes, the wider box is the arena's and captions name each
        card's place.
        """
        arena = bool(self.editing.rules.heroes)
        split, high = (752, 84) if arena else (632, 106)
        self.boxes = {
            Part.MAIN: PartBox(page.box(296, 128, 680, 388), page.box(296, 98, 680, 426)),
            Part.EXTRA: PartBox(
                page.box(308, 566, split - 320, high), page.box(296, 532, split - 296, 148), overlap=True,
                captions=arena,
            ),
            Part.SIDE: PartBox(
                page.box(split + 20, 566, 944 - split, high), page.box(split + 8, 532, 968 - split, 148),
                overlap=True, captions=arena,
            ),
        }  # fmt: skip
        wrong = frozenset(self.editing.excess)
        grids = []
        for part, box in self.boxes.items():
            made = self.grid(page, part, box, self.editing.cards(part), self.editing.title(part))
            made.wrong = wrong
            if arena and part is Part.EXTRA:
                made.words = [place_of(code) for code in made.cards]
            marks = {code: self.editing.mark(code) for code in dict.fromkeys(made.cards)}
            made.limits = {code: number for code, number in marks.items() if number is not None}
            grids.append(made)
        return grids

    def _results(self, page: Page, top: float) -> ListBox:
        """Return the list of search results. One list is reused, so that it keeps its scroll position."""
        box = page.box(998, top, 260, 704 - top)
        if self._listing is not None and self._listing.rect == box and self._listed is self.found:
            return self._listing
        self._listed, rows = self.found, [ListRow(facts.name) for facts in self.found]
        if self._listing is not None and self._listing.rect == box:
            self._listing.set_rows(rows)
            return self._listing
        self._listing = ListBox(
            box, rows, self._pick, row_height=page.theme.px(52), on_choose=self._choose_result,
            paint_row=self._paint_row, empty=_("No card fits."),
            label=_("Cards found"),
        )  # fmt: skip
        return self._listing

    def _paint_row(
        self, surface: pygame.Surface, theme: Theme, box: pygame.Rect, index: int, lit: bool
    ) -> None:
        if not 0 <= index < len(self.found):
            return
        facts, editing = self.found[index], self.editing
        copies = editing.deck.cards.count(facts.code)
        results_row(surface, theme, box, facts, self.faces, lit, copies, editing.mark(facts.code))

    def _steppers(self, page: Page) -> list[Widget]:
        if not self.reading:
            return []
        most = max(self.editing.rules.copies, self.editing.deck.cards.count(self.reading))
        return [
            Stepper(
                page.box(144, 536 + 42 * row, 120, 32), self.editing.copies(self.reading, part), (0, most),
                partial(self._set, part), wrong=self.reading in self.editing.excess,
            )
            for row, part in enumerate((self.editing.home(self.reading), Part.SIDE))
        ]  # fmt: skip

    # --- drawing --------------------------------------------------------------------------------------------

    def next_change(self, now: float) -> float:
        """Return the time of the next frame: at once while the preview is missing."""
        return now if self._is_behind else super().next_change(now)

    def paint(self, page: Page) -> None:
        end, self._patience = time.perf_counter() + self._patience, math.inf
        super().paint(page)
        draw_pane(page, PANE_EDGE_PX)
        page.card(992, 58, 272, 654)
        split = 752 if self.editing.rules.heroes else 632
        for x, wide, part in ((296, split - 296, Part.EXTRA), (split + 8, 968 - split, Part.SIDE)):
            page.card(x, 532, wide, 148)
            self._paint_title(page, part, (x + 12, 550), x + wide - 12)
        self._search_widgets(page).paint(len(self.found))
        self._paint_title(page, Part.MAIN, (296, 112), 976)
        self._paint_problems(page)
        self._is_behind = time.perf_counter() > end
        if not self._is_behind:
            self._paint_reading(page)
        ink = page.palette.soft if self.said else page.palette.faint
        page.text(self.said or _(HINT), (296, 696), SECOND_PX, ink, room=680, least=9)

    def _paint_title(self, page: Page, part: Part, at: tuple[float, float], right: float) -> None:
        """Draw a part's name and size, and at the right what it consists of, or what the arena lacks."""
        theme, soft, editing = page.theme, page.palette.soft, self.editing
        count, most = len(editing.cards(part)), editing.max_cards(part)
        title = editing.title(part)
        end = page.text(f"{title}  {count}", at, MAIN_PX, bold=True).right + theme.px(8)
        least = editing.rules.main_deck[0] if part is Part.MAIN else 0
        span = size_words(least, most)
        end = theme.draw_text(page.surface, span, (end, page.point(*at)[1]), BODY_PX, soft).right + theme.px(
            18
        )
        if part is Part.MAIN and editing.cost is not None:
            self._paint_cost(
                page, (end, page.point(*at)[1]), page.point(right - 105 * len(editing.kind_counts), 0)[0]
            )
        if part is Part.EXTRA and editing.rules.heroes and (lacking := empty_places(editing.cards(part))):
            words = _("nothing for {places}", places=", ".join(lacking))
            room = right - at[0] - 180
            page.text(words, (right, at[1]), SECOND_PX, soft, anchor="rm", room=room, least=8.5)
        for step, (name, number) in enumerate(reversed(editing.kind_counts) if part is Part.MAIN else ()):
            x = right - 105 * step
            left = page.text(_(name), (x, at[1]), BODY_PX, soft, anchor="rm").x - theme.px(6)
            theme.draw_text(
                page.surface, str(number), (left, page.point(*at)[1]), MAIN_PX, bold=True, anchor="rm"
            )

    def _paint_cost(self, page: Page, at: tuple[int, int], right: int) -> None:
        """Draw the cost of the whole deck in games whose cards cost points."""
        points, cap = self.editing.cost or (0, 0)
        words = _("{points} of {cap} points in all", points=points, cap=cap)
        if not self.editing.has_points:
            words = _("no list with points")
        ink = page.palette.harm if points > cap else page.palette.soft
        page.theme.draw_text(page.surface, words, at, BODY_PX, ink, room=right - at[0], least=8.5)

    def _paint_problems(self, page: Page) -> None:
        theme, palette, problems = page.theme, page.palette, self.editing.problems
        if not problems:
            page.icon("check", (308, 74), 13, palette.good)
            title, name = _(self.editing.rules.title), self.editing.limits.name
            words = (
                _("May be played in {format}, by the list {name}.", format=title, name=name)
                if name
                else _("May be played in {format}.", format=title)
            )
            page.text(words, (326, 74), BODY_PX, palette.soft, room=640, least=9)
            return
        box = page.box(296, 58, 680, 32)
        panel(page.surface, box, palette.raised, palette.harm, max(1.5, palette.thin), theme.px(8))
        page.icon("warning", (316, 74), 16, palette.harm)
        count = ngettext("{count} thing to fix:", "{count} things to fix:", len(problems))
        end = page.text(count, (334, 74), BODY_PX, bold=True).right + theme.px(6)
        taken = 12 + 116 * bool(self.editing.excess) + 68 * (len(problems) > 1)
        taken = max(taken, 194 * (len(problems) > 1))
        room = box.right - end - theme.px(taken)
        theme.draw_text(page.surface, problems[0], (end, page.point(0, 74)[1]), BODY_PX, room=room, least=9)

    def _paint_reading(self, page: Page) -> None:
        facts = card_catalogue.find_facts(self.reading)
        if facts is None:
            return
        self._draw_preview(page, 11)
        page.fill(page.palette.line, 16, 521, 248, 1)
        home = self.editing.home(self.reading)
        for row, part in enumerate((home, Part.SIDE)):
            page.text(self.editing.title(part), (16, 552 + 42 * row), MAIN_PX, room=120, least=10)
        if home is not Part.MAIN:
            return
        size = self.editing.rules.opening_hand
        labels = {_("In the opening hand of {count}", count=size): size}
        if not self.editing.rules.by_hand:
            labels[_("By turn 3, going first")] = self.editing.opening_draws(3)
        for row, (words, draws) in enumerate(labels.items()):
            odds, y = f"{self.editing.odds(self.reading, draws) * 100:.1f} %", 646 + 28 * row
            page.text(words, (16, y), BODY_PX, page.palette.soft, room=178, least=10)
            page.text(odds, (264, y), MAIN_PX, bold=True, anchor="rm", room=66, least=10)

    # --- the pointer ----------------------------------------------------------------------------------------

    def handle_unused(self, event: pygame.event.Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self._right_click(event.pos)
        else:
            super().handle_unused(event)

    def _right_click(self, at: tuple[int, int]) -> None:
        """Remove the card of the deck at a point, or add the search result there."""
        for part, grid in self.grids.items():
            if (index := grid.index_at(at)) >= 0:
                self.send_to(Cargo(grid.cards[index], part, index), None)
                return
        if (found := self.result_at(at)) is not None:
            self._add_copy(found[0])

    def result_at(self, at: tuple[int, int]) -> tuple[int, pygame.Rect] | None:
        listing = self._listing
        index = listing.index_at(at) if listing is not None else -1
        if listing is None or not 0 <= index < len(self.found):
            return None
        return self.found[index].code, listing.row(index)

    def removes_at(self, at: tuple[int, int]) -> bool:
        """Return whether a point is over the search results, where a dropped card leaves the deck."""
        return self._listing is not None and at[0] >= self._listing.rect.x

    # --- requests -------------------------------------------------------------------------------------------

    def handle_key(self, name: str) -> None:
        cargo = self.focused_card or self._focused_result
        if name == "Ctrl+Z":
            self._run_change(self.editing.undo)
        elif name == "Ctrl+S":
            self._save()
        elif cargo is not None and name == "S" and cargo.start is not Part.SIDE:
            self.send_to(cargo, Part.SIDE)
        elif cargo is not None and name == "M" and cargo.start in (Part.SIDE, None):
            self.send_to(cargo, self.editing.home(cargo.code))

    @property
    def _focused_result(self) -> Cargo | None:
        """The search result with the keyboard focus."""
        listing = self._listing
        if listing is None or not listing.focused or not 0 <= listing.chosen < len(self.found):
            return None
        return Cargo(self.found[listing.chosen].code, None)

    def act(self, part: Part, code: int) -> None:
        self.send_to(Cargo(code, part, self.marked.get(part, -1)), None)

    def _add_copy(self, code: int) -> None:
        """Add a copy of a card to the part where it belongs."""
        self.send_to(Cargo(code, None), self.editing.home(code))

    def _pick(self, index: int) -> None:
        """Choose a search result. Enter, or a click on the + at its right end, adds it to the deck."""
        code, listing, at = self.found[index].code, self._listing, pygame.mouse.get_pos()
        self.choose_card(code)
        clicked = listing is not None and listing.hovered and listing.rect.collidepoint(at)
        if listing is None or not clicked or at[0] > listing.rect.right - listing.row_height:
            self._add_copy(code)

    def _choose_result(self, index: int) -> None:
        if 0 <= index < len(self.found):
            self.choose_card(self.found[index].code)

    def _set_search(self, search: CardSearch) -> None:
        pool = card_catalogue.cards()
        allowed = AllowedCopies.by_list(self.editing.rules, self.editing.limits, pool)
        self.search = replace(search, allowed=allowed)
        self.found = self.search.matching_cards(pool)
        if self._listing is not None:
            self._listing.chosen = -1
            self._listing.scroll(-self._listing.content)
        self.rebuild()

    def _remove_one(self) -> None:
        """Remove the last copy too many."""
        code = next(iter(self.editing.excess))
        part = next(part for part in (Part.SIDE, *Part) if self.editing.copies(code, part))
        self._run_change(lambda: self.editing.remove(code, part))

    def _show_problems(self) -> None:
        self.app.open_scene(ReasonsScene(self.look, self.app, self.editing.problems))

    def _set(self, part: Part, count: int) -> None:
        """Set the number of copies in a part, up to the limit; show the reason why the rest was rejected."""
        code = self.reading
        while self.editing.copies(code, part) != count:
            less = self.editing.copies(code, part) > count
            if not self.send_to(Cargo(code, part if less else None), None if less else part):
                break
        self.rebuild()

    def _run_change(self, change: Callable[[], object]) -> None:
        change()
        self.said = ""
        self.rebuild()

    def _format(self, index: int) -> None:
        self.editing.format_name = DECK_FORMATS[index]
        if self.editing.rules.point_cap is not None and not self.editing.has_points:
            self.editing.limits = next(
                (row for row in self.lists.values() if row.point_cap is not None), self.editing.limits
            )
        if card_search.terms(self.editing.rules) is not self.search.terms:
            self._set_search(CardSearch.for_format(self.editing.rules))
        else:
            self._set_search(self.search)
        self.rebuild()

    def _banlist(self, index: int) -> None:
        name = [*self.lists][index - 1] if index else ""
        self.editing.limits = self.lists.get(name, NO_LIMITS)
        self._set_search(self.search)
        self.app.save_preferences(preferences.replace(self.app.preferences, banlist=name))
        self.rebuild()

    def _hand(self) -> None:
        if not self.editing.deck.main:
            self.said = _("There are no cards to draw.")
            return
        main, rules = self.editing.deck.main, self.editing.rules
        self.app.open_scene(HandScene(self.look, self.app, main, rules, self.faces))

    def _save(self) -> None:
        with show_errors(partial(setattr, self, "said")):
            title = self.title.strip() or "deck"
            entry = deck_entries.save_deck(
                deck_entries.from_deck(self.editing.deck, title), title, over=self.key
            )
            self.editing.mark_saved()
            self.key = entry.key
            self.said = _("Saved as {title}, among your own decks.", title=entry.title)
            self.rebuild()

    def _leave(self) -> None:
        if self.editing.is_changed:
            self.app.open_scene(UnsavedChangesScene(self.look, self.app, self._save_and_leave))
        else:
            self.app.close()

    def _save_and_leave(self) -> None:
        """Save the deck and leave; show the reason if it cannot be saved."""
        self._save()
        if not self.editing.is_changed:
            self.app.close()


def size_words(least: int, most: int | None) -> str:
    """Return the allowed size of a part in words."""
    if not most:
        return _("of {least} or more", least=least)
    return _("of {least} to {most}", least=least, most=most) if least else _("of {most}", most=most)


def place_of(code: int) -> str:
    """Return the place in the arena where a card begins: "Hero", "Head"."""
    facts = card_catalogue.find_facts(code)
    return next((_(PLACES[place]) for place in ARENA if facts is not None and place in facts.kinds), "")


def empty_places(cards: Sequence[int]) -> list[str]:
    """Return the places in the arena for which a deck has no card."""
    filled = set(map(place_of, cards))
    return [word for place in ARENA if (word := _(PLACES[place])) not in filled]


class UnsavedChangesScene(Overlay):
    """Dialog with the choices for unsaved changes. "Save" has the focus."""

    title = gettext_noop("Leave the editor?")
    wide = 560

    def __init__(self, look: Look, app: AppPort, save: Callable[[], object]) -> None:
        super().__init__(look, app)
        self.save = save

    def build(self, page: Page) -> Sequence[Widget]:
        words = _("The deck has been changed since it was last saved.")
        return [
            Paragraph(page.box(24, 64, page.wide - 48, page.high - 136), words),
            Button(page.foot(24, 190), _("Save and leave"), self._save, style="accent").with_focus(),
            Button(page.foot(226, 150), _("Leave"), self._leave, style="harm"),
            Button(page.foot(388, 148), _("Stay"), self.dismiss, key="Esc"),
        ]

    def _save(self) -> None:
        self.app.close()
        self.save()

    def _leave(self) -> None:
        self.app.close()
        self.app.close()
