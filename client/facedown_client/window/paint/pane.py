"""The left pane: the previewed card in full, then log and chat, or the steps of a solo line. Also the
previewed card enlarged over the board.

Boxes of pressable things are computed here and shared with the scene, so drawing and pointer agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame

from facedown_client.board import LogLine, OpenCard, Rect
from facedown_client.model.play_words import applies, effect_texts, sentences
from facedown_client.model.words.lingering_effects import end_text, marks_at_card, title
from facedown_client.model.words.phrases import phase_words
from facedown_client.model.words.text import counter_words
from facedown_client.window.art.drawing import number_words
from facedown_client.window.art.emblems import subtype
from facedown_client.window.art.marks import DIRECTIONS, attribute, has_pips, level_star, link_arrow
from facedown_client.window.look import (
    BODY_PX,
    CARD_PX,
    HEADING_PX,
    MAIN_PX,
    PLATE_PX,
    SECOND_PX,
    Point,
    Theme,
    blit,
    icon,
    panel,
    veil,
)
from facedown_client.window.look.rich_text import TextRun, draw_marked, runs, wrap
from facedown_client.window.look.rich_text import draw as draw_runs
from facedown_client.window.paint import kit
from facedown_client.window.paint.cards import DARK_ARROW
from facedown_client.window.paint.kit import chain_marker
from facedown_client.window.paint.state import DuelFrame
from facedown_client.window.paint.steps import draw_lesson, draw_steps, has_steps
from facedown_shared.cards.facts import UNKNOWN_STAT_POINTS, Facts
from facedown_shared.manual.games import terms_of
from facedown_shared.tables import VisibleCard
from facedown_shared.text import _, gettext_noop, ngettext
from facedown_shared.text.printed_words import printed_word

UNSAID = {"monster"}
TEXT_SIZES = (BODY_PX, 12.5, SECOND_PX, 11.5, PLATE_PX)


def draw_pane(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw everything in the pane except the chat's text line."""
    theme, palette, pane = shown.theme, shown.theme.palette, shown.layout.pane
    if not palette.contrast:
        veil(surface, (*palette.panel, 190), pygame.Rect(pane.rect))
    surface.fill(palette.line, (pane.rect.right - 1, 0, max(1, theme.px(1)), pane.rect.h))
    facts = preview_facts(shown)
    if facts is None:
        _draw_empty(surface, shown)
    else:
        _preview(surface, shown, facts)
    _draw_below(surface, shown)


def preview_facts(shown: DuelFrame) -> Facts | None:
    """Return the previewed card: the one under the pointer, else the last one."""
    code = shown.doing.preview
    return shown.facts_of(code) if code else None


def _draw_empty(surface: pygame.Surface, shown: DuelFrame) -> None:
    theme, art = shown.theme, shown.layout.pane.art
    panel(surface, art, theme.palette.sunk, theme.palette.line, theme.palette.thin, theme.px(8))
    icon(surface, "diamond", art.centre, theme.px(48), theme.palette.line)
    at = (shown.layout.pane.text.x, shown.layout.pane.text.y + theme.px(20))
    theme.draw_text(surface, _("Point at a card to read it."), at, BODY_PX, theme.palette.faint)


def _preview(surface: pygame.Surface, shown: DuelFrame, facts: Facts) -> None:
    pane = shown.layout.pane
    surface.blit(
        shown.faces.get(facts, (pane.art.w, pane.art.h), "wide"),
        pane.art[:2],
        special_flags=pygame.BLEND_PREMULTIPLIED,
    )
    _arrows(surface, shown, facts, pane.art)
    top = _title(surface, shown, facts)
    seen = _current(shown, facts)
    words, good = _reason(shown, facts, seen)
    plain = facts.attack is None and facts.defense is None and not words
    bottom = pane.numbers.bottom if plain else pane.text.bottom
    _text(surface, shown, facts, Rect(pane.text.x, round(top), pane.text.w, round(bottom - top)))
    if not plain:
        _numbers(surface, shown, facts, seen, words, good)


