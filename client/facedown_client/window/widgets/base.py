"""Base class of widgets, and the Group that passes events to them. Knows focus and pointer, draws no widget.

An event goes to an open popup first, then to the widget under the pointer or with the focus, then to shortcut
keys. `event` returns whether a widget used it, so that a scene can handle the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Self

import pygame

from facedown_client.window.look import MIN_HIT_PX, PLATE_PX, Box, Theme, panel

NAMES = {
    pygame.K_ESCAPE: "Esc",
    pygame.K_RETURN: "Enter",
    pygame.K_KP_ENTER: "Enter",
    pygame.K_SPACE: "Space",
    pygame.K_DELETE: "Del",
}
"""Names of keys whose cap does not show their letter."""


def key_name(event: pygame.event.Event) -> str:
    """Return the name of the pressed key as on its cap: "A", "1", "Esc", "F5"; "Ctrl+V" with Ctrl held."""
    key: int = event.key
    if pygame.K_KP_1 <= key <= pygame.K_KP_9:
        name = str(key - pygame.K_KP_1 + 1)
    else:
        name = NAMES.get(key) or pygame.key.name(key).upper()
    return f"Ctrl+{name}" if getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_META) else name


def as_rect(box: Box) -> pygame.Rect:
    """Return any four numbers as a rectangle of whole pixels."""
    return pygame.Rect(*(round(part) for part in box))


class Widget:
    """Rectangle on the screen; most widgets can be pressed or have the focus."""

    focusable = True
    typing = False
    """True if typed letters belong to the widget while it has the focus."""
    confirms = True
    """True if Enter presses the widget. It never changes a choice: there it confirms the dialog."""
    outlined = True
    """True if an outline shows the focus."""
    corner: float = 6
    """Corner radius of the outline, in design units."""

    def __init__(self, box: Box, *, enabled: bool = True) -> None:
        self.rect = as_rect(box)
        self.enabled = enabled
        self.focused = False
        self.hovered = False
        self.pressed = False

    def with_focus(self, on: bool = True) -> Self:
        """Set the initial focus and return the widget itself."""
        self.focused = on
        return self

    @property
    def caption(self) -> str:
        """Return the words that name the widget; "" without one."""
        for name in ("label", "title", "placeholder"):
            if found := getattr(self, name, ""):
                return str(found)
        return ""

    @property
    def is_default(self) -> bool:
        """Return whether Enter presses this widget where nothing else has the focus: a dialog's button."""
        return False

    @property
    def area(self) -> pygame.Rect:
        """Return the area that reacts to the pointer: the rectangle, at least 28 pixels each way."""
        grow = (max(0, MIN_HIT_PX - self.rect.w), max(0, MIN_HIT_PX - self.rect.h))
        return self.rect.inflate(grow) if any(grow) else self.rect

    def hit(self, at: tuple[int, int]) -> bool:
        """Return whether a point is in the widget's area."""
        return self.area.collidepoint(at)

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the widget."""

    def outline(self, theme: Theme) -> tuple[pygame.Rect, float]:
        """Return the rectangle for the focus outline, and its corner radius in pixels."""
        return self.rect, theme.px(self.corner)

    def draw_popup(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw the open popup over everything else."""

    @property
    def has_popup(self) -> bool:
        """Return whether an open popup takes all events."""
        return False

    def press(self, at: tuple[int, int] | None = None) -> None:
        """Handle a click (at a point) or a key press."""

    def down(self, at: tuple[int, int]) -> None:
        """Handle the press of the left button."""

    def drag(self, at: tuple[int, int]) -> None:
        """Handle a move of the pointer with the button held since `down`."""

    def wheel(self, steps: int) -> bool:
        """Handle the mouse wheel; return whether the widget used it."""
        return False

    def key(self, event: pygame.event.Event) -> bool:
        """Handle a key while the widget has the focus; return whether it used the key."""
        name = key_name(event)
        if name == "Space" or (name == "Enter" and self.confirms):
            self.press()
            return True
        return False

    def other(self, event: pygame.event.Event) -> bool:
        """Handle any other event while the widget has the focus or a popup.

        Return whether it used the event.
        """
        return False

    def shortcut(self, name: str) -> bool:
        """Handle a key that no other widget used; return whether it is this widget's."""
        return False


