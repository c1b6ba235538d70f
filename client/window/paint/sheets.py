"""Where everything in a dialog lies: cards in groups, buttons, positions. For painter and pointer alike.

A dialog's state (search, offset, picks) is in Shown; nothing here remembers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from client.board import Rect
from client.window.look import MAIN
from client.window.paint.state import Shown
from client.words.phrases import option_words, place_words, prompt_words
from shared.cards.facts import Facts
from shared.protocol.messages import Option
from shared.zones import Place

CARD = 92
POSITIONS = {
    "attack": "Attack Position",
    "defense": "Defense Position",
    "face_down": "Face-down Defense",
    "face_down_defense": "Face-down Defense",
    "face_up_defense": "Defense Position",
}

FROM = {"equip": "From your inventory"}
"""Where cards that lie nowhere yet come from, by what is done with them."""


class SheetCard(NamedTuple):
    """One card in a dialog: its option (-1 for none), its handle and code, and where it lies."""

    option: int
    card: int
    code: int
    box: Rect
    number: int


class SheetHeading(NamedTuple):
    """Cards that lie in the same place, under a heading."""

    title: str
    amount: int
    at: tuple[int, int]


class CardSheet(NamedTuple):
    """A dialog of cards with everything on it."""

    box: Rect
    body: Rect
    """Where the cards lie; they scroll inside it."""
    groups: Sequence[SheetHeading]
    cells: Sequence[SheetCard]
    content: int
    search: Rect | None
    back: Rect | None
    confirm: Rect | None


def _listed(shown: Shown) -> list[tuple[int, Option]]:
    """The options of a cards dialog that fit the search."""
    wanted = shown.doing.search.casefold()
    rows = [(index, shown.choices.options[index]) for index in shown.choices.listed]
    names = [facts.name.casefold() if (facts := facts_of(shown, option)) else "" for _, option in rows]
    return [row for row, name in zip(rows, names, strict=True) if wanted in name]


def facts_of(shown: Shown, option: Option) -> Facts | None:
    return shown.facts(option.card) if option.card else shown.facts_of(option.code)


def _place_title(shown: Shown, option: Option) -> tuple[str, int]:
    """Which group a card belongs to, in words, and whose it is."""
    place = shown.view.where(option.card) if option.card else None
    if place is None:
        return FROM.get(option.verb, "From the Deck") if option.code else "Cards", shown.near
    return _pile_title(shown, place), place.seat


def _pile_title(shown: Shown, place: Place) -> str:
    words = place_words(place._replace(slot=-1), shown.view.table, shown.names)
    if place.seat == shown.view.viewer:
        return "Your" + words.removeprefix(f"{shown.names[place.seat]}'").removeprefix("s")
    return words


def cards_sheet(shown: Shown) -> CardSheet:
    """The dialog of a prompt that offers cards."""
    groups: dict[str, list[tuple[int, int, int]]] = {}
    for index, option in _listed(shown):
        groups.setdefault(_place_title(shown, option)[0], []).append((index, option.card, option.code))
    prompt = shown.choices.prompt
    assert prompt is not None
    return _sheet(
        shown, list(groups.items()), search=len(shown.choices.listed) > 8, back=prompt.back, confirm=True
    )


def pile_handles(shown: Shown) -> tuple[int, ...]:
    """The cards of the open pile."""
    pile = shown.doing.pile
    if pile is None:
        return ()
    if pile.handles is not None:
        return pile.handles
    return shown.view.pile(pile.place.seat, pile.place.zone).handles


def pile_sheet(shown: Shown) -> CardSheet:
    """The dialog of an open pile: the newest card first (a Deck as it is told), those that fit the search."""
    pile = shown.doing.pile
    assert pile is not None
    handles = pile_handles(shown)
    wanted = shown.doing.search.casefold()
    names = {handle: facts.name.casefold() for handle in handles if (facts := shown.facts(handle))}
    listed = handles if pile.place.zone == "deck" else handles[::-1]
    fitting = [handle for handle in listed if wanted in names.get(handle, "")]
    cards = [(-1, handle, 0) for handle in fitting]
    return _sheet(shown, [("", cards)], search=len(handles) > 8, back=True, confirm=False)


def _sheet(
    shown: Shown, groups: Groups, *, search: bool, back: bool,
    confirm: bool,
) -> CardSheet:  # fmt: skip
    theme, mat = shown.theme, shown.layout.mat
    wide, high = shown.layout.card(CARD)
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
    find = Rect(box.right - pad - theme.px(200), box.y + theme.px(28), theme.px(200), theme.hit(36))
    button_y, button = box.bottom - theme.px(62), theme.hit(44)
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
    """Cards in rows, each group under its heading; small groups share a row."""
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
    """A dialog with buttons, or position images, one for each listed option."""

    box: Rect
    lines: list[str]
    options: list[tuple[int, Rect]]
    back: Rect | None


def ask_box(shown: Shown) -> DialogBox:
    """The dialog of a question: its words, and a button for each answer."""
    theme, prompt = shown.theme, shown.choices.prompt
    assert prompt is not None
    listed = shown.choices.listed
    wide = theme.px(440)
    lines = theme.wrap(prompt_words(prompt, shown.view), MAIN, wide - theme.px(48), bold=True, lines=6)
    pad, row, gap = theme.px(24), theme.hit(42), theme.px(8)
    pair = len(listed) == 2 and all(
        theme.width(words_of(shown, index), MAIN, True) < wide // 2 - 70 for index in listed
    )
    columns = 2 if pair else 1 if len(listed) <= 7 else 4 if len(listed) > 12 else 2
    rows = -(-len(listed) // columns)
    back = 1 if prompt.back else 0
    high = theme.px(40) + len(lines) * theme.line(MAIN) + (rows + back) * (row + gap) + theme.px(14)
    box = shown.layout.centred(wide, high)
    top = box.y + theme.px(40) + len(lines) * theme.line(MAIN)
    cell = (wide - 2 * pad - (columns - 1) * gap) // columns
    options = [
        (
            index,
            Rect(box.x + pad + step % columns * (cell + gap), top + step // columns * (row + gap), cell, row),
        )
        for step, index in enumerate(_ordered(shown, listed))
    ]
    away = Rect(box.x + pad, top + rows * (row + gap), wide - 2 * pad, row) if back else None
    return DialogBox(box, lines, options, away)


def _ordered(shown: Shown, listed: Sequence[int]) -> list[int]:
    """Yes before no, whatever order they came in."""
    return sorted(listed, key=lambda index: {"yes": -1, "no": 1}.get(shown.choices.options[index].verb, 0))


def words_of(shown: Shown, index: int) -> str:
    option = shown.choices.options[index]
    if option.verb in ("word", "number"):
        words = (option.text or str(option.amount)).replace("_", " ")
        return words[:1].upper() + words[1:]
    return option_words(option, shown.view, shown.names)


def position_box(shown: Shown) -> DialogBox:
    """The dialog of positions: the card as it would lie, side by side."""
    theme, prompt = shown.theme, shown.choices.prompt
    assert prompt is not None
    listed = shown.choices.listed
    cell, pad, gap = theme.px(150), theme.px(24), theme.px(16)
    wide = max(theme.px(380), len(listed) * cell + (len(listed) - 1) * gap + 2 * pad)
    row = theme.hit(40)
    high = theme.px(284) + (row + theme.px(8) if prompt.back else 0)
    box = shown.layout.centred(wide, high)
    used = len(listed) * cell + (len(listed) - 1) * gap
    left = round(box.x + (wide - used) / 2)
    options = [
        (index, Rect(left + step * (cell + gap), box.y + theme.px(64), cell, theme.px(196)))
        for step, index in enumerate(listed)
    ]
    away = Rect(box.x + pad, box.bottom - row - theme.px(16), wide - 2 * pad, row) if prompt.back else None
    return DialogBox(box, [prompt_words(prompt, shown.view)], options, away)


def confirm_words(shown: Shown) -> str:
    """What the confirming button says: with one card chosen, its name."""
    picked = [shown.choices.options[index] for index in shown.doing.picked]
    if len(picked) == 1:
        facts = facts_of(shown, picked[0])
        if facts is not None:
            return f"Choose {facts.name}"
    if not picked and shown.choices.complete(()):
        return "Choose none"
    return f"Choose {len(picked)}" if len(picked) > 1 else "Choose"
