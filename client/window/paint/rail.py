"""The right rail: both players' plates, turn and phases, the chain, what is asked, and how often to ask;
at tables without an arbiter the line of steps, and boxes for what belongs to no card.

Boxes of what can be pressed are computed here and shared with the scene, so drawing and pointer agree.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import pygame

from client.board import Rect, Shape
from client.window.look import BODY, LIFE, MAIN, PLATE, SECOND, glow, icon, panel
from client.window.look.rich_text import TextRun, runs, wrap
from client.window.look.rich_text import draw as draw_runs
from client.window.paint.kit import chain_marker
from client.window.paint.lasting import draw_chips
from client.window.paint.state import Shown, ToolGroup
from client.window.widgets import disc as draw_disc
from client.words.phrases import Called, capital, card_words, phase_words, prompt_words, whose
from shared.language import _, later, later_as, ngettext, pgettext
from shared.manual.games import words_of
from shared.protocol.asking import phases_asked
from shared.protocol.messages import SeatInfo
from shared.tables import TABLES
from shared.view import VisibleLink

PHASES = (
    ("draw", later_as("a phase, as short as players write it", "DP")),
    ("standby", later_as("a phase, as short as players write it", "SP")),
    ("main1", later_as("a phase, as short as players write it", "M1")),
    ("battle", later_as("a phase, as short as players write it", "BP")),
    ("main2", later_as("a phase, as short as players write it", "M2")),
    ("end", later_as("a phase, as short as players write it", "EP")),
)
SHORT = "a phase, as short as players write it"
STEPS = {
    "main": "main1",
    "start": "battle",
    "battle_step": "battle",
    "damage": "battle",
    "declaration": "battle",
}


TITLES = {
    "turn": later("Your turn"),
    "response": later("Your response"),
    "choice": later("Your choice"),
    "trigger": later("Your effect"),
    "by_hand": later("Move cards"),
    "search": later("Search the Deck"),
    "confirm": later("Carried out right?"),
    "order": later("Who goes first?"),
    "side": later("Siding"),
}


GIVING = {
    "tribute": later("What is Tributed"),
    "pay": later("What it costs"),
    "discard": later("What is discarded"),
    "material": later("What is used as material"),
}
"""What is given up before anything is done, by the verb of the options: it is announced in words."""

SYNCHRO = "summon_materials_synchro"
"""The words of a prompt in which Levels add up."""

RESOLVED = "respond_chain_resolved"
"""The words of a window after a Chain."""


def giving(shown: Shown) -> str:
    """What the player is to give up with what is chosen now; "" where nothing."""
    verbs = {option.verb for option in shown.choices.options}
    return next((_(words) for verb, words in GIVING.items() if verb in verbs), "")


def summed(shown: Shown) -> str:
    """What has been given up so far, where it is asked for one by one: the Levels of a Synchro Summon against
    its own, else how many cards; "" where nothing was."""
    prompt, cards = shown.choices.prompt, shown.choices.given.cards
    if prompt is None or not cards:
        return ""
    code = prompt.words.values[0] if prompt.words.values else 0
    goal = shown.facts_of(code) if isinstance(code, int) and prompt.words.id == SYNCHRO else None
    if goal is None or not goal.level:
        return ngettext("{count} card chosen", "{count} cards chosen", len(cards))
    seen = filter(None, map(shown.seen, cards))
    return _("Level {sum} of {level}", sum=sum(card.level for card in seen), level=goal.level)


def draw_rail(surface: pygame.Surface, shown: Shown) -> None:
    """Everything in the rail, save its buttons."""
    for seat in (0, 1):
        _plate(surface, shown, seat)
        draw_chips(surface, shown, seat)
    _turn(surface, shown)
    _phases(surface, shown)
    _chain(surface, shown)
    _question(surface, shown)
    draw_tools(surface, shown)
    if shown.player and not by_hand(shown):
        at = (shown.layout.rail.caption.x, shown.layout.rail.caption.centre[1])
        shown.theme.text(surface, _("Ask me to respond"), at, SECOND, shown.theme.palette.soft)


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
    for __ in range(info.wins):
        icon(surface, "diamond", (end - theme.px(5), y), theme.px(10), palette.accent)
        end -= theme.px(11)
    alone = table is not None and table.alone
    away = bool(info.name) and not info.present and not alone
    left, ink = x + theme.px(25), palette.faint if away else palette.text
    words = _("{name} (away)", name=name) if away else name
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


def told_for(seconds: float) -> float:
    """For how many seconds a clock that runs is told as it is now."""
    if seconds <= 0:
        return math.inf
    return seconds - math.ceil(seconds) + 1 if seconds > 10 else max(0.02, seconds + 0.05 - round(seconds, 1))


def clock_words(seconds: float) -> str:
    """ "4:15"; below ten seconds the tenths too."""
    told = told_exactly(seconds)
    return f"{told:.1f}" if seconds < 10 else f"{int(told) // 60}:{int(told) % 60:02d}"


def _life(surface: pygame.Surface, shown: Shown, seat: int, x: float, right: float, box: Rect) -> None:
    theme, palette, life = shown.theme, shown.palette, shown.life_of(seat)
    y, hand = box.y + box.h * 0.55, _("Hand {count}", count=shown.view.pile(seat, "hand").count)
    if box.w >= theme.px(170):
        theme.text(surface, hand, (right, y + theme.px(6)), SECOND, palette.soft, anchor="rm")
    if life is None:
        return
    left = theme.text(surface, str(life), (x, y), LIFE, bold=True).right + theme.px(6)
    points, at = shown.points_of(seat), (left, y + theme.px(5))
    room = right - left - theme.width(hand, SECOND) - theme.px(8) if points else None
    words = points or _(words_of(shown.view.table).points)
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
    title = _("Turn {turn}", turn=view.turn) if view.turn else _("Before turn 1")
    spot = theme.text(surface, title, (box.x, y), MAIN, bold=True)
    if view.turn_player not in (0, 1):
        return
    turns = whose(view.turn_player, Called.at(view.viewer, shown.names))
    room = box.right - spot.right - theme.px(8)
    words = capital(_("{whose} turn · {phase}", whose=turns, phase=phase_words(view.phase)))
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
        (phase, pgettext(SHORT, caption), Rect(left, box.y, after - gap - left, box.h))
        for (phase, caption), (left, after) in zip(PHASES, pairwise(lefts), strict=True)
    ]


def phase_now(shown: Shown) -> str:
    """The phase of the strip that it is; "" before the first turn, and where there is no strip."""
    return STEPS.get(shown.view.phase, shown.view.phase)


def _is_mine(shown: Shown) -> bool:
    """Whether it is the viewer's turn, or theirs to play both sides."""
    alone = shown.table is not None and shown.table.alone
    return alone or shown.view.turn_player == shown.view.viewer


