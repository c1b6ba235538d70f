"""The prompt box: its text, the choice so far, its buttons; or the player that the viewer waits for.

Its boxes are computed here and shared with the scene, which makes the buttons.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from facedown_client.board import Rect, Shape
from facedown_client.board.picked_cards import SO_FAR
from facedown_client.model.words.phrases import prompt_words
from facedown_client.window.look import BODY_PX, SECOND_PX, icon, lettering, panel
from facedown_client.window.look.rich_text import TextRun, runs, wrap
from facedown_client.window.look.rich_text import draw as draw_runs
from facedown_client.window.paint.rail.tools import free_room
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.protocol.messages import Prompt
from facedown_shared.text import _, gettext_noop, ngettext
from facedown_shared.text.glossary import Term, find_terms

TITLES = {
    "turn": gettext_noop("Your turn"),
    "response": gettext_noop("Your response"),
    "choice": gettext_noop("Your choice"),
    "trigger": gettext_noop("Your effect"),
    "by_hand": gettext_noop("Move cards"),
    "search": gettext_noop("Search the Deck"),
    "confirm": gettext_noop("Carried out correctly?"),
    "order": gettext_noop("Who goes first?"),
    "side": gettext_noop("Siding"),
}


GIVING = {
    "tribute": gettext_noop("What is Tributed"),
    "pay": gettext_noop("What it costs"),
    "discard": gettext_noop("What is discarded"),
    "material": gettext_noop("What is used as material"),
}
"""Words for what is given up before an action, by the verb of the options."""

SYNCHRO = "summon_materials_synchro"
"""Words ID of a prompt in which Levels add up."""

RESOLVED = "respond_chain_resolved"
"""Words ID of a response window after a Chain."""


def given_up_words(shown: DuelFrame) -> str:
    """Return in words what the player gives up with the cards of this choice; "" for nothing."""
    verbs = {option.verb for option in shown.choices.options}
    return next((_(words) for verb, words in GIVING.items() if verb in verbs), "")


def given_up_sum(shown: DuelFrame) -> str:
    """Return the sum of the cards given up so far, where they are picked one by one.

    For a Synchro Summon, that is their Levels and its own Level, else the number of cards. "" if there is
    none, or the prompt shows it.
    """
    prompt, cards = shown.choices.prompt, shown.choices.given.cards
    if prompt is None or not cards or prompt.words.id == SO_FAR:
        return ""
    code = prompt.words.values[0] if prompt.words.values else 0
    goal = shown.facts_of(code) if isinstance(code, int) and prompt.words.id == SYNCHRO else None
    if goal is None or not goal.level:
        return ngettext("{count} card chosen", "{count} cards chosen", len(cards))
    seen = filter(None, map(shown.visible_card, cards))
    return _("Level {sum} of {level}", sum=sum(card.level for card in seen), level=goal.level)


class QuestionBox(NamedTuple):
    """The question box: its words, and a box for each button."""

    box: Rect
    title: str
    lines: list[list[TextRun]]
    buttons: list[Rect]


def question(shown: DuelFrame) -> QuestionBox | None:
    """Return the layout of the question box, or None while no prompt needs it."""
    choices, theme = shown.choices, shown.theme
    nothing = choices.shape is Shape.HANDS and not choices.options
    if choices.prompt is None or choices.is_modal or nothing or not shown.is_player:
        return None
    count = len(button_options(shown))
    if choices.prompt.kind == "turn" and not count and not choices.by_place:
        return None
    room, button, gap, inset = free_room(shown), theme.hit_length(30), theme.px(6), theme.px(8)
    lines = _highlighted_lines(shown, _question_words(shown), room.w - theme.px(24))[:5]
    high = theme.px(33) + theme.line_height(SECOND_PX) * len(lines) + theme.px(6) + count * (button + gap)
    first = room.bottom - inset + gap - count * (button + gap)
    buttons = [
        Rect(room.x + inset, first + step * (button + gap), room.w - 2 * inset, button)
        for step in range(count)
    ]
    return QuestionBox(room._replace(y=room.bottom - high, h=high), title(shown), lines, buttons)


def _current_action(shown: DuelFrame) -> str:
    """Return the newest Summon or attack of the Chain that has just resolved, from the log; "" for none."""
    for line in reversed(shown.log):
        if line.responded:
            return line.text
        if line.kind == "activate" and line.number == 1:
            break
    return ""


def _question_words(shown: DuelFrame) -> str:
    """Return the words of the prompt; for a choice of zone, with the card concerned."""
    prompt = shown.choices.prompt
    assert prompt is not None
    words = prompt_words(prompt, shown.view)
    if shown.choices.by_place and words.rstrip(".") == title(shown):
        card = shown.choices.options[next(iter(shown.choices.by_place.values()))].card
        facts = shown.facts(card) if card else None
        return _("for {name}.", name=facts.name) if facts is not None else _("Where does it go?")
    if prompt.kind == "response" and prompt.words.id in ("", "respond"):
        happened = next((line.text for line in reversed(shown.log) if line.kind != "ask"), "")
        return _("{text}.", text=happened) if happened else words
    if prompt.kind == "response" and prompt.words.id == RESOLVED and (happened := _current_action(shown)):
        return _("{text}. {asked}", text=happened, asked=words)
    return f"{words} {sum_text}." if (sum_text := given_up_sum(shown)) else words


def title(shown: DuelFrame) -> str:
    """Return the heading of the question box."""
    prompt = shown.choices.prompt
    if prompt is None:
        return ""
    if shown.choices.by_place:
        return _("Choose a zone")
    if shown.doing.aiming:
        return _("Attack")
    if given_up_words(shown) and not shown.choices.is_multiple:
        return given_up_words(shown)
    if shown.choices.is_multiple:
        return chosen_words(prompt, len(shown.doing.picked))
    return _(TITLES.get(prompt.kind, gettext_noop("Your choice")))


def chosen_words(prompt: Prompt, count: int) -> str:
    """Return how many options are chosen, and how many a prompt wants: "1 of 2 to 3 chosen"."""
    most = (
        str(prompt.most) if prompt.least == prompt.most
        else _("{least} to {most}", least=prompt.least, most=prompt.most) if prompt.least else
            _("up to {most}", most=prompt.most)
    )  # fmt: skip
    return _("{count} of {most} chosen", count=count, most=most)


def button_options(shown: DuelFrame) -> list[int]:
    """Return the option of each button of the question box: -1 confirms the picks, -2 takes back."""
    choices = shown.choices
    asked = choices.prompt is not None and not choices.is_modal
    confirm = [-1] if asked and choices.is_multiple else []
    back = [-2] if asked and choices.prompt is not None and choices.prompt.back else []
    return [*confirm, *choices.buttons, *back]


def waits_box(shown: DuelFrame) -> Rect | None:
    """Return the box for the player that the viewer waits for; None without one, or without room."""
    if not shown.waits or shown.choices.prompt is not None:
        return None
    room = free_room(shown)
    high = shown.theme.line_height(SECOND_PX) * len(_waits_lines(shown, room)) + shown.theme.px(16)
    return room._replace(y=room.bottom - high, h=high) if high <= room.h else None


def _waits_lines(shown: DuelFrame, room: Rect) -> list[list[TextRun]]:
    return _highlighted_lines(shown, shown.waits, room.w - shown.theme.px(40))[:3]


def _highlighted_lines(shown: DuelFrame, words: str, room: float) -> list[list[TextRun]]:
    """Return the lines of a sentence, with names in bold."""
    return wrap(runs(words, shown.highlighted_names), shown.theme.type_size(SECOND_PX), room)


def _waits(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw which player the viewer waits for, and for what, in place of the prompt."""
    theme, palette, box = shown.theme, shown.palette, waits_box(shown)
    if box is None:
        return
    panel(surface, box, palette.panel, palette.line, palette.thin, theme.px(8))
    icon(surface, "hourglass", (box.x + theme.px(16), box.centre[1]), theme.px(13), palette.soft)
    at = (box.x + theme.px(30), box.y + theme.px(8))
    draw_runs(surface, theme, _waits_lines(shown, box), at)


