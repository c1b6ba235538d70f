"""The duel screen as layers: what has not changed since the last frame is copied, not drawn again.

Ground and mat change with the window, pane, board and rail with what they show; only outlines that pulse, the
hand, menus and dialogs are drawn in every frame.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from client.board import Rect, Shape
from client.window.paint import (
    board,
    dialogs,
    hand,
    kit,
    menu,
    overlays,
    pane,
    picks,
    rail,
    ties,
)
from client.window.paint.kept import Kept
from client.window.paint.state import SHOWN_PARTS, Shown

Draw = Callable[[pygame.Surface, Shown], None]


class Layer:
    """A part of the screen, kept until something it was drawn from changes."""

    def __init__(self, draw: Draw, below: Layer | None = None) -> None:
        self.picture: pygame.Surface | None = None
        self._draw, self._below = draw, below
        self._kept = Kept(self._draw_all, SHOWN_PARTS)

    def show(self, surface: pygame.Surface, shown: Shown, box: Rect) -> None:
        """Copy the part to the screen, drawing it first where it has changed."""
        if self.picture is None or self.picture.get_size() != surface.get_size():
            self.picture = surface.copy()
            self._kept = Kept(self._draw_all, SHOWN_PARTS)
        self.picture.set_clip(pygame.Rect(box))
        self._kept.of(shown)
        surface.blit(self.picture, box[:2], box)

    def _draw_all(self, shown: Shown) -> None:
        assert self.picture is not None, "a layer is shown on a surface"
        if self._below is not None and self._below.picture is not None:
            self.picture.blit(self._below.picture, (0, 0))
        self._draw(self.picture, shown)


class Screen:
    """Draws Shown after Shown onto the window."""

    def __init__(self) -> None:
        self.ground = Layer(_ground)
        self.middle = Layer(_board, self.ground)
        self.left, self.right = Layer(pane.draw_pane, self.ground), Layer(rail.draw_rail, self.ground)

    def draw(self, surface: pygame.Surface, shown: Shown) -> None:
        """One frame."""
        layout, box = shown.layout, shown.layout.middle
        self.ground.show(surface, shown, Rect(0, 0, *surface.get_size()))
        self.middle.show(surface, shown, box)
        self._lit(surface, shown, box)
        self.left.show(surface, shown, layout.pane.rect)
        self.right.show(surface, shown, layout.rail.rect)

    def _lit(self, surface: pygame.Surface, shown: Shown, box: Rect) -> None:
        """What changes in every frame: what can be acted on glows, the hand is raised under the pointer."""
        still = self.middle.picture
        assert still is not None, "the board was drawn"
        if shown.choices.shape is Shape.ZONE:
            hand.draw_hand(surface, shown)
            kit.dim(surface, box, 0.5)
            picks.draw_source(surface, shown, still)
            picks.draw_zones(surface, shown)
            picks.zone_arrow(surface, shown)
        else:
            picks.draw_legal(surface, shown, still)
            picks.draw_goals(surface, shown)
            hand.draw_hand(surface, shown)

    def over(self, surface: pygame.Surface, shown: Shown, share: float = 1.0) -> None:
        """What lies over everything: dialogs, piles, the end, a pause. `share` is how far it has opened."""
        if shown.choices.modal and not shown.doing.peek:
            dialogs.draw_dialog(surface, shown, share)
        elif shown.doing.pile is not None and shown.doing.dragged is None:
            dialogs.draw_pile(surface, shown, share)
        overlays.draw_overlays(surface, shown)

    def top(self, surface: pygame.Surface, shown: Shown, share: float = 1.0) -> None:
        """What lies even over buttons: the open menu, and the card being read."""
        picks.draw_carried(surface, shown)
        if shown.doing.menu is not None:
            menu.draw_menu(surface, shown, share)
        if shown.doing.reading:
            pane.draw_reading(surface, shown)


def _ground(surface: pygame.Surface, shown: Shown) -> None:
    """What lies under everything: it changes with the window and with zones that come and go."""
    shown.theme.ground(surface)
    board.draw_mat(surface, shown)


def _board(surface: pygame.Surface, shown: Shown) -> None:
    """Cards, and what ties them together."""
    hand.draw_far_hand(surface, shown)
    board.draw_cards(surface, shown, dim=shown.choices.shape in (Shape.ZONE, Shape.PICK))
    ties.draw_links(surface, shown)
    ties.draw_chain(surface, shown)
    ties.draw_points(surface, shown)
    ties.draw_attack(surface, shown)
