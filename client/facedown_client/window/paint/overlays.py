"""Temporary overlays of the board: a pause, a proposal, a notice, the end of the duel."""

from __future__ import annotations

import pygame

from facedown_client.board import Rect
from facedown_client.model.words.phrases import capital, result_words, why_words
from facedown_client.model.words.sentences import ASKED
from facedown_client.window.look import BODY_PX, HEADING_PX, MAIN_PX, icon, panel, shadow
from facedown_client.window.paint import kit
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.text import _, gettext_noop


def draw_overlays(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the overlays that apply now."""
    if shown.view.result and not shown.doing.peek and not shown.put_away:
        _result(surface, shown)
    elif shown.table is not None and shown.table.paused:
        _pause(surface, shown)
    seat = 1 - shown.view.viewer
    if proposal(shown):
        _banner(surface, shown, _("{name} {asks}.", name=shown.names[seat], asks=proposal_words(shown)))
    elif overdue(shown):
        _banner(surface, shown, _("{name} has not reconnected.", name=shown.names[seat]))
    elif asked := own_proposal(shown):
        _banner(
            surface,
            shown,
            _("{asked} {name} has not answered yet.", asked=_(OWN[asked]), name=shown.names[seat]),
        )
    elif shown.put_away:
        _banner(surface, shown, _draw_result_request(shown))
    draw_callout(surface, shown)
    if shown.mode_note:
        _mode_note(surface, shown)
    elif shown.notice:
        _notice(surface, shown)


def proposal(shown: DuelFrame) -> str:
    """Return the other player's proposal: "pause", "draw", "rewind", "resume"; "" for none."""
    what, seat, __ = parse_proposal(shown)
    if (
        shown.covered
        or not shown.is_player
        or not what
        or what == "rematch"
        or seat == str(shown.view.viewer)
    ):
        return ""
    return what


def own_proposal(shown: DuelFrame) -> str:
    """Return this player's open proposal, unless the board shows it in another place: "pause", "draw",
    "open"; "" for none.
    """
    what, seat, __ = parse_proposal(shown)
    ours = shown.is_player and not shown.covered and seat == str(shown.view.viewer)
    return what if ours and what in OWN else ""


def _draw_result_request(shown: DuelFrame) -> str:
    """Return the text of the finished match over its last board: a request for a rematch, or the result."""
    what, seat, __ = parse_proposal(shown)
    if what == "rematch" and shown.is_player:
        other = shown.names[1 - shown.view.viewer]
        if seat != str(shown.view.viewer):
            return _("{name} {asks}.", name=other, asks=proposal_words(shown))
        return _("{asked}: no answer yet.", asked=_(ASKED[what], name=other))
    return result_words(shown.match_result or shown.view.result, shown.names)


def parse_proposal(shown: DuelFrame) -> tuple[str, str, str]:
    """Return an open proposal, the seat that made it, and the step it proposes; "" for each that is
    missing.
    """
    what, seat, number, *_ = ((shown.table.proposal if shown.table else "") + "   ").split(" ")
    return what, seat, number


def proposal_words(shown: DuelFrame) -> str:
    """Return the other player's proposal in words, without their name."""
    what, __, number = parse_proposal(shown)
    if what == "rewind" and number.isdecimal() and shown.table is not None:
        back = shown.table.step - int(number)
        if abs(back) == 1:
            return _("asks to undo the last step") if back > 0 else _("asks to redo the step")
        return (
            _("asks to undo {count} steps", count=back)
            if back > 0
            else _("asks to redo {count} steps", count=-back)
        )
    return _(PROPOSALS.get(what, what))


PROPOSALS = {
    "pause": gettext_noop("proposes a pause"),
    "draw": gettext_noop("offers a draw"),
    "resume": gettext_noop("wants to go on"),
    "open": gettext_noop("asks to open both hands"),
    "rematch": gettext_noop("would like to play again"),
}


OWN = {
    "pause": gettext_noop("You ask for a pause."),
    "draw": gettext_noop("You offer a draw."),
    "open": gettext_noop("You ask to open both hands."),
}


def overdue(shown: DuelFrame) -> bool:
    """Return whether the other player has been away for so long that we may end the match."""
    may = shown.is_player and not shown.view.result
    return may and shown.table is not None and shown.table.seats[1 - shown.view.viewer].overdue


def banner_boxes(shown: DuelFrame) -> tuple[Rect, Rect, Rect]:
    """Return the box of the banner with a question and those of its two answers: over the far hand, above
    every zone.
    """
    theme, mat = shown.theme, shown.layout.mat
    room = min(spot.rect.y for spot in shown.spots) - theme.px(4)
    wide, high = min(mat.w - theme.px(32), theme.px(560)), min(theme.hit_length(48), room)
    box = Rect(round(mat.x + (mat.w - wide) / 2), (room - high) // 2, wide, high)
    button = min(theme.hit_length(32), box.h - theme.px(6))
    y = box.y + (box.h - button) // 2
    no = Rect(box.right - theme.px(88), y, theme.px(80), button)
    return box, Rect(no.x - theme.px(88), y, theme.px(80), button), no


def _banner(surface: pygame.Surface, shown: DuelFrame, words: str) -> None:
    theme, palette = shown.theme, shown.theme.palette
    box, yes, __ = banner_boxes(shown)
    shadow(surface, box, theme.px(10), theme.px(8))
    panel(surface, box, palette.raised, palette.accent, max(1.5, 1.5 * theme.u), theme.px(8))
    at = (box.x + theme.px(16), box.centre[1])
    theme.draw_text(surface, words, at, MAIN_PX, bold=True, room=yes.x - at[0] - theme.px(8), least=10)


def _pause(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the pause over a dark board."""
    theme, palette, box = shown.theme, shown.palette, _middle(shown, 360, 116)
    kit.dim(surface, shown.layout.middle, 0.6)
    kit.draw_floating(surface, theme, box, spread=14)
    icon(surface, "pause", (box.x + theme.px(44), box.centre[1]), theme.px(30), palette.accent)
    x, room = box.x + theme.px(80), box.w - theme.px(80) - theme.px(16)
    theme.draw_text(surface, _("Paused"), (x, box.y + theme.px(42)), HEADING_PX, bold=True)
    note = str(shown.table.note) if shown.table and shown.table.note else _("Both clocks are stopped.")
    theme.draw_text(surface, note, (x, box.y + theme.px(72)), BODY_PX, palette.soft, room=room, least=9)


def resume_box(shown: DuelFrame) -> Rect:
    """Return the box of the resume button, below the pause."""
    theme, box = shown.theme, _middle(shown, 360, 116)
    return Rect(box.x, box.bottom + theme.px(10), box.w, theme.hit_length(40))


def _middle(shown: DuelFrame, wide: float, high: float) -> Rect:
    return shown.layout.centred_box(shown.theme.px(wide), shown.theme.px(high))


def _result(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the winner of the duel, and the reason."""
    theme, palette, view = shown.theme, shown.palette, shown.view
    kit.dim(surface, shown.layout.middle, 0.5)
    result = shown.match_result or view.result
    box, winner = _middle(shown, 440, 128), result.partition(" ")[0]
    mine = winner == str(view.viewer)
    lit = mine or not shown.is_player
    line = palette.accent if lit else palette.strong
    name, title = "crown" if lit else "flag", _("You win")
    if winner not in ("0", "1"):
        name, title = "dot", _("A draw")
    elif not mine:
        title = _("{name} wins", name=shown.names[int(winner)])
    kit.draw_floating(surface, theme, box, line, spread=14)
    icon(surface, name, (box.x + theme.px(48), box.centre[1]), theme.px(36), line if mine else palette.soft)
    x, room = box.x + theme.px(92), box.w - theme.px(92) - theme.px(16)
    theme.draw_text(surface, title, (x, box.y + theme.px(48)), 24, bold=True, room=room, least=14)
    words = why_words(result, shown.names)
    sentence = _("{text}.", text=capital(words)) if words else ""
    theme.draw_text(surface, sentence, (x, box.y + theme.px(80)), BODY_PX, palette.soft, room=room, least=9)


def _notice(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the reason why the last request was refused, just above the hand."""
    mat = shown.layout.mat
    kit.label(surface, shown.theme, shown.notice, (mat.x + mat.w / 2, mat.bottom - shown.theme.px(22)))


UNDO_WIDTH_PX = 96
"""Width of the button that undoes a change of the prompt mode."""


def _mode_box(shown: DuelFrame) -> Rect:
    """Return the box of the prompt mode that is held or has just been changed: just above the hand."""
    theme, mat = shown.theme, shown.layout.mat
    undo = theme.px(UNDO_WIDTH_PX) + theme.px(12) if shown.mode_undo else 0
    words = theme.width(shown.mode_note, MAIN_PX, bold=True) + theme.px(32)
    wide, high = min(mat.w - theme.px(16), words + undo), theme.hit_length(30) + theme.px(10)
    return Rect(round(mat.x + (mat.w - wide) / 2), mat.bottom - high - theme.px(6), round(wide), high)


def mode_undo_box(shown: DuelFrame) -> Rect | None:
    """Return the box of the button that undoes a change of the prompt mode; None without a change."""
    if not shown.mode_note or not shown.mode_undo:
        return None
    theme, box = shown.theme, _mode_box(shown)
    wide, gap = theme.px(UNDO_WIDTH_PX), theme.px(5)
    return Rect(box.right - wide - gap, box.y + gap, wide, box.h - 2 * gap)


def _mode_note(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw how often the player is asked now; its button is a widget."""
    theme, palette, box, undo = shown.theme, shown.palette, _mode_box(shown), mode_undo_box(shown)
    shadow(surface, box, theme.px(10), theme.px(8))
    panel(surface, box, palette.raised, palette.accent, max(1.5, 1.5 * theme.u), theme.px(8))
    end = undo.x - theme.px(8) if undo is not None else box.right - theme.px(12)
    at = (box.x + theme.px(14), box.centre[1])
    theme.draw_text(surface, shown.mode_note, at, MAIN_PX, bold=True, room=end - at[0], least=9)


def draw_callout(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw a player's callout in the middle of the board."""
    theme, mat = shown.theme, shown.layout.mat
    if not shown.called:
        return
    wide = min(mat.w - theme.px(40), theme.width(shown.called, MAIN_PX + 4, True) + theme.px(48))
    high = theme.px(44)
    middle = (mat.x + mat.w / 2, mat.y + mat.h / 2)
    box = (middle[0] - wide / 2, middle[1] - high / 2, wide, high)
    line = max(1.5, 1.5 * theme.u)
    panel(surface, box, theme.palette.raised, theme.palette.accent, line, high / 2)
    theme.draw_text(
        surface, shown.called, middle, MAIN_PX + 4, bold=True, anchor="cm", room=wide - theme.px(30), least=11
    )
