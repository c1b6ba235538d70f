"""Buttons, icon buttons, chips and switches: widgets with one action."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, Box, Theme, glow, icon, mix, panel
from facedown_client.window.widgets.base import Pressable, Widget, draw_key, key_width


class Button(Pressable):
    """Labelled button.

    `style`: "accent" (the one filled button of a screen), "outline" (accent outline: you can act here),
    "plain", "quiet" (no fill), "harm". A disabled one may give a `reason`, drawn below its label.
    """

    def __init__(
        self,
        box: Box,
        label: str,
        on_press: Callable[[], object] = int,
        *,
        style: str = "plain",
        key: str = "",
        image: str = "",
        reason: str = "",
        enabled: bool = True,
        size: float = MAIN_PX,
    ) -> None:
        super().__init__(box, on_press, key, enabled=enabled)
        self.label, self.style, self.image = label, style, image
        self.reason, self.size = reason, size

    @property
    def is_default(self) -> bool:
        return self.style == "accent"

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        palette = theme.palette
        self._ground(surface, theme, theme.px(self.corner))
        ink = palette.on_accent if self.style == "accent" and self.enabled else palette.text
        if self.style == "harm" and self.enabled:
            ink = palette.harm
        self._label(surface, theme, ink if self.enabled else palette.faint)

    def _ground(self, surface: pygame.Surface, theme: Theme, radius: float) -> None:
        palette = theme.palette
        if not self.enabled:
            panel(surface, self.rect, None, palette.line, palette.thin, radius)
            return
        fill, line, width = {
            "accent": (palette.accent, None, 0.0),
            "outline": (palette.raised, palette.accent, max(1.5, palette.thin)),
            "plain": (palette.raised, palette.strong, palette.thin),
            "quiet": (None, None, 0.0),
            "harm": (palette.raised, palette.harm, max(1.5, palette.thin)),
        }[self.style]
        if self.hovered or self.pressed:
            fill = mix(fill or palette.panel, palette.text, 0.16 if self.pressed else 0.09)
            if self.style == "accent" and not palette.contrast:
                glow(surface, self.rect, palette.accent, theme.px(5), 0.5, radius)
        panel(surface, self.rect, fill, line, width, radius)

    def _label(self, surface: pygame.Surface, theme: Theme, ink: tuple[int, int, int]) -> None:
        gap, pad = theme.px(8), theme.px(12)
        cap = key_width(theme, self.key_cap) + gap if self.key_cap else 0
        drawn = theme.px(16) + gap if self.image else 0
        room = self.rect.w - pad - cap - drawn
        wide = min(room, theme.width(self.label, self.size, bold=True)) + cap + drawn
        x, y = self.rect.centerx - wide / 2, self.rect.centery
        if self.reason and not self.enabled:
            theme.draw_text(
                surface, self.reason, (self.rect.centerx, y + theme.px(9)), SECOND_PX, ink, anchor="cm",
                room=self.rect.w - pad, least=9,
            )  # fmt: skip
            y -= theme.px(8)
        if self.image:
            icon(surface, self.image, (x + theme.px(8), y), theme.px(16), ink)
        at = (x + drawn, y)
        theme.draw_text(surface, self.label, at, self.size, ink, bold=True, room=room, least=10)
        if self.key_cap:
            on = self.style == "accent" and self.enabled
            middle = x + wide - key_width(theme, self.key_cap) / 2
            draw_key(surface, theme, self.key_cap, (middle, y), on_accent=on, faint=not self.enabled)


class IconButton(Button):
    """Square button with an icon only; `label` is its name for the tooltip line of a scene."""

    def _label(self, surface: pygame.Surface, theme: Theme, ink: tuple[int, int, int]) -> None:
        soft = ink if self.hovered or not self.enabled else theme.palette.soft
        if self.image:
            icon(surface, self.image, self.rect.center, theme.px(16), soft)
        else:
            theme.draw_text(surface, self.label, self.rect.center, self.size, soft, bold=True, anchor="cm")


class Toggle(Widget):
    """Widget that is on or off; Space switches it."""

    confirms = False

    def __init__(
        self, box: Box, label: str = "", on: bool = False, on_change: Callable[[bool], object] = bool
    ) -> None:
        super().__init__(box)
        self.label, self.on, self.on_change = label, on, on_change

    def press(self, at: tuple[int, int] | None = None) -> None:
        self.on = not self.on
        self.on_change(self.on)


class Chip(Toggle):
    """Filter that is on or off: a pill with a word, or with an icon drawn by `paint`."""

    def __init__(
        self, box: Box, label: str = "", on: bool = False, on_change: Callable[[bool], object] = bool, *,
        paint: Callable[[pygame.Surface, Theme, pygame.Rect], None] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(box, label, on, on_change)
        self.paint = paint

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        palette, radius = theme.palette, self.rect.h / 2
        fill = palette.focus if self.on else palette.raised if self.hovered else None
        panel(surface, self.rect, fill, palette.focus if self.on else palette.strong, palette.thin, radius)
        if self.paint is not None:
            self.paint(surface, theme, self.rect)
        else:
            ink, at = palette.on_accent if self.on else palette.soft, self.rect.center
            room = self.rect.w - theme.px(12)
            theme.draw_text(
                surface, self.label, at, BODY_PX, ink, bold=self.on, anchor="cm", room=room, least=10
            )

    def outline(self, theme: Theme) -> tuple[pygame.Rect, float]:
        return self.rect, self.rect.h / 2


class Switch(Toggle):
    """On/off switch with its label to the right."""

    def outline(self, theme: Theme) -> tuple[pygame.Rect, float]:
        wide, high = theme.px(32), theme.px(18)
        return pygame.Rect(self.rect.x, self.rect.centery - high // 2, wide, high), high / 2

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        palette, (track, radius) = theme.palette, self.outline(theme)
        panel(surface, track, palette.mine if self.on else palette.sunk, palette.strong, palette.thin, radius)
        x = track.right - track.h // 2 if self.on else track.x + track.h // 2
        knob = palette.sunk if self.on else palette.soft
        icon(surface, "dot", (x, track.centery), track.h * 0.62, knob)
        at = (track.right + theme.px(10), track.centery)
        theme.draw_text(surface, self.label, at, BODY_PX, room=self.rect.right - at[0], least=10)
