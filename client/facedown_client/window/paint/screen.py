"""The duel screen as layers: a layer that has not changed since the last frame is copied, not drawn again.

Background and mat change with the window; pane, board and rail change with their content. Only pulsing
outlines, the hand, menus and dialogs are drawn in every frame.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import pygame

from facedown_client.board import Rect, Shape
from facedown_client.window.paint import (
    board,
    dialogs,
    hand,
    kit,
    menu,
    overlays,
    pane,
    picked_cards,
    plays,
    rail,
    reasons,
    ties,
)
from facedown_client.window.paint.dependency_cache import DependencyCache
from facedown_client.window.paint.state import SHOWN_PARTS, DuelFrame

Draw = Callable[[pygame.Surface, DuelFrame], None]


class Layer:
    """A part of the screen, cached until a value that it was drawn from changes.

    `below` is drawn under it. `beside` is a layer of another part of the screen, shown before this one, whose
    picture both share.
    """

    def __init__(self, draw: Draw, below: Layer | None = None, beside: Layer | None = None) -> None:
        self.picture: pygame.Surface | None = None
        self._draw, self._below, self._beside = draw, below, beside
        self._kept = DependencyCache(self._draw_all, SHOWN_PARTS)

    def is_new(self, surface: pygame.Surface) -> bool:
        """Return whether the part was never drawn at this window size. The first drawing takes far longer
        than an update.
        """
        return self.picture is None or self.picture.get_size() != surface.get_size()

    def show(self, surface: pygame.Surface, shown: DuelFrame, box: Rect) -> None:
        """Copy the part to the screen, after drawing it if it has changed."""
        if self.picture is None or self.is_new(surface):
            beside = self._beside.picture if self._beside is not None else None
            self.picture = beside or surface.copy()
            self._kept = DependencyCache(self._draw_all, SHOWN_PARTS)
        self.picture.set_clip(pygame.Rect(box))
        self._kept.of(shown)
        surface.blit(self.picture, box[:2], box)

    def _draw_all(self, shown: DuelFrame) -> None:
        assert self.picture is not None, "a layer is shown on a surface"
        if self._below is not None and self._below.picture is not None:
            self.picture.blit(self._below.picture, (0, 0))
        self._draw(self.picture, shown)


class Screen:
    """Painter of DuelFrames. `patience` is the time budget of one frame in seconds; new parts beyond it are
    drawn in the next frame.
    """

    def __init__(self, patience: float = math.inf) -> None:
        self.patience = patience
        self.is_behind = False
        """Whether parts were left for the next frame."""
        self.ground = Layer(_ground)
        self.middle = Layer(_board, self.ground)
        self.left = Layer(pane.draw_pane, self.ground, self.middle)
        self.right = Layer(rail.draw_rail, self.ground, self.middle)

    def draw(self, surface: pygame.Surface, shown: DuelFrame) -> None:
        """Draw one frame."""
        layout, box, end = shown.layout, shown.layout.middle, time.perf_counter() + self.patience
        self.is_behind, some = False, False
        for part, place in (
            (self.ground, Rect(0, 0, *surface.get_size())), (self.middle, box),
            (self.left, layout.pane.rect), (self.right, layout.rail.rect),
        ):  # fmt: skip
            is_new = part.is_new(surface)
            if is_new and some and time.perf_counter() > end:
                self.is_behind = True
                return
            some = some or is_new
            part.show(surface, shown, place)
            if part is self.middle:
                self._draw_highlights(surface, shown, box)

    def _draw_highlights(self, surface: pygame.Surface, shown: DuelFrame, box: Rect) -> None:
        """Draw the parts that change in every frame: the glow of legal cards, and the hand with its raised
        card.
        """
        still = self.middle.picture
        assert still is not None, "the board was drawn"
        if shown.choices.shape is Shape.ZONE:
            hand.draw_hand(surface, shown)
            kit.dim(surface, box, 0.5)
            picked_cards.draw_source(surface, shown, still)
            picked_cards.draw_zones(surface, shown)
            picked_cards.zone_arrow(surface, shown)
        else:
            picked_cards.draw_legal(surface, shown, still)
            picked_cards.draw_goals(surface, shown)
            hand.draw_hand(surface, shown)
            if shown.doing.aiming or shown.choices.direct_option is not None:
                picked_cards.draw_aim(surface, shown)

    def draw_overlays(self, surface: pygame.Surface, shown: DuelFrame, share: float = 1.0) -> None:
        """Draw everything over the board: an attack (it may point to a player's plate), a play, dialogs,
        piles, the end, a pause. `share` is how far a dialog has opened.
        """
        ties.draw_attack(surface, shown)
        plays.draw_play(surface, shown)
        if shown.choices.shape is Shape.PICK:
            picked_cards.draw_given_up(surface, shown)
            picked_cards.draw_numbers(surface, shown)
        if shown.choices.is_modal and not shown.doing.peek:
            dialogs.draw_dialog(surface, shown, share)
        elif shown.doing.pile is not None and shown.doing.dragged is None:
            dialogs.draw_pile(surface, shown, share)
        overlays.draw_overlays(surface, shown)

    def draw_top(self, surface: pygame.Surface, shown: DuelFrame, share: float = 1.0) -> None:
        """Draw what covers even buttons: the open menu, and the enlarged card."""
        reasons.draw_reasons(surface, shown)
        picked_cards.draw_dragged(surface, shown)
        if shown.doing.menu is not None:
            menu.draw_menu(surface, shown, share)
        if shown.doing.reading:
            pane.draw_reading(surface, shown)


def _ground(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the background and the mat. They change with the window, and with zones that appear and
    disappear.
    """
    shown.theme.fill_background(surface)
    board.draw_mat(surface, shown)


def _board(surface: pygame.Surface, shown: DuelFrame) -> None:
    """Draw the cards, and the lines between them."""
    if not shown.spots:
        board.draw_totals(surface, shown)
    hand.draw_far_hand(surface, shown)
    board.draw_cards(surface, shown, dim=shown.choices.shape in (Shape.ZONE, Shape.PICK))
    ties.draw_links(surface, shown)
    ties.draw_chain(surface, shown)
    ties.draw_points(surface, shown)
