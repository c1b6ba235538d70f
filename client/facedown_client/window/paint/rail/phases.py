"""The turn player and the strip of phases: the present one, those that can be entered, and those with
prompts.

The boxes of the strip are computed here and shared with the scene.
"""

from __future__ import annotations

from itertools import pairwise

import pygame

from facedown_client.board import Rect, Shape
from facedown_client.model.words.phrases import PlayerNames, capital, phase_words, possessive
from facedown_client.window.look import BODY_PX, MAIN_PX, SECOND_PX, icon, panel
from facedown_client.window.paint.rail.tools import has_phases, is_manual
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.protocol.asking import prompted_phases
from facedown_shared.text import _, pgettext
from facedown_shared.text.language import pgettext_noop

PHASES = (
    ("draw", pgettext_noop("a phase, as short as players write it", "DP")),
    ("standby", pgettext_noop("a phase, as short as players write it", "SP")),
    ("main1", pgettext_noop("a phase, as short as players write it", "M1")),
    ("battle", pgettext_noop("a phase, as short as players write it", "BP")),
    ("main2", pgettext_noop("a phase, as short as players write it", "M2")),
    ("end", pgettext_noop("a phase, as short as players write it", "EP")),
)
SHORT = "a phase, as short as players write it"
STEPS = {
    "main": "main1",
    "start": "battle",
    "battle_step": "battle",
    "damage": "battle",
    "declaration": "battle",
}


def draw_turn(surface: pygame.Surface, shown: DuelFrame) -> None:
    theme, box, view = shown.theme, shown.layout.rail.turn, shown.view
    y = box.centre[1]
    title = _("Turn {turn}", turn=view.turn) if view.turn else _("Before turn 1")
    spot = theme.draw_text(surface, title, (box.x, y), MAIN_PX, bold=True)
    if view.turn_player not in (0, 1):
        return
    turns = possessive(view.turn_player, PlayerNames.for_reader(view.viewer, shown.names))
    room = box.right - spot.right - theme.px(8)
    words = _("{whose} turn · {phase}", whose=turns, phase=phase_words(view.phase))
    if view.turn and not view.phase:  # with cards on paper, phases are not counted
        words = _("{whose} turn", whose=turns)
    elif theme.look.text_scale > 1 and theme.width(words, SECOND_PX) > room:
        words = phase_words(view.phase)  # the frame of the plate shows whose turn it is
    theme.draw_text(
        surface,
        capital(words),
        (box.right, y),
        SECOND_PX,
        shown.palette.soft,
        anchor="rm",
        room=room,
        least=9,
    )


def phase_boxes(shown: DuelFrame) -> list[tuple[str, str, Rect]]:
    """Return (phase, caption, box) for each phase of the strip."""
    box, count = shown.layout.rail.phases, len(PHASES)
    gap = max(0, min(shown.theme.px(4), (box.w - 28 * count) // (count - 1)))
    lefts = [box.x + round(step * (box.w + gap) / count) for step in range(count + 1)]
    return [
        (phase, pgettext(SHORT, caption), Rect(left, box.y, after - gap - left, box.h))
        for (phase, caption), (left, after) in zip(PHASES, pairwise(lefts), strict=True)
    ]


def current_phase(shown: DuelFrame) -> str:
    """Return the present phase of the strip; "" before the first turn, and where there is no strip."""
    return STEPS.get(shown.view.phase, shown.view.phase)


def _is_own_turn(shown: DuelFrame) -> bool:
    """Return whether it is the viewer's turn, or the viewer plays both sides."""
    alone = shown.table is not None and shown.table.alone
    return alone or shown.view.turn_player == shown.view.viewer


def marked_phases(shown: DuelFrame) -> frozenset[str]:
    """Return the phases with response windows in the player's present prompt mode."""
    modes = shown.is_player and not is_manual(shown)
    return prompted_phases(shown.doing.mode, own=_is_own_turn(shown)) if modes else frozenset[str]()


def draw_phases(surface: pygame.Surface, shown: DuelFrame) -> None:
    theme, palette = shown.theme, shown.palette
    now, order = current_phase(shown), [phase for phase, __ in PHASES]
    if not has_phases(shown) or (now and now not in order):
        return
    passed = order.index(now) if now else -1
    goes = shown.choices.shape is Shape.HANDS and _is_own_turn(shown) and not shown.choices.options
    asked = marked_phases(shown)
    for step, (phase, caption, box) in enumerate(phase_boxes(shown)):
        (x, y), alive = box.centre, phase in shown.choices.phases or (goes and phase != now)
        fill, line, wide, ink = (
            (palette.focus, None, 0.0, palette.ground) if phase == now
            else (palette.raised, palette.accent, max(2.0, 2 * theme.u), palette.text) if alive
            else (None, palette.line, palette.thin, palette.faint)
        )  # fmt: skip
        panel(surface, box, fill, line, wide, theme.px(6))
        bold, room = alive or phase == now, box.w - theme.px(4)
        theme.draw_text(surface, caption, (x, y), BODY_PX, ink, bold=bold, anchor="cm", room=room, least=8)
        if phase in asked:
            ink = palette.ground if phase == now else palette.accent
            icon(surface, "diamond", (box.right - theme.px(6), box.y + theme.px(7)), theme.px(7), ink)
        if phase == now:
            icon(surface, "raised", (x, box.bottom + theme.px(6)), theme.px(8), palette.focus)
        elif step < passed:
            long, low = theme.px(12), box.bottom - theme.px(7)
            surface.fill(palette.strong, (x - long / 2, low, long, max(1, theme.px(2))))
