"""Interface of every referee: the duel, the free table, the match around them, EDOPro's core.

Synchronous and pure. A room drives a referee and knows nothing of its rules.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from facedown_shared.protocol.asking import About
from facedown_shared.protocol.gestures import Gesture
from facedown_shared.protocol.messages import Option
from facedown_shared.protocol.reasons import Reason
from facedown_shared.tables import Seat
from facedown_shared.text import Words

if TYPE_CHECKING:
    from facedown_server.table import GameEvent, RandomStreams, Setup, State


class PromptKind(StrEnum):
    """The public kind of a prompt: all that other viewers may know of it."""

    def __repr__(self) -> str:
        """Return the text that digests of stored duels contain, whatever the class is called."""
        return f"<Kind.{self.name}: {self.value!r}>"

    TURN = "turn"
    """The turn player's open state: Summon, activate, attack, change phase."""
    RESPONSE = "response"
    """A window to respond, or to pass."""
    TRIGGER = "trigger"
    """A question whether to use an optional trigger effect that everybody can see has met its condition."""
    CHOICE = "choice"
    """A choice in the middle of an act."""
    BY_HAND = "by_hand"
    """A table moved by hand, at any time; in a duel by the rules, a card that is carried out by hand."""
    SEARCH = "search"
    """By hand, while a Deck is open for a search."""
    CONFIRM = "confirm"
    """A question whether the opponent carried out a card by hand correctly."""
    ORDER = "order"
    """A choice of who goes first."""
    SIDE = "side"
    """Siding between two duels."""


class Origin(StrEnum):
    """The source of an act. Only PERSON's time counts on a clock."""

    PERSON = "person"
    AUTO = "auto"
    CLOCK = "clock"
    TABLE = "table"


class Choice(msgspec.Struct, frozen=True, gc=False):
    """The keys of the picked options, as the log stores them."""

    keys: tuple[str, ...]


class Cut(msgspec.Struct, frozen=True, gc=False):
    """Answer after which the core's work was aborted, and why: "fuel", "memory", "time" or "fault".

    The duel ended there, and does so whenever the log is run again.
    """

    reason: str
    keys: tuple[str, ...]


class Back(msgspec.Struct, frozen=True, gc=False):
    """The last choice of an unfinished declaration, undone."""


class Sided(msgspec.Struct, frozen=True, gc=False):
    """A deck after siding, as the text of a .ydk file."""

    deck: str


class Conceded(msgspec.Struct, frozen=True, gc=False):
    """Concession of the duel, or of the whole match."""

    match: bool = False


class Agreed(msgspec.Struct, frozen=True, gc=False):
    """Both players' agreement to a draw."""


class Expire(msgspec.Struct, frozen=True, gc=False):
    """Loss of the duel, because the seat's clock or absence allowance ran out."""

    reason: str = "time"


class ByHand(msgspec.Struct, frozen=True, gc=False):
    """A gesture as the seat sent it, with handles of its own View."""

    gesture: Gesture


class ToStep(msgspec.Struct, frozen=True, gc=False):
    """Move to an earlier step of the line, or forward again to an undone one."""

    step: int


class Restarted(msgspec.Struct, frozen=True, gc=False):
    """Restart of the table, with the same shuffles or `fresh` ones. `hand` is the opening hand this seat
    requests.
    """

    fresh: bool = False
    hand: tuple[int, ...] = ()


Body = Choice | Cut | Back | Sided | Conceded | Agreed | Expire | ByHand | ToStep | Restarted


class Act(msgspec.Struct, frozen=True, gc=False):
    """One row of a log: the act, its seat and its origin."""

    seat: Seat
    body: Body
    origin: Origin = Origin.PERSON

    @property
    def reruns(self) -> bool:
        """True if it runs the line of steps again."""
        return isinstance(self.body, (ToStep, Restarted))


_NAMED = "named:"


def name_key(code: int) -> str:
    """Return the key of a declared card in a log."""
    return f"{_NAMED}{code}"


def passcode_of(key: str) -> int:
    """Return the passcode in the key of a declared card; 0 for any other key."""
    code = key.removeprefix(_NAMED)
    is_code = key.startswith(_NAMED) and code.isdecimal() and code.isascii() and len(code) <= MAX_CODE_DIGITS
    return int(code) if is_code else 0


MAX_CODE_DIGITS = 10


