"""The mat: zones, piles, the cards in them, and the box of each card's picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import pygame

from facedown_client.board import BoardSpot, Rect
from facedown_client.model.words.phrases import seen_name
from facedown_client.window.art.marks import card_back
from facedown_client.window.look import MAIN_PX, SECOND_PX, blit, icon, mix, panel
from facedown_client.window.paint import hand, kit
from facedown_client.window.paint.cards import Plate, box_of, draw_card, face_of, name_plate, short_name
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.tables import TABLES, Pile, Place
from facedown_shared.text import _, gettext_noop

MIN_PILE_TITLE_PX = 9.0
"""Type size below which a pile's title is shortened instead."""

CAPTIONS = {
    "deck": gettext_noop("Deck"),
    "extra_deck": gettext_noop("Extra"),
    "graveyard": gettext_noop("Grave"),
    "banished": gettext_noop("Banished"),
    "field": gettext_noop("Field"),
}

NUMBERED = ("stack",)
"""Piles whose cards are identified by their numbers, from the bottom."""

LINKED = ("combat_chain",)
"""Piles of attacks in links, each with its defenders."""

TOTAL_PX = 88
"""Type size of a Life total on a mat without zones."""

FACE_DOWN_PILES = ("deck", "extra_deck")


def draw_mat(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the mat, the empty zones, and the thin lines between the players."""
    theme, palette, layout = shown.theme, shown.theme.palette, shown.layout
    if not palette.contrast:
        fill, edge = mix(palette.ground, palette.panel, 0.35), mix(palette.ground, palette.line, 0.4)
        panel(surface, layout.mat, fill, edge, 1, theme.px(16))
    for spot in shown.spots:
        _zone(surface, shown, spot)
    for gap in layout.gaps if shown.spots else ():
        middle, inset = gap.y + gap.h // 2, gap.w * 3 // 20
        surface.fill(palette.line, (gap.x + inset, middle, gap.w - 2 * inset, max(1, theme.px(1))))


def draw_totals(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw both Life totals on a mat without zones: the players have their cards on paper."""
    theme, mat = shown.theme, shown.layout.mat
    for seat in (0, 1):
        y = mat.y + mat.h * (3 if seat == shown.layout.near else 1) // 4
        x, room = mat.x + mat.w // 2, mat.w - theme.px(48)
        theme.draw_text(
            surface, shown.names[seat], (x, y - theme.px(TOTAL_PX * 0.75)), MAIN_PX, anchor="cm", room=room
        )
        theme.draw_text(
            surface, str(shown.life_of(seat)), (x, y), TOTAL_PX, bold=True, anchor="cm", room=room
        )


def _zone(surface: pygame.Surface, shown: DuelFrame, spot: BoardSpot) -> None:
    palette = shown.palette
    fill = mix(palette.ground, palette.panel, 0.72)
    panel(surface, spot.rect, fill, palette.line, palette.thin, shown.theme.px(8))
    if not spot.pile:
        _sign(surface, shown, spot)


def _sign(surface: pygame.Surface, shown: DuelFrame, spot: BoardSpot) -> None:
    """Draw the faint sign of an empty zone: a diamond for monsters, a ring for Spells and Traps."""
    theme, place, centre = shown.theme, spot.place, spot.rect.centre
    ink = mix(theme.palette.panel, theme.palette.strong, 0.55)
    if theme.palette.contrast:
        ink = mix(theme.palette.ground, theme.palette.line, 0.7)
    if place.zone in ("monster", "extra_monster"):
        icon(surface, "hollow", centre, theme.px(26), ink)
    elif place.zone in ("spell_trap", "pendulum"):
        icon(surface, "ring", centre, theme.px(24), ink)
        icon(surface, "dot", centre, theme.px(6), ink)
        if place.zone == "pendulum" or (shown.view.table == "master" and place.slot in (0, 4)):
            for side in (-1, 1):
                icon(surface, "diamond", (centre[0] + side * theme.px(22), centre[1]), theme.px(12), ink)
    else:
        title = _(CAPTIONS.get(place.zone, "")) or _title(shown, place.zone)
        room = spot.rect.w - theme.px(8)
        theme.draw_text(
            surface, title, centre, SECOND_PX, theme.palette.faint, anchor="cm", room=room, least=9
        )


def _title(shown: DuelFrame, zone: str) -> str:
    table = TABLES.get(shown.view.table)
    found = table.zones.get(zone) if table else None
    return _(found.title) if found else zone.replace("_", " ").capitalize()


def draw_cards(surface: pygame.Surface, shown: DuelFrame, *, dim: bool) -> None:
    """Draw every card in a zone and every pile. `dim` darkens cards that are not legal, while something is
    picked.
    """
    for spot in shown.layout.spots:
        if spot.spread:
            _spread_pile(surface, shown, spot)
        elif spot.pile:
            _pile(surface, shown, spot, dim)
    targets = find_targets(shown)
    for __, spot, handle in cards_in_zones(shown):
        if handle not in shown.hidden:
            legal = shown.is_legal(handle)
            marked = legal or handle in targets or shown.is_chosen(handle)
            outline = partial(_outline, surface, shown, handle, handle in targets) if marked else None
            dark = dim and not legal and not shown.is_chosen(handle)
            draw_card(surface, shown, spot.rect, handle, dim=dark, outline=outline)


def find_targets(shown: DuelFrame) -> set[int]:
    """Return the targets of the Chain and of an attack."""
    targets = {handle for link in shown.view.chain for handle in link.targets}
    return targets | {shown.view.attack[1]} - {0} if shown.view.attack else targets


def _outline(surface: pygame.Surface, shown: DuelFrame, handle: int, target: bool, box: pygame.Rect) -> None:
    """Draw a card's outline below its plates, so that its numbers stay readable. The glow is drawn in every
    frame.
    """
    if target:
        kit.brackets(surface, shown.theme, box, shown.theme.palette.harm)
    if shown.is_chosen(handle):
        kit.draw_selection(surface, shown.theme, box)
    elif shown.is_legal(handle):
        kit.legal(surface, shown.theme, box, 0.0)


def cards_in_zones(shown: DuelFrame) -> Iterator[tuple[Place, BoardSpot, int]]:
    """Yield (place, spot, handle) for every card in a zone."""
    for spot in shown.layout.spots:
        if not spot.pile:
            pile = shown.view.pile(spot.place.seat, spot.place.zone)
            if spot.place.slot < len(pile.handles) and pile.handles[spot.place.slot]:
                yield spot.place, spot, pile.handles[spot.place.slot]


def _pile(surface: pygame.Surface, shown: DuelFrame, spot: BoardSpot, dim: bool) -> None:
    """Draw a pile: the edges of lower cards, the top card, its name and count. The count is above the name if
    both do not fit side by side.
    """
    theme, palette, rect = shown.theme, shown.palette, spot.rect
    pile = shown.view.pile(spot.place.seat, spot.place.zone)
    ink, base = (palette.text, palette.soft) if pile.count else (palette.faint, palette.faint)
    if pile.count:
        _stack(surface, shown, spot, pile)
    x, right, y = rect.x + theme.px(8), rect.right - theme.px(8), rect.bottom - theme.px(11)
    count, room = str(pile.count), right - x
    caption, beside = caption_of(shown, spot, count)
    above = 0 if beside else theme.line_height(SECOND_PX)
    room -= 0 if above else theme.width(count, MAIN_PX, True) + theme.px(4)
    theme.draw_text(surface, count, (right, y - above), MAIN_PX, ink, bold=True, anchor="rm")
    theme.draw_text(surface, caption, (x, y), SECOND_PX, base, room=room, least=8.5)


def caption_of(shown: DuelFrame, spot: BoardSpot, count: str) -> tuple[str, bool]:
    """Return a pile's caption, shortened if its count needs the room, and whether it was shortened."""
    theme, title = shown.theme, _title(shown, spot.place.zone)
    room = spot.rect.w - theme.px(20) - theme.width(count, MAIN_PX, True)
    short = _(CAPTIONS.get(spot.place.zone, "")) or title
    caption = title if theme.width(title, MIN_PILE_TITLE_PX) <= room else short
    return caption, theme.width(caption, MIN_PILE_TITLE_PX) <= room


def _stack(surface: pygame.Surface, shown: DuelFrame, spot: BoardSpot, pile: Pile) -> None:
    theme, rect = shown.theme, spot.rect
    wide, high = shown.layout.card_size(48)
    left, top = rect.x + (rect.w - wide) // 2, rect.y + theme.px(5)
    for step in range(min(3, (pile.count - 1 + 7) // 8), 0, -1):
        box = pygame.Rect(left + step * 2, top + step, wide, high)
        panel(surface, box, (12, 16, 24), theme.palette.line, 1, 3)
    uppermost = _top(shown, spot, pile)
    if uppermost is not None:
        blit(surface, uppermost, (left, top))
        if (plate := pile_plate(shown, spot)) is not None:
            kit.plate(surface, theme, plate.box)
            plate.write(surface)


def pile_plate(shown: DuelFrame, spot: BoardSpot) -> Plate | None:
    """Return the plate with the name of a face-up pile's top card, as on cards on the field."""
    pile = shown.view.pile(spot.place.seat, spot.place.zone)
    visible = [handle for handle in pile.handles if handle not in shown.hidden]
    if spot.place.zone in FACE_DOWN_PILES or not visible:
        return None
    seen, facts = shown.visible_card(visible[-1]), shown.facts(visible[-1])
    if seen is None or facts is None or not (seen.face_up or seen.revealed):
        return None
    return name_plate(shown, spot.rect, short_name(seen_name(seen, shown.view) or facts.name, facts))


def _top(shown: DuelFrame, spot: BoardSpot, pile: Pile) -> pygame.Surface | None:
    """Return the picture of a pile's top card as this viewer sees it; None while all its cards are still
    moving.
    """
    size = shown.layout.card_size(48)
    if spot.place.zone in FACE_DOWN_PILES or not pile.handles:
        return card_back(size)
    visible = [handle for handle in pile.handles if handle not in shown.hidden]
    if visible:
        return face_of(shown, visible[-1], 48)
    return None if pile.count == len(pile.handles) else card_back(size)


def spread_boxes(shown: DuelFrame, spot: BoardSpot) -> list[tuple[int, Rect]]:
    """Return (handle, box) for each card of a pile whose cards lie side by side."""
    handles = shown.view.pile(spot.place.seat, spot.place.zone).handles
    wide, _ = shown.layout.card_size(62)
    room = spot.rect.w - wide - shown.theme.px(16)
    step = min(wide + shown.theme.px(8), room / max(1, len(handles) - 1)) if handles else 0
    left = spot.rect.x + shown.theme.px(8)
    return [
        (handle, Rect(round(left + number * step), spot.rect.y, wide, spot.rect.h))
        for number, handle in enumerate(handles)
    ]


def _spread_pile(surface: pygame.Surface, shown: DuelFrame, spot: BoardSpot) -> None:
    boxes = spread_boxes(shown, spot)
    title, ink = _title(shown, spot.place.zone), shown.theme.palette.faint
    if boxes:
        corner = (spot.rect.right - shown.theme.px(8), spot.rect.bottom - shown.theme.px(11))
        if corner[0] - shown.theme.width(title, SECOND_PX) > boxes[-1][1].right + shown.theme.px(4):
            shown.theme.draw_text(surface, title, corner, SECOND_PX, ink, anchor="rm")
    else:
        shown.theme.draw_text(surface, title, spot.rect.centre, SECOND_PX, ink, anchor="cm")
    for handle, box in boxes:
        if handle not in shown.hidden:
            draw_card(surface, shown, box, handle)
    if spot.place.zone in NUMBERED:
        for number, (_, box) in enumerate(boxes, 1):
            at = (box.right - shown.theme.px(2), box.centre[1])
            kit.badge(surface, shown.theme, str(number), at, shown.theme.palette.text)
    elif spot.place.zone in LINKED:
        _links(surface, shown, boxes)


def _links(surface: pygame.Surface, shown: DuelFrame, boxes: Sequence[tuple[int, Rect]]) -> None:
    """Draw the link number on attacks and a shield on their defenders, edged in the player's colour."""
    here, number = {handle for handle, _ in boxes}, 0
    for handle, box in boxes:
        seen = shown.visible_card(handle)
        if seen is None:
            continue
        edge = shown.palette.accent if seen.controller == shown.near else shown.palette.mine
        at, attacks = (box.right - shown.theme.px(2), box.centre[1]), here.isdisjoint(seen.targets)
        number += attacks
        kit.badge(surface, shown.theme, str(number) if attacks else "", at, edge)
        if not attacks:
            icon(surface, "shield", at, shown.theme.px(11), shown.palette.text)


def place_box(shown: DuelFrame, handle: int) -> Rect | None:
    """Return the box of a card on the board, or of the pile or hand that contains it."""
    place = shown.view.place_of(handle) if handle else None
    spot = shown.layout.spot(place)
    if spot is not None and spot.spread:
        return dict(spread_boxes(shown, spot)).get(handle)
    if place is not None and place.zone == "hand":
        boxes = hand.box_of if place.seat == shown.near else hand.far_box_of
        return boxes(shown, handle) or shown.layout.rect(place)
    if spot is not None and not spot.pile:
        return Rect(*box_of(shown, spot.rect, handle))
    return shown.layout.rect(place)
