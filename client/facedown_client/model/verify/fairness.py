"""Client's record of a match for verifying its throws, and the witness that keeps it
(docs/reference/fairness.md).

Law: no pygame, no trio, no network; `FairnessWitness.handle_message` returns the messages to send in answer.
A share is shown against one pledge and never again: a new one is drawn at once. A record is one JSON file,
so that `facedown verify FILE` can repeat the check later.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

import msgspec

from facedown_shared.protocol import fairness
from facedown_shared.protocol.fairness import FOLLOWED
from facedown_shared.protocol.messages import (
    AtTable,
    Consent,
    DeckReport,
    FromServer,
    Opened,
    Pledge,
    Propose,
    Ready,
    Seal,
    Seated,
    Share,
    Shares,
    TableInfo,
    ToServer,
    UseDeck,
    Whole,
)
from facedown_shared.tables import PUBLIC_CLASS_INDEX, Place, VisibleEvent
from facedown_shared.text import _, gettext_noop

MAX_LOG_EVENTS = 4_000
"""Maximum events that a server stores for newcomers; a log of this length may lack its beginning."""

CALLED_OFF = gettext_noop("It cancelled a start after it had our share, and pledged other throws.")
OTHER_PLEDGE = gettext_noop("It pledged other throws before it had opened those of the match.")
LEFT_OUT = gettext_noop("It left our share out of its pledge.")

SeenThrow = tuple[str, str, str, int]
"""One observation of a pile or a throw: its kind, pile before, pile after, passcode or number."""


class DuelRecord(msgspec.Struct):
    """Observations of one duel's throws. `whole`: complete from the beginning; `over`: complete to the
    end.
    """

    seen: list[SeenThrow] = []
    over: bool = False
    drawn: bool = False
    whole: bool = True
    decks: int | None = None
    """Number of the record's decks that were sent before the duel began; None in records of earlier
    versions.
    """


class Record(msgspec.Struct):
    """All data for verifying a match's throws. `share` is the secret share this client has shown for them."""

    code: str = ""
    seat: int = PUBLIC_CLASS_INDEX
    names: tuple[str, str] = ("", "")
    share: bytes = b""
    unplayed: int = 0
    """Number of earlier matches at the table that our share was shown for, and that ended before their first
    duel.
    """
    pledge: Pledge | None = None
    shares: Shares | None = None
    decks: list[str] = []
    """Texts of the decks this client sent: the one at the start of the match, and those for siding."""
    chapters: dict[int, DuelRecord] = {}
    tosses: dict[int, int] = {}
    """Winner of the toss for the first turn, by duel, where there was a toss and its winner was sent."""
    caught: list[str] = []
    """Complaints noted while the match was running."""
    opened: Opened | None = None