def _current(shown: DuelFrame, facts: Facts) -> VisibleCard | None:
    """Return the present state of the previewed card, if its handle still refers to the same card."""
    seen = shown.visible_card(shown.doing.preview_card)
    return seen if seen is not None and seen.code == facts.code else None


def _arrows(surface: pygame.Surface, shown: DuelFrame, facts: Facts, art: Rect) -> None:
    (x, y), inset = art.centre, shown.theme.px(5)
    for name, (across, away) in DIRECTIONS.items() if facts.arrows else ():
        at = (x + across * (art.w / 2 - inset), y + away * (art.h / 2 - inset))
        colour = shown.palette.arrow if name in facts.arrows else DARK_ARROW
        link_arrow(surface, name, at, shown.theme.px(17), colour)


def _title(surface: pygame.Surface, shown: DuelFrame, facts: Facts) -> float:
    """Draw name, type line and number. Returns the y below the line under them."""
    theme, palette, text = shown.theme, shown.theme.palette, shown.layout.pane.text
    sign = "spell" if facts.is_spell else "trap" if facts.is_trap else facts.attribute
    y = text.y + theme.px(20)
    room = text.w - (theme.px(30) if sign else 0)
    theme.draw_text(surface, facts.name, (text.x, y), CARD_PX, bold=True, room=room, least=12)
    if sign:
        attribute(surface, sign, (text.right - theme.px(12), y), theme.px(20))
    y += theme.px(24)
    passcode = "" if has_pips(facts) else f"No. {facts.code:08d}"
    number = theme.draw_text(surface, passcode, (text.right, y), SECOND_PX, palette.faint, anchor="rm")
    room = number.x - text.x - theme.px(8)
    theme.draw_text(surface, type_line(facts), (text.x, y), SECOND_PX, palette.soft, room=room, least=9.5)
    y += theme.px(16)
    surface.fill(palette.line, (text.x, round(y), text.w, max(1, theme.px(1))))
    return y + theme.px(9)


def type_line(facts: Facts) -> str:
    """Return the type line: "Cyberse / Link / Effect", "Spell / Quick-Play"."""
    if facts.is_spell or facts.is_trap:
        return f"{printed_word('spell' if facts.is_spell else 'trap')} / {printed_word(subtype(facts.kinds))}"
    kinds = [printed_word(kind) for kind in facts.kinds if kind not in UNSAID]
    return " / ".join([printed_word(facts.race), *kinds] if facts.race else kinds)


def text_lines(theme: Theme, facts: Facts, room: float, size: float) -> list[tuple[str, bool]]:
    """Return the lines of the card's text; True marks a quiet line (materials, labels)."""
    lines: list[tuple[str, bool]] = []
    if facts.pendulum_text:
        lines.append((_("Pendulum Effect"), True))
        lines += [(line, False) for line in theme.wrap(facts.pendulum_text, size, room)]
        lines += [("", False), (_("Monster Effect"), True)]
    body = facts.text
    if facts.belongs_in_extra_deck and "\n" in body:
        materials, body = body.split("\n", 1)
        lines += [(line, True) for line in theme.wrap(materials, size, room)]
    if not body and "normal" in facts.kinds:
        lines.append((_("A Normal Monster: no effect."), True))
    lines += [(line, False) for line in theme.wrap(body, size, room)]
    return lines


def fit_text(
    theme: Theme, facts: Facts, box: Rect, sizes: Sequence[float]
) -> tuple[list[tuple[str, bool]], float]:
    """Return the lines of the card's text, and the first of these type sizes at which they fit, else the last
    size.
    """
    for size in sizes:
        lines = text_lines(theme, facts, box.w, size)
        if len(lines) * theme.line_height(size) <= box.h:
            break
    return lines, size