class Pressable(Widget):
    """Widget with one action; its `key` triggers the action from anywhere in its group."""

    def __init__(
        self, box: Box, on_press: Callable[[], object], key: str = "", *, enabled: bool = True
    ) -> None:
        super().__init__(box, enabled=enabled)
        self.on_press, self.key_cap = on_press, key

    def press(self, at: tuple[int, int] | None = None) -> None:
        self.on_press()

    def shortcut(self, name: str) -> bool:
        pressed = bool(self.key_cap) and name in (self.key_cap, self.key_cap.upper())
        if pressed:
            self.press()
        return pressed


class Group:
    """Widgets that share one focus. A scene needs only `draw` and `event`."""

    def __init__(self, widgets: Iterable[Widget] = ()) -> None:
        self.widgets: list[Widget] = list(widgets)
        self.held: Widget | None = None
        self._pointer: tuple[int, int] | None = None
        """Last position of the pointer."""

    def set_widgets(self, widgets: Sequence[Widget]) -> None:
        """Replace all widgets, for new content or a new window size.

        The focus stays where it was. A press that has begun stays too: it counts when the button goes up.
        """
        before, old, held = self.focus, self.widgets, self.held
        self.widgets = list(widgets)
        now = self._find_same(held, old) if held is not None and held in old else None
        self.held = now if now is not None and held is not None and now.caption == held.caption else None
        if self.held is not None:
            self.held.pressed = True
        after = None if before is None else self._find_same(before, old)
        for widget in self.widgets:
            widget.focused = widget.focused if before is None else widget is after
        self._hover()

    def _find_same(self, before: Widget, old: list[Widget]) -> Widget | None:
        """Return the new widget that matches an old one: the same, at its place, with its name, or at its
        index.
        """
        able = [widget for widget in self.focusable if type(widget) is type(before)]
        tests: tuple[Callable[[Widget], bool], ...] = (
            lambda widget: widget is before,
            lambda widget: widget.rect == before.rect,
            lambda widget: bool(widget.caption) and widget.caption == before.caption,
        )
        for test in tests:
            if found := next((widget for widget in able if test(widget)), None):
                return found
        same_shape = [type(widget) for widget in old] == [type(widget) for widget in self.widgets]
        at = self.widgets[old.index(before)] if same_shape else None
        return at if at in able else None

    @property
    def focusable(self) -> list[Widget]:
        """Return the widgets that can have the focus."""
        return [widget for widget in self.widgets if widget.focusable and widget.enabled]

    @property
    def focus(self) -> Widget | None:
        """Return the widget with the focus; None without one."""
        return next((widget for widget in self.widgets if widget.focused), None)

    def give_focus(self, chosen: Widget | None) -> None:
        """Move the focus to this widget; None clears the focus."""
        for widget in self.widgets:
            widget.focused = widget is chosen and widget.focusable

    def step_focus(self, step: int) -> None:
        """Move the focus to the next (or with -1 the previous) enabled widget, cyclically."""
        able, now = self.focusable, self.focus
        if not able:
            return
        if now in able:
            self.give_focus(able[(able.index(now) + step) % len(able)])
        else:
            self.give_focus(able[0 if step > 0 else -1])

    def cancel_press(self) -> None:
        """Cancel the press that has begun, for example because it became a drag."""
        if self.held is not None:
            self.held.pressed, self.held = False, None

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        """Draw every widget, open popups last."""
        for widget in self.widgets:
            widget.draw(surface, theme)
            if widget.focused and widget.outlined:
                _draw_focus(surface, theme, widget)
        for widget in self.widgets:
            if widget.has_popup:
                widget.draw_popup(surface, theme)

    def event(self, event: pygame.event.Event) -> bool:
        """Pass an event to its widget; return whether it was used."""
        popup = next((widget for widget in self.widgets if widget.has_popup), None)
        if popup is not None:
            return popup.other(event)
        handle = _HANDLERS.get(event.type)
        if handle is not None:
            return handle(self, event)
        focus = self.focus
        return focus is not None and focus.other(event)

    def widget_at(self, at: tuple[int, int]) -> Widget | None:
        """Return the widget under a point, the last drawn first.

        A widget that contains the point precedes one whose area only comes close.
        """
        hit = [widget for widget in reversed(self.widgets) if widget.hit(at)]
        return next((widget for widget in hit if widget.rect.collidepoint(at)), hit[0] if hit else None)

    def _motion(self, event: pygame.event.Event) -> bool:
        self._pointer = event.pos
        self._hover()
        if self.held is not None:
            self.held.drag(event.pos)
            return True
        return False

    def _hover(self) -> None:
        """Mark the widget under the pointer, also after a new layout."""
        under = self.widget_at(self._pointer) if self._pointer is not None else None
        for widget in self.widgets:
            widget.hovered = widget is under and widget.enabled

    def _down(self, event: pygame.event.Event) -> bool:
        under = self.widget_at(event.pos)
        if event.button != 1 or under is None:
            if event.button == 1:
                self.give_focus(None)
            return False
        if under.enabled and under.focusable:
            self.give_focus(under)
            under.pressed = True
            self.held = under
            under.down(event.pos)
        return True

    def _up(self, event: pygame.event.Event) -> bool:
        held, self.held = self.held, None
        if event.button != 1 or held is None:
            return False
        held.pressed = False
        if held.enabled and held.hit(event.pos):
            held.press(event.pos)
        return True

    def _wheel(self, event: pygame.event.Event) -> bool:
        at = pygame.mouse.get_pos()
        return any(widget.hit(at) and widget.wheel(event.y) for widget in reversed(self.widgets))

    def _key(self, event: pygame.event.Event) -> bool:
        if event.key == pygame.K_TAB:
            self.step_focus(-1 if getattr(event, "mod", 0) & pygame.KMOD_SHIFT else 1)
            return True
        focus = self.focus
        if focus is not None and focus.enabled and focus.key(event):
            return True
        name = key_name(event)
        if focus is not None and focus.typing and len(name) == 1:
            return False
        return any(widget.enabled and widget.shortcut(name) for widget in self.widgets)

    def press_default(self) -> bool:
        """Press the default button, the filled one; return whether there is one that can be pressed."""
        button = next((one for one in self.widgets if one.is_default and one.enabled), None)
        if button is not None:
            button.press()
        return button is not None


