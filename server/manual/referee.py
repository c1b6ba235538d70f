"""The free table as a Referee: both players' hands at any time, one gesture an act. Sync and pure (law 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from server.manual import card_gestures, pile_gestures, player_gestures
from server.manual.hands import Command, PlayerHands
from server.referee import Act, Agreed, ByHand, Conceded, Expire, Frame, PromptKind, Result, SeatPrompt, Setup
from server.table import dealing, ops
from server.table.random_streams import RandomStreams
from server.table.state import State
from shared.cards.facts import Pool
from shared.errors import Code, Illegal
from shared.formats import Format
from shared.manual.games import GAMES
from shared.protocol.messages import Gesture
from shared.tables import TABLES
from shared.view import Waiting
from shared.zones import Seat

GESTURES: Mapping[str, Callable[[PlayerHands], Command]] = {
    "move": card_gestures.move,
    "point": card_gestures.point,
    "counter": card_gestures.counter,
    "reveal": card_gestures.reveal,
    "hide": card_gestures.hide,
    "draw": pile_gestures.draw,
    "mill": pile_gestures.mill,
    "random": pile_gestures.discard_at_random,
    "shuffle": pile_gestures.shuffle,
    "search": pile_gestures.search,
    "close": pile_gestures.close,
    "look": pile_gestures.look,
    "arrange": pile_gestures.arrange,
    "life": player_gestures.life,
    "phase": player_gestures.phase,
    "turn": player_gestures.turn,
    "coin": player_gestures.coin,
    "die": player_gestures.die,
    "signal": player_gestures.signal,
}
"""What hands do at every table; a game with gestures of its own has a table of its own."""


class FreeTable:
    """One duel moved by hand. `alone`: one person plays both sides."""

    gestures: ClassVar[Mapping[str, Callable[[PlayerHands], Command]]] = GESTURES
    hands: ClassVar[type[PlayerHands]] = PlayerHands

    def __init__(self, rules: Format, pool: Pool, *, alone: bool = False) -> None:
        self.format = rules
        self.pool = pool
        self.alone = alone
        self.game = GAMES[rules.table]
        self.state = State(TABLES[rules.table])
        self.streams = RandomStreams(bytes(32))
        self.searching = [False, False]
        """Whose Deck is being looked through."""
        self._result: Result | None = None

    # --- the Referee's face -------------------------------------------------------------------------------

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Lay out both sides, draw the opening hands, begin turn 1."""
        self.streams = streams
        for seat in (0, 1):
            ops.tally(self.state, f"{seat}:life", self.format.life)
            dealing.lay(self.state, self.pool, setup, seat, streams)
        for seat in (setup.first, 1 - setup.first):
            dealing.draw(self.state, seat, self.format.opening_hand)
        ops.turn(self.state, setup.first)
        ops.phase(self.state, self.game.phases[0])
        yield self._frame()

    def prompts(self) -> tuple[SeatPrompt, ...]:
        """Both seats, all the time: one prompt each, with nothing to pick."""
        if self._result is not None:
            return ()
        return tuple(SeatPrompt(seat, 1, PromptKind.BY_HAND, "", tuple) for seat in (0, 1))

    def result(self) -> Result | None:
        """How it ended, or None."""
        return self._result

    def digest(self) -> bytes:
        """The rolling digest over every operation."""
        return self.state.digest()

    def check(self, act: Act) -> None:
        """Raise Illegal if the act is not allowed now; changes nothing."""
        if self._result is not None:
            raise Illegal("The duel is over.", Code.NOT_NOW)
        match act.body:
            case ByHand(gesture=gesture):
                self._plan(act.seat, gesture)
            case Conceded() | Agreed() | Expire():
                pass
            case _:
                raise Illegal("Nothing is asked at a free table: move cards by hand.", Code.NOT_NOW)

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act."""
        match act.body:
            case ByHand(gesture=gesture):
                command = self._plan(act.seat, gesture)
                ops.next_moment(self.state)
                command()
                self.settle()
            case Agreed():
                self._end(Result(None, "agreed"))
            case Conceded():
                self._end(Result(1 - act.seat, "conceded"))
            case Expire(reason=reason):
                self._end(Result(1 - act.seat, reason))
        yield self._frame()

    # --- gestures -----------------------------------------------------------------------------------------

    def _plan(self, seat: Seat, gesture: Gesture) -> Command:
        """What a gesture will do. Raises Illegal."""
        hands = self.hands(
            self.state, self.game, self.format, self.streams, self.pool, seat, gesture, self.searching,
            self.alone,
        )  # fmt: skip
        plan = self.planner(gesture.do)
        if plan is None:
            raise Illegal("There is no such gesture at this table.")
        hands.check_attention()
        return plan(hands)

    def planner(self, do: str) -> Callable[[PlayerHands], Command] | None:
        """What plans a gesture of this name; None when there is none such."""
        return self.gestures.get(do)

    def settle(self) -> None:
        """What ends by itself after a gesture: nothing here."""

    def _waiting(self) -> tuple[Waiting, ...]:
        kinds = ["search" if searching else str(PromptKind.BY_HAND) for searching in self.searching]
        return () if self._result else tuple(Waiting(seat, kinds[seat]) for seat in (0, 1))

    def _frame(self) -> Frame:
        waiting = self._waiting()
        if waiting != self.state.waiting:
            ops.wait(self.state, waiting)
        return Frame(ops.take_events(self.state))

    def _end(self, result: Result) -> None:
        self._result = result
        ops.finish(self.state, str(result))
