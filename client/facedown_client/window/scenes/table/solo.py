"""Playing alone, by hand, by the rules or by EDOPro's core, and practice against the bot. Opens over the home
screen.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from facedown_client.bot.levels import DEFAULT_LEVEL, LEVEL_NAMES, LEVELS
from facedown_client.connection import hosting
from facedown_client.data import DeckEntry, deck_entries, preferences, solo_table
from facedown_client.data.preferences import Practice
from facedown_client.model import card_catalogue
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, Look
from facedown_client.window.scenes.dialogs import Form
from facedown_client.window.scenes.parts import Page
from facedown_client.window.scenes.table.lines import OpenScene
from facedown_client.window.widgets import Button, Dropdown, Entry, Segments, Widget
from facedown_shared.cards.listed_rules import format_of_list
from facedown_shared.decks.banlists import NO_LIMITS
from facedown_shared.tables import DECK_FORMATS, FORMATS
from facedown_shared.text import BadInput, _, gettext_noop

CORE = "core"
GAME, HOW, YOUR_DECK = gettext_noop("Game"), gettext_noop("How"), gettext_noop("Your deck")

MODES = {
    "free": gettext_noop("By hand"),
    "rules": gettext_noop("By the rules"),
    CORE: gettext_noop("EDOPro's core"),
    "half": gettext_noop("Half and half"),
}
TOLD = {
    "free": gettext_noop(
        "Every card is yours to move, on both sides. Everything can be undone and played on."
    ),
    "rules": gettext_noop("The rules prompt you for both sides. Everything can be undone and played on."),
    CORE: gettext_noop(
        "Every card that your EDOPro has, by its core. Everything can be undone and played on."
    ),
    "half": gettext_noop("The rules prompt you; cards that are not implemented yet you carry out by hand."),
}
NOBODY = {
    "free": gettext_noop("An empty side"),
    "rules": gettext_noop("The same deck"),
    CORE: gettext_noop("The same deck"),
    "half": gettext_noop("The same deck"),
}


NO_LIST = gettext_noop("None: any cards")
SET_UP = gettext_noop("Set up EDOPro's core…")
NOT_SET_UP = gettext_noop("EDOPro's core is not set up on this computer yet.")
BANLIST = gettext_noop("Ban list")
SURPRISE = gettext_noop("Surprise me")
"""The last choice of a deck: a ready one, picked by chance."""


class CoreForm(Form):
    """Form with a game and a way to play it, which may be EDOPro's core with a ban list."""

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self.format, self.mode, self.banlist = DECK_FORMATS[0], "rules", ""
        self._read_core()

    def _read_core(self) -> None:
        """Read whether this computer has the core, and its ban lists."""
        self.has_core = hosting.offers_core()
        self.lists = hosting.banlists() if self.has_core else {}

    def _name_rows(self, *last: str) -> int:
        """Name the rows: one is for the ban list, by the core only. Return the number of the deck's row."""
        lists = (BANLIST,) if self._is_by_core else ()
        self.rows = (GAME, HOW, *lists, YOUR_DECK, *last)
        return self.rows.index(YOUR_DECK)

    @property
    def _is_by_core(self) -> bool:
        """Whether the chosen way to play is EDOPro's core."""
        return self.mode == CORE

    @property
    def _lacks_core(self) -> bool:
        """Whether the core is chosen, but not set up."""
        return self._is_by_core and not self.has_core

    @property
    def _played_format(self) -> str:
        """The format of the table: the chosen one, or that of the ban list."""
        limits = self.lists.get(self.banlist) if self._is_by_core else None
        if limits is None:
            return self.format
        return format_of_list(self.banlist, has_points=limits.point_cap is not None)

    @property
    def _played_banlist(self) -> str:
        """The ban list of the table; "" for none."""
        return self.banlist if self._is_by_core and self.banlist in self.lists else ""

    def _list_widget(self, page: Page, row: int) -> Widget:
        """Return the choice of a ban list, or the button that sets the core up."""
        if not self.has_core:
            return Button(self.row(page, row), _(SET_UP), self._set_up, style="outline", key="E")
        names = sorted(self.lists)
        chosen = names.index(self.banlist) + 1 if self.banlist in names else 0
        return Dropdown(self.row(page, row), [_(NO_LIST), *names], chosen, self._set_list)

    def _list_note(self, deck: DeckEntry | None) -> str:
        """Return the note about the ban list: the rules of its time, and what it says of a deck."""
        if self._lacks_core:
            return _(NOT_SET_UP)
        limits = self.lists.get(self._played_banlist)
        if limits is None:
            return ""
        rules = _("Played by the rules of its time: {rules}.", rules=_(FORMATS[self._played_format].title))
        return next(iter(self._list_reasons(deck)), rules)

    def _list_reasons(self, deck: DeckEntry | None) -> list[str]:
        """Return the reasons why the ban list does not allow a deck; none for cards that are not known here,
        which the core may know.
        """
        limits, known = self.lists.get(self._played_banlist), card_catalogue.cards()
        if deck is None or limits is None or not all(code in known for code in deck.deck.cards):
            return []
        return deck.reasons(self._played_format, limits)

    def update(self, now: float) -> None:
        super().update(now)
        if not self.has_core and hosting.offers_core():
            self._read_core()
            self.rebuild()

    def _set_up(self) -> None:
        self.app.open_screen("core")

    def _set_list(self, index: int) -> None:
        self.banlist = ["", *sorted(self.lists)][index]
        self.rebuild()


