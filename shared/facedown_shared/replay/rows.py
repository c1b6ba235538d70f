"""The rows of a replay, its limits, and the conversion between a View and rows."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeVar

import msgpack
import msgspec
from msgspec import UNSET, Meta, UnsetType

from facedown_shared.tables import PUBLIC_CLASS_INDEX, Pile, Place, Seat, VisibleEvent, VisibleLink
from facedown_shared.text import NOTHING, Words

REPLAY_FORMAT_VERSION = 1
ENDING = ".replay"
MAGIC = b"facedown replay\n"

MAX_FILE_BYTES = 4 * 1024 * 1024
"""Maximum bytes of a file; a median duel has some 8,000."""
MAX_UNPACKED_BYTES = 24 * 1024 * 1024
"""Maximum bytes of all records, decompressed."""
MAX_RECORD_BYTES = 768 * 1024
MAX_HEAD_BYTES = 16_384
MAX_RECORDS = 100_000
MAX_ROWS = 8_192
"""Maximum entries of any list or map."""
MAX_DEPTH = 6
"""Maximum nesting of sentences."""
MAX_EVENTS = 200_000
MAX_WORK = 4_000_000
"""Maximum entries of Views in all frames together; a long match has some 200,000.

Without it, a small file could change a crowded View a hundred thousand times and take minutes to read.
"""

MAX_CARD_NAME_LETTERS, MAX_CARD_TEXT_LETTERS = 200, 8_000
"""Maximum letters of a card's name and of each of its texts; the longest printed text has some 1,500.

A replay can name one card in each of its events: without a limit, a small file fills a terminal.
"""

READ_CHUNK_BYTES = 65_536
"""Bytes decompressed at once."""

Text = Annotated[str, Meta(max_length=120)]
CardName = Annotated[str, Meta(max_length=MAX_CARD_NAME_LETTERS)]
CardText = Annotated[str, Meta(max_length=MAX_CARD_TEXT_LETTERS)]
Spot = tuple[int, str, int]
Sentence = list[Any]
"""Words as a list: the id, then the values; nested Words are lists."""
Heap = tuple[Annotated[int, Meta(ge=0, le=MAX_ROWS)], tuple[int, ...]]
"""A pile: its number of cards, and the handles of those that can be told apart."""


class Head(msgspec.Struct, frozen=True, omit_defaults=True):
    """Summary of a replay for a list of replays. It precedes the records and is not compressed."""

    version: int = REPLAY_FORMAT_VERSION
    sides: Annotated[tuple[int, ...], Meta(min_length=1, max_length=3)] = (PUBLIC_CLASS_INDEX,)
    """The recorded viewers: each a seat or PUBLIC. Both seats only if both players agreed."""
    names: tuple[Text, Text] = ("", "")
    decks: tuple[Text, Text] = ("", "")
    """The names of the decks, if known."""
    format: Text = "master"
    mode: Text = "rules"
    best_of: int = 1
    made: Text = ""
    """Start of the match, in ISO 8601, UTC."""
    results: Annotated[tuple[Text, ...], Meta(max_length=16)] = ()
    """The result of each duel: "0", "1" or "draw", a space and the reason; "" if its end was not recorded."""
    turns: Annotated[tuple[int, ...], Meta(max_length=16)] = ()
    """The number of turns of each duel."""
    frames: int = 0
    is_opened: bool = False
    """True if both players agreed to include their Decks and hands."""
    is_late: bool = False
    """True if the beginning is missing: the client was restarted during a duel."""
    match_result: Text = ""
    """The result of a match that a player conceded, in the form of a duel's; "" if its duels decided it."""

    @property
    def winner(self) -> Seat | None:
        """The player who won the match; None if neither did."""
        if self.match_result:
            return int(self.match_result.startswith("1 "))
        won = [sum(result.startswith(f"{seat} ") for result in self.results) for seat in (0, 1)]
        return None if won[0] == won[1] else int(won[1] > won[0])


class CardRow(msgspec.Struct, frozen=True, omit_defaults=True, rename={
    "owner": "o", "controller": "p", "code": "c", "face_up": "u", "defense_position": "d", "attack": "a",
    "defense": "f", "level": "l", "rank": "r", "link": "k", "scale": "s", "attribute": "t", "race": "e",
    "counters": "n", "materials": "m", "equipped_to": "q", "targets": "g", "negated": "x", "revealed": "v",
    "token": "b", "name": "w", "kinds": "y",
}):  # fmt: skip
    """One card as a viewer may know it."""

    owner: int = 0
    controller: int = 0
    code: int = 0
    face_up: bool = False
    defense_position: bool = False
    attack: int | None = None
    defense: int | None = None
    level: int = 0
    rank: int = 0
    link: int = 0
    scale: int | None = None
    attribute: str = ""
    race: str = ""
    counters: dict[str, int] = {}
    materials: tuple[int, ...] = ()
    equipped_to: int = 0
    targets: tuple[int, ...] = ()
    negated: bool = False
    revealed: bool = False
    token: bool = False
    name: CardName = ""
    kinds: tuple[str, ...] = ()


class LinkRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One Chain Link."""

    seat: int
    card: int
    code: int
    words: Sentence = []
    targets: tuple[int, ...] = ()
    place: Spot | None = None
    negated: bool = False


class LastingRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lingering effect."""

    rule: str
    seat: int
    code: int = 0
    seats: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    turn: int = 0
    phase: str = "end"


