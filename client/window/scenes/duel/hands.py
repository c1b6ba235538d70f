"""Hands on the board: cards are dragged, clicked, chosen together; what that may mean is offered and sent.

On a free table this comes before what a prompt offers. Law: it turns events into lines of menus; what a line
becomes is `gesturing`'s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from client.board import gesture_keys
from client.board.choices import Shape
from client.board.gesturing import Gesturing, TypedNeed
from client.board.layout import Rect
from client.board.offers import DECK, HAND, HandOffers, where
from client.window.paint import hand, sheets
from client.window.paint.board import place_box, spread_boxes, standing
from client.window.paint.state import Dragged, Menu, MenuLine, OpenPile, Shown
from client.window.scenes.duel.wanting import WantScene
from shared.manual.menus import Offered
from shared.protocol.messages import Answer, Gesture, Prompt, ToServer
from shared.view import Pile as Seen
from shared.view import View
from shared.zones import Place

if TYPE_CHECKING:
    from client.window.scenes.duel.scene import DuelScene

FAR = 6
"""Pixels the pointer moves with the button held before a press becomes a drag."""

ADDING = frozenset(
    {
        pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LMETA, pygame.K_RMETA,
    }
)  # fmt: skip
"""Keys held for choosing several cards."""

BY_EFFECT = "By a card's effect"
TALK = "T"
"""A key that means the same whatever is under the pointer: a card hears it in its open menu only."""

PRESSING = frozenset({"Enter", "Space", "Esc"})
"""Keys that belong to a button while it has the focus."""

Point = tuple[int, int]


@dataclass(frozen=True)
class Pressed:
    """What the button went down on: a card, a pile, or neither."""

    at: Point
    card: int = 0
    pile: Place | None = None
    box: Rect | None = None
    adding: bool = False
    """Whether it is to be chosen with others."""


class DuelHands:
    """The player's own hands at a free table."""

    def __init__(self, scene: DuelScene) -> None:
        self.scene = scene
        self.gesturing = Gesturing(scene.app.send)
        scene.acting.by_hand = self.gesturing.begin
        self._pressed: Pressed | None = None
        self._wanted: TypedNeed | None = None
        self._adding: set[int] = set()
        """The keys held down with which cards are chosen together."""
        self._closed: dict[int, Seen] = {}
        """A Deck as it was when its list was closed, by seat: it stays closed until other cards are seen."""

    # --- what is so -----------------------------------------------------------------------------------------

    @property
    def offers(self) -> HandOffers | None:
        """What may be done by hand now; None while something is asked, or where nothing is moved by hand."""
        free = self.scene.acting.choices.shape is Shape.HANDS
        return self.gesturing.offers if free else None

    @property
    def prompt(self) -> Prompt | None:
        """What a gesture still has to know."""
        return self.gesturing.prompt

    def send(self, message: ToServer) -> None:
        """Let a message out, unless it answers what only we have asked."""
        prompt = self.gesturing.prompt
        if isinstance(message, Answer) and prompt is not None and message.ask == prompt.ask:
            self.gesturing.answered(message.picks, back=message.back)
        else:
            self.scene.app.send(message)

    def follow(self) -> None:
        """Look at what stands now, once a frame."""
        scene, gesturing = self.scene, self.gesturing
        model = scene.app.model
        gesturing.names = model.names
        gesturing.follow(scene.view, model.table, model.refusal)
        scene.acting.doing.chosen = gesturing.chosen
        if gesturing.want is not self._wanted:
            self._wanted = gesturing.want
            if self._wanted is not None:
                scene.app.lay(WantScene(scene.look, scene.app, self._wanted, gesturing.fill))
        if self.offers is not None:
            self._keep_deck_open()

    # --- the open Deck --------------------------------------------------------------------------------------

    def _keep_deck_open(self) -> None:
        """A Deck that is looked through, or of which some cards are seen, lies open until it is closed."""
        view, doing = self.scene.view, self.scene.acting.doing
        if view is None or doing.pile is not None or doing.dragged is not None:
            return
        for seat in (view.viewer, 1 - view.viewer):
            pile = view.pile(seat, DECK)
            if not pile.handles:
                self._closed.pop(seat, None)
            elif pile != self._closed.get(seat):
                whose = "your" if seat == view.viewer else f"{self.gesturing.names[seat]}'s"
                title = "Your Deck" if self._searched(view, seat) else f"On top of {whose} Deck"
                doing.pile, doing.dialog_offset, doing.search = OpenPile(Place(seat, DECK), title), 0, ""
                return

    def _searched(self, view: View, seat: int) -> bool:
        return any(row.kind == "search" and row.seat == seat for row in view.waiting)

    def close_pile(self) -> None:
        """Close the open list. A Deck is hidden again with it, and shuffled when it was looked through."""
        view, doing, pile = self.scene.view, self.scene.acting.doing, self.scene.acting.doing.pile
        doing.pile, doing.menu = None, None
        if view is None or pile is None or pile.place.zone != DECK or pile.handles is not None:
            return
        seat = pile.place.seat
        self._closed[seat] = view.pile(seat, DECK)
        if self._searched(view, seat):
            self.scene.app.send(Gesture("close", seat=-1 if seat == view.viewer else seat))
        elif self.gesturing.alone or seat == view.viewer:
            self.scene.app.send(Gesture("hide", self._closed[seat].handles))

    # --- menus ----------------------------------------------------------------------------------------------

    def open_menu(self, lines: Sequence[Offered], anchor: Rect, card: int = 0) -> bool:
        """Offer these lines over a card or a place; whether there are any."""
        rows = entries(lines)
        if rows:
            self.scene.acting.doing.menu = Menu(rows, anchor, card, _first_live(rows))
        return bool(rows)

    def open_card(self, card: int, box: Rect) -> bool:
        """The menu of a card (of all chosen ones, if it is one of them)."""
        offers = self.offers
        if offers is None:
            return False
        if card not in self.gesturing.chosen:
            self.gesturing.chosen = ()
            offers = self.offers or offers
        return self.open_menu(offers.of_card(card), box, card)

    def open_pile(self, place: Place) -> None:
        """The menu of a pile; where there is none, its cards."""
        offers, shown = self.offers, self.scene.shown()
        box = shown.layout.rect(place)
        if offers is None or box is None:
            return
        rows = entries(offers.of_pile(place))
        if not rows:
            self.scene.acting.open_pile(place)
            return
        self.scene.acting.doing.menu = Menu(rows, box, 0, _first_live(rows))

    # --- the pointer ----------------------------------------------------------------------------------------

    def down(self, shown: Shown, event: pygame.event.Event) -> bool:
        """A button went down; whether that is for hands."""
        if self.offers is None or shown.doing.reading:
            return False
        pressed = self._under(shown, event.pos)
        if event.button == 3:
            self._open(pressed)
            return bool(pressed.card or pressed.pile)
        self._pressed = pressed
        return True

    def note(self, event: pygame.event.Event) -> None:
        """Follow the keys with which cards are chosen together, in the order in which things happened."""
        if event.type == pygame.KEYDOWN and event.key in ADDING:
            self._adding.add(event.key)
        elif event.type == pygame.KEYUP:
            self._adding.discard(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._adding.clear()

    def _under(self, shown: Shown, at: Point) -> Pressed:
        """What lies under a point: a card of an open list, of the hand, on the board, or a pile."""
        adding = bool(self._adding)
        if shown.doing.pile is not None:
            sheet = sheets.pile_sheet(shown)
            cells = (cell for cell in sheet.cells if cell.box.holds(at) and sheet.body.holds(at))
            cell = next(cells, None)
            if cell is not None:
                return Pressed(at, cell.card, box=cell.box, adding=adding)
            return Pressed(at, pile=None if sheet.box.holds(at) else shown.doing.pile.place)
        card = hand.at(shown, at)
        if card:
            return Pressed(at, card, box=hand.box_of(shown, card), adding=adding)
        spot = shown.layout.at(at)
        if spot is None:
            return Pressed(at, adding=adding)
        if spot.spread:
            boxes = [(handle, box) for handle, box in spread_boxes(shown, spot) if box.holds(at)]
            return Pressed(at, boxes[-1][0], box=boxes[-1][1]) if boxes else Pressed(at, pile=spot.place)
        if spot.pile:
            return Pressed(at, pile=spot.place, box=spot.rect)
        lies = shown.view.pile(spot.place.seat, spot.place.zone).handles
        handle = lies[spot.place.slot] if spot.place.slot < len(lies) else 0
        return Pressed(at, handle, box=place_box(shown, handle) if handle else None, adding=adding)

    def moved(self, shown: Shown, at: Point) -> bool:
        """The pointer moved; whether something is held."""
        pressed, doing, offers = self._pressed, shown.doing, self.offers
        if pressed is None or offers is None:
            return False
        if doing.dragged is not None:
            doing.dragged = doing.dragged._replace(at=at)
            doing.spot = self._goal(shown, at)
            return True
        if max(abs(at[0] - pressed.at[0]), abs(at[1] - pressed.at[1])) <= FAR:
            return True
        doing.menu = None
        if pressed.card or pressed.pile is not None:
            doing.dragged = self._lift(shown, offers, pressed, at)
            self._pressed = pressed if doing.dragged else None
        elif doing.pile is None:
            (x1, y1), (x2, y2) = pressed.at, at
            doing.lasso = Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
        return True

    def _lift(self, shown: Shown, offers: HandOffers, pressed: Pressed, at: Point) -> Dragged | None:
        """Take up a card, or the top of a pile."""
        card = pressed.card
        if not card and pressed.pile is not None and shown.doing.pile is None:
            goals = offers.pile_goals(pressed.pile)
            if goals:
                return Dragged(at, 0, pressed.pile, dict.fromkeys(goals, True))
            handles = shown.view.pile(pressed.pile.seat, pressed.pile.zone).handles
            card = handles[-1] if handles else 0
        goals_of_card = offers.goals(card) if card else {}
        return Dragged(at, card, None, goals_of_card) if goals_of_card else None

    def up(self, shown: Shown, at: Point) -> bool:
        """The button went up; whether something was held."""
        pressed, doing = self._pressed, shown.doing
        dragged, lasso = doing.dragged, doing.lasso
        self._pressed = doing.dragged = doing.lasso = None
        if pressed is None:
            return False
        if dragged is not None:
            self._drop(shown, dragged, at)
        elif lasso is not None:
            self._choose_within(shown, lasso)
        elif pressed.card and pressed.adding:
            self.choose(pressed.card)
        else:
            self._open(pressed)
        return True

    def _open(self, pressed: Pressed) -> None:
        """A press that was no drag: the menu of what is there; beside everything, nothing stays chosen."""
        opened = self.scene.acting.doing.pile
        if pressed.card and pressed.box is not None:
            self.open_card(pressed.card, pressed.box)
        elif opened is not None:
            if pressed.pile is not None:
                self.close_pile()
        elif pressed.pile is not None:
            self.open_pile(pressed.pile)
        else:
            self.gesturing.chosen = ()

    def choose(self, card: int) -> None:
        """Take a card together with others, or leave it out again."""
        self.gesturing.choose(card)

    def _choose_within(self, shown: Shown, lasso: Rect) -> None:
        """Choose every own card that a drawn box touches."""
        boxes = [(handle, place_box(shown, handle)) for _, _, handle in standing(shown)]
        boxes += [(held.handle, held.box) for held in hand.fan(shown) if held.handle]
        offers = self.offers
        self.gesturing.chosen = tuple(
            handle for handle, box in boxes
            if box is not None and box.meets(lasso) and offers is not None and offers.of_card(handle)
        )  # fmt: skip

    def _goal(self, shown: Shown, at: Point) -> Place | None:
        """The place under a point: a slot, a pile, or one of the hands."""
        spot = shown.layout.at(at)
        if spot is not None:
            return spot.place
        for seat, strip in ((shown.near, shown.layout.hand), (1 - shown.near, shown.layout.far_hand)):
            if strip.holds(at):
                return Place(seat, HAND)
        return None

    def _drop(self, shown: Shown, dragged: Dragged, at: Point) -> None:
        """Let go: do what that means, ask when it may mean several things, or hear why it means nothing."""
        offers, place = self.offers, self._goal(shown, at)
        shown.doing.spot = None
        if offers is None or place is None:
            return
        if dragged.pile is not None:
            line = offers.pile_goals(dragged.pile).get(place)
            if line is not None:
                self.gesturing.begin(line)
            return
        if place == where(shown.view, dragged.card):
            return
        lines = offers.dropped(dragged.card, place)
        if len(lines) == 1 and not lines[0].by_effect:
            self.gesturing.begin(lines[0])
        elif not self.open_menu(lines, shown.layout.rect(place) or Rect(*at, 1, 1), 0):
            self.gesturing.drop(dragged.card, place)

    # --- keys -----------------------------------------------------------------------------------------------

    def key(self, shown: Shown, name: str) -> bool:
        """A key was pressed with no menu open; whether it is for hands."""
        offers, focus = self.offers, self._focused(shown)
        pressing = self.scene.buttons.group.focus is not None and name in PRESSING
        if offers is None or pressing:
            return False
        if name in ("Shift+Enter", "Shift+Space") and focus.card:
            self.choose(focus.card)
        elif name == "Enter" and (focus.card or focus.pile is not None):
            self._open(focus)
        elif name == "Esc" and self.gesturing.chosen:
            self.gesturing.chosen = ()
        elif name == "Esc" and shown.doing.pile is not None:
            self.close_pile()
        elif name != TALK and focus.card:
            return self._press_line(offers.of_card(focus.card), name)
        elif name != TALK and focus.pile is not None:
            return self._press_line(offers.of_pile(focus.pile), name)
        else:
            return False
        return True

    def _press_line(self, lines: Sequence[Offered], name: str) -> bool:
        """Do the line whose key this is."""
        row = next((row for row in entries(lines) if row.key == name and row.offered is not None), None)
        if row is None or row.offered is None:
            return False
        self.gesturing.begin(row.offered)
        return True

    def _focused(self, shown: Shown) -> Pressed:
        """What is under the keyboard's focus, or the pointer."""
        doing = shown.doing
        if doing.pile is not None:
            cells = sheets.pile_sheet(shown).cells
            cell = next((cell for cell in cells if cell.card == doing.hover), None)
            return Pressed((0, 0), cell.card, box=cell.box) if cell is not None else Pressed((0, 0))
        if doing.hover:
            return Pressed((0, 0), doing.hover, box=hand.box_of(shown, doing.hover))
        rect = shown.layout.rect(doing.spot)
        if rect is None:
            return Pressed((0, 0))
        return self._under(shown, (round(rect.centre[0]), round(rect.centre[1])))


def entries(lines: Sequence[Offered]) -> tuple[MenuLine, ...]:
    """Lines as a menu shows them: with their keys, and apart what only an effect does."""
    keys = gesture_keys.keys(lines)
    rows: list[MenuLine] = []
    few = len(lines) <= 2
    for line, key in zip(lines, keys, strict=True):
        if line.by_effect and not any(row.heading for row in rows):
            rows.append(MenuLine(BY_EFFECT, heading=True))
        dots = "…" if {"amount", "text", "token"} & {*line.needs} and not line.title.endswith("…") else ""
        detail = line.by_effect if few else ""
        rows.append(MenuLine(line.title + dots, detail, offered=line, key=key))
    return tuple(rows)


def _first_live(rows: Sequence[MenuLine]) -> int:
    return next((number for number, row in enumerate(rows) if row.live), 0)
