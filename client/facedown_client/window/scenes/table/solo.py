"""Playing alone, by hand or by the rules, and practice against the bot. Opens over the home screen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from facedown_client.data import DeckEntry, deck_entries, preferences, solo_table
from facedown_client.data.preferences import Practice
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, Look
from facedown_client.window.scenes.dialogs import Form
from facedown_client.window.scenes.parts import Page
from facedown_client.window.scenes.table.lines import OpenScene
from facedown_client.window.widgets import Button, Dropdown, Entry, Segments, Widget
from facedown_shared.tables import DECK_FORMATS, FORMATS
from facedown_shared.text import BadInput, _, gettext_noop

MODES = {
    "free": gettext_noop("By hand"),
    "rules": gettext_noop("By the rules"),
    "half": gettext_noop("Half and half"),
}
TOLD = {
    "free": gettext_noop(
        "Every card is yours to move, on both sides. Everything can be undone and played on."
    ),
    "rules": gettext_noop("The rules prompt you for both sides. Everything can be undone and played on."),
    "half": gettext_noop("The rules prompt you; cards that are not implemented yet you carry out by hand."),
}
NOBODY = {
    "free": gettext_noop("An empty side"),
    "rules": gettext_noop("The same deck"),
    "half": gettext_noop("The same deck"),
}


class SoloScene(Form):
    """Dialog to play both sides alone: combos, goldfishing, puzzles."""

    title = gettext_noop("Solo")
    wide, high = 760, 480
    rows = (
        gettext_noop("Game"),
        gettext_noop("How"),
        gettext_noop("Your deck"),
        gettext_noop("Other side"),
        gettext_noop("Any file"),
    )
    first = 123
    left, deep = 184, 38

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.format = (
            app.preferences.table.format if app.preferences.table.format in DECK_FORMATS else DECK_FORMATS[0]
        )
        self.mode = self._possible(app.preferences.solo)
        self.path = self.trouble = ""
        self.brought: list[DeckEntry] = []
        """Decks from files, the newest first."""
        self._choose_first()

    @property
    def decks(self) -> list[DeckEntry]:
        """All decks to choose from."""
        return [*self.brought, *deck_entries.own(), *deck_entries.ready(self.format)]

    @property
    def modes(self) -> list[str]:
        """The modes of this game."""
        return ["free"] if FORMATS[self.format].by_hand else list(MODES)

    def _possible(self, mode: str) -> str:
        return mode if mode in self.modes else self.modes[0]

    def _choose_first(self) -> None:
        """Select the deck used last, if this game allows it."""
        found = deck_entries.default_deck(self.app.preferences.deck, self.format)
        keys = [deck.key for deck in self.decks]
        self.mine = keys.index(found.key) if found is not None and found.key in keys else 0
        self.other = -1

    def build(self, page: Page) -> Sequence[Widget]:
        titles = [_(FORMATS[name].title) for name in DECK_FORMATS]
        names = [deck.display_title for deck in self.decks]
        ways = [_(MODES[mode]) for mode in self.modes]
        return [
            Dropdown(self.row(page, 0), titles, DECK_FORMATS.index(self.format), self._set_format),
            Segments(self.row(page, 1), ways, self.modes.index(self.mode), self._set_mode),
            Dropdown(self.row(page, 2), names, self.mine, partial(setattr, self, "mine")),
            Dropdown(self.row(page, 3), [_(NOBODY[self.mode]), *names], self.other + 1, self._set_other),
            Entry(
                self.row(page, 4), self.path, placeholder=_("Path of a .ydk, .duel or .json file"), limit=600,
                on_change=partial(setattr, self, "path"), on_submit=self.handle_dropped,
            ),
            Button(page.foot(24, 168), _("Open a line…"), self._lines, key="O"),
            Button(page.foot(-348, 150), _("Begin"), self._begin, style="accent", key="B"),
            self.close_button(page),
        ]  # fmt: skip

    def paint(self, page: Page) -> None:
        super().paint(page)
        words = self.trouble or _(TOLD[self.mode])
        ink = page.palette.harm if self.trouble else page.palette.soft
        page.text(words, (24, 72), BODY_PX, ink, room=page.wide - 48, least=9)

    def handle_dropped(self, path: str) -> None:
        self._open(path)

    # --- choices --------------------------------------------------------------------------------------------

    def _set_format(self, index: int) -> None:
        self.format = DECK_FORMATS[index]
        self.mode = self._possible(self.mode)
        self._choose_first()
        self.rebuild()

    def _set_mode(self, index: int) -> None:
        self.mode = self.modes[index]
        self.rebuild()

    def _set_other(self, index: int) -> None:
        self.other = index - 1

    def _lines(self) -> None:
        self.app.close()
        self.app.open_scene(OpenScene(self.look, self.app))

    def _open(self, path: str) -> bool:
        """Open a file and return whether it is a deck, which then becomes this side's. A line or puzzle opens
        immediately.
        """
        self.trouble = ""
        try:
            if not path.strip().lower().endswith(".ydk"):
                self.app.play_file(path, self._show_refusal)
                return False
            self.brought.insert(0, deck_entries.find_deck(path.strip()))
        except BadInput as refused:
            self._show_refusal(str(refused))
            return False
        self.path, self.mine = "", 0
        self.other += self.other >= 0
        self.rebuild()
        return True

    def _show_refusal(self, sentence: str) -> None:
        self.trouble = sentence

    def _begin(self) -> None:
        if self.path.strip() and not self._open(self.path):
            return
        found = self.decks
        mine = found[self.mine] if self.mine < len(found) else None
        other = found[self.other] if 0 <= self.other < len(found) else None
        self.app.play_press_sound()
        self.app.close()
        self.app.save_preferences(preferences.replace(self.app.preferences, solo=self.mode))
        self.app.start_solo(solo_table.table(self.format, self.mode), mine, other)


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
        self.format = last.format if last.format in DECK_FORMATS else DECK_FORMATS[0]
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
        titles = [_(FORMATS[name].title) for name in DECK_FORMATS]
        names = [deck.display_title for deck in self.decks]
        begin = Button(
            page.foot(-372, 174), _("Begin"), self._begin, style="accent", key="B",
            enabled=bool(self.decks), reason="" if self.decks else _(NO_DECK),
        )  # fmt: skip
        return [
            Dropdown(self.row(page, 0), titles, DECK_FORMATS.index(self.format), self._set_format),
            Dropdown(self.row(page, 1), names, self.mine, partial(setattr, self, "mine")),
            Dropdown(self.row(page, 2), [_("Any of them"), *names], self.other + 1, self._set_other),
            begin.with_focus(),
            self.close_button(page),
        ]

    def paint(self, page: Page) -> None:
        super().paint(page)
        page.text(_(WORDS), (24, 74), BODY_PX, page.palette.soft, room=page.wide - 48, least=9)

    def _set_format(self, index: int) -> None:
        self.format = DECK_FORMATS[index]
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
        self.app.play_press_sound()
        self.app.start_practice(chosen, mine, theirs.text)
