"""The left pane of the deck scenes: everything printed on the previewed card, for every game."""

from __future__ import annotations

from facedown_client.board import Rect
from facedown_client.window.art import Faces
from facedown_client.window.art.drawing import number_words
from facedown_client.window.art.marks import attribute, has_pips
from facedown_client.window.look import BODY_PX, CARD_PX, MAIN_PX, SECOND_PX, panel
from facedown_client.window.paint.pane import draw_text, text_lines, type_line
from facedown_client.window.scenes.parts import Page
from facedown_shared.cards.facts import Facts
from facedown_shared.text import _, gettext_noop

ADDITIONAL_NUMBERS = {
    "cost": gettext_noop("COST"), "pitch": gettext_noop("PITCH"), "health": gettext_noop("LIFE"),
    "intellect": gettext_noop("INTELLECT"),
}  # fmt: skip
"""Numbers that only other games print, and their captions."""

LINE_HEIGHT_PX = 17
"""Height of a line of text, in design pixels."""


def draw_pane(page: Page, edge: float) -> None:
    """Draw the background of the pane, as wide as `edge`."""
    surface, palette = page.surface, page.palette
    right = page.box(edge, 0, 1, 0).x
    surface.fill(palette.panel, (0, 0, right, surface.get_height()))
    surface.fill(palette.line, (right, 0, 1, surface.get_height()))


def draw_preview(page: Page, facts: Facts, faces: Faces, *, lines: int = 8, offset: int = 0) -> int:
    """Draw a card: its face, `lines` lines of its text from line `offset` on, and its numbers below.

    Returns the largest offset to which the text can be scrolled.
    """
    surface, palette, art = page.surface, page.palette, page.box(16, 16, 248, 156)
    surface.blit(faces.get(facts, art.size, "wide"), art)
    page.text(facts.name, (16, 191), CARD_PX, bold=True, room=214 if facts.attribute else 248, least=10)
    if facts.attribute:
        attribute(surface, facts.attribute, page.point(253, 191), page.theme.px(22))
    numbered = not has_pips(facts)
    room = 160 if numbered else 248
    page.text(type_line(facts), (16, 216), SECOND_PX, palette.soft, room=room, least=9)
    if numbered:
        page.text(f"No. {facts.code:08d}", (264, 216), SECOND_PX - 1, palette.faint, anchor="rm")
    page.fill(palette.line, 16, 232, 248, 1)
    if rows := numbers(facts):
        _numbers(page, rows, 262 + LINE_HEIGHT_PX * lines)
    if text_lines(page.theme, facts, 248, BODY_PX):
        return draw_text(
            surface, page.theme, facts, Rect(*page.box(16, 242, 248, LINE_HEIGHT_PX * lines)), offset
        )
    page.draw_wrapped(_("It has no text."), (16, 242), 248, BODY_PX, palette.faint)
    return 0


def numbers(facts: Facts) -> list[tuple[str, str]]:
    """Return up to four numbers of a card with their captions."""
    if facts.is_monster:
        second = (_("LINK"), str(facts.link)) if facts.link else (_("DEF"), number_words(facts.defense))
        stars = facts.level or facts.rank
        third = [(_("RANK") if facts.rank else _("LEVEL"), str(stars))] if stars else []
        scale = [(_("SCALE"), str(facts.scales[0]))] if facts.scales else []
        return [(_("ATK"), number_words(facts.attack)), second, *third, *scale]
    rows = [(_("POWER"), facts.attack), (_("DEFENSE"), facts.defense)]
    rows += [(_(caption), facts.extra.get(name)) for name, caption in ADDITIONAL_NUMBERS.items()]
    return [(caption, str(value)) for caption, value in rows if value is not None][:4]


def _numbers(page: Page, rows: list[tuple[str, str]], top: float) -> None:
    theme, palette = page.theme, page.palette
    box = page.box(16, top, 248, 56)
    panel(page.surface, box, palette.sunk, palette.line, palette.thin, theme.px(8))
    step = 232 / max(3, len(rows))
    for column, (label, value) in enumerate(rows):
        x = 28 + step * column
        page.text(label, (x, top + 18), SECOND_PX - 1, palette.soft, bold=True, room=step - 6, least=8)
        page.text(value, (x, top + 40), MAIN_PX + 2, bold=True)
