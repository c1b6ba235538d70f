"""Moves of objects in Flesh and Blood. An object becomes public or private before it moves, and a new object
on arrival.

Sources: FAB-3.0.7 to FAB-3.0.14e. The table lists the zones in which a card stays the same object.
"""

from __future__ import annotations

from collections.abc import Sequence

from facedown_server.games.manual.hands import G_co, PlayerHands
from facedown_server.table import MATERIAL, NOWHERE, Card, ops, sight
from facedown_shared.cards.facts import Facts
from facedown_shared.manual.game import UPRIGHT, PositionRow
from facedown_shared.protocol.provided_facts import MIN_TOKEN_PASSCODE
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import SHARED_SEAT_INDEX, Place

LEFT = ("graveyard", "banished", "deck", "hand", "pitch", "arsenal")
"""Zones outside arena and stack. An object that is not a card ceases to exist on the way there
(FAB-3.0.12a).
"""
OWNERS = ("graveyard", "banished", "hand", "deck", "pitch")
"""Piles that hold only their owner's cards, whichever player moves a card there (FAB-3.4.2, FAB-3.8.2)."""
SHOWN = "shown"
"""Position of a card whose move was replaced after the card was shown to all (FAB-3.0.8a)."""


class FabHands(PlayerHands[G_co]):
    """Context of one gesture at a table of Flesh and Blood."""

    def move_card(self, card: Card, goal: Place, position: PositionRow, *, cause: Cause = "") -> None:
        """Move an object. If it becomes a new object, clear the cards beneath it."""
        beneath = card.materials
        if card.token and goal.zone in LEFT:
            ops.vanish(self.state, card, cause=cause, by=self.seat)
            self._clear_all(beneath)
            return
        if position.word == SHOWN:
            self._make_public(card)
        self._prepare(card, position)
        if goal.zone in OWNERS:
            goal = Place(card.owner, goal.zone)
        came_from, life = card.zone, card.incarnation
        shared = goal.seat == SHARED_SEAT_INDEX
        ops.move(
            self.state, card, goal, face_up=position.face_up, cause=cause, by=self.seat,
            bottom=position.word in ("bottom", SHOWN), controller=card.controller if shared else goal.seat,
        )  # fmt: skip
        if card.incarnation != life:
            ops.store_note(self.state, card, f"from_{came_from}", True)
            self._clear_all(beneath)
        else:
            self._turn_each(beneath, face_up=position.face_up)

    def turn_object(self, card: Card, *, face_up: bool, cause: Cause = "") -> None:
        """Turn an object in place, together with the cards beneath it (FAB-3.0.7b, FAB-3.0.14d)."""
        self._turn_each((card, *card.materials), face_up=face_up, cause=cause)

    def _turn_each(self, cards: Sequence[Card], *, face_up: bool, cause: Cause = "") -> None:
        for card in cards:
            if card.face_up != face_up:
                ops.turn_card(
                    self.state, card, face_up=face_up, defense_position=False, cause=cause, by=self.seat
                )

    def put_beneath(self, card: Card, bearer: Card) -> None:
        """Make a card a sub-card: a new object, as public as the card above it. Its own sub-cards move
        with it.
        """
        for each in (*card.materials, card):
            if each.token:
                ops.vanish(self.state, each, by=self.seat)
                continue
            self._prepare(each, PositionRow("", face_up=bearer.face_up))
            ops.attach(self.state, each, bearer, by=self.seat, face_up=bearer.face_up)

    def clear(self, card: Card) -> None:
        """Clear an object to its owner's graveyard. An object that is not a card ceases to exist
        (FAB-3.0.12).
        """
        self.move_card(card, Place(card.owner, "graveyard"), UPRIGHT, cause="clear")

    def create(self, name: str, kinds: tuple[str, ...], attack: int | None = None) -> Card:
        """Create an object that is not a card: a token, an ability on the stack, an attack-proxy."""
        made = [card.facts for card in self.state.cards if card.code >= MIN_TOKEN_PASSCODE]
        code = max((facts.code for facts in made), default=MIN_TOKEN_PASSCODE - 1) + 1
        facts = Facts(code=code, name=name, kinds=kinds, attack=attack)
        return ops.create(self.state, facts, self.seat, token=True)

    def is_public(self, card: Card) -> bool:
        """Return whether every viewer may read the card now (FAB-3.0.3)."""
        return sight.readers(self.state, card) == sight.ALL_CLASSES_MASK

    def can_read(self, card: Card) -> bool:
        """Return whether the player of this gesture may read the card now."""
        return bool(sight.readers(self.state, card) >> self.seat & 1)

    def _prepare(self, card: Card, position: PositionRow) -> None:
        """Make the object public or private, as at its destination, before it moves (FAB-3.0.8)."""
        if position.face_up:
            self._make_public(card, cause="moving")
        elif card.face_up and card.place != NOWHERE:
            self.turn_object(card, face_up=False, cause="moving")
        elif card.revealed:
            ops.conceal(self.state, [card])

    def _make_public(self, card: Card, cause: Cause = "") -> None:
        if not self.is_public(card) and card.place != NOWHERE:
            ops.reveal(self.state, [card], by=self.seat, cause=cause)

    def _clear_all(self, cards: Sequence[Card]) -> None:
        """Clear the cards beneath an object that ceased to exist, in the same event (FAB-3.0.14e)."""
        for card in cards:
            if card.zone == MATERIAL:
                self.clear(card)
