"""What opens over a screen: a question before something that cannot be taken back, the help, a password."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from client.window import keys
from client.window.app_port import AppPort
from client.window.look import BODY, HEADING, MAIN, SECOND, Look, Theme, panel, shadow, veil
from client.window.scenes.parts import Design, FormScene
from client.window.widgets import Button, Entry, Paragraph, Widget, draw_key, key_name, key_width


class Overlay(FormScene):
    """A panel over whatever is open; the rest is dimmed. Esc closes it."""

    wide, high = 480, 220
    title = ""

    def area(self, theme: Theme) -> tuple[float, float, float, float]:
        """Where the panel lies, in the design."""
        return (1280 - self.wide) / 2, (720 - self.high) / 2, self.wide, self.high

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        veil(surface, (0, 0, 0, 170), surface.get_rect())
        design, palette = Design(theme), theme.palette
        box = design.box(*self.area(theme))
        shadow(surface, box, theme.px(16), theme.px(12))
        panel(surface, box, palette.panel, palette.strong, max(1.5, palette.thin), theme.px(12))
        x, y, w, _ = self.area(theme)
        room = (w - 48) * theme.u
        theme.text(surface, self.title, design.at(x + 24, y + 36), HEADING, bold=True, room=room, least=12)

    def event(self, event: pygame.event.Event) -> None:
        """Esc closes the panel even while something is typed; only an open list takes it first."""
        listed = any(widget.popup for widget in self.group.widgets)
        if event.type == pygame.KEYDOWN and key_name(event) == "Esc" and not listed:
            self.dismiss()
        else:
            super().event(event)

    def dismiss(self) -> None:
        """Close without doing anything."""
        self.app.close()


class Question(Overlay):
    """Do it, or rather not: the safe answer has the focus."""

    def __init__(
        self, look: Look, app: AppPort, title: str, text: str, yes: str, then: Callable[[], object]
    ) -> None:
        super().__init__(look, app)
        self.title, self.text, self.yes, self.then = title, text, yes, then

    def build(self, theme: Theme) -> Sequence[Widget]:
        design, (x, y, w, h) = Design(theme), self.area(theme)
        stay = Button(design.box(x + w - 172, y + h - 60, 148, 40), "No", self.dismiss, key="Esc")
        return [
            Paragraph(design.box(x + 24, y + 64, w - 48, h - 136), self.text),
            Button(design.box(x + w - 372, y + h - 60, 188, 40), self.yes, self._do, style="harm"),
            stay.with_focus(),
        ]

    def _do(self) -> None:
        self.app.close()
        self.then()


class Password(Overlay):
    """The password of a locked table."""

    title = "This table has a password"

    def __init__(self, look: Look, app: AppPort, then: Callable[[str], object]) -> None:
        super().__init__(look, app)
        self.then, self.word = then, ""

    def build(self, theme: Theme) -> Sequence[Widget]:
        design, (x, y, w, h) = Design(theme), self.area(theme)
        entry = Entry(
            design.box(x + 24, y + 96, w - 48, 40), self.word, placeholder="Password", limit=64,
            on_change=partial(setattr, self, "word"), on_submit=lambda _: self._do(),
        )  # fmt: skip
        return [
            Paragraph(design.box(x + 24, y + 62, w - 48, 24), "Its host knows it."),
            entry.with_focus(),
            Button(
                design.box(x + w - 348, y + h - 60, 150, 40), "Come in", self._do, style="accent", key="Enter"
            ),
            Button(design.box(x + w - 184, y + h - 60, 160, 40), "Not now", self.dismiss, key="Esc"),
        ]

    def _do(self) -> None:
        if self.word:
            self.app.close()
            self.then(self.word)


class Help(Overlay):
    """Every key, here and anywhere."""

    title = "Keys"
    wide, high = 900, 560

    def __init__(self, look: Look, app: AppPort, place: str) -> None:
        super().__init__(look, app)
        self.place = place

    def build(self, theme: Theme) -> Sequence[Widget]:
        design, (x, y, w, h) = Design(theme), self.area(theme)
        close = Button(design.box(x + w - 172, y + h - 60, 148, 40), "Close", self.dismiss, key="Esc")
        return [close.with_focus()]

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        x, y, w, _ = self.area(theme)
        columns: list[tuple[str, Sequence[keys.Binding]]] = [("Anywhere", keys.ANYWHERE)]
        if self.place in keys.PLACES:
            columns.insert(0, keys.PLACES[self.place])
        for index, (title, rows) in enumerate(columns):
            self._column(surface, theme, title, rows, x + 24 + index * (w / 2 - 12), y + 80, w / 2 - 36)

    def _column(
        self, surface: pygame.Surface, theme: Theme, title: str, rows: Sequence[keys.Binding], x: float,
        y: float, w: float,
    ) -> None:  # fmt: skip
        design = Design(theme)
        theme.text(surface, title, design.at(x, y), MAIN, theme.palette.soft, bold=True)
        for number, binding in enumerate(rows):
            left, middle = design.at(x, y + 32 + number * 31)
            wide = key_width(theme, binding.key)
            draw_key(surface, theme, binding.key, (left + wide / 2, middle))
            start = max(left + wide + theme.px(12), design.at(x + 84, 0)[0])
            room = design.at(x + w, 0)[0] - start
            theme.text(surface, binding.does, (start, middle), BODY, room=room, least=9)


class Reconnecting(Overlay):
    """The connection is lost; the link tries again by itself."""

    title = "Connection lost"
    wide, high = 520, 200

    def build(self, theme: Theme) -> Sequence[Widget]:
        design, (x, y, w, h) = Design(theme), self.area(theme)
        return [
            Button(
                design.box(x + w - 224, y + h - 60, 200, 40), "Back to the home screen", self.app.go_home,
                key="Esc", size=BODY,
            )
        ]  # fmt: skip

    def dismiss(self) -> None:
        self.app.go_home()

    def paint(self, surface: pygame.Surface, theme: Theme) -> None:
        super().paint(surface, theme)
        design, (x, y, w, _), state = Design(theme), self.area(theme), self.app.network.connection
        lines = theme.wrap(state.sentence, BODY, (w - 48) * theme.u, lines=2)
        theme.lines(surface, lines, design.at(x + 24, y + 60), BODY, theme.palette.soft)
        trying = state.status == "connecting" or state.retry <= 0
        words = "Trying now …" if trying else f"Trying again in {state.retry:.0f} s"
        theme.text(surface, words, design.at(x + 24, y + 118), MAIN, bold=True)
        kept = "Your seat is kept meanwhile." if self.app.model.is_player else ""
        theme.text(surface, kept, design.at(x + 24, y + 164), SECOND, theme.palette.soft, room=240 * theme.u)