class EventRow(msgspec.Struct, frozen=True, omit_defaults=True, rename={
    "kind": "k", "seat": "s", "card": "c", "was": "h", "code": "i", "start": "f", "goal": "t", "amount": "n",
    "word": "w", "others": "o",
}):  # fmt: skip
    """An event."""

    kind: str
    seat: int = -1
    card: int = 0
    was: int = 0
    code: int = 0
    start: Spot | None = None
    goal: Spot | None = None
    amount: int = 0
    word: str = ""
    others: tuple[int, ...] = ()


class FactsRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """The printed facts of a card."""

    code: int
    name: CardName
    kinds: tuple[Text, ...] = ()
    attribute: Text = ""
    race: Text = ""
    level: int = 0
    rank: int = 0
    link: int = 0
    attack: int | None = None
    defense: int | None = None
    scales: tuple[int, int] | None = None
    arrows: tuple[str, ...] = ()
    archetypes: tuple[int, ...] = ()
    alias: int = 0
    text: CardText = ""
    pendulum_text: CardText = ""
    extra: dict[str, str | int] = {}


class BoardRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole View. `facts` are the numbers of earlier rows."""

    table: str
    turn: int = 0
    turn_player: int = -1
    phase: str = ""
    tallies: dict[str, int] = {}
    piles: dict[str, Heap] = {}
    cards: dict[int, CardRow] = {}
    chain: tuple[LinkRow, ...] = ()
    attack: tuple[int, int] | None = None
    waiting: tuple[tuple[int, str], ...] = ()
    facts: tuple[int, ...] = ()
    result: str = ""
    lasting: tuple[LastingRow, ...] = ()


class ChangeRow(msgspec.Struct, frozen=True, omit_defaults=True, rename={
    "turn": "t", "turn_player": "u", "phase": "h", "tallies": "n", "piles": "z", "cards": "c", "chain": "l",
    "attack": "a", "waiting": "w", "facts": "f", "result": "r", "lasting": "s", "gone": "g",
}):  # fmt: skip
    """The changes to the next View: single values as a whole, maps by entry. `gone`: removed keys by map
    name.
    """

    turn: int | UnsetType = UNSET
    turn_player: int | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    tallies: dict[str, int] = {}
    piles: dict[str, Heap] = {}
    cards: dict[int, CardRow] = {}
    chain: tuple[LinkRow, ...] | UnsetType = UNSET
    attack: tuple[int, int] | UnsetType | None = UNSET
    waiting: tuple[tuple[int, str], ...] | UnsetType = UNSET
    facts: tuple[int, ...] = ()
    result: str | UnsetType = UNSET
    lasting: tuple[LastingRow, ...] | UnsetType = UNSET
    gone: dict[str, tuple[int | str, ...]] = {}


class ThrowsRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pledges of the match's throws, and the secrets of those that this viewer was sent
    (docs/reference/fairness.md). A trail is [duel, seat, passcodes, steps].
    """

    commitments: dict[str, bytes] = {}
    seals: tuple[bytes, bytes] = (b"", b"")
    shares: tuple[bytes, bytes] = (b"", b"")
    secrets: dict[str, bytes] = {}
    limits: dict[str, tuple[int, ...]] = {}
    trails: tuple[tuple[int, int, tuple[int, ...], tuple[tuple[str, str, tuple[int, ...]], ...]], ...] = ()


class Shot(NamedTuple):
    """One frame as sent to a viewer: the View after it, or the change from the previous View; and its offset
    in the decompressed records.
    """

    viewer: Seat
    is_whole: bool
    duel: int
    at: int
    """Number of acts of the match before this frame; the number of frames if the acts are unknown."""
    start: int
    end: int


T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)


def convert_struct(row: msgspec.Struct, kind: type[S], **others: object) -> S:
    """Convert a struct to another type with the same fields, applying these changes."""
    names = kind.__struct_fields__
    return kind(**{name: others[name] if name in others else getattr(row, name) for name in names})


def sentence(words: Words, depth: int = 0) -> Sentence:
    if not words or depth > MAX_DEPTH:
        return []
    rows = [sentence(value, depth + 1) if isinstance(value, Words) else value for value in words.values]
    return [words.id, *rows]


def words_from_row(row: Sentence, depth: int = 0) -> Words:
    """Return Words from a row.

    Raises ValueError for an invalid row.
    """
    if not row:
        return NOTHING
    first, *values = row
    if not isinstance(first, str) or depth > MAX_DEPTH:
        raise ValueError("no sentence")
    for value in values:
        if not isinstance(value, str | int | list):
            raise ValueError("no sentence")
    return Words(
        first,
        tuple(words_from_row(value, depth + 1) if isinstance(value, list) else value for value in values),
    )


def place_from_row(spot: Spot | None) -> Place | None:
    return None if spot is None else Place(*spot)


def link_row(link: VisibleLink) -> LinkRow:
    return convert_struct(link, LinkRow, words=sentence(link.words))


def link(row: LinkRow) -> VisibleLink:
    return convert_struct(row, VisibleLink, words=words_from_row(row.words), place=place_from_row(row.place))


def event(row: EventRow) -> VisibleEvent:
    return convert_struct(row, VisibleEvent, start=place_from_row(row.start), goal=place_from_row(row.goal))


def events_from_rows(rows: Any) -> tuple[VisibleEvent, ...]:
    return tuple(map(event, msgspec.convert(rows, list[EventRow])))


def heap(pile: Pile) -> Heap:
    return pile.count, pile.handles


def head_bytes(head: Head) -> bytes:
    """Return the first bytes of a file."""
    packed: bytes = msgpack.packb(to_plain(head))
    return MAGIC + packed


def to_plain(row: msgspec.Struct) -> Any:
    """Return the struct as plain values of MessagePack."""
    return msgspec.to_builtins(row, builtin_types=(bytes,))
