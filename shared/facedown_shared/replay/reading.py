"""Read an untrusted replay file record by record, within limits."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

import msgpack
import msgspec
from msgspec import UNSET

from facedown_shared.cards.facts import Facts
from facedown_shared.replay.rows import (
    MAGIC,
    MAX_FILE_BYTES,
    MAX_HEAD_BYTES,
    MAX_RECORD_BYTES,
    MAX_RECORDS,
    MAX_ROWS,
    MAX_UNPACKED_BYTES,
    READ_CHUNK_BYTES,
    REPLAY_FORMAT_VERSION,
    BoardRow,
    ChangeRow,
    FactsRow,
    Head,
    Shot,
    ThrowsRow,
    convert_struct,
    events_from_rows,
    head_bytes,
    link,
)
from facedown_shared.tables import LingeringEffect, Pile, PromptNotice, Seat, View, VisibleCard, VisibleEvent
from facedown_shared.text import BadInput, Code, _

_BROKEN = (
    msgspec.MsgspecError, msgpack.UnpackException, zlib.error, ValueError, TypeError,
    LookupError, RecursionError, OverflowError,
)  # fmt: skip
"""Exceptions that invalid replay bytes can raise."""


class Replay:
    """A parsed replay: its head, and its frames, each unpacked on demand. Made only by `parse_replay`."""

    def __init__(self, head: Head, data: bytes) -> None:
        self.head = head
        self.shots: list[Shot] = []
        self.facts: list[Facts] = []
        self.throws: ThrowsRow | None = None
        self.lines: dict[int, str] = {}
        """The line of each duel, if the match was opened."""
        self._data = data
        self._duel = self._at = 0

    def view(self, shot: Shot, before: View | None) -> tuple[View, tuple[VisibleEvent, ...]]:
        """Return the View and the events of a frame. `before`: the previous View, needed if the frame is a
        change.

        Raises BadInput if the frame is invalid.
        """
        try:
            _kind, viewer, row, rows = _unpack(self._data[shot.start : shot.end])
            events = events_from_rows(rows)
            if shot.is_whole:
                return self._full_view(viewer, msgspec.convert(row, BoardRow)), events
            if before is None:
                raise ValueError("a change of nothing")
            return self._patched_view(before, msgspec.convert(row, ChangeRow)), events
        except _BROKEN as error:
            raise _damaged_error() from error

    def events(self, shot: Shot) -> tuple[VisibleEvent, ...]:
        """Return the events of a frame.

        Raises BadInput if the frame is invalid.
        """
        try:
            return events_from_rows(_unpack(self._data[shot.start : shot.end])[3])
        except _BROKEN as error:
            raise _damaged_error() from error

    def _full_view(self, viewer: Seat, row: BoardRow) -> View:
        return View(
            viewer, row.table, row.turn, row.turn_player, row.phase, row.tallies,
            {key: Pile(*heap) for key, heap in row.piles.items()},
            {handle: convert_struct(card, VisibleCard) for handle, card in row.cards.items()},
            tuple(map(link, row.chain)), row.attack, tuple(PromptNotice(*one) for one in row.waiting),
            {self.facts[number].code: self.facts[number] for number in row.facts}, row.result,
            tuple(convert_struct(lasting, LingeringEffect) for lasting in row.lasting),
        )  # fmt: skip

    def _patched_view(self, old: View, row: ChangeRow) -> View:
        changes: dict[str, Any] = {
            name: value
            for name in ("turn", "turn_player", "phase", "attack", "result")
            if (value := getattr(row, name)) is not UNSET
        }
        if row.chain is not UNSET:
            changes["chain"] = tuple(map(link, row.chain))
        if row.waiting is not UNSET:
            changes["waiting"] = tuple(PromptNotice(*one) for one in row.waiting)
        if row.lasting is not UNSET:
            changes["lasting"] = tuple(convert_struct(lasting, LingeringEffect) for lasting in row.lasting)
        entries: dict[str, dict[Any, Any]] = {
            "tallies": row.tallies,
            "piles": {key: Pile(*heap) for key, heap in row.piles.items()},
            "cards": {handle: convert_struct(card, VisibleCard) for handle, card in row.cards.items()},
            "facts": {self.facts[number].code: self.facts[number] for number in row.facts},
        }
        for name, fresh in entries.items():
            gone = row.gone.get(name, ())
            if fresh or gone:
                remaining = {key: value for key, value in getattr(old, name).items() if key not in gone}
                changes[name] = remaining | fresh
        return msgspec.structs.replace(old, **changes)

    def _parse_record(self, record: Any, start: int, end: int) -> bool:
        """Parse one record; return whether it was the last one. Unknown kinds are skipped."""
        match record:
            case ["duel", int(number)]:
                self._duel = number
            case ["act", int(number)]:
                self._at = number
            case ["facts", list(rows)]:
                self.facts += (convert_struct(row, Facts) for row in msgspec.convert(rows, list[FactsRow]))
            case ["view" | "step" as kind, int(viewer), dict(), list()] if viewer in self.head.sides:
                at = self._at or len(self.shots)
                self.shots.append(Shot(viewer, kind == "view", self._duel, at, start, end))
            case ["throws", dict(row)]:
                self.throws = msgspec.convert(row, ThrowsRow)
            case ["line", int(duel), str(text)]:
                self.lines[duel] = text
            case ["end"]:
                return True
            case [str(kind), *_rest] if kind not in ("view", "step"):
                pass
            case _:
                raise ValueError("no record")
        return False


def parse_head(data: bytes) -> Head:
    """Parse the head of a file.

    Raises BadInput if the file is no replay.
    """
    return _head(data)[0]


def reorder_sides(seat: Seat, data: bytes, decks: tuple[str, str]) -> bytes:
    """Return the same file with this seat's side first, and with these deck names.

    Raises BadInput if the file is no replay.
    """
    head, begin = _head(data)
    sides = tuple(sorted(head.sides, key=lambda side: side != seat))
    return head_bytes(msgspec.structs.replace(head, sides=sides, decks=decks)) + data[begin:]


def with_names(data: bytes, names: tuple[str, str]) -> bytes:
    """Return the same file with these names of the players.

    Raises BadInput if the file is no replay.
    """
    head, begin = _head(data)
    return head_bytes(msgspec.structs.replace(head, names=names)) + data[begin:]


def parse_replay(data: bytes) -> Replay:
    """Parse a replay file.

    Raises BadInput if the file is no replay, or exceeds a limit.
    """
    if len(data) > MAX_FILE_BYTES:
        raise _damaged_error(_("This is larger than a replay can be."))
    head, begin = _head(data)
    raw = bytearray()
    replay = Replay(head, b"")
    records, over, start = 0, False, 0
    try:
        unpacker = _unpacker()
        for piece in _decompress(data[begin:]):
            raw += piece
            unpacker.feed(piece)
            for record in unpacker:
                records, end = records + 1, unpacker.tell()
                if over or records > MAX_RECORDS:
                    raise ValueError("more than a replay holds")
                over = replay._parse_record(record, start, end)
                start = end
    except _BROKEN as error:
        raise _damaged_error() from error
    if not over or not replay.shots or not replay.shots[0].is_whole:
        raise _damaged_error()
    replay._data = bytes(raw)
    return replay


def _head(data: bytes) -> tuple[Head, int]:
    """Return the head, and the offset of the records."""
    if not data.startswith(MAGIC):
        raise _damaged_error(_("This is not a replay."))
    try:
        unpacker = _unpacker(MAX_HEAD_BYTES)
        unpacker.feed(data[len(MAGIC) : len(MAGIC) + MAX_HEAD_BYTES])
        row = unpacker.unpack()
        if (
            isinstance(row, dict)
            and isinstance(number := row.get("version"), int)
            and number > REPLAY_FORMAT_VERSION
        ):
            raise _damaged_error(_("This replay was made by a newer version of facedown."))
        return msgspec.convert(row, Head), len(MAGIC) + unpacker.tell()
    except _BROKEN as error:
        raise _damaged_error() from error


def _decompress(data: bytes) -> Iterator[bytes]:
    """Return the decompressed bytes of the records in pieces.

    Raises ValueError if they exceed the limit or end early.
    """
    inflater, size = zlib.decompressobj(wbits=-zlib.MAX_WBITS), 0
    while not inflater.eof:
        piece = inflater.decompress(data, READ_CHUNK_BYTES)
        data, size = inflater.unconsumed_tail, size + len(piece)
        if size > MAX_UNPACKED_BYTES or not piece:
            raise ValueError("too large, or cut off")
        yield piece


def _unpacker(most: int = MAX_RECORD_BYTES) -> Any:
    return msgpack.Unpacker(
        max_buffer_size=most + READ_CHUNK_BYTES, max_str_len=most, max_bin_len=4_096, max_array_len=MAX_ROWS,
        max_map_len=MAX_ROWS, max_ext_len=0, strict_map_key=False, raw=False,
    )  # fmt: skip


def _unpack(raw: bytes) -> Any:
    unpacker = _unpacker()
    unpacker.feed(raw)
    return unpacker.unpack()


def _damaged_error(sentence: str = "") -> BadInput:
    return BadInput(Code.BAD_FILE, sentence or _("This replay is damaged: it cannot be played."))
