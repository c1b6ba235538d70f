"""Cards to be put in an order: a row in the middle, each with its step, moved by dragging or by keys.

The layout is computed here for painter and pointer alike. The scene draws the buttons.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from facedown_client.board import Rect
from facedown_client.board.choices import ORDERING
from facedown_client.model.words.phrases import prompt_words
from facedown_client.window.art.marks import card_back
from facedown_client.window.look import HEADING_PX, PLATE_PX, SECOND_PX, blit, blit_centred, fade
from facedown_client.window.paint import kit
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.text import _, gettext_noop

TITLES = {
    "activate": gettext_noop("In which order do they activate?"),
    "order": gettext_noop("In which order do they go to the Graveyard?"),
}
"""Question by the verb of the options; else the prompt's own words."""

CARD_WIDTH_PX = 104
PADDING_PX, GAP_PX = 24, 16


class OrderSheet(NamedTuple):
    """Layout of the row: `cells` are options with their boxes, in their order."""

    box: Rect
    cells: list[tuple[int, Rect]]
    confirm: Rect
    other: Rect | None
    """The button that passes on all of them, if that is offered."""
    back: Rect | None


def row(shown: DuelFrame) -> tuple[int, ...]:
    """Return the options in display order: the included ones in their order, then the others."""
    picked = shown.doing.picked
    return (*picked, *(index for index in shown.choices.listed if index not in picked))


def sheet(shown: DuelFrame) -> OrderSheet:
    """Return the layout of the cards and buttons."""
    theme, mat, prompt = shown.theme, shown.layout.mat, shown.choices.prompt
    assert prompt is not None, "an order is shown while it is asked"
    (wide, high), pad, gap = shown.layout.card_size(CARD_WIDTH_PX), theme.px(PADDING_PX), theme.px(GAP_PX)
    options = row(shown)
    columns = max(1, min(len(options), (mat.w - 2 * pad + gap) // (wide + gap)))
    rows = -(-len(options) // columns)
    head, below, button = theme.px(92), theme.px(26), theme.hit_length(44)
    across = max(columns * (wide + gap) - gap + 2 * pad, min(theme.px(580), mat.w))
    box = shown.layout.centred_box(across, head + rows * (high + below + gap) + button + pad)
    left = box.x + (box.w - columns * (wide + gap) + gap) // 2
    cells = [
        (
            index,
            Rect(
                left + step % columns * (wide + gap),
                box.y + head + step // columns * (high + below + gap),
                wide, high,
            ),
        )
        for step, index in enumerate(options)
    ]  # fmt: skip
    y = box.bottom - pad - button
    confirm = Rect(box.right - pad - theme.px(200), y, theme.px(200), button)
    other = Rect(box.x + pad, y, theme.px(112), button) if shown.choices.pass_option is not None else None
    away = Rect((other or confirm).x, y, theme.px(112), button) if prompt.back else None
    if away is not None:
        away = away._replace(x=confirm.x - theme.px(124))
    return OrderSheet(box, cells, confirm, other, away)


def step_at(shown: DuelFrame, at: tuple[int, int]) -> int:
    """Return the step of the order that is nearest to a point."""
    cells = sheet(shown).cells
    return min(range(len(cells)), key=lambda step: _centre_distance(cells[step][1], at))


def _centre_distance(box: Rect, at: tuple[int, int]) -> float:
    (x, y), (to_x, to_y) = box.centre, at
    return (x - to_x) ** 2 + 4 * (y - to_y) ** 2


def draw_order(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the row with its words. The dragged card is drawn at the pointer."""
    asked, theme, palette = sheet(shown), shown.theme, shown.palette
    kit.draw_floating(surface, theme, asked.box)
    x, room = asked.box.x + theme.px(PADDING_PX), asked.box.w - 2 * theme.px(PADDING_PX)
    y = asked.box.y + theme.px(34)
    theme.draw_text(surface, _title(shown), (x, y), HEADING_PX, bold=True, room=room, least=13)
    theme.draw_text(surface, _hint(shown), (x, y + theme.px(28)), SECOND_PX, palette.soft, room=room, least=9)
    for step, (index, box) in enumerate(asked.cells):
        held = shown.doing.sliding is not None and shown.doing.sliding[0] == index
        if not held:
            _card(surface, shown, index, box)
        else:
            kit.draw_dashed(surface, theme, box, palette.accent)
        _step(surface, shown, step, index, box)
    if shown.doing.sliding is not None:
        index, at = shown.doing.sliding
        blit_centred(surface, fade(_face(shown, index, asked.cells[0][1]), 0.94), at)


def _title(shown: DuelFrame) -> str:
    verbs = {shown.choices.options[index].verb for index in shown.choices.listed}
    prompt = shown.choices.prompt
    assert prompt is not None, "an order is shown while it is asked"
    return _(TITLES[next(iter(verbs))]) if verbs <= TITLES.keys() else prompt_words(prompt, shown.view)


def _hint(shown: DuelFrame) -> str:
    verbs = {shown.choices.options[index].verb for index in shown.choices.listed}
    if verbs == {"order"}:
        return _("The last lies on top. Drag a card to its step, or Shift with the arrows.")
    if verbs == {"arrange"}:
        return _("Drag a card to its step, or Shift with the arrows.")
    if shown.choices.pass_option is not None:
        return _("The last resolves first. Drag to order, or Shift with the arrows; click to leave one out.")
    return _("The last resolves first. Drag a card to its step, or Shift with the arrows.")


def _stacks(shown: DuelFrame) -> bool:
    """Return whether the prompt orders cards of a pile, not activations."""
    return any(shown.choices.options[index].verb in ORDERING for index in shown.choices.listed)


def _face(shown: DuelFrame, index: int, box: Rect) -> pygame.Surface:
    option, size = shown.choices.options[index], (box.w, box.h)
    facts = shown.facts(option.card) if option.card else shown.facts_of(option.code)
    return shown.faces.get(facts, size, "hand") if facts is not None else card_back(size)


def _card(surface: pygame.Surface, shown: DuelFrame, index: int, box: Rect) -> None:
    theme, palette = shown.theme, shown.palette
    picked = index in shown.doing.picked
    kit.draw_outline(surface, theme, box, palette.accent if picked else palette.line, 2)
    picture = _face(shown, index, box)
    blit(surface, picture if picked else fade(picture, 0.4), box[:2])
    if index == shown.doing.marked:
        kit.draw_focus(surface, theme, box)


def _step(surface: pygame.Surface, shown: DuelFrame, step: int, index: int, box: Rect) -> None:
    """Draw a card's Chain Link number, or its place in the order."""
    theme, palette = shown.theme, shown.palette
    at = (box.centre[0], box.bottom + theme.px(14))
    if index not in shown.doing.picked:
        words, ink = _("left out"), palette.faint
    elif _stacks(shown):
        words, ink = str(step + 1), palette.text
    else:
        words, ink = _("Chain Link {number}", number=len(shown.view.chain) + step + 1), palette.text
    theme.draw_text(
        surface, words, at, PLATE_PX, ink, bold=True, anchor="cm", room=box.w + theme.px(12), least=9
    )
