"""The player's decks, ready-made and their own.

The scene shows each deck's cards and the formats that allow it, or why they do not. Decks can be pasted,
copied, renamed, deleted and restored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec

from facedown_client.data import DeckEntry, banlists, deck_entries, preferences
from facedown_client.data.deck_box import DeckBox
from facedown_client.data.deck_editor import Part
from facedown_client.model import card_catalogue
from facedown_client.window.app_port import AppPort
from facedown_client.window.art import Faces
from facedown_client.window.look import BODY_PX, SECOND_PX, Look
from facedown_client.window.scenes.decks.card_form import CardScene
from facedown_client.window.scenes.decks.card_text import draw_pane
from facedown_client.window.scenes.decks.cards_scene import PANE_EDGE_PX, CardsScene, PartBox
from facedown_client.window.scenes.decks.hand import HandScene
from facedown_client.window.scenes.decks.reasons import ReasonList
from facedown_client.window.scenes.dialogs import NameScene
from facedown_client.window.scenes.parts import Page, show_errors
from facedown_client.window.widgets import (
    Button,
    Dropdown,
    Entry,
    ListBox,
    ListRow,
    Segments,
    Widget,
    read_clipboard,
    write_clipboard,
)
from facedown_shared.cards.facts import Facts
from facedown_shared.decks import decks
from facedown_shared.decks.banlists import NO_LIMITS, Limits
from facedown_shared.decks.decks import Deck
from facedown_shared.manual.game import TEXT
from facedown_shared.manual.games import terms_of
from facedown_shared.tables import Format
from facedown_shared.text import _, ngettext

LEFT_PX, RIGHT_PX = 640, 1248
"""Left and right edge of the area for the chosen deck, in design pixels."""
ROWS = {Part.MAIN: (0.0, 0.56), Part.EXTRA: (0.57, 0.78), Part.SIDE: (0.79, 1.0)}
"""Top and bottom of each part, as shares of the available height."""


class DecksScene(CardsScene):
    """Scene that lists the player's decks."""

    def __init__(self, look: Look, app: AppPort, faces: Faces | None = None) -> None:
        super().__init__(look, app, faces)
        self.box = DeckBox(app.preferences.deck, app.preferences.table.format)
        self.trouble = False
        """Whether the message is about an error."""
        self.lists = banlists.known_lists(app.preferences.cards)
        self.format_name = ""
        self._look_at = 0.0
        self._judged: tuple[object, list[str]] = (None, [])
        self._listing: ListBox | None = None
        self._update_chosen()

    def update(self, now: float) -> None:
        super().update(now)
        if now >= self._look_at:
            self._look_at = now + 1.0
            if self.box.has_changed():
                self._update_chosen()

    def next_change(self, now: float) -> float:
        """Return the time of the next frame: at the latest when the deck folder is checked again."""
        return min(self._look_at, super().next_change(now))

    @property
    def deck(self) -> DeckEntry:
        """The chosen deck."""
        return self.box.chosen

    @property
    def _format(self) -> Format:
        """The format that the deck is checked against: the chosen one, if it is a format of the deck's
        game.
        """
        rows = self.deck.game_formats
        return next((rules for rules in rows if rules.name == self.format_name), rows[0])

    @property
    def _limits(self) -> Limits:
        """The banlist that the deck is checked against."""
        return self.lists.get(self.app.preferences.banlist, NO_LIMITS)

    @property
    def _reasons(self) -> list[str]:
        """The reasons why the format and the banlist reject the deck; computed once per deck and choice."""
        about = (self.deck.deck, self._format.name, self.app.preferences.banlist, id(card_catalogue.cards()))
        if self._judged[0] != about:
            self._judged = (about, self.deck.reasons(self._format.name, self._limits))
        return self._judged[1]

    @property
    def _top(self) -> int:
        """The y at which the cards begin: below up to three lines of reasons."""
        return 236 + 28 * min(3, len(self._reasons))

    def _update_chosen(self) -> None:
        """Update the scene after another deck was chosen or the deck has changed."""
        deck = self.deck
        allowing = (rules.name for rules in deck.game_formats if not deck.reasons(rules.name))
        self.format_name = next(allowing, deck.game.name)
        self.choose_card(next(iter(deck.deck.cards), 0))
        self.rebuild()

    # --- layout ---------------------------------------------------------------------------------------------

    def build(self, page: Page) -> Sequence[Widget]:
        reasons = self._reasons
        box = page.box(LEFT_PX, 226, RIGHT_PX - LEFT_PX, self._top - 232)
        listed = [ReasonList(box, reasons, page.theme)] if reasons else []
        return [
            *self._list(page),
            *self._acts(page),
            *self._judgement_choices(page),
            *listed,
            *self._grids(page, self._top),
            *self._foot(page),
        ]

    def _list(self, page: Page) -> list[Widget]:
        """Return the search field and the deck list. The list keeps its scroll position while the window is
        open.
        """
        search = Entry(
            page.box(308, 72, 292, 36), self.box.words, placeholder=_("Title or card"), image="search",
            limit=60, on_change=self._set_search,
        )  # fmt: skip
        used, box = self.app.preferences.deck, page.box(308, 118, 292, 464)
        rows = [
            ListRow(
                deck.display_title,
                deck.sizes,
                _("in use") if deck.key == used else "",
                letter=deck.display_title,
            )
            for deck in self.box.matching_decks
        ]
        if self._listing is None or self._listing.rect != box:
            self._listing = ListBox(
                box, rows, self._choose, row_height=page.theme.px(58), on_choose=self._choose,
                empty=_("No deck fits."),
            )  # fmt: skip
        self._listing.set_rows(rows)
        self._listing.chosen = self.box.chosen_index
        new = partial(self.app.edit_deck, deck_entries.from_deck(Deck(), _("New deck")))
        return [
            search,
            self._listing,
            Button(page.box(308, 592, 142, 36), _("New deck"), new, key="N", size=BODY_PX),
            Button(page.box(458, 592, 142, 36), _("Paste"), self._paste, key="V", size=BODY_PX),
        ]

    def _acts(self, page: Page) -> list[Widget]:
        """Return the buttons for the chosen deck."""
        deck, own, put = self.deck, self.box.is_own, page.box
        copied = _("Copy as {form}", form=_(self._copy_form))
        return [
            Button(
                put(LEFT_PX, 102, 164, 36),
                _("Play with this"),
                self._use,
                style="outline",
                key="P",
                size=BODY_PX,
            ),
            Button(
                put(812, 102, 100, 36), _("Edit"), lambda: self.app.edit_deck(deck), key="E", size=BODY_PX
            ),
            Button(put(920, 102, 136, 36), _("Test hand"), self._hand, key="H", size=BODY_PX),
            Button(put(1064, 102, 184, 36), copied, self._copy, key="C", size=BODY_PX),
            Button(put(LEFT_PX, 146, 164, 36), _("Make a copy"), self._duplicate, key="D", size=BODY_PX),
            Button(put(812, 146, 116, 36), _("Rename"), self._rename, key="R", size=BODY_PX, enabled=own),
            Button(put(936, 146, 120, 36), _("Delete"), self._delete, key="Del", size=BODY_PX, enabled=own),
        ]

    def _judgement_choices(self, page: Page) -> list[Widget]:
        """Return the choices of format and banlist that the deck is checked against."""
        formats, lists = self.deck.game_formats, [_("None"), *self.lists]
        name = self.app.preferences.banlist
        made: list[Widget] = [
            Dropdown(
                page.box(1064, 146, 184, 36), lists, lists.index(name) if name in self.lists else 0,
                self._banlist, label=_("Banlist"),
            )
        ]  # fmt: skip
        if len(formats) > 1:
            titles = [_(rules.title) for rules in formats]
            chosen = formats.index(self._format)
            made.append(Segments(page.box(LEFT_PX, 190, 320, 30), titles, chosen, self._judge_by))
        return made

    def _grids(self, page: Page, top: float) -> list[Widget]:
        high = 632 - top
        return [
            self.grid(
                page,
                part,
                PartBox(
                    page.box(LEFT_PX, top + high * start + 20, RIGHT_PX - LEFT_PX, high * (end - start) - 24),
                    page.box(LEFT_PX, top + high * start, RIGHT_PX - LEFT_PX, high * (end - start)),
                    part is not Part.MAIN,
                ),
                self.deck.deck.parts[part.number],
                _(self.deck.game.parts[part.number]),
            )
            for part, (start, end) in ROWS.items()
        ]

    def _foot(self, page: Page) -> list[Widget]:
        undo = Button(page.box(462, 656, 142, 40), _("Undo"), self._undo, key="Ctrl+Z", size=BODY_PX)
        return [
            Button(page.box(296, 656, 152, 40), _("Back"), self.app.close, key="Esc"),
            *([undo] if self.box.last_deleted else []),
            Button(page.box(1080, 656, 184, 40), _("Type a card in"), self._type_in, key="I", size=BODY_PX),
        ]

    # --- drawing --------------------------------------------------------------------------------------------

    def paint(self, page: Page) -> None:
        super().paint(page)
        draw_pane(page, PANE_EDGE_PX)
        self._draw_preview(page, 16)
        page.text(_("Decks"), (296, 34), 26, bold=True)
        page.card(296, 58, 316, 586)
        page.card(624, 58, 640, 586)
        page.heading(self.deck.display_title, (LEFT_PX, 82), 400)
        page.text(self.deck.sizes, (RIGHT_PX, 82), BODY_PX, page.palette.soft, anchor="rm", room=200, least=9)
        self._paint_judgement(page)
        self._paint_foot(page)

    def _paint_judgement(self, page: Page) -> None:
        """Draw whether the format allows the deck, and the names of the deck's parts."""
        reasons = self._reasons
        wide = 320 if len(self.deck.game_formats) > 1 else 0
        words = (
            ngettext("{count} thing to fix:", "{count} things to fix:", len(reasons))
            if reasons
            else _("May be played in {format}.", format=_(self._format.title))
        )
        page.tick(
            words,
            (LEFT_PX + wide + (12 if wide else 0), 205),
            RIGHT_PX - LEFT_PX - wide - 12,
            not reasons,
            lines=1,
        )
        top = self._top
        for part, (start, _end) in ROWS.items():
            words = f"{_(self.deck.game.parts[part.number])}  {self.deck.deck.counts[part.number]}"
            y = top + (632 - top) * start + 10
            page.text(words, (LEFT_PX, y), SECOND_PX, page.palette.soft, bold=True)

    def _paint_foot(self, page: Page) -> None:
        left = 620 if self.box.last_deleted else 462
        if self.said:
            page.tick(self.said, (left, 676), 1064 - left, not self.trouble)
            return
        words = _(
            "Files in {folder} are found too; drop one here to add it.", folder=deck_entries.own_folder()
        )
        page.text(words, (left, 676), SECOND_PX, page.palette.faint, room=1064 - left, least=9)

    # --- requests -------------------------------------------------------------------------------------------

    def _show_message(self, words: str, *, trouble: bool = False) -> None:
        self.said, self.trouble = words, trouble
        self.rebuild()

    def _run_change(self, change: Callable[[], str]) -> None:
        """Run `change`, and show its message, or the reason why it failed."""
        with show_errors(partial(self._show_message, trouble=True)):
            self._show_message(change())
            self._update_chosen()

    def handle_dropped(self, path: str) -> None:
        if Path(path).suffix.lower() == banlists.ENDING:
            self._run_change(partial(self._take_banlist, Path(path)))
        else:
            self._run_change(lambda: self._choose_added(deck_entries.find_deck(path)))

    def _take_banlist(self, path: Path) -> str:
        added = banlists.add_lists(path)
        name = next(iter(added.lists))
        self.lists = banlists.known_lists(self.app.preferences.cards)
        self.app.save_preferences(preferences.replace(self.app.preferences, banlist=name))
        said = _("Decks are now checked against the list {name}.", name=name)
        return " ".join((said, *added.faults[:1]))

    def _choose(self, index: int) -> None:
        found = self.box.matching_decks
        if 0 <= index < len(found) and found[index].key != self.box.key:
            self.box.key, self.said = found[index].key, ""
            self._update_chosen()

    def _set_search(self, words: str) -> None:
        self.box.words = words
        if self._listing is not None:
            self._listing.scroll(-self._listing.content)
        if self.box.chosen_index < 0 and (found := self.box.matching_decks):
            self.box.key = found[0].key
            self._update_chosen()
        self.rebuild()

    def _choose_added(self, deck: DeckEntry) -> str:
        text = _("{title} was added to your decks.", title=self.box.add(deck).title)
        return " ".join([*deck.omitted_sentences(), text])

    def _paste(self) -> None:
        self._run_change(
            lambda: self._choose_added(deck_entries.from_text(read_clipboard(), _("Pasted deck")))
        )

    def _duplicate(self) -> None:
        self._run_change(
            lambda: self._choose_added(deck_entries.from_deck(self.deck.deck, self.deck.display_title))
        )

    def _rename(self) -> None:
        self.app.open_scene(
            NameScene(
                self.look, self.app, _("Rename the deck"), self.deck.title, _("Rename"), self._set_title
            )
        )

    def _set_title(self, title: str) -> None:
        """Rename the chosen deck.

        Raises BadInput if the deck cannot be renamed.
        """
        before = self.deck.key
        entry = self.box.rename(title)
        if self.app.preferences.deck == before:
            self.app.save_preferences(preferences.replace(self.app.preferences, deck=entry.key))
        self._show_message(_("It was renamed to {title}.", title=entry.title))
        self._update_chosen()

    def _delete(self) -> None:
        self._run_change(lambda: _("{title} is deleted.", title=self.box.delete()))

    def _undo(self) -> None:
        self._run_change(lambda: _("{title} was restored.", title=self.box.undo()))

    def _use(self) -> None:
        self.app.play_press_sound()
        self.app.save_preferences(msgspec.structs.replace(self.app.preferences, deck=self.deck.key))
        title = self.deck.display_title
        self._show_message(_("{title} is your deck at the next table whose format allows it.", title=title))

    def _hand(self) -> None:
        if self.deck.deck.main:
            main = self.deck.deck.main
            self.app.open_scene(HandScene(self.look, self.app, main, self._format, self.faces))
        else:
            self._show_message(_("There are no cards to draw."), trouble=True)

    def _type_in(self) -> None:
        self.app.open_scene(CardScene(self.look, self.app, (), self._open_typed))

    def _open_typed(self, facts: Facts) -> None:
        words = _(
            "{name} can be used in decks now: lists can name it, and the editor finds it.", name=facts.name
        )
        self._show_message(words)

    def _judge_by(self, index: int) -> None:
        self.format_name = self.deck.game_formats[index].name
        self.rebuild()

    def _banlist(self, index: int) -> None:
        name = [*self.lists][index - 1] if index else ""
        self.app.save_preferences(preferences.replace(self.app.preferences, banlist=name))
        self.rebuild()

    @property
    def _copy_form(self) -> str:
        """The form in which a deck of this game is copied."""
        return terms_of(self.deck.game.table).copied

    def _copy(self) -> None:
        as_text = self._copy_form == TEXT
        write_clipboard("\n".join(self.deck.card_lines()) if as_text else decks.to_ydke(self.deck.deck))
        self._show_message(
            _("The list is on the clipboard.") if as_text else _("The ydke:// address is on the clipboard.")
        )