def phases_marked(shown: Shown) -> frozenset[str]:
    """The phases in which the player's way of being asked has windows."""
    modes = shown.player and not by_hand(shown)
    return phases_asked(shown.doing.mode, own=_is_mine(shown)) if modes else frozenset[str]()


def _phases(surface: pygame.Surface, shown: Shown) -> None:
    theme, palette = shown.theme, shown.palette
    now, order = phase_now(shown), [phase for phase, __ in PHASES]
    if not has_phases(shown) or (now and now not in order):
        return
    passed = order.index(now) if now else -1
    goes = shown.choices.shape is Shape.HANDS and _is_mine(shown) and not shown.choices.options
    asked = phases_marked(shown)
    for step, (phase, caption, box) in enumerate(phase_boxes(shown)):
        (x, y), alive = box.centre, phase in shown.choices.phases or (goes and phase != now)
        fill, line, wide, ink = (
            (palette.focus, None, 0.0, palette.ground) if phase == now
            else (palette.raised, palette.accent, max(2.0, 2 * theme.u), palette.text) if alive
            else (None, palette.line, palette.thin, palette.faint)
        )  # fmt: skip
        panel(surface, box, fill, line, wide, theme.px(6))
        bold, room = alive or phase == now, box.w - theme.px(4)
        theme.text(surface, caption, (x, y), BODY, ink, bold=bold, anchor="cm", room=room, least=8)
        if phase in asked:
            ink = palette.ground if phase == now else palette.accent
            icon(surface, "diamond", (box.right - theme.px(6), box.y + theme.px(7)), theme.px(7), ink)
        if phase == now:
            icon(surface, "raised", (x, box.bottom + theme.px(6)), theme.px(8), palette.focus)
        elif step < passed:
            long, low = theme.px(12), box.bottom - theme.px(7)
            surface.fill(palette.strong, (x - long / 2, low, long, max(1, theme.px(2))))


# --- the chain ----------------------------------------------------------------------------------------------

LINK_LEFT, LINK_ARROW = 44, 20
"""Where the words of a Chain Link begin, and how much later behind the arrow to what it is aimed at."""


ROOMS = ((9, 9, 4, 4), (1, 1, 4, 4), (1, 0, 2, 2))
"""Lines of a Chain Link for card and aim, room above these, between links: the first that all fit in."""


