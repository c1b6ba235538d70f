"""A play shown large over the board: its card, its player and action, its effect, and its targets.

Its panel is placed where it covers the fewest of the cards concerned, which light up meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from facedown_client.board import Rect
from facedown_client.model.play_schedule import ShownPlay
from facedown_client.model.play_words import effect_text, headline
from facedown_client.model.words.phrases import card_words
from facedown_client.window.art.drawing import number_words
from facedown_client.window.look import (
    BODY_PX,
    CARD_PX,
    HEADING_PX,
    MAIN_PX,
    PLATE_PX,
    SECOND_PX,
    Colour,
    blit,
    fade,
    glow,
    icon,
)
from facedown_client.window.paint import kit
from facedown_client.window.paint.board import find_targets, place_box
from facedown_client.window.paint.pane import type_line
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.cards.facts import Facts
from facedown_shared.manual.games import terms_of
from facedown_shared.text import _

CARD_WIDTH_PX = 132
"""Design width of the card."""

WIDTH_PX, INSET_PX = 480, 14
MAX_TEXT_LINES = 7


def face_size(shown: DuelFrame) -> tuple[int, int]:
    """Return the size of the card, in pixels."""
    return shown.layout.card_size(CARD_WIDTH_PX)


def wanted_faces(shown: DuelFrame, play: ShownPlay) -> Iterable[Facts]:
    """Return the cards that are drawn large for a play."""
    codes = [play.code]
    if play.kind == "attack":
        codes += [seen.code for target in play.targets if (seen := shown.visible_card(target)) is not None]
    return [facts for code in codes if (facts := shown.facts_of(code)) is not None]


def play_box(shown: DuelFrame, play: ShownPlay) -> Rect:
    """Return the box of the play's panel: above, below or in the middle, else at a side, where it covers the
    least of the cards concerned.
    """
    theme, mat = shown.theme, shown.layout.mat
    wide = min(theme.px(WIDTH_PX), mat.w - theme.px(16))
    high = face_size(shown)[1] + 2 * theme.px(INSET_PX)
    over = theme.px(20)
    lefts = [mat.x + (mat.w - wide) // 2, mat.x + theme.px(8), mat.right - theme.px(8) - wide]
    tops = [max(theme.px(6), mat.y - over), mat.bottom + over - high, mat.y + (mat.h - high) // 2]
    if play.seat == shown.near:
        tops = [tops[1], tops[0], tops[2]]
    about = [
        box for box in (place_box(shown, card) for card in (*play.targets, play.card)) if box is not None
    ]
    boxes = [Rect(x, top, wide, high) for x in lefts for top in tops]
    return min(boxes, key=lambda box: sum(_shared_area(box, one) for one in about))


def _shared_area(one: Rect, other: Rect) -> int:
    """Return the area that two boxes share, in pixels."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0, across) * max(0, down)