class SeatPrompt(msgspec.Struct, eq=False):
    """A prompt to one seat.

    - `number` counts per seat, so that it does not disclose how many prompts the other seat had.
    - `offer` makes the options on demand: (key, Option for the seat) in an order the seat can see. Running a
      log again does not need them.
    - `possible` follows from public facts alone; `can_choose` is the secret truth.
    - `default` are the keys of a pass or an expired clock.
    - `back` says whether an earlier choice can be undone.
    - `usual` are suggested keys, for a client to mark first.
    - `public` is the kind other viewers see, where it differs: they cannot tell how far a declaration is.
    - `leads_on`: the seat's next window looks to other viewers like this one continuing.
    - `about` says by public facts what a response window responds to.
    - `named` says whether the text of a playable card names this window (or the core counts a trigger or a
      fitting effect in it). It implies `can_choose` and is as secret.
    - `card` and `code` name the card that the prompt comes from: by handle, or by passcode where there is
      none.
    - `names`: the name of a card is declared, of any of these passcodes (`name_key`), and there are no
      options.
    """

    seat: Seat
    number: int
    kind: PromptKind
    words: Words
    offer: Callable[[], Sequence[tuple[str, Option]]]
    least: int = 1
    most: int = 1
    possible: bool = True
    default: tuple[str, ...] = ()
    back: bool = False
    usual: tuple[str, ...] = ()
    public: PromptKind | None = None
    leads_on: bool = False
    about: About | None = None
    named: Callable[[], bool] = bool
    card: int = 0
    code: int = 0
    names: Collection[int] | None = None
    made: Sequence[tuple[str, Option]] | None = None
    """The options, once they were made."""

    @property
    def options(self) -> Sequence[tuple[str, Option]]:
        """The options with their keys, made once."""
        if self.made is None:
            self.made = self.offer()
        return self.made

    def with_number(self, number: int) -> SeatPrompt:
        """Return the same prompt with another number."""
        return self if number == self.number else msgspec.structs.replace(self, number=number)

    @property
    def can_choose(self) -> bool:
        """True if anything but the default can be picked, by the secret state."""
        options = self.options  # keys are unique
        return len(options) > 1 or (len(options) == 1 and (options[0][0],) != self.default)


class Frame(msgspec.Struct, frozen=True):
    """A moment at which Views are taken, with the events since the last frame."""

    events: tuple[GameEvent, ...] = ()


class ExternalWork(Frame, frozen=True, kw_only=True):
    """A frame of work in another process. The code that runs the frames waits for it."""

    done: Callable[[], Awaitable[None]]
    worked_s: Callable[[], float] = float
    """Return the seconds that the other process worked on it; valid once it is done."""


WORKING = Frame()
"""A frame of long work without events, at which the runner yields to other tasks. Compared by identity."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """The result of a duel or match: the winner's seat or None for a draw, and the reason in one word."""

    winner: Seat | None
    reason: str

    def __str__(self) -> str:
        return f"{'draw' if self.winner is None else self.winner} {self.reason}"


@runtime_checkable
class InCore(Protocol):
    """Additional interface of a referee whose work is done by EDOPro's core."""

    cut: str
    """The reason why the core's work was aborted, or is to be aborted at the next act; "" otherwise."""

    def complaints(self) -> Sequence[Words]:
        """Return messages to the players about faulty scripts, each once."""


class Referee(Protocol):
    """The interface of every referee. For each act a room calls `check`, then exhausts `apply`."""

    @property
    def state(self) -> State:
        """The present state."""

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Begin the duel. Yields frames up to the first prompt."""

    def check(self, act: Act) -> None:
        """Check that an act is allowed now. Changes nothing.

        Raises Illegal if it is not.
        """

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act. Yields frames up to the next prompt or the end."""

    def prompts(self) -> tuple[SeatPrompt, ...]:
        """Return the open prompts: none, one, or one for each seat."""

    def result(self) -> Result | None:
        """Return the result, or None while the duel runs."""

    def find_reasons(self, seat: Seat, handle: int) -> Sequence[Reason]:
        """Return the reasons why a seat cannot play a card of its View now, by what the seat knows; none
        without rules.

        Raises Illegal for a card that the seat does not see.
        """

    def digest(self) -> bytes:
        """Return the rolling digest over every operation and prompt so far."""
