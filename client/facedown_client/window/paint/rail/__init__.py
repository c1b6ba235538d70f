"""The right rail: both players' plates, turn and phases, the Chain, the prompt, and how often to be prompted.

At tables without rules it has the line of steps, and boxes for gestures without a card. Boxes of pressable
things are computed in its modules and shared with the scene, so drawing and pointer agree.
"""

from __future__ import annotations

import pygame

from facedown_client.window.look import SECOND_PX
from facedown_client.window.paint.lingering_effects import draw_chips
from facedown_client.window.paint.rail.asked import button_options, draw_question, question, summed
from facedown_client.window.paint.rail.chain import chain_boxes, draw_chain
from facedown_client.window.paint.rail.phases import (
    draw_phases,
    draw_turn,
    phase_boxes,
    phase_now,
    phases_marked,
)
from facedown_client.window.paint.rail.plates import clock_words, draw_plate, told_exactly, told_for
from facedown_client.window.paint.rail.tools import (
    ToolBoxes,
    by_hand,
    draw_tools,
    has_line,
    has_phases,
    tool_boxes,
)
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.text import _

__all__ = [
    "ToolBoxes", "button_options", "by_hand", "chain_boxes", "clock_words", "draw_rail", "has_line",
    "has_phases", "phase_boxes", "phase_now", "phases_marked", "question", "summed", "told_exactly",
    "told_for", "tool_boxes",
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
    if shown.player and not by_hand(shown):
        at = (shown.layout.rail.caption.x, shown.layout.rail.caption.centre[1])
        shown.theme.text(surface, _("Ask me to respond"), at, SECOND_PX, shown.theme.palette.soft)
