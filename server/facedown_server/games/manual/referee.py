"""Free table as a Referee. Both players may act at any time, one gesture per act. Synchronous and pure
(law 5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from facedown_server.games.manual import card_gestures, pile_gestures, player_gestures
from facedown_server.games.manual.hands import Command, Planners, PlayerHands
from facedown_server.refereeing.referee import (
    Act,
    Agreed,
    ByHand,
    Conceded,
    Expire,
    Frame,
    PromptKind,
    Result,
    SeatPrompt,
)
from facedown_server.table import RandomStreams, Setup, State, dealing, ops
from facedown_shared.cards.facts import Pool
from facedown_shared.manual.games import GAMES
from facedown_shared.protocol import gestures
from facedown_shared.protocol.gestures import Gesture
from facedown_shared.protocol.reasons import Reason
from facedown_shared.tables import TABLES, Format, PromptNotice, Seat
from facedown_shared.text import NOTHING, Code, Illegal, words

H = TypeVar("H", bound=PlayerHands[Any])

GESTURES: Planners = {
    gestures.Move: card_gestures.plan_move,
    gestures.PointAt: card_gestures.point,
    gestures.PutCounters: card_gestures.counter,
    gestures.Reveal: card_gestures.reveal,
    gestures.Hide: card_gestures.plan_hide,
    gestures.Draw: pile_gestures.plan_draw,
    gestures.Mill: pile_gestures.mill,
    gestures.DiscardAtRandom: pile_gestures.plan_discard_at_random,
    gestures.Shuffle: pile_gestures.shuffle,
    gestures.SearchDeck: pile_gestures.search,
    gestures.CloseDeck: pile_gestures.close,
    gestures.LookAtTop: pile_gestures.plan_look,
    gestures.Arrange: pile_gestures.arrange,
    gestures.ChangeLife: player_gestures.life,
    gestures.GoToPhase: player_gestures.phase,
    gestures.EndTurn: player_gestures.plan_end_turn,
    gestures.TossCoins: player_gestures.coin,
    gestures.RollDice: player_gestures.die,
    gestures.SendSignal: player_gestures.signal,
}
"""Planner of each gesture of every table. A game with gestures of its own has its own mapping."""


class GesturePlan(NamedTuple, Generic[H]):
    """Plan of a gesture. `check` stores it, so that `apply` need not plan again."""

    hands: H
    command: Command
    serial: int
    """Serial number of the State when the gesture was planned. A plan with an older number is made again."""

    def is_for(self, seat: Seat, gesture: Gesture) -> bool:
        """Return whether the plan is for this gesture of this seat and the State has not changed since."""
        hands = self.hands
        return (hands.gesture, hands.seat, hands.state.serial) == (gesture, seat, self.serial)


def plan_gesture(hands: H, planners: Planners) -> GesturePlan[H]:
    """Plan the gesture of these hands with its planner.

    Raises Illegal if there is no planner or the gesture is not allowed.
    """
    plan = planners.get(type(hands.gesture))
    if plan is None:
        raise Illegal(words("no_such_gesture"))
    hands.check_attention()
    return GesturePlan(hands, plan(hands), hands.state.serial)


_WAITING = {
    searching: tuple(
        PromptNotice(seat, str(PromptKind.SEARCH if searches else PromptKind.BY_HAND))
        for seat, searches in enumerate(searching)
    )
    for searching in product((False, True), repeat=2)
}
"""Public prompt notices of both seats, for each combination of Decks that are being searched."""


class FreeTable:
    """A game played by hand. `alone`: one person plays both sides."""

    gestures: ClassVar[Planners] = GESTURES
    hands: ClassVar[type[PlayerHands[Any]]] = PlayerHands

    def __init__(self, rules: Format, pool: Pool, *, alone: bool = False) -> None:
        self.format = rules
        self.pool = pool
        self.alone = alone
        self.game = GAMES[rules.table]
        self.state = State(TABLES[rules.table])
        self.streams = RandomStreams(bytes(32))
        self.confirms = True
        """`Setup.confirms`."""
        self.searching = [False, False]
        """For each seat, whether its Deck is being searched."""
        self._result: Result | None = None
        self._asked = tuple(SeatPrompt(seat, 1, PromptKind.BY_HAND, NOTHING, tuple) for seat in (0, 1))
        self._plan: GesturePlan[PlayerHands[Any]] | None = None

    # --- the Referee interface ----------------------------------------------------------------------------

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Place both sides' cards, draw the opening hands and begin turn 1."""
        self.streams, self.confirms = streams, setup.confirms
        for seat in (0, 1):
            ops.tally(self.state, f"{seat}:life", setup.life or self.format.life)
            dealing.place_deck(self.state, self.pool, setup, seat, streams)
        for seat in (setup.first, 1 - setup.first):
            dealing.draw(self.state, seat, self.format.opening_hand)
        ops.begin_turn(self.state, setup.first)
        for name in self.game.phases[:1]:
            ops.phase(self.state, name)
        yield self._frame()

    def prompts(self) -> tuple[SeatPrompt, ...]:
        """Return one prompt without options for each seat, or none after the end."""
        return self._asked if self._result is None else ()

    def find_reasons(self, seat: Seat, handle: int) -> Sequence[Reason]:
        """Return no reasons, since no rules run here."""
        return ()

    def result(self) -> Result | None:
        """Return the result, or None while the game runs."""
        return self._result

    def digest(self) -> bytes:
        """Return the rolling digest over all operations."""
        return self.state.digest()

    def check(self, act: Act) -> None:
        """Check that an act is allowed now, without changing the table. Raises Illegal if it is not."""
        if self._result is not None:
            raise Illegal(words("duel_over"), Code.NOT_NOW)
        match act.body:
            case ByHand(gesture=gesture):
                self._plan = self._plan_gesture(act.seat, gesture)
            case Conceded() | Agreed() | Expire():
                pass
            case _:
                raise Illegal(words("nothing_asked_at_free_table"), Code.NOT_NOW)

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act."""
        match act.body:
            case ByHand(gesture=gesture):
                plan, self._plan = self._plan, None
                if plan is None or not plan.is_for(act.seat, gesture):
                    plan = self._plan_gesture(act.seat, gesture)
                ops.next_moment(self.state)
                plan.command()
                self.apply_consequences()
            case Agreed():
                self._end_duel(Result(None, "agreed"))
            case Conceded():
                self._end_duel(Result(1 - act.seat, "conceded"))
            case Expire(reason=reason):
                self._end_duel(Result(1 - act.seat, reason))
        yield self._frame()

    # --- gestures -----------------------------------------------------------------------------------------

    def _plan_gesture(self, seat: Seat, gesture: Gesture) -> GesturePlan[PlayerHands[Any]]:
        """Plan a gesture of a seat.

        Raises Illegal.
        """
        hands: PlayerHands[Any] = self.hands(
            self.state, self.game, self.format, self.streams, self.pool, seat, gesture, self.searching,
            self.alone, confirms=self.confirms,
        )  # fmt: skip
        return plan_gesture(hands, self.gestures)

    def apply_consequences(self) -> None:
        """Apply the automatic consequences of a gesture. There are none at this table; games override
        this.
        """

    def _prompt_notices(self) -> tuple[PromptNotice, ...]:
        return () if self._result else _WAITING[tuple(self.searching)]

    def _frame(self) -> Frame:
        waiting = self._prompt_notices()
        if waiting != self.state.waiting:
            ops.set_prompted_seats(self.state, waiting)
        return Frame(ops.take_events(self.state))

    def _end_duel(self, result: Result) -> None:
        self._result = result
        ops.finish(self.state, str(result))
