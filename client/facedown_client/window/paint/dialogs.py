"""Dialogs over the board: cards to choose from, an open pile, positions to pick, questions with buttons.

The layout is computed here for painter and pointer alike. A dialog's state (search, offset, picks) is in the
DuelFrame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from facedown_client.board import Rect, Shape
from facedown_client.board.choices import ARRANGE
from facedown_client.model.words.offered_cards import origin_words
from facedown_client.model.words.phrases import (
    PlayerNames,
    asked_words,
    capital,
    option_words,
    place_words,
    prompt_source,
    prompt_words,
)
from facedown_client.window.art.marks import card_back
from facedown_client.window.look import (
    BODY_PX,
    HEADING_PX,
    MAIN_PX,
    SECOND_PX,
    blit,
    blit_centred,
    clip,
    icon,
    panel,
)
from facedown_client.window.look import CARD_PX as NAME
from facedown_client.window.look.rich_text import TextRun, runs, wrap
from facedown_client.window.look.rich_text import draw as draw_runs
from facedown_client.window.paint import kit, ordering, questions
from facedown_client.window.paint.cards import turned_face
from facedown_client.window.paint.rail import asked
from facedown_client.window.paint.state import DuelFrame
from facedown_client.window.widgets import draw_key, scroll_bar
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Option
from facedown_shared.tables import Place
from facedown_shared.text import _, gettext_noop, ngettext

CARD_WIDTH_PX = 92
POSITIONS = {
    "attack": gettext_noop("Attack Position"),
    "defense": gettext_noop("Defense Position"),
    "face_down": gettext_noop("Face-down Defense"),
    "face_down_defense": gettext_noop("Face-down Defense"),
    "face_up_defense": gettext_noop("Defense Position"),
}

FROM = {"equip": gettext_noop("From your inventory")}
"""Origin of cards that have no place yet, by the verb of their option."""


class SheetCard(NamedTuple):
    """A card in a dialog: its option (-1 for none), handle, code, and box."""

    option: int
    card: int
    code: int
    box: Rect
    number: int


class SheetHeading(NamedTuple):
    """A heading over cards from the same place."""

    title: str
    amount: int
    at: tuple[int, int]


class CardSheet(NamedTuple):
    """Layout of a dialog of cards."""

    box: Rect
    body: Rect
    """The area in which the cards scroll."""
    groups: Sequence[SheetHeading]
    cells: Sequence[SheetCard]
    content: int
    search: Rect | None
    back: Rect | None
    confirm: Rect | None


def _matching_options(shown: DuelFrame) -> list[tuple[int, Option]]:
    """Return the options of a cards dialog that match the search."""
    wanted = shown.doing.search.casefold()
    rows = [(index, shown.choices.options[index]) for index in shown.choices.listed]
    if is_name_declaration(shown):  # the server has searched
        return rows
    names = [facts.name.casefold() if (facts := facts_of(shown, option)) else "" for _, option in rows]
    return [row for row, name in zip(rows, names, strict=True) if wanted in name]


def is_name_declaration(shown: DuelFrame) -> bool:
    """Return whether the prompt asks for the name of any card."""
    return shown.choices.prompt is not None and shown.choices.prompt.declare


def facts_of(shown: DuelFrame, option: Option) -> Facts | None:
    return shown.facts(option.card) if option.card else shown.facts_of(option.code)


def _place_title(shown: DuelFrame, option: Option) -> str:
    """Return the heading of the group to which a card belongs; "" while a card's name is declared."""
    if is_name_declaration(shown):
        return ""
    place = shown.view.place_of(option.card) if option.card else None
    if place is not None:
        return _pile_title(shown, place)
    if option.card and shown.view.monster_above(option.card):
        return capital(
            origin_words(option.card, shown.view, PlayerNames.for_reader(shown.view.viewer, shown.names))
        )
    return _(FROM.get(option.verb, gettext_noop("From the Deck"))) if option.code else _("Cards")


def _pile_title(shown: DuelFrame, place: Place) -> str:
    words = place_words(place._replace(slot=-1), shown.view.table, shown.names)
    if place.seat == shown.view.viewer:
        return capital(
            place_words(
                place._replace(slot=-1), shown.view.table, PlayerNames.for_reader(place.seat, shown.names)
            )
        )
    return words


