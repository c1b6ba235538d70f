"""Time line of a replay: turns, Summons, Chains and damage, and the current position.

Each kind has its own shape and row, so that none depends on its colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from facedown_client.replays.player import TimeMark
from facedown_client.window.look import SECOND_PX, Box, Theme, icon
from facedown_client.window.widgets import Slider
from facedown_shared.tables import Seat
from facedown_shared.text import _

ROWS: dict[str, tuple[str, float, float]] = {
    "summon": ("raised", -15, 9), "chain": ("hexagon", -15, 9), "damage": ("lowered", 15, 9),
    "result": ("flag", -15, 12),
}  # fmt: skip
"""Icon, offset from the line and size of each kind of mark."""

MIN_LABEL_GAP_PX = 15
"""Least distance between two turn numbers; nearer ones are left out."""


class TimeLine(Slider):
    """Widget to jump within a replay by a click or a drag."""

    def __init__(
        self, box: Box, at: int, last: int, marks: Sequence[TimeMark], near: Seat,
        on_change: Callable[[int], object], stop: int = -1,
    ) -> None:  # fmt: skip
        """Create the time line. `stop` is the frame at which playback stops by itself; -1 for none."""
        super().__init__(
            box,
            (0, max(1, last)),
            (0, at),
            lambda value: on_change(value[1]),
            both=False,
            called=_("Time line"),
        )
        self.marks, self.near, self.stop = marks, near, stop

    def frame_at(self, x: float) -> int:
        """Return the frame at an x position."""
        low, high = self.span
        share = (x - self.rect.x - 6) / max(1, self.rect.w - 12)
        return max(low, min(high, round(low + share * (high - low))))

    def draw(self, surface: pygame.Surface, theme: Theme) -> None:
        palette, middle = theme.palette, self.rect.centery
        written = float(self.rect.x) - theme.px(MIN_LABEL_GAP_PX)
        for mark in self.marks:
            x = self._x(mark.at)
            if mark.kind in ("turn", "duel"):
                high = theme.px(9 if mark.kind == "turn" else 20)
                surface.fill(palette.strong, (round(x), middle - high // 2, max(1, theme.px(1)), high))
                if x - written >= theme.px(MIN_LABEL_GAP_PX):
                    at = (round(x), middle + theme.px(15))
                    theme.text(surface, str(mark.amount), at, SECOND_PX - 1, palette.faint, anchor="cm")
                    written = x
                continue
            name, away, size = ROWS[mark.kind]
            ink = palette.harm if mark.kind == "damage" else palette.soft
            ink = palette.mine if mark.kind in ("summon", "chain") and mark.seat == self.near else ink
            icon(surface, name, (x, middle + theme.px(away)), theme.px(size), ink)
        if self.stop >= 0:
            x, high = self._x(self.stop), theme.px(30)
            surface.fill(palette.accent, (round(x), middle - high // 2, max(2, theme.px(2)), high))
            icon(surface, "stop", (x - theme.px(8), middle - theme.px(11)), theme.px(11), palette.accent)
        super().draw(surface, theme)
