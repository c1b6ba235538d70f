"""One act by hand and its updates for three classes of viewers, without a network: CPU and bytes.

The acts are those of a duel played by hand: draw, Set, draw, Summon, pay, two cards to the Graveyard, two
back beneath the Deck, and a gain of Life Points. Boards are full meanwhile.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from benchmarks.baseline import Figure, cpu, run_twenty
from facedown_server.games.manual.tables import free_table
from facedown_server.network.crowd.guest import Guest
from facedown_server.refereeing.referee import Act, ByHand, Frame, Referee
from facedown_server.room.broadcast.audience import Audience, Draft
from facedown_server.table import Card, RandomStreams, Setup, State, ops
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.gestures import ChangeLife, Draw, Gesture, Move, NormalSummon
from facedown_shared.tables import CLASSES, PUBLIC_CLASS_INDEX, Place, Seat
from facedown_shared.tables.formats import MASTER
from proofs.play.player import exhaust

TURNS_COUNT = 60
ROUNDS_COUNT = 7


@dataclass(slots=True)
class _CountingConnection:
    """A connection that counts what is written to it, headers included."""

    peer: str = "127.0.0.1"
    accepted: float = 0.0
    on_recover: Callable[[], None] | None = None
    pushed: int = 0
    """Return the bytes since the last call."""

    def push(self, frame: bytes) -> bool:
        """Count a frame."""
        self.pushed += len(frame)
        return True

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Do nothing."""


class BenchmarkTable:
    """A table in the middle of a duel by hand, with one viewer of each class."""

    def __init__(self, *, sends_frames: bool = True) -> None:
        """`sends_frames`: whether the table has viewers; else acts are carried out alone."""
        self._told = sends_frames
        self.referee: Referee = free_table(MASTER, bundled_pool())
        exhaust(self.referee.start(Setup("master", (Deck(), Deck()), mode="free"), RandomStreams(b"acts")))
        for seat in (0, 1):
            _fill_side(self.state, seat)
        ops.take_events(self.state)
        self.has_begun = True
        self.audience = Audience()
        self.lines = {viewer: _CountingConnection() for viewer in CLASSES}
        for viewer in CLASSES:
            self.audience.admit(Guest(self.lines[viewer], "viewer"), viewer)
        self.bytes: dict[str, list[int]] = {"actor": [], "opponent": [], "spectator": []}
        self.send_frames(0, [Frame()])
        self.turn(0)
        self.turn(1)

    @property
    def state(self) -> State:
        """The truth now."""
        return self.referee.state

    def act(self, seat: Seat, gesture: Gesture) -> None:
        """Carry out one act."""
        act = Act(seat, ByHand(gesture))
        self.referee.check(act)
        self.send_frames(seat, list(self.referee.apply(act)))

    def send_frames(self, seat: Seat, frames: list[Frame]) -> None:
        """Send to all viewers, and count the cost."""
        if not self._told:
            return
        draft = Draft(self.audience, self)
        for frame in frames:
            draft.add_frame(frame)
        self.audience.deliver(draft)
        for role, viewer in (("actor", seat), ("opponent", 1 - seat), ("spectator", PUBLIC_CLASS_INDEX)):
            self.bytes[role].append(self.lines[viewer].pushed)
            self.lines[viewer].pushed = 0

    def forget(self) -> None:
        """Reset the counts."""
        for sizes in self.bytes.values():
            sizes.clear()

    def turns(self) -> None:
        """Play many turns in a row."""
        for number in range(TURNS_COUNT):
            self.turn(number % 2)

    def turn(self, seat: Seat) -> None:
        """Play ten acts of one player."""
        sets, summons, grave = (
            Place(seat, "spell_trap", 4),
            Place(seat, "monster", 4),
            Place(seat, "graveyard"),
        )
        self.act(seat, Draw())
        self.act(seat, Move((self._in_hand(seat, monster=False),), (sets,), "down"))
        self.act(seat, Draw())
        self.act(seat, NormalSummon((self._in_hand(seat, monster=True),), (summons,)))
        self.act(seat, ChangeLife("-100"))
        for place in (summons, sets):
            card = self.state.card_at(place)
            assert card is not None
            self.act(seat, Move((card.handles[seat],), (grave,)))
        for _ in range(2):
            first: Card = self.state.pile(seat, "graveyard")[0]
            self.act(seat, Move((first.handles[seat],), (Place(seat, "deck"),), "bottom", effect=True))
        self.act(seat, ChangeLife("+100"))

    def _in_hand(self, seat: Seat, *, monster: bool) -> int:
        hand = self.state.pile(seat, "hand")
        card: Card = next(card for card in hand if card.facts.is_monster == monster)
        return card.handles[seat]


def _fill_side(state: State, seat: Seat) -> None:
    """Place eight cards on the field, five in the hand, ten in the Graveyard, five banished, forty in the
    Deck.
    """
    pool = sorted(bundled_pool(), key=lambda facts: facts.code)
    monsters = [facts for facts in pool if facts.is_a("normal", "monster") and 0 < facts.level < 5]
    spells = [facts for facts in pool if facts.is_a("spell") and not facts.is_a("field")]
    mixed = [facts for pair in zip(monsters * 9, spells * 9, strict=False) for facts in pair]
    rows = [(Place(seat, "monster", slot), monsters[slot], slot < 3) for slot in range(4)]
    rows += [(Place(seat, "spell_trap", slot), spells[slot], slot < 1) for slot in range(4)]
    for zone, count in (("hand", 5), ("graveyard", 10), ("banished", 5), ("deck", 40)):
        rows += [(Place(seat, zone), facts, zone in ("graveyard", "banished")) for facts in mixed[:count]]
    for place, facts, face_up in rows:
        ops.place_card(state, ops.create(state, facts, seat), place, face_up=face_up)


def figures() -> Iterator[Figure]:
    """Return the microseconds of an act for all classes, and its bytes by recipient."""
    units, sticks, sizes = [], [], {}
    for _ in range(ROUNDS_COUNT):
        alone, played = BenchmarkTable(sends_frames=False), BenchmarkTable()
        played.turns()  # every card is known after these
        played.forget()
        units.append((cpu(played.turns) - cpu(alone.turns)) / (10 * TURNS_COUNT))
        sticks.append(cpu(run_twenty) / 20)
        sizes = played.bytes
    unit, stick = statistics.median(units), statistics.median(sticks)
    name = "an act by hand: Views, diffs, encoding for three classes"
    yield Figure(name, 1e6 * unit, "us", unit / stick)
    for role, each in sizes.items():
        yield Figure(f"an act by hand: bytes to the {role}, mean", statistics.mean(each), "bytes")
        yield Figure(
            f"an act by hand: bytes to the {role}, p99", statistics.quantiles(each, n=100)[98], "bytes"
        )