def cards_sheet(shown: DuelFrame) -> CardSheet:
    """Return the layout of a prompt's cards dialog."""
    groups: dict[str, list[tuple[int, int, int]]] = {}
    for index, option in _matching_options(shown):
        groups.setdefault(_place_title(shown, option), []).append((index, option.card, option.code))
    prompt = shown.choices.prompt
    assert prompt is not None
    return _sheet(
        shown,
        list(groups.items()),
        search=len(shown.choices.listed) > 8 or prompt.declare,
        back=prompt.back,
        confirm=True,
    )


def pile_handles(shown: DuelFrame) -> tuple[int, ...]:
    """Return the cards of the open pile."""
    pile = shown.doing.pile
    if pile is None:
        return ()
    if pile.handles is not None:
        return pile.handles
    return shown.view.pile(pile.place.seat, pile.place.zone).handles


def pile_sheet(shown: DuelFrame) -> CardSheet:
    """Return the layout of an open pile, filtered by the search: the newest card first, or a Deck in the sent
    order.
    """
    pile = shown.doing.pile
    assert pile is not None
    handles = pile_handles(shown)
    wanted = shown.doing.search.casefold()
    names = {handle: facts.name.casefold() for handle in handles if (facts := shown.facts(handle))}
    listed = handles if pile.place.zone == "deck" else handles[::-1]
    cards = [(-1, handle, 0) for handle in listed if wanted in names.get(handle, "")]
    return _sheet(shown, [("", cards)], search=len(handles) > 8, back=True, confirm=False)


