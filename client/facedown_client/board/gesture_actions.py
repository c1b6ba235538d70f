"""Manual gestures of a player: a menu line, its open questions, and the gesture that it sends.

Law: no pygame, nothing of any one game. The questions of a line become prompts of our own, so the screen
shows them like any other prompt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from facedown_client.board.choices import ARRANGE, is_on_board
from facedown_client.board.hand_offers import HandOffers, card_at
from facedown_shared.manual.game import Game
from facedown_shared.manual.games import GAMES
from facedown_shared.manual.menu_rows import is_moving
from facedown_shared.manual.menus import ORDER, MenuOffer, card_limits
from facedown_shared.protocol.gestures import Gesture, Move, with_fields
from facedown_shared.protocol.messages import Option, Prompt, Refused, TableInfo, ToServer
from facedown_shared.tables import Place, View
from facedown_shared.text import Code, _, gettext_noop, words

ASKS = {
    "materials": gettext_noop("Choose the materials."),
    "more": gettext_noop("Choose what comes with it, or nothing."),
    "beneath": gettext_noop("Choose what is detached."),
    "target": gettext_noop("Choose its target."),
    "bearer": gettext_noop("Choose what it goes to."),
    "viewer": gettext_noop("Who sees it?"),
}
ELSEWHERE = "from_a_pile"
"""Verb of the option that lists cards which are not open on the board."""


class TypedNeed(NamedTuple):
    """Text that the player must type before a gesture can be sent."""

    need: str
    offered: MenuOffer


class GestureActions:
    """Gestures of one player. `send` sends one gesture; `update` takes the present state."""

    def __init__(self, send: Callable[[ToServer], None]) -> None:
        self._send = send
        self.view: View | None = None
        self.table: TableInfo | None = None
        self.names = ("", "")
        self.prompt: Prompt | None = None
        """Our own prompt that must be answered before the gesture is sent."""
        self.want: TypedNeed | None = None
        """Text that must be typed before the gesture is sent."""
        self.chosen: tuple[int, ...] = ()
        """Cards chosen together, in the order of the choice."""
        self._pending: MenuOffer | None = None
        self._last: Gesture | None = None
        self._refusal: Refused | None = None
        self._asks = -2

    # --- what stands ----------------------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        """Return whether this player may move cards by hand now."""
        return self.game is not None and is_moving(self._view)

    @property
    def game(self) -> Game | None:
        """Return the manual rules of this table; None where cards are not moved by hand."""
        if self.view is None or self.table is None or not self.table.by_hand:
            return None
        return GAMES.get(self.view.table) if self.view.viewer in (0, 1) else None

    @property
    def offers(self) -> HandOffers | None:
        """Return the menus of the present View; None where cards are not moved by hand."""
        game = self.game
        if game is None or not self.is_active:
            return None
        return HandOffers(self._view, game, self.is_solo, self.chosen, half=self.is_half_manual)

    @property
    def is_half_manual(self) -> bool:
        """Return whether only cards without a script are moved by hand."""
        return self.table is not None and self.table.mode == "half"

    @property
    def is_solo(self) -> bool:
        """Return whether one person plays both sides."""
        return self.table is not None and self.table.alone

    @property
    def _view(self) -> View:
        assert self.view is not None, "nothing is done by hand without a board"
        return self.view

    def update(
        self, view: View | None, table: TableInfo | None, names: tuple[str, str], refusal: Refused | None
    ) -> None:
        """Take the present state. Cards that have gone are no longer chosen."""
        self.view, self.table, self.names = view, table, names
        if view is not None and any(handle not in view.cards for handle in self.chosen):
            self.chosen = tuple(handle for handle in self.chosen if handle in view.cards)
        if refusal is not self._refusal:
            self._refusal = refusal
            if refusal is not None and refusal.code is Code.NEEDS_EFFECT and self._last is not None:
                self._ask(
                    _("{refusal} Does a card's effect say so?", refusal=refusal.sentence),
                    _yes_or_no(self._last),
                )

    # --- choosing several -----------------------------------------------------------------------------------

    def choose(self, handle: int) -> None:
        """Add a card to the chosen ones, or remove it."""
        if handle in self.chosen:
            self.chosen = tuple(other for other in self.chosen if other != handle)
        elif self.is_active and (handle in self._view.cards):
            self.chosen = (*self.chosen, handle)

    def choose_all(self, handles: Iterable[int]) -> None:
        """Choose exactly these cards."""
        self.chosen = tuple(handles)

    def choose_none(self) -> None:
        """Clear the chosen cards."""
        self.chosen = ()

    # --- making a gesture -----------------------------------------------------------------------------------

    def start_line(self, offered: MenuOffer) -> None:
        """Start a menu line: ask for its needs, then send the gesture."""
        self.cancel()
        if "materials" in offered.needs and self.chosen and {*self.chosen} <= {*offered.cards}:
            offered = offered.with_need("materials", self.chosen)
        self._ask_next_need(offered)

    def drop(self, handle: int, place: Place) -> None:
        """Send the move of a card that was dropped without a matching offer. The server decides, and gives
        the reason if it refuses.
        """
        self.cancel()
        self._send_gesture(Move((handle,), (place,)))

    def set_typed_text(self, **fields: object) -> None:
        """Take the typed text."""
        assert self.want is not None, "nothing was to be typed"
        offered, self.want = self.want.offered, None
        for need, value in fields.items():
            offered = offered.with_need(need, value)
        self._ask_next_need(offered)

    def cancel(self) -> None:
        """Cancel the open question."""
        self.prompt = self.want = self._pending = None

    def handle_answer(self, picks: Sequence[int], *, back: bool = False) -> None:
        """Handle the answer to our own prompt."""
        prompt, offered = self.prompt, self._pending
        self.prompt = None
        if prompt is None or back:
            self.cancel()
            return
        options = [prompt.options[index] for index in picks]
        if offered is None:
            if options and options[0].verb == "yes" and self._last is not None:
                self._send_gesture(with_fields(self._last, effect=True))
            return
        if options and options[0].verb == ELSEWHERE:
            self._ask_cards(offered, _first_need(offered), everywhere=True)
            return
        self._ask_next_need(self._fill_need(offered, options))

    def _fill_need(self, offered: MenuOffer, options: Sequence[Option]) -> MenuOffer:
        need, cards = _first_need(offered), tuple(option.card for option in options)
        match need:
            case "place":
                place = options[0].place
                assert place is not None, "a place was asked for"
                return offered.with_need(need, (place,))
            case "viewer":
                return offered.with_need(need, options[0].amount)
            case "beneath":
                return self._material_moves(offered, cards)
        return offered.with_need(need, cards)

    def _material_moves(self, offered: MenuOffer, cards: Sequence[int]) -> MenuOffer:
        """Return moves of the materials to their default piles."""
        goals = dict(zip(offered.cards, offered.places, strict=True))
        return MenuOffer("", Move(tuple(cards), tuple(goals[card] for card in cards)))

    def _ask_next_need(self, offered: MenuOffer) -> None:
        """Ask for the next need, or send the gesture if no need is left."""
        match _first_need(offered):
            case "":
                self._pending = None
                self._send_gesture(offered.gesture)
            case "amount" | "text" | "token" as need:  # typed into a dialog of the screen
                self._pending, self.want = None, TypedNeed(need, offered)
            case "place":
                self._ask_place(offered)
            case "viewer":
                self._ask_viewer(offered)
            case "beneath" if len(offered.cards) == 1:
                self._ask_next_need(self._material_moves(offered, offered.cards))
            case need:
                self._ask_cards(offered, need)

    def _send_gesture(self, gesture: Gesture) -> None:
        self._last = gesture
        self.chosen = ()
        self._send(gesture)

    # --- asking ---------------------------------------------------------------------------------------------

    def _ask(
        self, text: str, options: Sequence[Option], least: int = 1, most: int = 1,
        offered: MenuOffer | None = None, kind: str = "choice",
    ) -> None:  # fmt: skip
        self._asks -= 1
        self._pending = offered
        back = offered is not None
        self.prompt = Prompt(self._asks, kind, words("plain", text), tuple(options), least, most, back=back)

    def _ask_place(self, offered: MenuOffer) -> None:
        places = [place for place in offered.places if self._has_room(place, offered.gesture)]
        if len(places) < 2:
            self._ask_next_need(offered.with_need("place", tuple(places or offered.places[:1])))
            return
        card = offered.gesture.cards[0] if offered.gesture.cards else 0
        options = [Option("zone", card, place=place) for place in places]
        self._ask(
            _("{title}: choose a zone.", title=_(offered.title).partition(":")[0]), options, offered=offered
        )

    def _has_room(self, place: Place, gesture: Gesture) -> bool:
        """Return whether a place is free, or becomes free with the same gesture."""
        return card_at(self._view, place) in (0, *gesture.cards, *gesture.others)

    def _ask_viewer(self, offered: MenuOffer) -> None:
        if self.is_solo:
            self._ask_next_need(offered.with_need("viewer", -1))
            return
        other = 1 - self._view.viewer
        options = [
            Option("word", text=_("everybody"), amount=-1),
            Option("word", text=_("only {name}", name=self.names[other]), amount=other),
        ]
        self._ask(_(ASKS["viewer"]), options, offered=offered)

    def _ask_cards(self, offered: MenuOffer, need: str, *, everywhere: bool = False) -> None:
        """Ask for cards: on the board where they are visible, else from a list."""
        near = [card for card in offered.cards if is_on_board(self._view, card)]
        far = len(near) < len(offered.cards)
        everywhere = everywhere or not near
        options = [Option("choose", card) for card in (offered.cards if everywhere else near)]
        if far and not everywhere:
            options.append(Option(ELSEWHERE))
        least, most = card_limits(self.game, offered, need)
        asks = _(offered.asks or ASKS[need])
        words = asks
        if offered.title:
            title = _(offered.title).rstrip("…").partition(":")[0]
            words = _("{title}. {asks}", title=title, asks=asks)
        kind = ARRANGE if need == "more" and not offered.gesture.cards else "choice"
        self._ask(words, options, least, min(most, len(offered.cards)), offered, kind)


def _first_need(offered: MenuOffer) -> str:
    """Return the next need to ask for; "" without one."""
    return next((need for need in ORDER if need in offered.needs), "")


def _yes_or_no(gesture: Gesture) -> tuple[Option, ...]:
    card = gesture.cards[0] if gesture.cards else 0
    return Option("yes", card), Option("no", card)
