"""Read-only context of one gesture: the cards and places that it names, and whether its seat may use them.

A gesture is first planned, which raises Illegal and changes nothing. Then the plan's command carries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from facedown_server.games.manual import board_adapter
from facedown_server.table import Card, RandomStreams, State, ops, sight
from facedown_shared.cards.facts import Pool
from facedown_shared.manual.board import Board, PlacedCard
from facedown_shared.manual.game import Game, Movement, PositionRow, Refusal
from facedown_shared.protocol.gestures import Arrange, CloseDeck, Gesture, SendSignal
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import SHARED_SEAT_INDEX, Format, Place, Seat, Side, Zone
from facedown_shared.text import Code, Illegal, Words, words

Command = Callable[[], object]
"""Function that carries out a planned gesture."""

Planners = Mapping[type[Gesture], Callable[[Any], Command]]
"""Map of each gesture type of a table to its planner. A planner is called with the hands and returns the
command.
"""

G_co = TypeVar("G_co", bound=Gesture, covariant=True)


@dataclass(eq=False)
class PlayerHands(Generic[G_co]):
    """Context of one gesture of one seat. `alone`: one person plays both sides and may touch every card."""

    state: State
    game: Game
    rules: Format
    streams: RandomStreams
    pool: Pool
    seat: Seat
    gesture: G_co
    searching: list[bool]
    """For each seat, whether its Deck is being searched. The list is shared with the table."""
    alone: bool = False
    source: Card | None = None
    """Card whose effect is being carried out; None at a free table."""
    confirms: bool = True
    """`Setup.confirms`."""

    @cached_property
    def board(self) -> Board:
        """Board before the gesture, in the form that the game's rows read."""
        return board_adapter.board(self.state)

    @property
    def target_seat(self) -> Seat:
        """Seat that the gesture is about: the seat in the gesture, or the player's own if it names none.
        Raises Illegal if it names the opponent.
        """
        seat = self.seat if self.gesture.seat < 0 else self.gesture.seat
        if seat != self.seat and not self.alone:
            raise Illegal(words("other_player_does_that"), Code.NOT_ALLOWED)
        return seat

    # --- cards --------------------------------------------------------------------------------------------

    @cached_property
    def cards(self) -> list[Card]:
        """Cards that the gesture is about. Raises Illegal if the seat may not touch them."""
        return self._cards_of_handles(self.gesture.cards, own=True)

    @property
    def card(self) -> Card:
        """First card that the gesture is about."""
        return self.cards[0]

    @cached_property
    def other_cards(self) -> list[Card]:
        """Other cards in the gesture: materials, targets, a bearer."""
        return self._cards_of_handles(self.gesture.others)

    def _cards_of_handles(self, handles: Sequence[int], *, own: bool = False) -> list[Card]:
        """Return the cards of these handles of the seat's View. `own`: the seat must be allowed to touch
        them.

        Raises Illegal.
        """
        if len(set(handles)) < len(handles):
            raise Illegal(words("card_named_twice"))
        found = self._existing_cards(handles)
        if len(found) < len(handles):
            raise Illegal(words("card_is_gone"), Code.NOT_NOW)
        if own and not all(self.can_touch(card) for card in found):
            raise Illegal(self.not_yours_reason, Code.NOT_ALLOWED)
        return found

    def _existing_cards(self, handles: Sequence[int]) -> list[Card]:
        """Return the cards of these handles. Handles without a card are skipped."""
        return [card for card in map(self.state.named[self.seat].get, handles) if card is not None]

    @property
    def not_yours_reason(self) -> Words:
        """Reason why this gesture may not touch a card."""
        return words("cards_other_players")

    def can_touch(self, card: Card) -> bool:
        """Return whether the seat may move a card. On the field its controller may, in other places its
        owner.
        """
        held = card if card.bearer is None else card.bearer
        keeper = held.controller if card.bearer is not None or card.is_on_field else card.owner
        return self.alone or keeper == self.seat

    # --- places -------------------------------------------------------------------------------------------

    def zone(self, name: str) -> Zone:
        """Return a zone of this table by name. Raises Illegal if there is none."""
        zone = self.state.table.zones.get(name)
        if zone is None:
            raise Illegal(words("no_such_zone"))
        return zone

    def place_for(self, index: int = 0) -> Place:
        """Return the gesture's place for the card of this index. The last place applies to all further cards.

        Raises Illegal if there is no such place.
        """
        if not self.gesture.places:
            raise Illegal(words("say_where_to"))
        place = self.gesture.places[min(index, len(self.gesture.places) - 1)]
        zone = self.zone(place.zone)
        seats = (SHARED_SEAT_INDEX,) if zone.side is Side.SHARED else (0, 1)
        there = 0 if zone.slots is None else len(self.state.piles.get((place.seat, place.zone), ()))
        if place.seat not in seats or not -1 <= place.slot < there:
            raise Illegal(words("no_such_place"))
        return place

    def position(self, zone: str, word: str | None = None) -> PositionRow:
        """Return the position that the card takes in a zone. Raises Illegal if the zone does not allow it."""
        position = self.game.position(zone, self.gesture.position if word is None else word)
        if position is None:
            raise Illegal(words("cannot_lie_like_that"))
        return position

    # --- rules of the game --------------------------------------------------------------------------------

    def placed_card(self, card: Card) -> PlacedCard:
        """Return a card in the form in which the game judges moves."""
        return board_adapter.placed_card(card)

    def allow(self, refusal: Refusal | None) -> None:
        """Raise Illegal for a refusal, unless an effect could allow the move and the gesture names an
        effect.
        """
        if refusal is None or (refusal.effect and self.gesture.effect):
            return
        raise Illegal(refusal.words, Code.NEEDS_EFFECT if refusal.effect else Code.AGAINST_RULES)

    def landing_place(
        self, card: Card, goal: Place, position: str, leaving: Sequence[Card] = (),
        taken: Sequence[Place] = (),
    ) -> Place:  # fmt: skip
        """Return the goal with its slot, if the game allows the move.

        Zones of the cards `leaving` in the same act count as free; those in `taken` do not.

        Raises Illegal if the game refuses the move or no zone is free.
        """
        keys = tuple([other.id for other in leaving])
        placed, best, least = self.placed_card(card), None, None
        for place in (goal,) if goal.slot >= 0 else self._slots(goal, keys):
            if place.slot >= 0 and place in taken:
                continue
            refusal = self.game.refusal(Movement(self.board, placed, place, position, self.seat, keys))
            if refusal is None:
                return place
            if least is None or (least.effect < refusal.effect):
                best, least = place, refusal
        if best is None:
            raise Illegal(words("no_zone_free"), Code.AGAINST_RULES)
        self.allow(least)
        return best

    def refuse_turn(self, card: Card, position: PositionRow) -> Refusal | None:
        """Return the game's refusal to turn a card in place, or None."""
        return self.game.refuse_turn(
            Movement(
                self.board, self.placed_card(card), card.place, position.word, card.controller, (card.id,)
            )
        )

    def refuse_attach(self, bearer: Card) -> Refusal | None:
        """Return the game's refusal to put cards beneath this card, or None."""
        return self.game.refuse_attach(
            Movement(self.board, board_adapter.placed_card(bearer), bearer.place, "", self.seat)
        )

    def _slots(self, goal: Place, leaving: tuple[int, ...]) -> list[Place]:
        """Return the free slots of a zone. If none is free, return its first slot, which may be cleared
        first. A place outside the table's zones is returned as it is.
        """
        if goal.zone not in self.state.table.zones:
            return [goal]
        return self.board.free(goal.seat, goal.zone, leaving) or self.board.slots(goal.seat, goal.zone)[:1]

    def move_card(self, card: Card, goal: Place, position: PositionRow, *, cause: Cause = "") -> None:
        """Move a card. Games in which more follows from a move override this."""
        ops.move(
            self.state, card, goal, face_up=position.face_up, cause=cause, by=self.seat, source=self.source,
            bottom=position.word == "bottom",
            controller=goal.seat if goal.seat in (0, 1) else card.controller,
        )  # fmt: skip

    # --- hiding and showing -------------------------------------------------------------------------------

    def check_attention(self) -> None:
        """Check that a player who searches a Deck only takes cards out of it or closes it. Raises Illegal."""
        if not self.searching[self.seat] or isinstance(self.gesture, (CloseDeck, SendSignal)):
            return
        takes_out = self.gesture.cards and not isinstance(self.gesture, Arrange)
        if not takes_out or any(card.zone != "deck" for card in self._existing_cards(self.gesture.cards)):
            raise Illegal(words("searching_first"), Code.NOT_NOW)

    def check_closed(self, seat: Seat) -> None:
        """Check that a Deck is not being searched, since its order must not be used then. Raises Illegal."""
        if self.searching[seat]:
            raise Illegal(words("deck_is_searched"), Code.NOT_NOW)

    def shuffle(self, seat: Seat, zone: str) -> None:
        """Shuffle a pile with the seat's own random stream, after hiding its shown cards.

        A Deck that is being searched is first sorted by card number, since its new order must not depend on
        the search.
        """
        if zone == "deck" and self.searching[seat]:
            ops.gather(self.state, seat, zone)
        pile = self.state.pile(seat, zone)
        ops.conceal(self.state, [card for card in pile if card.revealed])
        ops.shuffle(self.state, seat, zone, self.streams.order(len(pile), f"{zone}:{seat}"))


def check_seen(hands: PlayerHands[Any], cards: Iterable[Card]) -> None:
    """Raise Illegal if a move would show the seat one of these cards: it may neither move nor read it."""
    if hands.confirms and not all(
        hands.can_touch(card) or sight.readers(hands.state, card) >> hands.seat & 1 for card in cards
    ):
        raise Illegal(hands.not_yours_reason, Code.NOT_ALLOWED)
