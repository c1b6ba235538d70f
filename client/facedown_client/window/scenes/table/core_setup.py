"""Setup of EDOPro's core in the window: its folder, the engine file, the progress, what was found."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from facedown_client.connection.core_setup import check_engine, check_folder, installed_words, named_folder
from facedown_client.data import preferences
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, Look
from facedown_client.window.scenes.dialogs import Form
from facedown_client.window.scenes.parts import Page
from facedown_client.window.widgets import Button, Entry, Widget
from facedown_shared.text import _, gettext_noop

ABOUT = gettext_noop(
    "With EDOPro's engine, scripts and card database every card plays by its rules: alone, against the bot "
    "and at your tables. facedown contains none of them; it uses those on this computer."
)
DONE = gettext_noop("EDOPro's core is set up. Solo, Practise and Host offer it now.")
ENGINE_ENDINGS = (".tgz", ".wasm", ".dll", ".so", ".dylib")
CHECK_INTERVAL_S = 0.25
"""Seconds between two pictures while the setup runs."""
MAX_SHOWN_LINES = 7


class CoreScene(Form):
    """Dialog that sets up EDOPro's core, from a folder and an engine file."""

    title = gettext_noop("EDOPro's core")
    wide, high = 840, 560
    rows = (gettext_noop("EDOPro's folder"), gettext_noop("Engine file"))
    first, step = 148, 74
    left, deep = 200, 38

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        cards = app.preferences.cards
        self.folder = cards if cards and check_folder(cards).is_good else ""
        self.engine = ""
        self._was_running = False
        self._check()

    def _check(self) -> None:
        self.found_folder, self.found_engine = (
            check_folder(self.folder),
            check_engine(self.engine, self.folder),
        )
        self.installed = installed_words()

    def build(self, page: Page) -> Sequence[Widget]:
        setup = self.app.network.core_setup
        why = self._obstacle
        folder = Entry(
            self.row(page, 0), self.folder, placeholder=_("EDOPro's default folder, or drop a folder here"),
            limit=600, on_change=partial(self._type, "folder"), on_submit=lambda _: self._begin(),
        )  # fmt: skip
        engine = Entry(
            self.row(page, 1), self.engine, placeholder=_("Found or downloaded, or drop a file here"),
            limit=600, on_change=partial(self._type, "engine"), on_submit=lambda _: self._begin(),
        )  # fmt: skip
        begin = Button(
            page.foot(-384, 188), _("Set it up"), self._begin, style="accent", enabled=not why, reason=why
        )
        stop = Button(page.foot(-384, 188), _("Stop"), setup.stop, style="harm")
        close = Button(page.foot(-184, 160), _("Close"), self.dismiss, key="Esc")
        return [folder, engine, stop if setup.is_running else begin, close]

    def paint(self, page: Page) -> None:
        super().paint(page)
        setup, room = self.app.network.core_setup, page.wide - 48
        page.draw_wrapped(_(ABOUT), (24, 64), room, BODY_PX, page.palette.soft, lines=3)
        for row, found in enumerate((self.found_folder, self.found_engine)):
            at = (self.left, self.middle(row) + self.deep / 2 + 14)
            page.tick(found.sentence, at, page.wide - self.left - 24, found.is_good, lines=1)
        top = self.middle(1) + 64
        if setup.lines or setup.is_running:
            shown = [*setup.lines[-MAX_SHOWN_LINES:]]
            for number, line in enumerate(shown):
                page.text(line, (24, top + 22 * number), BODY_PX, page.palette.soft, room=room, least=8)
            top += 22 * len(shown) + 8
        if setup.failure:
            page.tick(setup.failure, (24, top), room, False, lines=3)
        elif setup.is_done:
            page.tick(f"{_(DONE)} {self.installed}", (24, top), room, True, lines=3)
        elif not setup.is_running and self.installed:
            page.tick(self.installed, (24, top), room, True, lines=4)

    def watched_values(self) -> object:
        """The state of the setup: it changes the buttons, and at its end what is installed."""
        setup = self.app.network.core_setup
        return setup.is_running, setup.is_done, setup.failure

    def update(self, now: float) -> None:
        super().update(now)
        is_running = self.app.network.core_setup.is_running
        if self._was_running and not is_running:
            self._note_end()
        self._was_running = is_running

    def next_change(self, now: float) -> float:
        """Return the time of the next picture: soon while the setup runs."""
        return now + CHECK_INTERVAL_S if self.app.network.core_setup.is_running else math.inf

    def handle_dropped(self, path: str) -> None:
        """Take a dropped folder or engine file."""
        is_engine = path.lower().endswith(ENGINE_ENDINGS) or Path(path).is_file()
        self._type("engine" if is_engine else "folder", path)
        self.rebuild()

    def _type(self, name: str, words: str) -> None:
        before = self._obstacle
        setattr(self, name, words)
        self._check()
        if self._obstacle != before:  # a new layout puts the cursor at the end of the text
            self.rebuild()

    @property
    def _obstacle(self) -> str:
        """The sentence that says what is missing to begin; "" for nothing."""
        found = (self.found_folder, self.found_engine)
        return next((one.sentence for one in found if not one.is_good), "")

    def _begin(self) -> None:
        if not self._obstacle:
            self.app.play_press_sound()
            self.app.network.core_setup.start(self.folder, self.engine)

    def _note_end(self) -> None:
        """Read what is installed now, and use the folder's cards and pictures too if none are set."""
        self._check()
        own = self.app.preferences
        if self.app.network.core_setup.is_done and not own.cards:
            self.app.save_preferences(preferences.replace(own, cards=str(named_folder(self.folder) or "")))
