"""Text field of one line: cursor, selection of all, copy and paste, and input methods for Chinese."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from facedown_client.window.look import MAIN_PX, Box, Theme, clip, icon, lettering, panel, write_text
from facedown_client.window.widgets.base import Widget, as_rect, key_name

_kept: list[str] = [""]


def read_clipboard() -> str:
    """Return the text on the clipboard, or the last text copied here if there is no clipboard."""
    try:
        return pygame.scrap.get_text() or _kept[0]
    except (pygame.error, AttributeError):
        return _kept[0]


def write_clipboard(words: str) -> None:
    """Put text on the clipboard."""
    _kept[0] = words
    try:
        pygame.scrap.put_text(words)
    except (pygame.error, AttributeError):
        return


class Entry(Widget):
    """Text field of one line. `on_change` is called on every change, `on_submit` on Enter. Esc drops the
    focus.
    """

    typing = True
    outlined = False

    def __init__(
        self,
        box: Box,
        text: str = "",
        *,
        placeholder: str = "",
        on_change: Callable[[str], object] = str,
        on_submit: Callable[[str], object] | None = None,
        limit: int = 400,
        image: str = "",
        label: str = "",
    ) -> None:
        super().__init__(box)
        self.label = label
        """Label beside the field, if it differs from the placeholder."""
        self.text, self.placeholder, self.limit, self.image = text, placeholder, limit, image
        self.on_change, self.on_submit = on_change, on_submit
        self.cursor = len(text)
        self.all_selected = False
        self.composing = ""
        self._left = 0.0
        self._widths: tuple[float, float] = (0.0, MAIN_PX)

    def place(self, box: Box, placeholder: str = "") -> None:
        """Move the field, and set its placeholder if one is given."""
        self.rect, self.placeholder = as_rect(box), placeholder or self.placeholder

    def set(self, text: str) -> None:
        """Replace the text without calling `on_change`."""
        self.text, self.cursor, self.all_selected = text[: self.limit], len(text[: self.limit]), False

    def down(self, at: tuple[int, int]) -> None:
        pygame.key.start_text_input()
        pygame.key.set_text_input_rect(self.rect)
        start, size = self._widths
        wanted = at[0] - start
        spots = range(len(self.text) + 1)
        self.cursor = min(spots, key=lambda spot: abs(lettering.width(self.text[:spot], size) - wanted))
        self.all_selected = False

    def key(self, event: pygame.event.Event) -> bool:
        if self.composing:
            return True
        name = key_name(event)
        action = _KEYS.get(name)
        if action is not None:
            action(self)
            return True
        if name == "Enter":
            if self.on_submit is not None:
                self.on_submit(self.text)
            return self.on_submit is not None
        if name == "Esc":
            self.focused = False
            return True
        return len(name) == 1 or name == "Space"

    def other(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.TEXTINPUT:
            self.composing = ""
            self.insert(event.text)
            return True
        if event.type == pygame.TEXTEDITING:
            self.composing = event.text
            return True
        return False

    def insert(self, words: str) -> None:
        """Insert typed or pasted words at the cursor; line breaks become spaces."""
        words = " ".join(words.splitlines()) if len(words) > 1 else words
        if self.all_selected:
            self.text, self.cursor = "", 0
        before, after = self.text[: self.cursor], self.text[self.cursor :]
        words = words[: max(0, self.limit - len(before) - len(after))]
        self.text, self.cursor = before + words + after, len(before + words)
        self.all_selected = False
        self.on_change(self.text)

    def erase(self, step: int) -> None:
        """Delete the character before (-1, Backspace) or after (1, Delete) the cursor."""
        at = self.cursor + min(0, step)
        if self.all_selected:
            self.text, self.cursor, self.all_selected = "", 0, False
        elif 0 <= at < len(self.text):
            self.text, self.cursor = self.text[:at] + self.text[at + 1 :], at
        self.on_change(self.text)

    def move(self, to: int) -> None:
        """Move the cursor before this character."""
        self.cursor, self.all_selected = max(0, min(len(self.text), to)), False

    def copy(self, cut: bool = False) -> None:
        """Copy the whole text; `cut` also empties the field."""
        write_clipboard(self.text)
        if cut:
            self.text, self.cursor = "", 0
            self.on_change(self.text)

    def select_all(self) -> None:
        """Select the whole text, so that the next letter replaces it."""
        self.all_selected = bool(self.text)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        palette = theme.palette
        line, wide = (palette.focus, 2) if self.focused else (palette.strong, palette.thin)
        panel(surface, self.rect, palette.sunk, line, wide, theme.px(6))
        inside = self.rect.inflate(-theme.px(24), -4)
        if self.image:
            icon(
                surface,
                self.image,
                (self.rect.x + theme.px(18), self.rect.centery),
                theme.px(14),
                palette.soft,
            )
            inside = pygame.Rect(inside.x + theme.px(20), inside.y, inside.w - theme.px(20), inside.h)
        if not self.text and not self.composing and self.placeholder:
            theme.draw_text(
                surface, self.placeholder, inside.midleft, MAIN_PX, palette.faint, room=inside.w, least=10
            )
        self._handle_typed(surface, theme, inside)

    def _handle_typed(self, surface: pygame.Surface, theme: Theme, inside: pygame.Rect) -> None:
        palette, size = theme.palette, theme.type_size(MAIN_PX)
        shown = self.text[: self.cursor] + self.composing + self.text[self.cursor :]
        to_cursor = lettering.width(shown[: self.cursor + len(self.composing)], size)
        self._left = max(0.0, min(self._left, to_cursor), to_cursor - inside.w + 2)
        x = inside.x - self._left
        self._widths = (x, size)
        high = theme.line_height(MAIN_PX)
        with clip(surface, inside):
            ink = palette.text
            if self.all_selected and self.focused:
                mark = (x, inside.centery - high / 2, lettering.width(shown, size), high)
                panel(surface, mark, palette.strong, None, 0, 2)
                ink = palette.on_accent if palette.contrast else ink
            write_text(surface, shown, (x, inside.centery), size, ink)
            if self.focused and not self.all_selected:
                left, top = round(x + to_cursor), inside.centery - theme.px(9)
                surface.fill(palette.accent, (left, top, max(2, theme.px(2)), theme.px(18)))


_KEYS: dict[str, Callable[[Entry], None]] = {
    "BACKSPACE": lambda entry: entry.erase(-1),
    "Del": lambda entry: entry.erase(1),
    "LEFT": lambda entry: entry.move(entry.cursor - 1),
    "RIGHT": lambda entry: entry.move(entry.cursor + 1),
    "HOME": lambda entry: entry.move(0),
    "END": lambda entry: entry.move(len(entry.text)),
    "Ctrl+A": Entry.select_all,
    "Ctrl+C": Entry.copy,
    "Ctrl+X": lambda entry: entry.copy(cut=True),
    "Ctrl+V": lambda entry: entry.insert(read_clipboard()),
}
