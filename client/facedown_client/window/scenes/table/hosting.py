"""Options of a table to be opened: game and mode, clock, pace, access. Opens over the home screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from facedown_client.connection import hosting
from facedown_client.data import preferences
from facedown_client.model.room_words import KEY_AND_PASSWORD
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import MAIN_PX, Look
from facedown_client.window.scenes.dialogs import Form
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Dropdown, Entry, Switch, Widget
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.cards.listed_rules import format_of_list
from facedown_shared.decks.banlists import MAX_POINTS
from facedown_shared.protocol.messages import Clock, Settings
from facedown_shared.protocol.table_settings import MAX_LIFE, normalize
from facedown_shared.tables import FORMATS, PLAYED
from facedown_shared.tables.formats import COMPANION, MASTER
from facedown_shared.text import _, gettext_noop

MODES = {
    "rules": gettext_noop("By the rules"),
    "core": gettext_noop("EDOPro's core"),
    "half": gettext_noop("Half and half"),
    "free": gettext_noop("Free, by hand"),
}
BY_HAND, CORE = "free", "core"
HOWS = {
    "rules": gettext_noop(
        "Facedown's own rules play {count} cards; decks with others need another way to play."
    ),
    "core": gettext_noop("Every card that the host's EDOPro knows, by its core and its scripts."),
    "half": gettext_noop("By the rules, and by hand what they do not know."),
    "free": gettext_noop("Every card there is; both players move them by hand."),
}
"""Meaning of each mode for a player."""
PAPER = gettext_noop("Life, coins, dice and turns for two people with cards on paper; no deck is needed.")
LISTED = gettext_noop(
    "Decks are checked against this ban list of EDOPro's, and its core plays by the rules of "
    "that time: {rules}."
)
"""Explanation of a banlist; the rules are those of its time."""
NO_CORE = gettext_noop("To play every card by its rules, set up EDOPro's core.")
"""Text shown if this computer has no core."""
MATCHES = {1: gettext_noop("Single duel"), 3: gettext_noop("Best of three")}
CLOCKS = {
    Clock(): gettext_noop("None"),
    Clock(300, 10): gettext_noop("5 min + 10 s"),
    Clock(600, 15): gettext_noop("10 min + 15 s"),
    Clock(1800, 20): gettext_noop("30 min + 20 s"),
}
"""Clocks: a time bank for each player, and the seconds that every answer adds to it."""

PACES = {"off": gettext_noop("None"), "quick": gettext_noop("Short"), "careful": gettext_noop("Long")}
TOLD = {
    "off": gettext_noop(
        "Where no player can respond, the duel continues at once; that can reveal what is in a hand."
    ),
    "quick": gettext_noop("A short pause now and then hides whether a player could have responded."),
    "careful": gettext_noop("Longer pauses hide it better, and the duel takes longer."),
}
"""Meaning of each pace for a player; docs/reference/time-limits.md has the times."""


TUNNEL = gettext_noop("None; for the Internet cloudflared, or you@your.server/7777")
"""Text of the empty field for the tunnel that lets in friends from the Internet."""

CAP_LEFT_PX, CAP_WIDTH_PX = 268, 140
"""Left edge and width of the field for the highest cost of a deck."""


class HostScene(Form):
    """Form with every option of a new table. Begins with the options chosen last time."""

    title = gettext_noop("Host a table")
    wide, high = 760, 676
    rows = (
        gettext_noop("Game"),
        gettext_noop("How"),
        gettext_noop("Ban list"),
        gettext_noop("Match"),
        gettext_noop("Clock"),
        gettext_noop("Pauses"),
        gettext_noop("Password"),
        gettext_noop("Who may come"),
        gettext_noop("Tunnel"),
        gettext_noop("Afterwards"),
    )
    first, step = 82, 46
    left, deep = 200, 36
    noted, gap = (2, 5, 6), 19

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self._read_core()
        self.table = self._playable(app.preferences.table)
        self.tunnel = app.preferences.tunnel

    def build(self, page: Page) -> Sequence[Widget]:
        table = self.table
        titles = [_(FORMATS[name].title) for name in PLAYED]
        game = table.format if table.format in PLAYED else PLAYED[0]
        return [
            *self._game(page, titles, PLAYED.index(game)),
            self.choice_of(page, 1, self._modes(), table, "mode"),
            self._list_choice(page),
            self.choice_of(page, 3, MATCHES, table, "best_of"),
            self.choice_of(page, 4, self._clocks(), table, "clock"),
            self.choice_of(page, 5, PACES, table, "pace"),
            Entry(
                self.row(page, 6), table.password, placeholder=_("None"),
                limit=64, on_change=lambda word: self.set(password=word), on_submit=lambda _: self._host(),
            ),
            Switch(
                self.row(page, 7, 0, 268), _("This network sees it"), table.listed,
                lambda on: self.set(listed=on),
            ),
            Switch(
                self.row(page, 7, 268), _("Open the port on my router"), self.app.preferences.open_port,
                lambda on: self.app.save_preferences(preferences.replace(self.app.preferences, open_port=on)),
            ),
            Entry(
                self.row(page, 8), self.tunnel, placeholder=_(TUNNEL), limit=200,
                on_change=self._set_tunnel, on_submit=lambda _: self._host(),
            ),
            Switch(
                self.row(page, 9), _("Both hands are opened to both players"), table.open_hands,
                lambda on: self.set(open_hands=on),
            ),
            Button(
                page.foot(-424, 228), _("Open the table"), self._host, style="accent", key="Enter"
            ),
            self.close_button(page),
        ]  # fmt: skip

    def _game(self, page: Page, titles: list[str], chosen: int) -> list[Widget]:
        """Return the choice of the game, and for games with card costs the limit for a deck, with cards on
        paper the Life to start with.
        """
        if self._is_on_paper:
            life = "" if self.table.life is None else str(self.table.life)
            return [
                Dropdown(self.row(page, 0, 0, 252), titles, chosen, self._choose_game),
                Entry(
                    self.row(page, 0, CAP_LEFT_PX, CAP_WIDTH_PX), life, placeholder=str(COMPANION.life),
                    limit=6, label=_("Life at the start"), on_change=self._set_life,
                    on_submit=lambda _: self._host(),
                ),
            ]  # fmt: skip
        if not self._has_points:
            return [Dropdown(self.row(page, 0), titles, chosen, self._choose_game)]
        said = "" if self.table.point_cap is None else str(self.table.point_cap)
        return [
            Dropdown(self.row(page, 0, 0, 252), titles, chosen, self._choose_game),
            Entry(
                self.row(page, 0, CAP_LEFT_PX, CAP_WIDTH_PX), said, placeholder=_("by the list"), limit=5,
                on_change=self._set_cap, on_submit=lambda _: self._host(), label=_("Points of a deck"),
            ),
        ]  # fmt: skip

    def _set_cap(self, word: str) -> None:
        """Set the highest cost of a deck. Text that is not a number removes this limit, so that the banlist's
        own applies.
        """
        number = int(word) if word.isascii() and word.isdigit() else None
        self.set(point_cap=number if number is None or number <= MAX_POINTS else MAX_POINTS)

    def _set_life(self, word: str) -> None:
        """Set the Life to start with. Text that is no such number stands for the format's own."""
        number = int(word) if word.isascii() and word.isdigit() else 0
        self.set(life=min(number, MAX_LIFE) or None)

    def _modes(self) -> Mapping[str, str]:
        """The modes of the chosen game."""
        return modes_of(self.table.format, core=self.has_core)

    @property
    def _is_on_paper(self) -> bool:
        """Whether the players of the chosen game have their cards on paper."""
        return FORMATS.get(self.table.format, MASTER).on_paper

    @property
    def _has_points(self) -> bool:
        """Whether cards cost points in the chosen game, in any mode."""
        return FORMATS.get(self.table.format, MASTER).point_cap is not None

    def _clocks(self) -> Mapping[Clock, str]:
        """The clocks to choose from; none by hand, where turns are not timed."""
        return {Clock(): CLOCKS[Clock()]} if self.table.mode == BY_HAND else CLOCKS

    def paint(self, page: Page) -> None:
        super().paint(page)
        if self._has_points or self._is_on_paper:
            x = self.left + CAP_LEFT_PX + CAP_WIDTH_PX + 12
            unit = _("points at most") if self._has_points else _("Life at the start")
            page.text(unit, (x, self.middle(0)), MAIN_PX, room=page.wide - x - 24, least=9)
        self.paint_note(page, self._mode_words(), row=2)
        self.paint_note(page, _(TOLD[self.table.pace]), row=5)
        self.paint_note(page, _(KEY_AND_PASSWORD), row=6)

    def set(self, **changes: object) -> None:
        self.table = self._playable(msgspec.structs.replace(self.table, **changes))
        if {"format", "mode"} & set(changes):
            self.rebuild()

    @property
    def _lists(self) -> tuple[str, ...]:
        """The ban lists of the chosen mode: all by EDOPro's core, else those with points in games that have
        them.
        """
        if self.table.mode == CORE:
            return self.banlists
        known = hosting.banlists() if self.has_core and self._has_points else {}
        return tuple(name for name in self.banlists if name in known and known[name].point_cap is not None)

    def _list_choice(self, page: Page) -> Widget:
        """Return the choice of a ban list, or the button that sets EDOPro's core up, which plays them."""
        if not self.has_core and FORMATS.get(self.table.format, MASTER).core_rules:
            return Button(self.row(page, 2), _("Set up EDOPro's core…"), self._set_up, key="E")
        lists = self._lists
        if not lists:
            reason = _("For tables by EDOPro's core.")
            return Button(self.row(page, 2), _("None"), enabled=False, reason=reason)
        chosen = lists.index(self.table.banlist) + 1 if self.table.banlist in lists else 0
        return Dropdown(self.row(page, 2), [_("None"), *lists], chosen, self._choose_list)

    def _set_up(self) -> None:
        self.app.open_screen("core")

    def update(self, now: float) -> None:
        """Offer the core as soon as it is set up."""
        super().update(now)
        if not self.has_core and hosting.offers_core():
            self._read_core()
            self.rebuild()

    def _read_core(self) -> None:
        self.has_core = hosting.offers_core()
        self.banlists = tuple(sorted(hosting.banlists())) if self.has_core else ()

    def _choose_game(self, pick: int) -> None:
        self.set(format=PLAYED[pick], banlist="")

    def _choose_list(self, pick: int) -> None:
        """Choose a ban list of EDOPro, which its core plays by the rules of that time."""
        if not pick:
            name = self.table.format if self.table.format in PLAYED else PLAYED[0]
            self.set(format=name, banlist="")
            return
        banlist = self._lists[pick - 1]
        has_points = hosting.banlists()[banlist].point_cap is not None
        self.set(format=format_of_list(banlist, has_points=has_points), banlist=banlist)

    def _set_tunnel(self, host: str) -> None:
        self.tunnel = host.strip()

    def _host(self) -> None:
        self.app.play_press_sound()
        self.app.save_preferences(preferences.replace(self.app.preferences, tunnel=self.tunnel))
        self.app.close()
        self.app.host_table(self.table)

    def _mode_words(self) -> str:
        """Return the explanation of the chosen mode, or what is missing to play every card by the rules."""
        if self._is_on_paper:
            return _(PAPER)
        core = bool(FORMATS[self.table.format].core_rules) if self.table.format in FORMATS else False
        if self.table.banlist and self.table.mode == CORE and self.table.format in FORMATS:
            return _(LISTED, rules=_(FORMATS[self.table.format].title))
        if self.table.mode == "rules" and core and not self.has_core:
            return _(NO_CORE)
        return _(HOWS.get(self.table.mode, ""), count=len(bundled_pool()))

    def _playable(self, table: Settings) -> Settings:
        """Return the settings with which the table can be opened: by hand without a clock."""
        table = normalize(table)
        if table.banlist not in self.banlists:
            table = msgspec.structs.replace(table, banlist="")
        if not table.banlist and table.format not in PLAYED:
            table = msgspec.structs.replace(table, format=PLAYED[0])
        if table.mode not in modes_of(table.format, core=self.has_core):
            table = msgspec.structs.replace(table, mode="rules")
        return msgspec.structs.replace(table, clock=Clock()) if table.mode == BY_HAND else table


def modes_of(format_name: str, *, core: bool) -> Mapping[str, str]:
    """Return the modes of a game with their words. `core`: whether EDOPro's core is available."""
    rules = FORMATS.get(format_name, MASTER)
    if rules.by_hand:
        return {BY_HAND: MODES[BY_HAND]}
    return {mode: words for mode, words in MODES.items() if mode != CORE or (core and rules.core_rules)}
