"""Choice of an opening hand: the deck's cards on one side, the chosen hand on the other.

A chosen hand may be smaller than an opening hand; the rest is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from facedown_client.data import DeckEntry
from facedown_client.model import card_catalogue
from facedown_client.model.words.phrases import join_list
from facedown_client.window.app_port import AppPort
from facedown_client.window.art import Faces
from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, Look
from facedown_client.window.scenes.decks.card_text import draw_preview
from facedown_client.window.scenes.decks.grid import CardGrid, card_under
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Widget
from facedown_shared.tables import FORMATS
from facedown_shared.text import _, gettext_noop

PANE_WIDTH_PX = 280
"""Width of the preview pane."""

MAX_REQUESTED_CARDS = 10
"""Cards that can be chosen in games without a format of ours."""


class HandCallback(Protocol):
    """Callback for a chosen hand. `fresh`: with the rest shuffled again."""

    def __call__(self, cards: tuple[int, ...], *, fresh: bool) -> None:
        """Begin with these cards."""


class Takes(CardGrid):
    """Grid in which a click acts immediately; arrows move between cards, and Enter acts."""

    def press(self, at: tuple[int, int] | None = None) -> None:
        index = self.index_at(at) if at is not None else self.chosen
        if 0 <= index < len(self.cards):
            self.on_act(self.cards[index])


class OpeningHand(Overlay):
    """Scene with the Main Deck as pictures. A click takes a card into the hand, another puts it back."""

    title = gettext_noop("Pick the opening hand")
    wide, high = 1040, 620

    def __init__(
        self, look: Look, app: AppPort, deck: DeckEntry, had: Sequence[int], faces: Faces, then: HandCallback
    ) -> None:
        super().__init__(look, app)
        self.faces, self.then = faces, then
        self.deck = sorted(deck.deck.main, key=_name)
        self.hand: list[int] = []
        self.reading = next(iter(self.deck), 0)
        for code in had:
            self._add_card(code)

    @property
    def max_cards(self) -> int:
        """The number of cards in an opening hand."""
        table = self.app.model.table
        return (
            FORMATS[table.format].opening_hand if table and table.format in FORMATS else MAX_REQUESTED_CARDS
        )

    def build(self, page: Page) -> Sequence[Widget]:
        unit, wide, rest = page.theme.px, page.wide, self._rest_of_deck()
        return [
            Takes(
                page.box(24, 96, wide - PANE_WIDTH_PX - 24, page.high - 300), rest, self.faces,
                lambda index: self._draw_preview(rest[index]), self._add_card, widest=unit(62), gap=unit(6),
                caption=_("Deck"),
            ),
            Takes(
                page.box(24, page.high - 172, wide - PANE_WIDTH_PX - 24, 92), self.hand, self.faces,
                lambda index: self._draw_preview(self.hand[index]), self._remove_card, widest=unit(62),
                gap=unit(6),
                overlap=True, caption=_("Hand"),
            ),
            Button(page.foot(24, 120), _("None of them"), self._clear, size=BODY_PX),
            Button(
                page.foot(-584, 220), _("Deal the rest again"), partial(self._begin, fresh=True),
                style="outline", size=BODY_PX,
            ),
            Button(page.foot(-352, 156), _("Begin"), partial(self._begin, fresh=False), style="accent",
            key="B"),
            self.close_button(page),
        ]  # fmt: skip

    def update(self, now: float) -> None:
        super().update(now)
        self.faces.poll()
        self._draw_preview(card_under(self.group.widgets))

    def _draw_preview(self, code: int) -> None:
        """Preview a card beside the others."""
        self.reading = code or self.reading

    def _rest_of_deck(self) -> list[int]:
        """Return the deck without the chosen hand."""
        rest = list(self.deck)
        for code in self.hand:
            rest.remove(code)
        return rest

    def _add_card(self, code: int) -> None:
        if len(self.hand) < self.max_cards and code in self._rest_of_deck():
            self.hand.append(code)
            self.rebuild()

    def _remove_card(self, code: int) -> None:
        self.hand.remove(code)
        self.rebuild()

    def _clear(self) -> None:
        self.hand.clear()
        self.rebuild()

    def _begin(self, *, fresh: bool) -> None:
        self.app.close()
        self.then(tuple(self.hand), fresh=fresh)

    def paint(self, page: Page) -> None:
        super().paint(page)
        room, soft, low = page.wide - PANE_WIDTH_PX - 24, page.palette.soft, page.high - 188
        facts = card_catalogue.find_facts(self.reading)
        if facts is not None:
            draw_preview(
                page._replace(left=page.left + page.wide - PANE_WIDTH_PX, top=page.top + 56),
                facts,
                self.faces,
            )
        words = _("Click a card, or go to it with arrows and press Enter. The rest is drawn.")
        page.text(words, (24, 68), BODY_PX, soft, room=room)
        page.text(
            _("The hand: {count} of {most}", count=len(self.hand), most=self.max_cards),
            (24, low),
            MAIN_PX,
            bold=True,
        )
        names = join_list([*map(_name, self.hand)]) or _("nothing chosen yet")
        page.text(names, (200, low), SECOND_PX, soft, room=room - 190, least=9)


_name = partial(card_catalogue.card_name, unknown="")