_HANDLERS: dict[int, Callable[[Group, pygame.event.Event], bool]] = {
    pygame.MOUSEMOTION: Group._motion,
    pygame.MOUSEBUTTONDOWN: Group._down,
    pygame.MOUSEBUTTONUP: Group._up,
    pygame.MOUSEWHEEL: Group._wheel,
    pygame.KEYDOWN: Group._key,
}


def _draw_focus(surface: pygame.Surface, theme: Theme, widget: Widget) -> None:
    """Draw the white outline of the keyboard focus, just outside the widget."""
    (rect, radius), gap = widget.outline(theme), theme.px(3)
    around = rect.inflate(2 * gap, 2 * gap)
    panel(surface, around, None, theme.palette.focus, max(2, theme.px(2)), radius + gap)


def key_width(theme: Theme, name: str) -> int:
    """Return the width of a key cap."""
    return max(theme.px(18), theme.width(name, PLATE_PX, bold=True) + theme.px(10))


def draw_key(
    surface: pygame.Surface, theme: Theme, name: str, centre: tuple[float, float], *, on_accent: bool = False,
    faint: bool = False,
) -> None:  # fmt: skip
    """Draw a key cap around a point."""
    palette = theme.palette
    wide, high = key_width(theme, name), theme.px(18)
    box = (centre[0] - wide / 2, centre[1] - high / 2, wide, high)
    if on_accent:
        panel(surface, box, (*palette.on_accent, 40), (*palette.on_accent, 150), 1, theme.px(4))
        colour = palette.on_accent
    else:
        panel(surface, box, palette.sunk, palette.line if faint else palette.strong, 1, theme.px(4))
        colour = palette.faint if faint else palette.soft
    theme.draw_text(surface, name, centre, PLATE_PX, colour, bold=True, anchor="cm")
