"""Form in which a player types in the printed facts of an unknown Flesh and Blood card.

The card is saved in the player's folder. Deck lists can then name it, and the editor finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import setitem

import msgspec
import pygame

from facedown_client.model import card_catalogue
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, MAIN_PX, Look
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page, show_errors
from facedown_client.window.widgets import Button, Entry, Segments, Widget
from facedown_shared.cards.facts import Facts
from facedown_shared.decks import flesh_and_blood_cards
from facedown_shared.text import _, gettext_noop, ngettext
from facedown_shared.text.printed_words import printed_word

COLOURS = ("", *flesh_and_blood_cards.COLOURS)
NUMBERS = ("pitch", "cost", "power", "defense", "health")
HINT = gettext_noop("Types as printed on the card, such as: generic action attack.")
MISSING = gettext_noop("A card needs a name and its types, such as: generic action attack.")
MAX_NAME_LETTERS = 80


class CardScene(Overlay):
    """Form for one card after another: the given ones, or a new one. Calls `then` with each saved card."""

    wide, high = 620, 420

    def __init__(
        self, look: Look, app: AppPort, cards: Sequence[Facts], then: Callable[[Facts], object]
    ) -> None:
        super().__init__(look, app)
        self.cards, self.then = list(cards), then
        self._clear_fields()

    def _clear_fields(self) -> None:
        """Clear the fields for the next card."""
        original = self.cards[0] if self.cards else None
        self.title = original.name if original is not None else _("A card of Flesh and Blood")
        self.hint = _(HINT)
        self.words = dict.fromkeys(("name", "types", *NUMBERS), "")
        self.colour = ""
        if original is not None:
            self.words["name"] = original.name
            self.words["types"] = " ".join(original.kinds)
            self.words["pitch"] = str(original.extra.get("pitch", ""))

    # --- layout ---------------------------------------------------------------------------------------------

    def build(self, page: Page) -> Sequence[Widget]:
        made: list[Widget] = []
        if not self.cards:
            made += [
                self._entry(page.box(24, 104, 292, 36), "name", _("Name"), MAX_NAME_LETTERS),
                Segments(
                    page.box(328, 104, page.wide - 352, 36), [printed_word(word) if word else
                        _("None") for word in COLOURS],
                    COLOURS.index(self.colour), self._choose,
                ),
            ]  # fmt: skip
        made += [
            self._entry(page.box(24, 180, page.wide - 48, 36), "types", _("action attack"), MAX_NAME_LETTERS),
            *(
                self._entry(page.box(left, 256, wide, 36), name, self._default_text(name), 4)
                for name, (left, wide) in zip(NUMBERS, page.columns(len(NUMBERS)), strict=True)
            ),
            Button(page.foot(-348, 150), _("Keep"), self._save, style="accent"),
            self.close_button(page),
        ]
        made[0].with_focus()
        return made

    def _default_text(self, name: str) -> str:
        """Return the default for an empty field."""
        worth = flesh_and_blood_cards.COLOURS.get(self.colour)
        return str(worth) if name == "pitch" and worth else _("none")

    def _entry(self, box: pygame.Rect, name: str, placeholder: str, limit: int) -> Entry:
        return Entry(
            box, self.words[name], placeholder=placeholder, limit=limit,
            on_change=partial(setitem, self.words, name), on_submit=lambda _: self._save(),
            label=printed_word(name),
        )  # fmt: skip

    def paint(self, page: Page) -> None:
        super().paint(page)
        soft = page.palette.soft
        numbers = zip(NUMBERS, page.columns(len(NUMBERS)), strict=True)
        labels = [(printed_word(name), left, 242.0) for name, (left, __) in numbers]
        if self.cards:
            words = _("What is printed on it? This card is unknown here.")
            if more := len(self.cards) - 1:
                words += ngettext(" {count} more after this one.", " {count} more after this one.", more)
            page.text(words, (24, 88), BODY_PX, soft, room=page.wide - 48)
        else:
            labels += [(_("Name"), 24, 90), (_("Colour"), 328, 90)]
        for words, left, top in ((_("Types"), 24, 166), *labels):
            page.text(words, (left, top), MAIN_PX - 2, soft)
        ink = soft if self.hint == _(HINT) else page.palette.harm
        page.text(self.hint, (24, 324), BODY_PX, ink, room=page.wide - 48)

    # --- what comes of it -----------------------------------------------------------------------------------

    def _choose(self, index: int) -> None:
        self.colour = COLOURS[index]
        self.rebuild()

    def _save(self) -> None:
        """Save the card; then show the next one or close."""
        facts = self._typed_facts()
        if facts is None:
            self.hint = _(MISSING)
            return
        with show_errors(partial(setattr, self, "hint")):
            card_catalogue.store_cards([facts])
            self.then(facts)
            self._show_next()

    def _show_next(self) -> None:
        self.cards = self.cards[1:]
        if self.cards:
            self._clear_fields()
            self.rebuild()
        else:
            self.app.close()

    def _typed_facts(self) -> Facts | None:
        """Return the card as typed, or None while its name or its types are missing."""
        name, types = (
            " ".join(self.words["name"].split()),
            flesh_and_blood_cards.split_types(self.words["types"]),
        )
        if not name or not types:
            return None
        numbers = {word: int(self.words[word]) for word in NUMBERS if self.words[word].strip().isdecimal()}
        made = flesh_and_blood_cards.card_from_input(name, self.colour, types[:8], **numbers)
        if not self.cards:
            return made
        original = self.cards[0]
        return msgspec.structs.replace(
            made, code=original.code, name=original.name, extra={**original.extra, **made.extra}
        )
