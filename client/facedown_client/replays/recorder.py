"""Record a player's match as it is sent, and save it at the end of each of its duels.

The recorder observes what the model receives. It requests only the replay with both hands, once both players
have agreed to open them; that replay replaces its own.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from facedown_client.model.model import Model
from facedown_client.replays import replay_list
from facedown_shared.protocol.messages import (
    AtTable,
    FromServer,
    GetOpened,
    Opened,
    Pledge,
    ReplayFile,
    Seated,
    ToServer,
    Update,
    UseDeck,
    Whole,
)
from facedown_shared.replay import Head, ReplayWriter, ThrowsRow, parse_replay, reorder_sides
from facedown_shared.tables import Seat, View
from facedown_shared.text import BadInput, Code, _

MAX_NAME_LETTERS = 80

MAX_STORED_BYTES = 100_000_000
"""Bytes that the recorder of one table may write in all. An evening writes a few megabytes; a malicious
server could end matches until the disk is full.
"""


class Recorder:
    """Recorder of the match at one table."""

    def __init__(self) -> None:
        self.kept: Path | None = None
        """File of the match at this table."""
        self._complaint = ""
        self._code = self._deck = ""
        self._stored_bytes = 0
        self.is_back = False
        """True if this client has returned to a table at which it, before a restart, or another client
        played.
        """
        self._reset()

    def _reset(self) -> None:
        self._writer = ReplayWriter()
        self._view: View | None = None
        self._told = 0
        """Number of events received of this duel."""
        self._pledge: Pledge | None = None
        self._made = ""
        self._file: Path | None = None
        self._asked = False
        self._is_late = False
        """True if the first View was not from the beginning of the duel."""
        self.is_opened = False
        """True if the saved replay of this match has both hands."""

    def take_complaint(self) -> str:
        """Return, once, why a replay could not be saved; "" for none."""
        complaint, self._complaint = self._complaint, ""
        return complaint

    def note_sent(self, message: ToServer) -> None:
        """Note a message that this client sends."""
        if isinstance(message, UseDeck) and message.seat < 0:
            self._deck = message.name[:MAX_NAME_LETTERS]

    def record_message(self, message: FromServer, model: Model) -> tuple[ToServer, ...]:
        """Record a message, which is in the model already; return the messages to send because of it."""
        if isinstance(message, AtTable) and message.table.stage in ("gathering", "over"):
            self.is_back = False
        match message:
            case Seated(code=code) if code != self._code:
                self._code = code
                self._reset()
            case Pledge() if message != self._pledge:
                self._reset()
                self._pledge = message
                self._made = datetime.now(UTC).isoformat(timespec="seconds")
            case Update() | Whole() if model.is_player and not model.is_alone:
                self._record_frame(message, model)
            case Opened(trails=trails) if not model.is_alone and {trail.seat for trail in trails} == {0, 1}:
                self._save_again(model)
                self._asked = not self.is_opened
                return (GetOpened(),) if self._asked else ()
            case ReplayFile(data=data) if self._asked:
                self._asked = False
                self._save_opened(data, model)
            case Opened() | AtTable():
                self._save_again(model)
        return ()

    def _record_frame(self, message: Update | Whole, model: Model) -> None:
        """Record the frame of a message, if it has one: an update may arrive too early."""
        view = model.view
        if view is None or view is self._view:
            return
        self._is_late = self._is_late or (self._view is None and self.is_back)
        if isinstance(message, Whole):
            self._writer.duel(max(model.witness.record.chapters, default=1))
            again = self._view is not None and not self._view.result and self._view.turn <= view.turn
            missed = message.log[self._told if again else 0 :]
            self._writer.add(view, missed, whole=True)
            self._told = len(message.log)
        else:
            self._writer.add(view, model.told)
            self._told += len(model.told)
        ended, self._view = bool(view.result) and not (self._view and self._view.result), view
        if ended:
            self._save(model)

    def _save_again(self, model: Model) -> None:
        """Save the present state of the match again."""
        if self._file is not None and not self.is_opened:
            self._save(model)

    def _save_opened(self, data: bytes, model: Model) -> None:
        """Save the replay with both hands in place of our own."""
        try:
            if parse_replay(data).head.is_opened:
                self._store(reorder_sides(model.seat, data, self._decks(model.seat)))
                self.is_opened = True
        except BadInput as refused:
            self._complaint = str(refused)

    def _save(self, model: Model) -> None:
        """Save the present state; later saves replace the file."""
        try:
            self._store(self._writer.file_bytes(self._make_head(model), self._throw_rows(model)))
        except BadInput as refused:
            self._complaint = str(refused)

    def _store(self, data: bytes) -> None:
        """Write the match's file.

        Raises BadInput if it cannot be written, or if this table has filled its share of the disk.
        """
        if self._stored_bytes + len(data) > MAX_STORED_BYTES:
            raise BadInput(Code.BAD_FILE, _("This table's replays are too large; the rest is not saved."))
        self._file = self.kept = replay_list.save_replay(data, self._file)
        self._stored_bytes += len(data)

    def _decks(self, seat: Seat) -> tuple[str, str]:
        """Return the names of the decks that this client knows."""
        return (self._deck, "") if seat == 0 else ("", self._deck)

    def _make_head(self, model: Model) -> Head:
        table, seat = model.table, model.seat
        decks = self._decks(seat)
        if table is None:
            return Head(sides=(seat,), names=model.names, decks=decks, made=self._made, is_late=self._is_late)
        return Head(
            sides=(seat,), names=model.names, decks=decks, format=table.format, mode=table.mode,
            best_of=table.best_of, made=self._made, is_late=self._is_late, match_result=model.match_result,
        )  # fmt: skip

    def _throw_rows(self, model: Model) -> tuple[ThrowsRow, ...]:
        """Return the pledges of the match's throws, and the secrets that this client was sent."""
        record = model.witness.record
        pledge, shares, opened = record.pledge, record.shares, record.opened
        if pledge is None:
            return ()
        throws = ThrowsRow(pledge.commitments, pledge.seals, shares.shares if shares else (b"", b""))
        if opened is None:
            return (throws,)
        trails = tuple((trail.duel, trail.seat, trail.cards, trail.steps) for trail in opened.trails)
        return (
            ThrowsRow(
                throws.commitments, throws.seals, throws.shares, opened.secrets, opened.throws, trails
            ),
        )  # fmt: skip
