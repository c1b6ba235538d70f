"""A player's decks: the ready ones and their own, what is in each, which formats allow it; paste and copy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec
import pygame

from client.data import Boxed, deckbox
from client.window.app_port import AppPort
from client.window.look import BODY, SECOND, Look, Theme
from client.window.scenes.decks.printing import CardScene
from client.window.scenes.parts import FormScene, Page
from client.window.widgets import Button, Entry, Listing, ListRow, Scroll, Widget, clipboard, to_clipboard
from shared.cards import decks
from shared.cards.decks import Deck
from shared.cards.facts import Facts
from shared.errors import BadInput
from shared.manual.game import TEXT
from shared.manual.games import words_of

TOP, LOW = 96, 640


class DecksScene(FormScene):
    """The deck box."""

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.title = ""
        self.said: tuple[str, bool] = ("", True)
        self._look_at = 0.0
        self._files: list[tuple[Path, int]] = []
        """The own files as last seen: another screen, or the player, may add one."""
        self.load()

    def load(self, key: str = "") -> None:
        """Read the box anew, with this deck chosen, else the one in use."""
        self.box = [*deckbox.ready(), *deckbox.own()]
        keys = [deck.key for deck in self.box]
        wanted = (key, self.app.preferences.deck)
        self.chosen = next((keys.index(one) for one in wanted if one in keys), 0)

    def update(self, now: float) -> None:
        super().update(now)
        if now >= self._look_at:
            self._look_at = now + 1.0
            files = [(path, path.stat().st_mtime_ns) for path in sorted(deckbox.own_folder().glob("*.ydk"))]
            if files != self._files:
                self._files = files
                self.load(self.deck.key)
                self.rebuild()

    @property
    def deck(self) -> Boxed:
        """The chosen one."""
        return self.box[self.chosen]

    # --- layout ---------------------------------------------------------------------------------------------

    def build(self, page: Page) -> Sequence[Widget]:
        used = {self.app.preferences.deck: " · in use"}
        rows = [
            ListRow(deck.title, f"{deck.sizes}{used.get(deck.key, '')}", letter=deck.title)
            for deck in self.box
        ]
        new = partial(self.app.edit, deckbox.from_deck(Deck(), "New deck"))
        listing = Listing(
            page.box(64, TOP + 60, 384, LOW - TOP - 128), rows, self._choose, row_height=page.theme.px(58),
            chosen=self.chosen, on_choose=self._choose,
        )  # fmt: skip
        contents = Scroll(page.box(504, TOP + 196, 712, LOW - TOP - 212), self._paint_cards)
        contents.grow((len(self._columns()[0]) + 1) * page.theme.line(BODY))
        return [
            listing,
            Entry(
                page.box(64, LOW - 52, 236, 36), self.title, placeholder="Name for a pasted deck", limit=60,
                on_change=partial(setattr, self, "title"),
            ),
            Button(page.box(308, LOW - 52, 140, 36), "Paste", self._paste, key="V"),
            Button(
                page.box(504, TOP + 136, 200, 40), "Play with this", self._use, style="outline", key="P"
            ),
            Button(page.box(720, TOP + 136, 120, 40), "Edit", lambda: self.app.edit(self.deck), key="E"),
            Button(page.box(856, TOP + 136, 176, 40), f"Copy as {self._copied}", self._copy, key="C"),
            Button(page.box(1048, TOP + 136, 168, 40), "New deck", new, key="N"),
            contents,
            Button(page.box(48, 656, 160, 40), "Back", self.app.close, key="Esc"),
            Button(page.box(1048, 656, 184, 40), "Type a card in", self._type_in, key="I", size=BODY),
        ]  # fmt: skip

    def _columns(self) -> tuple[list[str], list[str]]:
        lines = self.deck.lines()
        half = (len(lines) + 1) // 2
        return lines[:half], lines[half:]

    # --- drawing --------------------------------------------------------------------------------------------

    def paint(self, page: Page) -> None:
        super().paint(page)
        page.text("Decks", (48, 48), 26, bold=True)
        page.card(48, TOP, 416, LOW - TOP)
        page.card(480, TOP, 752, LOW - TOP)
        page.heading("Your box", (72, TOP + 32), 360)
        page.heading(self.deck.title, (504, TOP + 32), 700)
        for row, rules in enumerate(self.deck.formats_of_its_game):
            reasons = self.deck.reasons(rules.name)
            words = f"{rules.title}: {reasons[0] if reasons else 'may be played'}"
            page.tick(words, (504, TOP + 68 + row * 26), 712, not reasons, lines=1)
        words, good = self.said
        if words:
            page.tick(words, (232, 676), 790, good)
        else:
            words = f"Files in {deckbox.own_folder()} are found too; drop one here to add it."
            page.text(words, (232, 676), SECOND, page.palette.faint, room=790, least=9)

    def _paint_cards(self, surface: pygame.Surface, theme: Theme, box: pygame.Rect) -> None:
        for column, lines in enumerate(self._columns()):
            x = box.x + column * box.w // 2
            for row, line in enumerate(lines):
                head = line.split(",")[0] in self.deck.game.parts
                colour = theme.palette.text if head else theme.palette.soft
                theme.text(
                    surface, line, (x, box.y + row * theme.line(BODY)), BODY, colour, bold=head, anchor="lt",
                    room=box.w // 2 - 16, least=9,
                )  # fmt: skip

    # --- wishes ---------------------------------------------------------------------------------------------

    def dropped(self, path: str) -> None:
        self._add(partial(deckbox.find, path))

    def _choose(self, index: int) -> None:
        if index != self.chosen:
            self.chosen, self.said = index, ("", True)
            self.rebuild()

    def _paste(self) -> None:
        self._add(lambda: deckbox.from_text(clipboard(), self.title.strip() or "Pasted deck"))

    def _add(self, find: Callable[[], Boxed]) -> None:
        try:
            deck = find()
            kept = deckbox.keep(deck, deck.title)
        except BadInput as refused:
            self.said = (str(refused), False)
            return
        self.load(kept.key)
        self.said = (f"{kept.title} is in your box now.", True)
        self.rebuild()

    def _use(self) -> None:
        self.app.press()
        self.app.change(msgspec.structs.replace(self.app.preferences, deck=self.deck.key))
        self.said = (f"{self.deck.title} comes with you to the next table whose format allows it.", True)
        self.rebuild()

    def _type_in(self) -> None:
        self.app.lay(CardScene(self.look, self.app, (), self._typed))

    def _typed(self, facts: Facts) -> None:
        self.said = (f"{facts.name} can be in a deck now: a list names it, and the editor finds it.", True)

    @property
    def _copied(self) -> str:
        """What a deck of this game is copied as."""
        return words_of(self.deck.game.table).copied

    def _copy(self) -> None:
        as_text = self._copied == TEXT
        to_clipboard("\n".join(self.deck.lines()) if as_text else decks.to_ydke(self.deck.deck))
        self.said = (f"The {'list' if as_text else 'ydke:// address'} is on the clipboard.", True)
