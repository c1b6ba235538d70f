"""Cards in the player's own hands: where a dragged one may go, the card itself, a box around several."""

from __future__ import annotations

import pygame

from client.board import Dragged, Rect
from client.window.art.marks import card_back
from client.window.look import MAIN, faded, panel, put_centre
from client.window.paint import kit
from client.window.paint.state import Shown
from shared.zones import Place

CARRIED = 74
"""How wide a card is while it is dragged."""


def draw_goals(surface: pygame.Surface, shown: Shown) -> None:
    """Light up where the dragged card may be let go: solid where it is allowed, dashed by an effect alone."""
    dragged = shown.doing.dragged
    if dragged is None:
        return
    theme, palette = shown.theme, shown.theme.palette
    for place, freely in dragged.goals.items():
        box = goal_box(shown, place)
        if box is None:
            continue
        over = shown.doing.spot is not None and shown.layout.rect(shown.doing.spot) == shown.layout.rect(
            place
        )
        if freely:
            panel(surface, box, (*palette.accent, 70 if over else 34), None, 0, theme.px(8))
            kit.legal(surface, theme, kit.grown(box, -theme.px(3)), 1.0 if over else 0.0, wedges=False)
        else:
            if over:
                panel(surface, box, (*palette.soft, 46), None, 0, theme.px(8))
            kit.dashed(surface, theme, box, palette.focus if over else palette.soft, 2)


def goal_box(shown: Shown, place: Place) -> Rect | None:
    """What lights up for a place: its zone, or the strip of a hand between pane and rail."""
    if place.zone != "hand":
        return shown.layout.rect(place)
    mat, strip = shown.layout.mat, shown.layout.rect(place)
    return Rect(mat.x, strip.y, mat.w, strip.h - shown.theme.px(4)) if strip is not None else None


def draw_carried(surface: pygame.Surface, shown: Shown) -> None:
    """The card under the pointer, or the back of a pile's topmost."""
    dragged, lasso = shown.doing.dragged, shown.doing.lasso
    if lasso is not None:
        panel(surface, lasso, (*shown.theme.palette.accent, 30), shown.theme.palette.accent, 1.5, 4)
    if dragged is None:
        return
    many = len(shown.chosen) if dragged.card in shown.chosen else 1
    x, y = dragged.at
    for step in range(min(many, 3) - 1, -1, -1):
        shift = step * shown.theme.px(5)
        put_centre(surface, faded(_picture(shown, dragged), 0.92), (x + shift, y + shift))
    if many > 1:
        wide, high = shown.layout.card(CARRIED)
        at = (x + wide / 2, y - high / 2)
        kit.badge(surface, shown.theme, str(many), at, shown.theme.palette.accent)


def _picture(shown: Shown, dragged: Dragged) -> pygame.Surface:
    size = shown.layout.card(CARRIED)
    facts = shown.facts(dragged.card) if dragged.card else None
    return shown.faces.get(facts, size) if facts is not None else card_back(size)


def draw_called(surface: pygame.Surface, shown: Shown) -> None:
    """What somebody has just called out, in the middle of the board."""
    theme, mat = shown.theme, shown.layout.mat
    if not shown.called:
        return
    wide = min(mat.w - theme.px(40), theme.width(shown.called, MAIN + 4, True) + theme.px(48))
    high = theme.px(44)
    middle = (mat.x + mat.w / 2, mat.y + mat.h / 2)
    box = (middle[0] - wide / 2, middle[1] - high / 2, wide, high)
    line = max(1.5, 1.5 * theme.u)
    panel(surface, box, theme.palette.raised, theme.palette.accent, line, high / 2)
    theme.text(
        surface, shown.called, middle, MAIN + 4, bold=True, anchor="cm", room=wide - theme.px(30), least=11
    )