class LinkBox(NamedTuple):
    """One Chain Link in the rail: its box, and the lines in it."""

    number: int
    link: VisibleLink
    box: Rect
    name: list[str]
    words: list[str]


def chain_boxes(shown: Shown) -> list[LinkBox]:
    """The Chain Links there is room for, by number, the one that resolves first on top."""
    theme, box, asked = shown.theme, free_room(shown), question(shown)
    below = asked.box if asked is not None else waits_box(shown)
    top, bottom = box.y + theme.px(26), below.y - theme.px(12) if below is not None else box.bottom
    if not shown.view.chain or bottom - top < theme.px(48):
        return []
    tried = [_link_rows(shown, box._replace(y=top), most) for most in ROOMS]
    rows = next((rows for rows in tried if rows[-1].box.bottom <= bottom), tried[-1])
    return [row for row in rows if row is rows[0] or row.box.bottom <= bottom]


def _link_rows(shown: Shown, box: Rect, most: tuple[int, int, int, int]) -> list[LinkBox]:
    """Every Chain Link from the top of this box down, in one of `ROOMS`."""
    theme, top, rows, (_lines, _aims, inset, gap) = shown.theme, box.y, list[LinkBox](), most
    for number, link in [*enumerate(shown.view.chain, 1)][::-1]:
        name, words = _link_words(shown, link, box.w, most)
        high = theme.line(BODY) * len(name) + theme.line(SECOND) * len(words) + theme.px(2 * inset)
        rows.append(LinkBox(number, link, Rect(box.x, top, box.w, high), name, words))
        top += high + theme.px(gap)
    return rows


def chain_detail(shown: Shown) -> str:
    """What stands beside the heading: that the chain resolves from the top, or how many links there is no
    room for."""
    rows = chain_boxes(shown)
    hidden = rows[-1].number - 1 if rows else 0
    return _("and {count} more below", count=hidden) if hidden else _("resolves from the top")


def _link_words(
    shown: Shown, link: VisibleLink, wide: int, most: tuple[int, int, int, int]
) -> tuple[list[str], list[str]]:
    """The lines of a Chain Link's card, of its aim or what became of it; too many are one, drawn small."""
    theme, facts = shown.theme, shown.facts_of(link.code)
    room = wide - theme.px(LINK_LEFT + 8)
    targets = ", ".join(card_words(handle, shown.view) for handle in link.targets) or str(link.words)
    words = _("negated") if link.negated else targets
    arrow = theme.px(LINK_ARROW) if link.targets and not link.negated else 0
    card = facts.name if facts else _("A card")
    name, aim = theme.wrap(card, BODY, room, bold=True), theme.wrap(words, SECOND, room - arrow)
    aim = (aim if len(aim) <= most[1] else [words][: most[1]]) if words else []
    return name if len(name) <= most[0] else [card], aim


def _chain(surface: pygame.Surface, shown: Shown) -> None:
    """The chain under its heading."""
    rows, theme, box = chain_boxes(shown), shown.theme, free_room(shown)
    if not rows:
        return
    y = box.y + theme.px(12)
    spot = theme.text(surface, _("Chain"), (box.x, y), MAIN, bold=True)
    room, at = box.w - spot.w - theme.px(8), (box.right, y)
    words = chain_detail(shown)
    theme.text(surface, words, at, SECOND, shown.palette.soft, anchor="rm", room=room, least=9)
    for row in rows:
        _chain_row(surface, shown, row)


def _chain_row(surface: pygame.Surface, shown: Shown, row: LinkBox) -> None:
    theme, palette, box, link = shown.theme, shown.theme.palette, row.box, row.link
    border = palette.strong if row.number == len(shown.view.chain) else palette.line
    panel(surface, box, palette.panel, border, palette.thin, theme.px(8))
    radius, at = min(13, 13 * box.h / theme.px(26)), (box.x + theme.px(22), box.centre[1])
    chain_marker(surface, theme, row.number, at, link.seat == shown.near, radius)
    high = theme.line(BODY) * len(row.name) + theme.line(SECOND) * len(row.words)
    x, y = box.x + theme.px(LINK_LEFT), box.y + (box.h - high) / 2
    soft, right = palette.harm if link.negated else palette.soft, box.right - theme.px(8)
    for line in row.name:
        ink = soft if link.negated and not row.words else palette.text
        theme.text(surface, line, (x, y), BODY, ink, bold=True, anchor="lt", room=right - x, least=10)
        y += theme.line(BODY)
    if row.words and link.targets and not link.negated:
        icon(surface, "arrow", (x + theme.px(7), y + theme.line(SECOND) / 2), theme.px(13), soft)
        x += theme.px(LINK_ARROW)
    for line in row.words:
        theme.text(surface, line, (x, y), SECOND, soft, anchor="lt", room=right - x, least=9)
        y += theme.line(SECOND)