def _sheet(
    shown: DuelFrame, groups: Groups, *, search: bool, back: bool,
    confirm: bool,
) -> CardSheet:  # fmt: skip
    theme, mat = shown.theme, shown.layout.mat
    wide, high = shown.layout.card_size(CARD_WIDTH_PX)
    pad, gap = theme.px(24), theme.px(9)
    step_y = high + theme.px(36)
    columns = max(1, (mat.w - 2 * pad + gap) // (wide + gap))
    head, foot, title_high = theme.px(88), theme.px(76), theme.px(36)
    placed, titles, content = _flow(groups, columns, (wide + gap, step_y), title_high)
    most = min(content, shown.layout.size[1] - theme.px(48) - head - foot)
    total = head + most + foot
    top = round(max(theme.px(24), mat.y + (mat.h - total) / 2 + theme.px(20)))
    box = Rect(mat.x, top, mat.w, total)
    body = Rect(box.x + pad, box.y + head, box.w - 2 * pad, most)
    offset = max(0, min(shown.doing.dialog_offset, content - most))
    cells = [
        SheetCard(*card, Rect(body.x + x, body.y + y - offset, wide, high), number)
        for number, (card, x, y) in enumerate(placed, 1)
    ]
    heads = [SheetHeading(title, count, (body.x + x, body.y + y - offset)) for title, count, x, y in titles]
    find = Rect(box.right - pad - theme.px(200), box.y + theme.px(28), theme.px(200), theme.hit_length(36))
    button_y, button = box.bottom - theme.px(62), theme.hit_length(44)
    sure = Rect(box.right - pad - theme.px(256), button_y, theme.px(256), button) if confirm else None
    edge = sure.x - theme.px(12) if sure else box.right - pad
    away = Rect(edge - theme.px(104), button_y, theme.px(104), button) if back else None
    return CardSheet(box, body, heads, cells, content, find if search else None, away, sure)


Groups = Sequence[tuple[str, Sequence[tuple[int, int, int]]]]
Placed = list[tuple[tuple[int, int, int], int, int]]
Titles = list[tuple[str, int, int, int]]


def _flow(
    groups: Groups,
    columns: int,
    step: tuple[int, int],
    title: int,
) -> tuple[Placed, Titles, int]:
    """Arrange cards in rows, each group under its heading; small groups share a row."""
    placed: Placed = []
    titles: Titles = []
    total = sum(len(cards) for _, cards in groups)
    if len(groups) > 1 and total + (len(groups) - 1) * 0.35 <= columns:
        x = 0
        for name, cards in groups:
            titles.append((name, len(cards), x, 0))
            for card in cards:
                placed.append((card, x, title))
                x += step[0]
            x += round(step[0] * 0.3)
        return placed, titles, title + step[1]
    y = 0
    for name, cards in groups:
        if name:
            titles.append((name, len(cards), 0, y))
        y += title if name else title // 3
        for number, card in enumerate(cards):
            placed.append((card, number % columns * step[0], y + number // columns * step[1]))
        y += max(1, -(-len(cards) // columns)) * step[1]
    return placed, titles, y


class DialogBox(NamedTuple):
    """Layout of a dialog with a button or a position image for each listed option."""

    box: Rect
    lines: list[list[TextRun]]
    options: list[tuple[int, Rect]]
    back: Rect | None


def ask_box(shown: DuelFrame) -> DialogBox:
    """Return the layout of a question: its words, and a button for each answer."""
    theme, prompt = shown.theme, shown.choices.prompt
    assert prompt is not None
    listed = shown.choices.listed
    wide = theme.px(440)
    lines = wrap(_question_words(shown), theme.type_size(MAIN_PX), wide - theme.px(72))[:6]
    pad, row, gap = theme.px(24), theme.hit_length(42), theme.px(8)
    pair = len(listed) == 2 and all(
        theme.width(words_of(shown, index), MAIN_PX, True) < wide // 2 - 70 for index in listed
    )
    columns = 2 if pair else 1 if len(listed) <= 7 else 4 if len(listed) > 12 else 2
    rows = -(-len(listed) // columns)
    back = 1 if prompt.back else 0
    high = theme.px(40) + len(lines) * theme.line_height(MAIN_PX) + (rows + back) * (row + gap) + theme.px(14)
    box = shown.layout.centred_box(wide, high)
    top = box.y + theme.px(40) + len(lines) * theme.line_height(MAIN_PX)
    cell = (wide - 2 * pad - (columns - 1) * gap) // columns
    options = [
        (
            index,
            Rect(box.x + pad + step % columns * (cell + gap), top + step // columns * (row + gap), cell, row),
        )
        for step, index in enumerate(listed)
    ]
    away = Rect(box.x + pad, top + rows * (row + gap), wide - 2 * pad, row) if back else None
    return DialogBox(box, lines, options, away)


def _question_words(shown: DuelFrame) -> list[TextRun]:
    """Return the question with names in bold."""
    prompt = shown.choices.prompt
    assert prompt is not None
    return runs(prompt_words(prompt, shown.view), shown.highlighted_names)


def words_of(shown: DuelFrame, index: int) -> str:
    return option_words(shown.choices.options[index], shown.view, shown.names)


def position_box(shown: DuelFrame) -> DialogBox:
    """Return the layout of a position dialog: the card in each position, side by side."""
    theme, prompt = shown.theme, shown.choices.prompt
    assert prompt is not None
    listed = shown.choices.listed
    cell, pad, gap = theme.px(150), theme.px(24), theme.px(16)
    wide = max(theme.px(380), len(listed) * cell + (len(listed) - 1) * gap + 2 * pad)
    row = theme.hit_length(40)
    high = theme.px(284) + (row + theme.px(8) if prompt.back else 0)
    box = shown.layout.centred_box(wide, high)
    used = len(listed) * cell + (len(listed) - 1) * gap
    left = round(box.x + (wide - used) / 2)
    options = [
        (index, Rect(left + step * (cell + gap), box.y + theme.px(64), cell, theme.px(196)))
        for step, index in enumerate(listed)
    ]
    away = Rect(box.x + pad, box.bottom - row - theme.px(16), wide - 2 * pad, row) if prompt.back else None
    return DialogBox(box, [_question_words(shown)], options, away)


def confirm_words(shown: DuelFrame) -> str:
    """Return the text of the confirm button; with one chosen card, its name."""
    picked = [shown.choices.options[index] for index in shown.doing.picked]
    if len(picked) == 1:
        facts = facts_of(shown, picked[0])
        if facts is not None:
            return _("Choose {name}", name=facts.name)
    if not picked and shown.choices.is_complete(()):
        return _("Choose none")
    return _("Choose {count}", count=len(picked)) if len(picked) > 1 else _("Choose")


BACKDROP_DARKNESS_RATIO = 0.62
"""Share of the board's light that a dialog takes."""


def draw_dialog(surface: pygame.Surface, shown: DuelFrame, share: float = 1.0) -> None:
    """Draw the dialog of the open prompt over a darkened board."""
    kit.dim(surface, shown.layout.middle, BACKDROP_DARKNESS_RATIO * share)
    if shown.choices.shape is Shape.CARDS:
        sheet, prompt = cards_sheet(shown), shown.choices.prompt
        title = asked_words(prompt, shown.view) if prompt else ""
        source = _source(shown)
        _draw_sheet(surface, shown, sheet, title, source.name if source else "")
        _foot(surface, shown, sheet)
    elif shown.choices.shape is Shape.POSITION:
        _draw_positions(surface, shown)
    elif shown.choices.shape is Shape.QUESTION:
        questions.draw_question(surface, shown)
    elif shown.choices.shape is Shape.ORDER:
        ordering.draw_order(surface, shown)
    else:
        _draw_ask(surface, shown)


def draw_pile(surface: pygame.Surface, shown: DuelFrame, share: float = 1.0) -> None:
    """Draw an open pile."""
    pile = shown.doing.pile
    if pile is None:
        return
    kit.dim(surface, shown.layout.middle, BACKDROP_DARKNESS_RATIO * share)
    count = shown.view.pile(pile.place.seat, pile.place.zone).count
    count = count if pile.handles is None else len(pile.handles)
    _draw_sheet(
        surface, shown, pile_sheet(shown), pile.title, ngettext("{count} card", "{count} cards", count)
    )


def _source(shown: DuelFrame) -> Facts | None:
    """Return the card that causes the prompt: its source, else that of the Chain Link that resolves."""
    prompt = shown.choices.prompt
    source = prompt_source(prompt, shown.view) if prompt is not None else None
    if source is not None:
        return source
    return shown.facts_of(shown.view.chain[-1].code) if shown.view.chain else None


def _draw_sheet(surface: pygame.Surface, shown: DuelFrame, sheet: CardSheet, title: str, over: str) -> None:
    theme, palette, box = shown.theme, shown.theme.palette, sheet.box
    kit.draw_floating(surface, theme, box)
    x, room = box.x + theme.px(24), box.w - theme.px(48) - (theme.px(212) if sheet.search else 0)
    source = _source(shown) if over else None
    if source is not None:
        blit(surface, shown.faces.get(source, shown.layout.card_size(33)), (x, box.y + theme.px(20)))
        x, room = x + theme.px(48), room - theme.px(48)
    y = box.y + theme.px(46)
    if over:
        theme.draw_text(surface, over, (x, box.y + theme.px(32)), BODY_PX, palette.soft, bold=True, room=room)
        y = box.y + theme.px(56)
    theme.draw_text(surface, title, (x, y), HEADING_PX, bold=True, room=room, least=13)
    surface.fill(palette.line, (box.x + theme.px(24), sheet.body.y - theme.px(6), box.w - theme.px(48), 1))
    with clip(surface, pygame.Rect(sheet.body).inflate(theme.px(24), 0)):
        for group in sheet.groups:
            at = (group.at[0], group.at[1] + theme.px(18))
            spot = theme.draw_text(surface, group.title, at, BODY_PX, bold=True)
            theme.draw_text(
                surface, str(group.amount), (spot.right + theme.px(8), at[1]), BODY_PX, palette.soft
            )
        for cell in sheet.cells:
            if cell.box.y < sheet.body.bottom and cell.box.bottom > sheet.body.y - theme.px(20):
                _cell(surface, shown, cell)
    bar = sheet.body._replace(w=box.right - theme.px(7) - sheet.body.x)
    scroll_bar(surface, theme, bar, sheet.content, shown.doing.dialog_offset, 5)
    if not sheet.cells:
        theme.draw_text(
            surface,
            _("No cards."),
            (box.x + theme.px(24), sheet.body.y + theme.px(60)),
            MAIN_PX,
            palette.soft,
        )


def _cell(surface: pygame.Surface, shown: DuelFrame, cell: SheetCard) -> None:
    """Draw a card of a dialog: its face, outline by state, tick and number key."""
    theme, palette, box, option = shown.theme, shown.palette, cell.box, cell.option
    facts = shown.facts(cell.card) if cell.card else shown.facts_of(cell.code)
    picked = option >= 0 and shown.is_picked(option)
    if picked:
        kit.draw_selection(surface, theme, box)
    elif option >= 0 or shown.is_legal(cell.card):
        kit.draw_outline(surface, theme, box, palette.accent, 2)
    blit(
        surface,
        shown.faces.get(facts, (box.w, box.h), "hand") if facts else card_back((box.w, box.h)),
        box[:2],
    )
    if option < 0:
        _draw_listed(surface, shown, cell)
    elif option == shown.doing.marked and not picked:
        kit.draw_outline(surface, theme, box, palette.focus)
    if picked:
        _tick(surface, shown, cell)
    if option >= 0 and cell.number <= 9:
        draw_key(surface, theme, str(cell.number), (box.centre[0], box.bottom + theme.px(18)))


def _tick(surface: pygame.Surface, shown: DuelFrame, cell: SheetCard) -> None:
    """Draw the tick of a picked card, or its number in an order."""
    theme, palette, prompt = shown.theme, shown.palette, shown.choices.prompt
    (x, y), across = (cell.box.right - theme.px(4), cell.box.y + theme.px(3)), theme.px(22)
    disc = (x - across / 2, y - across / 2, across, across)
    panel(surface, disc, palette.accent, palette.ground, max(1.0, theme.px(2)), across / 2)
    if prompt is not None and prompt.kind == ARRANGE:
        place = str(shown.doing.picked.index(cell.option) + 1)
        theme.draw_text(surface, place, (x, y), BODY_PX, palette.on_accent, bold=True, anchor="cm")
    else:
        icon(surface, "check", (x, y), theme.px(12), palette.on_accent)


def _draw_listed(surface: pygame.Surface, shown: DuelFrame, cell: SheetCard) -> None:
    """Draw a card of an open pile: chosen, under the pointer, or neither."""
    theme, box = shown.theme, cell.box
    if cell.card in shown.chosen:
        kit.draw_selection(surface, theme, box)
        at = (box.right - theme.px(4), box.y + theme.px(3))
        kit.badge(surface, theme, str(shown.chosen.index(cell.card) + 1), at, shown.palette.accent)
    elif cell.card == shown.doing.hover:
        kit.draw_outline(surface, theme, box, shown.palette.focus)


def _foot(surface: pygame.Surface, shown: DuelFrame, sheet: CardSheet) -> None:
    """Draw how many cards are chosen, and how to see the board. The scene draws the buttons."""
    theme, palette, prompt = shown.theme, shown.theme.palette, shown.choices.prompt
    if prompt is None:
        return
    x, y = sheet.box.x + theme.px(24), sheet.box.bottom - theme.px(48)
    words = asked.chosen_words(prompt, len(shown.doing.picked))
    theme.draw_text(surface, words, (x, y), MAIN_PX, bold=True)
    theme.draw_text(surface, _("Hold Space to see the board"), (x, y + theme.px(20)), SECOND_PX, palette.soft)
    surface.fill(palette.line, (x, sheet.box.bottom - theme.px(74), sheet.box.w - theme.px(48), 1))


def _draw_ask(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the words of a question. The scene draws the buttons."""
    ask, theme = ask_box(shown), shown.theme
    kit.draw_floating(surface, theme, ask.box)
    icon(
        surface,
        "raised",
        (ask.box.x + theme.px(31), ask.box.y + theme.px(32)),
        theme.px(12),
        theme.palette.accent,
    )
    start = (ask.box.x + theme.px(48), ask.box.y + theme.px(22))
    draw_runs(surface, theme, ask.lines, start, MAIN_PX)


def _draw_positions(surface: pygame.Surface, shown: DuelFrame) -> None:
    ask, theme, palette = position_box(shown), shown.theme, shown.palette
    kit.draw_floating(surface, theme, ask.box)
    at = (ask.box.x + ask.box.w / 2, ask.box.y + theme.px(36))
    words = "".join(words for words, _bold in ask.lines[0])
    theme.draw_text(surface, words, at, NAME, bold=True, anchor="cm", room=ask.box.w - theme.px(40), least=12)
    for number, (index, box) in enumerate(ask.options, 1):
        option = shown.choices.options[index]
        marked = index == shown.doing.marked
        if marked:
            panel(surface, box, (*palette.accent, 40), None, 0, theme.px(8))
        panel(surface, box, None, palette.accent, max(2.0, (3 if marked else 1.5) * theme.u), theme.px(8))
        centre = (box.centre[0], box.y + theme.px(80))
        blit_centred(surface, _in_position(shown, option), centre)
        words = _(POSITIONS.get(option.text, "")) or option.text.replace("_", " ").capitalize()
        at = (box.centre[0], box.bottom - theme.px(38))
        theme.draw_text(
            surface, words, at, BODY_PX, bold=True, anchor="cm", room=box.w - theme.px(8), least=9
        )
        draw_key(surface, theme, str(number), (box.centre[0], box.bottom - theme.px(15)))


def _in_position(shown: DuelFrame, option: Option) -> pygame.Surface:
    """Return the picture of the card in an option's position."""
    prompt, size = shown.choices.prompt, shown.layout.card_size(CARD_WIDTH_PX)
    facts = facts_of(shown, option) or (prompt_source(prompt, shown.view) if prompt is not None else None)
    down = "face_down" in option.text
    picture = card_back(size) if facts is None or down else shown.faces.get(facts, size, "hand")
    return turned_face(picture) if down or "defense" in option.text else picture
