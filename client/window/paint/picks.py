"""What can be acted on: outlines of legal cards and piles, zones to pick with the ghost of a card; by hand
where a dragged card may go, the card itself, a box around several.
"""

from __future__ import annotations

import pygame

from client.board import BoardSpot, Dragged, Rect
from client.window.art.marks import card_back
from client.window.look import faded, glow, icon, panel, put, put_centre
from client.window.paint import hand, kit
from client.window.paint.board import place_box, standing
from client.window.paint.cards import box_of, named, numbered, numbers, plates
from client.window.paint.state import Shown
from client.window.paint.ties import between
from client.window.widgets import draw_key
from shared.view import Seen
from shared.zones import Place


def draw_legal(surface: pygame.Surface, shown: Shown, still: pygame.Surface) -> None:
    """The glow of cards and piles that can be acted on, and where the keyboard is.

    `still` is the board without it: plates are copied back from there, so that no number is tinted.
    """
    theme, doing = shown.theme, shown.doing
    lit: list[Rect] = []
    for place, spot, handle in standing(shown):
        box = box_of(shown, spot.rect, handle)
        if shown.is_legal(handle) and handle not in shown.hidden and not theme.palette.contrast:
            outer = kit.grown(box, theme.px(3))
            glow(surface, outer, theme.palette.accent, theme.px(6), 0.85 * shown.pulse, theme.px(5))
            lit += [plate.box for plate in plates(shown, spot.rect, handle)]
        if doing.keyboard and doing.spot == place:
            panel(surface, spot.rect, None, theme.palette.focus, max(2, theme.px(2)), theme.px(8))
    for plate in lit:
        surface.blit(still, plate[:2], plate)
    for spot in shown.layout.spots:
        if spot.pile:
            _legal_pile(surface, shown, spot)


def _legal_pile(surface: pygame.Surface, shown: Shown, spot: BoardSpot) -> None:
    theme = shown.theme
    if any(map(shown.is_legal, shown.view.pile(spot.place.seat, spot.place.zone).handles)):
        kit.legal(surface, theme, kit.grown(spot.rect, -theme.px(3)), shown.pulse)
    if shown.doing.keyboard and shown.doing.spot == spot.place:
        panel(surface, spot.rect, None, theme.palette.focus, max(2, theme.px(2)), theme.px(8))


def draw_zones(surface: pygame.Surface, shown: Shown) -> None:
    """Zones to pick: dashed with a plus and a number key; solid with the card's ghost under the pointer."""
    theme, choices = shown.theme, shown.choices
    for number, (place, option) in enumerate(choices.by_place.items(), 1):
        spot = shown.layout.spot(place)
        if spot is None:
            continue
        panel(surface, spot.rect, (*theme.palette.accent, 40), None, 0, theme.px(8))
        if shown.doing.spot == place:
            kit.legal(surface, theme, kit.grown(spot.rect, -theme.px(3)), 1.0, wedges=False)
            _ghost(surface, shown, spot, choices.options[option].card)
        else:
            kit.dashed(surface, theme, spot.rect, theme.palette.accent)
            icon(surface, "plus", spot.rect.centre, theme.px(24), theme.palette.accent)
        if number <= 9:
            draw_key(surface, theme, str(number), (spot.rect.x + theme.px(1), spot.rect.y + theme.px(3)))


def _ghost(surface: pygame.Surface, shown: Shown, spot: BoardSpot, handle: int) -> None:
    """The card as it would lie there, with its printed numbers."""
    facts = shown.facts(handle)
    if facts is None:
        icon(surface, "plus", spot.rect.centre, shown.theme.px(24), shown.theme.palette.accent)
        return
    put_centre(surface, shown.faces.get(facts, shown.layout.card()), spot.rect.centre)
    parts = [named(shown, spot.rect, facts.name)]
    if facts.attack is not None:
        printed = Seen(attack=facts.attack, defense=facts.defense, link=facts.link)
        parts.append(numbered(shown, spot.rect, list(numbers(printed, facts)), False))
    for plate in parts:
        kit.plate(surface, shown.theme, plate.box)
        plate.write(surface)


def draw_source(surface: pygame.Surface, shown: Shown, still: pygame.Surface) -> None:
    """Where the card to be placed comes from stays lit, with a white outline."""
    handles = {shown.choices.options[index].card for index in shown.choices.by_place.values()}
    for handle in handles:
        box, facts = place_box(shown, handle), shown.facts(handle)
        held = hand.box_of(shown, handle) if handle else None
        if held is not None and facts is not None:
            put(surface, shown.faces.get(facts, (held.w, held.h), "hand"), held[:2])
            panel(surface, kit.grown(held, 3), None, shown.theme.palette.focus, 3, shown.theme.px(6))
        elif box is not None and box.w < shown.layout.mat.w / 2:
            surface.blit(still, box[:2], box)
            panel(surface, box, None, shown.theme.palette.focus, max(2, shown.theme.px(2)), shown.theme.px(8))


def zone_arrow(surface: pygame.Surface, shown: Shown) -> None:
    """From where the card comes to the zone under the pointer."""
    option = shown.choices.by_place.get(shown.doing.spot) if shown.doing.spot else None
    if option is None or shown.doing.spot is None:
        return
    source = place_box(shown, shown.choices.options[option].card)
    goal = shown.layout.rect(shown.doing.spot)
    if source is not None and goal is not None and source.w < shown.layout.mat.w / 2:
        kit.arrow(surface, shown.theme, *between(source, goal), shown.theme.palette.mine)


CARRIED = 74
"""How wide a card is while it is dragged."""


def draw_goals(surface: pygame.Surface, shown: Shown) -> None:
    """Light up where the dragged card may be let go: solid where it is allowed, dashed by an effect alone."""
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
            kit.legal(surface, theme, kit.grown(box, -theme.px(3)), 1.0 if over else 0.0, wedges=False)
        else:
            if over:
                panel(surface, box, (*palette.soft, 46), None, 0, theme.px(8))
            kit.dashed(surface, theme, box, palette.focus if over else palette.soft, 2)


def goal_box(shown: Shown, place: Place) -> Rect | None:
    """What lights up for a place: its zone, or the strip of a hand between pane and rail."""
    if place.zone != "hand":
        return shown.layout.rect(place)
    mat, strip = shown.layout.mat, shown.layout.rect(place)
    return Rect(mat.x, strip.y, mat.w, strip.h - shown.theme.px(4)) if strip is not None else None


def draw_carried(surface: pygame.Surface, shown: Shown) -> None:
    """The card under the pointer, or the back of a pile's topmost."""
    dragged, lasso = shown.doing.dragged, shown.doing.lasso
    if lasso is not None:
        panel(surface, lasso, (*shown.theme.palette.accent, 30), shown.theme.palette.accent, 1.5, 4)
    if dragged is None:
        return
    many = len(shown.chosen) if dragged.card in shown.chosen else 1
    x, y = dragged.at
    for step in range(min(many, 3) - 1, -1, -1):
        shift = step * shown.theme.px(5)
        put_centre(surface, faded(_picture(shown, dragged), 0.92), (x + shift, y + shift))
    if many > 1:
        wide, high = shown.layout.card(CARRIED)
        at = (x + wide / 2, y - high / 2)
        kit.badge(surface, shown.theme, str(many), at, shown.theme.palette.accent)


def _picture(shown: Shown, dragged: Dragged) -> pygame.Surface:
    size = shown.layout.card(CARRIED)
    facts = shown.facts(dragged.card) if dragged.card else None
    return shown.faces.get(facts, size) if facts is not None else card_back(size)