# --- what is asked ------------------------------------------------------------------------------------------


class QuestionBox(NamedTuple):
    """The question box: its words, and a box for each button."""

    box: Rect
    title: str
    lines: list[list[TextRun]]
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
    lines = _named(shown, _asked_words(shown), room.w - theme.px(24))[:5]
    high = theme.px(33) + theme.line(SECOND) * len(lines) + theme.px(6) + count * (button + gap)
    first = room.bottom - inset + gap - count * (button + gap)
    buttons = [
        Rect(room.x + inset, first + step * (button + gap), room.w - 2 * inset, button)
        for step in range(count)
    ]
    return QuestionBox(room._replace(y=room.bottom - high, h=high), title(shown), lines, buttons)


def _in_chain(shown: Shown) -> str:
    """The newest Summon or attack of the Chain that has just resolved, as the log tells it; "" for none."""
    for line in reversed(shown.log):
        if line.responded:
            return line.text
        if line.kind == "activate" and line.number == 1:
            break
    return ""


def _asked_words(shown: Shown) -> str:
    """What is asked, in words; with a zone to choose, for which card."""
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
    if prompt.kind == "response" and prompt.words.id == RESOLVED and (happened := _in_chain(shown)):
        return _("{text}. {asked}", text=happened, asked=words)
    return f"{words} {told}." if (told := summed(shown)) else words


def title(shown: Shown) -> str:
    """What the question box is headed."""
    prompt = shown.choices.prompt
    if prompt is None:
        return ""
    if shown.choices.by_place:
        return _("Choose a zone")
    if shown.doing.aiming:
        return _("Attack")
    if giving(shown) and not shown.choices.many:
        return giving(shown)
    if shown.choices.many:
        return _("{count} of {most} chosen", count=len(shown.doing.picked), most=prompt.most)
    return _(TITLES.get(prompt.kind, later("Your choice")))


def button_options(shown: Shown) -> list[int]:
    """What the buttons of the question box stand for: options, -1 to confirm the picks, -2 to take back."""
    choices = shown.choices
    asked = choices.prompt is not None and not choices.modal
    confirm = [-1] if asked and choices.many else []
    back = [-2] if asked and choices.prompt is not None and choices.prompt.back else []
    return [*confirm, *choices.buttons, *back]


def waits_box(shown: Shown) -> Rect | None:
    """Where it stands whom the viewer waits for; None while that is nobody, or there is no room."""
    if not shown.waits or shown.choices.prompt is not None:
        return None
    room = free_room(shown)
    high = shown.theme.line(SECOND) * len(_waits_lines(shown, room)) + shown.theme.px(16)
    return room._replace(y=room.bottom - high, h=high) if high <= room.h else None


def _waits_lines(shown: Shown, room: Rect) -> list[list[TextRun]]:
    return _named(shown, shown.waits, room.w - shown.theme.px(40))[:3]


def _named(shown: Shown, words: str, room: float) -> list[list[TextRun]]:
    """A sentence in lines, the names in it bold."""
    return wrap(runs(words, shown.names_said), shown.theme.type(SECOND), room)


def _waits(surface: pygame.Surface, shown: Shown) -> None:
    """Whom the viewer waits for and for what, where the question would stand."""
    theme, palette, box = shown.theme, shown.palette, waits_box(shown)
    if box is None:
        return
    panel(surface, box, palette.panel, palette.line, palette.thin, theme.px(8))
    icon(surface, "hourglass", (box.x + theme.px(16), box.centre[1]), theme.px(13), palette.soft)
    at = (box.x + theme.px(30), box.y + theme.px(8))
    draw_runs(surface, theme, _waits_lines(shown, box), at)


def _question(surface: pygame.Surface, shown: Shown) -> None:
    asked = question(shown)
    if asked is None:
        _waits(surface, shown)
        return
    theme, palette, box = shown.theme, shown.theme.palette, asked.box
    panel(surface, box, palette.raised, palette.accent, max(1.5, 1.5 * theme.u), theme.px(8))
    y = box.y + theme.px(18)
    icon(surface, "raised", (box.x + theme.px(17), y), theme.px(11), palette.accent)
    at = (box.x + theme.px(30), y)
    theme.text(surface, asked.title, at, BODY, bold=True, room=box.w - theme.px(40), least=10)
    start = (box.x + theme.px(12), box.y + theme.px(31))
    draw_runs(surface, theme, asked.lines, start)


