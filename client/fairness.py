"""What a client keeps of a match to check its throws by itself, and the check (docs/fairness.md).

Law: no pygame, no trio, no network; `Witness.feed` returns what should be sent in answer. A record is one
JSON file, so that `facedown verify FILE` finds the same again later.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

import msgspec

from shared import fairness
from shared.fairness import FOLLOWED
from shared.messages import (
    AtTable,
    FromServer,
    Opened,
    Pledge,
    Prompt,
    Seal,
    Seated,
    Share,
    Shares,
    TableInfo,
    ToServer,
    Update,
    UseDeck,
    Whole,
)
from shared.view import Happening
from shared.zones import PUBLIC, Place

LONGEST_LOG = 4_000
"""Happenings a server keeps for whoever comes late: a log this long may lack its beginning."""

MOVES = frozenset({"move", "draw", "set", "attach"})

Seen = tuple[str, str, str, int]
"""One thing seen of a pile or a throw: its kind, pile before, pile after, passcode or number."""


class Chapter(msgspec.Struct):
    """What was seen of one duel's throws. `whole`: from its beginning; `over`: to its end."""

    seen: list[Seen] = []
    over: bool = False
    drawn: bool = False
    whole: bool = True


class Record(msgspec.Struct):
    """Everything a match's throws are checked by. `share` is what this client added to them."""

    code: str = ""
    seat: int = PUBLIC
    names: tuple[str, str] = ("", "")
    share: bytes = b""
    tries: int = 1
    """How often the server asked for a share before the match began."""
    pledge: Pledge | None = None
    shares: Shares | None = None
    decks: list[str] = []
    """The texts of the decks this client brought to the table."""
    chapters: dict[int, Chapter] = {}
    tosses: dict[int, int] = {}
    """Duel -> who said who begins, where that was tossed for and seen."""
    caught: list[str] = []
    """What was wrong at the very moment it came."""
    opened: Opened | None = None


