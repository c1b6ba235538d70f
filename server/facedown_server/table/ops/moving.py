"""Operations that move cards; no other code does."""

from __future__ import annotations

from collections.abc import Sequence

from facedown_server.table import sight
from facedown_server.table.ops.telling import note
from facedown_server.table.ops.writing import (
    emit_event,
    forget,
    insert_card,
    mark_changed,
    mark_pile_changed,
    mint,
    mix_digest,
    name,
    record_order,
    record_shuffle,
    remove_from_place,
    remove_ties,
    reset_values,
    reveal_facts,
    snapshot,
)
from facedown_server.table.state import MATERIAL, NONE, NOWHERE, Card, GameEvent, State
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.visible_events import Cause, EventKind
from facedown_shared.tables import SHARED_SEAT_INDEX, Place, Seat, pile_place


def create(state: State, facts: Facts, owner: Seat, *, token: bool = False) -> Card:
    """Create a physical card that is not on the table yet."""
    card = Card(len(state.cards), facts, owner, token=token)
    state.cards.append(card)
    mix_digest(state, "create", card.id, facts.code, owner)
    reset_values(card)
    return card


def place_card(state: State, card: Card, place: Place, *, face_up: bool = False) -> None:
    """Place a card before the duel begins, without an event."""
    pile = state.piles[(place.seat, place.zone)]
    card.controller = place.seat if place.seat != SHARED_SEAT_INDEX else card.owner
    if state.table.zones[place.zone].slots is None:
        pile.append(card)
        record_shuffle(state, "in", place.seat, place.zone, len(pile) - 1, card.id)
        place = pile_place(place.seat, place.zone)
    else:
        pile[place.slot] = card
    card.place, card.face_up = place, face_up
    mint(state, card, (0, 0, 0))
    reveal_facts(state, card, sight.readers(state, card))
    mix_digest(state, "put", card.id, *place, face_up)


def move(
    state: State, card: Card, goal: Place, *, face_up: bool = True, defense_position: bool = False,
    cause: Cause = "", by: Seat = SHARED_SEAT_INDEX, source: Card | None = None,
    controller: Seat | None = None,
    bottom: bool = False, kind: EventKind = "move", word: str = "", is_new_object: bool = False,
) -> GameEvent:  # fmt: skip
    """Move a card to a place. The caller has resolved redirects (`moves.destination`).

    Leaving the field ends a card's ties to others: counters, equips, targets. A card that changes zones on
    the field keeps them (GAP-50), unless it becomes a new card object (`is_new_object`).
    """
    before, readers, was = snapshot(card), sight.readers(state, card), card.handles
    tellable = sight.distinguishable(state, card)
    stays = state.table.keeps_identity(before.place.zone, goal.zone)
    new = state.table.new_objects and not stays
    remove_from_place(state, card)
    card.face_up, card.defense_position, card.revealed = face_up, defense_position, 0
    if controller is None:
        controller = card.controller if goal.seat == SHARED_SEAT_INDEX else goal.seat
    card.controller = controller
    insert_card(state, card, goal, bottom)
    if state.table.new_objects:
        _hand_over_materials(state, card)
    if is_new_object or not stays:
        forget(state, card)
    # No class, the owner's included, may follow a card into or out of a Deck.
    anonymous = new or "deck" in (before.place.zone, goal.zone)
    mint(state, card, (0, 0, 0) if anonymous else was, tellable)
    return emit_event(
        state, kind, card, before, was, readers, start=before.place, goal=card.place,
        cause=cause, by=by, source=source, word=word, seat=card.controller,
    )  # fmt: skip


def _hand_over_materials(state: State, bearer: Card) -> None:
    """Let the cards beneath a card lie in its controller's place, who may read them (FAB-3.0.3a)."""
    for card in bearer.materials:
        if card.place.seat != bearer.controller:
            card.place = Place(bearer.controller, MATERIAL)
            mark_changed(state, card)
            reveal_facts(state, card, sight.readers(state, card))


def exchange(
    state: State, *goals: tuple[Card, Place], by: Seat = SHARED_SEAT_INDEX, source: Card | None = None
) -> None:  # fmt: skip
    """Swap cards on the field, control included, each to its own destination."""
    befores = [(card, goal, snapshot(card), sight.readers(state, card)) for card, goal in goals]
    for card, _ in goals:
        remove_from_place(state, card)
    for card, goal, before, readers in befores:
        card.controller = goal.seat
        insert_card(state, card, goal, False)
        mark_changed(state, card)
        mark_pile_changed(state, goal)
        emit_event(
            state, "move", card, before, card.handles, readers, start=before.place, goal=card.place,
            cause="control", by=by, source=source, seat=card.controller,
        )  # fmt: skip


def mix(state: State, cards: Sequence[Card], order: Sequence[int]) -> None:
    """Permute face-down cards of one zone: `order` names the card that takes each place.

    Only classes that may read the cards can follow; the others get new handles, place by place (VIS-L13).
    """
    places = [card.place for card in cards]
    for card in cards:
        remove_from_place(state, card)
    for index, place in zip(order, places, strict=True):
        card = cards[index]
        readers = sight.readers(state, card)
        insert_card(state, card, place, False)
        mint(state, card, card.handles, (bool(readers & 1), bool(readers & 2), bool(readers & 4)))
    note(state, "shuffle", seat=places[0].seat, word=places[0].zone)


