"""The player's settings: name, language, text, contrast, motion, sound. Applied and saved immediately."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from facedown_client.data.preferences import MOTIONS, PLAYS, TEXT_SIZES
from facedown_client.window.app_port import AppPort
from facedown_client.window.look import BODY_PX, Look
from facedown_client.window.scenes.dialogs import Form
from facedown_client.window.scenes.parts import Page
from facedown_client.window.sound import MAX_VOLUME
from facedown_client.window.widgets import Button, Entry, Slider, Switch, Widget
from facedown_shared.protocol.asking import MODES
from facedown_shared.text import _, gettext_noop, languages

SIZES = dict(
    zip(
        TEXT_SIZES,
        (gettext_noop("Small"), gettext_noop("Normal"), gettext_noop("Large"), gettext_noop("Larger")),
        strict=True,
    )
)
SPEEDS = dict(
    zip(
        MOTIONS,
        (gettext_noop("Off"), gettext_noop("Fast"), gettext_noop("Normal"), gettext_noop("Slow")),
        strict=True,
    )
)
ASKED = dict(
    zip(
        MODES,
        (gettext_noop("Always"), gettext_noop("Smart"), gettext_noop("Able"), gettext_noop("Never")),
        strict=True,
    )
)
ZONES = {
    "always": gettext_noop("Always"), "matter": gettext_noop("When it matters"),
    "place": gettext_noop("Place cards for me"),
}  # fmt: skip
SHOWN = {
    "off": gettext_noop("The board changes at once; only the log shows what happened."),
    "quick": gettext_noop(
        "Each card the other player uses is shown large for half a second, your own for less."
    ),
    "normal": gettext_noop("Each card the other player uses is shown large for a second, your own for less."),
    "slow": gettext_noop(
        "Each card the other player uses is shown large for 1.5 seconds, your own for less."
    ),
}
"""Meaning of each pace of `PLAYS`."""

WHEN = {
    "always": gettext_noop(
        "At every point where the rules allow a response, even when you have nothing to use."
    ),
    "smart": gettext_noop(
        "When you can respond and it matters: to what the other player does, and in battle."
    ),
    "able": gettext_noop("Whenever you can respond."),
    "never": gettext_noop("Never: everything passes, even what you could respond to."),
}
"""Meaning of each of `MODES`."""

PACES = dict(
    zip(
        PLAYS,
        (gettext_noop("Off"), gettext_noop("Quick"), gettext_noop("Normal"), gettext_noop("Slow")),
        strict=True,
    )
)


class SettingsScene(Form):
    """Overlay with the settings."""

    title = gettext_noop("Settings")
    wide, high = 720, 704
    first, step = 80, 47
    rows = (
        gettext_noop("Your name"), gettext_noop("Text"), gettext_noop("Motion"),
            gettext_noop("Plays are shown"),
        gettext_noop("Ask me to respond"), gettext_noop("Ask for zones"), gettext_noop("Ask for the order"),
            gettext_noop("Your cards"), gettext_noop("Screen"),
        gettext_noop("Sound"), gettext_noop("Language"),
    )  # fmt: skip
    noted, gap = (3, 4, 7), 18
    unlisted = 1

    def __init__(self, look: Look, app: AppPort) -> None:
        super().__init__(look, app)
        self._cards = app.preferences.cards

    def build(self, page: Page) -> Sequence[Widget]:
        own = self.app.preferences
        return [
            Entry(self.row(page, 0), own.name, limit=24, on_change=self._name),
            self.choice_of(page, 1, SIZES, own, "text_size"),
            self.choice_of(page, 2, SPEEDS, own, "motion"),
            self.choice_of(page, 3, PACES, own, "plays"),
            self.choice_of(page, 4, ASKED, own, "respond"),
            self.choice_of(page, 5, ZONES, own, "zones"),
            Switch(
                self.row(page, 6), _("of my cards that go to the Graveyard together"), own.orders,
                lambda on: self.set(orders=on),
            ),
            Entry(
                self.row(page, 7), self._cards, placeholder=_("EDOPro's folder, or one of pictures"),
                limit=400, on_change=partial(setattr, self, "_cards"), on_submit=lambda words: self._save(),
            ),
            self._switch(page, 8, 0, _("High contrast"), "contrast"),
            self._switch(page, 8, 146, _("Full screen"), "full_screen"),
            self._switch(page, 8, 280, _("Reduced motion"), "reduced"),
            self._switch(page, 9, 0, _("Play sounds"), "sound"),
            Slider(
                self.row(page, 9, 146 * page.wide / self.wide, 240), (0, MAX_VOLUME), (0, own.volume),
                self._set_volume, both=False, called=_("Volume"),
            ),
            self.choice_of(page, 10, {"": gettext_noop("The system's"), **languages()}, own, "language"),
            Button(page.foot(24, 148), _("All keys"), partial(self.app.open_screen, "help"), key="?"),
            Button(page.foot(-172, 148), _("Done"), self.dismiss, style="accent", key="Esc"),
        ]  # fmt: skip

    def _switch(self, page: Page, row: int, left: float, words: str, name: str) -> Widget:
        on, more = bool(getattr(self.app.preferences, name)), page.wide / self.wide
        box = self.row(page, row, left * more, (160 if left > 200 else 134) * more)
        return Switch(box, words, on, lambda on: self.set(**{name: on}))

    def _set_volume(self, value: tuple[int, int]) -> None:
        """Set the volume and play a sound at that volume."""
        self.set(volume=value[1], sound=value[1] > 0)
        self.app.play_press_sound()

    def paint(self, page: Page) -> None:
        super().paint(page)
        volume = self.app.preferences.volume if self.app.preferences.sound else 0
        words = _("{percent} %", percent=volume * 10) if volume else _("silent")
        x = self.left + 146 * page.wide / self.wide + 254
        page.text(words, (x, self.middle(9)), BODY_PX, page.palette.soft)
        own = self.app.preferences
        self.paint_note(page, _(SHOWN[own.plays]), row=3)
        self.paint_note(page, _(WHEN[own.respond]), row=4)
        self.paint_note(
            page, _("EDOPro's cards and pictures, or pictures named <passcode>.jpg or .png."), row=7
        )

    def dismiss(self) -> None:
        """Save the typed text and close."""
        self._save()
        self.app.close()

    def _save(self) -> None:
        self.set(cards=self._cards.strip())

    def _name(self, words: str) -> None:
        if words.strip():
            self.set(name=words.strip())

    def set(self, **changes: object) -> None:
        self.app.save_preferences(msgspec.structs.replace(self.app.preferences, **changes))
