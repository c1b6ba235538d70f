"""Both hands: the own one fanned out below, and the backs of the opponent's at the upper edge.

`fan` gives the box of every card, for drawing and for the pointer alike.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import pygame

from facedown_client.board import Rect, Shape
from facedown_client.window.art.marks import card_back
from facedown_client.window.look import Point, Theme, blit, blit_centred, derive, glow, sprite
from facedown_client.window.paint import kit
from facedown_client.window.paint.cards import dim_picture
from facedown_client.window.paint.state import DuelFrame

LIFT_PX = 12
"""Height by which a card under the pointer or a picked card rises."""


class HandCard(NamedTuple):
    """A card of the own hand: its centre, its size, and its lean in degrees, clockwise."""

    handle: int
    centre: Point
    size: tuple[int, int]
    lean: float

    def contains(self, at: Point) -> bool:
        """Return whether a point is on the card."""
        turn = math.radians(-self.lean)
        dx, dy = at[0] - self.centre[0], at[1] - self.centre[1]
        x = dx * math.cos(turn) - dy * math.sin(turn)
        y = dx * math.sin(turn) + dy * math.cos(turn)
        return abs(x) <= self.size[0] / 2 and abs(y) <= self.size[1] / 2

    @property
    def box(self) -> Rect:
        """The upright rectangle of the card."""
        wide, high = self.size
        return Rect(round(self.centre[0] - wide / 2), round(self.centre[1] - high / 2), wide, high)


def fan(shown: DuelFrame) -> list[HandCard]:
    """Return the cards of the own hand, left to right; those under the pointer or picked are raised and
    upright.
    """
    pile = shown.view.pile(shown.near, "hand")
    handles = pile.handles or (0,) * pile.count
    if not handles:
        return []
    layout, strip = shown.layout, shown.layout.hand
    # In a high window the hand may grow a little, so that its names stay readable.
    unit = min(layout.board_u * 1.12, max(layout.board_u, strip.h / 164))
    wide = round(96 * unit)
    high = round(wide * 86 / 59)
    pitch = min(104 * unit, (strip.w - wide - 24 * unit) / max(1, len(handles) - 1))
    middle = layout.mat.x + layout.mat.w / 2
    placing = {shown.choices.options[index].card for index in shown.choices.by_place.values()}
    top = min(strip.y + max(9 * unit, (strip.h - high) * 0.45), strip.bottom - high * 0.9)
    held = []
    for number, handle in enumerate(handles):
        offset = number - (len(handles) - 1) / 2
        share = offset / max(2.0, (len(handles) - 1) / 2) * 2
        lean = max(-4.5, min(4.5, share * 1.7))
        y = top + high / 2 + share * share * 1.6 * unit
        if handle and (is_raised(shown, handle) or handle in placing):
            lean, y = 0.0, top + high / 2 - LIFT_PX * unit
        held.append(HandCard(handle, (middle + offset * pitch, y), (wide, high), lean))
    return held


def is_raised(shown: DuelFrame, handle: int) -> bool:
    """Return whether a hand card is raised: under the pointer, picked, or with its menu open."""
    return handle == shown.doing.hover or shown.is_chosen(handle)


def card_at(shown: DuelFrame, point: Point) -> int:
    """Return the hand card at a point: the raised one first, then the topmost."""
    held = [card for card in fan(shown) if card.handle]
    held.sort(key=lambda card: is_raised(shown, card.handle))
    return next((card.handle for card in reversed(held) if card.contains(point)), 0)


def box_of(shown: DuelFrame, handle: int) -> Rect | None:
    """Return the box of a card of the own hand."""
    return next((card.box for card in fan(shown) if card.handle == handle), None)


def draw_hand(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the own hand, raised cards last."""
    held = fan(shown)
    for card in sorted(held, key=lambda card: bool(card.handle) and is_raised(shown, card.handle)):
        if card.handle == 0 or card.handle not in shown.hidden:
            _draw_held(surface, shown, card)


