"""Write a replay from Views as they arrive."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgpack
import msgspec

from facedown_shared.cards.facts import Facts
from facedown_shared.replay.rows import (
    MAX_CARD_NAME_LETTERS,
    MAX_CARD_TEXT_LETTERS,
    MAX_FILE_BYTES,
    MAX_RECORD_BYTES,
    MAX_RECORDS,
    MAX_UNPACKED_BYTES,
    READ_CHUNK_BYTES,
    REPLAY_FORMAT_VERSION,
    BoardRow,
    CardRow,
    ChangeRow,
    EventRow,
    FactsRow,
    Head,
    LastingRow,
    ThrowsRow,
    convert_struct,
    head_bytes,
    heap,
    link_row,
    to_plain,
)
from facedown_shared.tables import Seat, View, VisibleEvent

T = TypeVar("T")


class ReplayWriter:
    """Writer of a replay from Views as they arrive. Each duel and each turn begins with a whole View."""

    def __init__(self) -> None:
        self._packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS, memLevel=9)
        self._packed = io.BytesIO()
        self._raw = self.frames = 0
        self._known: dict[int, tuple[int, Facts]] = {}
        """Facts written last for each passcode, with the number of their row."""
        self._rows = 0
        self._views: dict[Seat, View] = {}
        self._duel = 0
        self.results: list[str] = []
        self.turns: list[int] = []

    @property
    def is_full(self) -> bool:
        """True once the size limit is reached; later frames are left out."""
        full = self._raw > MAX_UNPACKED_BYTES - 2 * MAX_RECORD_BYTES
        return (
            full or self._packed.tell() > MAX_FILE_BYTES - MAX_RECORD_BYTES or self.frames > MAX_RECORDS // 3
        )

    def duel(self, number: int) -> None:
        """Begin a duel."""
        if number != self._duel:
            self._duel = number
            self._views.clear()
            self.results.append("")
            self.turns.append(0)
            self._add(["duel", number])

    def act(self, number: int) -> None:
        """Set the number of acts of the match before the next frames."""
        self._add(["act", number])

    def add(self, view: View, events: Sequence[VisibleEvent] = (), *, whole: bool = False) -> None:
        """Add one frame as sent to the viewer of this View. `whole`: write the View as a whole, because an
        earlier frame is missing.
        """
        if self.is_full:
            return
        if not self._duel:
            self.duel(1)
        self.frames += 1
        facts, old = self._write_new_facts(view), self._views.get(view.viewer)
        happened = [to_plain(convert_struct(event, EventRow)) for event in events]
        if whole or old is None or old.turn != view.turn or old.table != view.table:
            self._add(["view", view.viewer, to_plain(self._board(view)), happened])
        else:
            self._add(["step", view.viewer, to_plain(self._change(old, view, facts)), happened])
        self._views[view.viewer] = view
        self.results[-1], self.turns[-1] = view.result, max(self.turns[-1], view.turn)

    def add_throws(self, throws: ThrowsRow) -> None:
        """Add the data for verifying the match's throws."""
        self._add(["throws", to_plain(throws)])

    def add_line(self, duel: int, text: str) -> None:
        """Add the line of a duel as a file's text. Used for a match that was opened."""
        if len(text.encode()) < MAX_RECORD_BYTES - READ_CHUNK_BYTES:
            self._add(["line", duel, text])

    def file_bytes(self, head: Head, more: Iterable[ThrowsRow] = ()) -> bytes:
        """Return the file so far. More frames can be added later; `more` is only in the returned file."""
        packer = self._packer.copy()
        rows = [["throws", to_plain(throws)] for throws in more]
        end = b"".join(packer.compress(msgpack.packb(row)) for row in (*rows, ["end"])) + packer.flush()
        head = msgspec.structs.replace(
            head,
            version=REPLAY_FORMAT_VERSION,
            results=tuple(self.results),
            turns=tuple(self.turns),
            frames=self.frames,
        )
        return b"".join((head_bytes(head), self._packed.getvalue(), end))

    def _add(self, record: list[Any]) -> None:
        raw = msgpack.packb(record)
        self._raw += len(raw)
        self._packed.write(self._packer.compress(raw))

    def _write_new_facts(self, view: View) -> tuple[int, ...]:
        """Write the facts that are new in this View; return the numbers of their rows."""
        old = self._views.get(view.viewer)
        if old is not None and old.facts is view.facts:
            return ()
        fresh, numbers = [], []
        for code, facts in sorted(view.facts.items()):
            if self._known.get(code, (0, None))[1] != facts:
                fresh.append(facts)
                self._known[code] = (self._rows, facts)
                self._rows += 1
            if old is None or old.facts.get(code) != facts:
                numbers.append(self._known[code][0])
        if fresh:
            self._add(["facts", [to_plain(_facts_row(facts)) for facts in fresh]])
        return tuple(numbers)

    def _board(self, view: View) -> BoardRow:
        return BoardRow(
            view.table, view.turn, view.turn_player, view.phase, dict(sorted(view.tallies.items())),
            {key: heap(pile) for key, pile in sorted(view.piles.items())},
            {handle: convert_struct(seen, CardRow) for handle, seen in sorted(view.cards.items())},
            tuple(map(link_row, view.chain)), view.attack,
            tuple((row.seat, row.kind) for row in view.waiting),
            tuple(sorted(self._known[code][0] for code in view.facts)), view.result,
            tuple(convert_struct(row, LastingRow) for row in view.lasting),
        )  # fmt: skip

    def _change(self, old: View, new: View, facts: tuple[int, ...]) -> ChangeRow:
        changes: dict[str, Any] = {
            name: getattr(new, name)
            for name in ("turn", "turn_player", "phase", "attack", "result")
            if getattr(old, name) != getattr(new, name)
        }
        if old.chain != new.chain:
            changes["chain"] = tuple(map(link_row, new.chain))
        if old.waiting != new.waiting:
            changes["waiting"] = tuple((row.seat, row.kind) for row in new.waiting)
        if old.lasting != new.lasting:
            changes["lasting"] = tuple(convert_struct(row, LastingRow) for row in new.lasting)
        piles, cards = _changed_entries(old.piles, new.piles), _changed_entries(old.cards, new.cards)
        gone = {
            name: missing
            for name in ("tallies", "piles", "cards", "facts")
            if (missing := _removed_keys(getattr(old, name), getattr(new, name)))
        }
        return ChangeRow(
            tallies=_changed_entries(old.tallies, new.tallies), facts=facts, gone=gone,
            piles={key: heap(pile) for key, pile in piles.items()},
            cards={handle: convert_struct(seen, CardRow) for handle, seen in cards.items()}, **changes,
        )  # fmt: skip


def _facts_row(facts: Facts) -> FactsRow:
    """Return a row of the facts, their texts cut at what a reader accepts."""
    return convert_struct(
        facts, FactsRow,
        name=facts.name[:MAX_CARD_NAME_LETTERS],
        text=facts.text[:MAX_CARD_TEXT_LETTERS],
        pendulum_text=facts.pendulum_text[:MAX_CARD_TEXT_LETTERS],
    )  # fmt: skip


def _changed_entries(old: dict[Any, T], new: dict[Any, T]) -> dict[Any, T]:
    """Return new and changed entries, in the order of their keys."""
    if old is new:
        return {}
    return {key: row for key, row in sorted(new.items()) if (was := old.get(key)) is not row and was != row}


def _removed_keys(old: dict[Any, Any], new: dict[Any, Any]) -> tuple[Any, ...]:
    return () if old is new else tuple(sorted(old.keys() - new.keys()))
