"""What every referee offers: the duel, the free table, the match that wraps them, later the field's own core.

Sync and pure. A room drives a referee and knows nothing of its rules.
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
from facedown_shared.tables.zones import Seat
from facedown_shared.text.words import Words

if TYPE_CHECKING:
    from facedown_server.table.random_streams import RandomStreams
    from facedown_server.table.setup import Setup
    from facedown_server.table.state import GameEvent, State


class PromptKind(StrEnum):
    """The public kind of a prompt: what everybody may know somebody is being asked."""

    def __repr__(self) -> str:
        """As it stands in the digests of stored duels, whatever the class is called."""
        return f"<Kind.{self.name}: {self.value!r}>"

    TURN = "turn"
    """The turn player's open state: summon, activate, attack, change phase."""
    RESPONSE = "response"
    """A window to respond to something, or to let it pass."""
    TRIGGER = "trigger"
    """Whether to use an optional trigger effect that everybody can see has met its condition."""
    CHOICE = "choice"
    """A choice in the middle of something."""
    BY_HAND = "by_hand"
    """A table moved by hand: any time; in a duel by the rules, a card that is carried out by hand."""
    SEARCH = "search"
    """By hand too, while a Deck is being looked through."""
    CONFIRM = "confirm"
    """Whether the other player carried out a card by hand as it should be."""
    ORDER = "order"
    """Who goes first."""
    SIDE = "side"
    """Siding between two duels."""


class Origin(StrEnum):
    """Who an act came from; only PERSON's time counts on a clock."""

    PERSON = "person"
    AUTO = "auto"
    CLOCK = "clock"
    TABLE = "table"


class Choice(msgspec.Struct, frozen=True, gc=False):
    """Options picked, by their keys: what the log keeps."""

    keys: tuple[str, ...]


class Cut(msgspec.Struct, frozen=True, gc=False):
    """Options picked after which the field's core did not come to an end of its work, and why: "fuel",
    "memory", "time" or "fault". It ended the duel then, and does so wherever the log is run again."""

    reason: str
    keys: tuple[str, ...]


class Back(msgspec.Struct, frozen=True, gc=False):
    """Take back the last choice of an unfinished declaration."""


class Sided(msgspec.Struct, frozen=True, gc=False):
    """A deck after siding, as the text of a .ydk file."""

    deck: str


class Conceded(msgspec.Struct, frozen=True, gc=False):
    """Give up the duel, or the whole match."""

    match: bool = False


class Agreed(msgspec.Struct, frozen=True, gc=False):
    """Both players agreed to a drawn duel."""


class Expire(msgspec.Struct, frozen=True, gc=False):
    """The seat's clock ran out, or its grace: it loses the duel."""

    reason: str = "time"


class ByHand(msgspec.Struct, frozen=True, gc=False):
    """Something done by hand: the gesture as the seat sent it, with handles of its own View."""

    gesture: Gesture


class ToStep(msgspec.Struct, frozen=True, gc=False):
    """Back to an earlier step of the line, or forward again to one that was taken back."""

    step: int


class Restarted(msgspec.Struct, frozen=True, gc=False):
    """The table begins anew: with the same cards or `fresh` ones; `hand` is what this seat wants to hold."""

    fresh: bool = False
    hand: tuple[int, ...] = ()


Body = Choice | Cut | Back | Sided | Conceded | Agreed | Expire | ByHand | ToStep | Restarted


class Act(msgspec.Struct, frozen=True, gc=False):
    """One row of a log: who did what, and on whose behalf."""

    seat: Seat
    body: Body
    origin: Origin = Origin.PERSON


_NAMED = "named:"


def name_key(code: int) -> str:
    """The key of a declared card in a log."""
    return f"{_NAMED}{code}"


def code_of(key: str) -> int:
    """The passcode that such a key names; 0 for any other key."""
    code = key.removeprefix(_NAMED)
    is_code = key.startswith(_NAMED) and code.isdecimal() and code.isascii() and len(code) <= MAX_CODE_DIGITS
    return int(code) if is_code else 0


MAX_CODE_DIGITS = 10


class SeatPrompt(msgspec.Struct, eq=False):
    """A prompt to one seat.

    `number` counts per seat, so that it never tells how often the other was asked. `offer` makes the options
    on demand: (key, Option for the seat) in an order the seat itself can see; running a log does not need
    them. `possible` is judged by public facts alone; `able` is the secret truth. `default` are the keys a
    pass or an expired clock picks. `back` says whether a choice before this one can be taken back. `usual`
    are keys that most would pick, for a client to mark at first. `public` is the kind everybody else is told
    of, where that is another: nobody else can tell how far a declaration has come. `leads_on`: a window that
    the seat is asked in next looks to everybody else like this one going on. `about` is what a window
    to respond is about, by public facts; `named` says whether the text of a card that could be used names
    this very window (or the field's core counts a trigger or a fitting effect in it): then it can be, too,
    and it is as secret as `able`.
    `card` and `code` say which card the prompt comes from: by handle, or by passcode where there is none.
    `names`: the name of a card is declared, of any of these passcodes (`name_key`), and nothing is offered.
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
    """The options, once somebody has looked."""

    @property
    def options(self) -> Sequence[tuple[str, Option]]:
        """The offered options with their keys, made once."""
        if self.made is None:
            self.made = self.offer()
        return self.made

    def numbered(self, number: int) -> SeatPrompt:
        """The same prompt as one that comes later."""
        return self if number == self.number else msgspec.structs.replace(self, number=number)

    @property
    def able(self) -> bool:
        """Whether anything but the default could be picked, in truth."""
        options = self.options  # no two have one key
        return len(options) > 1 or (len(options) == 1 and (options[0][0],) != self.default)


class Frame(msgspec.Struct, frozen=True):
    """A moment at which Views are taken, with what has happened since the last one."""

    events: tuple[GameEvent, ...] = ()


class ExternalWork(Frame, frozen=True, kw_only=True):
    """A moment in work that another process does: whoever runs the frames waits for it."""

    done: Callable[[], Awaitable[None]]


WORKING = Frame()
"""Nothing has happened and nothing is to be seen yet: a moment in long work at which others may have their
turn. It is told by identity."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a duel or match ended: the winner's seat or None for a draw, and the reason in one word."""

    winner: Seat | None
    reason: str

    def __str__(self) -> str:
        return f"{'draw' if self.winner is None else self.winner} {self.reason}"


@runtime_checkable
class InCore(Protocol):
    """What a referee offers besides whose work another program does."""

    cut: str
    """Why that was ended, or is to be ended at the next act; "" for not at all."""

    def complaints(self) -> Sequence[Words]:
        """What players are to be told of faulty scripts, each once."""


class Referee(Protocol):
    """One face for every referee. The room calls `check`, then exhausts `apply`."""

    @property
    def state(self) -> State:
        """The truth right now."""

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Begin; frames up to the first prompt."""

    def check(self, act: Act) -> None:
        """Raise Illegal if the act is not allowed now; changes nothing."""

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act; frames up to the next prompt or the end."""

    def prompts(self) -> tuple[SeatPrompt, ...]:
        """The open prompts: none, one, or one for each seat."""

    def result(self) -> Result | None:
        """How it ended, or None while it runs."""

    def why(self, seat: Seat, handle: int) -> Sequence[Reason]:
        """Why a seat cannot play a card of its View now, by what it knows; nothing where no rules run. Raises
        Illegal for a card that it does not see."""

    def digest(self) -> bytes:
        """A rolling digest over every operation and prompt so far."""
