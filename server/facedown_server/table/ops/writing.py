"""The primitives of operations: take and place cards, mint handles (law 3), mix words into the digest.

Only this package calls them.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from facedown_server.table import sight
from facedown_server.table.state import NONE, NOWHERE, UNTOLD, Before, Card, Cards, GameEvent, Handles, State
from facedown_shared.protocol.fairness import FOLLOWED
from facedown_shared.protocol.visible_events import Cause, EventKind
from facedown_shared.tables import SHARED_SEAT_INDEX, Place, Seat, pile_place

MAX_TOUCHED_CARDS = 48
"""Cards remembered as touched; a glance that is older than the first of them reads every card. Few acts touch
as many, and a table at rest holds 9 KiB less.
"""
_ENCODER = msgspec.json.Encoder()


def snapshot(card: Card) -> Before:
    """Return a copy of the card's present state, for rules that look back."""
    return Before(
        card.place, card.controller, card.face_up, card.defense_position, card.attack, card.defense,
        card.level, card.race, card.attribute, card.kinds, card.negated, card.summoned, card.equipped_to,
        card.equips, tuple(card.counters.items()), card.incarnation,
    )  # fmt: skip


def cards_without(cards: Cards, card: Card) -> Cards:
    """Return these cards except one."""
    return tuple([other for other in cards if other is not card])


def remove_from_place(state: State, card: Card) -> None:
    """Take a card from its place: a card is in one place at a time (YGO-FLD-01)."""
    if card.bearer is not None:
        mark_changed(state, card.bearer)
        card.bearer.materials = cards_without(card.bearer.materials, card)
        card.bearer = None
    elif card.place != NOWHERE:
        mark_pile_changed(state, card.place)
        pile = state.piles[(card.place.seat, card.place.zone)]
        if state.table.zones[card.place.zone].slots is None:
            index = pile.index(card)
            del pile[index]
            record_shuffle(state, "out", card.place.seat, card.place.zone, index, card.id)
        else:
            pile[card.place.slot] = None


def insert_card(state: State, card: Card, goal: Place, bottom: bool) -> None:
    zone = state.table.zones[goal.zone]
    pile = state.pile(goal.seat, goal.zone)
    if zone.slots is not None:
        if pile[goal.slot] is not None:
            raise RuntimeError(f"{goal} already holds {pile[goal.slot]!r}")
        pile[goal.slot] = card
    else:
        index = 0 if goal.zone == "deck" and not bottom else len(pile)
        pile.insert(index, card)
        # Between take and here, the card still stores the place it left.
        record_shuffle(
            state, "to" if card.place.zone in FOLLOWED else "in", goal.seat, goal.zone, index, card.id
        )
    card.place = goal if zone.slots is not None else pile_place(goal.seat, goal.zone)
    mix_digest(state, "move", card.id, *goal, card.face_up, card.defense_position, card.controller)


def record_order(
    state: State, seat: Seat, zone: str, cards: Sequence[Card], rest: Sequence[Card] = ()
) -> None:
    """Record a pile's new order in the trail of later throws: these cards above the rest."""
    state.piles[(seat, zone)][:] = [*cards, *rest]
    mix_digest(state, "arrange", seat, zone, *[card.id for card in cards])
    record_shuffle(state, "arrange", seat, zone, *[card.id for card in cards])


def forget(state: State, card: Card) -> None:
    """Begin a new incarnation of the card: ties, counters, marks and values of the old one end."""
    unequip(state, card)
    for equipped in card.equips:
        unequip(state, equipped)
    remove_ties(state, card)
    card.counters, card.memory, card.attacks, card.summoned = NONE, NONE, 0, ""
    card.arrived = card.set_turn = card.moved_turn = -1
    card.incarnation += 1
    reset_values(card)


def mint(state: State, card: Card, was: Handles, tellable: tuple[bool, bool, bool] | None = None) -> None:
    """Update a card's handles: a class that could follow the card keeps its handle, others get a new one (law
    3, VIS-L01 to VIS-L14).
    """
    now = sight.distinguishable(state, card)
    handles = [0, 0, 0]
    for index in range(3):
        if now[index]:
            handle = was[index] if tellable is None or tellable[index] else 0
            if not handle:
                handle = state.minted[index] = state.minted[index] + 1
            handles[index] = handle
    name(state, card, (handles[0], handles[1], handles[2]) if any(handles) else UNTOLD)
    mark_changed(state, card)
    mark_pile_changed(state, card.place)


