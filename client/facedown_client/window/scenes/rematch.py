"""The dialog for a rematch with another deck: the deck is checked first, then the rematch is proposed."""

from __future__ import annotations

from collections.abc import Sequence

from facedown_client.data import deck_entries
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, Look
from facedown_client.window.scenes.dialogs import Overlay
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Dropdown, Widget
from facedown_shared.protocol.messages import Consent, DeckReport, Propose, UseDeck
from facedown_shared.text import _, gettext_noop

WORDS = gettext_noop("The other player does not see which deck you take.")


class RematchScene(Overlay):
    """Choice of a deck for the next match at this table."""

    title = gettext_noop("Rematch with another deck")
    wide, high = 560, 250

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        table = app.model.table
        self.decks = [*deck_entries.ready(table.format if table is not None else ""), *deck_entries.own()]
        keys = [deck.key for deck in self.decks]
        self.chosen = keys.index(app.preferences.deck) if app.preferences.deck in keys else 0
        self.trouble = ""
        self._before: DeckReport | None = None
        """The report of the deck before, while the chosen one is being checked."""
        self._is_checking = False

    def build(self, page: Page) -> Sequence[Widget]:
        names = [deck.display_title for deck in self.decks]
        able = bool(names) and not self._is_checking
        return [
            Dropdown(page.box(24, 84, page.wide - 48, 38), names, self.chosen, self._choose),
            Button(
                page.foot(-424, 228), _("Ask for a rematch"), self._bring, style="accent", key="Enter",
                enabled=able,
            ),
            self.close_button(page),
        ]  # fmt: skip

    def watched_values(self) -> object:
        return self._is_checking, self.app.model.report, self.app.model.table

    def paint(self, page: Page) -> None:
        super().paint(page)
        page.text(_(WORDS), (24, 66), BODY_PX, page.palette.soft, room=page.wide - 48, least=9)
        page.draw_wrapped(self.trouble, (24, 130), page.wide - 48, BODY_PX, page.palette.harm, lines=3)

    def update(self, now: float) -> None:
        """Propose the rematch as soon as the server has accepted the deck."""
        table, report = self.app.model.table, self.app.model.report
        if table is None or table.stage != "over":
            self.app.close()
        elif self._is_checking and report is not None and report is not self._before:
            self._is_checking = False
            self._take_report(report, table.proposal)
        super().update(now)

    def _take_report(self, report: DeckReport, proposal: str) -> None:
        if not report.legal:
            self.trouble = " ".join(str(reason) for reason in report.reasons[:2])
            return
        theirs = proposal.startswith(f"rematch {1 - self.app.model.seat}")
        self.app.send(Consent(yes=True) if theirs else Propose("rematch"))
        self.app.close()

    def _choose(self, index: int) -> None:
        self.chosen, self.trouble = index, ""

    def _bring(self) -> None:
        deck = self.decks[self.chosen]
        self._before, self._is_checking, self.trouble = self.app.model.report, True, ""
        self.app.play_press_sound()
        self.app.store_deck(deck)
        self.app.send(UseDeck(deck.text, deck.title))