def draw_play(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the current play, as far as its panel has opened."""
    play = shown.play
    facts = shown.facts_of(play.code) if play is not None else None
    if play is None or facts is None:
        return
    ink = shown.palette.mine if play.own else shown.palette.harm
    _light_up(surface, shown, play, ink)
    box = play_box(shown, play)
    if shown.play_share >= 1:
        _panel(surface, shown, play, facts, box, ink)
        return
    around = Rect(*(round(part) for part in kit.enlarge(box, shown.theme.px(20))))
    layer = pygame.Surface((around.w, around.h), pygame.SRCALPHA)
    drop = round(shown.theme.px(14) * (1 - shown.play_share))
    _panel(layer, shown, play, facts, box._replace(x=box.x - around.x, y=box.y - around.y), ink)
    blit(surface, fade(layer, shown.play_share), (around.x, around.y + drop))


def _light_up(surface: pygame.Surface, shown: DuelFrame, play: ShownPlay, ink: Colour) -> None:
    """Draw a light around the source and the targets, and brackets on targets that have none yet."""
    theme, marked = shown.theme, find_targets(shown)
    for card, colour in (*((target, theme.palette.harm) for target in play.targets), (play.card, ink)):
        box = place_box(shown, card)
        if box is None or box.w >= shown.layout.mat.w / 3:
            continue
        if not theme.palette.contrast:
            glow(surface, box, colour, theme.px(12), 1.0, theme.px(5))
        elif card == play.card:
            kit.draw_outline(surface, theme, box, colour)
        if card != play.card and card not in marked:
            kit.brackets(surface, theme, box, colour)


def _panel(
    surface: pygame.Surface, shown: DuelFrame, play: ShownPlay, facts: Facts, box: Rect, ink: Colour
) -> None:  # fmt: skip
    theme, inset = shown.theme, shown.theme.px(INSET_PX)
    kit.draw_floating(surface, theme, box, ink)
    size = face_size(shown)
    blit(surface, shown.faces.get(facts, size, "hand"), (box.x + inset, box.y + inset))
    left = box.x + inset + size[0] + theme.px(16)
    body = Rect(left, box.y + inset, box.right - inset - left, box.h - 2 * inset)
    aim = shown.visible_card(play.targets[0]) if play.kind == "attack" and play.targets else None
    other = shown.facts_of(aim.code) if aim is not None else None
    top = _title(surface, shown, play, facts, body, ink)
    if play.kind == "attack":
        _battle(surface, shown, play, body._replace(y=round(top), h=body.bottom - round(top)), other)
    else:
        _effect(surface, shown, play, facts, body._replace(y=round(top), h=body.bottom - round(top)))
    if shown.goes_on:
        kit.label(surface, theme, _("Click to go on"), (box.x + box.w / 2, box.bottom + theme.px(4)))


def _title(
    surface: pygame.Surface, shown: DuelFrame, play: ShownPlay, facts: Facts, body: Rect, ink: Colour
) -> float:  # fmt: skip
    """Draw the player and action, and the card's name and type. Returns the y below them."""
    theme, palette = shown.theme, shown.palette
    x, y = body.x, body.y + theme.px(12)
    if play.number:
        kit.chain_marker(surface, theme, play.number, (x + theme.px(11), y), play.seat == shown.near, 11)
        x += theme.px(28)
    theme.draw_text(
        surface, headline(play, shown.names), (x, y), MAIN_PX, ink, bold=True, room=body.right - x, least=10
    )
    y += theme.px(26)
    theme.draw_text(surface, facts.name, (body.x, y), CARD_PX, bold=True, room=body.w, least=11)
    y += theme.px(21)
    theme.draw_text(surface, type_line(facts), (body.x, y), SECOND_PX, palette.soft, room=body.w, least=9)
    y += theme.px(13)
    surface.fill(palette.line, (body.x, round(y), body.w, max(1, theme.px(1))))
    return y + theme.px(9)


def _effect(surface: pygame.Surface, shown: DuelFrame, play: ShownPlay, facts: Facts, body: Rect) -> None:
    """Draw the effect, or the numbers and the text of a Summoned monster; below, the targets."""
    theme, palette = shown.theme, shown.palette
    targets = ", ".join(card_words(target, shown.view) for target in play.targets)
    bottom = body.bottom - (theme.px(24) if targets else 0)
    y: float = body.y
    if play.kind == "summon" and facts.attack is not None:
        theme.draw_text(
            surface, _numbers(shown, play.card, facts), (body.x, y + theme.px(10)), MAIN_PX, bold=True
        )
        y += theme.px(26)
    words = effect_text(play) or facts.text.replace("\n", " ")
    ink = palette.text if effect_text(play) else palette.soft
    fits = max(1, min(MAX_TEXT_LINES, int((bottom - y) // theme.line_height(BODY_PX))))
    theme.draw_lines(surface, theme.wrap(words, BODY_PX, body.w, lines=fits), (body.x, y), BODY_PX, ink)
    if targets:
        at = body.bottom - theme.px(9)
        icon(surface, "arrow", (body.x + theme.px(8), at), theme.px(14), palette.harm)
        x = body.x + theme.px(22)
        theme.draw_text(surface, targets, (x, at), BODY_PX, bold=True, room=body.right - x, least=9)


def _numbers(shown: DuelFrame, card: int, facts: Facts) -> str:
    """Return the present numbers in words: "ATK 1900  DEF 900"."""
    seen, called = shown.visible_card(card), terms_of(shown.view.table)
    attack = facts.attack if seen is None or seen.attack is None else seen.attack
    defense = facts.defense if seen is None or seen.defense is None else seen.defense
    rows = ((called.attack, attack), (called.defense, defense))
    return "   ".join(f"{_(name)} {number_words(value)}" for name, value in rows if value is not None)


def _battle(
    surface: pygame.Surface, shown: DuelFrame, play: ShownPlay, body: Rect, other: Facts | None
) -> None:
    """Draw the attacker's number against that of its target, beside the target's face; or the attacked
    player.
    """
    theme, palette = shown.theme, shown.palette
    seen = shown.visible_card(play.card)
    high = min(body.h, theme.px(128))
    wide = round(high * 59 / 86)
    y = body.y + high / 2
    attack = number_words(seen.attack) if seen is not None and seen.attack is not None else ""
    spot = theme.draw_text(surface, attack, (body.x, y), HEADING_PX, bold=True)
    x = spot.right + theme.px(10) if attack else body.x
    icon(surface, "arrow", (x + theme.px(10), y), theme.px(20), palette.harm)
    x += theme.px(32)
    if not play.targets:
        _draw_direct_attack(surface, shown, play, (x, y), body.right - x)
        return
    aim = shown.visible_card(play.targets[0])
    box = Rect(body.right - wide, body.y, wide, high)
    if other is not None and aim is not None and (aim.face_up or aim.revealed):
        blit(surface, shown.faces.get(other, (wide, high), "hand"), (box.x, box.y))
        counted = aim.defense if aim.defense_position else aim.attack
        title = (
            terms_of(shown.view.table).defense if aim.defense_position else terms_of(shown.view.table).attack
        )
        theme.draw_text(surface, _(title), (x, y - theme.px(18)), PLATE_PX, palette.soft, bold=True)
        theme.draw_text(surface, number_words(counted), (x, y), HEADING_PX, bold=True)
    else:
        words = card_words(play.targets[0], shown.view)
        theme.draw_text(surface, words, (x, y), BODY_PX, bold=True, room=body.right - x, least=9)


def _draw_direct_attack(
    surface: pygame.Surface, shown: DuelFrame, play: ShownPlay, at: tuple[float, float], room: float
) -> None:  # fmt: skip
    """Draw the player who is attacked directly, and their remaining Life Points."""
    theme, seat = shown.theme, 1 - play.seat
    name = _("You") if seat == shown.view.viewer else shown.names[seat]
    life = shown.view.tallies.get(f"{seat}:life")
    theme.draw_text(surface, name, (at[0], at[1] - theme.px(9)), MAIN_PX, bold=True, room=room, least=10)
    if life is not None:
        words = f"{life} {_(terms_of(shown.view.table).points)}"
        theme.draw_text(
            surface, words, (at[0], at[1] + theme.px(10)), SECOND_PX, shown.palette.soft, room=room
        )