class FairnessWitness:
    """Witness of the throws at one table: takes part in them, and keeps the record of the latest match."""

    def __init__(self) -> None:
        self.record = Record()
        self.deck = ""
        """Text of the deck sent last, "" if none was."""
        self._next = secrets.token_bytes(fairness.SECRET_BYTES)
        """Secret share for the next match."""
        self._asked = False
        """True if we have asked for a match since we joined, so that our share belongs to the next one."""
        self._came = False
        """True if we have just joined, and may not know what happened before."""
        self._mine = ""
        """Our deck when we asked for the match."""
        self._table: TableInfo | None = None
        self._seat = PUBLIC_CLASS_INDEX

    # --- messages -------------------------------------------------------------------------------------------

    def note_sent(self, message: ToServer) -> None:
        """Note a message that this client sends."""
        if isinstance(message, UseDeck):
            self.deck = message.deck
            if message.deck not in self.record.decks:
                self.record.decks.append(message.deck)
        else:
            match message:
                case Ready(ready=True) | Propose(what="rematch") | Consent(yes=True):
                    self._asked, self._mine = True, self.deck

    def handle_message(self, message: FromServer) -> tuple[ToServer, ...]:
        """Handle one message; return the messages to send because of it, once the record is stored."""
        match message:
            case Seated(code=code, viewer=seat):
                return self._handle_seated(code, seat)
            case Pledge():
                return self._handle_pledge(message)
            case Shares():
                self._handle_shares(message)
            case AtTable(table=table):
                self._record_toss(table)
            case Whole(log=log):
                self._handle_log(log)
            case Opened():
                self.record.opened = message
            case DeckReport(deck=deck) if deck and deck not in self.record.decks:
                self.deck = deck
                self.record.decks.append(deck)
        return ()

    def restore(self, record: Record) -> None:
        """Continue the record of a match after the client was restarted."""
        if record.pledge is not None:
            self.record = record
            self._seat, self.deck = record.seat, record.decks[-1] if record.decks else ""

    def _handle_seated(self, code: str, seat: int) -> tuple[ToServer, ...]:
        if self.record.code != code:
            self.record = Record(code=code)
        self._seat = self.record.seat = seat
        self._asked, self._came = False, True
        return () if seat == PUBLIC_CLASS_INDEX else (Seal(fairness.seal(self._next)),)

    def _handle_pledge(self, pledge: Pledge) -> tuple[ToServer, ...]:
        """Handle the pledge of a match, which is repeated after a reconnect.

        Our share may be shown again for the same pledge, because the pledge binds the same throws.
        """
        came, self._came = self._came, False
        old, answers = self.record, tuple[ToServer, ...]()
        if pledge == old.pledge:
            awaited = old.share and old.shares is None and old.opened is None
            answers = (Share(old.share),) if awaited else ()
        elif (
            old.pledge is not None and old.opened is None and not (came and self._seat == PUBLIC_CLASS_INDEX)
        ):
            self._add_complaint(_(CALLED_OFF if old.shares is None else OTHER_PLEDGE))
        else:
            answers = self._show_share(pledge)
        if self._table is not None:
            self._record_toss(self._table)
        return answers

    def _show_share(self, pledge: Pledge) -> tuple[ToServer, ...]:
        """Begin the record of a match. Our share is shown if the pledge contains its seal."""
        old, alone = self.record, self._table is not None and self._table.alone
        ours = self._seat != PUBLIC_CLASS_INDEX and fairness.seal(self._next) in (
            pledge.seals if alone else pledge.seals[self._seat : self._seat + 1]
        )
        unplayed = old.unplayed + bool(old.share and not old.chapters)
        self.record = Record(
            old.code, self._seat, self._names(), self._next if ours else b"", unplayed, pledge,
            decks=[deck] if (deck := self._mine or self.deck) else [],
        )  # fmt: skip
        if self._asked and not ours and self._seat != PUBLIC_CLASS_INDEX:
            self._add_complaint(_(LEFT_OUT))
        self._asked, self._mine = False, ""
        if not ours:
            return ()
        share, self._next = self._next, secrets.token_bytes(fairness.SECRET_BYTES)
        return Share(share), Seal(fairness.seal(self._next))

    def _handle_shares(self, shares: Shares) -> None:
        if self.record.shares is not None and shares != self.record.shares:
            self._add_complaint(_("It changed the players' shares."))
        elif self.record.shares is None:
            self.record.shares, self.record.names = shares, self._names()

    def _record_toss(self, table: TableInfo) -> None:
        """Record the winner of the toss, which is public: before the first duel, and after a draw."""
        self._table = table
        if self._came or table.stage not in ("toss", "order", "duel", "siding"):
            return
        if self.record.opened is not None:
            self._add_complaint(_("It began a match without a pledge."))
        number = table.duel + (table.stage == "order")
        before = self.record.chapters.get(number - 1)
        tossed = number == 1 or (before is not None and before.over and before.drawn)
        if not tossed or table.chooser < 0 or table.stage == "siding":
            return
        if self.record.tosses.setdefault(number, table.chooser) != table.chooser:
            self._add_complaint(_("It changed who had won the toss."))

    def _names(self) -> tuple[str, str]:
        one, other = self._table.seats if self._table else (None, None)
        return (one.name if one else "", other.name if other else "")

    def _add_complaint(self, complaint: str) -> None:
        if complaint not in self.record.caught:
            self.record.caught.append(complaint)

    # --- observations of each duel --------------------------------------------------------------------------

    def _handle_log(self, log: Iterable[VisibleEvent]) -> None:
        """Handle the log of a whole View: it belongs to the known duel, or to the next one."""
        happened = list(log)
        seen = [row for event in happened for row in self._rows(event)]
        number, before = self._latest()
        event = self._table.duel if self._table else 0
        another = before is not None and before.over and seen[: len(before.seen)] != before.seen
        if before is None or event > number or (another and self.record.opened is None):
            number = max(event, number + 1)
            self.record.chapters[number] = DuelRecord(decks=len(self.record.decks))
        chapter = self.record.chapters[number]
        chapter.whole = chapter.whole and len(happened) < MAX_LOG_EVENTS
        chapter.seen, chapter.over = [], False
        self.record_throws(happened)

    def _latest(self) -> tuple[int, DuelRecord | None]:
        number = max(self.record.chapters, default=0)
        return number, self.record.chapters.get(number)

    def record_throws(self, visible_events: Iterable[VisibleEvent]) -> None:
        """Record public throws."""
        _, chapter = self._latest()
        if chapter is None:
            return
        for event in visible_events:
            chapter.seen += self._rows(event)
            if event.kind == "result":
                chapter.over, chapter.drawn = True, event.word.startswith("draw")

    def _rows(self, event: VisibleEvent) -> list[SeenThrow]:
        followed = event.seat == self._seat and event.word in FOLLOWED
        if event.kind in ("coin", "die") and self._table is not None and self._table.mode == "core":
            return []  # thrown by the field's core, whose own generator is seeded with pledged secrets
        match event.kind:
            case "coin":
                return [("coin", "", "", int(event.word == "heads"))]
            case "die":
                return [("die", "", "", event.amount)]
            case "search" if followed:
                return [("arrange", event.word, "", 0)]  # sorted for looking through
            case "shuffle" | "arrange" if followed:
                return [(event.kind, event.word, "", event.amount)]
            case "move" | "draw" | "set" | "attach" if self._own(event.start) or self._own(event.goal):
                return [(event.kind, self._own(event.start), self._own(event.goal), event.code)]
        return []

    def _own(self, place: Place | None) -> str:
        """Return our pile at a place if throws depend on its order, "" for any other."""
        ours = place is not None and place.seat == self._seat and place.zone in FOLLOWED
        return place.zone if place is not None and ours else ""
