"""Marks of what can be acted on: outlines of legal cards and piles, and zones to pick with the ghost of a
card.

For manual play: places for a dragged card, the dragged card itself, and a box around several cards.
"""

from __future__ import annotations

import pygame

from facedown_client.board import BoardSpot, DraggedCard, Rect
from facedown_client.model.words.phrases import prompt_words
from facedown_client.window.art.marks import card_back
from facedown_client.window.look import blit, blit_centred, fade, glow, icon, panel
from facedown_client.window.paint import hand, kit
from facedown_client.window.paint.board import cards_in_zones, place_box
from facedown_client.window.paint.cards import box_of, name_plate, number_plate, numbers, plates, turned_face
from facedown_client.window.paint.rail.asked import given_up_words
from facedown_client.window.paint.state import DuelFrame
from facedown_client.window.paint.ties import line_between
from facedown_client.window.widgets import draw_key
from facedown_shared.tables import Place, VisibleCard
from facedown_shared.text import _


def draw_legal(surface: pygame.Surface, shown: DuelFrame, still: pygame.Surface) -> None:
    """Draw the glow of legal cards and piles, and the keyboard focus.

    `still` is the board without the glow. Plates are copied back from it, so that no number is tinted.
    """
    theme, doing = shown.theme, shown.doing
    lit: list[Rect] = []
    for place, spot, handle in cards_in_zones(shown):
        box = box_of(shown, spot.rect, handle)
        if shown.is_legal(handle) and handle not in shown.hidden and not theme.palette.contrast:
            outer = kit.enlarge(box, theme.px(3))
            glow(surface, outer, theme.palette.accent, theme.px(6), 0.85 * shown.pulse, theme.px(5))
            lit += [plate.box for plate in plates(shown, spot.rect, handle)]
        if doing.keyboard and doing.spot == place:
            panel(surface, spot.rect, None, theme.palette.focus, max(2, theme.px(2)), theme.px(8))
    for plate in lit:
        surface.blit(still, plate[:2], plate)
    for spot in shown.layout.spots:
        if spot.pile:
            _legal_pile(surface, shown, spot)


def _legal_pile(surface: pygame.Surface, shown: DuelFrame, spot: BoardSpot) -> None:
    theme = shown.theme
    if any(map(shown.is_legal, shown.view.pile(spot.place.seat, spot.place.zone).handles)):
        kit.legal(surface, theme, kit.enlarge(spot.rect, -theme.px(3)), shown.pulse)
    if shown.doing.keyboard and shown.doing.spot == spot.place:
        panel(surface, spot.rect, None, theme.palette.focus, max(2, theme.px(2)), theme.px(8))


