"""Dialogs for values that a gesture needs: a number, Life Points, a counter's name, a Token.

They open over the board. Esc cancels the gesture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import setitem

import pygame

from facedown_client.board import TypedNeed
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, MAIN_PX, Look
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Entry, Stepper, Widget
from facedown_shared.cards.facts import TokenPrint
from facedown_shared.manual.games import terms_of
from facedown_shared.text import _, gettext_noop

HINTS = {
    "amount": gettext_noop("How many?"),
    "life": gettext_noop("-500 takes away, +1000 adds, =4000 sets, /2 halves."),
    "counter": gettext_noop("The counter's name, and how many to add (or remove)."),
    "zone": gettext_noop(
        "arsenal +1 adds a zone, arsenal -1 takes one away: head, chest, arms, legs, weapon, arsenal."
    ),
    "inventory": gettext_noop(
        "The name of a card you did not begin with, or a part of it: an effect equips it."
    ),
    "token": gettext_noop("Its name and its numbers."),
}
MAX_CARDS, MAX_COUNTERS = 60, 99
NUMBERS = {"attack": 0, "defense": 0, "level": 1}
"""Numbers that a Token may have, with defaults. The Token's game decides which are asked for."""

MAX_FIELD_VALUES = {"attack": 99_999, "defense": 99_999, "level": 13}


class GestureFieldScene(Overlay):
    """Dialog for the values of one gesture; `fill` receives its fields."""

    def __init__(self, look: Look, app: AppPort, want: TypedNeed, fill: Callable[..., None]) -> None:
        super().__init__(look, app)
        self.want, self.fill = want, fill
        self.title = want.offered.title.rstrip("…")
        self.kind = self._kind()
        table = app.model.view.table if app.model.view is not None else ""
        self.asked = terms_of(table).token
        self.words: dict[str, str] = {name: str(NUMBERS.get(name, "")) for name, _ in self.asked}
        self.words |= {"name": "", "text": ""}
        self.number = 1
        self.wide, self.high = (560, 348) if self.kind == "token" else (480, 236)

    def _kind(self) -> str:
        """The kind of dialog: "amount", "life", "counter" (a word and a number), "token", or "text"."""
        offered = self.want.offered
        if self.want.need == "text":
            return "counter" if "amount" in offered.needs else offered.gesture.tag
        return self.want.need

    # --- layout ---------------------------------------------------------------------------------------------

    def build(self, page: Page) -> Sequence[Widget]:
        made = self._token(page) if self.kind == "token" else self._line(page)
        made[0].with_focus()
        return [
            *made,
            Button(page.foot(-348, 150), "OK", self._submit, style="accent", key="Enter"),
            self.close_button(page),
        ]

    def _line(self, page: Page) -> list[Widget]:
        if self.kind == "amount":
            return [self._count(page.box(24, 104, 180, 40), 1, MAX_CARDS)]
        if self.kind == "counter":
            return [
                self._entry(page.box(24, 104, page.wide - 216, 40), "text", self.title),
                self._count(page.box(page.wide - 176, 104, 152, 40), -MAX_COUNTERS, MAX_COUNTERS),
            ]
        return [self._entry(page.box(24, 104, page.wide - 48, 40), "text", self.title)]

    def _token(self, page: Page) -> list[Widget]:
        return [
            self._entry(page.box(24, 104, page.wide - 48, 36), "name", _("Name")),
            *(
                self._entry(page.box(left, top, wide, 36), name, title)
                for name, title, (left, top, wide) in self._token_fields(page)
            ),
        ]

    def _token_fields(self, page: Page) -> Iterator[tuple[str, str, tuple[float, float, float]]]:
        """Yield each field of a Token except the name: its title, and its left, top and width. Numbers are
        above, texts below.
        """
        for top, number in ((166, True), (226, False)):
            row = [pair for pair in self.asked if (pair[0] in NUMBERS) == number]
            for (name, title), (left, wide) in zip(row, page.columns(len(row)), strict=True):
                yield name, title, (left, top, wide)

    def _entry(self, box: pygame.Rect, name: str, placeholder: str) -> Entry:
        return Entry(
            box, self.words[name], placeholder=placeholder, limit=24,
            on_change=partial(setitem, self.words, name),
            on_submit=lambda _: self._submit(),
        )  # fmt: skip

    def _count(self, box: pygame.Rect, least: int, most: int) -> Stepper:
        return Stepper(box, self.number, (least, most), partial(setattr, self, "number"))

    def paint(self, page: Page) -> None:
        super().paint(page)
        page.draw_wrapped(
            _(HINTS.get(self.kind, "")), (24, 58), page.wide - 48, BODY_PX, page.palette.soft, lines=2
        )
        if self.kind == "token":
            for __, title, (left, top, _wide) in self._token_fields(page):
                page.text(title, (left, top - 12), MAIN_PX - 2, page.palette.soft)

    def handle_unused(self, event: pygame.event.Event) -> None:
        """Handle a key that no widget used: digits change the number."""
        digit = getattr(event, "unicode", "") if event.type == pygame.KEYDOWN else ""
        if self.kind == "amount" and digit.isascii() and digit.isdecimal() and digit != "0":
            self.number = int(digit)
            self.rebuild()

    # --- what comes of it -----------------------------------------------------------------------------------

    def _submit(self) -> None:
        fields = self._typed_fields()
        if fields is None:
            return
        self.app.close()
        self.fill(**fields)

    def _typed_fields(self) -> dict[str, object] | None:
        """Return the fields of the gesture, or None while one is missing."""
        text = self.words["text"].strip()
        if self.kind == "amount":
            return {"amount": self.number}
        if self.kind == "token":
            token = self._print()
            return {"token": token} if token is not None else None
        if not text:
            return None
        return {"text": text, "amount": self.number} if self.kind == "counter" else {"text": text}

    def _print(self) -> TokenPrint | None:
        name = self.words["name"].strip()
        if not name:
            return None
        attack, defense, level = (
            _number_within(self.words.get(field, str(usual)), MAX_FIELD_VALUES[field])
            for field, usual in NUMBERS.items()
        )
        attribute, race = (self.words.get(field, "").strip().lower() for field in ("attribute", "race"))
        return TokenPrint(name, attack, defense, level, attribute, race)


def _number_within(words: str, most: int) -> int:
    """Return a typed number up to `most`, or 0 for any other text."""
    words = words.strip()
    return min(int(words), most) if words.isascii() and words.isdecimal() else 0
