"""What ties cards together: Link Arrows' zones, equip lines, the chain with its targets, the attack."""

from __future__ import annotations

import math

import pygame

from client.board import Rect
from client.window.art.marks import DIRECTIONS
from client.window.look import Canvas, Point, drawn, icon, panel, put
from client.window.paint import kit
from client.window.paint.board import centre_of, place_box, standing, targeted
from client.window.paint.state import Shown
from shared.tables import TABLES
from shared.view import Seen
from shared.zones import Place, Table


def draw_links(surface: pygame.Surface, shown: Shown) -> None:
    """Corners of zones that Link Arrows point to, and the lines of Equip Cards."""
    table = TABLES.get(shown.view.table)
    for place, _, handle in standing(shown):
        seen, facts = shown.seen(handle), shown.facts(handle)
        if seen is None or handle in shown.hidden:
            continue
        if facts is not None and facts.arrows and seen.face_up and table is not None:
            for arrow in facts.arrows:
                _linked_corner(surface, shown, table, seen, place, arrow)
        if seen.equipped_to:
            _equip(surface, shown, handle, seen)


def _linked_corner(
    surface: pygame.Surface, shown: Shown, table: Table, seen: Seen, place: Place, arrow: str
) -> None:
    goal = table.points.get((f"{seen.controller}/{place}", arrow))
    spot = shown.layout.spot(goal)
    if goal is None or spot is None or goal.zone not in ("monster", "extra_monster"):
        return
    across, away = DIRECTIONS[arrow]
    if seen.controller != shown.near:
        across, away = -across, -away
    side, colour = shown.theme.px(10), shown.theme.palette.arrow
    picture = _corner(colour, side, -across, -away)
    inset = shown.theme.px(3)
    x = spot.rect.x + (spot.rect.w - side) * (1 - across) / 2 + across * inset
    y = spot.rect.y + (spot.rect.h - side) * (1 - away) / 2 + away * inset
    put(surface, picture, (x, y))


def _corner(colour: tuple[int, int, int], side: int, across: float, away: float) -> pygame.Surface:
    """A triangle in the corner (or at the edge) of a zone that an arrow comes in by."""

    def draw(canvas: Canvas) -> None:
        x, y = side * (1 + across) / 2, side * (1 + away) / 2
        if across and away:
            canvas.polygon(colour, [(x, y), (side - x, y), (x, side - y)])
        else:
            tip = (side / 2 - across * side / 2, side / 2 - away * side / 2)
            foot = (x - abs(away) * side / 2, y - abs(across) * side / 2)
            end = (x + abs(away) * side / 2, y + abs(across) * side / 2)
            canvas.polygon(colour, [tip, foot, end])

    return drawn(("linked", colour, across, away), side, side, draw)


def _equip(surface: pygame.Surface, shown: Shown, handle: int, seen: Seen) -> None:
    """A line and a ring between an Equip Card and its monster."""
    start, end = centre_of(shown, handle), centre_of(shown, seen.equipped_to)
    if start is None or end is None:
        return
    theme = shown.theme
    own, other = _edge(shown, handle, end), _edge(shown, seen.equipped_to, start)
    ink = theme.palette.mine
    left, top = min(own[0], other[0]) - 4, min(own[1], other[1]) - 4
    wide, high = abs(own[0] - other[0]) + 8, abs(own[1] - other[1]) + 8
    line = max(1.5, 1.8 * theme.u)

    def draw(canvas: Canvas) -> None:
        spots = [(own[0] - left, own[1] - top), (other[0] - left, other[1] - top)]
        canvas.path((5, 8, 13), spots, line + 2)
        canvas.path(ink, spots, line)

    key = ("equip", ink, line, own[0] < other[0], own[1] < other[1])
    put(surface, drawn(key, wide, high, draw), (left, top))
    middle = ((own[0] + other[0]) / 2, (own[1] + other[1]) / 2)
    across = theme.px(14)
    panel(
        surface,
        (middle[0] - across / 2, middle[1] - across / 2, across, across),
        (5, 8, 13),
        ink,
        line,
        across / 2,
    )
    icon(surface, "minus", middle, theme.px(8), ink)