TITLED = 2
"""Groups that always have their title: those that are there whatever is asked, so that they stay in place."""


class ToolBoxes(NamedTuple):
    """Where they lie, from above: the words over the line and, alone, what turns to the other side; what goes
    back, the line, what goes on; then the titles of groups and their buttons."""

    words: Rect
    turn: Rect
    back: Rect
    line: Rect
    forth: Rect
    titles: tuple[Rect, ...]
    cells: tuple[Rect, ...]
    bottom: int
    """Where the rail is free below them."""


def by_hand(shown: Shown) -> bool:
    """Whether cards are moved by hand, so that nobody is ever asked to respond."""
    return shown.table is not None and shown.table.mode == "free"


def has_line(shown: Shown) -> bool:
    """Whether steps can be taken back at this table, by this viewer."""
    return shown.player and shown.table is not None and (shown.table.mode == "free" or shown.table.alone)


def tool_boxes(shown: Shown, groups: Sequence[ToolGroup]) -> ToolBoxes:
    """Everything from the upper end of the free part of the rail downwards, so that nothing moves when groups
    are hidden below. Further groups have titles where there is room for all of them."""
    room, theme = _tool_room(shown), shown.theme
    high, gap = theme.hit(29), theme.px(5)
    rows = sum(-(-group.size // group.columns) for group in groups)
    alone = shown.table is not None and shown.table.alone
    words = Rect(room.x, room.y, room.w, theme.hit(26) if alone else theme.px(20))
    turn = words._replace(x=words.x + words.w // 2, w=words.w - words.w // 2)
    y, side = words.bottom + theme.px(4 if alone else 2), max(high, theme.px(34))
    back, forth = Rect(room.x, y, side, high), Rect(room.right - side, y, side, high)
    line = Rect(back.right + gap, y, forth.x - back.right - 2 * gap, high)
    y += high + gap
    spare = room.bottom - y - rows * (high + gap)
    all_titled = spare >= len(groups) * theme.px(18)
    titles: list[Rect] = []
    cells: list[Rect] = []
    for place, group in enumerate(groups):
        head = theme.px(18) if all_titled or place < TITLED else 0
        titles.append(Rect(room.x, y, room.w, head))
        y += head
        wide = (room.w - gap * (group.columns - 1)) // group.columns
        for step in range(group.size):
            row, column = divmod(step, group.columns)
            cells.append(Rect(room.x + column * (wide + gap), y + row * (high + gap), wide, high))
        y += -(-group.size // group.columns) * (high + gap)
    return ToolBoxes(words, turn, back, line, forth, tuple(titles), tuple(cells), y)


def _tool_room(shown: Shown) -> Rect:
    """The part of the rail for tools, the chain and questions: where nobody is asked to respond, down to the
    buttons of the table; where there are no phases, from where their strip would be."""
    room, phases = shown.layout.rail.chain, shown.layout.rail.phases
    if not has_phases(shown):
        room = room._replace(y=phases.y, h=room.bottom - phases.y)
    if by_hand(shown):
        return room._replace(h=shown.layout.rail.buttons[0].y - shown.theme.px(12) - room.y)
    return room


def free_room(shown: Shown) -> Rect:
    """What is left of the rail for the chain and for questions."""
    room = _tool_room(shown)
    if not has_line(shown):
        return room
    top = tool_boxes(shown, shown.tools).bottom + shown.theme.px(4)
    return room._replace(y=top, h=max(0, room.bottom - top))


def draw_tools(surface: pygame.Surface, shown: Shown) -> None:
    """The words over the line: which step of how many; and the titles of the groups below it."""
    if not has_line(shown) or shown.table is None:
        return
    boxes = tool_boxes(shown, shown.tools)
    words, table, theme = boxes.words, shown.table, shown.theme
    for group, box in zip(shown.tools, boxes.titles, strict=True):
        if box.h:
            at, faint = (box.x, box.centre[1]), theme.palette.faint
            theme.text(surface, group.title, at, SECOND - 1, faint, room=box.w, least=8)
    title = (
        _("Nothing done yet")
        if not table.steps
        else _("Step {step} of {steps}", step=table.step, steps=table.steps)
    )
    y = words.centre[1]
    room = (boxes.turn.x if table.alone else words.right) - words.x - theme.px(6)
    theme.text(surface, title, (words.x, y), SECOND, theme.palette.soft, bold=True, room=room, least=9)