def _draw_held(surface: pygame.Surface, shown: DuelFrame, card: HandCard) -> None:
    theme, doing = shown.theme, shown.doing
    facts = shown.facts(card.handle) if card.handle else None
    picture = shown.faces.get(facts, card.size, "hand") if facts else card_back(card.size)
    chosen, able = shown.is_chosen(card.handle), shown.is_legal(card.handle)
    asked = shown.choices.shape not in (Shape.NONE, Shape.HANDS)
    if asked and not able and facts is not None:
        picture = dim_picture(picture)
    state = "selected" if chosen else "legal" if able else ""
    if doing.keyboard and doing.hover == card.handle and card.handle and not chosen:
        state += " focus"
    edge = theme.px(10)
    if able and not chosen and not theme.palette.contrast:
        blit_centred(surface, _glow(picture.get_size(), theme, card, shown.pulse), card.centre)
    key = ("held", state, round(card.lean, 1), edge, theme.look.contrast)
    whole = derive(picture, key, lambda bare: _outline_card(bare, theme, state, edge, card.lean))
    blit_centred(surface, whole, card.centre)


def _outline_card(bare: pygame.Surface, theme: Theme, state: str, edge: int, lean: float) -> pygame.Surface:
    """Return a turned hand card with its outline, cached for every state."""
    wide, high = bare.get_size()
    made = pygame.Surface((wide + 2 * edge, high + 2 * edge), pygame.SRCALPHA)
    box = (edge, edge, wide, high)
    if "selected" in state:
        kit.draw_selection(made, theme, box)
    elif "legal" in state:
        kit.legal(made, theme, box, 0.0)
    blit(made, bare, (edge, edge))
    if "focus" in state:
        kit.draw_focus(made, theme, box)
    return made if not lean else pygame.transform.rotozoom(made, -lean, 1)


def _glow(size: tuple[int, int], theme: Theme, card: HandCard, pulse: float) -> pygame.Surface:
    """Return the soft light around a legal hand card of this size, in eight strengths."""
    level = max(1, round(pulse * 8))

    def make() -> pygame.Surface:
        wide, high = size
        room = theme.px(18)
        made = pygame.Surface((wide + 2 * room, high + 2 * room), pygame.SRCALPHA)
        glow(made, (room, room, wide, high), theme.palette.accent, theme.px(7), 0.8 * level / 8, theme.px(6))
        return made if not card.lean else pygame.transform.rotozoom(made, -card.lean, 1)

    return sprite(("hand_glow", size, level, round(card.lean, 1), theme.size), make)


def far_fan(shown: DuelFrame) -> list[HandCard]:
    """Return the cards of the opponent's hand, left to right: first those that the viewer can read."""
    pile = shown.view.pile(1 - shown.near, "hand")
    layout, unit, size = shown.layout, shown.layout.board_u, shown.layout.card_size(44)
    strip, middle = layout.far_hand, layout.mat.x + layout.mat.w / 2
    pitch = min(42 * unit, (strip.w - size[0]) / max(1, pile.count - 1))
    known = [handle for handle in pile.handles if handle and shown.facts(handle) is not None]
    held = []
    for number in range(pile.count):
        offset = number - (pile.count - 1) / 2
        handle = known[number] if number < len(known) else 0
        seen = shown.visible_card(handle) if handle else None
        low = size[1] * 0.2 if handle else 0
        y = strip.bottom - size[1] / 2 + low - abs(offset) * 0.5 * unit
        if seen is not None and seen.revealed:
            # A revealed card is drawn completely inside the window.
            y = max(y, size[1] / 2 + 6 * unit)
        lean = max(-6.0, min(6.0, -offset * 1.6))
        held.append(HandCard(handle, (middle + offset * pitch, y), size, lean))
    return held


def far_box_of(shown: DuelFrame, handle: int) -> Rect | None:
    """Return the box of a card of the opponent's hand; None for one that is drawn as a card back."""
    return next((card.box for card in far_fan(shown) if card.handle == handle), None)


def draw_far_hand(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the opponent's hand: card backs from above; a revealed card shows its face."""
    for card in far_fan(shown):
        facts = shown.facts(card.handle) if card.handle else None
        picture = shown.faces.get(facts, card.size) if facts else card_back(card.size)
        blit_centred(surface, _lean(picture, card.lean), card.centre)


def _lean(picture: pygame.Surface, lean: float) -> pygame.Surface:
    key = ("lean", round(lean, 1))
    return derive(picture, key, lambda bare: pygame.transform.rotozoom(bare, -lean, 1))
