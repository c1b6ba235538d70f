"""The right rail: both players' plates, turn and phases, the chain, what is asked, and how often to ask;
at tables without an arbiter the line of steps, and boxes for what belongs to no card.

Boxes of what can be pressed are computed here and shared with the scene, so drawing and pointer agree.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import pygame

from client.board import Rect, Shape
from client.window.look import BODY, LIFE, MAIN, PLATE, SECOND, glow, icon, panel
from client.window.paint.kit import chain_marker
from client.window.paint.state import Shown
from client.window.widgets import disc as draw_disc
from client.words.phrases import card_words, phase_words, prompt_words
from shared.manual.games import words_of
from shared.protocol.messages import SeatInfo
from shared.tables import TABLES
from shared.view import VisibleLink

PHASES = (
    ("draw", "DP"),
    ("standby", "SP"),
    ("main1", "M1"),
    ("battle", "BP"),
    ("main2", "M2"),
    ("end", "EP"),
)
STEPS = {
    "main": "main1",
    "start": "battle",
    "battle_step": "battle",
    "damage": "battle",
    "declaration": "battle",
}


TITLES = {
    "turn": "Your turn",
    "response": "Your response",
    "choice": "Your choice",
    "trigger": "Your effect",
    "by_hand": "Move cards",
    "search": "Search the Deck",
    "confirm": "Carried out right?",
    "order": "Who goes first?",
    "side": "Siding",
}


def draw_rail(surface: pygame.Surface, shown: Shown) -> None:
    """Everything in the rail, save its buttons."""
    for seat in (0, 1):
        _plate(surface, shown, seat)
    _turn(surface, shown)
    _phases(surface, shown)
    _chain(surface, shown)
    _question(surface, shown)
    draw_tools(surface, shown)
    if shown.player and not by_hand(shown):
        at = (shown.layout.rail.caption.x, shown.layout.rail.caption.centre[1])
        shown.theme.text(surface, "Ask me to respond", at, SECOND, shown.theme.palette.soft)


# --- plates -------------------------------------------------------------------------------------------------


def _plate(surface: pygame.Surface, shown: Shown, seat: int) -> None:
    theme, palette = shown.theme, shown.theme.palette
    box = shown.layout.rail.plates[seat]
    turn = shown.view.turn_player == seat
    if turn and not palette.contrast:
        glow(surface, box, palette.accent, theme.px(5), 0.5, theme.px(8))
    line = palette.accent if turn else palette.line
    panel(surface, box, palette.panel, line, max(2.0, 2 * theme.u) if turn else palette.thin, theme.px(8))
    x, right = box.x + theme.px(13), box.right - theme.px(13)
    _name(surface, shown, seat, x, right, box.y + box.h * 0.215)
    _life(surface, shown, seat, x, right, box)


def _name(surface: pygame.Surface, shown: Shown, seat: int, x: float, right: float, y: float) -> None:
    theme, palette, name, table = shown.theme, shown.palette, shown.names[seat], shown.table
    info = table.seats[seat] if table else SeatInfo()
    colour = palette.accent if shown.view.turn_player == seat else palette.soft
    draw_disc(surface, theme, name, (x + theme.px(9), y), theme.px(18), colour)
    end = _clock(surface, shown, seat, right, y) if shown.clocks[seat] > 0 else right
    end -= theme.px(6) if info.wins else 0
    for _ in range(info.wins):
        icon(surface, "diamond", (end - theme.px(5), y), theme.px(10), palette.accent)
        end -= theme.px(11)
    alone = table is not None and table.alone
    away = bool(info.name) and not info.present and not alone
    left, ink = x + theme.px(25), palette.faint if away else palette.text
    words = f"{name} (away)" if away else name
    theme.text(surface, words, (left, y), MAIN, ink, bold=True, room=end - left, least=10)


def _clock(surface: pygame.Surface, shown: Shown, seat: int, right: float, y: float) -> float:
    """Time left; returns the x it begins at."""
    theme, palette = shown.theme, shown.theme.palette
    left = shown.clocks[seat]
    ticking = shown.table is not None and shown.table.ticking == seat
    ink = palette.harm if left <= 30 else palette.text if ticking else palette.soft
    spot = theme.text(surface, clock_words(left), (right, y), MAIN, ink, bold=ticking, anchor="rm")
    x = right - max(spot.w, theme.width("00:00", MAIN)) - theme.px(8)
    icon(surface, "clock", (x, y), theme.px(12), ink)
    return x - theme.px(10)


def told_exactly(seconds: float) -> float:
    """Seconds as exactly as they are told: whole ones, below ten seconds the tenths too."""
    return float(math.ceil(seconds)) if seconds >= 10 else max(0.0, round(seconds, 1))


def clock_words(seconds: float) -> str:
    """ "4:15"; below ten seconds the tenths too."""
    told = told_exactly(seconds)
    return f"{told:.1f}" if seconds < 10 else f"{int(told) // 60}:{int(told) % 60:02d}"


def _life(surface: pygame.Surface, shown: Shown, seat: int, x: float, right: float, box: Rect) -> None:
    theme, palette, life = shown.theme, shown.palette, shown.life_of(seat)
    y, hand = box.y + box.h * 0.55, f"Hand {shown.view.pile(seat, 'hand').count}"
    if box.w >= theme.px(170):
        theme.text(surface, hand, (right, y + theme.px(6)), SECOND, palette.soft, anchor="rm")
    if life is None:
        return
    left = theme.text(surface, str(life), (x, y), LIFE, bold=True).right + theme.px(6)
    points, at = shown.points_of(seat), (left, y + theme.px(5))
    room = right - left - theme.width(hand, SECOND) - theme.px(8) if points else None
    words = points or words_of(shown.view.table).points
    theme.text(surface, words, at, PLATE, palette.soft, bold=True, room=room)
    top, wide, high = box.bottom - theme.px(19), right - x, max(6, theme.px(7))
    panel(surface, (x, top, wide, high), palette.sunk, palette.line, 1, high / 2)
    share = max(0.0, min(1.0, life / shown.full_life))
    if share > 0:
        fill = palette.accent if seat == shown.near else palette.mine
        panel(surface, (x, top, max(high, wide * share), high), fill, None, 0, high / 2)
    for step in (1, 2, 3):
        surface.fill(palette.ground, (round(x + wide * step / 4), top, max(1, theme.px(1)), high))


# --- turn and phases ----------------------------------------------------------------------------------------


def _turn(surface: pygame.Surface, shown: Shown) -> None:
    theme, box, view = shown.theme, shown.layout.rail.turn, shown.view
    y = box.centre[1]
    title = f"Turn {view.turn}" if view.turn else "Before turn 1"
    spot = theme.text(surface, title, (box.x, y), MAIN, bold=True)
    if view.turn_player not in (0, 1):
        return
    name = shown.names[view.turn_player]
    whose = "Your" if view.turn_player == view.viewer else f"{name}'{'' if name.endswith('s') else 's'}"
    room = box.right - spot.right - theme.px(8)
    words = f"{whose} turn · {phase_words(view.phase)}"
    theme.text(surface, words, (box.right, y), SECOND, shown.palette.soft, anchor="rm", room=room, least=9)


def has_phases(shown: Shown) -> bool:
    """Whether this game has the six phases: the tables with columns do."""
    table = TABLES.get(shown.view.table)
    return table is not None and bool(table.columns)


def phase_boxes(shown: Shown) -> list[tuple[str, str, Rect]]:
    """(phase, caption, box) for each phase of the strip."""
    box, count = shown.layout.rail.phases, len(PHASES)
    gap = max(0, min(shown.theme.px(4), (box.w - 28 * count) // (count - 1)))
    lefts = [box.x + round(step * (box.w + gap) / count) for step in range(count + 1)]
    return [
        (phase, caption, Rect(left, box.y, after - gap - left, box.h))
        for (phase, caption), (left, after) in zip(PHASES, pairwise(lefts), strict=True)
    ]


def _phases(surface: pygame.Surface, shown: Shown) -> None:
    theme, palette, view = shown.theme, shown.palette, shown.view
    now, order = STEPS.get(view.phase, view.phase), [phase for phase, _ in PHASES]
    if not has_phases(shown) or (now and now not in order):
        return
    passed = order.index(now) if now else -1
    mine = view.turn_player == view.viewer or (shown.table is not None and shown.table.alone)
    goes = shown.choices.shape is Shape.HANDS and mine and not shown.choices.options
    for step, (phase, caption, box) in enumerate(phase_boxes(shown)):
        (x, y), alive = box.centre, phase in shown.choices.phases or (goes and phase != now)
        fill, line, wide, ink = (
            (palette.focus, None, 0.0, palette.ground) if phase == now
            else (palette.raised, palette.accent, max(2.0, 2 * theme.u), palette.text) if alive
            else (None, palette.line, palette.thin, palette.faint)
        )  # fmt: skip
        panel(surface, box, fill, line, wide, theme.px(6))
        theme.text(surface, caption, (x, y), BODY, ink, bold=alive or phase == now, anchor="cm")
        if phase == now:
            icon(surface, "raised", (x, box.bottom + theme.px(6)), theme.px(8), palette.focus)
        elif step < passed:
            long, low = theme.px(12), box.bottom - theme.px(7)
            surface.fill(palette.strong, (x - long / 2, low, long, max(1, theme.px(2))))


# --- the chain ----------------------------------------------------------------------------------------------


def _chain(surface: pygame.Surface, shown: Shown) -> None:
    """The chain, the link that resolves first on top; as many as there is room for."""
    chain = shown.view.chain
    if not chain:
        return
    theme, palette, box = shown.theme, shown.theme.palette, free_room(shown)
    asked = question(shown)
    bottom = asked.box.y - theme.px(12) if asked else box.bottom
    y = box.y + theme.px(12)
    if bottom - y < theme.px(60):
        return
    spot = theme.text(surface, "Chain", (box.x, y), MAIN, bold=True)
    room = box.w - spot.w - theme.px(8)
    theme.text(
        surface,
        "resolves from the top",
        (box.right, y),
        SECOND,
        palette.soft,
        anchor="rm",
        room=room,
        least=9,
    )
    y += theme.px(14)
    high, gap = theme.px(50), theme.px(6)
    fits = max(1, int((bottom - y + gap) // (high + gap)))
    rows = list(enumerate(chain, 1))[::-1]
    for number, link in rows[:fits]:
        _chain_row(
            surface, shown, Rect(box.x, round(y), box.w, high), number, link, first=number == len(chain)
        )
        y += high + gap


def _chain_row(
    surface: pygame.Surface, shown: Shown, box: Rect, number: int, link: VisibleLink, *, first: bool
) -> None:
    theme, palette = shown.theme, shown.theme.palette
    panel(surface, box, palette.panel, palette.strong if first else palette.line, palette.thin, theme.px(8))
    y = box.centre[1]
    chain_marker(surface, theme, number, (box.x + theme.px(22), y), link.seat == shown.near, 13)
    facts = shown.facts_of(link.code)
    name = facts.name if facts else "A card"
    x, end = box.x + theme.px(44), box.right - theme.px(8)
    targets = ", ".join(card_words(handle, shown.view) for handle in link.targets) or str(link.words)
    words, ink = ("negated", palette.harm) if link.negated else (targets, palette.soft)
    up = theme.px(9) if words else 0
    theme.text(surface, name, (x, y - up), BODY, bold=True, room=end - x, least=9.5)
    if link.targets and not link.negated:
        icon(surface, "arrow", (x + theme.px(7), y + up), theme.px(13), palette.soft)
        x += theme.px(20)
    theme.text(surface, words, (x, y + up), SECOND, ink, room=end - x, least=9)


# --- what is asked ------------------------------------------------------------------------------------------


class QuestionBox(NamedTuple):
    """The question box: its words, and a box for each button."""

    box: Rect
    title: str
    lines: list[str]
    buttons: list[Rect]


def question(shown: Shown) -> QuestionBox | None:
    """Where the question stands and how large it is; None while nothing is asked that needs it."""
    choices, theme = shown.choices, shown.theme
    nothing = choices.shape is Shape.HANDS and not choices.options
    if choices.prompt is None or choices.modal or nothing or not shown.player:
        return None
    count = len(button_options(shown))
    if choices.prompt.kind == "turn" and not count and not choices.by_place:
        return None
    room, button, gap, inset = free_room(shown), theme.hit(30), theme.px(6), theme.px(8)
    lines = theme.wrap(_asked_words(shown), SECOND, room.w - theme.px(24), lines=5)
    high = theme.px(33) + theme.line(SECOND) * len(lines) + theme.px(6) + count * (button + gap)
    first = room.bottom - inset + gap - count * (button + gap)
    buttons = [
        Rect(room.x + inset, first + step * (button + gap), room.w - 2 * inset, button)
        for step in range(count)
    ]
    return QuestionBox(room._replace(y=room.bottom - high, h=high), title(shown), lines, buttons)


def _asked_words(shown: Shown) -> str:
    """What is asked, in words; with a zone to choose, for which card."""
    prompt = shown.choices.prompt
    assert prompt is not None
    words = prompt_words(prompt, shown.view)
    if shown.choices.by_place and words.rstrip(".") == title(shown):
        card = shown.choices.options[next(iter(shown.choices.by_place.values()))].card
        facts = shown.facts(card) if card else None
        return f"for {facts.name}." if facts is not None else "Where does it go?"
    if prompt.kind == "response" and prompt.words.id in ("", "respond"):
        happened = next((line.text for line in reversed(shown.log) if line.kind != "ask"), "")
        return f"{happened}." if happened else words
    return words


def title(shown: Shown) -> str:
    """What the question box is headed."""
    prompt = shown.choices.prompt
    if prompt is None:
        return ""
    if shown.choices.by_place:
        return "Choose a zone"
    if shown.choices.many:
        return f"{len(shown.doing.picked)} of {prompt.most} chosen"
    return TITLES.get(prompt.kind, "Your choice")


def button_options(shown: Shown) -> list[int]:
    """What the buttons of the question box stand for: options, -1 to confirm the picks, -2 to take back."""
    choices = shown.choices
    asked = choices.prompt is not None and not choices.modal
    confirm = [-1] if asked and choices.many else []
    back = [-2] if asked and choices.prompt is not None and choices.prompt.back else []
    return [*confirm, *choices.buttons, *back]


def _question(surface: pygame.Surface, shown: Shown) -> None:
    asked = question(shown)
    if asked is None:
        return
    theme, palette, box = shown.theme, shown.theme.palette, asked.box
    panel(surface, box, palette.raised, palette.accent, max(1.5, 1.5 * theme.u), theme.px(8))
    y = box.y + theme.px(18)
    icon(surface, "raised", (box.x + theme.px(17), y), theme.px(11), palette.accent)
    at = (box.x + theme.px(30), y)
    theme.text(surface, asked.title, at, BODY, bold=True, room=box.w - theme.px(40), least=10)
    start = (box.x + theme.px(12), box.y + theme.px(31))
    theme.lines(surface, asked.lines, start, SECOND, palette.soft)


COLUMNS = 2


class ToolBoxes(NamedTuple):
    """Where they lie: the words over the line, what goes back, the line, what goes on; then the buttons."""

    words: Rect
    back: Rect
    line: Rect
    forth: Rect
    cells: tuple[Rect, ...]

    @property
    def top(self) -> int:
        """Where the rail is free above them."""
        return min((rect.y for rect in (self.words, *self.cells) if rect.h), default=self.words.y)


def by_hand(shown: Shown) -> bool:
    """Whether cards are moved by hand, so that nobody is ever asked to respond."""
    return shown.table is not None and shown.table.mode == "free"


def has_line(shown: Shown) -> bool:
    """Whether steps can be taken back at this table, by this viewer."""
    return shown.player and shown.table is not None and (shown.table.mode == "free" or shown.table.alone)


def tool_boxes(shown: Shown, count: int) -> ToolBoxes:
    """Everything from the lower end of the free part of the rail upwards, with so many buttons."""
    rail, room, theme = shown.layout.rail, shown.layout.rail.chain, shown.theme
    bottom = rail.buttons[0].y - theme.px(12) if by_hand(shown) else room.bottom
    high, gap = theme.hit(29), theme.px(5)
    rows = -(-count // COLUMNS)
    first = bottom - rows * high - max(0, rows - 1) * gap
    wide = (room.w - gap) // COLUMNS
    cells = tuple(
        Rect(room.x + step % COLUMNS * (wide + gap), first + step // COLUMNS * (high + gap), wide, high)
        for step in range(count)
    )
    y = first - (gap + theme.px(4) if rows else 0) - high
    side = max(high, theme.px(34))
    back = Rect(room.x, y, side, high)
    forth = Rect(room.right - side, y, side, high)
    line = Rect(back.right + gap, y, forth.x - back.right - 2 * gap, high)
    words = Rect(room.x, y - theme.px(22), room.w, theme.px(20))
    return ToolBoxes(words, back, line, forth, cells)


def free_room(shown: Shown) -> Rect:
    """What is left of the rail for the chain and for questions."""
    room = shown.layout.rail.chain
    if not has_line(shown):
        return room
    used = tool_boxes(shown, shown.tools)
    return room._replace(h=max(0, used.top - shown.theme.px(8) - room.y))


def draw_tools(surface: pygame.Surface, shown: Shown) -> None:
    """The words over the line: which step of how many."""
    if not has_line(shown) or shown.table is None:
        return
    words = tool_boxes(shown, shown.tools).words
    table, theme = shown.table, shown.theme
    title = "Nothing done yet" if not table.steps else f"Step {table.step} of {table.steps}"
    y = words.centre[1]
    spot = theme.text(surface, title, (words.x, y), SECOND, theme.palette.soft, bold=True)
    if shown.choices.shape is Shape.HANDS and table.alone:
        room = words.w - spot.w - theme.px(8)
        side = f"{shown.names[shown.near]}'s side"
        theme.text(
            surface, side, (words.right, y), SECOND, theme.palette.faint, anchor="rm", room=room, least=9
        )