class TermBox(NamedTuple):
    """A term of the rules in the question box: its box, and the term."""

    box: Rect
    term: Term


def term_boxes(shown: DuelFrame) -> list[TermBox]:
    """Return the terms in the words of the question box. A term on two lines has two boxes."""
    asked = question(shown)
    if asked is None:
        return []
    theme = shown.theme
    pixels, high = theme.type_size(SECOND_PX), theme.line_height(SECOND_PX)
    said = "".join(run.words for line in asked.lines for run in line)
    found = find_terms(said, shown.view.table, shown.highlighted_names)
    boxes: list[TermBox] = []
    at, top = 0, asked.box.y + theme.px(31)
    for line in asked.lines:
        left = asked.box.x + float(theme.px(12))
        for words, bold in line:
            for start, end, term in found:
                first, last = max(start, at) - at, min(end, at + len(words)) - at
                if first < last:
                    x = left + lettering.width(words[:first], pixels, bold)
                    wide = lettering.width(words[first:last].rstrip(), pixels, bold)
                    boxes.append(TermBox(Rect(round(x), top, round(wide), high), term))
            left += lettering.width(words, pixels, bold)
            at += len(words)
        top += high
    return boxes


def _underline_terms(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw a dotted line under each term: it is explained to a pointer on it."""
    theme = shown.theme
    dot = theme.px(1)
    for box, _term in term_boxes(shown):
        y = box.bottom - theme.px(2)
        for x in range(box.x, box.right - dot, 3 * dot):
            surface.fill(theme.palette.faint, (x, y, dot, dot))


def draw_question(surface: pygame.Surface, shown: DuelFrame) -> None:
    asked = question(shown)
    if asked is None:
        _waits(surface, shown)
        return
    theme, palette, box = shown.theme, shown.theme.palette, asked.box
    panel(surface, box, palette.raised, palette.accent, max(1.5, 1.5 * theme.u), theme.px(8))
    y = box.y + theme.px(18)
    icon(surface, "raised", (box.x + theme.px(17), y), theme.px(11), palette.accent)
    at = (box.x + theme.px(30), y)
    theme.draw_text(surface, asked.title, at, BODY_PX, bold=True, room=box.w - theme.px(40), least=10)
    start = (box.x + theme.px(12), box.y + theme.px(31))
    draw_runs(surface, theme, asked.lines, start)
    _underline_terms(surface, shown)
