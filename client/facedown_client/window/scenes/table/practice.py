"""Practice against the bot: the game, the player's deck and the bot's deck. Opens over the home screen.

The choices of the last time are preset, so that one key begins.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from facedown_client.data import DeckEntry, deck_entries
from facedown_client.data.preferences import Practice
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, Look
from facedown_client.window.scenes.dialogs import Form
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Dropdown, Widget
from facedown_shared.tables import FORMATS, PLAYED
from facedown_shared.text import _, gettext_noop

WORDS = gettext_noop("On this computer only. The duel is saved until it is over: Return at home resumes it.")
NO_DECK = gettext_noop("You have no deck that this game allows.")


class PractiseScene(Form):
    """Dialog to begin a duel against the bot."""

    title = gettext_noop("Practise against the bot")
    rows = (gettext_noop("Game"), gettext_noop("Your deck"), gettext_noop("The bot's deck"))
    wide, high = 760, 360
    first, step = 130, 60
    left, deep = 200, 38

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        last = app.preferences.practice
        self.format = last.format if last.format in PLAYED else PLAYED[0]
        self._list_decks(last)

    def _list_decks(self, last: Practice) -> None:
        """List the decks of this game and select the ones chosen last time."""
        self.decks: list[DeckEntry] = [
            *deck_entries.ready(self.format),
            *deck_entries.allowed_decks(self.format),
        ]
        keys = [deck.key for deck in self.decks]
        usual = deck_entries.default_deck(last.deck or self.app.preferences.deck, self.format)
        self.mine = keys.index(usual.key) if usual is not None and usual.key in keys else 0
        self.other = keys.index(last.other) if last.other in keys else -1
        """Index of the bot's deck; -1 for any."""

    def build(self, page: Page) -> Sequence[Widget]:
        titles = [_(FORMATS[name].title) for name in PLAYED]
        names = [deck.display_title for deck in self.decks]
        begin = Button(
            page.foot(-372, 174), _("Begin"), self._begin, style="accent", key="B",
            enabled=bool(self.decks), reason="" if self.decks else _(NO_DECK),
        )  # fmt: skip
        return [
            Dropdown(self.row(page, 0), titles, PLAYED.index(self.format), self._set_format),
            Dropdown(self.row(page, 1), names, self.mine, partial(setattr, self, "mine")),
            Dropdown(self.row(page, 2), [_("Any of them"), *names], self.other + 1, self._set_other),
            begin.with_focus(),
            self.away(page),
        ]

    def paint(self, page: Page) -> None:
        super().paint(page)
        page.text(_(WORDS), (24, 74), BODY_PX, page.palette.soft, room=page.wide - 48, least=9)

    def _set_format(self, index: int) -> None:
        self.format = PLAYED[index]
        self._list_decks(self.app.preferences.practice)
        self.rebuild()

    def _set_other(self, index: int) -> None:
        self.other = index - 1

    def _begin(self) -> None:
        if not self.decks:
            return
        mine = self.decks[self.mine]
        other = self.decks[self.other] if self.other >= 0 else None
        chosen = Practice(self.format, mine.key, other.key if other is not None else "")
        theirs = other or random.choice(deck_entries.ready(self.format) or [mine])
        self.app.press()
        self.app.practise(chosen, mine, theirs.text)
