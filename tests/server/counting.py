"""A small referee: two players count to a goal. It has hidden information, uses every kind of prompt, and can
fail.

The turn player says a number. Only a player who has a charm, which is hidden, may respond; a charm takes the
turn away. The player who reaches the goal wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from facedown_server.refereeing.referee import (
    Act,
    Agreed,
    Back,
    Choice,
    Conceded,
    Expire,
    Frame,
    PromptKind,
    Result,
    SeatPrompt,
)
from facedown_server.table import ops
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_server.table.state import State
from facedown_shared.protocol.asking import About
from facedown_shared.protocol.messages import Option
from facedown_shared.protocol.reasons import Reason
from facedown_shared.tables import TABLES
from facedown_shared.tables.view import PromptNotice
from facedown_shared.tables.zones import Seat
from facedown_shared.text.errors import Code, Illegal
from facedown_shared.text.words import words

GOAL_POINTS = 10
SAID: Any = "said"
CHARM: Any = "charm"
"""Kinds of events that no other game has."""


@dataclass
class CountingGame:
    """`charms` are hidden; `possible` is whether public facts allow a response at all; `plays` is the number
    of activations shown with each number.
    """

    goal: int = GOAL_POINTS
    charms: list[int] = field(default_factory=lambda: [1, 1])
    possible: bool = True
    plays: int = 0
    state: State = field(default_factory=lambda: State(TABLES["master"]))
    _asked: list[int] = field(default_factory=lambda: [0, 0])
    _ask: SeatPrompt | None = None
    _said: int = 0
    _result: Result | None = None
    about: ClassVar[About | None] = None
    """What its windows are about."""

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Prompt the first player for a number."""
        ops.tally(self.state, "count", 0)
        ops.tally(self.state, "luck", streams.draw_below(100, "die"))
        ops.begin_turn(self.state, setup.first)
        self._ask_turn()
        yield self._frame()

    def prompts(self) -> tuple[SeatPrompt, ...]:
        """Return at most one prompt."""
        return (self._ask,) if self._ask else ()

    def find_reasons(self, seat: Seat, handle: int) -> Sequence[Reason]:
        """Return no reason."""
        return (Reason("activate", "condition"),)

    def result(self) -> Result | None:
        """Return who reached the goal."""
        return self._result

    def digest(self) -> bytes:
        """Return a digest of every operation and answer."""
        return self.state.digest()

    def check(self, act: Act) -> None:
        """Accept only what is offered."""
        if isinstance(act.body, Choice | Back):
            if self._ask is None or self._ask.seat != act.seat:
                raise Illegal(words("not_asked_now"), Code.NOT_YOUR_TURN)
            offered = {key for key, _ in self._ask.options}
            if isinstance(act.body, Choice) and not offered.issuperset(act.body.keys):
                raise Illegal(words("not_offered"))
        elif not isinstance(act.body, Conceded | Agreed | Expire):
            raise Illegal(words("unknown_act"), Code.NOT_NOW)

    def apply(self, act: Act) -> Iterator[Frame]:
        """Apply one answer."""
        match act.body:
            case Choice(keys=(key,)):
                ops.answer(self.state, act.seat, (key,))
                yield from self._answer(act.seat, key)
            case Back():
                ops.answer(self.state, act.seat, ("back",))
                self._ask_turn()
                yield self._frame()
            case Agreed():
                yield self._end(Result(None, "agreed"))
            case Conceded():
                yield self._end(Result(1 - act.seat, "conceded"))
            case Expire(reason=reason):
                yield self._end(Result(1 - act.seat, reason))

    def _answer(self, seat: Seat, key: str) -> Iterator[Frame]:
        word, _, number = key.partition(":")
        if word == "break":
            raise RuntimeError("the seven of hearts is under the cup")
        if word == "think":
            self._ask_choice(seat)
        elif word == "say":
            self._said = int(number)
            ops.note(self.state, SAID, seat=seat, amount=self._said)
            for _ in range(self.plays):
                ops.note(self.state, "activate", seat=seat)
            yield self._frame()
            self._ask_response(1 - seat)
        elif word == "charm":
            self.charms[seat] -= 1
            ops.note(self.state, CHARM, seat=seat)
            self._begin_next_turn(seat)
        elif word == "pass":
            ops.tally(self.state, "count", self.state.tallies["count"] + self._said)
            if self.state.tallies["count"] >= self.goal:
                yield self._end(Result(1 - seat, "count"))
                return
            self._begin_next_turn(seat)
        yield self._frame()

    def _begin_next_turn(self, seat: Seat) -> None:
        ops.begin_turn(self.state, seat)
        self._ask_turn()

    def _ask_turn(self) -> None:
        offers = [(f"say:{n}", Option("say", amount=n)) for n in (1, 2, 3)]
        offers += [("think", Option("think")), ("break", Option("break"))]
        self._open(self.state.turn_player, PromptKind.TURN, offers)

    def _ask_choice(self, seat: Seat) -> None:
        offers = [(f"say:{n}", Option("say", amount=n)) for n in (4, 5)]
        self._open(seat, PromptKind.CHOICE, offers, back=True, public=PromptKind.TURN)

    def _ask_response(self, seat: Seat) -> None:
        offers = [("pass", Option("pass"))]
        if self.charms[seat] and self.possible:
            offers.append(("charm", Option("charm")))
        self._open(seat, PromptKind.RESPONSE, offers, default=("pass",), possible=self.possible)

    def _open(
        self, seat: Seat, kind: PromptKind, offers: Sequence[tuple[str, Option]], *,
        default: tuple[str, ...] = (),
        back: bool = False, possible: bool = True, public: PromptKind | None = None,
    ) -> None:  # fmt: skip
        self._asked[seat] += 1
        ops.set_prompted_seats(self.state, (PromptNotice(seat, public or kind),))
        self._ask = SeatPrompt(
            seat, self._asked[seat], kind, words("plain", "count"), lambda: offers,
            possible=possible, default=default, back=back, public=public,
            about=self.about if kind is PromptKind.RESPONSE else None,
        )  # fmt: skip

    def _end(self, result: Result) -> Frame:
        self._result, self._ask = result, None
        ops.finish(self.state, str(result))
        return self._frame()

    def _frame(self) -> Frame:
        return Frame(ops.take_events(self.state))