def _edge(shown: Shown, handle: int, towards: Point) -> Point:
    """The point of a card's edge on the way to another."""
    box = place_box(shown, handle)
    assert box is not None
    return _leaving(box, towards[0] - box.centre[0], towards[1] - box.centre[1], 0, 1.0)


def _leaving(box: Rect, dx: float, dy: float, gap: float, most: float) -> Point:
    """Where a way from the middle of a box leaves it, this far outside; at `most` of the whole way."""
    reach = min(
        (box.w / 2 + gap) / abs(dx) if dx else math.inf, (box.h / 2 + gap) / abs(dy) if dy else math.inf, most
    )
    return box.centre[0] + dx * reach, box.centre[1] + dy * reach


def draw_chain(surface: pygame.Surface, shown: Shown) -> None:
    """Brackets around targets, arrows to them, and a numbered marker on every card of the chain."""
    palette = shown.theme.palette
    upright = {handle for _, _, handle in standing(shown)}
    for handle in sorted(targeted(shown) - upright):
        box = place_box(shown, handle)
        if box is not None:
            kit.brackets(surface, shown.theme, box, palette.harm)
    for number, link in enumerate(shown.view.chain, 1):
        mine = link.seat == shown.near
        source = _link_box(shown, number - 1)
        share = shown.grow if number == len(shown.view.chain) else 1.0
        for handle in link.targets:
            _chain_arrow(surface, shown, source, handle, palette.mine if mine else palette.harm, share)
    for number, link in enumerate(shown.view.chain, 1):
        source = _link_box(shown, number - 1)
        if source is not None:
            at = (source.x + shown.theme.px(2), source.bottom - shown.theme.px(14))
            kit.chain_marker(surface, shown.theme, number, at, link.seat == shown.near)


def _link_box(shown: Shown, index: int) -> Rect | None:
    """Where the card of a Chain Link is, or was when it was activated."""
    link = shown.view.chain[index]
    box = place_box(shown, link.card) if link.card else None
    if box is not None and box.w < shown.layout.mat.w / 2:
        return box
    return shown.layout.rect(link.place)


def _chain_arrow(
    surface: pygame.Surface,
    shown: Shown,
    source: Rect | None,
    target: int,
    colour: tuple[int, int, int],
    share: float,
) -> None:
    goal = place_box(shown, target)
    if source is None or goal is None or source == goal or share <= 0.02:
        return
    kit.arrow(surface, shown.theme, *between(source, goal), colour, share)


def between(source: Rect, goal: Rect) -> tuple[Point, Point]:
    """From the edge of one card to the edge of another, so that neither is covered."""
    (x1, y1), (x2, y2) = source.centre, goal.centre
    return _leaving(source, x2 - x1, y2 - y1, 4, 0.5), _leaving(goal, x1 - x2, y1 - y2, 4, 0.5)


def draw_points(surface: pygame.Surface, shown: Shown) -> None:
    """What cards point at by hand: an arrow from each to what it names."""
    if not any(row.kind in ("by_hand", "search") for row in shown.view.waiting):
        return
    for _, _, handle in standing(shown):
        seen, source = shown.seen(handle), place_box(shown, handle)
        if seen is None or source is None or handle in shown.hidden:
            continue
        colour = shown.theme.palette.mine if seen.controller == shown.near else shown.theme.palette.harm
        for target in seen.targets:
            goal = place_box(shown, target)
            if goal is not None:
                kit.arrow(surface, shown.theme, *between(source, goal), colour)


def draw_attack(surface: pygame.Surface, shown: Shown) -> None:
    """The attack that is on: an arrow from the attacker to its target, or to the player."""
    attack = shown.view.attack
    if attack is None:
        return
    source = place_box(shown, attack[0])
    seen = shown.seen(attack[0])
    if source is None or seen is None:
        return
    mine = seen.controller == shown.near
    colour = shown.theme.palette.mine if mine else shown.theme.palette.harm
    goal = place_box(shown, attack[1]) if attack[1] else None
    if goal is None:
        strip = shown.layout.far_hand if mine else shown.layout.hand
        goal = Rect(strip.x + strip.w // 2 - 20, strip.y, 40, max(20, strip.h // 2))
    kit.arrow(surface, shown.theme, *between(source, goal), colour)
