"""A question in the middle of the screen: the card concerned, the proposed action, the card's text, Yes and
No.

The layout is computed here for painter and pointer alike. The scene draws the buttons.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from facedown_client.board import Rect
from facedown_client.model.words.phrases import asked_words, does_words, prompt_source
from facedown_client.window.look import BODY_PX, HEADING_PX, MAIN_PX, SECOND_PX, blit
from facedown_client.window.paint import kit
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.cards.facts import Facts
from facedown_shared.text import _
from facedown_shared.text.words import LINE

PICTURE_WIDTH_PX = 150
"""Width of the card's picture."""

WIDTH_PX, PADDING_PX, GAP_PX = 560, 24, 12


class QuestionSheet(NamedTuple):
    """Layout and texts of a question. `what`: the proposed action; `text`: the card's text."""

    box: Rect
    facts: Facts | None
    picture: Rect | None
    over: str
    title: list[str]
    what: list[str]
    text: list[str]
    yes: Rect | None
    no: Rect | None
    back: Rect | None


def question_card(shown: DuelFrame) -> Facts | None:
    """Return the card that a question is about: its source, or the card of its options, else that of the
    Chain Link that resolves.
    """
    prompt = shown.choices.prompt
    source = prompt_source(prompt, shown.view) if prompt is not None else None
    if source is not None:
        return source
    for option in shown.choices.options:
        facts = shown.facts(option.card) if option.card else shown.facts_of(option.code)
        if facts is not None:
            return facts
    return shown.facts_of(shown.view.chain[-1].code) if shown.view.chain else None


def sheet(shown: DuelFrame) -> QuestionSheet:
    """Return the layout and the texts of a question."""
    theme, choices, prompt = shown.theme, shown.choices, shown.choices.prompt
    assert prompt is not None, "a question is shown while it is asked"
    facts, (yes, no) = question_card(shown), choices.yes_no_options
    wide, pad, gap = min(theme.px(WIDTH_PX), shown.layout.mat.w), theme.px(PADDING_PX), theme.px(GAP_PX)
    face = shown.layout.card_size(PICTURE_WIDTH_PX) if facts is not None else (0, 0)
    left = pad + face[0] + (theme.px(20) if facts is not None else 0)
    room = wide - left - pad
    title = theme.wrap(_title(shown, facts), HEADING_PX, room, bold=True, lines=4)
    what = theme.wrap(_effect_words(shown, yes), BODY_PX, room, bold=True, lines=4)
    text = theme.wrap(facts.text, SECOND_PX, room, lines=10) if facts is not None else []
    said = theme.px(26) * (facts is not None) + theme.line_height(HEADING_PX) * len(title)
    said += theme.line_height(BODY_PX) * len(what) + theme.line_height(SECOND_PX) * len(text) + theme.px(16)
    button, rows = theme.hit_length(44), 2 if prompt.back else 1
    body = max(said, face[1])
    box = shown.layout.centred_box(wide, pad + body + pad + rows * (button + gap) - gap + pad)
    y, half = box.y + pad + body + pad, (wide - 2 * pad - gap) // 2
    picture = Rect(box.x + pad, box.y + pad, *face) if facts is not None else None
    boxes = [Rect(box.x + pad, y, half, button), Rect(box.x + pad + half + gap, y, half, button)]
    away = Rect(box.x + pad, y + button + gap, wide - 2 * pad, button) if prompt.back else None
    return QuestionSheet(
        box, facts, picture, facts.name if facts is not None else "", title, what, text,
        boxes[0] if yes is not None else None, boxes[1] if no is not None else None, away,
    )  # fmt: skip


def _title(shown: DuelFrame, facts: Facts | None) -> str:
    """Return the question; for an optional effect, whether to use it."""
    prompt = shown.choices.prompt
    assert prompt is not None
    if prompt.kind == "trigger" and prompt.words.id != LINE:
        return _("Use its effect?") if facts is not None else _("Use an effect?")
    return asked_words(prompt, shown.view)


def _effect_words(shown: DuelFrame, yes: int | None) -> str:
    """Return what the answer yes would do, if the option has a text for that."""
    return does_words(shown.choices.options[yes], shown.view) if yes is not None else ""


def draw_question(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the question, without its buttons."""
    asked, theme, palette = sheet(shown), shown.theme, shown.palette
    kit.draw_floating(surface, theme, asked.box, palette.accent)
    x, y = asked.box.x + theme.px(PADDING_PX), asked.box.y + theme.px(PADDING_PX)
    if asked.picture is not None and asked.facts is not None:
        blit(surface, shown.faces.get(asked.facts, (asked.picture.w, asked.picture.h), "hand"), (x, y))
        x = asked.picture.right + theme.px(20)
        room = asked.box.right - theme.px(PADDING_PX) - x
        theme.draw_text(
            surface, asked.over, (x, y + theme.px(8)), MAIN_PX, palette.soft, bold=True, room=room
        )
        y += theme.px(26)
    for lines, size, ink, bold in (
        (asked.title, HEADING_PX, palette.text, True),
        (asked.what, BODY_PX, palette.accent, True),
        (asked.text, SECOND_PX, palette.soft, False),
    ):
        theme.draw_lines(surface, lines, (x, y), size, ink, bold=bold)
        y += theme.line_height(size) * len(lines) + theme.px(8) * bool(lines)
