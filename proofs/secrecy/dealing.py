"""The hidden rest of a run dealt again for one viewer class: other decks, and Decks in another order.

What the class read until a given time stays where it was; what it never read may be any other card. Only a
card Set on the field keeps its group, or setting it would not have been possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from facedown_server.games.duel.library import needs_manual_play
from facedown_server.table import Card, RandomStreams
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.decks import Deck, check, is_allowed
from facedown_shared.tables import Format, Seat
from proofs.secrecy.witness import Group, Key, Notes, RiggedStreams, Slot, group

MAX_COPIES = 3


@dataclass(frozen=True, slots=True)
class WantedCard:
    """The card wanted at a position: this very card, one of this passcode, one of this group, or any.

    `by_hand`: one of which something can be carried out by hand.
    """

    card: int = -1
    code: int = 0
    group: Group = ()
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """The stand-ins for the cards of the first run, in their order there.

    `wants` are empty where the very cards that already stand for them are needed.
    """

    ids: list[int]
    wants: list[WantedCard]


@dataclass(slots=True)
class Deal:
    """Another truth for one viewer class: both decks, and the order of cards whenever streams orders them."""

    decks: tuple[Deck, Deck]
    orders: dict[Key, Order] = field(default_factory=dict)
    extras: dict[tuple[int, Seat], Order] = field(default_factory=dict)
    """Stand-ins for the cards of the Extra Decks."""

    def rig(self, secret: bytes) -> type[RiggedStreams]:
        """Return the streams of a duel with this deal; `secret` decides what the deal leaves open."""
        deal = self

        class DealtStreams(RiggedStreams):
            """Orders cards as the deal requires."""

            def choose_order(self, key: Key, pile: Sequence[Card], order: Sequence[int]) -> Sequence[int]:
                """Fill the bound positions first, the rest in any order."""
                number, kind, seat, at = key
                notes, dice = self._witness.notes, RandomStreams(secret + repr(key).encode())
                if kind == "deck" and at == 0 and (extra := deal.extras.get((number, seat))):
                    _pair(notes, number, extra, self._witness.referee.state.pile(seat, "extra_deck"), dice)
                if (wanted := deal.orders.get(key)) is None:
                    return order
                return _pair(notes, number, wanted, pile, dice) or order

        return DealtStreams


def _pair(notes: Notes, number: int, wanted: Order, pile: Sequence[Card], dice: RandomStreams) -> list[int]:
    """Order a pile as wanted and record what stands for what; an empty order when that is impossible."""
    bound = [notes.partners.get((number, card), (0, -1))[1] for card in wanted.ids]
    wants = wanted.wants or [WantedCard(card=card) for card in bound]
    found = arrange(pile, wants, dice) if len(wants) == len(pile) else None
    if found is None:
        notes.failed = notes.now() if notes.failed is None else notes.failed
        return []
    for card, index in zip(wanted.ids, found, strict=True):
        notes.partners[number, card] = (number, pile[index].id)
    return found


def unread(notes: Notes, viewer: Seat, until: float) -> list[Slot]:
    """Return every card this class has not been entitled to read until then."""
    seen = notes.seen[viewer]
    return [slot for slot in notes.codes if seen.get(slot, until + 1) > until]


def deal_other_truth(
    notes: Notes, decks: tuple[Deck, Deck], viewer: Seat, until: float, rules: Format, pool: Pool,
    dice: RandomStreams,
    fixed: Collection[Slot] = (), opened: bool = False, orders_itself: bool = False,
) -> Deal:  # fmt: skip
    """Return another truth in which this class has read the same cards until then; `fixed` cards stay too.

    `opened`: the true order of the viewer's own Decks has been shown to it, so they stay to the last card.
    `orders_itself`: Decks are shuffled later by throws that cannot be rigged, place by place. So of a name
    that the viewer's own Deck holds more than once every copy stays where it was: else another copy would be
    taken.
    """
    seen = set(notes.codes).difference(unread(notes, viewer, until)).union(fixed)
    bound = {slot for slot, time in notes.bound.items() if time <= until} - seen
    dealt = list(decks)
    for seat in (0, 1):
        if seat != viewer:
            known = _read_copies(notes, seen, seat)
            dealt[seat] = _replace_deck(decks[seat], known, rules, pool, dice)
    deal = Deal((dealt[0], dealt[1]))

    def same_or_like(number: int, cards: Sequence[int], *, same: bool) -> list[WantedCard]:
        if same:
            return [WantedCard(card=card) for card in cards]
        return [_wanted_card(notes, (number, card), seen, bound, pool) for card in cards]

    for key, order in notes.orders.items():
        number, kind, seat, at = key
        ids = list(order)
        if kind == "deck" and at == 0 and seat != viewer:
            # The cards of the opening hand: it has no order that others could see.
            ids[: rules.opening_hand] = _shuffle_cards(ids[: rules.opening_hand], dice)
        wants = same_or_like(number, ids, same=opened and seat == viewer) if kind == "deck" else []
        if orders_itself and seat == viewer:
            copies = Counter(notes.codes[number, card] for card in ids)
            wants = [
                WantedCard(card=card) if copies[notes.codes[number, card]] > 1 else want
                for card, want in zip(ids, wants, strict=True)
            ]
        deal.orders[key] = Order(ids, wants)
    for (number, seat), ids in notes.extras.items():
        deal.extras[number, seat] = Order(ids, same_or_like(number, ids, same=seat == viewer))
    return deal


def _read_copies(notes: Notes, seen: set[Slot], seat: Seat) -> Counter[int]:
    """Return how many copies of each card of a seat were read, at most in one duel."""
    most: Counter[int] = Counter()
    for number in range(1, len(notes.fates) + 1):
        slots = [slot for slot in seen if slot[0] == number and notes.owners.get(slot) == seat]
        most |= Counter(notes.codes[slot] for slot in sorted(slots))
    return most


def _wanted_card(notes: Notes, slot: Slot, seen: set[Slot], bound: set[Slot], pool: Pool) -> WantedCard:
    """Return the card wanted in the place of this one."""
    code = notes.codes[slot]
    if slot in seen:
        return WantedCard(code=code)
    return (
        WantedCard(group=group(pool[code]), by_hand=slot in notes.by_hand) if slot in bound else WantedCard()
    )


def _replace_deck(
    deck: Deck, known: Mapping[int, int], rules: Format, pool: Pool, dice: RandomStreams
) -> Deck:
    """Return a legal deck of the same sizes, in another order, that holds at least the known cards."""
    main = _replace_cards(deck.main, known, rules, pool, dice)
    extra = _replace_cards(deck.extra, known, rules, pool, dice)
    side = _replace_cards(deck.side, {}, rules, pool, dice)
    for attempt in (replace(deck, main=main, extra=extra, side=side), replace(deck, main=main, extra=extra)):
        if not check(attempt, rules, pool):
            return attempt
    extra = deck.extra if rules.by_hand else _shuffle_cards(deck.extra, dice)
    return replace(deck, main=_shuffle_cards(deck.main, dice), extra=extra)


def _replace_cards(
    cards: Sequence[int], known: Mapping[int, int], rules: Format, pool: Pool, dice: RandomStreams
) -> tuple[int, ...]:
    """Replace about half of the cards that the class has not read by others that could be played in the same
    way.

    They come in another order, except what a game played by hand begins with: that is picked by its place.
    """
    fixed: Counter[int] = Counter()
    alike: dict[Group, list[int]] = {}
    for facts in pool:
        if is_allowed(facts, rules) and not facts.alias:
            alike.setdefault(_replacement_group(facts), []).append(facts.code)
    found: list[int] = []
    for code in cards:
        room = found.count(code) + known.get(code, 0) - fixed[code] < MAX_COPIES
        if fixed[code] < known.get(code, 0) or (room and dice.draw_below(2, "stay")):
            found.append(code)
            fixed[code] += 1
            continue
        others = [
            other for other in alike.get(_replacement_group(pool[code]), ())
            if found.count(other) + known.get(other, 0) < MAX_COPIES
        ]  # fmt: skip
        found.append(others[dice.draw_below(len(others), "other")] if others else code)
    return _shuffle_cards(found, dice) if not rules.by_hand else tuple(found)


def _replacement_group(facts: Facts) -> Group:
    """Return cards that may replace one another in a deck."""
    return (*group(facts), needs_manual_play(facts))


def _shuffle_cards(cards: Sequence[int], dice: RandomStreams) -> tuple[int, ...]:
    return tuple(cards[index] for index in dice.order(len(cards), "list"))


def arrange(pile: Sequence[Card], wants: Sequence[WantedCard], dice: RandomStreams) -> list[int] | None:
    """Return an order of the pile (indices) that meets every want, the rest at random; None if there is
    none.
    """
    left = list(dice.order(len(pile), "lay"))
    places: dict[int, int] = {}
    for at, want in sorted(enumerate(wants), key=lambda pair: _strictness(pair[1]), reverse=True):
        index = next((index for index in left if _is_match(pile[index], want)), None)
        if index is None:
            return None
        left.remove(index)
        places[at] = index
    return [places[at] for at in range(len(pile))]


def _strictness(want: WantedCard) -> int:
    return 4 if want.card >= 0 else 3 if want.code else 2 if want.by_hand else 1 if want.group else 0


def _is_match(card: Card, want: WantedCard) -> bool:
    if want.card >= 0:
        return card.id == want.card
    if want.code:
        return card.code == want.code
    if want.by_hand and not needs_manual_play(card.facts):
        return False
    return not want.group or group(card.facts) == want.group