class SoloScene(CoreForm):
    """Dialog to play both sides alone: combos, goldfishing, puzzles."""

    title = gettext_noop("Solo")
    wide, high = 800, 520
    first = 123
    left, deep = 184, 38
    noted, gap = (2,), 20

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        own = app.preferences
        self.format = own.table.format if own.table.format in DECK_FORMATS else DECK_FORMATS[0]
        self.mode, self.banlist = self._possible(own.solo), own.solo_banlist
        self.path = self.trouble = ""
        self.brought: list[DeckEntry] = []
        """Decks from files, the newest first."""
        self._choose_first()

    @property
    def decks(self) -> list[DeckEntry]:
        """All decks to choose from."""
        brought = [deck for deck in self.brought if deck.other_game_format(self.format) is None]
        ready = deck_entries.shelf(self.format, by_core=self._is_by_core)
        return [*brought, *deck_entries.own(self.format), *ready]

    @property
    def modes(self) -> list[str]:
        """The modes of this game."""
        rules = FORMATS[self.format]
        if rules.by_hand:
            return ["free"]
        return [mode for mode in MODES if mode != CORE or rules.core_rules]

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
        decks = [*(deck.display_title for deck in self.decks), _(SURPRISE)]
        ways = [_(MODES[mode]) for mode in self.modes]
        deck_row = self._name_rows(gettext_noop("Other side"), gettext_noop("Any file"))
        return [
            Dropdown(self.row(page, 0), titles, DECK_FORMATS.index(self.format), self._set_format),
            Segments(self.row(page, 1), ways, self.modes.index(self.mode), self._set_mode),
            *([self._list_widget(page, 2)] if self._is_by_core else []),
            Dropdown(self.row(page, deck_row), decks, self.mine, partial(setattr, self, "mine")),
            Dropdown(self.row(page, deck_row + 1), [_(NOBODY[self.mode]), *decks], self.other + 1,
                     self._set_other),
            Entry(
                self.row(page, deck_row + 2), self.path, placeholder=_("Path of a .ydk, .duel or .json file"),
                limit=600, on_change=partial(setattr, self, "path"), on_submit=self.handle_dropped,
            ),
            Button(page.foot(24, 168), _("Open a line…"), self._lines, key="O"),
            Button(
                page.foot(-348, 150), _("Begin"), self._begin, style="accent", key="B",
                enabled=not self._lacks_core, reason=_(NOT_SET_UP) if self._lacks_core else "",
            ),
            self.close_button(page),
        ]  # fmt: skip

    def paint(self, page: Page) -> None:
        super().paint(page)
        words = self.trouble or _(TOLD[self.mode])
        ink = page.palette.harm if self.trouble else page.palette.soft
        page.text(words, (24, 72), BODY_PX, ink, room=page.wide - 48, least=9)
        if self._is_by_core:
            found = self.decks
            self.paint_note(page, self._list_note(found[self.mine] if self.mine < len(found) else None))

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
        """Open a file and return whether it is a deck of this game, which then becomes this side's.

        A deck of another game changes the game. A line or puzzle opens immediately.
        """
        self.trouble = ""
        try:
            if not path.strip().lower().endswith(".ydk"):
                self.app.play_file(path, self._show_refusal, mode=self.mode)
                return False
            deck = deck_entries.find_deck(path.strip(), self.format)
        except BadInput as refused:
            self._show_refusal(str(refused))
            return False
        other = deck.other_game_format(self.format)
        if other is not None:
            self.trouble = _("This deck is for {title}: the game is set to it.", title=_(other.title))
            self._set_format(DECK_FORMATS.index(other.name))
        self.brought.insert(0, deck)
        self.path, self.mine = "", 0
        self.other += self.other >= 0
        self.rebuild()
        return other is None

    def _show_refusal(self, sentence: str) -> None:
        self.trouble = sentence

    def _begin(self) -> None:
        if self.path.strip() and not self._open(self.path):
            return
        found = self.decks
        mine = _deck_at(found, self.mine, self.format, by_core=self._is_by_core)
        other = None
        if self.other >= 0:
            other = _deck_at(found, self.other, self.format, by_core=self._is_by_core)
        self.app.play_press_sound()
        self.app.close()
        own = preferences.replace(self.app.preferences, solo=self.mode, solo_banlist=self.banlist)
        self.app.save_preferences(own)
        table = solo_table.table(self._played_format, self.mode, self._played_banlist)
        self.app.start_solo(table, mine, other)


