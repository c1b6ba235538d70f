"""Operations that inform without moving a card: reveals, declarations, announcements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from facedown_server.table import sight
from facedown_server.table.ops.writing import (
    emit_event,
    mark_pile_changed,
    marks,
    mint,
    mix_digest,
    record_order,
    reveal_facts,
    snapshot,
)
from facedown_server.table.state import Card, GameEvent, Handles, LastingEffect, State
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.visible_events import Cause, EventKind
from facedown_shared.tables import SHARED_SEAT_INDEX, Place, Seat

ALL_CLASSES_MASK = 0b111
"""The bits of every viewer class."""


def reveal(
    state: State,
    cards: Iterable[Card],
    classes: int = ALL_CLASSES_MASK,
    *,
    by: Seat = SHARED_SEAT_INDEX,
    cause: Cause = "",
) -> None:
    """Let viewer classes (bits) read these cards until `conceal`.

    Cards of a hand are revealed in the order of their names, since the order in which they were drawn is
    secret (VIS-40). Cards that others already know come first: their place among the names would disclose
    something about the rest.
    """
    for card in sorted(cards, key=_reveal_order):
        was = card.handles
        tellable = sight.distinguishable(state, card)
        card.revealed |= classes
        mint(state, card, was, tellable)
        emit_event(
            state, "reveal", card, snapshot(card), was, sight.readers(state, card), start=card.place, by=by,
            seat=card.controller, cause=cause,
        )  # fmt: skip


def gather(state: State, seat: Seat, zone: str) -> None:
    """Sort a pile by card numbers, so that the next shuffle does not depend on the order that was seen."""
    record_order(state, seat, zone, sorted(state.pile(seat, zone), key=lambda card: card.id))
    mark_pile_changed(state, Place(seat, zone))


def _reveal_order(card: Card) -> tuple[object, ...]:
    """Return the sort key of a card among those revealed together; not every pile has a secret order."""
    if card.zone not in sight.UNORDERED:
        return ()
    known = (card.handles[-1], card.handles[1 - card.owner])
    return (card.place, *((not handle, handle) for handle in known), card.facts.name)


def expose(state: State, seat: Seat, zone: str, cards: Sequence[Card], classes: int) -> None:
    """Put a whole pile into this order and reveal it to viewer classes until `conceal`, as one event."""
    record_order(state, seat, zone, cards)
    note(state, "search", seat=seat, word=zone)
    for card in cards:
        was, tellable = card.handles, sight.distinguishable(state, card)
        card.revealed |= classes
        mint(state, card, was, tellable)
        reveal_facts(state, card, sight.readers(state, card))
        mix_digest(state, "expose", card.id)


def conceal(state: State, cards: Iterable[Card]) -> None:
    """End a reveal: from now on no class can match these cards with what was shown (VIS-L11)."""
    for card in cards:
        tellable = sight.distinguishable(state, card)
        was = card.handles
        card.revealed = 0
        mint(state, card, was, tellable)
        mix_digest(state, "conceal", card.id)


def set_lingering_effects(state: State, effects: tuple[LastingEffect, ...]) -> None:
    """Set the public list of lingering effects.

    The list follows from earlier operations, so the digest covers it already. It counts as a touch, so that
    Views are renewed.
    """
    state.lasting = effects
    state.touches += 1


def declare(state: State, seat: Seat, *, facts: Facts | None = None, word: str = "", amount: int = 0) -> None:
    """Announce what a player declares: the name of a card, a word printed on cards, or a number.

    The printed facts of a declared card are sent with it; the declaration does not reveal whether any player
    has one.
    """
    code = facts.code if facts is not None else 0
    mix_digest(state, "declared", seat, code, word, amount, board=False)
    if facts is not None:
        state.declared.setdefault(facts.code, facts)
    state.events.append(
        GameEvent(
            "declared", seat, code=code, readers=ALL_CLASSES_MASK, amount=amount, word=word, by=seat,
            moment=state.moment,
        )
    )  # fmt: skip


def note(
    state: State, kind: EventKind, *, seat: Seat = SHARED_SEAT_INDEX, card: Card | None = None,
    amount: int = 0,
    word: str = "",
    others: tuple[Card, ...] = (), by: Seat = SHARED_SEAT_INDEX, source: Card | None = None,
    cause: Cause = "",
    place: Place | None = None, held: Handles | None = None, board: bool = False, mixed: str = "",
) -> GameEvent:  # fmt: skip
    """Announce something that moves no card: an attack, a coin, a phase, a successful Summon.

    `board`: the announced operation has changed the board (`State.board`). `mixed`: a word for the digest
    that is not sent.

    A card is named by the handles it had at that time (`held`): a class that has lost sight of it since does
    not learn where it lies now (law 3).
    """
    mix_digest(state, kind, seat, amount, word or mixed, *[other.id for other in others], board=board)
    if card is None:
        event = GameEvent(
            kind, seat, amount=amount, word=word, others=others, marks=marks(others), by=by, source=source,
            cause=cause, goal=place, moment=state.moment,
        )  # fmt: skip
        state.events.append(event)
        return event
    event = emit_event(
        state, kind, card, snapshot(card), card.handles, sight.readers(state, card), seat=seat, amount=amount,
        word=word, others=others, by=by, source=source, cause=cause, goal=place, board=board,
    )  # fmt: skip
    if held is not None:
        now = sight.lasting_handles(held, card)
        known = sum(1 << index for index in range(3) if now[index])
        event = msgspec.structs.replace(event, was=now, now=now, readers=event.readers & known)
        state.events[-1] = event
    return event
