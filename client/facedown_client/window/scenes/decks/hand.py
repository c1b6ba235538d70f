"""Test hands from a deck: draw an opening hand, draw further cards, and see the odds of the marked ones.

No duel is involved; the randomness is this window's own.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from facedown_client.data.trial_hand import TrialHand
from facedown_client.model import card_catalogue
from facedown_client.window.app_port import AppPort
from facedown_client.window.art import Faces
from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, Look
from facedown_client.window.scenes.decks.card_text import numbers
from facedown_client.window.scenes.decks.grid import CardGrid, card_under
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Segments, Widget
from facedown_shared.tables import Format
from facedown_shared.text import _, gettext_noop

WORDS = gettext_noop("Click cards to mark them: below stand the odds of beginning with all that are marked.")


class HandScene(Overlay):
    """Scene with an opening hand, the cards drawn after it, and odds."""

    title = gettext_noop("Test hand")
    wide, high = 1040, 560

    def __init__(self, look: Look, app: AppPort, main: Sequence[int], rules: Format, faces: Faces) -> None:
        super().__init__(look, app)
        self.faces, self.rules = faces, rules
        self.trial = TrialHand(main, rules, random.Random())
        self.reading = 0

    def build(self, page: Page) -> Sequence[Widget]:
        unit = page.theme.px
        hand = CardGrid(
            page.box(24, 104, page.wide - 48, 210), self.trial.hand, self.faces, self._mark, int,
            widest=unit(140), gap=unit(10), caption=_("Hand"),
        )  # fmt: skip
        hand.picked = frozenset(self.trial.marked)
        ways = [_("You go first"), _("You go second")]
        return [
            hand.with_focus(),
            Segments(page.box(24, 60, 260, 32), ways, int(self.trial.second), self._set_second),
            Button(page.foot(24, 168), _("New hand"), self._deal_again, style="accent", key="R"),
            Button(
                page.foot(204, 168),
                _("Draw a card"),
                self._draw_one,
                key="D",
                enabled=bool(self.trial.left_count),
            ),
            Button(page.foot(-184, 160), _("Back"), self.dismiss, key="Esc"),
        ]

    def update(self, now: float) -> None:
        super().update(now)
        self.faces.poll()
        self.reading = card_under(self.group.widgets) or self.reading

    def paint(self, page: Page) -> None:
        super().paint(page)
        page.text(_(WORDS), (300, 76), BODY_PX, page.palette.soft, room=page.wide - 324, least=9)
        self._paint_odds(page)
        self._paint_reading(page)

    def _paint_odds(self, page: Page) -> None:
        soft, trial = page.palette.soft, self.trial
        page.fill(page.palette.line, 24, 330, page.wide - 48, 1)
        words = _("{hand} cards in hand, {left} in the deck", hand=len(trial.hand), left=trial.left_count)
        page.text(words, (24, 352), MAIN_PX, bold=True)
        names = ", ".join(dict.fromkeys(card_catalogue.card_name(code) for code in trial.marked_codes))
        rows = [(_("To begin with {names}", names=names), f"{trial.odds * 100:.1f} %")] if names else []
        rows += [
            (_("{kind} in {count} cards, on average", kind=_(title), count=trial.drawn_count), f"{count:.1f}")
            for title, count in trial.averages
        ]
        for row, (words, place) in enumerate(rows[:4]):
            y = 380 + 26 * row
            page.text(words, (24, y), BODY_PX, soft, room=430, least=9)
            page.text(place, (540, y), MAIN_PX, bold=True, anchor="rm")

    def _paint_reading(self, page: Page) -> None:
        facts = card_catalogue.find_facts(self.reading or (self.trial.hand[0] if self.trial.hand else 0))
        if facts is None:
            return
        left, room = 580.0, page.wide - 604
        page.text(facts.name, (left, 352), MAIN_PX, bold=True, room=room, least=10)
        text = "   ".join(f"{caption} {value}" for caption, value in numbers(facts))
        page.text(text, (left, 376), SECOND_PX, page.palette.soft, room=room, least=8)
        words = facts.text or _("It has no text.")
        page.draw_wrapped(words, (left, 390), room, BODY_PX, page.palette.text, lines=5)

    # --- requests -------------------------------------------------------------------------------------------

    def _mark(self, index: int) -> None:
        self.trial.mark(index)
        self.reading = self.trial.hand[index]
        self.rebuild()

    def _set_second(self, pick: int) -> None:
        self.trial.deal(second=bool(pick))
        self.rebuild()

    def _deal_again(self) -> None:
        self.app.play_press_sound()
        self.trial.deal(second=self.trial.second)
        self.rebuild()

    def _draw_one(self) -> None:
        self.trial.draw()
        self.rebuild()
