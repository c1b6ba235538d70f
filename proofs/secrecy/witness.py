"""The truth, moment by moment, in a run of the proof: recorded inside, shown to no viewer.

A `Witness` observes a duel from within: which cards each class was entitled to read and since when (by the
judge of `entitlement.py`, not by sight), which unread cards were face-down on the field, the order of every
Deck after every shuffle, and what was hidden where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.games.manual.yugioh.half.duel import APPLY
from facedown_server.games.manual.yugioh.half.referee import HalfDuelReferee
from facedown_server.refereeing.referee import Act, ByHand, Choice, Frame, Referee, Result, SeatPrompt
from facedown_server.table import Card, RandomStreams, Setup, State
from facedown_shared.cards.facts import Facts
from facedown_shared.manual.flesh_and_blood import EQUIPMENT, IN_HANDS
from facedown_shared.protocol.gestures import Activate
from facedown_shared.protocol.reasons import Reason
from facedown_shared.tables import CLASSES, Place, Seat
from proofs import entitlement

Slot = tuple[int, int]
"""One physical card of a run: the number of the duel, and the card's id in it."""

Group = tuple[object, ...]
"""Cards that may stand for each other without making what was done with them impossible."""

Picture = dict[str, tuple[int, ...]]
"""The hidden cards: passcodes by pile, in their true order."""

HIDDEN = ("deck", "hand", "extra_deck", "banished")
"""Piles that hold cards some viewer may not read."""


OWN = ("hand", "extra_deck")
"""Piles whose cards their owner tells apart, and no other viewer."""

FROM = {"deck": "deck", "hand": "hand", "random": "hand", "blind": "hand"}
"""Which pile an order is of, by its purpose: a shuffle, a card taken at random or picked unseen."""


NOT_IN_DECK_KINDS = IN_HANDS.union(EQUIPMENT) | {"hero", "1h", "2h"}
"""Kinds that determine where a card is with which a game of Flesh and Blood begins."""


def group(facts: Facts) -> Group:
    """Return which cards could have been Set, Summoned, or used at the start, in the same way as this one."""
    if facts.belongs_in_extra_deck:
        return ("extra", *sorted(NOT_IN_DECK_KINDS.intersection(facts.kinds)))
    if facts.is_monster:
        return ("monster", 0 if facts.level <= 4 else 1 if facts.level <= 6 else 2)
    return ("field",) if facts.is_a("field") else ("spell or trap",)


Key = tuple[int, str, Seat, int]
"""An order from the streams: the duel, its purpose, its seat, and its number among its kind."""


@dataclass(slots=True)
class Notes:
    """All records of one run. Times are virtual seconds."""

    now: Callable[[], float]
    fates: list[RandomStreams] = field(default_factory=list)
    """That of each duel; a duel that is run again has the same, or one that throws the same."""
    codes: dict[Slot, int] = field(default_factory=dict)
    owners: dict[Slot, Seat] = field(default_factory=dict)
    extras: dict[tuple[int, Seat], list[int]] = field(default_factory=dict)
    """The ids of each Extra Deck in its order at the start."""
    seen: dict[Seat, dict[Slot, float]] = field(default_factory=lambda: {viewer: {} for viewer in CLASSES})
    """When each class was first entitled to read a card."""
    bound: dict[Slot, float] = field(default_factory=dict)
    """When a card was first picked by its player, or face-down on the field."""
    by_hand: set[Slot] = field(default_factory=set)
    """Cards of which something was carried out by hand, perhaps where no other player could read them."""
    orders: dict[Key, tuple[int, ...]] = field(default_factory=dict)
    """The ids of the cards in every order from the streams."""
    pictures: list[tuple[float, Picture]] = field(default_factory=list)
    failed: float | None = None
    """When cards could not be placed as the run that is followed had them."""
    partners: dict[Slot, Slot] = field(default_factory=dict)
    """Cards of the run that is followed, and those of this one in their intended places."""
    witness: Witness | None = None
    """The observer of the running duel."""

    def card_behind(self, index: int) -> Slot | None:
        """Return the card behind an option of the open prompt, if it is where only its owner could follow
        it.
        """
        duel = self.witness.referee if self.witness else None
        offers = duel.offers if isinstance(duel, DuelReferee | CoreReferee) else ()
        card = offers[index].card if index < len(offers) else None
        return self.slot(card) if card is not None and card.zone in OWN else None

    def plain_text(self, text: str) -> str:
        """Return a prompt's text without the name of a card that its seat alone may read: the one carried
        out.
        """
        duel = self.witness.referee if self.witness else None
        work = duel.duel.work if isinstance(duel, HalfDuelReferee) else None
        return text.replace(work.fx.card.name, "a card") if work else text

    def slot_of(self, seat: Seat, handle: int) -> Slot | None:
        """Return the card a seat means by a handle of its View."""
        cards = self.witness.referee.state.cards if self.witness else ()
        return next((self.slot(card) for card in cards if card.handles[seat] == handle), None)

    def slot(self, card: Card) -> Slot:
        """Return a card of the running duel."""
        return (self.witness.number if self.witness else 0, card.id)

    def card(self, slot: Slot) -> Card | None:
        """Return the card of the running duel."""
        if self.witness is None or slot[0] != self.witness.number:
            return None
        cards = self.witness.referee.state.cards
        return cards[slot[1]] if slot[1] < len(cards) else None


