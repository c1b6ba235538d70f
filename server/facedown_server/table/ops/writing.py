"""How every operation writes: it takes and lays cards, mints handles (law 3), mixes itself into the digest.

Nothing outside this package calls these.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from facedown_server.table import sight
from facedown_server.table.state import NONE, NOWHERE, UNTOLD, Before, Card, Cards, GameEvent, Handles, State
from facedown_shared.protocol.fairness import FOLLOWED
from facedown_shared.protocol.visible_events import Cause, EventKind
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place, Seat, somewhere

_ENCODER = msgspec.json.Encoder()


def snapshot(card: Card) -> Before:
    """What the card is right now, kept for those who ask later."""
    return Before(
        card.place, card.controller, card.face_up, card.defense_position, card.attack, card.defense,
        card.level, card.race, card.attribute, card.kinds, card.negated, card.summoned, card.equipped_to,
        card.equips, tuple(card.counters.items()), card.incarnation,
    )  # fmt: skip


def without(cards: Cards, card: Card) -> Cards:
    """These cards but for one."""
    return tuple([other for other in cards if other is not card])


def take(state: State, card: Card) -> None:
    """Take a card from where it lies: it is in one place at a time (YGO-FLD-01)."""
    if card.bearer is not None:
        touch(state, card.bearer)
        card.bearer.materials = without(card.bearer.materials, card)
        card.bearer = None
    elif card.place != NOWHERE:
        touch_pile(state, card.place)
        pile = state.piles[(card.place.seat, card.place.zone)]
        if state.table.zones[card.place.zone].slots is None:
            index = pile.index(card)
            del pile[index]
            follow(state, "out", card.place.seat, card.place.zone, index, card.id)
        else:
            pile[card.place.slot] = None


def lay(state: State, card: Card, goal: Place, bottom: bool) -> None:
    zone = state.table.zones[goal.zone]
    pile = state.pile(goal.seat, goal.zone)
    if zone.slots is not None:
        if pile[goal.slot] is not None:
            raise RuntimeError(f"{goal} already holds {pile[goal.slot]!r}")
        pile[goal.slot] = card
    else:
        index = 0 if goal.zone == "deck" and not bottom else len(pile)
        pile.insert(index, card)
        # Between take and here the card still knows the place it comes from.
        follow(state, "to" if card.place.zone in FOLLOWED else "in", goal.seat, goal.zone, index, card.id)
    card.place = goal if zone.slots is not None else somewhere(goal.seat, goal.zone)
    mix_digest(state, "move", card.id, *goal, card.face_up, card.defense_position, card.controller)


def arranged(state: State, seat: Seat, zone: str, cards: Sequence[Card], rest: Sequence[Card] = ()) -> None:
    """A whole pile lies in a new order: these cards, told to whoever checks throws later, above the rest."""
    state.piles[(seat, zone)][:] = [*cards, *rest]
    mix_digest(state, "arrange", seat, zone, *[card.id for card in cards])
    follow(state, "arrange", seat, zone, *[card.id for card in cards])


def forget(state: State, card: Card) -> None:
    """The card begins a new life: ties, counters, marks and values of the old one end."""
    unequip(state, card)
    for equipped in card.equips:
        unequip(state, equipped)
    let_go(state, card)
    card.counters, card.memory, card.attacks, card.summoned = NONE, NONE, 0, ""
    card.arrived = card.set_turn = card.moved_turn = -1
    card.incarnation += 1
    printed_values(card)


def mint(state: State, card: Card, was: Handles, tellable: tuple[bool, bool, bool] | None = None) -> None:
    """Settle the handles: kept where a class could follow, new where not (law 3, VIS-L01 to VIS-L14)."""
    now = sight.tellable(state, card)
    handles = [0, 0, 0]
    for index in range(3):
        if now[index]:
            handle = was[index] if tellable is None or tellable[index] else 0
            if not handle:
                handle = state.minted[index] = state.minted[index] + 1
            handles[index] = handle
    name(state, card, (handles[0], handles[1], handles[2]) if any(handles) else UNTOLD)
    touch(state, card)
    touch_pile(state, card.place)


def name(state: State, card: Card, handles: Handles) -> None:
    """Let each class call a card by its handle here; 0: it cannot tell the card any more."""
    for index, named in enumerate(state.named):
        if (handle := handles[index]) != (before := card.handles[index]):
            named.pop(before, None)
            if handle:
                named[handle] = card
    card.handles = handles


def marks(cards: tuple[Card, ...]) -> tuple[Handles, ...]:
    return tuple(card.handles for card in cards)


def tell(
    state: State, kind: EventKind, card: Card, before: Before, was: Handles, readers: int, *,
    start: Place | None = None,
    goal: Place | None = None, cause: Cause = "", by: Seat = SHARED_SEAT_INDEX, source: Card | None = None,
    seat: Seat = SHARED_SEAT_INDEX, amount: int = 0, word: str = "", others: tuple[Card, ...] = (),
    board: bool = True,
) -> GameEvent:  # fmt: skip
    mix_digest(state, kind, card.id, board=board)
    readers |= sight.readers(state, card)
    learn(state, card, readers)
    told = GameEvent(
        kind, seat, card, before, was, card.handles, card.code, readers, start, goal, cause, by, source,
        amount, word or cause, others, marks(others), state.moment, card.incarnation,
    )  # fmt: skip
    state.events.append(told)
    return told


def learn(state: State, card: Card, readers: int) -> None:
    """Facts travel with a card: each class that may read it is given them."""
    facts = card.facts
    for index, known in enumerate(state.known):
        if readers >> index & 1 and facts.code not in known:
            known[facts.code] = facts


def follow(state: State, kind: str, seat: Seat, zone: str, *numbers: int) -> None:
    """Write down what changed the order of a pile that throws depend on, for whoever checks them later."""
    if zone in FOLLOWED:
        state.trail.append(_ENCODER.encode((kind, seat, zone, numbers)))


def mix_digest(state: State, *words: object, changed: bool = True, board: bool = True) -> None:
    """Make these words part of the digest. `changed`: more of the table is new than who is being asked;
    `board`: a card, a number or the chain is."""
    state.serial += 1
    state.hash.update(repr(words).encode())
    if changed:
        state.changed = state.serial
        if board:
            state.board = state.serial


def mix_encoded(state: State, words: bytes) -> None:
    """As `mix_digest`, with words that are encoded already and change nothing."""
    state.serial += 1
    state.hash.update(words)


def touch(state: State, card: Card) -> None:
    """Note that a card was written to, for whoever renews what is seen of it (`sight.renewed`).

    Cards that show this one's handle (what it lies beneath, what points at it or is equipped to it) need no
    note of their own; a card that leaves its pile for nowhere needs none but its pile's.
    """
    state.touches += 1
    state.touched_cards.pop(card, None)
    state.touched_cards[card] = state.touches


def touch_pile(state: State, place: Place) -> None:
    """Note that a pile was written to; a place that is no zone has none."""
    key = (place.seat, place.zone)
    if key in state.piles:
        state.touches += 1
        state.touched_piles.pop(key, None)
        state.touched_piles[key] = state.touches


def unequip(state: State, card: Card) -> None:
    """Untie an Equip Card; it stays where it lies."""
    if card.equipped_to is not None:
        touch(state, card)
        card.equipped_to.equips = without(card.equipped_to.equips, card)
        card.equipped_to = None
        mix_digest(state, "unequip", card.id)


def untie(state: State, card: Card) -> None:
    """Let go of everything a card points at."""
    for target in card.targets:
        target.targeted_by = without(target.targeted_by, card)
    card.targets = ()
    touch(state, card)
    mix_digest(state, "untie", card.id)


def let_go(state: State, card: Card) -> None:
    """End every tie of a card: what it points at, and what points at it."""
    untie(state, card)
    for source in card.targeted_by:
        source.targets = without(source.targets, card)
        touch(state, source)
    card.targeted_by = ()


def printed_values(card: Card) -> None:
    """Set a card's current values to the printed ones."""
    facts = card.facts
    card.attack, card.defense, card.level, card.rank = facts.attack, facts.defense, facts.level, facts.rank
    card.attribute, card.race, card.kinds, card.negated = facts.attribute, facts.race, facts.kinds, False
    card.called, card.scale = "", facts.scales[0] if facts.scales else 0
