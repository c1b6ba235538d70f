"""Manual play on the board: cards are dragged, clicked and chosen together; the matching gestures are offered
and sent.

On a free table this takes input before the options of a prompt. Law: it turns events into menu lines;
`gesturing` carries them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from facedown_client.board import (
    DraggedCard,
    HandOffers,
    Menu,
    MenuLine,
    OpenPile,
    Rect,
    Shape,
    TypedNeed,
)
from facedown_client.board.drag_carrier import PointerGrip
from facedown_client.board.hand_offers import DECK, place_of
from facedown_client.window.paint import DuelFrame, hand
from facedown_client.window.paint.board import cards_in_zones, place_box
from facedown_client.window.scenes.duel import hits
from facedown_client.window.scenes.duel.gesture_fields import GestureFieldScene
from facedown_client.window.scenes.duel.hits import Hit
from facedown_client.window.scenes.duel.port import DuelPort
from facedown_shared.manual import gesture_keys
from facedown_shared.manual.menus import MenuOffer
from facedown_shared.protocol.gestures import CloseDeck, Hide
from facedown_shared.protocol.messages import Answer, ToServer
from facedown_shared.tables import Pile, Place, View
from facedown_shared.text import _, gettext_noop

ADDING = frozenset(
    {
        pygame.K_LCTRL, pygame.K_RCTRL, pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LMETA, pygame.K_RMETA,
    }
)  # fmt: skip
"""Modifier keys for choosing several cards."""

BY_EFFECT = gettext_noop("By a card's effect")
TALK = "T"
"""Key with one meaning wherever the pointer is. A card's menu uses it only while open."""

Point = tuple[int, int]


class PressedCard(NamedTuple):
    """The pressed card. `adding`: it joins the chosen cards."""

    hit: Hit
    adding: bool