def attach(
    state: State, card: Card, bearer: Card, *, by: Seat = SHARED_SEAT_INDEX, face_up: bool = True
) -> GameEvent:  # fmt: skip
    """Attach a card to another as Xyz Material: face-up, readable by all (GAP-V2), no longer on the field.

    YGO-XYZ-02 to 03, VIS-L19.
    """
    before, readers, was = snapshot(card), sight.readers(state, card), card.handles
    tellable = sight.distinguishable(state, card)
    remove_from_place(state, card)
    card.face_up, card.defense_position, card.revealed, card.bearer = face_up, False, 0, bearer
    card.place, card.controller = Place(bearer.controller, MATERIAL), card.owner
    bearer.materials = (*bearer.materials, card)
    forget(state, card)
    mint(state, card, (0, 0, 0) if state.table.new_objects else was, tellable)
    return emit_event(
        state, "attach", card, before, was, readers, start=before.place, goal=bearer.place, by=by,
        seat=bearer.controller, others=(bearer,),
    )  # fmt: skip


def vanish(
    state: State, card: Card, *, cause: Cause = "", by: Seat = SHARED_SEAT_INDEX, source: Card | None = None
) -> GameEvent:
    """Remove a Token that leaves the field (YGO-TOK-11)."""
    before, readers, was = snapshot(card), sight.readers(state, card), card.handles
    remove_from_place(state, card)
    card.place = NOWHERE
    forget(state, card)
    name(state, card, (0, 0, 0))
    return emit_event(
        state, "vanish", card, before, was, readers, start=before.place, cause=cause, by=by, source=source,
        seat=before.controller,
    )  # fmt: skip


def turn_card(
    state: State, card: Card, *, face_up: bool, defense_position: bool, cause: Cause,
    by: Seat = SHARED_SEAT_INDEX,
    source: Card | None = None,
) -> GameEvent:  # fmt: skip
    """Change a card's face or position in place.

    A card turned face-down loses its counters (YGO-CTR-03), and references of other cards to it end.
    """
    before, readers, was = snapshot(card), sight.readers(state, card), card.handles
    tellable = sight.distinguishable(state, card)
    turned_down = card.face_up and not face_up
    card.face_up, card.defense_position = face_up, defense_position
    if turned_down and state.table.new_objects:
        card.revealed = 0
        forget(state, card)
        mint(state, card, (0, 0, 0))
    elif turned_down:
        card.counters, card.memory, card.negated, card.revealed = NONE, NONE, False, 0
        remove_ties(state, card)
    else:
        mint(state, card, was, tellable)
    kind: EventKind = "position" if before.face_up == face_up else ("flip" if face_up else "face_down")
    return emit_event(
        state, kind, card, before, was, readers, start=card.place, goal=card.place, cause=cause, by=by,
        source=source, seat=card.controller,
    )  # fmt: skip


def add_place(state: State, seat: Seat, zone: str) -> None:
    """Add a place to a zone with slots: a zone of the same type (FAB-3.0.10)."""
    state.piles[(seat, zone)].append(None)
    mark_pile_changed(state, Place(seat, zone))
    note(state, "zone", seat=seat, word=zone, amount=1, board=True)


def remove_place(state: State, place: Place) -> None:
    """Remove an empty place; later places move up (FAB-3.0.10b, FAB-3.0.10c)."""
    pile = state.piles[(place.seat, place.zone)]
    del pile[place.slot]
    mark_pile_changed(state, place)
    for slot, card in enumerate(pile):
        if card is not None:
            card.place = place._replace(slot=slot)
    note(state, "zone", seat=place.seat, word=place.zone, amount=-1, board=True)


def shuffle(
    state: State, seat: Seat, zone: str, order: Sequence[int], *, stirred: bool = False
) -> None:  # fmt: skip
    """Reorder a pile by indices of its old order; no class can follow a card through it (VIS-L05).

    `stirred`: the order does not come from our own random streams.
    """
    pile = state.piles[(seat, zone)]
    pile[:] = [pile[index] for index in order]
    mark_pile_changed(state, Place(seat, zone))
    mix_digest(state, "shuffle", seat, zone, *order)
    if stirred:
        record_shuffle(state, "stir", seat, zone, *[card.id for card in pile])
    else:
        record_shuffle(state, "shuffle", seat, zone, len(pile))
    for card in pile:
        card.incarnation += 1
        mint(state, card, (0, 0, 0))
    note(state, "shuffle", seat=seat, word=zone)


def arrange(state: State, seat: Seat, zone: str, cards: Sequence[Card]) -> None:
    """Put these cards of the pile on its top in this order, the first on top."""
    rest = [card for card in state.piles[(seat, zone)] if card not in cards]
    record_order(state, seat, zone, cards, rest)
    mark_pile_changed(state, Place(seat, zone))
    note(state, "arrange", seat=seat, amount=len(cards), word=zone)


def choose_at_random(state: State, seat: Seat, zone: str, count: int) -> None:
    """Record that the next `count` cards to leave this pile are chosen at random among all its cards."""
    mix_digest(state, "pick", seat, zone, count)
    record_shuffle(state, "pick", seat, zone, count)