def draw_zones(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the zones to pick: dashed with a plus and a number key; solid with the card's ghost under the
    pointer.
    """
    theme, choices = shown.theme, shown.choices
    for number, (place, option) in enumerate(choices.by_place.items(), 1):
        spot = shown.layout.spot(place)
        if spot is None:
            continue
        panel(surface, spot.rect, (*theme.palette.accent, 40), None, 0, theme.px(8))
        if shown.doing.spot == place:
            kit.legal(surface, theme, kit.enlarge(spot.rect, -theme.px(3)), 1.0, wedges=False)
            _ghost(surface, shown, spot, choices.options[option].card)
        else:
            kit.draw_dashed(surface, theme, spot.rect, theme.palette.accent)
            icon(surface, "plus", spot.rect.centre, theme.px(24), theme.palette.accent)
        if number <= 9:
            draw_key(surface, theme, str(number), (spot.rect.x + theme.px(1), spot.rect.y + theme.px(3)))


def _ghost(surface: pygame.Surface, shown: DuelFrame, spot: BoardSpot, handle: int) -> None:
    """Draw the card in its future place, with its printed numbers."""
    facts = shown.facts(handle)
    if facts is None:
        icon(surface, "plus", spot.rect.centre, shown.theme.px(24), shown.theme.palette.accent)
        return
    blit_centred(surface, shown.faces.get(facts, shown.layout.card_size()), spot.rect.centre)
    parts = [name_plate(shown, spot.rect, facts.name)]
    if facts.attack is not None:
        printed = VisibleCard(attack=facts.attack, defense=facts.defense, link=facts.link)
        parts.append(number_plate(shown, spot.rect, list(numbers(printed, facts)), False))
    for plate in parts:
        kit.plate(surface, shown.theme, plate.box)
        plate.write(surface)


def draw_source(surface: pygame.Surface, shown: DuelFrame, still: pygame.Surface) -> None:
    """Draw the card to be placed undimmed at its origin, with a white outline."""
    handles = {shown.choices.options[index].card for index in shown.choices.by_place.values()}
    for handle in handles:
        box, facts = place_box(shown, handle), shown.facts(handle)
        held = hand.box_of(shown, handle) if handle else None
        if held is not None and facts is not None:
            blit(surface, shown.faces.get(facts, (held.w, held.h), "hand"), held[:2])
            panel(surface, kit.enlarge(held, 3), None, shown.theme.palette.focus, 3, shown.theme.px(6))
        elif box is not None and box.w < shown.layout.mat.w / 2:
            surface.blit(still, box[:2], box)
            panel(surface, box, None, shown.theme.palette.focus, max(2, shown.theme.px(2)), shown.theme.px(8))


def zone_arrow(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw an arrow from the card to the zone under the pointer."""
    option = shown.choices.by_place.get(shown.doing.spot) if shown.doing.spot else None
    if option is None or shown.doing.spot is None:
        return
    source = place_box(shown, shown.choices.options[option].card)
    goal = shown.layout.rect(shown.doing.spot)
    if source is not None and goal is not None and source.w < shown.layout.mat.w / 2:
        kit.arrow(surface, shown.theme, *line_between(source, goal), shown.theme.palette.mine)


def draw_given_up(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw over the board what is to be given up, before it is chosen."""
    prompt, theme, mat = shown.choices.prompt, shown.theme, shown.layout.mat
    if prompt is None or not given_up_words(shown):
        return
    kit.label(surface, theme, prompt_words(prompt, shown.view), (mat.x + mat.w / 2, mat.y + theme.px(16)))


def draw_numbers(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the keys of cards that are chosen on the board, and a tick on the chosen ones."""
    picked, theme = shown.choices.given, shown.theme
    for handle, number in picked.numbers.items():
        taken = handle in picked.cards or shown.is_chosen(handle)
        if handle in shown.hidden or not (taken or handle in shown.choices.by_card):
            continue
        spot = shown.layout.spot(shown.view.place_of(handle))
        box = spot.rect if spot is not None and not spot.spread else place_box(shown, handle)
        if box is None:
            continue
        if number <= 9:
            draw_key(surface, theme, str(number), key_corner(shown, handle, box), faint=taken)
        if taken:
            at = (box.right - theme.px(6), box.y + theme.px(8))
            kit.badge(surface, theme, "", at, theme.palette.good)
            icon(surface, "check", at, theme.px(12), theme.palette.good)


def key_corner(shown: DuelFrame, handle: int, box: Rect) -> tuple[float, float]:
    """Return the centre of a card's key. On a hand card, that is in the part that no raised card covers."""
    x, y = box.x + shown.theme.px(1), box.y + shown.theme.px(3)
    if hand.box_of(shown, handle) is None or hand.is_raised(shown, handle):
        return x, y
    others = [held for held in hand.fan(shown) if held.handle and hand.is_raised(shown, held.handle)]
    rights = [held.box.right + shown.theme.px(11) for held in others if held.box.x <= x < held.box.right]
    return max([x, *rights]), y


def opponent_boxes(shown: DuelFrame) -> tuple[Rect, Rect]:
    """Return the boxes that represent the opponent: the strip of their hand and their plate."""
    strip = goal_box(shown, Place(1 - shown.near, "hand"))
    plate = shown.layout.rail.plates[1 - shown.near]
    return strip or plate, plate


def draw_aim(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw an attack that is being aimed: the opponent lit if a direct attack is legal, and an arrow to the
    thing under the pointer.
    """
    theme, doing, direct = shown.theme, shown.doing, shown.choices.direct_option
    if direct is not None:
        strip, _plate = opponent_boxes(shown)
        over = doing.spot == Place(1 - shown.near, "hand")
        panel(surface, strip, (*theme.palette.accent, 90 if over else 30), None, 0, theme.px(8))
        kit.draw_dashed(surface, theme, strip, theme.palette.focus if over else theme.palette.accent)
        kit.label(surface, theme, _("Attack directly"), strip.centre)
    goal = _aimed_at(shown)
    source = place_box(shown, doing.aiming) if doing.aiming else None
    if source is not None and goal is not None:
        kit.arrow(surface, theme, *line_between(source, goal), theme.palette.harm)


def _aimed_at(shown: DuelFrame) -> Rect | None:
    """Return the box of the target under the pointer or the keyboard focus."""
    spot = shown.doing.spot
    if spot is None:
        return None
    if spot.zone == "hand":
        return opponent_boxes(shown)[0] if shown.choices.direct_option is not None else None
    handles = shown.view.pile(spot.seat, spot.zone).handles
    card = handles[spot.slot] if 0 <= spot.slot < len(handles) else 0
    return place_box(shown, card) if card and shown.is_legal(card) else None


CARRIED_CARD_WIDTH_PX = 74
"""Width of a dragged card."""


def draw_goals(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the places for the dragged card: solid where it is allowed, dashed where only an effect could put
    it.
    """
    dragged = shown.doing.dragged
    if dragged is None:
        return
    theme, palette = shown.theme, shown.theme.palette
    for place, freely in dragged.goals.items():
        box = goal_box(shown, place)
        if box is None:
            continue
        over = shown.doing.spot is not None and shown.layout.rect(shown.doing.spot) == shown.layout.rect(
            place
        )
        if freely:
            panel(surface, box, (*palette.accent, 70 if over else 34), None, 0, theme.px(8))
            kit.legal(surface, theme, kit.enlarge(box, -theme.px(3)), 1.0 if over else 0.0, wedges=False)
        else:
            if over:
                panel(surface, box, (*palette.soft, 46), None, 0, theme.px(8))
            kit.draw_dashed(surface, theme, box, palette.focus if over else palette.soft, 2)


def goal_box(shown: DuelFrame, place: Place) -> Rect | None:
    """Return the box that lights up for a place: its zone, or the strip of a hand between pane and rail."""
    if place.zone != "hand":
        return shown.layout.rect(place)
    mat, strip = shown.layout.mat, shown.layout.rect(place)
    return Rect(mat.x, strip.y, mat.w, strip.h - shown.theme.px(4)) if strip is not None else None


def draw_dragged(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the dragged or returning card, or the back of a pile's top card."""
    theme, dragged, lasso = shown.theme, shown.doing.dragged or shown.doing.flying, shown.doing.lasso
    if lasso is not None:
        panel(surface, lasso, (*theme.palette.accent, 30), theme.palette.accent, 1.5, 4)
    if dragged is None:
        return
    many = len(shown.chosen) if dragged.card in shown.chosen else 1
    x, y = dragged.at
    for step in range(min(many, 3) - 1, -1, -1):
        shift = step * theme.px(5)
        blit_centred(surface, fade(_picture(shown, dragged), 0.92), (x + shift, y + shift))
    wide, high = shown.layout.card_size(CARRIED_CARD_WIDTH_PX)
    if many > 1:
        kit.badge(surface, theme, str(many), (x + wide / 2, y - high / 2), theme.palette.accent)
    if dragged.hint and shown.doing.dragged is not None:
        kit.label(surface, theme, dragged.hint, (x, y + high / 2 + theme.px(22)))


def _picture(shown: DuelFrame, dragged: DraggedCard) -> pygame.Surface:
    size = shown.layout.card_size(CARRIED_CARD_WIDTH_PX)
    facts = shown.facts(dragged.card) if dragged.card else None
    picture = shown.faces.get(facts, size) if facts is not None else card_back(size)
    return turned_face(picture) if dragged.turned else picture
