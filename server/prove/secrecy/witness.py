"""What the truth was, moment by moment, in a run of the proof: noted inside, shown to no viewer.

A `Witness` is a duel that is watched from within: which cards each class was entitled to read and since when
(by the judge of `entitled.py`, not by sight), which unread cards lay face-down on the field, how every Deck
lay after every shuffle, and what lay hidden where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from server.duel.engine import Duel
from server.prove import entitled
from server.referee import Act, Choice, Frame, Setup
from server.table.fate import Fate
from server.table.state import Card
from shared.cards import Facts, Pool
from shared.formats import Format
from shared.zones import CLASSES, Place, Seat

Slot = tuple[int, int]
"""One physical card of a run: the number of the duel, and the card's id in it."""

Group = tuple[object, ...]
"""Cards that may stand for each other without making what was done with them impossible."""

Picture = dict[str, tuple[int, ...]]
"""What lies hidden where: passcodes by pile, in their true order."""

HIDDEN = ("deck", "hand", "extra_deck", "banished")
"""Piles that hold cards somebody may not read."""


FROM = {"deck": "deck", "hand": "hand", "random": "hand", "blind": "hand"}
"""Which pile an order is of, by what it is for: a shuffle, a card taken at random or picked unseen."""


def group(facts: Facts) -> Group:
    """Which cards could have been Set or Summoned in the same way as this one."""
    if facts.belongs_in_extra_deck:
        return ("extra",)
    if facts.is_monster:
        return ("monster", 0 if facts.level <= 4 else 1 if facts.level <= 6 else 2)
    return ("field",) if facts.is_a("field") else ("spell or trap",)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A pile that fate put into an order: in which duel, what for, whose; the ids of its cards, in order."""

    duel: int
    kind: str
    seat: Seat
    ids: tuple[int, ...]


@dataclass(slots=True)
class Notes:
    """Everything noted of one run. Times are virtual seconds."""

    now: Callable[[], float]
    duels: int = 0
    codes: dict[Slot, int] = field(default_factory=dict)
    owners: dict[Slot, Seat] = field(default_factory=dict)
    seen: dict[Seat, dict[Slot, float]] = field(default_factory=lambda: {viewer: {} for viewer in CLASSES})
    """When each class was first entitled to read a card."""
    bound: dict[Slot, float] = field(default_factory=dict)
    """When a card was first picked by its player, or lay face-down on the field."""
    shuffles: list[Shuffle] = field(default_factory=list)
    pictures: list[tuple[float, Picture]] = field(default_factory=list)
    failed: float | None = None
    """When a Deck could not be laid as the run that is followed had it."""
    partners: dict[Slot, Slot] = field(default_factory=dict)
    """Cards of the run that is followed, and those that lay in this one where they were to lie."""
    duel: Witness | None = None
    """The duel that runs."""

    def held(self, index: int) -> Slot | None:
        """The card behind an option of the open prompt, if it lies in a hand: hands have no order to see."""
        offers = self.duel.offers if self.duel else ()
        card = offers[index].card if index < len(offers) else None
        return (self.duels, card.id) if card is not None and card.zone == "hand" else None


class Witness(Duel):
    """A duel of the proof. Its throws come from the fate that `rig` makes of its own."""

    def __init__(
        self, rules: Format, pool: Pool, notes: Notes, rig: Callable[[Fate, Witness], Fate] | None = None
    ) -> None:
        super().__init__(rules, pool)
        self.notes = notes
        self.number = 0
        self._rig = rig or Noted

    def start(self, setup: Setup, fate: Fate) -> Iterator[Frame]:
        """Begin, as a duel does."""
        self.notes.duels += 1
        self.number = self.notes.duels
        self.notes.duel = self
        yield from self._noted(super().start(setup, self._rig(fate, self)))

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out an act, as a duel does."""
        keys = act.body.keys if isinstance(act.body, Choice) else ()
        for offer in self.offers:
            if offer.key in keys and offer.card is not None:
                self.notes.bound.setdefault((self.number, offer.card.id), self.notes.now())
        yield from self._noted(super().apply(act))

    def _noted(self, frames: Iterator[Frame]) -> Iterator[Frame]:
        for frame in frames:
            self._note(frame)
            yield frame
        self.notes.pictures.append((self.notes.now(), self.picture()))

    def _note(self, frame: Frame) -> None:
        notes, now = self.notes, self.notes.now()
        for viewer in CLASSES:
            seen = notes.seen[viewer]
            for number in (*entitled.now(self.state, viewer), *entitled.by(frame.happenings, viewer)):
                seen.setdefault((self.number, number), now)
        for card in self.state.on_field():
            if not card.face_up:
                notes.bound.setdefault((self.number, card.id), now)

    def register(self) -> None:
        """Note every card there is."""
        for card in self.state.cards:
            self.notes.codes[self.number, card.id] = card.code
            self.notes.owners[self.number, card.id] = card.owner

    def picture(self) -> Picture:
        """What lies hidden now."""
        found: Picture = {}
        for (seat, zone), pile in self.state.piles.items():
            cards = [card for card in pile if card is not None and (zone in HIDDEN or not card.face_up)]
            found[Place(seat, zone).pile] = tuple(card.code for card in cards)
        return found


class Rigged(Fate):
    """A fate that hands out the throws of another, save in what order the cards of Decks and hands go."""

    def __init__(self, inner: Fate, duel: Witness) -> None:
        self._inner = inner
        self._duel = duel

    def below(self, limit: int, purpose: str) -> int:
        """The other's throw."""
        return self._inner.below(limit, purpose)

    def order(self, count: int, purpose: str) -> Sequence[int]:
        """The other's order, or that of cards dealt anew."""
        order = self._inner.order(count, purpose)
        kind, _, seat = purpose.partition(":")
        pile: list[Card] = self._duel.state.pile(int(seat), FROM[kind]) if kind in FROM else []
        if len(pile) != count or not pile:
            return order
        order = self.lay(kind, int(seat), pile, order)
        ids = tuple(pile[index].id for index in order)
        self._duel.register()
        self._duel.notes.shuffles.append(Shuffle(self._duel.number, kind, int(seat), ids))
        return order

    def lay(self, kind: str, seat: Seat, pile: Sequence[Card], order: Sequence[int]) -> Sequence[int]:
        """How these cards are to go (indices of how they lie now), when fate alone would order them so."""
        raise NotImplementedError


class Noted(Rigged):
    """The throws as they are, noted."""

    def lay(self, kind: str, seat: Seat, pile: Sequence[Card], order: Sequence[int]) -> Sequence[int]:
        """As fate has it."""
        return order