class Witness:
    """Takes part in the throws of the matches at one table, and keeps the record of the latest one."""

    def __init__(self, draw: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self.record = Record()
        self.decks: list[str] = []
        self._draw = draw
        self._next = draw(fairness.SECRET)
        """Our share of the match to come."""
        self._shown = False
        """Whether a share of ours is out and its match has not begun."""
        self._running = False
        self._ordered = False
        self._table: TableInfo | None = None
        self._seat = PUBLIC

    # --- what comes and goes --------------------------------------------------------------------------------

    def sent(self, message: ToServer) -> None:
        """This client has said something itself."""
        if isinstance(message, UseDeck) and message.deck not in self.decks:
            self.decks.append(message.deck)
            self.record.decks = list(self.decks)

    def feed(self, message: FromServer) -> tuple[ToServer, ...]:
        """Take in one message; what to send because of it."""
        match message:
            case Seated(code=code, viewer=seat):
                return self._seated(code, seat)
            case Pledge():
                return self._pledged(message)
            case Shares():
                return self._begun(message)
            case AtTable(table=table):
                self._at_table(table)
            case Prompt(kind="order"):
                self._ordered = True
            case Whole(log=log):
                self._whole(log)
            case Update(happenings=happenings):
                self._note(happenings)
            case Opened():
                self.record.opened, self._running = message, False
        return ()

    def restore(self, record: Record) -> None:
        """Go on with the match of a client that was closed."""
        if record.pledge is not None and record.shares is not None:
            self.record, self._running = record, True
            self._seat, self.decks = record.seat, list(record.decks)

    def _seated(self, code: str, seat: int) -> tuple[ToServer, ...]:
        if self.record.code != code:
            self.record, self._running = Record(code=code), False
        self._seat = self.record.seat = seat
        self._shown = False
        return () if seat == PUBLIC else (Seal(fairness.seal(self._next)),)

    def _pledged(self, pledge: Pledge) -> tuple[ToServer, ...]:
        """A pledge before a match asks for our share; one that tells of the running match says the same."""
        ours = self._seat != PUBLIC and pledge.seals[self._seat] == fairness.seal(self._next)
        if self._running:
            if pledge != self.record.pledge:
                self._catch("It pledged other throws while the match was on.")
            return ()
        if self._shown:
            self._catch("It pledged a second time when it had our share.")
            return ()
        old = self.record
        if old.pledge is not None and old.opened is None and old.shares is None:
            tries = old.tries + 1
        else:
            tries = 1
        self.record = Record(
            old.code, self._seat, self._names(), self._next if ours else b"", tries, pledge,
            decks=list(self.decks),
        )  # fmt: skip
        self._shown = ours
        return (Share(self._next),) if ours else ()

    def _begun(self, shares: Shares) -> tuple[ToServer, ...]:
        if self.record.shares is not None:
            if shares != self.record.shares:
                self._catch("It changed the players' shares.")
            return ()
        self.record.shares, self._running, self._ordered = shares, True, False
        self.record.names = self._names()
        if not self._shown:
            return ()
        self._shown, self._next = False, self._draw(fairness.SECRET)
        return (Seal(fairness.seal(self._next)),)

    def _at_table(self, table: TableInfo) -> None:
        self._table = table
        if self._shown and table.stage in ("gathering", "over") and not table.seats[self._seat].ready:
            self._shown = False  # called off: somebody was not ready after all

    def _names(self) -> tuple[str, str]:
        one, other = self._table.seats if self._table else (None, None)
        return (one.name if one else "", other.name if other else "")

    def _catch(self, complaint: str) -> None:
        if complaint not in self.record.caught:
            self.record.caught.append(complaint)

    # --- what is seen of each duel --------------------------------------------------------------------------

    def _whole(self, log: Iterable[Happening]) -> None:
        """A whole View brings the duel's log so far: of the duel we know, or of the next one."""
        happened = list(log)
        seen = [row for told in happened for row in self._rows(told)]
        number, before = self._latest()
        told = self._table.duel if self._table else 0
        if before is None or told > number or (before.over and seen[: len(before.seen)] != before.seen):
            number = max(told, number + 1)
            self._open(number, before)
        chapter = self.record.chapters[number]
        chapter.whole = chapter.whole and len(happened) < LONGEST_LOG
        chapter.seen, chapter.over = [], False
        self._note(happened)

    def _open(self, number: int, before: Chapter | None) -> None:
        """Another duel: who said who begins was tossed for in the first one and after a draw."""
        there = self._seat != PUBLIC and self._table is not None and self._table.stage == "order"
        if there and (number == 1 or (before is not None and before.over and before.drawn)):
            self.record.tosses[number] = self._seat if self._ordered else 1 - self._seat
        self._ordered = False
        self.record.chapters[number] = Chapter()

    def _latest(self) -> tuple[int, Chapter | None]:
        number = max(self.record.chapters, default=0)
        return number, self.record.chapters.get(number)

    def _note(self, happenings: Iterable[Happening]) -> None:
        _, chapter = self._latest()
        if chapter is None:
            return
        for told in happenings:
            chapter.seen += self._rows(told)
            if told.kind == "result":
                chapter.over, chapter.drawn = True, told.word.startswith("draw")

    def _rows(self, told: Happening) -> list[Seen]:
        if told.kind == "coin":
            return [("coin", "", "", int(told.word == "heads"))]
        if told.kind == "die":
            return [("die", "", "", told.amount)]
        if told.kind == "search" and told.seat == self._seat and told.word in FOLLOWED:
            return [("arrange", told.word, "", 0)]  # sorted, to be looked through
        if told.kind in ("shuffle", "arrange") and told.seat == self._seat and told.word in FOLLOWED:
            return [(told.kind, told.word, "", told.amount)]
        if told.kind in MOVES and (self._own(told.start) or self._own(told.goal)):
            return [(told.kind, self._own(told.start), self._own(told.goal), told.code)]
        return []

    def _own(self, place: Place | None) -> str:
        """The pile of ours at a place whose course throws depend on, "" for any other."""
        ours = place is not None and place.seat == self._seat and place.zone in FOLLOWED
        return place.zone if place is not None and ours else ""
