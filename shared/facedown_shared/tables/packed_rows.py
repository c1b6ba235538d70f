"""Append-only rows of bytes that take little memory: the past of a duel, which is rarely read again."""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterator

BLOCK_ROWS = 256
"""Rows compressed together. Fewer compress worse; more stay uncompressed at the end."""


class PackedRows:
    """A list of rows. All but the last rows are compressed, in blocks of `BLOCK_ROWS`."""

    __slots__ = ("_block_sizes", "_blocks", "_data", "_sizes")

    def __init__(self) -> None:
        self._blocks: list[bytes] = []
        """Compressed blocks: the size of each row, then the rows one after the other."""
        self._block_sizes = array("I")
        """Bytes of the rows of each block."""
        self._data = bytearray()
        """The rows after the last block."""
        self._sizes = array("I")

    def __len__(self) -> int:
        return len(self._blocks) * BLOCK_ROWS + len(self._sizes)

    @property
    def size(self) -> int:
        """Bytes of all rows, as they were added."""
        return sum(self._block_sizes) + len(self._data)

    def __iter__(self) -> Iterator[bytes]:
        for sizes, data in self._parts(0):
            start = 0
            for size in sizes:
                yield bytes(data[start : start + size])
                start += size

    def append(self, row: bytes) -> bool:
        """Add a row at the end. Returns whether a block has become full."""
        sizes = self._sizes
        self._data += row
        sizes.append(len(row))
        if len(sizes) == BLOCK_ROWS:
            # Level 6 would save a tenth more and take twice the time.
            self._blocks.append(zlib.compress(self._sizes.tobytes() + self._data, level=3))
            self._block_sizes.append(len(self._data))
            self._data, self._sizes = bytearray(), array("I")
            return True
        return False

    def join(self, start: int = 0) -> bytes:
        """Return the rows from number `start` on, one after the other."""
        first, rest = divmod(start, BLOCK_ROWS)
        parts = [*self._parts(first)]
        skipped = sum(parts[0][0][:rest])
        return b"".join(data for _, data in parts)[skipped:]

    def truncate(self, length: int) -> None:
        """Remove all rows from number `length` on."""
        first, rest = divmod(length, BLOCK_ROWS)
        if first < len(self._blocks):
            self._sizes, data = next(self._parts(first))
            self._data = bytearray(data)
            del self._blocks[first:], self._block_sizes[first:]
        del self._data[sum(self._sizes[:rest]) :], self._sizes[rest:]

    def remove_oldest_block(self) -> None:
        """Remove the first `BLOCK_ROWS` rows."""
        del self._blocks[0], self._block_sizes[0]

    def _parts(self, first: int) -> Iterator[tuple[array[int], bytes | bytearray]]:
        """Return sizes and rows of each block from number `first` on, and of the rows after the last."""
        for block in self._blocks[first:]:
            data = zlib.decompress(block)
            sizes = array("I")
            head = BLOCK_ROWS * sizes.itemsize
            sizes.frombytes(data[:head])
            yield sizes, data[head:]
        yield self._sizes, self._data
