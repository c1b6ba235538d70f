"""Lines between cards: the zones of Link Arrows, equip lines, the Chain with its targets, the attack."""

from __future__ import annotations

import math

import pygame

from facedown_client.board import Rect
from facedown_client.window.art.marks import DIRECTIONS
from facedown_client.window.look import Canvas, Point, blit, draw_cached, icon, panel
from facedown_client.window.paint import kit
from facedown_client.window.paint.board import cards_in_zones, find_targets, place_box
from facedown_client.window.paint.state import DuelFrame
from facedown_shared.tables import TABLES, Place, Table, VisibleCard, VisibleLink


def draw_links(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the corners of zones that Link Arrows point to, and the lines of Equip Cards."""
    table = TABLES.get(shown.view.table)
    for place, _, handle in cards_in_zones(shown):
        seen, facts = shown.visible_card(handle), shown.facts(handle)
        if seen is None or handle in shown.hidden:
            continue
        if facts is not None and facts.arrows and seen.face_up and table is not None:
            for arrow in facts.arrows:
                _linked_corner(surface, shown, table, seen, place, arrow)
        if seen.equipped_to:
            _equip(surface, shown, handle, seen)


def _linked_corner(
    surface: pygame.Surface, shown: DuelFrame, table: Table, seen: VisibleCard, place: Place, arrow: str
) -> None:
    goal = table.points.get((f"{seen.controller}/{place}", arrow))
    spot = shown.layout.spot(goal)
    if goal is None or spot is None or goal.zone not in ("monster", "extra_monster"):
        return
    turn = 1 if seen.controller == shown.near else -1
    across, away = (turn * part for part in DIRECTIONS[arrow])
    side, colour = shown.theme.px(10), shown.theme.palette.arrow
    picture = _corner(colour, side, -across, -away)
    inset = shown.theme.px(3)
    x = spot.rect.x + (spot.rect.w - side) * (1 - across) / 2 + across * inset
    y = spot.rect.y + (spot.rect.h - side) * (1 - away) / 2 + away * inset
    blit(surface, picture, (x, y))


def _corner(colour: tuple[int, int, int], side: int, across: float, away: float) -> pygame.Surface:
    """Return a triangle for the corner (or edge) of a zone that an arrow points to."""

    def draw(canvas: Canvas) -> None:
        x, y = side * (1 + across) / 2, side * (1 + away) / 2
        if across and away:
            canvas.polygon(colour, [(x, y), (side - x, y), (x, side - y)])
        else:
            tip = (side / 2 - across * side / 2, side / 2 - away * side / 2)
            foot = (x - abs(away) * side / 2, y - abs(across) * side / 2)
            end = (x + abs(away) * side / 2, y + abs(across) * side / 2)
            canvas.polygon(colour, [tip, foot, end])

    return draw_cached(("linked", colour, across, away), side, side, draw)


def _equip(surface: pygame.Surface, shown: DuelFrame, handle: int, seen: VisibleCard) -> None:
    """Draw a line and a ring between an Equip Card and its monster."""
    start, end = place_box(shown, handle), place_box(shown, seen.equipped_to)
    if start is None or end is None:
        return
    theme, ink = shown.theme, shown.palette.mine
    own, other = _edge(start, end), _edge(end, start)
    left, top = min(own[0], other[0]) - 4, min(own[1], other[1]) - 4
    wide, high = abs(own[0] - other[0]) + 8, abs(own[1] - other[1]) + 8
    line = max(1.5, 1.8 * theme.u)

    def draw(canvas: Canvas) -> None:
        spots = [(own[0] - left, own[1] - top), (other[0] - left, other[1] - top)]
        canvas.path((5, 8, 13), spots, line + 2)
        canvas.path(ink, spots, line)

    key = ("equip", ink, line, own[0] < other[0], own[1] < other[1])
    blit(surface, draw_cached(key, wide, high, draw), (left, top))
    (x, y), across = ((own[0] + other[0]) / 2, (own[1] + other[1]) / 2), theme.px(14)
    panel(surface, (x - across / 2, y - across / 2, across, across), (5, 8, 13), ink, line, across / 2)
    icon(surface, "minus", (x, y), theme.px(8), ink)


def _edge(box: Rect, other: Rect) -> Point:
    """Return the point of a box's edge on the way to another box."""
    (x1, y1), (x2, y2) = box.centre, other.centre
    return _point_towards(box, x2 - x1, y2 - y1, 0, 1.0)


def _point_towards(box: Rect, dx: float, dy: float, gap: float, most: float) -> Point:
    """Return the point `gap` outside a box on the way from its centre by (dx, dy), but at most the share
    `most` of that way.
    """
    reach = min(
        (box.w / 2 + gap) / abs(dx) if dx else math.inf, (box.h / 2 + gap) / abs(dy) if dy else math.inf, most
    )
    return box.centre[0] + dx * reach, box.centre[1] + dy * reach


def draw_chain(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw brackets around targets, arrows to them, and a numbered marker on every card of the Chain."""
    upright = {handle for _, _, handle in cards_in_zones(shown)}
    for handle in sorted(find_targets(shown) - upright):
        box = place_box(shown, handle)
        if box is not None:
            kit.brackets(surface, shown.theme, box, shown.palette.harm)
    links = [(number, link, _link_box(shown, link)) for number, link in enumerate(shown.view.chain, 1)]
    for number, link, source in links:
        share = shown.grow if number == len(links) else 1.0
        for handle in link.targets:
            _arrow(surface, shown, source, place_box(shown, handle), link.seat == shown.near, share)
    for number, link, source in links:
        if source is not None:
            mine = link.seat == shown.near
            kit.chain_marker(surface, shown.theme, number, marker_at(shown, source), mine)


def marker_at(shown: DuelFrame, source: Rect) -> Point:
    """Return the centre of a Chain Link's marker: at the left edge of its card, over its numbers and
    caption.
    """
    return source.x + shown.theme.px(2), source.centre[1] + shown.theme.px(7)


def _link_box(shown: DuelFrame, link: VisibleLink) -> Rect | None:
    """Return the box of a Chain Link's card, or the one it had at its activation."""
    box = place_box(shown, link.card)
    return box if box is not None and box.w < shown.layout.mat.w / 2 else shown.layout.rect(link.place)


def _arrow(
    surface: pygame.Surface, shown: DuelFrame, source: Rect | None, goal: Rect | None, mine: bool,
    share: float = 1.0,
) -> None:  # fmt: skip
    """Draw an arrow in its player's colour, as far as it has grown."""
    colour = shown.palette.mine if mine else shown.palette.harm
    if source is not None and goal is not None and source != goal and share > 0.02:
        kit.arrow(surface, shown.theme, *line_between(source, goal), colour, share)


def line_between(source: Rect, goal: Rect) -> tuple[Point, Point]:
    """Return a line from the edge of one card to the edge of another, so that neither is covered."""
    (x1, y1), (x2, y2) = source.centre, goal.centre
    return _point_towards(source, x2 - x1, y2 - y1, 4, 0.5), _point_towards(goal, x1 - x2, y1 - y2, 4, 0.5)


def draw_points(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw an arrow from each card that points at something in manual play to its target."""
    if not any(row.kind in ("by_hand", "search") for row in shown.view.waiting):
        return
    for _, _, handle in cards_in_zones(shown):
        seen = shown.visible_card(handle)
        for target in seen.targets if seen is not None and handle not in shown.hidden else ():
            mine = shown.view.cards[handle].controller == shown.near
            _arrow(surface, shown, place_box(shown, handle), place_box(shown, target), mine)


def draw_attack(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw an arrow from the attacker to the zone of its target, or to a player's Life Points; none once
    either has left the field.
    """
    attacker, _target = shown.view.attack or (0, 0)
    source, goal = _zone_of(shown, attacker), attacked_box(shown)
    if source is not None and goal is not None:
        box = place_box(shown, attacker) or source
        _arrow(surface, shown, box, goal, shown.view.cards[attacker].controller == shown.near)


def attacked_box(shown: DuelFrame) -> Rect | None:
    """Return the zone of the attacked card, or the near edge of the attacked player's plate; None for
    none.
    """
    attacker, target = shown.view.attack or (0, 0)
    seen = shown.visible_card(attacker)
    if target or seen is None:
        return _zone_of(shown, target)
    plate = shown.layout.rail.plates[1 - seen.controller]
    return plate._replace(w=max(2, round(shown.theme.px(8))))


def _zone_of(shown: DuelFrame, handle: int) -> Rect | None:
    """Return the box of the card's zone on the field."""
    place, table = shown.view.place_of(handle) if handle else None, TABLES.get(shown.view.table)
    zone = table.zones.get(place.zone) if table is not None and place is not None else None
    spot = shown.layout.spot(place)
    if zone is None or spot is None or "field" not in zone.tags:
        return None
    return place_box(shown, handle) if spot.spread else spot.rect
