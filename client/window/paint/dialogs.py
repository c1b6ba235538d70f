"""Dialogs over the board: cards to choose from, an open pile, positions to pick, questions with buttons."""

from __future__ import annotations

import pygame

from client.board import Shape
from client.board.choices import ARRANGE
from client.window.art.marks import card_back
from client.window.look import BODY, HEADING, MAIN, SECOND, clipped, icon, panel, put, put_centre
from client.window.look import CARD as NAME
from client.window.paint import kit
from client.window.paint.cards import turned_face
from client.window.paint.sheets import (
    CARD,
    POSITIONS,
    CardSheet,
    SheetCard,
    ask_box,
    cards_sheet,
    facts_of,
    pile_handles,
    pile_sheet,
    position_box,
)
from client.window.paint.state import Shown
from client.window.widgets import draw_key, scroll_bar
from client.words.phrases import prompt_words
from shared.protocol.messages import Option

DARK = 0.62
"""How much of the board's light a dialog takes."""


def draw_dialog(surface: pygame.Surface, shown: Shown, share: float = 1.0) -> None:
    """The dialog of the open prompt, over a darkened board."""
    kit.dim(surface, shown.layout.middle, DARK * share)
    if shown.choices.shape is Shape.CARDS:
        sheet = cards_sheet(shown)
        _draw_sheet(surface, shown, sheet, _title(shown), _over_title(shown))
        _foot(surface, shown, sheet)
    elif shown.choices.shape is Shape.POSITION:
        _draw_positions(surface, shown)
    else:
        _draw_ask(surface, shown)


def draw_pile(surface: pygame.Surface, shown: Shown, share: float = 1.0) -> None:
    """An open pile."""
    pile = shown.doing.pile
    if pile is None:
        return
    kit.dim(surface, shown.layout.middle, DARK * share)
    known = len(pile_handles(shown))
    count = known if pile.handles is not None else shown.view.pile(pile.place.seat, pile.place.zone).count
    sheet = pile_sheet(shown)
    _draw_sheet(surface, shown, sheet, pile.title, f"{count} card{'s' * (count != 1)}")


def _title(shown: Shown) -> str:
    prompt = shown.choices.prompt
    return prompt_words(prompt, shown.view) if prompt else ""


def _over_title(shown: Shown) -> str:
    """The card that asks: the link that resolves, when there is one."""
    facts = shown.facts_of(shown.view.chain[-1].code) if shown.view.chain else None
    return facts.name if facts else ""


def _draw_sheet(surface: pygame.Surface, shown: Shown, sheet: CardSheet, title: str, over: str) -> None:
    theme, palette, box = shown.theme, shown.theme.palette, sheet.box
    kit.floating(surface, theme, box)
    x, room = box.x + theme.px(24), box.w - theme.px(48) - (theme.px(212) if sheet.search else 0)
    source = shown.facts_of(shown.view.chain[-1].code) if over and shown.view.chain else None
    if source is not None:
        put(surface, shown.faces.get(source, shown.layout.card(33)), (x, box.y + theme.px(20)))
        x, room = x + theme.px(48), room - theme.px(48)
    y = box.y + theme.px(46)
    if over:
        theme.text(surface, over, (x, box.y + theme.px(32)), BODY, palette.soft, bold=True, room=room)
        y = box.y + theme.px(56)
    theme.text(surface, title, (x, y), HEADING, bold=True, room=room, least=13)
    surface.fill(palette.line, (box.x + theme.px(24), sheet.body.y - theme.px(6), box.w - theme.px(48), 1))
    with clipped(surface, pygame.Rect(sheet.body).inflate(theme.px(24), 0)):
        for group in sheet.groups:
            at = (group.at[0], group.at[1] + theme.px(18))
            spot = theme.text(surface, group.title, at, BODY, bold=True)
            theme.text(surface, str(group.amount), (spot.right + theme.px(8), at[1]), BODY, palette.soft)
        for cell in sheet.cells:
            if cell.box.y < sheet.body.bottom and cell.box.bottom > sheet.body.y - theme.px(20):
                _cell(surface, shown, cell)
    bar = sheet.body._replace(w=box.right - theme.px(7) - sheet.body.x)
    scroll_bar(surface, theme, bar, sheet.content, shown.doing.dialog_offset, 5)
    if not sheet.cells:
        theme.text(
            surface, "No cards.", (box.x + theme.px(24), sheet.body.y + theme.px(60)), MAIN, palette.soft
        )


def _cell(surface: pygame.Surface, shown: Shown, cell: SheetCard) -> None:
    """One card of a dialog: its face, outline by state, tick and number key."""
    theme, palette, box, option = shown.theme, shown.palette, cell.box, cell.option
    facts = shown.facts(cell.card) if cell.card else shown.facts_of(cell.code)
    picked = option >= 0 and option in shown.doing.picked
    if picked:
        kit.selected(surface, theme, box)
    elif option >= 0 or shown.is_legal(cell.card):
        kit.outlined(surface, theme, box, palette.accent, 2)
    put(
        surface,
        shown.faces.get(facts, (box.w, box.h), "hand") if facts else card_back((box.w, box.h)),
        box[:2],
    )
    if option < 0:
        _listed(surface, shown, cell)
    elif option == shown.doing.marked and not picked:
        kit.outlined(surface, theme, box, palette.focus)
    if picked:
        _tick(surface, shown, cell)
    if option >= 0 and cell.number <= 9:
        draw_key(surface, theme, str(cell.number), (box.centre[0], box.bottom + theme.px(18)))