class DuelHands:
    """Controller of input at a table where cards are moved by hand."""

    def __init__(self, port: DuelPort) -> None:
        self.port = port
        self.acting, self.doing = port.acting, port.acting.doing
        self.gesturing = port.gesturing
        self._grip: PointerGrip[PressedCard] = PointerGrip()
        self._wanted: TypedNeed | None = None
        self._adding: set[int] = set()
        """Modifier keys held down now."""
        self._closed: dict[int, Pile] = {}
        """Visible Decks whose list was closed, by seat. Each stays closed until other cards are seen."""

    # --- what is so -----------------------------------------------------------------------------------------

    @property
    def offers(self) -> HandOffers | None:
        """The gestures available now; None while a prompt is open, or at a table without manual play."""
        return self.gesturing.offers if self.acting.choices.shape is Shape.HANDS else None

    def send(self, message: ToServer) -> None:
        """Send a message to the server. An answer to a prompt of our own goes to `gesturing` instead."""
        prompt = self.gesturing.prompt
        if isinstance(message, Answer) and prompt is not None and message.ask == prompt.ask:
            self.gesturing.handle_answer(message.picks, back=message.back)
        else:
            self.port.app.send(message)

    def update(self, view: View | None) -> None:
        """Take over the current View; call it once per frame."""
        app, gesturing = self.port.app, self.gesturing
        model = app.model
        gesturing.update(view, model.table, model.names, model.refusal)
        if gesturing.want is not self._wanted:
            self._wanted = gesturing.want
            if self._wanted is not None:
                look = self.port.shown().theme.look
                app.open_scene(GestureFieldScene(look, app, self._wanted, gesturing.set_typed_text))
        if self.offers is not None and view is not None:
            self._show_searched_deck(view)

    # --- the open Deck --------------------------------------------------------------------------------------

    def _show_searched_deck(self, view: View) -> None:
        """Open the list of a Deck that is being searched or has visible cards, until the player closes it."""
        if self.doing.pile is not None or self.doing.dragged is not None:
            return
        for seat in (view.viewer, 1 - view.viewer):
            pile = view.pile(seat, DECK)
            if not pile.handles:
                self._closed.pop(seat, None)
            elif pile != self._closed.get(seat):
                whose = "your" if seat == view.viewer else f"{self.gesturing.names[seat]}'s"
                title = (
                    _("Your Deck")
                    if self._searched_deck(view, seat)
                    else _("On top of {whose} Deck", whose=whose)
                )
                self.doing.open_pile(OpenPile(Place(seat, DECK), title))
                return

    def _searched_deck(self, view: View, seat: int) -> bool:
        return any(row.kind == "search" and row.seat == seat for row in view.waiting)

    def escape(self) -> None:
        """Close the open list (Esc, right button); without one, let the open prompt handle it."""
        if self.doing.menu is None and self.doing.pile is not None and self.offers is not None:
            self._close_pile(self.doing.pile)
        else:
            self.acting.escape()

    def _close_pile(self, pile: OpenPile) -> None:
        """Close the open list. This hides a Deck again, and shuffles it after a search."""
        view, seat = self.port.shown().view, pile.place.seat
        self.doing.open_pile(None)
        if pile.place.zone != DECK or pile.handles is not None:
            return
        self._closed[seat] = view.pile(seat, DECK)
        if self._searched_deck(view, seat):
            self.port.app.send(CloseDeck(-1 if seat == view.viewer else seat))
        elif self.gesturing.is_solo or seat == view.viewer:
            self.port.app.send(Hide(self._closed[seat].handles))

    # --- menus ----------------------------------------------------------------------------------------------

    def open_menu(self, lines: Sequence[MenuOffer], anchor: Rect, card: int = 0) -> bool:
        """Open a menu with these lines at a card or place, and return whether there are any."""
        rows = menu_lines(lines)
        if rows:
            first = next((number for number, row in enumerate(rows) if row.is_enabled), 0)
            self.acting.show_card(card)
            self.doing.open_menu(Menu(rows, anchor, card, first))
        return bool(rows)

    def _handle_click(self, hit: Hit, offers: HandOffers) -> None:
        """Handle a click.

        A card opens its menu (or that of all chosen cards, if it is one of them), a pile its menu, or its
        cards if it has none. A click beside everything clears the choice.
        """
        opened = self.doing.pile
        if hit.single:
            if hit.card not in self.gesturing.chosen:
                self.gesturing.choose_none()
                offers = self.offers or offers
            self.open_menu(offers.of_card(hit.card), hit.box, hit.card)
        elif opened is not None:
            if hit.beside:
                self._close_pile(opened)
        elif hit.pile and hit.place is not None:
            if not self.open_menu(offers.of_pile(hit.place), hit.box):
                self.acting.open_pile(hit.place)
        else:
            self.gesturing.choose_none()

    # --- the pointer ----------------------------------------------------------------------------------------

    def press(self, shown: DuelFrame, event: pygame.event.Event) -> bool:
        """Handle a press of a mouse button and return whether it was used."""
        offers = self.offers
        if offers is None or self.doing.reading:
            return False
        hit = hits.hit(shown, event.pos)
        if event.button == 3:
            self._handle_click(hit, offers)
            return bool(hit.card or hit.pile or hit.beside)
        self._grip.press(PressedCard(hit, bool(self._adding)), event.pos)
        return True

    def note_modifiers(self, event: pygame.event.Event) -> None:
        """Track the modifier keys that choose several cards, in event order."""
        if event.type == pygame.KEYDOWN and event.key in ADDING:
            self._adding.add(event.key)
        elif event.type == pygame.KEYUP:
            self._adding.discard(event.key)
        elif event.type == pygame.WINDOWFOCUSLOST:
            self._adding.clear()

    def drag(self, shown: DuelFrame, at: Point) -> bool:
        """Handle a pointer move and return whether something is dragged."""
        held, doing, offers = self._grip.move(at), self.doing, self.offers
        if held is None or offers is None:
            return False
        if doing.dragged is not None:
            doing.update_drag(doing.dragged._replace(at=at), hits.goal(shown, at))
            return True
        (x1, y1), (x2, y2), hit = held.at, at, held.what.hit
        if not held.away:
            return True
        doing.open_menu(None)
        if hit.card or hit.pile or hit.beside:
            dragged = self._lift(shown, offers, hit, at)
            doing.update_drag(dragged, doing.spot)
            if dragged is None:
                self._grip.release()
        elif doing.pile is None:
            doing.draw_box(Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)))
        return True

    def _lift(self, shown: DuelFrame, offers: HandOffers, hit: Hit, at: Point) -> DraggedCard | None:
        """Return the drag of a card or of the top of a pile, or None if it cannot be dragged."""
        card, place = hit.single, hit.place
        if hit.pile and place is not None:
            if goals := offers.pile_drop_places(place):
                return DraggedCard(at, 0, place, dict.fromkeys(goals, True))
            handles = shown.view.pile(place.seat, place.zone).handles
            card = handles[-1] if handles else 0
        goals_of_card = offers.drop_places(card) if card else {}
        return DraggedCard(at, card, None, goals_of_card) if goals_of_card else None

    def release(self, shown: DuelFrame, at: Point) -> bool:
        """Handle the release of the button and return whether something was dragged."""
        held, dragged, lasso, offers = self._grip.release(), self.doing.dragged, self.doing.lasso, self.offers
        if dragged is not None or lasso is not None:
            self.doing.update_drag(None, None if dragged is not None else self.doing.spot)
        if held is None or offers is None:
            return held is not None
        if dragged is not None:
            self._drop(shown, offers, dragged, at)
        elif lasso is not None:
            self._choose_within(shown, offers, lasso)
        elif held.what.hit.single and held.what.adding:
            self.gesturing.choose(held.what.hit.card)
        else:
            self._handle_click(held.what.hit, offers)
        return True

    def _choose_within(self, shown: DuelFrame, offers: HandOffers, lasso: Rect) -> None:
        """Choose every own card that touches the drawn box."""
        boxes = [(handle, place_box(shown, handle)) for _, _, handle in cards_in_zones(shown)]
        boxes += [(held.handle, held.box) for held in hand.fan(shown) if held.handle]
        self.gesturing.choose_all(
            handle for handle, box in boxes
            if box is not None and box.intersects(lasso) and offers.of_card(handle)
        )  # fmt: skip

    def _drop(self, shown: DuelFrame, offers: HandOffers, dragged: DraggedCard, at: Point) -> None:
        """Drop a card: make its gesture, open a menu if there are several, or show why there is none."""
        place = hits.goal(shown, at)
        if place is None:
            return
        if dragged.pile is not None:
            line = offers.pile_drop_places(dragged.pile).get(place)
            if line is not None:
                self.gesturing.start_line(line)
            return
        if place == place_of(shown.view, dragged.card):
            return
        lines = offers.possible_drops(dragged.card, place)
        if len(lines) == 1 and not lines[0].by_effect:
            self.gesturing.start_line(lines[0])
        elif not self.open_menu(lines, shown.layout.rect(place) or Rect(*at, 1, 1), 0):
            self.gesturing.drop(dragged.card, place)

    # --- keys -----------------------------------------------------------------------------------------------

    def key(self, shown: DuelFrame, name: str) -> bool:
        """Handle a key while no menu is open and return whether it was used."""
        offers, focus = self.offers, hits.focus(shown)
        if offers is None:
            return False
        if name in ("Shift+Enter", "Shift+Space") and focus.single:
            self.gesturing.choose(focus.card)
        elif name == "Enter" and (focus.single or focus.pile):
            self._handle_click(focus, offers)
        elif name == "Esc" and self.gesturing.chosen:
            self.gesturing.choose_none()
        elif name == "Esc" and self.doing.pile is not None:
            self._close_pile(self.doing.pile)
        elif name != TALK and focus.single:
            return self._press_line(offers.of_card(focus.card), name)
        elif name != TALK and focus.pile and focus.place is not None:
            return self._press_line(offers.of_pile(focus.place), name)
        else:
            return False
        return True

    def _press_line(self, lines: Sequence[MenuOffer], name: str) -> bool:
        """Carry out the line with this key and return whether there is one."""
        found = next((row.offered for row in menu_lines(lines) if row.key == name and row.offered), None)
        if found is not None:
            self.gesturing.start_line(found)
        return found is not None


def menu_lines(lines: Sequence[MenuOffer]) -> tuple[MenuLine, ...]:
    """Return lines as menu lines, with their keys. Gestures that only an effect makes are set apart."""
    keys = gesture_keys.line_keys(lines)
    rows: list[MenuLine] = []
    few = len(lines) <= 2
    for line, key in zip(lines, keys, strict=True):
        if line.by_effect and not any(row.heading for row in rows):
            rows.append(MenuLine(_(BY_EFFECT), heading=True))
        dots = "…" if {"amount", "text", "token"} & {*line.needs} and not line.title.endswith("…") else ""
        rows.append(MenuLine(_(line.title) + dots, line.by_effect if few else "", offered=line, key=key))
    return tuple(rows)
