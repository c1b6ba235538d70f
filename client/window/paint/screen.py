"""The duel screen as layers: what has not changed since the last frame is copied, not drawn again.

Ground and mat change with the window, pane, board and rail with what they show; only outlines that pulse, the
hand, menus and dialogs are drawn in every frame.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from client.board.choices import Shape
from client.board.layout import Rect
from client.window.paint import (
    board,
    byhand,
    dialogs,
    hand,
    kit,
    menu,
    overlays,
    pane,
    picks,
    rail,
    reading,
    ties,
)
from client.window.paint.state import Shown

Key = tuple[object, ...]
"""What a layer was drawn from, compared as values."""


class Layer:
    """A part of the screen, kept until what it was drawn from changes."""

    def __init__(self) -> None:
        self.picture: pygame.Surface | None = None
        self.key: Key | None = None
        self.drawn = 0

    def show(
        self, surface: pygame.Surface, box: Rect, key: Key, draw: Callable[[pygame.Surface], None]
    ) -> None:
        """Copy the part to the screen, drawing it first when its key is new."""
        if self.picture is None or self.picture.get_size() != surface.get_size():
            self.picture = surface.copy()
            self.key = None
        if key != self.key:
            clip = pygame.Rect(box)
            self.picture.set_clip(clip)
            draw(self.picture)
            self.key = key
            self.drawn += 1
        surface.blit(self.picture, box[:2], box)


class Screen:
    """Draws Shown after Shown onto the window."""

    def __init__(self) -> None:
        self.ground, self.middle, self.left, self.right = Layer(), Layer(), Layer(), Layer()

    def draw(self, surface: pygame.Surface, shown: Shown, pulse: float = 1.0, grow: float = 1.0) -> None:
        """One frame. `pulse` is the strength of the glow, `grow` how far the newest arrow has come."""
        whole = Rect(0, 0, *surface.get_size())
        key = (shown.theme, shown.layout.near, shown.view.table)
        self.ground.show(surface, whole, key, lambda picture: self._ground(picture, shown))
        self._middle(surface, shown, pulse, grow)
        self._sides(surface, shown)

    def _ground(self, picture: pygame.Surface, shown: Shown) -> None:
        shown.theme.ground(picture)
        board.draw_mat(picture, shown)

    def _under(self, picture: pygame.Surface) -> None:
        """Begin a layer with the ground below it."""
        assert self.ground.picture is not None
        picture.blit(self.ground.picture, (0, 0))

    def _sides(self, surface: pygame.Surface, shown: Shown) -> None:
        doing, view = shown.doing, shown.view
        faces = shown.faces.version
        seen = shown.seen(doing.preview_card)
        key: Key = (
            shown.theme, doing.preview, doing.preview_card, seen, doing.tab, doing.log_offset,
            doing.text_offset, doing.unread, len(shown.log), len(shown.chat), view, faces,
            shown.log[-1] if shown.log else None, shown.steps, shown.table.step if shown.table else 0,
        )  # fmt: skip

        def draw_left(picture: pygame.Surface) -> None:
            self._under(picture)
            pane.draw_pane(picture, shown)

        self.left.show(surface, shown.layout.pane.rect, key, draw_left)
        clocks = tuple(rail.clock_words(left) for left in shown.clocks)
        key = (
            shown.theme, view, shown.table, clocks, shown.choices, doing.picked, shown.life,
            shown.layout.near, doing.spot if doing.spot and doing.spot.seat == -2 else None,
        )  # fmt: skip

        def draw_right(picture: pygame.Surface) -> None:
            self._under(picture)
            rail.draw_rail(picture, shown)

        self.right.show(surface, shown.layout.rail.rect, key, draw_right)

    def _middle(self, surface: pygame.Surface, shown: Shown, pulse: float, grow: float) -> None:
        doing, choices = shown.doing, shown.choices
        picking = choices.shape in (Shape.ZONE, Shape.PICK)
        box = Rect(
            shown.layout.pane.rect.right, 0, shown.layout.rail.rect.x - shown.layout.pane.rect.right,
            shown.layout.size[1],
        )  # fmt: skip
        key = (
            shown.theme, shown.view, choices, shown.hidden, shown.faces.version, shown.layout.near,
            picking, round(grow * 12), doing.picked, doing.menu.card if doing.menu else 0, doing.chosen,
        )  # fmt: skip

        def draw(picture: pygame.Surface) -> None:
            self._under(picture)
            hand.draw_far_hand(picture, shown)
            board.draw_cards(picture, shown, dim=picking)
            ties.draw_links(picture, shown)
            ties.draw_chain(picture, shown, grow)
            ties.draw_points(picture, shown)
            ties.draw_attack(picture, shown)

        self.middle.show(surface, box, key, draw)
        still = self.middle.picture
        assert still is not None
        if choices.shape is Shape.ZONE:
            hand.draw_hand(surface, shown, pulse)
            kit.dim(surface, box, 0.5)
            picks.draw_source(surface, shown, still)
            picks.draw_zones(surface, shown)
            picks.zone_arrow(surface, shown)
        else:
            picks.draw_legal(surface, shown, still, pulse)
            byhand.draw_goals(surface, shown)
            hand.draw_hand(surface, shown, pulse)

    def over(self, surface: pygame.Surface, shown: Shown, share: float = 1.0) -> None:
        """What lies over everything: dialogs, piles, the end, a pause. `share` is how far it has opened."""
        if shown.choices.modal and not shown.doing.peek:
            dialogs.draw_dialog(surface, shown, share)
        elif shown.doing.pile is not None and shown.doing.dragged is None:
            dialogs.draw_pile(surface, shown, share)
        overlays.draw_overlays(surface, shown)

    def top(self, surface: pygame.Surface, shown: Shown, share: float = 1.0) -> None:
        """What lies even over buttons: the open menu, and the card being read."""
        byhand.draw_carried(surface, shown)
        if shown.doing.menu is not None:
            menu.draw_menu(surface, shown, share)
        if shown.doing.reading:
            reading.draw_reading(surface, shown)
