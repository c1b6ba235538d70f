"""The right rail: both players' plates, turn and phases, the Chain, the prompt, and how often to be prompted.

At tables without rules it has the line of steps, and boxes for gestures without a card. Boxes of pressable
things are computed in its modules and shared with the scene, so drawing and pointer agree.
"""

from __future__ import annotations

import pygame

from facedown_client.window.look import SECOND_PX
from facedown_client.window.paint.lingering_effects import draw_chips
from facedown_client.window.paint.rail.asked import (
    button_options,
    draw_question,
    given_up_sum,
    question,
    term_boxes,
)
from facedown_client.window.paint.rail.chain import chain_boxes, draw_chain
from facedown_client.window.paint.rail.phases import (
    current_phase,
    draw_phases,
    draw_turn,
    marked_phases,
    phase_boxes,
)
from facedown_client.window.paint.rail.plates import (
    clock_words,
    displayed_seconds,
    draw_plate,
    seconds_until_change,
)
from facedown_client.window.paint.rail.tools import (
    ToolBoxes,
    draw_tools,
    has_line,
    has_phases,
    is_manual,
    tool_boxes,
)
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.text import _

__all__ = [
    "ToolBoxes",
    "button_options",
    "chain_boxes",
    "clock_words",
    "current_phase",
    "displayed_seconds",
    "draw_rail",
    "given_up_sum",
    "has_line",
    "has_phases",
    "is_manual",
    "marked_phases",
    "phase_boxes",
    "question",
    "seconds_until_change",
    "term_boxes",
    "tool_boxes",
]  # fmt: skip


def draw_rail(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw everything in the rail except its buttons."""
    for seat in (0, 1):
        draw_plate(surface, shown, seat)
        draw_chips(surface, shown, seat)
    draw_turn(surface, shown)
    draw_phases(surface, shown)
    draw_chain(surface, shown)
    draw_question(surface, shown)
    draw_tools(surface, shown)
    if shown.is_player and not is_manual(shown):
        at = (shown.layout.rail.caption.x, shown.layout.rail.caption.centre[1])
        shown.theme.draw_text(surface, _("Ask me to respond"), at, SECOND_PX, shown.theme.palette.soft)