class Witness:
    """A referee that is observed from within: every act and every answer passes through here."""

    def __init__(self, referee: Referee, notes: Notes, rig: Rig) -> None:
        self.notes = notes
        self.referee = referee
        self.number = 0
        self.counts: Counter[tuple[str, Seat]] = Counter()
        """How many orders of each kind the streams have given."""
        self._rig = rig
        self._known = 0

    @property
    def state(self) -> State:
        """The truth right now."""
        return self.referee.state

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Begin, perhaps with other streams."""
        yield from self._record_frames(self.referee.start(setup, self._begin(streams)))

    def check(self, act: Act) -> None:
        """Raise Illegal if the act is not allowed now."""
        self.referee.check(act)

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act."""
        self._record_offers(act)
        yield from self._record_frames(self.referee.apply(act))

    def prompts(self) -> tuple[SeatPrompt, ...]:
        """Return the open prompts."""
        return self.referee.prompts()

    def find_reasons(self, seat: Seat, handle: int) -> Sequence[Reason]:
        """Return why a seat cannot play a card."""
        return self.referee.find_reasons(seat, handle)

    def result(self) -> Result | None:
        """Return the result, or None."""
        return self.referee.result()

    def digest(self) -> bytes:
        """Return the rolling digest."""
        return self.referee.digest()

    # --- what is noted --------------------------------------------------------------------------------------

    def _begin(self, streams: RandomStreams) -> RandomStreams:
        """Begin the duel with these streams, or begin it again; return the streams it gets instead."""
        notes, recipes = self.notes, [known.recipe for known in self.notes.fates]
        if streams.recipe not in recipes:
            notes.fates.append(streams)
            recipes.append(streams.recipe)
        self.number = 1 + recipes.index(streams.recipe)
        notes.witness = self
        return self._rig(streams, self)

    def _record_frames(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        """Yield the same frames, each recorded."""
        for frame in frames:
            self.register()
            self._note(frame)
            yield frame
        self.notes.pictures.append((self.notes.now(), self._picture()))

    def _record_offers(self, act: Act) -> None:
        """Record, before an act, which cards its player has and can do that with.

        A player who uses a card by hand shows all viewers which it is.
        """
        if isinstance(act.body, Choice) and isinstance(self.referee, DuelReferee | CoreReferee):
            for offer in self.referee.offers:
                if offer.key in act.body.keys and offer.card is not None:
                    self._record_pick(offer.card, by_hand=offer.key.startswith(APPLY))
        elif isinstance(act.body, ByHand):
            for card in self.referee.state.cards:
                if card.handles[act.seat] in act.body.gesture.cards:
                    self._record_pick(card)
                    if isinstance(act.body.gesture, Activate):
                        for viewer in CLASSES:
                            self.notes.seen[viewer].setdefault((self.number, card.id), self.notes.now())

    def _record_pick(self, card: Card, *, by_hand: bool = False) -> None:
        self.notes.bound.setdefault((self.number, card.id), self.notes.now())
        if by_hand:
            self.notes.by_hand.add((self.number, card.id))

    def _note(self, frame: Frame) -> None:
        notes, now, state = self.notes, self.notes.now(), self.referee.state
        for viewer in CLASSES:
            for number in (
                *entitlement.readable_cards(state, viewer),
                *entitlement.shown_cards(frame.events, viewer),
            ):
                notes.seen[viewer].setdefault((self.number, number), now)
        for card in state.field_cards():
            if not card.face_up:
                notes.bound.setdefault((self.number, card.id), now)

    def register(self) -> None:
        """Record every card there is by now."""
        state = self.referee.state
        for card in state.cards[self._known :]:
            if not card.token:
                self.notes.codes[self.number, card.id] = card.code
                self.notes.owners[self.number, card.id] = card.owner
        self._known = len(state.cards)

    def register_extra(self, seat: Seat) -> None:
        """Record the order of an Extra Deck at the start; in a game without one those cards are public."""
        if (seat, "extra_deck") in self.referee.state.piles:
            extra = [card.id for card in self.referee.state.pile(seat, "extra_deck")]
            self.notes.extras.setdefault((self.number, seat), extra)

    def _picture(self) -> Picture:
        """Return the hidden cards now."""
        found: Picture = {}
        for (seat, zone), pile in self.referee.state.piles.items():
            cards = [card for card in pile if card is not None and (zone in HIDDEN or not card.face_up)]
            found[Place(seat, zone).pile] = tuple(card.code for card in cards)
        return found


class RiggedStreams(RandomStreams):
    """Streams that hand out the throws of others and record the orders of the cards of Decks and hands.

    A subclass may place them otherwise.
    """

    def __init__(self, inner: RandomStreams, witness: Witness) -> None:
        self._inner = inner
        self._witness = witness

    def draw_below(self, limit: int, purpose: str) -> int:
        """Return the other's throw."""
        return self._inner.draw_below(limit, purpose)

    def order(self, count: int, purpose: str) -> Sequence[int]:
        """Return the other's order, or that of cards dealt again."""
        order, witness = self._inner.order(count, purpose), self._witness
        kind, _, seat = purpose.partition(":")
        pile: list[Card] = witness.referee.state.pile(int(seat), FROM[kind]) if kind in FROM else []
        if len(pile) != count or not pile:
            return order
        witness.register()
        witness.register_extra(int(seat))
        key = (witness.number, kind, int(seat), witness.counts[kind, int(seat)])
        witness.counts[kind, int(seat)] += 1
        order = self.choose_order(key, pile, order)
        witness.notes.orders.setdefault(key, tuple(pile[index].id for index in order))
        return order

    def choose_order(self, key: Key, pile: Sequence[Card], order: Sequence[int]) -> Sequence[int]:
        """Return the order of these cards (indices of their places now): that of the streams, unless it is
        rigged.
        """
        return order


Rig = Callable[[RandomStreams, Witness], RandomStreams]
"""Makes the streams of a duel from those it would have."""
