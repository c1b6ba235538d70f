"""A recorded random play of any referee: every act, and everything each viewer class was shown and prompted.

A recording can be run again from its acts alone. Each frame is checked against the invariants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from facedown_server.refereeing.referee import Act, ByHand, Frame, Referee
from facedown_server.table import sight
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_server.table.state import State
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.gestures import Activate, Gesture, LookAtTop, Reveal, SearchDeck
from facedown_shared.protocol.messages import Option, Update
from facedown_shared.tables.diff import diff
from facedown_shared.tables.view import View, VisibleEvent
from facedown_shared.tables.zones import CLASSES, Seat
from facedown_shared.text.errors import Illegal
from facedown_shared.text.words import Words
from proofs import entitlement, invariants

Shown = tuple[View, tuple[VisibleEvent, ...]]
Asked = tuple[int, str, Words, tuple[Option, ...]]
MakeReferee = Callable[[Setup], Referee]


@dataclass(frozen=True, slots=True)
class PlayedAct:
    """One act as it was sent, and the physical cards of its handles."""

    act: Act
    cards: tuple[int, ...] = ()
    others: tuple[int, ...] = ()

    @property
    def gesture(self) -> Gesture | None:
        """The gesture of the act, if it has one."""
        return self.act.body.gesture if isinstance(self.act.body, ByHand) else None


def gesture_act(state: State, seat: Seat, gesture: Gesture) -> PlayedAct:
    """Return a gesture of a seat as an act."""
    ids = {card.handles[seat]: card.id for card in state.cards if card.handles[seat]}
    cards, others = (
        tuple(ids[handle] for handle in handles if handle in ids)
        for handles in (gesture.cards, gesture.others)
    )
    return PlayedAct(Act(seat, ByHand(gesture)), cards, others)


@dataclass
class RecordedPlay:
    """A play in progress. `make` makes its referee, and another one to run it again."""

    make: MakeReferee
    setup: Setup
    secret: bytes
    acts: list[PlayedAct] = field(default_factory=list)
    tried: list[tuple[int, PlayedAct, str]] = field(default_factory=list)
    """What was refused or only checked: after how many acts, what, and the refusal; "" if allowed."""
    shown: dict[Seat, list[Shown]] = field(default_factory=lambda: {viewer: [] for viewer in CLASSES})
    """The frames that changed something for each class."""
    asked: dict[Seat, list[Asked]] = field(default_factory=lambda: {viewer: [] for viewer in CLASSES})
    """Every prompt of each seat, as it was sent."""
    read: dict[Seat, set[int]] = field(default_factory=lambda: {viewer: set() for viewer in CLASSES})
    """Physical cards each class was ever entitled to read, computed without `sight`."""
    held: dict[Seat, View] = field(default_factory=dict)
    """Each class's View as a room would hold it: updated from frame to frame."""

    def __post_init__(self) -> None:
        self._looked_at: State | None = None
        self._touches = 0
        self.referee = self.make(self.setup)
        self._take(self.referee.start(self.setup, RandomStreams(self.secret)))

    @property
    def state(self) -> State:
        """Return the referee's State."""
        return self.referee.state

    @property
    def refused(self) -> int:
        """Return how many gestures were refused."""
        return sum(bool(words) and one.gesture is not None for _, one, words in self.tried)

    def do(self, one: PlayedAct) -> None:
        """Carry an act out. Raises Illegal if it is not allowed now."""
        self.referee.check(one.act)
        self.acts.append(one)
        for viewer in CLASSES:
            self.read[viewer].update(_shown_by(self.state, one, viewer))
        self._take(self.referee.apply(one.act))

    def try_out(self, one: PlayedAct) -> bool:
        """Carry an act out if it is allowed; return whether it was."""
        if words := self.refusal(one):
            self.tried.append((len(self.acts), one, words))
        else:
            self.do(one)
        return not words

    def ask_about(self, one: PlayedAct) -> None:
        """Record whether an act is allowed, without carrying it out."""
        self.tried.append((len(self.acts), one, self.refusal(one)))

    def refusal(self, one: PlayedAct) -> str:
        """Return the words of the refusal of an act now, "" if it is allowed."""
        try:
            self.referee.check(one.act)
        except Illegal as illegal:
            return f"{illegal.code}: {illegal}"
        return ""

    def run_again(self) -> Referee:
        """Return another referee that was given the same acts."""
        other = self.make(self.setup)
        for _ in other.start(self.setup, RandomStreams(self.secret)):
            pass
        for one in self.acts:
            other.check(one.act)
            for _ in other.apply(one.act):
                pass
        return other

    def _take(self, frames: Iterable[Frame]) -> None:
        """Show every frame to every class, as a room does, and then prompt."""
        for frame in frames:
            invariants.check(self.state)
            self._renew()
            for viewer in CLASSES:
                self._show(frame, viewer)
        for ask in self.referee.prompts():
            put = (ask.number, str(ask.kind), ask.words, tuple(option for _, option in ask.options))
            if put not in self.asked[ask.seat][-1:]:
                self.asked[ask.seat].append(put)

    def _renew(self) -> None:
        """Update every class's View where the State changed; for another State, build each from nothing."""
        if self.state is not self._looked_at:
            self._looked_at, self.held = self.state, {}
        glance = sight.Glance(self.state, self._touches)
        self._touches = self.state.touches
        for viewer in CLASSES:
            built, old = sight.view(self.state, viewer), self.held.get(viewer)
            self.held[viewer] = new = built if old is None else sight.renew_view(glance, old)
            assert new == built, "a renewed View is not the View"
            if old is not None:
                noted = diff(old, new, glance.changes[viewer])
                assert encode(Update(0, noted)) == encode(Update(0, diff(old, built))), (
                    "a patch of other Views"
                )

    def _show(self, frame: Frame, viewer: Seat) -> None:
        view, shown = self.held[viewer], self.shown[viewer]
        told = tuple(sight.redact(event, viewer) for event in frame.events)
        self.read[viewer].update(
            entitlement.readable_cards(self.state, viewer), entitlement.shown_cards(frame.events, viewer)
        )
        if told or not shown or shown[-1][0] != view:
            shown.append((view, told))


def _shown_by(state: State, one: PlayedAct, viewer: Seat) -> list[int]:
    """Return the cards that this class may see because a gesture shows them, computed from the gesture
    alone.
    """
    gesture, seat = one.gesture, one.act.seat
    if gesture is None:
        return []
    deck: list[int] = [card.id for card in state.pile(seat, "deck")]
    if isinstance(gesture, SearchDeck):
        return deck if viewer == seat else []
    told = isinstance(gesture, Reveal | LookAtTop) and gesture.viewer in (-1, viewer)
    if isinstance(gesture, Activate) or (isinstance(gesture, Reveal) and told):
        return list(one.cards)
    if isinstance(gesture, LookAtTop) and told:
        return deck[: gesture.amount]
    return []