def name(state: State, card: Card, handles: Handles) -> None:
    """Give the card a handle for each class; 0: the class cannot identify it any more."""
    for index, named in enumerate(state.named):
        if (handle := handles[index]) != (before := card.handles[index]):
            named.pop(before, None)
            if handle:
                named[handle] = card
    card.handles = handles


def marks(cards: tuple[Card, ...]) -> tuple[Handles, ...]:
    return tuple(card.handles for card in cards)


def emit_event(
    state: State, kind: EventKind, card: Card, before: Before, was: Handles, readers: int, *,
    start: Place | None = None,
    goal: Place | None = None, cause: Cause = "", by: Seat = SHARED_SEAT_INDEX, source: Card | None = None,
    seat: Seat = SHARED_SEAT_INDEX, amount: int = 0, word: str = "", others: tuple[Card, ...] = (),
    board: bool = True,
) -> GameEvent:  # fmt: skip
    mix_digest(state, kind, card.id, board=board)
    readers |= sight.readers(state, card)
    reveal_facts(state, card, readers)
    event = GameEvent(
        kind, seat, card, before, was, card.handles, card.code, readers, start, goal, cause, by, source,
        amount, word or cause, others, marks(others), state.moment, card.incarnation,
    )  # fmt: skip
    state.events.append(event)
    return event


def reveal_facts(state: State, card: Card, readers: int) -> None:
    """Give the card's printed facts to each class that may read it."""
    facts = card.facts
    for index, known in enumerate(state.known):
        if readers >> index & 1 and facts.code not in known:
            known[facts.code] = facts


def record_shuffle(state: State, kind: str, seat: Seat, zone: str, *numbers: int) -> None:
    """Record a change of order of a pile that throws depend on, for the later check of the throws."""
    if zone in FOLLOWED:
        state.trail.append(_ENCODER.encode((kind, seat, zone, numbers)))


def mix_digest(state: State, *words: object, changed: bool = True, board: bool = True) -> None:
    """Mix these words into the digest.

    `changed`: more than the prompted player has changed; `board`: a card, a number or the Chain has.
    """
    state.serial += 1
    state.hash.update(repr(words).encode())
    if changed:
        state.changed = state.serial
        if board:
            state.board = state.serial


def mix_encoded(state: State, words: bytes) -> None:
    """Mix words that are already encoded and change nothing else into the digest."""
    state.serial += 1
    state.hash.update(words)


def mark_changed(state: State, card: Card) -> None:
    """Record that a card was written to, so that Views are renewed (`sight.renewed`).

    Cards that show this card's handle (its bearer, its equips, cards that reference it) need no record of
    their own; a card that leaves the table needs its pile's alone.
    """
    state.touches += 1
    touched = state.touched_cards
    touched.pop(card, None)
    touched[card] = state.touches
    if len(touched) > MAX_TOUCHED_CARDS:
        state.forgotten_touches = touched.pop(next(iter(touched)))


def mark_pile_changed(state: State, place: Place) -> None:
    """Record that a pile was written to; a place that is no zone has no record."""
    key = (place.seat, place.zone)
    if key in state.piles:
        state.touches += 1
        state.touched_piles.pop(key, None)
        state.touched_piles[key] = state.touches


def unequip(state: State, card: Card) -> None:
    """Untie an Equip Card; it stays in place."""
    if card.equipped_to is not None:
        mark_changed(state, card)
        card.equipped_to.equips = cards_without(card.equipped_to.equips, card)
        card.equipped_to = None
        mix_digest(state, "unequip", card.id)


def untie(state: State, card: Card) -> None:
    """End all references of a card to others."""
    for target in card.targets:
        target.targeted_by = cards_without(target.targeted_by, card)
    card.targets = ()
    mark_changed(state, card)
    mix_digest(state, "untie", card.id)


def remove_ties(state: State, card: Card) -> None:
    """End every tie of a card, in both directions."""
    untie(state, card)
    for source in card.targeted_by:
        source.targets = cards_without(source.targets, card)
        mark_changed(state, source)
    card.targeted_by = ()


def reset_values(card: Card) -> None:
    """Set a card's current values to the printed ones."""
    facts = card.facts
    card.attack, card.defense, card.level, card.rank = facts.attack, facts.defense, facts.level, facts.rank
    card.attribute, card.race, card.kinds, card.negated = facts.attribute, facts.race, facts.kinds, False
    card.called, card.scale = "", facts.scales[0] if facts.scales else 0
