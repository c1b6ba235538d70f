"""The frames that wait for one reader: counted, never copied, and dropped only as whole frames.

The same bytes may be in many outboxes at once (a frame for a whole class, the client as a zip) and exist
once. `connection.py` sets the limits.
"""

from __future__ import annotations

WRITE_SLICE_BYTES = 65_536
"""Bytes written under one write deadline."""


class Outbox:
    """A queue of whole frames; the first may be partly written."""

    __slots__ = ("_begun", "_queue", "_queued", "_taken")

    def __init__(self) -> None:
        self._queue: list[bytes | memoryview] = []
        self._queued = 0
        self._taken = 0
        self._begun = False
        """True if part of the first frame has been written."""

    def __len__(self) -> int:
        """Return the number of waiting pieces, without the one being written."""
        return len(self._queue)

    @property
    def size(self) -> int:
        """Bytes that wait or are being written."""
        return self._queued + self._taken

    def append(self, data: bytes | memoryview, sent: int) -> None:
        """Append `data` without its first `sent` bytes, which are written already."""
        self._begun = self._begun or sent > 0
        self._queue.append(memoryview(data)[sent:] if sent else data)
        self._queued += len(data) - sent

    def next_bytes(self) -> bytes | memoryview:
        """Return the next bytes to write, at most WRITE_SLICE_BYTES: a part of a large frame, or some small
        frames.
        """
        piece = self._part() if len(self._queue[0]) > WRITE_SLICE_BYTES else self._join_frames()
        self._taken = len(piece)
        self._queued -= self._taken
        return piece

    def mark_written(self) -> None:
        """Record that the taken bytes are written."""
        self._taken = 0

    def drop_frames(self) -> None:
        """Drop all frames except a partly written one, which must be completed."""
        del self._queue[int(self._begun) :]
        self._queued = sum(map(len, self._queue))

    def clear(self) -> None:
        """Drop everything."""
        self._queue.clear()
        self._queued = self._taken = 0
        self._begun = False

    def _part(self) -> memoryview:
        whole = memoryview(self._queue[0])
        self._queue[0], self._begun = whole[WRITE_SLICE_BYTES:], True
        return whole[:WRITE_SLICE_BYTES]

    def _join_frames(self) -> bytes | memoryview:
        count, size = 1, len(self._queue[0])
        while count < len(self._queue) and size + len(self._queue[count]) <= WRITE_SLICE_BYTES:
            size += len(self._queue[count])
            count += 1
        pieces, self._queue[:count], self._begun = self._queue[:count], [], False
        return pieces[0] if count == 1 else b"".join(pieces)