def _deck_at(
    decks: Sequence[DeckEntry], index: int, format_name: str, *, by_core: bool = False
) -> DeckEntry | None:
    """Return the deck at an index of a choice, which ends with a surprise; None if there is no deck."""
    if index < len(decks):
        return decks[index]
    if not deck_entries.shelf(format_name):
        return None
    return deck_entries.surprise(format_name, by_core=by_core)


WORDS = gettext_noop("On this computer only. The duel is saved until it is over: Return at home resumes it.")
LEVEL = gettext_noop("The bot's level")
NO_DECK = gettext_noop("You have no deck that this game allows.")


class PractiseScene(CoreForm):
    """Dialog to begin a duel against the bot."""

    title = gettext_noop("Practise against the bot")
    wide, high = 760, 580
    first, step = 126, 54
    left, deep = 200, 38
    gap = 20

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        last = app.preferences.practice
        self.format = last.format if last.format in DECK_FORMATS else DECK_FORMATS[0]
        self.mode = last.mode if last.mode in self.modes else self.modes[0]
        self.banlist = last.banlist
        self.level = last.level if last.level in LEVEL_NAMES else DEFAULT_LEVEL
        self._list_decks(last)

    @property
    def modes(self) -> list[str]:
        """The modes of this game against the bot."""
        if FORMATS[self.format].core_rules:
            return ["rules", CORE]
        return ["free" if FORMATS[self.format].by_hand else "rules"]

    def _list_decks(self, last: Practice) -> None:
        """List the decks of this game and select the ones chosen last time."""
        self.decks: list[DeckEntry] = [
            *deck_entries.shelf(self.format, by_core=self._is_by_core),
            *(self._core_decks() if self._is_by_core else deck_entries.allowed_decks(self.format)),
        ]
        keys = [deck.key for deck in self.decks]
        usual = deck_entries.default_deck(last.deck or self.app.preferences.deck, self.format)
        self.mine = keys.index(usual.key) if usual is not None and usual.key in keys else 0
        self.other = keys.index(last.other) if last.other in keys else -1
        """Index of the bot's deck; -1 for any."""

    def _core_decks(self) -> list[DeckEntry]:
        """Return the player's decks of this game: the core may know cards that this program does not."""
        kinds = FORMATS[self.format].card_kinds
        return [deck for deck in deck_entries.own() if deck.game.card_kinds == kinds]

    def build(self, page: Page) -> Sequence[Widget]:
        titles = [_(FORMATS[name].title) for name in DECK_FORMATS]
        names = [deck.display_title for deck in self.decks]
        begin = Button(
            page.foot(-372, 174), _("Begin"), self._begin, style="accent", key="B",
            enabled=not self._obstacle, reason=self._obstacle,
        )  # fmt: skip
        ways, deck_row = [_(MODES[mode]) for mode in self.modes], self._name_practice_rows()
        return [
            Dropdown(self.row(page, 0), titles, DECK_FORMATS.index(self.format), self._set_format),
            Segments(self.row(page, 1), ways, self.modes.index(self.mode), self._set_mode),
            *([self._list_widget(page, 2)] if self._is_by_core else []),
            Dropdown(self.row(page, deck_row), [*names, _(SURPRISE)], self.mine, self._choose_deck),
            Dropdown(
                self.row(page, deck_row + 1), [_("Any of them"), *names], self.other + 1, self._set_other
            ),
            *([self._level_widget(page, deck_row + 2)] if self._has_levels else []),
            begin.with_focus(),
            self.close_button(page),
        ]

    def _name_practice_rows(self) -> int:
        """Name the rows, and those with a note: the list, our deck, the level. Return the deck's row."""
        deck_row = self._name_rows(gettext_noop("The bot's deck"), *([LEVEL] if self._has_levels else []))
        self.noted = (*((deck_row - 1,) if self._is_by_core else ()), deck_row)
        return deck_row

    def _choose_deck(self, index: int) -> None:
        self.mine = index
        self.rebuild()

    @property
    def _has_levels(self) -> bool:
        """Whether the bot has levels in this game: where it plays by rules."""
        return not FORMATS[self.format].by_hand

    def _level_widget(self, page: Page, row: int) -> Segments:
        """Return the choice of how well the bot plays."""
        titles = [_(level.title) for level in LEVELS]
        return Segments(self.row(page, row), titles, LEVEL_NAMES.index(self.level), self._set_level)

    def _set_level(self, index: int) -> None:
        self.level = LEVEL_NAMES[index]
        self.rebuild()

    @property
    def _obstacle(self) -> str:
        """The reason why the duel cannot begin; "" if it can."""
        if self._lacks_core or not self.decks:
            return _(NOT_SET_UP) if self._lacks_core else _(NO_DECK)
        return next(iter(self._list_reasons(self._own_deck)), "")

    @property
    def _own_deck(self) -> DeckEntry | None:
        """The chosen deck; None for a surprise."""
        return self.decks[self.mine] if self.mine < len(self.decks) else None

    def paint(self, page: Page) -> None:
        super().paint(page)
        page.text(_(WORDS), (24, 74), BODY_PX, page.palette.soft, room=page.wide - 48, least=9)
        if self._is_by_core:
            self.paint_note(page, self._list_note(self._own_deck))
        if self._own_deck is not None:
            self.paint_note(page, self._own_deck.display_about, self.rows.index(YOUR_DECK))
        if self._has_levels:
            about = next(_(level.about) for level in LEVELS if level.name == self.level)
            self.paint_note(page, about, len(self.rows) - 1)

    def _set_format(self, index: int) -> None:
        self.format = DECK_FORMATS[index]
        self.mode = self.mode if self.mode in self.modes else self.modes[0]
        self._list_decks(self.app.preferences.practice)
        self.rebuild()

    def _set_mode(self, index: int) -> None:
        self.mode = self.modes[index]
        self._list_decks(self.app.preferences.practice)
        self.rebuild()

    def _set_other(self, index: int) -> None:
        self.other = index - 1

    def _begin(self) -> None:
        if self._obstacle:
            return
        mine = self._own_deck or random.choice(self._bot_decks() or self.decks)
        other = self.decks[self.other] if self.other >= 0 else None
        chosen = Practice(
            self._played_format, mine.key, other.key if other is not None else "",
            "core" if self._is_by_core else "rules", self._played_banlist,
            self.level if self._has_levels and self.level != DEFAULT_LEVEL else "",
        )  # fmt: skip
        theirs = other or random.choice(self._bot_decks() or [mine])
        self.app.play_press_sound()
        self.app.start_practice(chosen, mine, theirs.text)

    def _bot_decks(self) -> list[DeckEntry]:
        """Return the ready decks that the bot may play here."""
        limits = self.lists.get(self._played_banlist, NO_LIMITS)
        ready = deck_entries.shelf(self.format)
        return [deck for deck in ready if not deck.reasons(self._played_format, limits)]