def _tick(surface: pygame.Surface, shown: Shown, cell: SheetCard) -> None:
    """What is picked, or the place it is put in."""
    theme, palette, prompt = shown.theme, shown.palette, shown.choices.prompt
    (x, y), across = (cell.box.right - theme.px(4), cell.box.y + theme.px(3)), theme.px(22)
    disc = (x - across / 2, y - across / 2, across, across)
    panel(surface, disc, palette.accent, palette.ground, max(1.0, theme.px(2)), across / 2)
    if prompt is not None and prompt.kind == ARRANGE:
        place = str(shown.doing.picked.index(cell.option) + 1)
        theme.text(surface, place, (x, y), BODY, palette.on_accent, bold=True, anchor="cm")
    else:
        icon(surface, "check", (x, y), theme.px(12), palette.on_accent)


def _listed(surface: pygame.Surface, shown: Shown, cell: SheetCard) -> None:
    """A card of an open pile: chosen with others, under the pointer, or neither."""
    theme, box = shown.theme, cell.box
    if cell.card in shown.chosen:
        kit.selected(surface, theme, box)
        at = (box.right - theme.px(4), box.y + theme.px(3))
        kit.badge(surface, theme, str(shown.chosen.index(cell.card) + 1), at, shown.palette.accent)
    elif cell.card == shown.doing.hover:
        kit.outlined(surface, theme, box, shown.palette.focus)


def _foot(surface: pygame.Surface, shown: Shown, sheet: CardSheet) -> None:
    """How many are chosen, and how to see the board. The buttons are the scene's."""
    theme, palette, prompt = shown.theme, shown.theme.palette, shown.choices.prompt
    if prompt is None:
        return
    x, y = sheet.box.x + theme.px(24), sheet.box.bottom - theme.px(48)
    count = len(shown.doing.picked)
    most = (
        str(prompt.most) if prompt.least == prompt.most
        else f"{prompt.least} to {prompt.most}" if prompt.least else f"up to {prompt.most}"
    )  # fmt: skip
    theme.text(surface, f"{count} of {most} chosen", (x, y), MAIN, bold=True)
    theme.text(surface, "Hold Space to see the board", (x, y + theme.px(20)), SECOND, palette.soft)
    surface.fill(palette.line, (x, sheet.box.bottom - theme.px(74), sheet.box.w - theme.px(48), 1))


def _draw_ask(surface: pygame.Surface, shown: Shown) -> None:
    """Words and their buttons (which the scene draws)."""
    ask = ask_box(shown)
    theme = shown.theme
    kit.floating(surface, theme, ask.box)
    icon(
        surface,
        "raised",
        (ask.box.x + theme.px(31), ask.box.y + theme.px(32)),
        theme.px(12),
        theme.palette.accent,
    )
    start = (ask.box.x + theme.px(48), ask.box.y + theme.px(22))
    theme.lines(surface, ask.lines, start, MAIN, bold=True)


def _draw_positions(surface: pygame.Surface, shown: Shown) -> None:
    ask = position_box(shown)
    theme, palette = shown.theme, shown.theme.palette
    kit.floating(surface, theme, ask.box)
    at = (ask.box.x + ask.box.w / 2, ask.box.y + theme.px(36))
    theme.text(
        surface, ask.lines[0], at, NAME, bold=True, anchor="cm", room=ask.box.w - theme.px(40), least=12
    )
    for number, (index, box) in enumerate(ask.options, 1):
        option = shown.choices.options[index]
        marked = index == shown.doing.marked
        if marked:
            panel(surface, box, (*palette.accent, 40), None, 0, theme.px(8))
        panel(surface, box, None, palette.accent, max(2.0, (3 if marked else 1.5) * theme.u), theme.px(8))
        centre = (box.centre[0], box.y + theme.px(80))
        put_centre(surface, _in_position(shown, option), centre)
        words = POSITIONS.get(option.text, option.text.replace("_", " ").capitalize())
        at = (box.centre[0], box.bottom - theme.px(38))
        theme.text(surface, words, at, BODY, bold=True, anchor="cm", room=box.w - theme.px(8), least=9)
        draw_key(surface, theme, str(number), (box.centre[0], box.bottom - theme.px(15)))


def _in_position(shown: Shown, option: Option) -> pygame.Surface:
    """The card as it would lie."""
    facts = facts_of(shown, option)
    size = shown.layout.card(CARD)
    if facts is None or "face_down" in option.text:
        picture = card_back(size)
    else:
        picture = shown.faces.get(facts, size, "hand")
    if "defense" in option.text or "face_down" in option.text:
        return turned_face(picture)
    return picture
