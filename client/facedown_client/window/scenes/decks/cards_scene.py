"""Base of the scenes that show a deck's cards.

It shows the deck's parts as pictures and previews a card at the left. Cards are dragged from one part to
another. A card dropped where it is not allowed flies back, and the reason is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

import pygame

from facedown_client.board import Rect
from facedown_client.board.drag_carrier import DragCarrier
from facedown_client.data.deck_editor import DeckInParts, Part
from facedown_client.model import card_catalogue
from facedown_client.window.app_port import AppPort
from facedown_client.window.art import Faces, player_faces
from facedown_client.window.look import Look, Theme, shadow
from facedown_client.window.paint import kit
from facedown_client.window.paint.dependency_cache import Last
from facedown_client.window.scenes.decks.card_text import draw_preview
from facedown_client.window.scenes.decks.grid import CARD_HEIGHT_RATIO, CardGrid
from facedown_client.window.scenes.parts import FormScene, Page
from facedown_client.window.widgets import key_name

PANE_EDGE_PX = 280
"""Right edge of the preview pane, in design pixels."""


class Cargo(NamedTuple):
    """A dragged card. `start` is its part; None for a card from the search results."""

    code: int
    start: Part | None
    place: int = -1


class PartBox(NamedTuple):
    """Boxes of a part of a deck: of its cards, and the larger one in which a card may be dropped."""

    cards: pygame.Rect
    panel: pygame.Rect
    overlap: bool = False
    captions: bool = False
    """Whether words stand below each card, so that cards cannot lie in two overlapping rows."""


class CardsScene(FormScene):
    """Base class of scenes that show a deck's cards.

    Subclasses define the deck, the boxes of its parts, and the effect of a change.
    """

    def __init__(self, look: Look, app: AppPort, faces: Faces | None = None) -> None:
        super().__init__(look, app)
        self._faces, self._shared_faces = faces, Last(player_faces)
        self.reading = 0
        """Passcode of the previewed card: the one under the pointer, else the one chosen last."""
        self._chosen = 0
        self._pointer = (-1, -1)
        self._scrolled = self._scrolls = 0
        """First shown line of the previewed card's text, and the largest such line."""
        self.said = ""
        """Result of the last action, where it is not obvious."""
        self.now = 0.0
        self.carrying: DragCarrier[Cargo] = DragCarrier(app.preferences.motion)
        self.boxes: Mapping[Part, PartBox] = {}
        self.marked: dict[Part, int] = {}
        """Index of the chosen card in each part."""

    @property
    def faces(self) -> Faces:
        """The store of card faces."""
        return self._faces or self._shared_faces.of(self.app.preferences.cards, self.look.contrast)

    # --- defined by subclasses ------------------------------------------------------------------------------

    @property
    def parts(self) -> DeckInParts | None:
        """The deck, or None while its cards cannot be moved."""
        return None

    def handle_change(self) -> None:
        """Respond to moved cards."""
        self.rebuild()

    def act(self, part: Part, code: int) -> None:
        """Handle Enter, Del or the right button on a card of a part."""

    def result_at(self, at: tuple[int, int]) -> tuple[int, pygame.Rect] | None:
        """Return the card outside the deck at a point, and its box."""

    def removes_at(self, at: tuple[int, int]) -> bool:
        """Return whether dropping a card at a point removes it from the deck."""
        return False

    # --- the parts as widgets -------------------------------------------------------------------------------

    def grid(
        self, page: Page, part: Part, box: PartBox, cards: tuple[int, ...], title: str, widest: float = 62
    ) -> CardGrid:  # fmt: skip
        """Return the grid of a part's cards; `title` is the game's name for the part."""
        unit = page.theme.u
        return CardGrid(
            box.cards, cards, self.faces, partial(self._mark_of, part), partial(self.act, part),
            chosen=min(self.marked.get(part, -1), len(cards) - 1), widest=round(widest * unit),
            overlap=box.overlap, gap=round(6 * unit), caption=title, name=part.value,
            two_rows=box.overlap and not box.captions,
        )  # fmt: skip

    @property
    def grids(self) -> dict[Part, CardGrid]:
        """The grids of the parts that are shown."""
        found = {widget.name: widget for widget in self.group.widgets if isinstance(widget, CardGrid)}
        return {part: found[part.value] for part in Part if part.value in found}

    def _mark_of(self, part: Part, index: int) -> None:
        self.marked[part] = index
        self.choose_card(self.grids[part].cards[index])

    def choose_card(self, code: int) -> None:
        """Choose a card: it is previewed until the player points at another one."""
        self._chosen = code
        self._preview_code(code)

    def _preview_code(self, code: int) -> None:
        if code != self.reading:
            self.reading, self._scrolled = code, 0
            self.rebuild()

    @property
    def focused_card(self) -> Cargo | None:
        """The card with the keyboard focus."""
        for part, grid in self.grids.items():
            if grid.focused and 0 <= grid.chosen < len(grid.cards):
                return Cargo(grid.cards[grid.chosen], part, grid.place_of(grid.chosen))
        return None

    def send_to(self, cargo: Cargo, goal: Part | None, at: int = -1) -> bool:
        """Move a card to a part and return whether that is allowed. Shows the reason if not."""
        parts = self.parts
        if parts is None:
            return False
        self.said = parts.refuse_move(cargo.code, cargo.start, goal)
        if not self.said:
            parts.move_card(cargo.code, cargo.start, goal, at=at, place=cargo.place)
            self.handle_change()
        return not self.said

    # --- the pointer ----------------------------------------------------------------------------------------

    def event(self, event: pygame.event.Event) -> None:
        if (
            event.type == pygame.MOUSEWHEEL
            and not self.has_open_list
            and self._on_pane(pygame.mouse.get_pos())
        ):
            self._scrolled = max(0, min(self._scrolls, self._scrolled - event.y))
        elif self.parts is None or self.has_open_list or not self._handle_drag(event):
            super().event(event)

    def _on_pane(self, at: tuple[int, int]) -> bool:
        """Return whether a point is in the preview pane."""
        theme = self._theme
        return theme is not None and at[0] < (theme.size[0] - 1280 * theme.u) / 2 + PANE_EDGE_PX * theme.u

    def _draw_preview(self, page: Page, lines: int) -> None:
        """Draw the preview pane. The mouse wheel scrolls a text longer than `lines` lines."""
        facts = card_catalogue.find_facts(self.reading)
        if facts is not None:
            self._scrolls = draw_preview(page, facts, self.faces, lines=lines, offset=self._scrolled)

    def _handle_drag(self, event: pygame.event.Event) -> bool:
        """Handle an event of a drag, and return whether it was used. Esc cancels the drag."""
        carrying = self.carrying
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            if (found := self._part_under(event.pos)) is not None:
                carrying.press(found[0], event.pos, Rect(*found[1]))
            return False
        if event.type == pygame.MOUSEMOTION:
            if carrying.move(event.pos):
                self.group.cancel_press()
            return carrying.thing is not None
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            cargo = carrying.drop()
            if cargo is not None:
                self._drop(cargo, event.pos)
            return cargo is not None
        if event.type == pygame.KEYDOWN and key_name(event) == "Esc" and (held := carrying.drop()):
            carrying.fly_back(held, self.now)
            return True
        return False

    def _part_under(self, at: tuple[int, int]) -> tuple[Cargo, pygame.Rect] | None:
        for part, grid in self.grids.items():
            if (index := grid.index_at(at)) >= 0:
                return Cargo(grid.cards[index], part, grid.place_of(index)), grid.box_of(index)
        found = self.result_at(at)
        return (Cargo(found[0], None), found[1]) if found is not None else None

    def _goal(self, at: tuple[int, int]) -> Part | None:
        return next((part for part, box in self.boxes.items() if box.panel.collidepoint(at)), None)

    def _drop(self, cargo: Cargo, at: tuple[int, int]) -> None:
        goal = self._goal(at)
        if goal is not None:
            grid = self.grids.get(goal)
            done = self.send_to(cargo, goal, grid.place_of(grid.index_at(at)) if grid is not None else -1)
        else:
            done = cargo.start is not None and self.removes_at(at) and self.send_to(cargo, None)
        if not done:
            self.carrying.fly_back(cargo, self.now)
        self.app.play_press_sound()

    # --- drawing --------------------------------------------------------------------------------------------

    def update(self, now: float) -> None:
        super().update(now)
        self.now = now
        self.faces.poll()
        pointer = pygame.mouse.get_pos()
        if pointer != self._pointer and self.carrying.thing is None and not self.has_open_list:
            self._pointer = pointer
            found = self._part_under(pointer)
            self._preview_code(found[0].code if found is not None else self._chosen)

    def next_change(self, now: float) -> float:
        """Return the time of the next frame while a card flies back."""
        return now if self.carrying.flight is not None else super().next_change(now)

    def draw(self, surface: pygame.Surface) -> None:
        cargo = self.carrying.thing
        for part, grid in self.grids.items():
            grid.lifted = cargo.place if cargo is not None and cargo.start is part else -1
        super().draw(surface)
        theme = self.look.theme(surface.get_size())
        if cargo is not None:
            self._paint_goals(surface, theme, cargo)
            self._paint_dragged(surface, theme, cargo.code, self.carrying.at)
        if (flying := self.carrying.flight_position(self.now)) is not None:
            self._paint_dragged(surface, theme, flying[0].code, flying[1])

    def _paint_goals(self, surface: pygame.Surface, theme: Theme, cargo: Cargo) -> None:
        """Outline the parts that accept the dragged card; over a part that does not, draw the reason."""
        parts, goal = self.parts, self._goal(self.carrying.at)
        if parts is None:
            return
        for part, box in self.boxes.items():
            why = parts.refuse_move(cargo.code, cargo.start, part)
            if not why and part is not cargo.start:
                kit.legal(surface, theme, box.panel, 1.0 if part is goal else 0.4, wedges=False)
            elif why and part is goal:
                kit.draw_dashed(surface, theme, box.panel, theme.palette.harm)
                kit.label(surface, theme, why, (box.panel.centerx, box.panel.top + theme.px(18)))

    def _paint_dragged(
        self, surface: pygame.Surface, theme: Theme, code: int, middle: tuple[int, int]
    ) -> None:
        facts = card_catalogue.find_facts(code)
        if facts is None:
            return
        size = (theme.px(62), round(theme.px(62) * CARD_HEIGHT_RATIO))
        box = pygame.Rect((0, 0), size)
        box.center = middle
        shadow(surface, box, theme.px(10))
        surface.blit(self.faces.get(facts, size, "hand"), box)