def draw_text(surface: pygame.Surface, theme: Theme, facts: Facts, box: Rect, offset: int) -> int:
    """Draw the card's text from line `offset` on, in a smaller size if it is long.

    Returns the largest offset to which the text can be scrolled.
    """
    lines, size = fit_text(theme, facts, box, TEXT_SIZES)
    fit = max(1, box.h // theme.line_height(size))
    most = max(0, len(lines) - fit)
    first = max(0, min(offset, most))
    inks = (theme.palette.text, theme.palette.soft)
    theme.draw_two_inks(surface, lines[first : first + fit], box[:2], size, inks)
    if first < most:
        at = (box.right - theme.px(6), box.bottom - theme.px(6))
        icon(surface, "down", at, theme.px(10), theme.palette.accent)
    return most


def _text(surface: pygame.Surface, shown: DuelFrame, facts: Facts, box: Rect) -> None:
    """Draw the text at size 13, smaller if it is long, scrolled if that is still too much. The used effect is
    highlighted.
    """
    theme = shown.theme
    for step in TEXT_SIZES:
        marked = _marked_lines(theme.type_size(step), facts, box.w, effect_texts(shown.effect_in_use(facts)))
        if len(marked) * theme.line_height(step) <= box.h:
            break
    if marked:
        first = max(0, min(shown.doing.text_offset, len(marked) - max(1, box.h // theme.line_height(step))))
        draw_marked(
            surface, theme, marked[first : first + max(1, box.h // theme.line_height(step))], box[:2], step
        )
        return
    draw_text(surface, theme, facts, box, shown.doing.text_offset)


def _marked_lines(pixels: float, facts: Facts, room: float, effect: Sequence[str]) -> list[list[TextRun]]:
    """Return lines of a card's text with the used effect in bold; no lines without one."""
    texts = [text for text in (facts.pendulum_text, facts.text) if text] if effect else []
    pieces = [piece for text in texts for piece in sentences(f"{text}\n")]
    says = applies(pieces, *effect)
    lines: list[list[TextRun]] = []
    paragraph: list[TextRun] = []
    for piece, bold in zip(pieces, says, strict=True) if any(says) else ():
        paragraph.append(TextRun(piece.rstrip("\n"), bold))
        if piece.endswith("\n"):
            lines += wrap([run for run in paragraph if run.words], pixels, room)
            paragraph = []
    return lines


# --- the numbers --------------------------------------------------------------------------------------------


def _numbers(
    surface: pygame.Surface, shown: DuelFrame, facts: Facts, seen: VisibleCard | None, words: str, good: bool
) -> None:
    """Draw the numbers and what changes them; for a card without numbers, its other present state."""
    theme, palette, box = shown.theme, shown.theme.palette, shown.layout.pane.numbers
    panel(surface, box, palette.sunk, palette.line, palette.thin, theme.px(8))
    x, top, below = box.x + theme.px(12), box.y + box.h * 0.32, box.y + box.h * 0.75
    if facts.attack is None and facts.defense is None:
        below = box.centre[1]
    else:
        _values(surface, shown, facts, seen, top)
    ink, room = palette.text if good else palette.soft, box.w - theme.px(24)
    theme.draw_text(surface, words, (x, below), SECOND_PX, ink, room=room, least=9.5)


def _changes(
    shown: DuelFrame, facts: Facts, seen: VisibleCard | None
) -> Iterator[tuple[str, int | None, int | None, int]]:
    """Yield rows of ATK and DEF: name, printed value, current value, difference."""
    called = terms_of(shown.view.table)
    for name, printed, now in (
        (called.attack, facts.attack, seen.attack if seen else None),
        (called.defense, facts.defense, seen.defense if seen else None),
    ):
        value = printed if now is None else now
        if value is not None:
            changed = now is not None and printed is not None and printed != UNKNOWN_STAT_POINTS
            yield _(name), printed, value, value - printed if changed and printed is not None else 0


def _values(
    surface: pygame.Surface, shown: DuelFrame, facts: Facts, seen: VisibleCard | None, y: float
) -> None:
    theme, palette, box = shown.theme, shown.palette, shown.layout.pane.numbers
    x, called = float(box.x + theme.px(12)), terms_of(shown.view.table)
    for caption, printed, value, change in _changes(shown, facts, seen):
        ink = palette.good if change > 0 else palette.harm if change < 0 else palette.text
        spot = theme.draw_text(surface, caption, (x, y), PLATE_PX, palette.soft, bold=True)
        at: Point = (spot.right + theme.px(7), y)
        spot = theme.draw_text(surface, number_words(value), at, HEADING_PX, ink, bold=True)
        if change:
            name = "raised" if change > 0 else "lowered"
            icon(surface, name, (spot.right + theme.px(10), y), theme.px(9), ink)
            at = (spot.right + theme.px(19), y + theme.px(2))
            # The other number or the rating to its right is more important than these words.
            end = box.right - theme.px(12) - (theme.width("LINK-3", MAIN_PX, True) if facts.link else 0)
            if caption == _(called.attack) and facts.defense is not None:
                defense = facts.defense if seen is None or seen.defense is None else seen.defense
                end -= theme.width(_(called.defense), PLATE_PX, True) + theme.px(7 + 14)
                end -= theme.width(number_words(defense), HEADING_PX, True)
            for words in (
                _("printed {number}", number=number_words(printed)),
                f"({number_words(printed)})",
            ):
                if at[0] + theme.width(words, PLATE_PX) <= end:
                    spot = theme.draw_text(surface, words, at, PLATE_PX, palette.soft)
                    break
        x = max(spot.right + theme.px(14), box.x + box.w * 0.5 if not change else 0)
    if facts.link:
        theme.draw_text(
            surface,
            f"LINK-{facts.link}",
            (box.right - theme.px(12), y),
            MAIN_PX,
            bold=True,
            anchor="rm",
        )


def _reason(shown: DuelFrame, facts: Facts, seen: VisibleCard | None) -> tuple[str, bool]:
    """Return the visible causes of changed values, and whether to draw them in full ink."""
    parts: list[str] = []
    if seen is not None:
        parts += [f"{name} {change:+d}" for name, __, __, change in _changes(shown, facts, seen) if change]
        equips = [
            known.name
            for handle, card in shown.view.cards.items()
            if card.equipped_to == shown.doing.preview_card and (known := shown.facts(handle)) is not None
        ]
        if parts and equips:
            parts[-1] += _(" with {cards}", cards=_(", ").join(equips))
        parts += [counter_words(name, count) for name, count in seen.counters.items()]
        place = shown.view.place_of(shown.doing.preview_card)
        lies = place is not None and place.zone not in ("hand", "extra_deck")
        rows = (
            (seen.materials, ngettext("{count} material", "{count} materials", len(seen.materials))),
            (seen.negated, _("effects negated")),
            (lies and not seen.face_up, _("face-down: only you see it")),
        )
        parts += [words for holds, words in rows if holds]
        lasts = marks_at_card(shown.view, shown.doing.preview_card)
        parts += [f"{title(mark, shown.view)}: {end_text(mark, shown.view)}" for mark in lasts]
    if parts:
        return " · ".join(parts), True
    if facts.scales is not None:
        if seen is not None and seen.scale is not None and seen.scale not in facts.scales:
            scale = _("Scale {scale}", scale=seen.scale)
            printed = _("printed {number}", number=facts.scales[0])
            return _("{now} ({before})", now=scale, before=printed), True
        return _(
            "Pendulum Scales: {left} left, {right} right", left=facts.scales[0], right=facts.scales[1]
        ), False
    if facts.attack is None and facts.defense is None:
        return "", False
    return _("printed values, nothing changes them"), False


# --- log and chat -------------------------------------------------------------------------------------------


def _draw_below(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the tabs (or both headings, side by side in a wide pane), and the content below."""
    pane, second = shown.layout.pane, second_tab(shown)
    if pane.opened is not None:
        _open_cards(surface, shown, pane.opened)
    for step, (name, box, unread) in enumerate((("log", pane.log, 0), (second, pane.chat, shown.unread))):
        if not name:
            continue
        chosen = pane.wide or shown.doing.tab == name
        tab = pane.tabs._replace(x=box.x, w=box.w) if pane.wide else tab_box(shown, step)
        _tab(surface, shown, tab, _(TABS.get(name, name)), chosen, 0 if pane.wide else unread)
    if pane.wide or shown.doing.tab != second:
        _log(surface, shown, pane.log)
    if second and (pane.wide or shown.doing.tab == second):
        {"steps": draw_steps, "lesson": draw_lesson}.get(second, _chat)(surface, shown)


def _open_cards(surface: pygame.Surface, shown: DuelFrame, area: Rect) -> None:
    """Draw the cards that lie open, under who shows them."""
    theme, seats = shown.theme, {one.seat for one in shown.opened}
    shows = {seat for seat in seats if seat in (0, 1)}
    words = _("Shown by {name}", name=shown.names[shows.pop()]) if len(shows) == 1 else _("Shown")
    at = (area.x, area.y + theme.px(8))
    theme.draw_text(surface, words, at, SECOND_PX, theme.palette.soft, bold=True, room=area.w, least=9)
    for card, box in open_card_boxes(shown):
        facts = shown.facts_of(card.code)
        if facts is not None:
            blit(surface, shown.faces.get(facts, (box.w, box.h)), box[:2])
            if card.code == shown.doing.preview:
                kit.draw_outline(surface, theme, box, theme.palette.accent)


def open_card_boxes(shown: DuelFrame) -> list[tuple[OpenCard, Rect]]:
    """Return the cards that lie open, each with its box; many overlap."""
    area, count = shown.layout.pane.opened, len(shown.opened)
    if area is None or not count:
        return []
    top = area.y + shown.theme.px(20)
    high = area.bottom - shown.theme.px(8) - top
    wide = round(high * 59 / 86)
    step = min(wide + shown.theme.px(6), (area.w - wide) / max(1, count - 1))
    return [(card, Rect(round(area.x + at * step), top, wide, high)) for at, card in enumerate(shown.opened)]


TABS = {
    "log": gettext_noop("Log"),
    "chat": gettext_noop("Chat"),
    "steps": gettext_noop("Steps"),
    "lesson": gettext_noop("Lesson"),
}
"""Titles of the tabs."""


def second_tab(shown: DuelFrame) -> str:
    """Return the tab beside the log: the chat, or the steps of a solo line or of a lesson; "" in a replay."""
    if shown.lesson is not None:
        return "lesson"
    return "" if shown.replayed else "steps" if has_steps(shown) else "chat"


def is_chat_seen(shown: DuelFrame) -> bool:
    """Return whether the chat is visible now."""
    return second_tab(shown) == "chat" and (shown.layout.pane.wide or shown.doing.tab == "chat")


def tab_box(shown: DuelFrame, step: int) -> Rect:
    """Return the box of the log's tab (0) or of the other one (1)."""
    tabs = shown.layout.pane.tabs
    return tabs._replace(x=tabs.x + step * (tabs.w // 2), w=tabs.w // 2)


def _tab(surface: pygame.Surface, shown: DuelFrame, box: Rect, word: str, chosen: bool, count: int) -> None:
    theme, palette = shown.theme, shown.theme.palette
    ink = palette.text if chosen else palette.soft
    x = box.centre[0] - (theme.px(11) if count else 0)
    spot = theme.draw_text(surface, word, (x, box.centre[1]), BODY_PX, ink, bold=chosen, anchor="cm")
    if count:
        across = theme.px(17)
        pill = (spot.right + theme.px(6), box.centre[1] - across / 2, across, across)
        panel(surface, pill, palette.raised, palette.strong, 1, across / 2)
        at = (pill[0] + across / 2, box.centre[1])
        theme.draw_text(surface, str(count), at, PLATE_PX, palette.soft, bold=True, anchor="cm")
    high = max(2, theme.px(2)) if chosen else 1
    surface.fill(palette.focus if chosen else palette.line, (box.x, box.bottom - high, box.w, high))


def _log(surface: pygame.Surface, shown: DuelFrame, box: Rect) -> None:
    """Draw the newest lines of the log, under a heading for each turn. The mouse wheel scrolls back."""
    theme, step, turn = shown.theme, shown.theme.line_height(SECOND_PX), None
    for line, wrapped, row in log_rows(shown, box):
        if line.turn != turn:
            turn = line.turn
            _turn_heading(surface, shown, box, row.y - theme.px(12), turn)
        _mark(surface, shown, line, (box.x + theme.px(8), row.y + step / 2))
        draw_runs(surface, theme, wrapped, row[:2])


def log_rows(shown: DuelFrame, box: Rect) -> Iterator[tuple[LogLine, list[list[TextRun]], Rect]]:
    """Yield the visible lines of the log, with the words and the box of each."""
    theme, indent, y, turn = shown.theme, shown.theme.px(22), box.y, None
    for line, wrapped in _newest_that_fit(shown, box, indent):
        y += theme.px(20) * (line.turn != turn)
        turn = line.turn
        row = Rect(box.x + indent, y, box.w - indent, theme.line_height(SECOND_PX) * len(wrapped))
        yield line, wrapped, row
        y = row.bottom + theme.px(5)


def log_line_at(shown: DuelFrame, at: tuple[float, float]) -> tuple[LogLine, Rect] | None:
    """Return the log line at a point, and its box, or None if the log is hidden."""
    box, pane = shown.layout.pane.log, shown.layout.pane
    if not box.contains(at) or not (pane.wide or shown.doing.tab != second_tab(shown)):
        return None
    return next(((line, row) for line, _wrapped, row in log_rows(shown, box) if row.contains(at)), None)


def log_turn_at(shown: DuelFrame, at: tuple[float, float]) -> int | None:
    """Return the turn whose heading in the log is at a point."""
    box, high, turn = shown.layout.pane.log, shown.theme.px(20), None
    if not box.contains(at) or not (shown.layout.pane.wide or shown.doing.tab != second_tab(shown)):
        return None
    for line, _wrapped, row in log_rows(shown, box):
        if line.turn != turn and Rect(box.x, row.y - high, box.w, high).contains(at):
            return line.turn
        turn = line.turn
    return None


def _newest_that_fit(shown: DuelFrame, box: Rect, indent: int) -> list[tuple[LogLine, list[list[TextRun]]]]:
    """Return as many of the newest lines as fit, wrapped, with room for their headings."""
    theme = shown.theme
    names = shown.highlighted_names
    pixels, step = theme.type_size(SECOND_PX), theme.line_height(SECOND_PX)
    found: list[tuple[LogLine, list[list[TextRun]]]] = []
    used = 0
    end = len(shown.log) - min(shown.doing.log_offset, max(0, len(shown.log) - 1))
    for index in range(end - 1, -1, -1):
        line = shown.log[index]
        wrapped = wrap(runs(line.text, names), pixels, box.w - indent)
        used += step * len(wrapped) + theme.px(5)
        if not found or found[0][0].turn != line.turn:
            used += theme.px(20)
        if used > box.h + theme.px(5):
            break
        found.insert(0, (line, wrapped))
    return found


def _turn_heading(surface: pygame.Surface, shown: DuelFrame, box: Rect, y: float, turn: int) -> None:
    theme, palette, view = shown.theme, shown.palette, shown.view
    if turn == view.turn and view.turn_player in (0, 1):
        phase = f" · {phase_words(view.phase)}" if view.phase else ""
        words = f"{shown.names[view.turn_player]}{phase}"
        theme.draw_text(surface, words, (box.right, y), PLATE_PX, palette.faint, anchor="rm")
    theme.draw_text(
        surface,
        _("Turn {turn}", turn=turn) if turn else _("Start"),
        (box.x, y),
        PLATE_PX,
        palette.soft,
        bold=True,
    )


def _mark(surface: pygame.Surface, shown: DuelFrame, line: LogLine, at: tuple[float, float]) -> None:
    """Draw the mark before a line: a chain marker, a triangle for a prompt, else a dot."""
    theme = shown.theme
    if line.number:
        chain_marker(surface, theme, line.number, at, line.seat == shown.near, 8)
    elif line.kind == "ask":
        icon(surface, "raised", at, theme.px(9), theme.palette.accent)
    else:
        icon(surface, "dot", at, theme.px(4), theme.palette.faint)


def _chat(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the newest chat messages, above the text line."""
    theme, palette, box = shown.theme, shown.theme.palette, shown.layout.pane.chat
    room = box.h - chat_entry(shown).h - theme.px(8)
    pixels, step = theme.type_size(SECOND_PX), theme.line_height(SECOND_PX)
    blocks: list[list[list[TextRun]]] = []
    used = 0
    for chat in reversed(shown.chat):
        name = [TextRun(f"{chat.name}: ", True)] if chat.name else []
        wrapped = wrap([*name, TextRun(chat.line, False)], pixels, box.w)
        used += step * len(wrapped) + theme.px(4)
        if used > room:
            break
        blocks.insert(0, wrapped)
    y: float = box.y
    for wrapped in blocks:
        y = draw_runs(surface, theme, wrapped, (box.x, y)) + theme.px(4)
    if not shown.chat:
        theme.draw_text(surface, _("No messages."), (box.x, y + theme.px(8)), SECOND_PX, palette.faint)


def chat_entry(shown: DuelFrame) -> Rect:
    """Return the box of the chat's text line."""
    box, theme = shown.layout.pane.chat, shown.theme
    high = theme.hit_length(32)
    return Rect(box.x, box.bottom - high, box.w, high)


TEXT_SIZE_PX = 16


def reading_box(shown: DuelFrame) -> Rect:
    """Return the box of the enlarged card: the middle of the board."""
    theme = shown.theme
    wide = min(shown.layout.mat.w - theme.px(40), theme.px(680))
    facts = preview_facts(shown)
    room = wide - theme.px(68) - shown.layout.card_size(200)[0]
    long = (
        len(text_lines(shown.theme, facts, room, TEXT_SIZE_PX)) * theme.line_height(TEXT_SIZE_PX)
        if facts
        else 0
    )
    high = min(theme.px(480), max(theme.px(340), theme.px(150) + long))
    return shown.layout.centred_box(wide, high)


def draw_reading(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the previewed card, enlarged."""
    facts = preview_facts(shown)
    if facts is None:
        return
    theme, palette, box = shown.theme, shown.theme.palette, reading_box(shown)
    kit.dim(surface, shown.layout.mat, 0.5)
    kit.draw_floating(surface, theme, box, palette.focus)
    pad = theme.px(24)
    size = shown.layout.card_size(200)
    blit(surface, shown.faces.get(facts, size, "hand"), (box.x + pad, box.y + pad))
    x = box.x + pad + size[0] + theme.px(20)
    room = box.right - pad - x
    y: float = box.y + pad + theme.px(12)
    sign = "spell" if facts.is_spell else "trap" if facts.is_trap else facts.attribute
    theme.draw_text(surface, facts.name, (x, y), HEADING_PX, bold=True, room=room - theme.px(28), least=12)
    attribute(surface, sign, (box.right - pad - theme.px(10), y), theme.px(20))
    y += theme.px(28)
    theme.draw_text(surface, type_line(facts), (x, y), MAIN_PX, palette.soft, room=room, least=10)
    y += theme.px(26)
    if facts.attack is not None or facts.defense is not None:
        called = terms_of(shown.view.table)
        numbers = ((called.attack, facts.attack), (called.defense, facts.defense))
        words = "   ".join(f"{_(name)} {number_words(value)}" for name, value in numbers if value is not None)
        words += f"   LINK-{facts.link}" if facts.link else ""
        spot = theme.draw_text(surface, words, (x, y), CARD_PX, bold=True)
        count = facts.level or facts.rank
        if count:
            level_star(surface, (spot.right + theme.px(26), y), theme.px(16), rank=bool(facts.rank))
            theme.draw_text(surface, str(count), (spot.right + theme.px(38), y), CARD_PX, bold=True)
        y += theme.px(24)
    body = Rect(x, round(y), room, round(box.bottom - pad - y))
    lines, type_size = fit_text(theme, facts, body, (TEXT_SIZE_PX, 15, MAIN_PX, 13, SECOND_PX))
    lines = lines[: max(1, body.h // theme.line_height(type_size))]
    theme.draw_two_inks(surface, lines, body[:2], type_size, (palette.text, palette.soft))
