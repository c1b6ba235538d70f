"""Handlers of the core's messages about cards that move, turn or leave the duel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from facedown_server.games.edopro.locations import (
    BANISHED_FLAG,
    DECK_FLAG,
    DEFENSE_MASK,
    EXTRA_DECK_FLAG,
    FACE_UP_MASK,
    GRAVEYARD_FLAG,
    HAND_FLAG,
    MONSTERS_FLAG,
    OVERLAY_FLAG,
    SCALES,
    SLOTS,
    SPELLS_FLAG,
    Places,
)
from facedown_server.games.edopro.mirroring.card_lists import CardLists
from facedown_server.games.edopro.mirroring.duel_progress import DuelProgress, Handlers
from facedown_server.games.edopro.pile_orders import OutOfStep, simultaneous_sort_key
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import move_reasons
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.table import Card, State, ops
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.protocol.visible_events import Cause, EventKind
from facedown_shared.tables import Place

UNSEEN = frozenset({DECK_FLAG, HAND_FLAG, EXTRA_DECK_FLAG})
"""Piles in which other viewers do not see which card arrived."""


class CardMoves:
    """Handler of the move messages of one duel."""

    def __init__(
        self, state: State, pool: Pool, places: Places, cards: CardLists, progress: DuelProgress
    ) -> None:
        self._state, self._pool, self._places, self._cards = state, pool, places, cards
        self._progress = progress
        self._material_reasons = 0
        """The core's move reasons of materials since the last monster arrived on the field. Tributes for a
        Tribute Summon count as materials.
        """

    @property
    def handlers(self) -> Handlers:
        """Map each message type to its handler."""
        return {
            said.CardsDrawn: self._handle_draw, said.CardMoved: self._handle_move,
            said.PositionChange: self._position,
            said.Swap: self._swap, said.RemoveCards: self._remove,
        }  # fmt: skip

    def _handle_draw(self, message: said.CardsDrawn) -> None:
        seat = self._places.seat(message.player)
        for drawn in message.cards:
            card = self._cards.draw_card(message.player, drawn.code)
            ops.move(self._state, card, Place(seat, "hand"), face_up=False, cause="draw", kind="draw")

    def _handle_move(self, message: said.CardMoved) -> None:
        if not message.start.location:
            facts, owner = self._facts(message.code), self._places.seat(message.start.player)
            self._arrive(ops.create(self._state, facts, owner, token="token" in facts.kinds), message)
        else:
            self._arrive(self._remove_from_place(message), message)

    def move_together(self, run: Sequence[said.CardMoved]) -> None:
        """Move cards off the field one after the other, in an order that discloses nothing secret."""
        moves: list[tuple[Card, Callable[[], None]]] = []
        for message in run:
            card = self._remove_from_place(message)
            moves.append((card, self._enter(card, message)))
        order = {card: simultaneous_sort_key(self._state, card) for card, _ in moves}
        for _, carry_out in sorted(moves, key=lambda move: order[move[0]]):
            carry_out()

    def _remove_from_place(self, message: said.CardMoved) -> Card:
        """Remove a card from its place in the core."""
        card = self._cards.card_with_passcode(message.start, message.code)
        if not message.goal.location & OVERLAY_FLAG:
            self._cards.materials.attach_waiting(card)
        self._cards.remove(message.start, card)
        if message.reason & move_reasons.MATERIAL_FLAG:
            self._material_reasons |= message.reason
        return card

    def _arrive(self, card: Card, message: said.CardMoved) -> None:
        goal = message.goal
        if (other := self._cards.card_at_slot(goal)) is not None:
            self._free_slot(other)
        enter = self._enter(card, message)
        if goal.location in SLOTS:
            self._cards.materials.attach_waiting(card, self._places.to_place(goal))
        enter()

    def _enter(self, card: Card, message: said.CardMoved) -> Callable[[], None]:
        """Insert a card at its new place in the core; return the operation that does the same in our
        State.
        """
        start, goal = message.start, message.goal
        if not goal.location:
            return lambda: self._vanish(card, message.reason)
        if goal.location & OVERLAY_FLAG:
            bearer = self._cards.card(goal._replace(location=goal.location & ~OVERLAY_FLAG))
            if bearer is None:
                raise OutOfStep(f"nothing lies at {goal} to be a material of")
            self._cards.materials.add(bearer, card)
            return lambda: self._cards.materials.attach(bearer, card)
        self._cards.insert(goal, card)
        bottom = (
            goal.location == DECK_FLAG
            and goal.sequence == 0
            and len(self._cards.lists[(goal.player, DECK_FLAG)]) > 1
        )
        return lambda: self._place_card(card, start, goal, message.reason, bottom=bottom)

    def _vanish(self, card: Card, reason: int) -> None:
        ops.vanish(self._state, card, cause=move_reasons.cause(reason))

    def _free_slot(self, other: Card) -> None:
        """Move the second of two cards that swap places to a free slot, until the first has arrived."""
        free = next(slot for slot, one in enumerate(self._row(other.place)) if one is None)
        ops.move(
            self._state, other, other.place._replace(slot=free), face_up=other.face_up,
            defense_position=other.defense_position, cause="moving", controller=other.controller,
        )  # fmt: skip

    def _row(self, place: Place) -> list[Any]:
        return self._state.pile(place.seat, place.zone)

    def _place_card(self, card: Card, start: CoreSpot, goal: CoreSpot, reason: int, *, bottom: bool) -> None:
        place, face_up = self._places.to_place(goal), bool(goal.position & FACE_UP_MASK)
        on_field = goal.location in SLOTS
        if goal.location == GRAVEYARD_FLAG:
            face_up = True
        elif goal.location in (DECK_FLAG, HAND_FLAG):
            face_up = False
        changes = on_field and start.location in SLOTS and start.location != goal.location
        came_set = (
            on_field
            and not face_up
            and start.location in (HAND_FLAG, DECK_FLAG, GRAVEYARD_FLAG, EXTRA_DECK_FLAG, BANISHED_FLAG)
        )
        kind: EventKind = "set" if came_set else "move"
        cause: Cause = (
            "set" if came_set else "banish" if goal.location == BANISHED_FLAG else move_reasons.cause(reason)
        )
        if goal.location == SPELLS_FLAG and start.location in UNSEEN and not came_set:
            cause = "rule"  # the core still gives the reason of the card's move to a hidden place
        if goal.location == MONSTERS_FLAG and start.location not in SLOTS and face_up:
            used, self._material_reasons = self._material_reasons, 0
            by_hand = start.location == HAND_FLAG and not reason & move_reasons.SPECIAL_SUMMON_FLAG
            cause = move_reasons.summon(card.facts, used, by_rule=by_hand, scaling=self._progress.is_scaling)
        ops.move(
            self._state, card, place, face_up=face_up,
            defense_position=goal.location == MONSTERS_FLAG and bool(goal.position & DEFENSE_MASK),
            cause=cause,
            controller=self._places.seat(goal.player) if on_field else card.owner, bottom=bottom, kind=kind,
            is_new_object=changes,
        )  # fmt: skip
        if on_field and (changes or not start.location & (MONSTERS_FLAG | SPELLS_FLAG)):
            scales = goal.location == SPELLS_FLAG and goal.sequence in SCALES
            scale = scales and "pendulum" in card.facts.kinds and face_up
            ops.mark(self._state, card, arrived=self._state.turn, **({"summoned": "scale"} if scale else {}))

    def _position(self, message: said.PositionChange) -> None:
        card = self._cards.card_with_passcode(message.spot, message.code)
        self.turn_card(card, message.now, "position")

    def turn_card(self, card: Card, position: int, cause: Cause) -> None:
        """Turn a card to this face and position of the core, unless it has them already."""
        face_up, defense = (
            bool(position & FACE_UP_MASK),
            bool(position & DEFENSE_MASK) and card.is_in_monster_zone,
        )
        if (card.face_up, card.defense_position) != (face_up, defense):
            ops.turn_card(self._state, card, face_up=face_up, defense_position=defense, cause=cause)

    def _swap(self, message: said.Swap) -> None:
        one, other = (
            self._cards.card_with_passcode(message.spot, message.code),
            self._cards.card_with_passcode(message.other, message.other_code),
        )
        here, there = one.place, other.place
        self._cards.remove(message.spot, one)
        self._cards.remove(message.other, other)
        self._cards.insert(message.other, one)
        self._cards.insert(message.spot, other)
        ops.exchange(self._state, (one, there), (other, here))

    def _remove(self, message: said.RemoveCards) -> None:
        for spot, card in [(spot, self._cards.card(spot)) for spot in message.spots]:
            if card is not None:
                self._cards.clear(spot, card)
                ops.vanish(self._state, card)

    def _facts(self, code: int) -> Facts:
        found = self._pool.get(code)
        return found if found is not None else Facts(code=code, name=f"passcode {code}", kinds=("monster",))
